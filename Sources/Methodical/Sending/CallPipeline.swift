// The path of a call, from top to bottom. Each step is one function, and the article <doc:HowItWorks> names the same
// steps.
//
// An async function's locals stay in its frame while it is suspended, and with a thousand calls in flight large frames
// evict the CPU caches. A plain call suspends only in `send`, `askServer` and `attempt`. The other steps are kept out
// of their frames by `@inline(never)`.

extension Client {
    /// Returns the response to a call, from the cache or from the server.
    ///
    /// - Parameters:
    ///   - call: The call to send.
    ///   - transfer: The observer of the call's bytes, or `nil` if nothing observes them.
    func send<Value: APIValue>(
        _ call: Call, observing transfer: TransferObserver? = nil
    ) async throws(APIError) -> Response<Value> {
        let run = Run(carrier.map { call.on($0.client) } ?? call, transfer, carrier)
        let client = run.call.client
        do throws(APIError) {
            let response: Response<Value>
            if client.configuration.middlewares.isEmpty {
                response = try await client.perform(run)
            } else {
                response = try await client.passMiddlewares(run)
            }
            return client.deliver(response, run)
        } catch {
            throw client.end(run, error)
        }
    }

    /// Takes a call through all steps between the middlewares.
    func perform<Value: APIValue>(_ run: Run) async throws(APIError) -> Response<Value> {
        var state = CallState()
        do throws(APIError) {
            do throws(APIError) {
                try checkAuthorization(run)
            } catch {
                try await signInFirst(run, error, &state)
                try checkAuthorization(run)
            }
            if let cached: Response<Value> = try readCache(run, &state) {
                return cached
            }
            return try await askServer(run, &state)
        } catch {
            return try serveStale(run, &state, after: error)
        }
    }

