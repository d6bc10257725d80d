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

/// The changes of a store, for the live values that observe it.
///
/// A store of your own makes one of these, returns it as ``CacheStore/changes``, and sends each change after it has
/// happened. A change that is sent twice, or too early, costs a look at the store and nothing else. Nothing is kept for
/// later, so sending costs a lock while nobody observes.
public final class CacheChanges: Sendable {
    /// A change of a store.
    public enum Change: Hashable, Sendable {
        /// A response was stored, or replaced.
        case stored(CacheKey)
        /// A response was removed. Not sent if a store has only made room.
        case removed(CacheKey)
        /// All responses of a scope were removed.
        case removedAll(CacheKey.Scope)
        /// A write, or the app, has made the responses of a namespace stale.
        case invalidated(CacheKey.Namespace)
        /// Generations have changed, and the store does not know the names of their namespaces.
        case invalidatedSome
    }

    /// A function that brings the generations of keys up to date that other processes may have changed.
    public typealias CatchUp = @Sendable (_ keys: [CacheKey]) async -> Void

    private let observers = Observers<Change>()
    private let sources: [CacheChanges]
    /// The function that brings generations up to date, or `nil` if no other process changes the store. While a live
    /// value is in sight, it is called once a second, and the generations are compared after it.
    package let catchUp: CatchUp?

    /// Creates the changes of a store.
    ///
    /// - Parameters:
    ///   - sources: The changes of the stores that this store is made of. Its observers are told of them too.
    ///   - catchUp: A function for a store that other processes change without a message. If generations can be read at
    ///     any time, as from a file, the function may be empty.
    public init(including sources: [CacheChanges] = [], catchUp: CatchUp? = nil) {
        self.sources = sources
        let earlier = sources.compactMap(\.catchUp)
        if earlier.isEmpty {
            self.catchUp = catchUp
        } else {
            self.catchUp = { keys in
                for source in earlier {
                    await source(keys)
                }
                await catchUp?(keys)
            }
        }
    }

    /// Tells all observers of a change that has happened.
    public func send(_ change: Change) {
        observers.send(change)
    }

    /// Adds an observer of this store's changes and those of its sources. It is told on the thread of the change, and
    /// must not use the store.
    package func observe(_ observer: @escaping @Sendable (Change) -> Void) -> [Observation] {
        [observers.add(observer)] + sources.flatMap { $0.observe(observer) }
    }
}
