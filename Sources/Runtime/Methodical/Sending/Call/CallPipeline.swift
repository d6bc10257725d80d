// The path of a call, from top to bottom. Each step is one function, and the article <doc:HowItWorks> names the same
// steps.
//
// An async function's locals stay in its frame while it is suspended, and with a thousand calls in flight large frames
// evict the CPU caches. The steps that a plain call does not suspend in are kept out of the frames of the others by
// `@inline(never)`.

extension Client {
    /// Returns the response to a call, from the cache or from the server.
    ///
    /// - Parameters:
    ///   - call: The call to send.
    ///   - transfer: The observer of the call's bytes, or `nil` if nothing observes them.
    func send<Value: APIValue>(
        _ call: Call, observing transfer: TransferObserver? = nil
    ) async throws(APIError) -> Response<Value> {
        let run = Run(carrier.map { call.on($0.client) } ?? call, transfer: transfer, carrier: carrier)
        let client = run.call.client
        do throws(APIError) {
            let response: Response<Value>
            if client.configuration.middlewares.isEmpty {
                response = try await client.perform(run)
            } else {
                response = try await client.passMiddlewares(for: run)
            }
            return try client.deliver(response, for: run)
        } catch {
            throw client.end(run, with: error)
        }
    }

    /// Takes a call through all steps between the middlewares.
    func perform<Value: APIValue>(_ run: Run) async throws(APIError) -> Response<Value> {
        var state = CallState()
        state.clock.follow(run.transfer?.control, since: run.suspendedBefore)
        do throws(APIError) {
            do throws(APIError) {
                try checkAuthorization(for: run)
            } catch {
                try await signInFirst(for: run, after: error, state: &state)
                try checkAuthorization(for: run)
            }
            if let cached: Response<Value> = try readCache(for: run, state: &state) {
                return cached
            }
            return try await askServer(for: run, state: &state)
        } catch {
            return try serveStale(for: run, state: &state, after: error)
        }
    }

    /// Throws `.notAuthorized` if the server would certainly refuse the account's token or its absence.
    @inline(never)
    private func checkAuthorization(for run: Run) throws(APIError) {
        let method = run.call.method
        if !run.call.needs.isEmpty {
            try run.call.checkSchemes()
        }
        guard let token = account.token else {
            if !method.needsToken {
                return
            }
            throw APIError(
                .notAuthorized, "the method needs a token (\(method.tokens)), and the account (\(account.id)) has none")
        }
        let mayBeAnyKind = method.tokens.isEmpty || token.kinds.isEmpty
        guard mayBeAnyKind || !method.tokens.isDisjoint(with: token.kinds) else {
            throw APIError(
                .notAuthorized, "the method needs a token of another kind: \(method.tokens), not \(token.kinds)")
        }
    }

    /// Returns the cached response if the cache policy allows its use, or `nil` if the server must be asked.
    ///
    /// Throws `.offline` if the policy forbids that.
    @inline(never)
    private func readCache<Value: APIValue>(for run: Run, state: inout CallState) throws(APIError) -> Response<Value>? {
        state.cache = CallCache(run.call, number: run.number)
        guard let cache = state.cache, let entry = cache.usableEntry,
            let response: Response<Value> = readEntry(entry, for: run, state: &state)
        else {
            if policy(of: run.call) == .cacheOnly {
                throw APIError(.offline, "the call has no cached response")
            }
            return nil
        }
        if cache.needsRevalidation(entry) {
            revalidate(run, state: state, as: Value.self)
        }
        return response
    }

    /// Returns the response that the server sends to this call or to an equal call in flight.
    ///
    /// The call sends the request in its own task. Equal calls in flight are rare, and a second task would cost more
    /// than all other work of a call.
    func askServer<Value: APIValue>(
        for run: Run, state: inout CallState
    ) async throws(APIError) -> Response<Value> {
        prepare(run, state: &state, as: Value.self)
        if let shared: Response<Value> = try await joinInFlight(for: run, state: &state) {
            return shared
        }
        do throws(APIError) {
            if let carrier = run.carrier {
                return try await ask(carrier, for: run, state: &state)
            }
            while true {
                try await state.clock.holdingObserver?.untilResumed()
                if needsRefresh(for: run, state: state) {
                    try await refreshToken(for: run, state: &state)
                    continue
                }
                do throws(APIError) {
                    let response: Response<Value> = try await attempt(run, state: &state)
                    updateCache(with: response, for: run, state: state)
                    endInFlight(state: state, with: .success(.response(response)))
                    return response
                } catch {
                    try await retryOrFail(run, after: error, state: &state)
                }
            }
        } catch {
            throw fail(run, state: state, with: error)
        }
    }

