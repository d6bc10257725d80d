import Foundation
import Methodical

/// A clock that stands still until a test moves it: `Client.Configuration(time: time.source)`.
///
/// ``advance(by:)`` moves the date and the instant together. ``setDate(_:)`` moves the date alone, as somebody does who
/// sets the system's clock.
public final class ManualTime: Sendable {
    private let state: Locked<State>

    private struct State: Sendable {
        var now: Date
        var instant = ContinuousClock.now
        var last = 0
        var sleepers: [Int: (until: ContinuousClock.Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]

        /// Returns a new number for a waiter.
        mutating func number() -> Int {
            last += 1
            return last
        }
    }

    /// Creates a clock that stands at `start`.
    public init(_ start: Date = Date(timeIntervalSince1970: 1_700_000_000)) {
        state = Locked(State(now: start))
    }

    /// The current date of this clock.
    public var now: Date { state.withLock { $0.now } }

    /// The current instant of this clock.
    public var instant: ContinuousClock.Instant {
        state.withLock { $0.instant }
    }

    /// The number of tasks that sleep on this clock.
    public var sleepers: Int {
        state.withLock { $0.sleepers.count }
    }

    /// The time source for a client's configuration.
    public var source: TimeSource {
        TimeSource(
            now: { [self] in now },
            instant: { [self] in instant },
            sleep: { [self] in try await sleep(for: $0) })
    }

    /// Moves the clock forward and wakes the tasks whose time has come, in the order of their times.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now.addTimeInterval(duration / .seconds(1))
            state.instant += duration
            let due = state.sleepers.filter { $0.value.until <= state.instant }
            for number in due.keys {
                state.sleepers[number] = nil
            }
            return due.sorted {
                ($0.value.until, $0.key) < ($1.value.until, $1.key)
            }
        }
        for sleeper in due {
            sleeper.value.continuation.resume()
        }
    }

    /// Sets the date, forward or back, without letting time pass: nobody wakes.
    public func setDate(_ date: Date) {
        state.withLock { $0.now = date }
    }

    /// Waits until a task sleeps on this clock, so that everything before its sleep has happened. Returns at once if
    /// one sleeps already or if this task is cancelled.
    public func untilSomebodySleeps() async {
        let number = state.withLock { $0.number() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || !state.sleepers.isEmpty {
                        return true
                    }
                    state.waiting[number] = continuation
                    return false
                }
                if isOver {
                    continuation.resume()
                }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }

    private func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        if duration <= .zero {
            return
        }
        let number = state.withLock { $0.number() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                // A cancellation before or after this point wakes the sleeper, because the handler takes the same lock.
                let (waiting, isCancelled) = state.withLock { state in
                    if Task.isCancelled {
                        return ([Int: CheckedContinuation<Void, Never>](), true)
                    }
                    state.sleepers[number] = (state.instant + duration, continuation)
                    defer { state.waiting = [:] }
                    return (state.waiting, false)
                }
                for waiter in waiting.values {
                    waiter.resume()
                }
                if isCancelled {
                    continuation.resume(throwing: CancellationError())
                }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume(
                throwing: CancellationError())
        }
    }
}
