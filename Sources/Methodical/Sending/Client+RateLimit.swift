extension Client {
    /// Returns the limiter for calls made with the given token, or `nil` if no limit applies.
    ///
    /// If several limits apply to the token's kinds, the slowest one is used. It is also used if the token's kind is
    /// unknown. If none applies, but the API's responses state their limits, the limiter waits only for these. Requests
    /// to any address without a token have no limit.
    @inline(never)
    func rateLimiter(for token: Token?, _ call: Call? = nil) -> RateLimiter? {
        let limits = configuration.limits ?? api.limits
        let hasHeaders = api.limitHeaders != nil && configuration.limits?.isEmpty != true
        if limits.isEmpty && !hasHeaders || call?.sendsToken == false { return nil }
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
        if limit == nil, !hasHeaders { return nil }
        return account.state.rateLimiter(RateLimiterKey(api: api.name, baseURL: baseURL, kinds: kinds, limit: limit))
    }

    /// Waits until the rate limit allows a request.
    @inline(never)
    func waitForPermit(
        _ limiter: RateLimiter, _ run: Run, _ state: CallState
    ) async throws(APIError) -> RateLimiter.Permit {
        try await limiter.permit(configuration.time, run.call.settings.priority, before: state.retries.deadline) {
            run.report(.waiting($0))
        }
    }
}
