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
