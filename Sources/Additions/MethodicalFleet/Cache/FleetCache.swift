import Foundation
import Methodical

/// A cache that the processes of a fleet share: a store of this process, and the engine behind it.
///
/// Pass it both as the cache and as a middleware of the client:
///
/// ```swift
/// let cache = FleetCache(fleet)
/// let configuration = Client.Configuration(middlewares: [cache], cache: cache)
/// ```
///
/// Before a read, it asks the engine whether a write has made responses stale, and for the response if this process has
/// none. That is one round trip. After a write, it tells the engine before the call returns, so no process uses a
/// response from before the write afterwards. Equal reads of several processes at once share one request: the first one
/// takes a short lease, and the others wait for its response.
///
/// Ages of responses are compared by the machines' clocks, which should be synchronized.
///
/// If the engine is lost, the store of this process goes on alone, and writes make only its responses stale. When the
/// engine works again, all responses from before count as stale, because the engine may have lost or restored data.
public final class FleetCache: CacheStore, Middleware {
    let fleet: Fleet
    /// The store of this process.
    let local: any CacheStore
    /// The time for which generations are trusted without asking the engine.
    let staleness: Duration
    /// Indicates whether equal reads share one request.
    let joinsReads: Bool
    /// The size of the largest body that the engine receives, in bytes.
    let largest: Int
    let generations = Locked(Generations())
    let reads = LocalReads()
    private let observed = Locked<CacheChanges?>(nil)
    /// Indicates that a write is running whose invalidations `handleCall` passes to the engine.
    @TaskLocal static var isWriting = false

    /// Creates a shared cache.
    ///
    /// - Parameters:
    ///   - fleet: The fleet. If it has a key, responses are encrypted in the engine.
    ///   - local: The store of this process.
    ///   - staleness: The time for which a process may overlook a write of another one. With more than zero, reads from
    ///     the store of this process ask the engine only once in this time.
    ///   - joinsReads: Indicates whether equal reads of several processes at once share one request. Each read that is
    ///     not answered by a cache then asks the engine twice more.
    ///   - largest: The size of the largest body that is shared, in bytes.
    public init(
        _ fleet: Fleet,
        local: any CacheStore = MemoryStore(),
        staleness: Duration = .zero,
        joinsReads: Bool = true,
        largest: Int = 1_048_576
    ) {
        self.fleet = fleet
        self.local = local
        self.staleness = staleness
        self.joinsReads = joinsReads
        self.largest = largest
        fleet.atRecovery("\(ObjectIdentifier(self))") { [weak self] isFirst in
            if isFirst {
                self?.invalidate(namespace: Self.everything)
            }
            try await self?.writePending(isRecovering: isFirst)
        }
    }

    deinit { fleet.atRecovery("\(ObjectIdentifier(self))", work: nil) }

    /// The namespace of all responses. Its generation changes with each recovery of the engine.
    static let everything: UInt64 = 0
}

// MARK: The store

extension FleetCache {
    /// Returns the entry in the store of this process.
    public func entry(_ key: CacheKey) throws -> CacheEntry? { try local.entry(key) }
    /// Stores an entry in this process. The middleware passes it to the engine.
    public func store(_ entry: CacheEntry, _ key: CacheKey) throws {
        try local.store(entry, key)
    }

    /// The changes of the store of this process, and the writes of the fleet. While a live value is in sight, the
    /// engine is asked for generations once a second, in one round trip for all of them.
    public var changes: CacheChanges? {
        observed.withLock { observed in
            let changes =
                observed
                ?? CacheChanges(including: [local.changes].compactMap(\.self)) { [weak self] keys in
                    await self?.catchUp(keys)
                }
            observed = changes
            return changes
        }
    }

    /// Tells observers that generations have changed.
    func announceWrite() {
        observed.withLock { $0 }?.send(.invalidatedSome)
    }

    /// Removes an entry, and makes the responses of its method stale for all processes.
    public func remove(_ key: CacheKey) throws {
        try local.remove(key)
        if let namespace = key.namespaces.last {
            tellOthers(about: namespace)
        }
    }

    /// Removes the entries of a scope in this process, and makes them stale for all processes.
    public func removeAll(_ scope: CacheKey.Scope) throws {
        try local.removeAll(scope)
        switch scope {
        case .all: tellOthers(about: Self.everything)
        case .account(let account, let api):
            tellOthers(about: CacheKey.Namespace("", api: api, account: account).digest)
        case .method(let name, let account, let api):
            tellOthers(about: CacheKey.Namespace(name, api: api, account: account).digest)
        }
    }

    /// Returns the size in the store of this process.
    public func size(_ scope: CacheKey.Scope) throws -> Int { try local.size(scope) }

    /// Returns the sum of the fleet's numbers for the key's namespaces, as far as this process knows them.
    public func generation(_ key: CacheKey) -> UInt64 {
        generations.withLock { $0.sum(of: Self.namespaces(of: key)) }
    }

    /// Makes the cached responses of a namespace stale, in this process at once. Others are told by the middleware
    /// before a write returns, and otherwise without delay.
    public func invalidate(_ namespace: CacheKey.Namespace) { tellOthers(about: namespace.digest) }

    static func namespaces(of key: CacheKey) -> [UInt64] { [everything] + key.namespaces }

    private func tellOthers(about namespace: UInt64) {
        invalidate(namespace: namespace)
        if !Self.isWriting {
            Task { try await writePending(of: [namespace]) }
        }
    }

    private func invalidate(namespace: UInt64) {
        generations.withLock { $0.invalidate(namespace, pending: .random(in: 1...UInt64.max)) }
    }
}
