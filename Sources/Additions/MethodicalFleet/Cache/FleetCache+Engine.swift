import Foundation
import Methodical

/// The traffic between the store of this process and the engine.
extension FleetCache {
    /// The time after which the engine forgets generations. Readers then make new ones.
    private static let lifetime = Duration.seconds(30 * 86_400)

    /// Asks the engine for the generations of a key, and for the response if this process has no fresh one.
    func update(_ key: CacheKey, isCached: Bool) async throws {
        let now = fleet.time.now()
        let start = now - staleness / .seconds(1)
        let isKnown = generations.withLock { $0.areKnown(Self.namespaces(of: key), since: start) }
        let hasEntry = !isCached || hasFreshEntry(for: key)
        if staleness > .zero, isKnown, hasEntry {
            return
        }
        try await ask(about: Self.namespaces(of: key), entryOf: hasEntry ? nil : key)
        // Another process may have written, and a third one may have read since.
        if hasEntry, isCached, !hasFreshEntry(for: key) {
            try await ask(about: Self.namespaces(of: key), entryOf: key)
        }
    }

    /// Asks the engine for the generations of all keys, for those who observe them. The generations stay as they are if
    /// the engine is lost.
    func catchUp(_ keys: [CacheKey]) async {
        let namespaces = Set(keys.flatMap(Self.namespaces))
        try? await ask(about: namespaces.sorted(), entryOf: nil)
    }

    private func hasFreshEntry(for key: CacheKey) -> Bool {
        guard let entry = try? local.entry(key) else { return false }
        return entry.generation == generation(key) && entry.isFresh(at: fleet.time.now())
    }

    /// The largest number of times that the engine is asked for generations. It is asked until it has all of them.
    private static let attemptCount = 3

    /// Asks the engine for generations, and for the response of a key unless that is `nil`.
    private func ask(about namespaces: [UInt64], entryOf key: CacheKey?) async throws {
        let generationKeys = namespaces.map { self.key(ofGeneration: $0) }
        let entryKeys = key.map { [self.key(ofEntry: $0)] } ?? []
        let keys = generationKeys + entryKeys
        for _ in 0..<Self.attemptCount {
            let asked = fleet.time.now()
            let ticket = generations.withLock { $0.ticket() }
            let values = try await fleet.ask { try await $0.values(keys) }
            guard values.count == keys.count else { continue }
            let hasChanged = generations.withLock { generations in
                let earlier = generations.sum(of: namespaces)
                for (namespace, value) in zip(namespaces, values) {
                    guard let value else { continue }
                    // Any other value than a number of eight bytes is as good as a number that it determines.
                    let number = value.number ?? digest(of: value, seed: 0)
                    generations.receive(
                        number,
                        for: namespace,
                        ticket: ticket,
                        asked: asked)
                }
                return generations.sum(of: namespaces) != earlier
            }
            if hasChanged {
                announceWrite()
            }
            let absentKeys = zip(generationKeys, values).filter { $0.1 == nil }.map(\.0)
            if absentKeys.isEmpty {
                if let key {
                    adopt(values.last ?? nil, for: key)
                }
                return
            }
            try await beginGenerations(absentKeys)
        }
    }

    /// Gives numbers to the generations that the engine does not have, because it is new or has forgotten them. No
    /// number may return, so they are random.
    private func beginGenerations(_ keys: [String]) async throws {
        for key in keys {
            let number = Data(UInt64.random(in: 1...UInt64.max))
            _ = try await fleet.ask {
                try await $0.compareAndSet(key, from: nil, to: number, for: Self.lifetime)
            }
        }
    }

    /// Puts the engine's response into the store of this process, if it is newer than the one there.
    private func adopt(_ value: Data?, for key: CacheKey) {
        let name = self.key(ofEntry: key)
        let fields = fleet.fields(
            from: value,
            identity: Data(key.bytes),
            count: SharedEntry.count,
            for: name,
            limit: largestValue)
        guard let fields,
            let entry = SharedEntry.read(fields)
        else { return }
        if let known = try? local.entry(key) {
            let current = generation(key)
            let isOlder = known.generation != current || known.stored < entry.stored
            guard entry.generation == current, isOlder else { return }
        }
        try? local.store(entry, key)
    }

    /// Passes the response to the engine that a call has just stored in this process. Returns `true` if there is one.
    func share(_ key: CacheKey, insteadOf earlier: CacheEntry?) async throws -> Bool {
        guard let entry = try? local.entry(key), entry != earlier else { return false }
        guard entry.generation == generation(key), entry.body.count <= largest else {
            return false
        }
        let name = self.key(ofEntry: key)
        let fields = SharedEntry.fields(of: entry)
        let value = try fleet.value(identity: Data(key.bytes), fields: fields, for: name)
        // Stale responses can be revalidated for a while.
        let lifetime = min(max(entry.lifetime.duration, .seconds(3600)), .seconds(7 * 86_400))
        try await fleet.ask { try await $0.set(name, to: value, for: lifetime) }
        return true
    }

    /// Passes the generations to the engine that this process has set.
    func writePending(of namespaces: [UInt64]? = nil, isRecovering: Bool = false) async throws {
        let allPending = generations.withLock { $0.pending(of: namespaces) }
        // Observers are told after the engine, even if that has failed: the generations change with its reply again.
        defer { announceWrite() }
        for (namespace, pending) in allPending {
            // Each attempt has a number of its own, so that one that arrives late restores no earlier number.
            let key = key(ofGeneration: namespace)
            let number = UInt64.random(in: 1...UInt64.max)
            try await fleet.ask(isRecovering: isRecovering) {
                try await $0.set(key, to: Data(number), for: Self.lifetime)
            }
            generations.withLock { generations in
                generations.settle(namespace, pending: pending, as: number, at: fleet.time.now())
            }
        }
    }

    /// The size of the largest value that the engine may have: a body, header fields and the key.
    var largestValue: Int { largest + 1_048_576 }

    private func key(ofGeneration namespace: UInt64) -> String {
        fleet.key("generation", for: Data(namespace))
    }
    private func key(ofEntry key: CacheKey) -> String {
        fleet.key("response", for: Data(key.bytes))
    }
}
