import struct Foundation.Data
import struct Foundation.Date

/// A store for cached responses: in memory, on disk, or in a place of your own.
///
/// Stores are synchronous and may be called from any thread. An error that a store throws is reported to the client's
/// observers as ``ClientEvent/Kind/cacheFailed(_:)``, and no call fails because of it.
public protocol CacheStore: Sendable {
    /// Returns the entry of a key, fresh or stale, or `nil` if there is none.
    ///
    /// Counts as a use of the entry. A store that needs room removes the least recently used entries first.
    func entry(_ key: CacheKey) throws -> CacheEntry?
    /// Stores an entry in place of the key's previous one. An entry that is larger than the whole store is not stored.
    func store(_ entry: CacheEntry, _ key: CacheKey) throws
    /// Removes the entry of a key, if there is one.
    func remove(_ key: CacheKey) throws
    /// Removes all entries of a scope.
    func removeAll(_ scope: CacheScope) throws
    /// Returns the size of a scope's entries in bytes, including the store's own overhead.
    func size(_ scope: CacheScope) throws -> Int
    /// Returns a number that changes with each call of ``invalidate(_:)`` for a namespace of the key's method.
    ///
    /// A client writes the number into the entries that it stores, and treats entries with another number as stale. The
    /// default implementation keeps the number in an entry of the store.
    func generation(_ key: CacheKey) throws -> UInt64
    /// Makes the cached responses of a namespace stale, including the responses to requests in flight. They remain
    /// available offline.
    func invalidate(_ namespace: CacheNamespace) throws
}

/// A set of entries in a store.
public enum CacheScope: Hashable, Sendable {
    /// All entries.
    case all
    /// The entries of an account of an API.
    case account(AccountID, api: String)
    /// The entries of a method, for an account of an API.
    case method(String, AccountID, api: String)
}

/// A group of an account's methods by the beginning of their names.
///
/// The namespace `tasks` contains `tasks.get` and `tasks.comments.list`. The namespace with an empty name contains all
/// methods.
public struct CacheNamespace: Hashable, Sendable {
    /// The name of the API.
    public let api: String
    /// The account that the cached responses belong to.
    public let account: AccountID
    /// The first parts of the methods' names, without a dot at the end.
    public let name: String

    /// Creates a namespace.
    public init(_ name: String, api: String, account: AccountID) {
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
    fileprivate var key: CacheKey {
        CacheKey(
            api: api,
            account: account,
            method: "",
            identity: "generation of " + name)
    }
}

extension CacheKey {
    /// The digests of all namespaces that contain the method, from the namespace of all methods to the method itself.
    package var namespaces: [UInt64] {
        // Each of the parts follows its length, which takes eight bytes.
        let start = 16 + api.utf8.count + account.rawValue.utf8.count
        let owner = CacheNamespace.digest(ofOwner: bytes[..<start])
        let name = bytes[(start + 8)..<(start + 8 + method.utf8.count)]
        let points = name.indices.filter { name[$0] == .point }
        let ends = [name.startIndex] + points + [name.endIndex]
        return ends.map { digest(of: name[..<$0], seed: owner) }
    }

    fileprivate var namespaceNames: [Substring] {
        let points = method.indices.filter { method[$0] == "." }
        return [""] + points.map { method[..<$0] } + [method[...]]
    }
}

extension CacheStore {
    /// Returns the sum of the numbers that `invalidate(_:)` has stored for the namespaces of the key.
    public func generation(_ key: CacheKey) throws -> UInt64 {
        try key.namespaceNames.reduce(0) { sum, name in
            let entry = try entry(CacheNamespace(String(name), api: key.api, account: key.account).key)
            let number = entry.flatMap { UInt64(String(decoding: $0.body, as: UTF8.self)) }
            return sum &+ (number ?? 0)
        }
    }

    /// Stores a random number as an entry, which changes the result of `generation(_:)`.
    public func invalidate(_ namespace: CacheNamespace) throws {
        let number = Data("\(UInt64.random(in: 1...UInt64.max))".utf8)
        let entry = CacheEntry(
            body: number,
            stored: Date(timeIntervalSince1970: 0),
            lifetime: .never)
        try store(entry, namespace.key)
    }
}
