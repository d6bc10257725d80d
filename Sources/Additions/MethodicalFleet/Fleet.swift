import Foundation
import Methodical
import MethodicalAccounts
import MethodicalCrypto

/// The state that several processes share, on one machine or on many.
///
/// A fleet is a connection to an engine such as Valkey. ``FleetAccounts`` shares tokens by it, ``FleetLimits`` rate
/// limits, and ``FleetCache`` responses and reads in flight.
///
/// If the engine fails, nothing stops: calls continue with the state of this process, and the engine is tried again
/// once a second. ``events`` tells when that begins and ends.
public final class Fleet: Sendable {
    /// The clock.
    let time: TimeSource
    /// The encryption of values, or `nil` if they are stored as they are.
    let encryption: Encryption?
    private let name: String
    private let engine: any FleetEngine
    private let limit: Duration
    private let probe: Duration
    private let state = Locked(State())
    private let broadcast = Broadcast<FleetEvent>()

    /// Work that is due when the engine has recovered. It is called while calls do not ask the engine yet, with `true`,
    /// and again when they do, with `false`.
    typealias Work = @Sendable (_ isFirst: Bool) async throws -> Void

    private struct State: Sendable {
        var health = EngineHealth()
        var work: [String: Work] = [:]
    }

    /// The functions that encrypt values with the fleet's key.
    struct Encryption: Sendable {
        let seal: @Sendable (Data, String) throws -> Data
        let open: @Sendable (Data, String) throws -> Data
        let digest: @Sendable (Data) -> String
    }

    /// Creates the connection to a fleet whose values are not encrypted. Such a fleet cannot share tokens, and trusts
    /// everyone who can write to the engine.
    ///
    /// - Parameters:
    ///   - engine: The engine that all processes of the fleet use.
    ///   - name: The name of the fleet, with which its keys in the engine begin. In a cluster of engines, all keys of a
    ///     fleet are on the same node.
    ///   - limit: The longest time that a command may take. An engine that takes longer counts as lost.
    ///   - time: The clock, which tests may replace.
    public convenience init(
        _ engine: any FleetEngine,
        name: String,
        limit: Duration = .seconds(1),
        time: TimeSource = .system
    ) {
        self.init(engine, name: name, encryption: nil, limit: limit, time: time)
    }

    #if canImport(CryptoKit) || Crypto
        /// Creates the connection to a fleet whose values are encrypted with AES-256-GCM.
        ///
        /// All processes of the fleet need the same key. With another key, a process does not find the others' values.
        /// The encryption also detects changes, so nobody with access to the engine can make up a response or a token.
        /// On systems without CryptoKit, the package trait `Crypto` is required.
        ///
        /// - Parameters:
        ///   - engine: The engine that all processes of the fleet use.
        ///   - name: The name of the fleet, with which its keys in the engine begin. In a cluster of engines, all keys
        ///     of a fleet are on the same node.
        ///   - key: The key of the encryption.
        ///   - limit: The longest time that a command may take. An engine that takes longer counts as lost.
        ///   - time: The clock, which tests may replace.
        public convenience init(
            _ engine: any FleetEngine,
            name: String,
            key: EncryptionKey,
            limit: Duration = .seconds(1),
            time: TimeSource = .system
        ) {
            let seal = Seal(key, magic: Data("MFL1".utf8))
            let encryption = Encryption(
                // Random nonces allow 2^32 values with one key (NIST SP 800-38D, section 8.3). A fleet may store more.
                seal: { try seal.derived(for: $1).sealed($0, as: $1) },
                open: { try seal.derived(for: $1).opened($0, as: $1) },
                digest: { seal.digest(of: $0) })
            self.init(engine, name: name, encryption: encryption, limit: limit, time: time)
        }
    #endif

    init(
        _ engine: any FleetEngine,
        name: String,
        encryption: Encryption?,
        limit: Duration,
        time: TimeSource,
        probe: Duration = .seconds(1)
    ) {
        self.engine = engine
        self.name = name
        self.encryption = encryption
        self.limit = limit
        self.time = time
        self.probe = probe
    }

    /// The events from now on.
    public var events: AsyncStream<FleetEvent> { broadcast.stream() }

    func report(_ event: FleetEvent) { broadcast.send(event) }
}

// MARK: Commands

extension Fleet {
    /// Gives a command to the engine, and returns its result.
    ///
    /// - Parameter isRecovering: Indicates that the command is part of a recovery, so an engine that counts as lost is
    ///   asked, too.
    /// - Throws: `EngineLost` if the engine fails now or is known to be lost. `APIError` with the code `.cancelled` if
    ///   the task is cancelled. The engine may then still perform the command.
    func ask<Value: Sendable>(
        isRecovering: Bool = false, _ command: @escaping @Sendable (any FleetEngine) async throws -> Value
    ) async throws -> Value {
        let (failure, era) = state.withLock { ($0.health.failure, $0.health.era) }
        if let failure, !isRecovering {
            throw EngineLost(description: failure)
        }
        do throws(APIError) {
            return try await limited(command)
        } catch {
            if error.code == .cancelled {
                throw error
            }
            let reason = error.message ?? "the engine failed"
            if state.withLock({ $0.health.fail(reason, in: era, at: time.now()) }) {
                broadcast.send(.lost(reason))
                recover()
            }
            throw EngineLost(description: reason)
        }
    }