    /// Throws `.notAuthorized` if the server would certainly refuse the account's token or its absence.
    @inline(never)
    private func checkAuthorization(_ run: Run) throws(APIError) {
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
    private func readCache<Value: APIValue>(_ run: Run, _ state: inout CallState) throws(APIError) -> Response<Value>? {
        state.cache = CallCache(run.call, run.number)
        guard let cache = state.cache, let entry = cache.usableEntry,
            let response: Response<Value> = readEntry(entry, run, &state)
        else {
            if policy(of: run.call) == .cacheOnly {
                throw APIError(.offline, "the call has no cached response")
            }
            return nil
        }
        if cache.needsRevalidation(entry) {
            revalidate(run, state, Value.self)
        }
        return response
    }

    /// Returns the response that the server sends to this call or to an equal call in flight.
    ///
    /// The call sends the request in its own task. Equal calls in flight are rare, and a second task would cost more
    /// than all other work of a call.
    func askServer<Value: APIValue>(
        _ run: Run, _ state: inout CallState
    ) async throws(APIError) -> Response<Value> {
        prepare(run, &state, Value.self)
        if let shared: Response<Value> = try await joinInFlight(run, &state) {
            return shared
        }
        do throws(APIError) {
            while true {
                try await state.suspensions.current?.untilResumed()
                if needsRefresh(run, state) {
                    try await refreshToken(run, &state)
                    continue
                }
                do throws(APIError) {
                    let response: Response<Value> = try await attempt(run, &state)
                    updateCache(with: response, run, state)
                    endInFlight(state, .success(.response(response)))
                    return response
                } catch {
                    try await retryOrFail(run, error, &state)
                }
            }
        } catch {
            throw fail(run, state, error)
        }
    }

    /// Prepares the state of a call for the steps that ask the server.
    @inline(never)
    private func prepare(_ run: Run, _ state: inout CallState, _ type: any APIValue.Type) {
        if run.carrier?.allowsSharing ?? true, run.transfer?.pieces == nil, run.call.isPlainRead {
            state.inFlightKey = InFlightKey(run.call, as: type, state.cache?.generation ?? 0)
        }
        state.observer = run.transfer
        if let event = run.transfer?.pieces?.event {
            run.report(event)
        }
        state.suspensions.follow(run.transfer?.control, since: run.suspendedBefore)
        state.tokens.current = account.token
        state.retries.deadline = deadline(of: run.call, from: run.started)
        state.retries.deadline? += state.retries.timeOfPerson
    }

    /// Returns the response of an equal call in flight, or `nil` if this call sends the request itself.
    ///
    /// A cancelled waiter leaves without an effect on the others.
    private func joinInFlight<Value: APIValue>(
        _ run: Run, _ state: inout CallState
    ) async throws(APIError) -> Response<Value>? {
        guard let key = state.inFlightKey, let waiter = enterInFlight(run, &state) else { return nil }
        let outcome = try await waiters.value(of: waiter) { [inFlight, follower = state.follower] in
            inFlight.withLock { $0.leave(key, waiter) }
            follower?.leave()
        }
        switch outcome {
        case .leads(let observer):
            lead(observer, &state)
            return nil
        case .response(let shared):
            guard let response = shared as? Response<Value> else {
                throw APIError(.undecodable, "the shared response is of another type")
            }
            return response
        }
    }

    /// Refreshes the account's token, or waits for the refresh that another call has begun. No attempt is made with a
    /// token that has expired.
    @inline(never)
    private func refreshToken(_ run: Run, _ state: inout CallState) async throws(APIError) {
        guard let old = state.tokens.current else { return }
        let deadline = state.retries.deadline.map { [suspensions = state.suspensions] deadline in
            { @Sendable in try await self.sleep(until: deadline, suspensions) }
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
            try await signIn(after: error, .refreshRefused, run, &state)
        }
    }

    /// Sends the request once: waits for the rate limit, builds and signs the request, sends it, and decodes the
    /// response.
    private func attempt<Value: APIValue>(
        _ run: Run, _ state: inout CallState
    ) async throws(APIError) -> Response<Value> {
        // A carrier waits for the rate limit and signs its own request.
        var permit: RateLimiter.Permit?
        if run.carrier == nil, let limiter = rateLimiter(for: state.tokens.current, run.call) {
            permit = try await waitForPermit(limiter, run, state)
        }
        defer { permit?.finish() }
        let request = try buildRequest(run, &state)
        state.attempt.sent = configuration.time.instant()
        let response: HTTPResponse
        do {
            response = try await exchange(request, permit, run, state)
        } catch {
            throw APIError(transport: error, isCancelled: Task.isCancelled)
        }
        if let permit, let headers = api.limitHeaders {
            permit.obey(response, headers)
        }
        // A carrier may have refreshed the token. Errors and the cache must not show the new one either.
        if run.carrier != nil, let token = account.token, token != state.tokens.current {
            state.tokens.replace(by: token)
        }
        return try decode(response, run, &state)
    }

    /// Signs the request of an attempt and passes it to the transport.
    func signAndSend(
        _ request: HTTPRequest, _ permit: RateLimiter.Permit?, _ run: Run, _ state: CallState
    ) async throws -> HTTPResponse {
        guard run.carrier == nil, run.call.sendsToken, let signer = configuration.signer else {
            return try await begin(permit, run, state).send(request, observing: state.observer)
        }
        var request = request
        try await signer.sign(&request, at: configuration.time.now())
        return try await begin(permit, run, state).send(request, observing: state.observer)
    }

    /// Records that the request of an attempt is sent now, and returns the transport for it.
    ///
    /// Throws `.cancelled` if the task is cancelled, so that a cancelled call opens no connection.
    @inline(never)
    private func begin(
        _ permit: RateLimiter.Permit?, _ run: Run, _ state: CallState
    ) throws(APIError) -> any Transport {
        if Task.isCancelled {
            throw APIError(.cancelled)
        }
        if run.carrier == nil {
            run.report(.sent(attempt: state.attempt.number))
        }
        permit?.begin()
        return route(run, state)
    }

    /// Decides after a failed attempt whether another one follows, and prepares it: asks for the answer to a challenge,
    /// marks the token as refused, or waits for the back-off.
    ///
    /// Throws the error if there is no other attempt.
    @inline(never)
    private func retryOrFail(_ run: Run, _ error: APIError, _ state: inout CallState) async throws(APIError) {
        // A carrier retries its own request.
        if error.code == .cancelled || run.carrier != nil {
            throw error
        }
        let failed = configuration.time.instant()
        let suspendedBefore = state.suspensions.time
        if let challenge = error.challenge {
            try await answerChallenge(challenge, error, &state)
            // The time in which a person answers does not count against the call's timeout.
            let pause = configuration.time.instant() - failed
            let suspendedMeanwhile = state.suspensions.time - suspendedBefore
            state.retries.deadline? += pause - suspendedMeanwhile
            run.transfer?.control?.addAnsweringTime(pause - suspendedMeanwhile)
            state.attempt.number += 1
        } else if error.code == .notAuthorized, error.status != nil {
            try await replaceRefusedToken(run, error, &state)
        } else if error.code == .undecodable, state.attempt.isConditional, state.cache?.entry == nil {
            // The server confirmed a cached entry that cannot be read. The next request asks for the whole response.
            state.attempt.number += 1
        } else {
            let pause = try backOff(run, after: error, at: failed, &state)
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
    private func updateCache<Value>(with response: Response<Value>, _ run: Run, _ state: CallState) {
        let token = state.tokens.current
        // A call that ends after the account signed out must not fill the cache again.
        if let cache = state.cache, token == nil || account.token != nil {
            cache.update(with: response.http, sent: state.attempt.sent, hiding: token)
        }
        if let token, account.state.canRefresh, run.call.sendsToken {
            account.state.accept(token)
        }
        invalidate(after: run, response.status)
        budget.withLock { $0.earn(state.retries.cost) }
    }

    /// Reports the end of a call that has succeeded, and returns its response.
    @inline(never)
    private func deliver<Value>(_ response: Response<Value>, _ run: Run) -> Response<Value> {
        let bytes = run.transfer?.pieces?.length ?? response.body.count
        run.report(
            .finished(.init(source: response.source, status: response.status, duration: run.duration, bytes: bytes)))
        return response
    }

    /// Returns the error of a call that has asked the server, without the tokens and secret answers that were tried.
    /// Gives it to the waiters, too.
    @inline(never)
    private func fail(_ run: Run, _ state: CallState, _ error: APIError) -> APIError {
        let redaction = Redaction([run.call], state.tokens.all, answers: state.secretAnswers)
        let error = error.redacted(by: redaction, nil, isLast: true)
        // The next leader may be suspended, and this call no longer keeps the transfer going.
        state.follower?.leave()
        if error.code == .cancelled, Task.isCancelled {
            handOver(state)
        } else {
            endInFlight(state, .failure(error))
        }
        return error
    }

    /// Returns the cached response if it can replace the error, or throws the error.
    @inline(never)
    private func serveStale<Value: APIValue>(
        _ run: Run, _ state: inout CallState, after error: APIError
    ) throws(APIError) -> Response<Value> {
        // The server may have done what a failed write asked for, even if no response arrived.
        invalidate(after: run, 200, error)
        if let cache = state.cache, let entry = cache.entry, cache.serves(entry, after: error),
            let response: Response<Value> = readEntry(entry, run, &state)
        {
            return response
        }
        throw error
    }

    /// Reports the end of a call that has failed, and returns its error without the secrets of the call.
    @inline(never)
    private func end(_ run: Run, _ error: APIError) -> APIError {
        run.report(.failed(error.code, run.duration))
        // `fail` has already removed the secrets from errors of attempts, and knows all tokens that were tried.
        if error.contents.isRedacted {
            return error.called(run.call)
        }
        return error.redacted(by: Redaction(run.call, tokens: [account.token].compactMap(\.self)), run.call)
    }
}
