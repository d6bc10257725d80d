extension APIDescription {
    /// A rate limit: at most `count` requests in any `interval`.
    public struct Limit: Hashable, Sendable {
        /// The largest number of requests that are allowed in an interval, at least 1.
        public var count: Int
        /// The length of the interval.
        public var interval: Duration
        /// The limits that hold in addition, such as that of a day. Only their counts and intervals are used.
        public var further: [Limit]
        /// The largest number of requests that are in flight at once, or `nil` if any number may be.
        public var parallel: Int?

        /// Creates a rate limit of `count` requests per interval, which is one second by default. A count below 1
        /// becomes 1.
        public init(
            _ count: Int,
            per interval: Duration = .seconds(1),
            further: [Limit] = [],
            parallel: Int? = nil
        ) {
            self.count = max(1, count)
            self.interval = interval
            self.further = further
            self.parallel = parallel.map { max(1, $0) }
        }

        /// The time between two requests that are spaced evenly under the first limit alone.
        package var pause: Duration { interval / count }

        /// The time between two requests that are spaced evenly under all limits.
        var longestPause: Duration {
            further.map(\.pause).reduce(pause, max)
        }
    }
}

/// The key of a limiter among those of one account.
struct RateLimiterKey: Hashable, Sendable {
    let api: String
    let baseURL: String
    let kinds: Token.Kinds
    let limit: APIDescription.Limit?
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
final class RateLimiter: Sendable {
    private struct State: Sendable {
        var queue: PermitQueue
        /// The instant at which the timer looks at the queue again.
        var wake: ContinuousClock.Instant?
        var timer: Task<Void, Never>?
    }

    private let state: Locked<State>
    private let waiting = WaitList<Permit>()

    init(_ limit: APIDescription.Limit?) {
        state = Locked(State(queue: PermitQueue(limit)))
    }

    /// The permission to send one request.
    struct Permit: Sendable {
        fileprivate let limiter: RateLimiter
        fileprivate let permit: PermitQueue.Permit
        fileprivate let time: TimeSource

        /// Records that the request is sent now.
        func begin() {
            limiter.change(time: time) { $0.begin(permit, at: time.instant()) }
        }

        /// Makes the permit free at once, because no request is sent with it.
        func giveBack() {
            limiter.change(time: time) { $0.giveBack(permit, at: time.instant()) }
        }

        /// Records that the response has arrived, or that none will.
        func finish() {
            limiter.change(time: time) { $0.finish(permit, at: time.instant()) }
        }

        /// Stops all requests until the reset if the response says that no more are left.
        @inline(never)
        func obey(_ response: HTTPResponse, headers: APIDescription.LimitHeaders) {
            guard let pause = headers.pause(after: response, at: time.now()) else { return }
            limiter.change(time: time) { queue in
                let now = time.instant()
                return queue.hold(until: now + pause, at: now)
            }
        }
    }

    /// Waits for a permit.
    ///
    /// - Parameters:
    ///   - time: The clock.
    ///   - priority: The priority of the request that waits.
    ///   - deadline: The instant after which this method throws ``APIError/Code/timedOut``.
    ///   - waits: A function that receives the time until the next permit of this limiter, if none is free at once.
    /// - Throws: An error with the code `cancelled`, `timedOut`, or `rateLimited` if no permit becomes free for more
    ///   than an hour.
    func permit(
        time: TimeSource,
        priority: Call.Priority,
        before deadline: ContinuousClock.Instant?,
        waits: (Duration) -> Void
    ) async throws(APIError) -> Permit {
        let now = time.instant()
        let (free, wait, refusal) = state.withLock { state in
            let free = state.queue.take(at: now)
            let wait = state.queue.wait(at: now)
            var refusal: Duration?
            if free == nil {
                refusal = state.queue.refusal(at: now)
            }
            return (free, wait, refusal)
        }
        if let free {
            return Permit(limiter: self, permit: free, time: time)
        }
        if let refusal {
            throw APIError(exhaustedFor: refusal)
        }
        waits(wait)
        let caller = waiting.enter()
        change(time: time) {
            $0.add(caller, priority: priority, before: deadline, at: time.instant())
        }
        return try await waiting.value(of: caller) { [self] in
            change(time: time) { $0.remove(caller, at: time.instant()) }
        }
    }

