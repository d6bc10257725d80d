/// The key of a cached response. Calls with equal keys have the same response.
public struct CacheKey: Hashable, Sendable {
    /// The name of the API.
    public let api: String
    /// The account that calls.
    public let account: Account.ID
    /// The name of the method.
    public let method: String

    /// The API's version and the arguments in canonical order.
    ///
    /// The identity contains no token, no tag and no solution of a challenge, so that the same call finds its response
    /// after a new sign-in.
    public var identity: String {
        String(decoding: bytes.suffix(identityCount), as: UTF8.self)
    }

    /// The number of bytes of the identity, the last of `bytes`.
    private let identityCount: Int
    /// The bytes of all properties, each after its length. They are compared in place of the strings, because Swift
    /// calls two texts with differently encoded accents equal, and a server does not.
    package let bytes: [UInt8]

    /// Creates a key from its parts.
    public init(api: String, account: Account.ID, method: String, identity: String) {
        self.init(api: api, account: account, method: method, identity: identity.utf8)
    }

    init(
        api: String,
        account: Account.ID,
        method: String,
        identity: some Collection<UInt8>
    ) {
        self.api = api
        self.account = account
        self.method = method
        identityCount = identity.count
        var bytes = Self.bytes(
            of: [api, account.rawValue, method],
            reserving: Self.lengthSize + identityCount)
        bytes.append(counted: identity)
        self.bytes = bytes
    }

    /// The number of bytes of the length before each text.
    private static var lengthSize: Int { MemoryLayout<UInt64>.size }

    /// Returns the bytes of texts, each after its length, so that no two lists of texts have the same bytes.
    ///
    /// - Parameter furtherCount: The number of bytes that the caller will append.
    package static func bytes(of texts: [String], reserving furtherCount: Int = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(texts.reduce(furtherCount) { $0 + lengthSize + $1.utf8.count })
        for text in texts {
            bytes.append(counted: text.utf8)
        }
        return bytes
    }

    public static func == (left: CacheKey, right: CacheKey) -> Bool {
        left.bytes == right.bytes
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(contentsOf: bytes)
    }

    /// The narrower sets of entries that an entry with this key belongs to: those of its account and of its method.
    package var scopes: [Scope] {
        [.account(account, api: api), .method(method, account, api: api)]
    }
}

extension CacheKey {
    /// A set of entries in a store.
    public enum Scope: Hashable, Sendable {
        /// All entries.
        case all
        /// The entries of an account of an API.
        case account(Account.ID, api: String)
        /// The entries of a method, for an account of an API.
        case method(String, Account.ID, api: String)
    }
}

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
