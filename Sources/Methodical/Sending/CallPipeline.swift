import struct Foundation.Data
import struct Foundation.Date

extension Client {
    /// Returns the response to a call, from the cache or from the server.
    ///
    /// These are the steps of a call:
    /// 1. `readCache(_:)` checks that the account's token permits the method, and reads the cache.
    /// 2. `leads(_:_:)` and `joined(_:_:)` let the call share the in-flight request of an equal call.
    /// 3. `ready(_:_:)` refreshes the token, waits for the back-off and the rate limit, and signs the request.
    /// 4. `request(_:_:)` builds the request. The transport that `route(_:_:)` chooses sends it.
    /// 5. `deliver(_:_:_:)` decodes the response, updates the cache, and gives the result to the waiters.
    /// 6. `recover(_:_:_:)` decides after a failure whether steps 3 to 5 are repeated.
    /// 7. `serveStale(_:after:)` serves a stale response in place of a failure, or throws the error without secrets.
    ///
    /// - Parameters:
    ///   - call: The call to send.
    ///   - transfer: The observer of the call's bytes, or `nil` if nothing observes them.
    func answer<Value: APIValue>(
        _ call: Call, _ transfer: TransferObserver? = nil
    ) async throws(APIError) -> Response<Value> {
        // An async function's locals stay in its frame while it is suspended, and with a thousand calls in flight large
        // frames evict the CPU caches. A plain call suspends only in `answer` and `askServer`. The other steps are kept
        // out of their frames by `@inline(never)`.
        let run = Run(carrier.map { call.on($0.client) } ?? call, transfer, carrier)
        do throws(APIError) {
            if let cached: Response<Value> = try run.call.client.readCache(run) { return cached }
            let response: Response<Value> = try await run.call.client.askServer(run)
            run.reportEnd(response)
            return response
        } catch {
            return try run.call.client.serveStale(run, after: error)
        }
    }

    /// Checks that the token permits the method, and returns the cached response if the cache policy lets it serve.
    /// This is step 1 of a call.
    ///
    /// Returns `nil` if the server must be asked. Throws `.offline` if the policy forbids that.
    @inline(never)
    private func readCache<Value: APIValue>(_ run: Run) throws(APIError) -> Response<Value>? {
        try run.call.method.checkAuthorization(of: account)
        guard let caching = run.caching, let entry = caching.answer,
            let response: Response<Value> = cachedResponse(entry, run)
        else {
            if policy(of: run.call) == .cacheOnly { throw APIError(.offline, "nothing is kept of this call") }
            return nil
        }
        if caching.wantsRefresh(entry) { revalidate(run, Value.self) }
        run.reportEnd(response)
        return response
    }

    /// Returns the response that a cache entry holds.
    ///
    /// Returns `nil` and discards the entry if it cannot be read, for example because an earlier version of the program
    /// stored it with another type.
    private func cachedResponse<Value: APIValue>(
        _ entry: CacheEntry, _ run: Run, isConfirmed: Bool = false
    ) -> Response<Value>? {
        let response: Response<Value>? = try? opened(entry, run.call, isConfirmed: isConfirmed)
        if response == nil { run.caching?.discard() }
        return response
    }

    /// Returns the cached response if it serves in place of the error, or throws the error without the secrets of the
    /// call. This is step 7 of a call.
    @inline(never)
    private func serveStale<Value: APIValue>(_ run: Run, after error: APIError) throws(APIError) -> Response<Value> {
        // The server may have done what a failed write asked for, even if no response arrived.
        invalidate(after: run, 200, error)
        do throws(APIError) {
            guard let caching = run.caching, let entry = caching.kept, caching.serves(entry, after: error),
                let response: Response<Value> = cachedResponse(entry, run)
            else { throw error }
            run.reportEnd(response)
            return response
        } catch {
            run.report(.failed(error.code, run.duration))
            // Step 6 has already removed the secrets from errors of attempts, and knows all tokens that were tried.
            // Errors of the other steps are redacted here.
            if error.contents.isRedacted { throw error.called(run.call) }
            throw error.redacted(by: Redaction(run.call, tokens: [account.token].compactMap(\.self)), run.call)
        }
    }

