import Foundation

/// The permits of a rate limiter and the callers that wait for one.
///
/// The state is pure, so that tests can try every order of events: each method returns the step that the caller
/// performs.
struct PermitQueue: Sendable {
    struct Permit: Hashable, Sendable {
        fileprivate let place: Int
        fileprivate let number: Int
    }

    struct Step: Sendable {
        var granted: [(Int, Permit)] = []
        /// The callers whose deadline has passed.
        var late: [Int] = []
        /// The time at which to look at the queue again, or `nil` if nothing waits.
        var wake: Date?
    }

    /// The time at which each permit becomes free, and the number under which it was last given. The time is unknown,
    /// and thus the distant future, until the request is sent.
    private var permits: [(until: Date, number: Int)]
    private var waiting = CallerQueue()
    /// The time until which the server allows no requests, and the time at which it has said so.
    private var held: (since: Date, until: Date)?
    private let interval: Double
    private var last = 0

    /// Creates a queue. Without a limit, requests wait only while the server allows none.
    init(_ limit: APIDescription.Limit?) {
        permits = Array(repeating: (.distantPast, 0), count: limit?.count ?? 0)
        interval = (limit?.interval ?? .zero) / .seconds(1)
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
    mutating func begin(_ permit: Permit, at now: Date) -> Step { set(permit, now + 2 * interval, now) }
    /// Records that the request of a permit has ended now.
    mutating func finish(_ permit: Permit, at now: Date) -> Step { set(permit, now + interval, now) }

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

    private mutating func set(_ permit: Permit, _ until: Date, _ now: Date) -> Step {
        if permits.indices.contains(permit.place), permits[permit.place].number == permit.number {
            permits[permit.place].until = min(permits[permit.place].until, until)
        }
        return look(at: now)
    }

    /// Returns the time until the next permit becomes free.
    func wait(at now: Date) -> Duration {
        let permit = min(nextPermit.timeIntervalSince(now), 2 * interval)
        return .seconds(max(0, permit, endOfHold(now).timeIntervalSince(now)))
    }

    private var nextPermit: Date {
        permits.isEmpty ? .distantPast : permits.reduce(.distantFuture) { min($0, $1.until) }
    }

    /// Removes the callers whose deadline has passed, and gives the free permits to the next ones.
    mutating func look(at now: Date) -> Step {
        var step = Step()
        step.late = waiting.removeLate(at: now)
        while !waiting.isEmpty, let permit = grant(now), let caller = waiting.next() {
            step.granted.append((caller, permit))
        }
        let wake = min(max(nextPermit, endOfHold(now)), waiting.firstDeadline)
        if !waiting.isEmpty, wake != .distantFuture { step.wake = wake }
        return step
    }

    /// Returns a free permit, or `nil` if there is none.
    ///
    /// If a permit becomes free later than is possible, the clock was set back after the permit was given. The permit
    /// then counts as free.
    private mutating func grant(_ now: Date) -> Permit? {
        if endOfHold(now) > now { return nil }
        if permits.isEmpty { return Permit(place: 0, number: 0) }
        guard
            let place = permits.firstIndex(where: {
                $0.until <= now || $0.until > now + 2 * interval && $0.until != .distantFuture
            })
        else { return nil }
        last += 1
        permits[place] = (.distantFuture, last)
        return Permit(place: place, number: last)
    }
}
