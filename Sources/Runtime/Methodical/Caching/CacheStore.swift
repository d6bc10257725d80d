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
