/// The callers that wait for their turn under a rate limit.
///
/// Callers with a higher priority go first, and equal ones in the order of their arrival. None is overtaken for ever.
package struct CallerQueue: Sendable {
    /// The callers of each priority, in the order of their arrival.
    private var lines: [Call.Priority: IndexedHeap<Int>] = [:]
    private var priorities: [Int: Call.Priority] = [:]
    private var deadlines = IndexedHeap<ContinuousClock.Instant>()
    private var lastArrival = 0
    /// The arrivals of the callers that have overtaken the oldest one. It has been overtaken at least as often as any
    /// other, so that only it can have lost its patience.
    private var overtakers: [Int] = []
    /// The number of times that a caller can be overtaken.
    private static let patience = 8

    package init() {}

    package var isEmpty: Bool { priorities.isEmpty }
    package var count: Int { priorities.count }

    /// The first deadline of all callers, or the distant future if none has one.
    package var firstDeadline: ContinuousClock.Instant {
        deadlines.first?.order ?? .distantFuture
    }

    /// Adds a caller.
    package mutating func add(
        _ caller: Int,
        priority: Call.Priority,
        before deadline: ContinuousClock.Instant?
    ) {
        lastArrival += 1
        lines[priority, default: IndexedHeap()].set(caller, to: lastArrival)
        priorities[caller] = priority
        if let deadline {
            deadlines.set(caller, to: deadline)
        }
    }

    /// Removes a caller, if it waits.
    package mutating func remove(_ caller: Int) {
        guard let priority = priorities.removeValue(forKey: caller) else { return }
        lines[priority]?.remove(caller)
        deadlines.remove(caller)
        if let oldest {
            overtakers.removeAll { $0 < oldest.order }
        } else {
            overtakers.removeAll()
        }
    }

    /// Removes the callers whose deadline has passed, and returns them.
    package mutating func removeLate(at now: ContinuousClock.Instant) -> [Int] {
        var late: [Int] = []
        while let first = deadlines.first, first.order <= now {
            late.append(first.number)
            remove(first.number)
        }
        return late
    }

    /// Removes the next caller and returns it: the oldest one if it has been overtaken too often, otherwise the first
    /// of those with the highest priority. Returns `nil` if no caller waits.
    package mutating func next() -> Int? {
        guard let oldest, let urgent else { return nil }
        if overtakers.count >= Self.patience {
            remove(oldest.number)
            return oldest.number
        }
        if urgent.order > oldest.order {
            overtakers.append(urgent.order)
        }
        remove(urgent.number)
        return urgent.number
    }

    /// The caller that has waited the longest, with its arrival.
    private var oldest: (number: Int, order: Int)? {
        lines.values.compactMap(\.first).min { $0.order < $1.order }
    }

    /// The first caller of those with the highest priority, with its arrival.
    private var urgent: (number: Int, order: Int)? {
        let heads = lines.compactMap { priority, line in
            line.first.map { (priority: priority, caller: $0) }
        }
        return heads.max { $0.priority < $1.priority }?.caller
    }
}
