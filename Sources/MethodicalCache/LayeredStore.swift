import Foundation
import Methodical

/// A fast store in front of a lasting one: memory before disk.
///
/// What the front serves does not count as a use behind it; an answer comes back there each time it is renewed. What other processes store or remove
/// behind is not seen while the front has an entry; that a write of theirs has made it stale is.
public final class LayeredStore: CacheStore, @unchecked Sendable {
    public let front: any CacheStore
    public let back: any CacheStore
    private let lock = NSLock()
    /// Counts changes, so that a slow reader does not bring back what was replaced or removed meanwhile.
    private var changes = 0
    /// Both stores see changes in one order.
    private let order = NSLock()

    public init(front: any CacheStore, back: any CacheStore) {
        self.front = front
        self.back = back
    }

    public func entry(_ key: CacheKey) throws -> CacheEntry? {
        if let entry = try front.entry(key) { return entry }
        let before = lock.withLock { changes }
        guard let entry = try back.entry(key) else { return nil }
        try lock.withLock { if changes == before { try front.store(entry, key) } }
        return entry
    }

    public func store(_ entry: CacheEntry, _ key: CacheKey) throws { try change { try $0.store(entry, key) } }
    public func remove(_ key: CacheKey) throws { try change { try $0.remove(key) } }
    public func removeAll(_ scope: CacheScope) throws { try change { try $0.removeAll(scope) } }

    /// Of the store behind, which has everything.
    public func size(_ scope: CacheScope) throws -> Int { try back.size(scope) }

    /// Of the store behind, which other processes may share: a write makes what is in front stale, too.
    public func generation(_ key: CacheKey) throws -> UInt64 { try back.generation(key) }
    public func invalidate(_ namespace: CacheNamespace) throws { try back.invalidate(namespace) }

    /// The front last, and even if the store behind fails: a full disk costs no answer of this run.
    private func change(_ body: (any CacheStore) throws -> Void) throws {
        order.lock()
        defer { order.unlock() }
        let behind = Result { try body(back) }
        try lock.withLock {
            changes += 1
            try body(front)
        }
        try behind.get()
    }
}
