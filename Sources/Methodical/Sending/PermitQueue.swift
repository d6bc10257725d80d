import Foundation

/// The permits of a rate limiter and the callers that wait for one.
///
/// The state is pure, so that tests can try every order of events: each method returns the step that the caller
/// performs.
struct PermitQueue: Sendable {
    struct Permit: Hashable, Sendable {
        /// The place of the permit in each window.
        fileprivate let places: [Int]
        fileprivate let number: Int
    }

    struct Step: Sendable {
        var granted: [(Int, Permit)] = []
        /// The callers whose deadline has passed.
        var late: [Int] = []
        /// The callers that would wait for more than an hour, with the time until the next permit.
        var refused: [(Int, Duration)] = []
        /// The time at which to look at the queue again, or `nil` if nothing waits.
        var wake: Date?
    }

    /// One limit of several that hold together: a rate, or a number of requests in flight.
    private struct Window: Sendable {
        /// The time at which each permit becomes free, and the number under which it was last given. The time is
        /// unknown, and thus the distant future, until the request is sent, or until it ends if the window counts
        /// requests in flight.
        var permits: [(until: Date, number: Int)]
        /// The seconds for which a permit stays taken after the response, 0 for requests in flight.
        let interval: Double

        init(_ count: Int, _ interval: Double) {
            permits = Array(repeating: (.distantPast, 0), count: count)
            self.interval = interval
        }

        /// The time at which the next permit becomes free.
        var next: Date { permits.reduce(.distantFuture) { min($0, $1.until) } }

        /// Returns the place of a free permit.
        ///
        /// If a permit becomes free later than is possible, the clock was set back after the permit was given. The
        /// permit then counts as free.
        func free(at now: Date) -> Int? {
            permits.firstIndex { $0.until <= now || $0.until > now + 2 * interval && $0.until != .distantFuture }
        }

        /// Makes a permit free at a time, unless it becomes free earlier.
        mutating func set(_ place: Int, _ number: Int, _ until: Date) {
            guard permits.indices.contains(place), permits[place].number == number else { return }
            permits[place].until = min(permits[place].until, until)
        }
    }

    private var windows: [Window]
    private var waiting = CallerQueue()
    /// The time until which the server allows no requests, and the time at which it has said so.
    private var held: (since: Date, until: Date)?
    private var last = 0
    /// The longest time for which callers wait, in seconds. The limit of a day would otherwise stop a program for hours
    /// without a word.
    private static let patience = 3600.0

    /// Creates a queue. Without a limit, requests wait only while the server allows none.
    init(_ limit: APIDescription.Limit?) {
        let rates = limit.map { [$0] + $0.further } ?? []
        windows = rates.map { Window($0.count, $0.interval / .seconds(1)) }
        if let parallel = limit?.parallel { windows.append(Window(parallel, 0)) }
    }

    /// Returns a free permit, unless other callers wait already.
    mutating func take(at now: Date) -> Permit? { waiting.isEmpty ? grant(now) : nil }

    /// Adds a caller to the queue.
    mutating func add(_ caller: Int, _ priority: CallPriority, before deadline: Date?, at now: Date) -> Step {
        waiting.add(caller, priority, before: deadline)
        return look(at: now)
    }

    /// Removes a caller from the queue.
    mutating func remove(_ caller: Int, at now: Date) -> Step {
        waiting.remove(caller)
        return look(at: now)
    }

    /// Records that the request of a permit is sent now.
    mutating func begin(_ permit: Permit, at now: Date) -> Step {
        for (window, place) in zip(windows.indices, permit.places) where windows[window].interval > 0 {
            windows[window].set(place, permit.number, now + 2 * windows[window].interval)
        }
        return look(at: now)
    }

    /// Records that the request of a permit has ended now.
    mutating func finish(_ permit: Permit, at now: Date) -> Step {
        for (window, place) in zip(windows.indices, permit.places) {
            windows[window].set(place, permit.number, now + windows[window].interval)
        }
        return look(at: now)
    }

    /// Makes a permit free that no request was sent with.
    mutating func giveBack(_ permit: Permit, at now: Date) -> Step {
        for (window, place) in zip(windows.indices, permit.places) { windows[window].set(place, permit.number, now) }
        return look(at: now)
    }

    /// Gives no permits until the given time, because the server has said that no requests are left.
    mutating func hold(until end: Date, at now: Date) -> Step {
        held = (now, max(end, endOfHold(now)))
        return look(at: now)
    }

    /// Returns the end of the hold. A hold from the future was set before the clock was set back, and does not count.
    private func endOfHold(_ now: Date) -> Date {
        guard let held, held.since <= now else { return .distantPast }
        return held.until
    }

    /// Returns the time until the next permit becomes free.
    func wait(at now: Date) -> Duration {
        let waits = windows.map { min($0.next.timeIntervalSince(now), 2 * $0.interval) }
        return .seconds(max(0, waits.max() ?? 0, endOfHold(now).timeIntervalSince(now)))
    }

    /// Returns the time until the next permit if that is more than an hour, or `nil` if callers wait for it.
    func refusal(at now: Date) -> Duration? {
        let long = windows.filter { $0.interval > Self.patience && $0.free(at: now) == nil }
        let next = long.map(\.next).filter { $0 != .distantFuture }.max()
        return next.map { $0.timeIntervalSince(now) }.flatMap { $0 > Self.patience ? .seconds($0) : nil }
    }

    /// The time at which the next request is possible, as far as it is known.
    private var nextPermit: Date { windows.reduce(.distantPast) { max($0, $1.next) } }

    /// Removes the callers whose deadline has passed, and gives the free permits to the next ones.
    mutating func look(at now: Date) -> Step {
        var step = Step()
        step.late = waiting.removeLate(at: now)
        while !waiting.isEmpty, let permit = grant(now), let caller = waiting.next() {
            step.granted.append((caller, permit))
        }
        if !waiting.isEmpty, let pause = refusal(at: now) {
            while let caller = waiting.next() { step.refused.append((caller, pause)) }
        }
        let wake = min(max(nextPermit, endOfHold(now)), waiting.firstDeadline)
        if !waiting.isEmpty, wake != .distantFuture { step.wake = wake }
        return step
    }

    /// Returns a free permit, or `nil` if there is none.
    private mutating func grant(_ now: Date) -> Permit? {
        if endOfHold(now) > now { return nil }
        var places: [Int] = []
        for window in windows {
            guard let place = window.free(at: now) else { return nil }
            places.append(place)
        }
        last += 1
        for (window, place) in zip(windows.indices, places) {
            windows[window].permits[place] = (.distantFuture, last)
        }
        return Permit(places: places, number: last)
    }
}
