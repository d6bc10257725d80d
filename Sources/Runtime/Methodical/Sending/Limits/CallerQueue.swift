/// The callers that wait for their turn under a rate limit.
///
/// Callers with a higher priority go first, and equal ones in the order of their arrival. None is overtaken for ever.
package struct CallerQueue: Sendable {
    private struct Waiting: Sendable {
        let caller: Int
        let priority: Call.Priority
        let deadline: ContinuousClock.Instant?
        var overtaken = 0
    }

    private var waiting: [Waiting] = []
    /// The number of times that a caller can be overtaken.
    private static let patience = 8

    package init() {}

    package var isEmpty: Bool { waiting.isEmpty }
    package var count: Int { waiting.count }

    /// The first deadline of all callers, or the distant future if none has one.
    package var firstDeadline: ContinuousClock.Instant {
        waiting.reduce(.distantFuture) { min($0, $1.deadline ?? .distantFuture) }
    }

    /// Adds a caller.
    package mutating func add(
        _ caller: Int,
        priority: Call.Priority,
        before deadline: ContinuousClock.Instant?
    ) {
        waiting.append(Waiting(caller: caller, priority: priority, deadline: deadline))
    }

    /// Removes a caller, if it waits.
    package mutating func remove(_ caller: Int) {
        waiting.removeAll { $0.caller == caller }
    }

    /// Removes the callers whose deadline has passed, and returns them.
    package mutating func removeLate(at now: ContinuousClock.Instant) -> [Int] {
        var late: [Int] = []
        waiting.removeAll { waiter in
            guard let deadline = waiter.deadline,
                deadline <= now
            else { return false }
            late.append(waiter.caller)
            return true
        }
        return late
    }

    /// Removes the next caller and returns it: one that has been overtaken too often, otherwise the first of those with
    /// the highest priority. Returns `nil` if no caller waits.
    package mutating func next() -> Int? {
        if waiting.isEmpty {
            return nil
        }
        var best = 0
        for index in waiting.indices {
            if waiting[index].overtaken >= Self.patience {
                best = index
                break
            }
            if waiting[index].priority > waiting[best].priority {
                best = index
            }
        }
        for index in 0..<best {
            waiting[index].overtaken += 1
        }
        return waiting.remove(at: best).caller
    }
}
