import Foundation
import Methodical

/// Time that stands still until a test moves it: `Client.Configuration(time: time.source)`.
public final class ManualTime: Sendable {
    private let state: Locked<State>

    private struct State: Sendable {
        var now: Date
        var last = 0
        var sleepers: [Int: (until: Date, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]

        mutating func number() -> Int {
            last += 1
            return last
        }
    }

    public init(_ start: Date = Date(timeIntervalSince1970: 1_700_000_000)) { state = Locked(State(now: start)) }

    public var now: Date { state.withLock { $0.now } }

    /// How many wait for time to pass.
    public var sleepers: Int { state.withLock { $0.sleepers.count } }

    public var source: TimeSource { TimeSource(now: { [self] in now }, sleep: { [self] in try await sleep($0) }) }

    /// Moves time on, and wakes whose time has come, in the order in which it came.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now.addTimeInterval(duration / .seconds(1))
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.sorted { ($0.value.until, $0.key) < ($1.value.until, $1.key) }
        }
        for sleeper in due { sleeper.value.continuation.resume() }
    }

    /// Waits until somebody sleeps: then all that comes before has happened. Who is cancelled waits no longer.
    public func untilSomebodySleeps() async {
        let number = state.withLock { $0.number() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if Task.isCancelled || !state.sleepers.isEmpty { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }

    private func sleep(_ duration: Duration) async throws {
        try Task.checkCancellation()
        if duration <= .zero { return }
        let number = state.withLock { $0.number() }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                // Cancelled before or after this, the sleeper wakes: the handler takes the state's lock as well.
                let (waiting, isCancelled) = state.withLock { state in
                    if Task.isCancelled { return ([Int: CheckedContinuation<Void, Never>](), true) }
                    state.sleepers[number] = (state.now.addingTimeInterval(duration / .seconds(1)), continuation)
                    defer { state.waiting = [:] }
                    return (state.waiting, false)
                }
                for waiter in waiting.values { waiter.resume() }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: number) }?.continuation.resume(
                throwing: CancellationError())
        }
    }
}
