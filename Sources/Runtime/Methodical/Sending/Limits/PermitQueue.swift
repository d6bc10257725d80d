/// The permits of a rate limiter and the callers that wait for one.
///
/// The state is pure, so that tests can try every order of events: each method returns the step that the caller
/// performs.
struct PermitQueue: Sendable {
    struct Permit: Hashable, Sendable {
        /// The index of the permit in each window.
        fileprivate let indices: [Int]
        fileprivate let number: Int
    }

    struct Step: Sendable {
        var granted: [(Int, Permit)] = []
        /// The callers whose deadline has passed.
        var late: [Int] = []
        /// The callers that would wait for more than an hour, with the time until the next permit.
        var refused: [(Int, Duration)] = []
        /// The instant at which to look at the queue again, or `nil` if nothing waits.
        var wake: ContinuousClock.Instant?
    }

    /// One limit of several that hold together: a rate, or a number of requests in flight.
    private struct Window: Sendable {
        /// The instant at which each permit becomes free, and the number under which it was last given. The instant is
        /// unknown, and thus the distant future, until the request is sent, or until it ends if the window counts
        /// requests in flight.
        var permits: [(until: ContinuousClock.Instant, number: Int)]
        /// The time for which a permit stays taken after the response, zero for requests in flight.
        let interval: Duration

        init(_ count: Int, per interval: Duration) {
            permits = Array(repeating: (.distantPast, 0), count: count)
            self.interval = interval
        }

        /// The instant at which the next permit becomes free.
        var next: ContinuousClock.Instant {
            permits.reduce(.distantFuture) { min($0, $1.until) }
        }

        /// Returns the index of a free permit.
        func free(at now: ContinuousClock.Instant) -> Int? {
            permits.firstIndex { $0.until <= now }
        }

        /// Makes a permit free at an instant, unless it becomes free earlier.
        mutating func set(_ index: Int, number: Int, until: ContinuousClock.Instant) {
            guard permits.indices.contains(index),
                permits[index].number == number
            else { return }
            permits[index].until = min(permits[index].until, until)
        }
    }

    private var windows: [Window]
    private var waiting = CallerQueue()
    /// The instant until which the server allows no requests.
    private var endOfHold = ContinuousClock.Instant.distantPast
    private var last = 0
    /// The longest time for which callers wait. The limit of a day would otherwise stop a program for hours
    /// without a word.
    private static let patience = Duration.seconds(3600)

    /// Creates a queue. Without a limit, requests wait only while the server allows none.
    init(_ limit: APIDescription.Limit?) {
        let rates = limit.map { [$0] + $0.further } ?? []
        windows = rates.map { Window($0.count, per: $0.interval) }
        if let parallel = limit?.parallel {
            windows.append(Window(parallel, per: .zero))
        }
    }

    /// Returns a free permit, unless other callers wait already.
    mutating func take(at now: ContinuousClock.Instant) -> Permit? {
        guard waiting.isEmpty else { return nil }
        return grant(at: now)
    }

    /// Adds a caller to the queue.
    mutating func add(
        _ caller: Int,
        priority: Call.Priority,
        before deadline: ContinuousClock.Instant?,
        at now: ContinuousClock.Instant
    ) -> Step {
        waiting.add(caller, priority: priority, before: deadline)
        return look(at: now)
    }

    /// Removes a caller from the queue.
    mutating func remove(_ caller: Int, at now: ContinuousClock.Instant) -> Step {
        waiting.remove(caller)
        return look(at: now)
    }

    /// Records that the request of a permit is sent now.
    mutating func begin(_ permit: Permit, at now: ContinuousClock.Instant) -> Step {
        for (window, index) in zip(windows.indices, permit.indices) where windows[window].interval > .zero {
            windows[window].set(
                index,
                number: permit.number,
                until: now + windows[window].interval * 2)
        }
        return look(at: now)
    }

    /// Records that the request of a permit has ended now.
    mutating func finish(_ permit: Permit, at now: ContinuousClock.Instant) -> Step {
        for (window, index) in zip(windows.indices, permit.indices) {
            windows[window].set(
                index,
                number: permit.number,
                until: now + windows[window].interval)
        }
        return look(at: now)
    }

    /// Makes a permit free that no request was sent with.
    mutating func giveBack(_ permit: Permit, at now: ContinuousClock.Instant) -> Step {
        for (window, index) in zip(windows.indices, permit.indices) {
            windows[window].set(index, number: permit.number, until: now)
        }
        return look(at: now)
    }

    /// Gives no permits until the given time, because the server has said that no requests are left.
    mutating func hold(until end: ContinuousClock.Instant, at now: ContinuousClock.Instant) -> Step {
        endOfHold = max(endOfHold, end)
        return look(at: now)
    }

    /// Returns the time until the next permit becomes free.
    func wait(at now: ContinuousClock.Instant) -> Duration {
        let waits = windows.map { min($0.next - now, $0.interval * 2) }
        return max(.zero, waits.max() ?? .zero, endOfHold - now)
    }

    /// Returns the time until the next permit if that is more than an hour, or `nil` if callers wait for it.
    func refusal(at now: ContinuousClock.Instant) -> Duration? {
        let long = windows.filter {
            $0.interval > Self.patience && $0.free(at: now) == nil
        }
        let next = long.map(\.next).filter { $0 != .distantFuture }.max()
        guard let next, next - now > Self.patience else { return nil }
        return next - now
    }

    /// The instant at which the next request is possible, as far as it is known.
    private var nextPermit: ContinuousClock.Instant {
        windows.reduce(.distantPast) { max($0, $1.next) }
    }

    /// Removes the callers whose deadline has passed, and gives the free permits to the next ones.
    mutating func look(at now: ContinuousClock.Instant) -> Step {
        var step = Step()
        step.late = waiting.removeLate(at: now)
        while !waiting.isEmpty, let permit = grant(at: now), let caller = waiting.next() {
            step.granted.append((caller, permit))
        }
        if !waiting.isEmpty, let pause = refusal(at: now) {
            while let caller = waiting.next() {
                step.refused.append((caller, pause))
            }
        }
        let wake = min(max(nextPermit, endOfHold), waiting.firstDeadline)
        if !waiting.isEmpty, wake != .distantFuture {
            step.wake = wake
        }
        return step
    }

    /// Returns a free permit, or `nil` if there is none.
    private mutating func grant(at now: ContinuousClock.Instant) -> Permit? {
        if endOfHold > now {
            return nil
        }
        var indices: [Int] = []
        for window in windows {
            guard let index = window.free(at: now) else { return nil }
            indices.append(index)
        }
        last += 1
        for (window, index) in zip(windows.indices, indices) {
            windows[window].permits[index] = (.distantFuture, last)
        }
        return Permit(indices: indices, number: last)
    }
}

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
