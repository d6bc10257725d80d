import Foundation

extension APIDescription {
    /// A rate limit: at most `count` requests in any `interval`.
    public struct Limit: Hashable, Sendable {
        /// The most requests that are allowed in an interval, at least 1.
        public var count: Int
        /// The length of the interval.
        public var interval: Duration

        /// Creates a rate limit of `count` requests per interval, which is one second by default. A count below 1
        /// becomes 1.
        public init(_ count: Int, per interval: Duration = .seconds(1)) {
            (self.count, self.interval) = (max(1, count), interval)
        }

        fileprivate var pause: Duration { interval / count }
    }
}

extension Client {
    /// Returns the limiter for calls made with the given token, or `nil` if no limit applies.
    ///
    /// If several limits apply to the token's kinds, the slowest one is used. It is also used if the token's kind is
    /// unknown. Requests to any address without a token have no limit.
    @inline(never)
    func limiter(for token: Token?, _ call: Call? = nil) -> Limiter? {
        let limits = configuration.limits ?? api.limits
        if limits.isEmpty || call?.raw?.isAuthorized == false { return nil }
        let kinds = token?.kinds ?? []
        func slowest(_ fits: (TokenKinds) -> Bool) -> APIDescription.Limit? {
            limits.filter { fits($0.key) }.values.max { $0.pause < $1.pause }
        }
        var limit = limits[[]]
        if !kinds.isEmpty {
            limit = slowest { !$0.isDisjoint(with: kinds) } ?? limit
        } else if limit == nil, token != nil {
            limit = slowest { _ in true }
        }
        return limit.map {
            account.credentials.limiter(LimiterKey(api: api.name, baseURL: baseURL, kinds: kinds, limit: $0))
        }
    }
}

/// The key of a limiter among those of one account.
struct LimiterKey: Hashable, Sendable {
    let api: String
    let baseURL: String
    let kinds: TokenKinds
    let limit: APIDescription.Limit
}

/// A queue that lets requests through at a rate limit.
///
/// Requests with a higher priority go first, and equal ones go in the order of their arrival. No request is overtaken
/// for ever.
///
/// The limit counts requests as they arrive at the server, which happens some time between sending and response. A
/// permit therefore becomes free one interval after the response, or two intervals after sending if the response takes
/// longer than one interval. The server gets more requests than the limit only if one is on its way for longer than an
/// interval.
final class Limiter: Sendable {
    private typealias Waiting = CheckedContinuation<Result<Permit, APIError>, Never>

    private struct State: Sendable {
        var queue: LimiterState
        var waiting: [ObjectIdentifier: Waiting] = [:]
        /// The callers that were cancelled before they began to wait.
        var cancelled: Set<ObjectIdentifier> = []
        /// The time at which the timer looks at the queue again.
        var wake: Date?
        var timer: Task<Void, Never>?
    }

    private let state: Locked<State>

    init(_ limit: APIDescription.Limit) { state = Locked(State(queue: LimiterState(limit))) }

    struct Permit: Sendable {
        fileprivate let limiter: Limiter
        fileprivate let permit: LimiterState.Permit
        fileprivate let time: TimeSource

        /// Records that the request is sent now.
        func begin() { limiter.change(time) { $0.queue.begin(permit, at: time.now()) } }

        /// Records that the response has arrived, or that none will.
        func finish() { limiter.change(time) { $0.queue.finish(permit, at: time.now()) } }
    }

    /// Waits for a permit.
    ///
    /// - Parameters:
    ///   - time: The clock.
    ///   - priority: The priority of the request that waits.
    ///   - deadline: The time after which this method throws ``APIError/Code/timedOut``.
    ///   - waits: A function that receives the time until the next permit of this limiter, if none is free at once.
    /// - Throws: An error with the code `cancelled` or `timedOut`.
    func permit(_ time: TimeSource, _ priority: CallPriority, before deadline: Date?, waits: (Duration) -> Void)
        async throws(APIError) -> Permit
    {
        let now = time.now()
        let (free, wait) = state.withLock { ($0.queue.take(at: now), $0.queue.wait(at: now)) }
        if let free { return Permit(limiter: self, permit: free, time: time) }
        waits(wait)
        let waiter = Waiter()
        let id = ObjectIdentifier(waiter)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Waiting) in
                change(time) { state in
                    if state.cancelled.contains(id) {
                        continuation.resume(returning: .failure(APIError(.cancelled)))
                        return state.queue.look(at: time.now())
                    }
                    state.waiting[id] = continuation
                    return state.queue.ask(id, priority, before: deadline, at: time.now())
                }
            }
        } onCancel: {
            change(time) { state in
                if let continuation = state.waiting.removeValue(forKey: id) {
                    continuation.resume(returning: .failure(APIError(.cancelled)))
                } else {
                    state.cancelled.insert(id)
                }
                return state.queue.cancel(id, at: time.now())
            }
        }
        state.withLock { _ = $0.cancelled.remove(id) }
        withExtendedLifetime(waiter) {}
        return try result.get()
    }

    /// Changes the state and performs the step that results: resumes callers and sets the timer.
    private func change(_ time: TimeSource, _ body: (inout State) -> LimiterState.Step) {
        state.withLock { state in
            let step = body(&state)
            for (id, permit) in step.granted {
                state.waiting.removeValue(forKey: id)?.resume(
                    returning: .success(Permit(limiter: self, permit: permit, time: time)))
            }
            for id in step.late {
                state.waiting.removeValue(forKey: id)?.resume(
                    returning: .failure(APIError(.timedOut, "no turn came in time")))
            }
            guard step.wake != state.wake else { return }
            state.timer?.cancel()
            state.wake = step.wake
            state.timer = step.wake.map { wake in
                let pause = max(0.001, wake.timeIntervalSince(time.now()))
                return Task { [self] in
                    guard (try? await time.sleep(.seconds(pause))) != nil else { return }
                    change(time) { state in
                        if state.wake == wake { state.wake = nil }
                        return state.queue.look(at: time.now())
                    }
                }
            }
        }
    }
}

