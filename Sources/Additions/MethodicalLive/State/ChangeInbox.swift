import Methodical

/// The changes of a store that the live values of a client have not taken yet.
///
/// A store adds changes on any thread. Many changes in a row become one entry, so that a burst of writes costs one hop
/// to the main actor.
final class ChangeInbox: Sendable {
    /// An element for the reader each time that there is something to take.
    let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation
    private let changes = Locked(Changes())

    struct Changes: Sendable {
        /// The digests of the namespaces that were made stale.
        var namespaces: Set<UInt64> = []
        /// Indicates whether any namespace may have been made stale.
        var mayBeAnywhere = false
        var stored: Set<CacheKey> = []
        var removed: Set<CacheKey> = []
        var removedScopes: Set<CacheKey.Scope> = []
        /// The sign-ins and sign-outs in their order.
        var signIns: [Bool] = []
        /// Indicates whether an offline time of the client has ended.
        var isOnlineAgain = false
    }

    init() {
        (signals, signal) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    func add(_ change: CacheChanges.Change) {
        changes.withLock { changes in
            switch change {
            case .stored(let key): changes.stored.insert(key)
            case .removed(let key): changes.removed.insert(key)
            case .removedAll(let scope): changes.removedScopes.insert(scope)
            case .invalidated(let namespace): changes.namespaces.insert(namespace.digest)
            case .invalidatedSome: changes.mayBeAnywhere = true
            }
        }
        signal.yield()
    }

    func add(signIn isSignedIn: Bool) {
        changes.withLock { $0.signIns.append(isSignedIn) }
        signal.yield()
    }

    func addReturn() {
        changes.withLock { $0.isOnlineAgain = true }
        signal.yield()
    }

    func take() -> Changes {
        changes.withLock { changes in
            defer { changes = Changes() }
            return changes
        }
    }

    func finish() {
        signal.finish()
    }
}

extension ChangeInbox.Changes {
    @MainActor func mayAffect(_ value: any CacheFollower) -> Bool {
        if mayBeAnywhere || stored.contains(value.key) || hasRemoved(value.key) {
            return true
        }
        return value.namespaces.contains { namespaces.contains($0) }
    }

    /// Indicates whether the response of a key was removed, alone or with others.
    func hasRemoved(_ key: CacheKey) -> Bool {
        if removed.contains(key) || removedScopes.contains(.all) {
            return true
        }
        return !removedScopes.isEmpty && key.scopes.contains { removedScopes.contains($0) }
    }
}
