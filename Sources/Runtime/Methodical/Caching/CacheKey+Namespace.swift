extension CacheKey {
    /// A group of an account's methods by the beginning of their names.
    ///
    /// The namespace `tasks` contains `tasks.get` and `tasks.comments.list`. The namespace with an empty name contains
    /// all methods.
    public struct Namespace: Hashable, Sendable {
        /// The name of the API.
        public let api: String
        /// The account that the cached responses belong to.
        public let account: Account.ID
        /// The first parts of the methods' names, without a dot at the end.
        public let name: String

        /// Creates a namespace.
        public init(_ name: String, api: String, account: Account.ID) {
            self.name = name
            self.api = api
            self.account = account
        }

        /// A digest of the namespace. It is the same in every process.
        package var digest: UInt64 {
            Methodical.digest(
                of: Array(name.utf8),
                seed: Self.digest(ofOwner: CacheKey.bytes(of: [api, account.rawValue])[...]))
        }

        /// Returns a digest of the API's and the account's names. Its seed distinguishes it from digests for other
        /// purposes.
        fileprivate static func digest(ofOwner bytes: ArraySlice<UInt8>) -> UInt64 {
            Methodical.digest(of: bytes, seed: 5)
        }

        /// The key of the entry that contains the namespace's generation, in stores that have no table of generations.
        var key: CacheKey {
            CacheKey(
                api: api,
                account: account,
                method: "",
                identity: "generation of " + name)
        }
    }
}

extension CacheKey {
    /// The digests of all namespaces that contain the method, from the namespace of all methods to the method itself.
    package var namespaces: [UInt64] {
        // Each of the parts follows its length, which takes eight bytes.
        let start = 16 + api.utf8.count + account.rawValue.utf8.count
        let owner = Namespace.digest(ofOwner: bytes[..<start])
        let name = bytes[(start + 8)..<(start + 8 + method.utf8.count)]
        let points = name.indices.filter { name[$0] == .point }
        let ends = [name.startIndex] + points + [name.endIndex]
        return ends.map { digest(of: name[..<$0], seed: owner) }
    }

    /// The names of all namespaces that contain the method.
    var namespaceNames: [Substring] {
        let points = method.indices.filter { method[$0] == "." }
        return [""] + points.map { method[..<$0] } + [method[...]]
    }
}
