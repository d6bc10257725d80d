import Methodical

/// The slots that a process has reserved in the fleet's schedule, and the callers that wait for one.
///
/// The state is pure, so that tests can try every order of events: each method returns the step that the caller
/// performs.
struct SlotQueue: Sendable {
    struct Step: Sendable {
        /// The callers that may send a request now, and whether their slot was made without the engine.
        var granted: [(caller: Int, isLocal: Bool)] = []
        /// The callers whose deadline has passed.
        var late: [Int] = []
        /// The number of slots to ask for now, or `nil` if none are needed or an answer is due.
        var ask: Int?
        /// The instant at which to look at the queue again, or `nil` if nothing waits.
        var wake: ContinuousClock.Instant?
    }

    private struct Slot: Sendable {
        /// The instant from which the slot may be used.
        let start: ContinuousClock.Instant
        /// The instant until which it may be used. Later it is lost, so that unused slots do not add up to a burst.
        let end: ContinuousClock.Instant
        let isLocal: Bool
    }

    private var slots: [Slot] = []
    private var waiting = CallerQueue()
    private var isAsking = false
    /// The instants of the last calls, as many as one question may reserve slots for.
    private var arrivals: [ContinuousClock.Instant] = []
    /// The time between two slots of the limit.
    private let pause: Duration
    /// The largest number of slots to ask for at once, so that one process cannot take them all.
    private let most: Int

    init(_ limit: APIDescription.Limit) {
        pause = limit.pause
        most = max(1, limit.count / 8)
    }

    /// Indicates whether the queue can be forgotten.
    func isIdle(at now: ContinuousClock.Instant) -> Bool {
        waiting.isEmpty && !isAsking && slots.allSatisfy { $0.end <= now }
    }

    /// Adds a caller to the queue.
    mutating func add(
        _ caller: Int,
        priority: Call.Priority,
        before deadline: ContinuousClock.Instant?,
        at now: ContinuousClock.Instant
    ) -> Step {
        waiting.add(caller, priority: priority, before: deadline)
        arrivals.append(now)
        if arrivals.count > most {
            arrivals.removeFirst()
        }
        return look(at: now)
    }

    /// Removes a caller from the queue.
    mutating func remove(_ caller: Int, at now: ContinuousClock.Instant) -> Step {
        waiting.remove(caller)
        return look(at: now)
    }

    /// Takes back the slot of a caller that was cancelled when it received it.
    mutating func giveBack(isLocal: Bool, at now: ContinuousClock.Instant) -> Step {
        let end = now + max(pause, Self.grace)
        slots.insert(Slot(start: now, end: end, isLocal: isLocal), at: 0)
        return look(at: now)
    }

    /// Adds the slots that were asked for.
    ///
    /// - Parameters:
    ///   - count: The number of slots.
    ///   - delay: The time until the first one. It is negative if a burst is allowed.
    ///   - pause: The time between them, if they were made without the engine.
    ///   - now: The current instant.
    mutating func receive(
        _ count: Int,
        after delay: Duration,
        localPause: Duration? = nil,
        at now: ContinuousClock.Instant
    ) -> Step {
        isAsking = false
        let pause = localPause ?? pause
        for place in 0..<count {
            let offset = pause * place
            let start = now + max(.zero, delay + offset)
            // A slot that a burst allows at once is not lost before its turn.
            let end = now + max(delay + offset, offset) + max(pause, Self.grace)
            slots.append(Slot(start: start, end: end, isLocal: localPause != nil))
        }
        return look(at: now)
    }

    /// Gives the slots whose time has come to the next callers.
    mutating func look(at now: ContinuousClock.Instant) -> Step {
        var step = Step()
        step.late = waiting.removeLate(at: now)
        slots.removeAll { $0.end <= now }
        while let slot = slots.first, slot.start <= now, let caller = waiting.next() {
            slots.removeFirst()
            step.granted.append((caller, slot.isLocal))
        }
        if !isAsking, waiting.count > slots.count, slots.count <= most / 2 {
            // Calls that come as often as the last ones find a slot without asking.
            let recent = arrivals.count { $0 > now - pause * most }
            step.ask = min(most, max(waiting.count, recent) - slots.count)
            isAsking = true
        }
        let wake = min(slots.first?.start ?? .distantFuture, waiting.firstDeadline)
        if !waiting.isEmpty, wake != .distantFuture {
            step.wake = wake
        }
        return step
    }

    /// The shortest time for which a slot can be used. A busy machine may wake a caller so late.
    private static let grace = Duration.milliseconds(100)
}
