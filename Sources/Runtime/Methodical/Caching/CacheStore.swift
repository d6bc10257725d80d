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
    func removeAll(_ scope: CacheKey.Scope) throws
    /// Returns the size of a scope's entries in bytes, including the store's own overhead.
    func size(_ scope: CacheKey.Scope) throws -> Int
    /// Returns a number that changes with each call of ``invalidate(_:)`` for a namespace of the key's method.
    ///
    /// A client writes the number into the entries that it stores, and treats entries with another number as stale. The
    /// default implementation keeps the number in an entry of the store.
    func generation(_ key: CacheKey) throws -> UInt64
    /// Makes the cached responses of a namespace stale, including the responses to requests in flight. They remain
    /// available offline.
    func invalidate(_ namespace: CacheKey.Namespace) throws
    /// The changes of the store, which live values observe, or `nil` if the store tells of none. Each access returns
    /// the same object.
    ///
    /// The default implementation returns `nil`. The generations of such a store are then compared once a second while
    /// a live value is in sight.
    var changes: CacheChanges? { get }
}

extension CacheStore {
    /// Returns `nil`: the store tells of no changes.
    public var changes: CacheChanges? { nil }

    /// Returns the sum of the numbers that `invalidate(_:)` has stored for the namespaces of the key.
    public func generation(_ key: CacheKey) throws -> UInt64 {
        try key.namespaceNames.reduce(0) { sum, name in
            let entry = try entry(CacheKey.Namespace(String(name), api: key.api, account: key.account).key)
            let number = entry.flatMap { UInt64(String(decoding: $0.body, as: UTF8.self)) }
            return sum &+ (number ?? 0)
        }
    }

    /// Stores a random number as an entry, which changes the result of `generation(_:)`.
    public func invalidate(_ namespace: CacheKey.Namespace) throws {
        let number = Data("\(UInt64.random(in: 1...UInt64.max))".utf8)
        let entry = CacheEntry(
            body: number,
            stored: Date(timeIntervalSince1970: 0),
            lifetime: .never)
        try store(entry, namespace.key)
    }
}