    /// Revalidates a stale response that has been served, in a task of its own, for the next call.
    private func revalidate<Value: APIValue>(_ run: Run, _: Value.Type) {
        Task {
            let run = Run(alone: run)
            do throws(APIError) {
                let _: Response<Value> = try await askServer(run)
            } catch {
                run.report(.revalidationFailed(error.code))
            }
        }
    }

    /// Returns the response that the server sends to this call or to an equal call in flight. These are steps 2 to 6 of
    /// a call.
    ///
    /// The call sends the request in its own task. Equal calls in flight are rare, and a second task would cost more
    /// than all other work of a call.
    private func askServer<Value: APIValue>(_ run: Run) async throws(APIError) -> Response<Value> {
        var attempts = Attempts(run, Value.self)
        if !leads(run, attempts) {
            switch await joined(run, attempts) {
            case .answered(let result): return try value(of: result)
            case .leads(let inherited):
                attempts = inherited
                // Without a carrier, the new leader cannot send the old leader's request through one.
                if run.carrier == nil { attempts.isBatched = false }
            }
        }
        while true {
            do throws(APIError) {
                if wantsMore(run, attempts) { try await ready(run, attempts) }
                let request = try request(run, attempts)
                let response: HTTPResponse
                do {
                    response = try await route(run, attempts).send(request, observing: attempts.transfer)
                } catch {
                    throw APIError(transport: error, isCancelled: Task.isCancelled)
                }
                return try deliver(response, run, attempts)
            } catch {
                try await recover(run, error, attempts)
            }
        }
    }

    /// Returns the leader's response to a waiter, or throws the leader's error.
    @inline(never)
    private func value<Value>(of result: Result<any Sendable, APIError>) throws(APIError) -> Response<Value> {
        guard let response = try result.get() as? Response<Value> else {
            throw APIError(.undecodable, "an equal call's answer is of another type")
        }
        return response
    }

    /// Returns the transport for an attempt: the carrier, the pieces of a download, or the client's transport.
    private func route(_ run: Run, _ attempts: Attempts) -> any Transport {
        if attempts.isBatched, let carrier = run.carrier {
            return Route { _ in try await carrier.send(run.call) }
        }
        if let pieces = attempts.transfer?.pieces {
            return Route { [transport] in try await pieces.exchange($0, by: transport) }
        }
        if attempts.key != nil, attempts.transfer == nil, let session {
            return SharedRoute(attempts: attempts, session: session)
        }
        return transport
    }

    /// Returns the request of the next attempt and reports that it is sent. This is step 4 of a call.
    ///
    /// Throws `.cancelled` if the task is cancelled, so that a cancelled call opens no connection.
    @inline(never)
    func request(_ run: Run, _ attempts: Attempts) throws(APIError) -> HTTPRequest {
        if Task.isCancelled { throw APIError(.cancelled) }
        let request = if let signed = attempts.takeSigned() { signed } else { try unsigned(run, attempts) }
        attempts.sent = configuration.time.now()
        // A request that a cancelled leader has left under way was reported by that leader.
        if !attempts.isUnderWay, !attempts.isBatched { attempts.begin(run) }
        attempts.isUnderWay = false
        return request
    }

    /// Builds the request of the next attempt, before it is signed.
    func unsigned(_ run: Run, _ attempts: Attempts) throws(APIError) -> HTTPRequest {
        var outgoing = try Outgoing(run.call, attempts.answers)
        try outgoing.authorise(with: attempts.token)
        var request = try outgoing.httpRequest()
        for answer in attempts.answers { request.answers[answer.name] = answer.value }
        request.timeout = attempts.deadline.map { .seconds(max(0, $0.timeIntervalSince(configuration.time.now()))) }
        // The entry belongs to the request. One that is under way already keeps the entry that it was sent with.
        if !attempts.isUnderWay {
            attempts.kept = run.caching?.confirmable.flatMap { request.ask(forChangesSince: $0) ? $0 : nil }
        }
        return request
    }

