import struct Foundation.Data
import struct Foundation.Date

extension Client {
    /// The way of a call: permit, cache, join, renew, attempt, store, deliver.
    ///
    /// What a function works with stands in its frame for as long as it waits, for each of a thousand calls under way, and outgrows the processor's
    /// caches. So there are two of them, and what they need not have while they wait for the server is done by others, which are not inlined.
    ///
    /// Whatever fails on the way passes the one place at the end where the call's secrets are taken out of it.
    func answer<Value: APIValue>(
        _ call: Call, _ transfer: TransferObserver? = nil, _ batch: BatchPlace? = nil
    ) async throws(APIError) -> Response<Value> {
        let run = window.map { Run(call.on($0.client), transfer, BatchPlace($0)) } ?? Run(call, transfer, batch)
        do throws(APIError) {
            if let kept: Response<Value> = try run.call.client.kept(run) { return kept }
            let response: Response<Value> = try await run.call.client.asked(run)
            run.reportEnd(response)
            return response
        } catch {
            return try run.call.client.kept(run, after: error)
        }
    }

    /// What is kept, where it serves.
    @inline(never)
    private func kept<Value: APIValue>(_ run: Run) throws(APIError) -> Response<Value>? {
        try run.call.method.permit(account)
        guard let caching = run.caching, let kept = caching.answer, let response: Response<Value> = reopened(kept, run)
        else {
            if policy(of: run.call) == .cacheOnly { throw APIError(.offline, "nothing is kept of this call") }
            return nil
        }
        if caching.wantsRefresh(kept) { refresh(run, Value.self) }
        run.reportEnd(response)
        return response
    }

    /// Nil, and of no further use, where an earlier version of the program kept it and read it as another type.
    private func reopened<Value: APIValue>(_ kept: CacheEntry, _ run: Run, isConfirmed: Bool = false) -> Response<
        Value
    >? {
        let response: Response<Value>? = try? opened(kept, run.call, isConfirmed: isConfirmed)
        if response == nil { run.caching?.discard() }
        return response
    }

    /// What is kept, where it serves when the server cannot be reached; else the error.
    @inline(never)
    private func kept<Value: APIValue>(_ run: Run, after error: APIError) throws(APIError) -> Response<Value> {
        invalidate(after: run, 200, error)
        do throws(APIError) {
            guard let caching = run.caching, let kept = caching.kept, caching.serves(kept, after: error),
                let response: Response<Value> = reopened(kept, run)
            else { throw error }
            run.reportEnd(response)
            return response
        } catch {
            run.report(.failed(error.code, run.duration))
            if error.contents.isRedacted { throw error.called(run.call) }
            throw error.redacted(by: Redaction(run.call, tokens: [account.token].compactMap(\.self)), run.call)
        }
    }

    /// Brings what is kept up to date, for the next call.
    private func refresh<Value: APIValue>(_ run: Run, _: Value.Type) {
        Task {
            let run = Run(alone: run)
            do throws(APIError) {
                let _: Response<Value> = try await asked(run)
            } catch {
                run.report(.refreshFailed(error.code))
            }
        }
    }