/// The state of a limiter: its permits and the callers that wait for one.
///
/// The state is pure, so that tests can try every order of events: each method returns the step that the caller
/// performs.
struct LimiterState: Sendable {
    struct Permit: Hashable, Sendable {
        fileprivate let place: Int
        fileprivate let number: Int
    }

    struct Step: Sendable {
        var granted: [(ObjectIdentifier, Permit)] = []
        /// The callers whose deadline has passed.
        var late: [ObjectIdentifier] = []
        /// The time at which to look at the queue again, or `nil` if nothing waits.
        var wake: Date?
    }

    private struct Waiting: Sendable {
        let id: ObjectIdentifier
        let priority: CallPriority
        let deadline: Date?
        var overtaken = 0
    }

    /// The time at which each permit becomes free, and the number under which it was last given. The time is unknown,
    /// and thus the distant future, until the request is sent.
    private var permits: [(until: Date, number: Int)]
    private var waiting: [Waiting] = []
    private let interval: Double
    private var last = 0
    /// The number of times that a caller can be overtaken.
    private static let patience = 8

    init(_ limit: APIDescription.Limit) {
        permits = Array(repeating: (.distantPast, 0), count: limit.count)
        interval = limit.interval / .seconds(1)
    }

    /// Returns a free permit, unless other callers wait already.
    mutating func take(at now: Date) -> Permit? { waiting.isEmpty ? grant(now) : nil }

    /// Adds a caller to the queue.
    mutating func ask(_ id: ObjectIdentifier, _ priority: CallPriority, before deadline: Date?, at now: Date) -> Step {
        waiting.append(Waiting(id: id, priority: priority, deadline: deadline))
        return look(at: now)
    }

    /// Removes a caller from the queue.
    mutating func cancel(_ id: ObjectIdentifier, at now: Date) -> Step {
        waiting.removeAll { $0.id == id }
        return look(at: now)
    }

    /// Records that the request of a permit is sent now.
    mutating func begin(_ permit: Permit, at now: Date) -> Step { set(permit, now + 2 * interval, now) }
    /// Records that the request of a permit has ended now.
    mutating func finish(_ permit: Permit, at now: Date) -> Step { set(permit, now + interval, now) }

    private mutating func set(_ permit: Permit, _ until: Date, _ now: Date) -> Step {
        if permits[permit.place].number == permit.number {
            permits[permit.place].until = min(permits[permit.place].until, until)
        }
        return look(at: now)
    }

    /// Returns the time until the next permit becomes free.
    func wait(at now: Date) -> Duration { .seconds(max(0, min(nextPermit.timeIntervalSince(now), 2 * interval))) }

    private var nextPermit: Date { permits.reduce(.distantFuture) { min($0, $1.until) } }

    /// Removes the callers whose deadline has passed, and gives the free permits to the next ones.
    mutating func look(at now: Date) -> Step {
        var step = Step()
        waiting.removeAll { waiter in
            guard let deadline = waiter.deadline, deadline <= now else { return false }
            step.late.append(waiter.id)
            return true
        }
        while !waiting.isEmpty, let permit = grant(now) { step.granted.append((nextWaiter(), permit)) }
        let wake = waiting.reduce(nextPermit) { min($0, $1.deadline ?? .distantFuture) }
        if !waiting.isEmpty, wake != .distantFuture { step.wake = wake }
        return step
    }

    /// Returns a free permit, or `nil` if there is none.
    ///
    /// A permit that becomes free later than is possible was given before the clock was set back. It counts as free.
    private mutating func grant(_ now: Date) -> Permit? {
        guard
            let place = permits.firstIndex(where: {
                $0.until <= now || $0.until > now + 2 * interval && $0.until != .distantFuture
            })
        else { return nil }
        last += 1
        permits[place] = (.distantFuture, last)
        return Permit(place: place, number: last)
    }

    /// Removes the next caller from the queue: one that has been overtaken too often, otherwise the first of those with
    /// the highest priority.
    private mutating func nextWaiter() -> ObjectIdentifier {
        var best = 0
        for place in waiting.indices {
            if waiting[place].overtaken >= Self.patience {
                best = place
                break
            }
            if waiting[place].priority > waiting[best].priority { best = place }
        }
        for place in 0..<best { waiting[place].overtaken += 1 }
        return waiting.remove(at: best).id
    }
}
