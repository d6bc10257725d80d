import Foundation
import Methodical
import MethodicalAccounts

/// The right of one process to do something for a while. It ends by itself if the process is killed.
///
/// The engine measures the lifetime with its own clock. The holder measures it from the moment before it asked the
/// engine, with a clock that goes on while the process or the machine stands still (CLOCK_BOOTTIME on Linux, and
/// CLOCK_MONOTONIC_RAW on Apple's systems). So the holder never counts a lease as longer than the engine does, however
/// late the engine's reply arrives.
///
/// A lease cannot prevent that a process stands still after its last look at the clock. The results of work under a
/// lease are therefore stored by compare and set.
struct Lease: Sendable {
    /// A random number that tells this holder from all others.
    let owner: Data
    private let fleet: Fleet
    private let key: String
    private let lifetime: Duration
    private let state: Locked<State>

    private struct State: Sendable {
        /// The time before the request by which the engine has last granted the lease.
        var granted: ContinuousClock.Instant
        /// Indicates whether the engine did not have the lease any more, so that another process may have had it.
        var isLost = false
        /// Indicates whether a request is being sent that no other process should send meanwhile.
        var isSpending = false
    }

    /// The value of the lease after another process has announced that it waits for the result.
    static func awaited(_ owner: Data) -> Data { owner + [1] }

    /// Takes a lease. Returns `nil` if another process has it.
    static func take(
        _ key: String,
        for lifetime: Duration,
        in fleet: Fleet
    ) async throws -> Lease? {
        let random = (UInt64.random(in: 0...UInt64.max), UInt64.random(in: 0...UInt64.max))
        let owner = Data(random.0) + Data(random.1)
        let state = Locked(State(granted: fleet.time.instant()))
        let lease = Lease(owner: owner, fleet: fleet, key: key, lifetime: lifetime, state: state)
        if try await lease.change(from: nil, to: owner) {
            return lease
        }
        return nil
    }

    /// Runs `body`, and extends the lease until it returns.
    func extended<Value: Sendable>(during body: () async throws -> Value) async rethrows -> Value {
        let timer = Task {
            while true {
                try await fleet.time.sleep(lifetime / 3)
                // If the engine is lost, so is the lease. The work goes on, because its result is compared anyway.
                _ = try? await extend()
            }
        }
        defer { timer.cancel() }
        return try await body()
    }

    /// Extends the lease. Returns `false` if the engine does not have it any more.
    ///
    /// A lease that is extended was this holder's all the time, because nobody else knows its number.
    private func extend() async throws -> Bool {
        let now = fleet.time.instant()
        let awaited = Self.awaited(owner)
        var isHeld = try await change(from: owner, to: owner)
        if !isHeld {
            isHeld = try await change(from: awaited, to: awaited)
        }
        if isHeld {
            state.withLock { $0.granted = max($0.granted, now) }
            return true
        }
        let isSpending = state.withLock { state in
            state.isLost = true
            return state.isSpending
        }
        // The engine has evicted the lease, or it has ended. Until the response is there, the others had better wait.
        if isSpending {
            _ = try? await change(from: nil, to: owner)
        }
        return false
    }

    /// Indicates whether the lease lasts long enough to send a request. A third of its lifetime is the margin for the
    /// way of the request to the server, and for clocks that do not run equally fast.
    private var lasts: Bool {
        let now = fleet.time.instant()
        return state.withLock { !$0.isLost && now - $0.granted < lifetime * 2 / 3 }
    }

    /// Runs `send`, which may send requests only while the lease lasts. Returns `nil` if it sent none because the lease
    /// has ended, or may have.
    func spending<Value: Sendable>(_ send: () async throws -> Value) async throws -> Value? {
        // The engine may have evicted the lease, and its reply may take too long.
        guard try await extend(), lasts else { return nil }
        state.withLock { $0.isSpending = true }
        defer { state.withLock { $0.isSpending = false } }
        let isRefused = Locked(false)
        let check: @Sendable () throws(APIError) -> Void = { () throws(APIError) in
            if lasts {
                return
            }
            isRefused.withLock { $0 = true }
            throw APIError(.timedOut, "the lease of the refresh has ended")
        }
        do {
            return try await SpendingRight.$check.withValue(check) { try await send() }
        } catch {
            if isRefused.withLock({ $0 }) {
                return nil
            }
            throw error
        }
    }

    /// Ends the lease, unless another process waits for the result. Returns `false` if one does, or if the lease has
    /// ended already.
    func release() async throws -> Bool {
        try await change(from: owner, to: nil)
    }

    /// Ends the lease after another process has received the result that it waits for.
    func releaseAwaited() async throws {
        _ = try await change(from: Self.awaited(owner), to: nil)
    }

    private func change(from old: Data?, to new: Data?) async throws -> Bool {
        try await fleet.ask { [key, lifetime] in
            try await $0.compareAndSet(key, from: old, to: new, for: lifetime)
        }
    }
}