    /// The server's answer: an equal call's that is under way, or what one's own attempts come to.
    ///
    /// The call sends in its own task: mostly nobody else waits, and a second task costs more than all the rest.
    private func asked<Value: APIValue>(_ run: Run) async throws(APIError) -> Response<Value> {
        var attempts = Attempts(run, Value.self)
        if !leads(run, attempts) {
            switch await joined(run, attempts) {
            case .answered(let result): return try value(of: result)
            case .leads(let others):
                attempts = others
                if run.batch == nil { attempts.isBatched = false }
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

    @inline(never)
    private func value<Value>(of result: Result<any Sendable, APIError>) throws(APIError) -> Response<Value> {
        guard let response = try result.get() as? Response<Value> else {
            throw APIError(.undecodable, "an equal call's answer is of another type")
        }
        return response
    }

    /// What carries the call.
    private func route(_ run: Run, _ attempts: Attempts) -> any Transport {
        if attempts.isBatched, let place = run.batch {
            return Route { _ in try await place.batcher.exchange(run.call, at: place.number).get() }
        }
        if let pieces = attempts.transfer?.pieces {
            return Route { [transport] in try await pieces.exchange($0, by: transport) }
        }
        if attempts.key != nil, attempts.transfer == nil, let session {
            return SharedRoute(attempts: attempts, session: session)
        }
        return transport
    }

    /// The next request. A task that is cancelled already opens no connection.
    @inline(never)
    func request(_ run: Run, _ attempts: Attempts) throws(APIError) -> HTTPRequest {
        if Task.isCancelled { throw APIError(.cancelled) }
        let request = if let signed = attempts.takeSigned() { signed } else { try unsigned(run, attempts) }
        attempts.sent = configuration.time.now()
        if !attempts.isUnderWay, !attempts.isBatched { attempts.begin(run) }
        attempts.isUnderWay = false
        return request
    }

    func unsigned(_ run: Run, _ attempts: Attempts) throws(APIError) -> HTTPRequest {
        var outgoing = try Outgoing(run.call, attempts.answers)
        try outgoing.authorise(with: attempts.token)
        var request = try outgoing.httpRequest()
        for answer in attempts.answers { request.answers[answer.name] = answer.value }
        request.timeout = attempts.deadline.map { .seconds(max(0, $0.timeIntervalSince(configuration.time.now()))) }
        if !attempts.isUnderWay {
            attempts.kept = run.caching?.confirmable.flatMap { request.ask(forChangesSince: $0) ? $0 : nil }
        }
        return request
    }

    /// Keeps an answer for later calls, and hands it over.
    @inline(never)
    private func deliver<Value: APIValue>(_ response: HTTPResponse, _ run: Run, _ attempts: Attempts) throws(APIError)
        -> Response<Value>
    {
        let answer: Response<Value>
        if let kept = attempts.kept, response.status == 304 {
            let renewed = run.caching?.renew(kept, response, sent: attempts.sent, hiding: attempts.token) ?? kept
            guard let same: Response<Value> = reopened(renewed, run, isConfirmed: true) else {
                throw APIError(.undecodable)
            }
            answer = same
        } else {
            let token = attempts.token
            let opened: (value: Value, departures: [Departure]) = try open(response, run.call, token)
            // Who has signed out meanwhile has no cache any more.
            if token == nil || account.token != nil { run.caching?.keep(response, sent: attempts.sent, hiding: token) }
            invalidate(after: run, response.status)
            if !opened.departures.isEmpty { run.report(.drift(opened.departures)) }
            answer = Response(
                value: opened.value, status: response.status, headers: response.headers, body: response.body,
                departures: opened.departures,
                source: .network, age: .zero)
        }
        budget.withLock { $0.earn(attempts.cost) }
        land(attempts, .success(answer))
        return answer
    }

    @inline(never)
    private func open<Value: APIValue>(
        _ response: HTTPResponse, _ call: Call, _ token: Token?
    ) throws(APIError) -> (value: Value, departures: [Departure]) {
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

    /// An answer from the cache; one that the server has just confirmed is as good as new.
    @inline(never)
    func opened<Value: APIValue>(_ kept: CacheEntry, _ call: Call, isConfirmed: Bool = false) throws(APIError)
        -> Response<Value>
    {
        let now = configuration.time.now()
        var response = HTTPResponse(status: kept.status, headers: kept.headers, body: kept.body)
        let age = isConfirmed ? 0 : max(0, now.timeIntervalSince(kept.stored))
        if !isConfirmed { response.headers["Age"] = String(Int(min(age, 0x1p31))) }
        let opened: (value: Value, departures: [Departure]) = try open(response, call, account.token)
        let source: AnswerSource =
            isConfirmed ? .network : !kept.isFresh(at: now) ? .stale : kept.isFromDisk ? .disk : .memory
        return Response(
            value: opened.value, status: kept.status, headers: response.headers, body: kept.body,
            departures: opened.departures, source: source,
            age: .seconds(age))
    }
}

/// A call that goes out with others, or whose answer comes by several requests.
private struct Route: Transport {
    let exchange: @Sendable (HTTPRequest) async throws -> HTTPResponse

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await exchange(request) }
    func send(_ request: HTTPRequest, observing: TransferObserver?) async throws -> HTTPResponse {
        try await exchange(request)
    }
}

/// A call that others may come to wait for: they find its exchange.
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
    /// No answer for want of a network, whoever is to blame: what is kept may serve.
    var isUnreachable: Bool { [.offline, .connection, .timedOut].contains(code) }
}

extension Method {
    /// Fails before the network where the server would certainly refuse.
    fileprivate func permit(_ account: Account) throws(APIError) {
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