    /// Prepares the state of a call for the steps that ask the server.
    @inline(never)
    private func prepare(_ run: Run, state: inout CallState, as type: any APIValue.Type) {
        if run.isShareable, run.call.isPlainRead {
            state.inFlightKey = InFlightKey(run.call, as: type, generation: state.cache?.generation ?? 0)
        }
        state.observer = run.transfer
        if let event = run.transfer?.pieces?.event {
            run.report(event)
        }
        state.clock.setTimeout(run.call.longestTime, from: run.started)
        state.tokens.current = account.token
    }

    /// Returns the response of an equal call in flight, or `nil` if this call sends the request itself.
    ///
    /// A cancelled waiter leaves without an effect on the others.
    private func joinInFlight<Value: APIValue>(
        for run: Run, state: inout CallState
    ) async throws(APIError) -> Response<Value>? {
        guard let key = state.inFlightKey,
            let waiter = enterInFlight(for: run, state: &state)
        else { return nil }
        let outcome = try await waiters.value(of: waiter) { [inFlight, follower = state.follower] in
            inFlight.withLock { $0.leave(key, caller: waiter) }
            follower?.leave()
        }
        switch outcome {
        case .leads(let observer):
            lead(with: observer, state: &state)
            return nil
        case .response(let shared):
            guard let response = shared as? Response<Value> else {
                throw APIError(.undecodable, "the shared response is of another type")
            }
            keepShared(response.http, state: state)
            return response
        }
    }

    /// Refreshes the account's token, or waits for the refresh that another call has begun. An expired
    /// token that can be refreshed is not sent.
    @inline(never)
    private func refreshToken(for run: Run, state: inout CallState) async throws(APIError) {
        guard let old = state.tokens.current else { return }
        let deadline = state.clock.deadline.map { [clock = state.clock, time = configuration.time] _ in
            { @Sendable in try await clock.waitForDeadline(by: time) }
        }
        let waits = account.token == old
        do throws(APIError) {
            let token = try await account.state.token(after: old, deadline: deadline) { result in
                switch result {
                case .success:
                    run.report(.tokenRefreshed)
                case .failure(let error):
                    run.report(.tokenRefreshFailed(error.code))
                }
            }
            state.startOver(with: token)
            state.tokens.hasRefreshed = true
            state.tokens.isFresh = waits && account.state.isRefreshed(token)
        } catch {
            try await signIn(after: error, reason: .refreshRefused, for: run, state: &state)
        }
    }

    /// Sends the request once: waits for the rate limit, builds and signs the request, sends it, and decodes the
    /// response.
    private func attempt<Value: APIValue>(
        _ run: Run, state: inout CallState
    ) async throws(APIError) -> Response<Value> {
        var permit: RateLimiter.Permit?
        if let limiter = rateLimiter(for: state.tokens.current, call: run.call) {
            permit = try await waitForPermit(from: limiter, for: run, state: state)
        }
        defer { permit?.finish() }
        let request = try buildRequest(for: run, state: &state)
        state.attempt.sent = configuration.time.instant()
        let response: HTTPResponse
        do {
            response = try await exchange(request, permit: permit, for: run, state: state)
        } catch {
            throw APIError(transport: error, isCancelled: Task.isCancelled)
        }
        if let permit, let headers = api.limitHeaders {
            permit.obey(response, headers: headers)
        }
        return try decode(response, for: run, state: &state)
    }

    /// Signs the request of an attempt and passes it to the transport.
    func signAndSend(
        _ request: HTTPRequest, permit: RateLimiter.Permit?, for run: Run, state: CallState
    ) async throws -> HTTPResponse {
        guard run.call.sendsToken,
            let signer = configuration.signer
        else {
            return try await begin(permit: permit, for: run, state: state).send(request, observing: state.observer)
        }
        var request = request
        try await signer.sign(&request, at: configuration.time.now())
        return try await begin(permit: permit, for: run, state: state).send(request, observing: state.observer)
    }

    /// Records that the request of an attempt is sent now, and returns the transport for it.
    ///
    /// Throws `.cancelled` if the task is cancelled, so that a cancelled call opens no connection.
    @inline(never)
    private func begin(
        permit: RateLimiter.Permit?, for run: Run, state: CallState
    ) throws(APIError) -> any Transport {
        if Task.isCancelled {
            throw APIError(.cancelled)
        }
        run.report(.sent(attempt: state.attempt.number))
        permit?.begin()
        return route(for: run)
    }