    /// Changes the queue and performs the step that results: resumes callers and sets the timer.
    private func change(time: TimeSource, _ body: (inout PermitQueue) -> PermitQueue.Step) {
        let (step, timer) = state.withLock { state -> (PermitQueue.Step, Task<Void, Never>?) in
            let step = body(&state.queue)
            guard step.wake != state.wake else {
                return (step, nil)
            }
            let timer = state.timer
            state.wake = step.wake
            state.timer = step.wake.map { wake in
                let pause = max(.milliseconds(1), wake - time.instant())
                return Task { [self] in
                    guard (try? await time.sleep(pause)) != nil else { return }
                    self.state.withLock { state in
                        if state.wake == wake {
                            state.wake = nil
                        }
                    }
                    change(time: time) { $0.look(at: time.instant()) }
                }
            }
            return (step, timer)
        }
        // Outside the lock, which the cancellation handlers of waiting calls take.
        timer?.cancel()
        for caller in step.late {
            waiting.resume(
                caller,
                with: .failure(APIError(.timedOut, "the rate limit allowed no request in time")))
        }
        for (caller, pause) in step.refused {
            waiting.resume(caller, with: .failure(APIError(exhaustedFor: pause)))
        }
        for (caller, permit) in step.granted {
            let permit = Permit(limiter: self, permit: permit, time: time)
            // A call that was cancelled in the meantime does not use its permit.
            if !waiting.resume(caller, with: .success(permit)) {
                permit.giveBack()
            }
        }
    }
}

extension APIError {
    /// Creates the error of a call that would wait for more than an hour.
    fileprivate init(exhaustedFor pause: Duration) {
        self.init(
            Contents(
                code: .rateLimited,
                message: "the rate limit allows no request for more than an hour; nothing was sent",
                retryAfter: pause))
    }
}

extension Client {
    /// Returns the limiter for calls made with the given token, or `nil` if no limit applies.
    ///
    /// If several limits apply to the token's kinds, the slowest one is used. It is also used if the token's kind is
    /// unknown. If none applies, but the API's responses state their limits, the limiter waits only for these. Requests
    /// to any address without a token have no limit.
    @inline(never)
    func rateLimiter(for token: Token?, call: Call? = nil) -> RateLimiter? {
        let hasHeaders = api.limitHeaders != nil && configuration.limits?.isEmpty != true
        let limit = rateLimit(for: token, call: call)
        let isLimited = limit != nil || hasHeaders
        guard isLimited, call?.sendsToken != false else { return nil }
        let key = RateLimiterKey(
            api: api.name,
            baseURL: baseURL,
            kinds: token?.kinds ?? [],
            limit: limit)
        return account.state.rateLimiter(for: key)
    }

    /// Returns the rate limit for calls made with the given token, or `nil` if none applies.
    package func rateLimit(for token: Token?, call: Call? = nil) -> APIDescription.Limit? {
        let limits = configuration.limits ?? api.limits
        if limits.isEmpty || call?.sendsToken == false {
            return nil
        }
        let kinds = token?.kinds ?? []
        func slowest(_ fits: (Token.Kinds) -> Bool) -> APIDescription.Limit? {
            limits.filter { fits($0.key) }.values.max { $0.longestPause < $1.longestPause }
        }
        let general = limits[[]]
        if !kinds.isEmpty {
            return slowest { !$0.isDisjoint(with: kinds) } ?? general
        }
        if let general {
            return general
        }
        guard token != nil else { return nil }
        return slowest { _ in true }
    }

    /// Waits until the rate limit allows a request. A call that is suspended meanwhile leaves its permit to others, and
    /// waits for another one after it is resumed.
    @inline(never)
    func waitForPermit(
        from limiter: RateLimiter,
        for run: Run,
        state: CallState
    ) async throws(APIError) -> RateLimiter.Permit {
        let time = configuration.time
        while true {
            do throws(APIError) {
                let permit = try await limiter.permit(
                    time: time,
                    priority: run.call.settings.priority,
                    before: state.clock.deadline
                ) { run.report(.waiting($0)) }
                if state.clock.holdingObserver == nil {
                    return permit
                }
                permit.giveBack()
            } catch {
                // A suspension moves the deadline.
                guard error.code == .timedOut,
                    let deadline = state.clock.deadline,
                    deadline > time.instant()
                else {
                    throw error
                }
            }
            try await state.clock.holdingObserver?.untilResumed()
        }
    }
}
