import Methodical

import struct Foundation.Date

/// The live values of one client: what they observe, and the clock that they share.
@MainActor final class LiveHub {
    let client: Client
    private let inbox = ChangeInbox()
    private var values: [AnyHashable: Entry] = [:]
    /// The number of entries at which those of released values are removed.
    private var pruningLimit = 64
    /// The values that are looked at, so that they stay.
    private var watched: [ObjectIdentifier: any CacheFollower] = [:]
    /// The values that nobody looks at any longer, with the instants at which they are dropped.
    private var dropping: [ObjectIdentifier: (value: any CacheFollower, end: ContinuousClock.Instant)] = [:]
    private var timer: (end: ContinuousClock.Instant, task: Task<Void, any Error>)?
    private var nextComparison: ContinuousClock.Instant?
    private var observations: [Observation] = []
    private let catchUp: CacheChanges.CatchUp?

    /// The time for which a value stays after the last look, so that a screen that comes back shows it at once.
    static let graceTime = Duration.seconds(5)
    /// The time between two comparisons of generations in a store that other processes change.
    static let comparisonInterval = Duration.seconds(1)
    /// The shortest time between the end of a lifetime and the next one. A server may send lifetimes of no time.
    private static let shortestLifetime = Duration.seconds(1)

    private struct Entry {
        weak var value: (any CacheFollower)?
    }

    private struct WeakHub {
        weak var hub: LiveHub?
    }

    private static var hubs: [ObjectIdentifier: WeakHub] = [:]

    /// Returns the hub of a client, or `nil` if the client has no live value.
    static func existing(for client: Client) -> LiveHub? {
        hubs[ObjectIdentifier(client)]?.hub
    }

    /// Returns the hub of a client.
    static func hub(of client: Client) -> LiveHub {
        if let hub = existing(for: client) {
            return hub
        }
        hubs = hubs.filter { $0.value.hub != nil }
        let hub = LiveHub(client)
        hubs[ObjectIdentifier(client)] = WeakHub(hub: hub)
        return hub
    }

    private init(_ client: Client) {
        self.client = client
        let store = client.configuration.cache
        let changes = store?.changes
        if store != nil, changes == nil {
            // Such a store tells of nothing. Its generations are compared, and need no preparation.
            catchUp = { _ in }
        } else {
            catchUp = changes?.catchUp
        }
        observations = changes?.observe { [inbox] in inbox.add($0) } ?? []
        observations.append(client.account.observeSignIns { [inbox] in inbox.add(signIn: $0) })
        observations.append(client.returns.add { [inbox] in inbox.addReturn() })
        Task { [weak self, signals = inbox.signals] in
            for await _ in signals {
                await self?.takeChanges()
            }
        }
    }

    deinit {
        inbox.finish()
        timer?.task.cancel()
    }

    var time: TimeSource { client.configuration.time }

    /// The number of values that the hub knows. Tests use it to find leaks.
    var count: Int {
        values.values.count { $0.value != nil }
    }

    /// The number of values that somebody looks at.
    var watchedCount: Int { watched.count }

    /// The number of streams of states.
    var listenerCount: Int {
        values.values.compactMap(\.value).reduce(0) { $0 + $1.listenerCount }
    }

    /// Returns the value for an identity, or makes it.
    func value<Value>(
        for identity: AnyHashable, source: @autoclosure () -> LiveSource<Value>
    ) -> SharedValue<Value> {
        if let known = values[identity]?.value as? SharedValue<Value> {
            return known
        }
        if values.count >= pruningLimit {
            values = values.filter { $0.value.value != nil }
            pruningLimit = max(64, values.count * 2)
        }
        let value = SharedValue(source(), hub: self)
        values[identity] = Entry(value: value)
        return value
    }

    /// Tells all values of a change.
    func tell(_ change: FollowedChange) {
        for value in values.values.compactMap(\.value) {
            value.follow(change)
        }
    }
}

// MARK: Changes of the cache

extension LiveHub {
    private func takeChanges() async {
        let changes = inbox.take()
        for isSignedIn in changes.signIns {
            tell(isSignedIn ? .signedIn : .signedOut)
        }
        if changes.isOnlineAgain {
            tell(.networkReturned)
        }
        let affected = values.values.compactMap(\.value).filter { changes.mayAffect($0) }
        if affected.isEmpty {
            return
        }
        let keys = affected.map(\.key)
        let generations = await Self.generations(of: keys, in: client.configuration.cache)
        for (value, generation) in zip(affected, generations) {
            value.follow(.generation(generation))
            if changes.hasRemoved(value.key) {
                value.follow(.removed)
            }
            if changes.stored.contains(value.key) {
                value.follow(.cacheChanged)
            }
        }
    }

    /// Reads generations, outside of the main actor because a store may have to read files.
    private nonisolated static func generations(
        of keys: [CacheKey], in store: (any CacheStore)?
    ) async -> [UInt64] {
        keys.map { store?.knownGeneration($0) ?? 0 }
    }

    /// Compares the generations of all values in sight, after other processes may have changed them.
    private func compareGenerations() {
        guard let catchUp, !watched.isEmpty else { return }
        let keys = watched.values.map(\.key)
        Task { [inbox] in
            await catchUp(keys)
            inbox.add(.invalidatedSome)
        }
    }
}

// MARK: The clock

extension LiveHub {
    /// Keeps a value that somebody looks at.
    func keep(_ value: any CacheFollower) {
        watched[ObjectIdentifier(value)] = value
        dropping[ObjectIdentifier(value)] = nil
        if catchUp != nil, nextComparison == nil {
            let next = time.instant().after(Self.comparisonInterval)
            nextComparison = next
            wake(at: next)
        }
    }

    /// Keeps a value that nobody looks at for the grace time.
    func drop(_ value: any CacheFollower) {
        watched[ObjectIdentifier(value)] = nil
        let end = time.instant().after(Self.graceTime)
        dropping[ObjectIdentifier(value)] = (value, end)
        wake(at: end)
    }

    /// Wakes up when a lifetime ends.
    func wake(atExpiry expiry: Date) {
        let rest = Duration.seconds(expiry.timeIntervalSince(time.now()))
        wake(at: time.instant().after(max(rest, Self.shortestLifetime)))
    }

    private func wake(at end: ContinuousClock.Instant) {
        if let timer, timer.end <= end {
            return
        }
        timer?.task.cancel()
        let task = Task { [weak self, time] in
            // The clock may have gone on since the task was made.
            try await time.sleep(max(end - time.instant(), .zero))
            self?.wakeUp()
        }
        timer = (end, task)
    }

    private func wakeUp() {
        timer = nil
        let now = time.instant()
        for (id, entry) in dropping where entry.end <= now {
            dropping[id] = nil
            entry.value.follow(.dropped)
        }
        if let next = nextComparison, next <= now {
            nextComparison = nil
            compareGenerations()
        }
        if catchUp != nil, nextComparison == nil, !watched.isEmpty {
            nextComparison = now.after(Self.comparisonInterval)
        }
        for value in watched.values {
            value.follow(.clock)
        }
        let ends = dropping.values.map(\.end) + [nextComparison].compactMap(\.self)
        if let first = ends.min() {
            wake(at: first)
        }
    }
}
