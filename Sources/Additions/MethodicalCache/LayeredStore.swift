import Foundation
import Methodical

/// A store that combines a fast store with a lasting one, such as memory and disk.
///
/// An entry that the front store serves does not count as used in the back store, which only sees it each time the
/// response is stored again. While the front store has an entry, it does not notice that another process has replaced
/// or removed it in the back store. It does notice if a write of another process has made the entry stale.
public final class LayeredStore: CacheStore, @unchecked Sendable {
    /// The fast store, which is read first.
    public let front: any CacheStore
    /// The lasting store, which has every entry.
    public let back: any CacheStore
    /// Protects `changeCount`, which makes the class `Sendable`.
    private let lock = NSLock()
    /// A count of changes, so that a slow read does not bring back an entry that was replaced or removed meanwhile.
    private var changeCount = 0
    /// Held during a change, so that both stores see changes in the same order.
    private let order = NSLock()
    /// The changes of both stores, and those of this store after both of them have changed.
    public let changes: CacheChanges?

    /// Creates a store that reads `front` before `back`, and writes to both.
    public init(front: any CacheStore, back: any CacheStore) {
        self.front = front
        self.back = back
        let known = [front.changes, back.changes].compactMap(\.self)
        if known.count == 2 {
            changes = CacheChanges(including: known)
        } else {
            // The changes of a store that tells of none show in its generations.
            changes = CacheChanges(including: known, catchUp: { _ in })
        }
    }

    /// Returns the entry of the front store, or of the back store, which is then put into the front store.
    public func entry(_ key: CacheKey) throws -> CacheEntry? {
        if let entry = try front.entry(key) {
            return entry
        }
        let before = lock.withLock { changeCount }
        guard let entry = try back.entry(key) else { return nil }
        try lock.withLock {
            if changeCount == before {
                try front.store(entry, key)
            }
        }
        return entry
    }

    /// Stores the entry in both stores.
    public func store(_ entry: CacheEntry, _ key: CacheKey) throws {
        defer { changes?.send(.stored(key)) }
        try change { try $0.store(entry, key) }
    }

    /// Removes the entry from both stores.
    public func remove(_ key: CacheKey) throws {
        defer { changes?.send(.removed(key)) }
        try change { try $0.remove(key) }
    }

    /// Removes the entries of a scope from both stores.
    public func removeAll(_ scope: CacheKey.Scope) throws {
        defer { changes?.send(.removedAll(scope)) }
        try change { try $0.removeAll(scope) }
    }

    /// Returns the size in the back store, which has every entry.
    public func size(_ scope: CacheKey.Scope) throws -> Int {
        try back.size(scope)
    }

    /// Returns the generation in the back store. Other processes may share it, so their writes make entries of the
    /// front store stale, too.
    public func generation(_ key: CacheKey) throws -> UInt64 {
        try back.generation(key)
    }

    /// Makes the entries of a namespace stale in both stores, because both use the generations of the back store.
    public func invalidate(_ namespace: CacheKey.Namespace) throws {
        try back.invalidate(namespace)
    }

    /// Changes the back store, then the front store even if the back store fails. With a full disk, the responses of
    /// this run are still cached.
    private func change(_ body: (any CacheStore) throws -> Void) throws {
        order.lock()
        defer { order.unlock() }
        let behind = Result { try body(back) }
        try lock.withLock {
            changeCount += 1
            try body(front)
        }
        try behind.get()
    }
}