    /// Decides after a failed attempt whether another one follows, and prepares it: asks for the solution of a
    /// challenge, marks the token as refused, or waits for the back-off.
    ///
    /// Throws the error if there is no other attempt.
    @inline(never)
    private func retryOrFail(_ run: Run, after error: APIError, state: inout CallState) async throws(APIError) {
        if error.code == .cancelled {
            throw error
        }
        let failed = configuration.time.instant()
        let isTokenRefused = error.code == .notAuthorized && error.status != nil
        if let challenge = error.challenge {
            let wait = state.clock.beginWait(at: failed)
            try await solveChallenge(challenge, error: error, state: &state)
            exclude(wait, for: run, state: &state)
            state.attempt.number += 1
        } else if isTokenRefused {
            try await replaceRefusedToken(for: run, after: error, state: &state)
        } else if error.code == .undecodable, state.attempt.isConditional, state.cache?.entry == nil {
            // The server confirmed a cached entry that cannot be read. The next request asks for the whole response.
            state.attempt.number += 1
        } else {
            let pause = try backOff(run, after: error, at: failed, state: &state)
            run.report(.retrying(after: pause, error.code))
            state.attempt.number += 1
            do {
                try await configuration.time.sleep(pause)
            } catch {
                throw APIError(.cancelled)
            }
        }
    }

    /// Stores the response, makes the cached responses stale that a write has changed, and refills the retry budget.
    @inline(never)
    func updateCache<Value>(with response: Response<Value>, for run: Run, state: CallState) {
        let token = state.tokens.current
        // A call that ends after the account signed out must not fill the cache again.
        if let cache = state.cache, token == nil || account.token != nil {
            cache.update(with: response.http, sent: state.attempt.sent, hiding: token)
        }
        if let token, account.state.canRefresh, run.call.sendsToken {
            account.state.accept(token)
        }
        invalidate(after: run, status: response.status)
        budget.withLock { $0.earn(state.retries.cost) }
    }

    /// Reports the end of a call that has succeeded, and returns its response.
    ///
    /// Throws if the response arrived in pieces that cannot be completed.
    @inline(never)
    private func deliver<Value>(_ response: Response<Value>, for run: Run) throws(APIError) -> Response<Value> {
        try run.transfer?.pieces?.finish()
        let bytes = run.transfer?.pieces?.length ?? response.body.count
        run.report(
            .finished(.init(source: response.source, status: response.status, duration: run.duration, bytes: bytes)))
        return response
    }

    /// Returns the error of a call that has asked the server, without the tokens and secret solutions that were tried.
    /// Gives it to the waiters, too, or makes one of them the leader if this call was cancelled.
    @inline(never)
    private func fail(_ run: Run, state: CallState, with error: APIError) -> APIError {
        let redaction = Redaction([run.call], tokens: state.tokens.all, solutions: state.secretSolutions)
        let error = error.redacted(by: redaction, for: nil, isLast: true)
        // The next leader may be suspended, and this call no longer keeps the transfer going.
        state.follower?.leave()
        if error.code == .cancelled, Task.isCancelled {
            handOver(state: state)
        } else {
            endInFlight(state: state, with: .failure(error))
        }
        return error
    }

    /// Returns the cached response if it can replace the error, or throws the error.
    @inline(never)
    private func serveStale<Value: APIValue>(
        for run: Run, state: inout CallState, after error: APIError
    ) throws(APIError) -> Response<Value> {
        // The server may have done what a failed write asked for, even if no response arrived.
        invalidate(after: run, status: 200, error: error)
        if let cache = state.cache, let entry = cache.entry, cache.serves(entry, after: error),
            let response: Response<Value> = readEntry(entry, for: run, state: &state)
        {
            return response
        }
        throw error
    }

    /// Reports the end of a call that has failed, and returns its error without the secrets of the call.
    @inline(never)
    private func end(_ run: Run, with error: APIError) -> APIError {
        // `fail` has already removed the secrets from errors of attempts, and knows all tokens that were tried.
        if error.contents.isRedacted {
            return run.reporting(error.called(run.call))
        }
        let redaction = Redaction(run.call, tokens: [account.token].compactMap(\.self))
        return run.reporting(error.redacted(by: redaction, for: run.call))
    }
}
