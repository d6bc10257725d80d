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
        /// The number of permits.
        let count: Int
        /// The time for which a permit stays taken after the response, zero for requests in flight.
        let interval: Duration
        /// The instants at which the permits become free. Such an instant is unknown, and thus the distant future,
        /// until the request is sent, or until it ends if the window counts requests in flight. Permits that were
        /// never given are not among them.
        private var ends = IndexedHeap<ContinuousClock.Instant>()
        /// The number under which each permit was last given.
        private var numbers: [Int] = []

        init(_ count: Int, per interval: Duration) {
            self.count = count
            self.interval = interval
        }

        /// Indicates whether there are permits that were never given.
        private var hasUnusedPermits: Bool { numbers.count < count }

        /// The instant at which the next permit becomes free.
        var next: ContinuousClock.Instant {
            if hasUnusedPermits {
                return .distantPast
            }
            return ends.first?.order ?? .distantFuture
        }

        /// Returns the index of a free permit.
        func free(at now: ContinuousClock.Instant) -> Int? {
            if let first = ends.first, first.order <= now {
                return first.number
            }
            return hasUnusedPermits ? numbers.count : nil
        }

        /// Gives a free permit under a number.
        mutating func give(_ index: Int, number: Int) {
            if index == numbers.count {
                numbers.append(number)
            } else {
                numbers[index] = number
            }
            ends.set(index, to: .distantFuture)
        }

        /// Makes a permit free at an instant, unless it becomes free earlier.
        mutating func set(_ index: Int, number: Int, until: ContinuousClock.Instant) {
            guard numbers.indices.contains(index),
                numbers[index] == number,
                let end = ends.order(of: index),
                until < end
            else { return }
            ends.set(index, to: until)
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
            windows[window].give(index, number: last)
        }
        return Permit(indices: indices, number: last)
    }
}
