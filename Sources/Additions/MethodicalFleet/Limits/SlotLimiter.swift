import Foundation
import Methodical

/// A queue of calls that wait for a slot of one limit of the fleet.
final class SlotLimiter: Sendable {
    private struct State: Sendable {
        var queue: SlotQueue
        /// The instant at which the timer looks at the queue again.
        var wake: ContinuousClock.Instant?
        var timer: Task<Void, Never>?
        /// The instant of the next slot while the engine is lost.
        var nextLocal = ContinuousClock.Instant.distantPast
    }

    private let fleet: Fleet
    private let key: String
    private let limit: APIDescription.Limit
    private let burst: Int
    private let share: Double
    private let state: Locked<State>
    private let waiting = WaitList<Bool>()
    /// The longest plausible delay. The script begins anew if the engine's clock was set back by more.
    private static let longest = Duration.seconds(3600)

    init(
        _ fleet: Fleet,
        key: String,
        limit: APIDescription.Limit,
        burst: Int,
        share: Double
    ) {
        self.fleet = fleet
        self.key = key
        self.limit = limit
        self.burst = burst
        self.share = share
        state = Locked(State(queue: SlotQueue(limit)))
    }

    var isIdle: Bool {
        state.withLock { $0.queue.isIdle(at: fleet.time.instant()) }
    }

    /// Waits for a slot. Returns `true` if it was made without the engine.
    func slot(
        priority: Call.Priority,
        before deadline: ContinuousClock.Instant?
    ) async throws(APIError) -> Bool {
        let caller = waiting.enter()
        change { $0.add(caller, priority: priority, before: deadline, at: $1) }
        return try await waiting.value(of: caller) { [self] in
            change { $0.remove(caller, at: $1) }
        }
    }

    /// Changes the queue and performs the step that results: resumes callers, asks the engine and sets the timer.
    private func change(_ body: (inout SlotQueue, ContinuousClock.Instant) -> SlotQueue.Step) {
        let (step, oldTimer) = state.withLock { state -> (SlotQueue.Step, Task<Void, Never>?) in
            let step = body(&state.queue, fleet.time.instant())
            if step.wake == state.wake {
                return (step, nil)
            }
            let oldTimer = state.timer
            state.wake = step.wake
            state.timer = step.wake.map { wake in
                Task { [self] in await look(at: wake) }
            }
            return (step, oldTimer)
        }
        // Outside the lock, which the cancellation handlers of waiting calls take.
        oldTimer?.cancel()
        if let count = step.ask {
            Task { await ask(for: count) }
        }
        for caller in step.late {
            let error = APIError(.timedOut, "the fleet's rate limit allowed no request in time")
            waiting.resume(caller, with: .failure(error))
        }
        for (caller, isLocal) in step.granted where !waiting.resume(caller, with: .success(isLocal)) {
            change { $0.giveBack(isLocal: isLocal, at: $1) }
        }
    }

    private func look(at wake: ContinuousClock.Instant) async {
        let pause = max(.microseconds(500), wake - fleet.time.instant())
        do {
            try await fleet.time.sleep(pause)
        } catch {
            // The timer was cancelled, because the queue has another time to wake, or none.
            return
        }
        state.withLock { state in
            if state.wake == wake {
                state.wake = nil
            }
        }
        change { $0.look(at: $1) }
    }

    /// Reserves slots in the fleet's schedule, or in one of this process if the engine is lost.
    private func ask(for count: Int) async {
        if let delay = await reservedDelay(for: count) {
            change { $0.receive(count, after: delay, at: $1) }
            return
        }
        let localPause = limit.pause / share
        let delay = state.withLock { state in
            let now = fleet.time.instant()
            let start = max(state.nextLocal, now)
            state.nextLocal = start + localPause * count
            return start - now
        }
        change { $0.receive(count, after: delay, localPause: localPause, at: $1) }
    }

    /// Reserves slots in the fleet's schedule, and returns the time until the first of them. Returns `nil` if the
    /// engine is lost or returns no plausible time.
    private func reservedDelay(for count: Int) async -> Duration? {
        let pause = limit.pause / .microseconds(1)
        let longest = Self.longest / .microseconds(1)
        // The order is that of the script.
        let numbers = [
            pause,
            pause * Double(burst - 1),
            Double(count),
            longest,
        ]
        let arguments = numbers.map { Data("\(Int($0.rounded()))".utf8) }
        let delays = try? await fleet.ask { [key] engine in
            try await engine.run(.reserve, keys: [key], arguments: arguments)
        }
        guard let delay = delays?.first, Double(delay) <= longest else {
            return nil
        }
        return .microseconds(delay)
    }
}