    /// Decodes a response, updates the cache, and gives the result to the waiters. This is step 5 of a call.
    @inline(never)
    private func deliver<Value: APIValue>(
        _ response: HTTPResponse, _ run: Run, _ attempts: Attempts
    ) throws(APIError) -> Response<Value> {
        let result: Response<Value>
        if let entry = attempts.kept, response.status == 304 {
            let updated =
                run.caching?.revalidated(entry, response, sent: attempts.sent, hiding: attempts.token) ?? entry
            guard let confirmed: Response<Value> = cachedResponse(updated, run, isConfirmed: true) else {
                throw APIError(.undecodable)
            }
            result = confirmed
        } else {
            let token = attempts.token
            let opened: (value: Value, mismatches: [Mismatch]) = try open(response, run.call, token)
            // A call that ends after the account signed out must not fill the cache again.
            if token == nil || account.token != nil { run.caching?.keep(response, sent: attempts.sent, hiding: token) }
            invalidate(after: run, response.status)
            if !opened.mismatches.isEmpty { run.report(.mismatches(opened.mismatches)) }
            result = Response(
                value: opened.value, status: response.status, headers: response.headers, body: response.body,
                mismatches: opened.mismatches, source: .network, age: .zero)
        }
        budget.withLock { $0.earn(attempts.cost) }
        land(attempts, .success(result))
        return result
    }

    /// Reads the value from a response, as it came for a request of any address, or from the API's envelope.
    @inline(never)
    private func open<Value: APIValue>(
        _ response: HTTPResponse, _ call: Call, _ token: Token?
    ) throws(APIError) -> (value: Value, mismatches: [Mismatch]) {
        if Value.self == HTTPResponse.self, let value = response as? Value {
            if let refusal = call.raw?.refusal, response.status >= 300 {
                throw .refused(
                    response.status, refusal, response.headers,
                    retryAfter: response.retryAfter(at: configuration.time.now()))
            }
            return (value, [])
        }
        return try Opening(response, to: call, with: token).value()
    }

    /// Returns the response that a cache entry holds.
    ///
    /// - Parameter isConfirmed: Indicates whether the server has just confirmed the entry. The response then counts as
    ///   one from the network, with the age 0.
    @inline(never)
    func opened<Value: APIValue>(
        _ entry: CacheEntry, _ call: Call, isConfirmed: Bool = false
    ) throws(APIError) -> Response<Value> {
        let now = configuration.time.now()
        var response = HTTPResponse(status: entry.status, headers: entry.headers, body: entry.body)
        let age = isConfirmed ? 0 : max(0, now.timeIntervalSince(entry.stored))
        if !isConfirmed { response.headers["Age"] = String(Int(min(age, 0x1p31))) }
        let opened: (value: Value, mismatches: [Mismatch]) = try open(response, call, account.token)
        let source: ResponseSource =
            isConfirmed ? .network : !entry.isFresh(at: now) ? .stale : entry.isFromDisk ? .disk : .memory
        return Response(
            value: opened.value, status: entry.status, headers: response.headers, body: entry.body,
            mismatches: opened.mismatches, source: source, age: .seconds(age))
    }
}

/// A transport for a call that another request carries or whose response comes in several pieces.
private struct Route: Transport {
    let exchange: @Sendable (HTTPRequest) async throws -> HTTPResponse

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await exchange(request) }
    func send(_ request: HTTPRequest, observing: TransferObserver?) async throws -> HTTPResponse {
        try await exchange(request)
    }
}

/// A transport for a request that equal calls may come to share. It tells them the exchange, whose progress they
/// observe and which they may take over.
private struct SharedRoute: Transport {
    let attempts: Attempts
    let session: URLSessionTransport

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await session.send(request, observing: nil, sharedBy: attempts)
    }
    func send(_ request: HTTPRequest, observing: TransferObserver?) async throws -> HTTPResponse {
        try await send(request)
    }
}

extension APIError {
    /// Indicates whether the server could not be reached, so that a cached response may serve in place of the error.
    var isUnreachable: Bool { [.offline, .connection, .timedOut].contains(code) }
}

extension Method {
    /// Throws `.notAuthorized` if the server would certainly refuse the account's token or its absence.
    fileprivate func checkAuthorization(of account: Account) throws(APIError) {
        guard let token = account.token else {
            if needsToken {
                throw APIError(
                    .notAuthorized, "the method needs a token (\(tokens)), and the account (\(account.id)) has none")
            }
            return
        }
        guard tokens.isEmpty || token.kinds.isEmpty || !tokens.isDisjoint(with: token.kinds) else {
            throw APIError(.notAuthorized, "the method needs a token of another kind: \(tokens), not \(token.kinds)")
        }
    }
}