    /// Runs a command, and gives up when the time is over. An engine that ignores cancellation cannot hold the caller.
    private func limited<Value: Sendable>(
        _ command: @escaping @Sendable (any FleetEngine) async throws -> Value
    ) async throws(APIError) -> Value {
        let outcome = WaitList<Value>()
        let caller = outcome.enter()
        let work = Task { [engine] in
            do {
                outcome.resume(caller, with: .success(try await command(engine)))
            } catch {
                outcome.resume(caller, with: .failure(APIError(.connection, "\(error)")))
            }
        }
        let timer = Task { [time, limit] in
            try await time.sleep(limit)
            work.cancel()
            outcome.resume(caller, with: .failure(APIError(.connection, "the engine did not reply within \(limit)")))
        }
        defer { timer.cancel() }
        return try await outcome.value(of: caller)
    }

    /// The time that has passed since the engine recovered, or `nil` if it is lost.
    var timeSinceRecovery: Duration? {
        let health = state.withLock { $0.health }
        if health.failure == nil {
            return .seconds(time.now().timeIntervalSince(health.recovered))
        }
        return nil
    }

    /// The time that has passed since the engine was lost, or `nil` if it works.
    var timeSinceLoss: Duration? {
        let health = state.withLock { $0.health }
        if health.failure == nil {
            return nil
        }
        return .seconds(time.now().timeIntervalSince(health.lost))
    }

    /// The time within which each process notices that the engine works again and has written what it had kept.
    var timeToRecover: Duration { probe * 2 }
}

// MARK: Recovery

extension Fleet {
    /// Adds work for the next recoveries, or removes it if `work` is `nil`.
    func atRecovery(_ name: String, work: Work?) {
        state.withLock { $0.work[name] = work }
    }

    private func recover() {
        Task { [weak self, time, probe] in
            repeat { try await time.sleep(probe) } while await self?.recoverNow() == false
        }
    }

    /// Tries the engine. Returns `false` if it is still lost.
    private func recoverNow() async -> Bool {
        do {
            let probe = key("probe", for: Data())
            _ = try await ask(isRecovering: true) { try await $0.values([probe]) }
            for work in state.withLock({ Array($0.work.values) }) {
                try await work(true)
            }
        } catch {
            return false
        }
        state.withLock { $0.health.recover(at: time.now()) }
        broadcast.send(.recovered)
        // A call may have kept something after the work was done and before the engine counted as recovered.
        for work in state.withLock({ Array($0.work.values) }) {
            try? await work(false)
        }
        return true
    }
}

// MARK: Keys and values

extension Fleet {
    /// Returns a key of the engine. It contains a digest of the identity, so it shows neither arguments nor names.
    func key(_ part: String, for identity: Data) -> String {
        // Braces make a cluster keep all keys of the fleet on one node, because commands and scripts name several.
        let name = encryption?.digest(Data(part.utf8) + identity) ?? Self.digest(of: identity)
        return "{\(self.name)}:\(part):\(name)"
    }

    /// Returns a digest in hexadecimal digits, for a fleet without encryption.
    private static func digest(of identity: Data) -> String {
        let halves = [11, 12].map { Methodical.digest(of: identity, seed: $0) }
        return halves.map { String($0, radix: 16) }.joined(separator: "-")
    }

    /// Returns the bytes to store under a key. They begin with the identity, because two may have the same digest.
    func value(identity: Data, fields: [Data], for key: String) throws -> Data {
        let bytes = Fields([Data([1]), identity] + fields).bytes
        return try encryption?.seal(bytes, key) ?? bytes
    }

    /// Returns the fields of a stored value, or `nil` if there is none, if it cannot be used, or if it has more bytes
    /// than `limit`.
    func fields(
        from value: Data?,
        identity: Data,
        count: Int,
        for key: String,
        limit: Int = 1_048_576
    ) -> [Data]? {
        guard let value else { return nil }
        guard value.count <= limit, let bytes = try? encryption?.open(value, key) ?? value,
            var fields = Fields(reading: bytes)?.fields,
            fields.count == count + 2, fields.removeFirst() == Data([1])
        else {
            report(.refused("\(key) is damaged, of another version, or not encrypted with the key of this fleet"))
            return nil
        }
        if fields.removeFirst() == identity {
            return fields
        }
        return nil
    }

    /// Returns an identity made of texts.
    static func identity(of texts: [String]) -> Data {
        Data(CacheKey.bytes(of: texts))
    }
}
