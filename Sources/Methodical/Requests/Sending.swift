import struct Foundation.Data
import struct Foundation.Date

extension Client {
    /// The way of a call: permit, cache, join, renew, attempt, store, deliver.
    ///
    /// Steps that do not wait are not inlined: what they work with would stand in the frames that a thousand calls under way keep, and outgrow the
    /// processor's caches.
    ///
    /// Whatever fails on the way passes the one place at the end where the call's secrets are taken out of it.
    func answer<Value: APIValue>(
        _ call: Call, _ transfer: TransferObserver? = nil, _ batch: BatchPlace? = nil
    ) async throws(APIError) -> Response<Value> {
        if let window { return try await window.client.answer(call.on(window.client), transfer, BatchPlace(window)) }
        let run = Run(call, transfer, batch)
        run.report(.started)
        do throws(APIError) {
            try call.method.permit(account)
            let response: Response<Value> = try await cached(run)
            let bytes = transfer?.pieces?.length ?? response.body.count
            run.report(.finished(.init(source: response.source, status: response.status, duration: run.duration, bytes: bytes)))
            return response
        } catch {
            run.report(.failed(error.code, run.duration))
            throw error.redacted(by: Redaction(call, [account.token].compactMap(\.self)), call)
        }
    }

    /// What is kept where it serves; else the network's answer, and what is kept in its stead if there is none.
    private func cached<Value: APIValue>(_ run: Run) async throws(APIError) -> Response<Value> {
        let call = run.call
        let caching = Caching(call, run)
        let kept = caching?.entry()
        if let kept, let caching, caching.serves(kept) {
            if caching.policy == .cacheThenNetwork { refresh(run, caching, kept, Value.self) }
            return try opened(kept, call)
        }
        if policy(of: call) == .cacheOnly { throw APIError(.offline, "nothing is kept of this call") }
        do throws(APIError) {
            return try await joined(run, caching, kept)
        } catch {
            guard let kept, caching?.policy == .networkFirst, error.isUnreachable else { throw error }
            return try opened(kept, call)
        }
    }

    /// Brings what is kept up to date, for the next call.
    private func refresh<Value: APIValue>(_ run: Run, _ caching: Caching, _ kept: CacheEntry, _: Value.Type) {
        Task {
            let run = Run(run, run.transfer, nil)
            do throws(APIError) {
                let _: Response<Value> = try await joined(run, caching, kept)
            } catch {
                run.report(.refreshFailed(error.code))
            }
        }
    }

    /// The answer of an equal read under way, or a request of one's own.
    private func joined<Value: APIValue>(_ run: Run, _ caching: Caching?, _ kept: CacheEntry?) async throws(APIError) -> Response<Value> {
        // Who belongs to a batch is waited for there.
        guard let key = run.key, run.batch?.number == nil else { return try await fetch(run, caching, kept) }
        return try await shared(run, JoinKey(key, run.call, as: Value.self)) { [self] run throws(APIError) in try await fetch(run, caching, kept) }
    }

    /// Asks the server, and keeps what it says. Its errors show none of the tokens that were tried.
    private func fetch<Value: APIValue>(_ run: Run, _ caching: Caching?, _ kept: CacheEntry?) async throws(APIError) -> Response<Value> {
        var tokens = [account.token].compactMap(\.self)
        do throws(APIError) {
            let answer: Answer<Value> = try await renewed(run, kept, &tokens)
            return try deliver(answer, run, caching, tokens.last)
        } catch {
            throw error.redacted(by: Redaction(run.call, tokens), nil)
        }
    }

    /// The answer to a call that goes out with others; nil if it goes alone.
    private func batched<Value: APIValue>(_ run: Run, _ token: Token?) async throws(APIError) -> Answer<Value>? {
        guard let response = try await run.batch?.exchange(run.call) else { return nil }
        let opened: (value: Value, departures: [Departure]) = try open(response, run.call, token)
        return .new(response, opened.value, opened.departures)
    }

    /// Asks once more with a new token if the server does not take the old one any longer.
    private func renewed<Value: APIValue>(_ run: Run, _ kept: CacheEntry?, _ tokens: inout [Token]) async throws(APIError) -> Answer<Value> {
        if let answer: Answer<Value> = try await batched(run, tokens.last) { return answer }
        func ask() async throws(APIError) -> Answer<Value> {
            try await recovered(run, &tokens) { number throws(APIError) in try await attempt(run, kept, number) }
        }
        guard let old = tokens.last, account.credentials.canRenew else { return try await ask() }
        if !old.isExpired(at: configuration.time.now()) {
            do throws(APIError) {
                return try await ask()
            } catch {
                // With a status it is the server's word, not that of a step before.
                guard error.code == .notAuthorized, error.status != nil else { throw error }
            }
        }
        let renewed = try await account.credentials.token(after: old) { result in
            switch result {
            case .success: run.report(.renewed)
            case .failure(let error): run.report(.renewalFailed(error.code))
            }
        }
        tokens.append(renewed)
        return try await ask()
    }

    /// One exchange with the server: authorise, sign, transport, open.
    @inline(never)
    private func attempt<Value: APIValue>(
        _ run: Run, _ kept: CacheEntry?, _ attempt: Attempt
    ) async throws(APIError) -> Answer<Value> {
        var request = try request(run.call, attempt)
        let kept = kept.flatMap { request.ask(forChangesSince: $0) ? $0 : nil }
        if run.call.raw?.isAuthorized ?? true { try await configuration.signer?.sign(&request, at: configuration.time.now()) }
        run.report(.sent(attempt: attempt.number))
        attempt.permit?.begin()
        let response = try await exchange(request, run.transfer)
        if let kept, response.status == 304 { return .unchanged(kept) }
        let opened: (value: Value, departures: [Departure]) = try open(response, run.call, attempt.token)
        return .new(response, opened.value, opened.departures)
    }

    @inline(never)
    private func request(_ call: Call, _ attempt: Attempt) throws(APIError) -> HTTPRequest {
        var outgoing = try Outgoing(call, attempt.answers)
        try outgoing.authorise(with: attempt.token)
        var request = try outgoing.httpRequest()
        request.timeout = attempt.timeout
        return request
    }

    /// A task that is cancelled already opens no connection.
    @inline(never)
    private func exchange(_ request: HTTPRequest, _ transfer: TransferObserver?) async throws(APIError) -> HTTPResponse {
        if Task.isCancelled { throw APIError(.cancelled) }
        do {
            if let pieces = transfer?.pieces { return try await pieces.exchange(request, by: transport) }
            return try await transport.send(request, observing: transfer)
        } catch {
            throw APIError(transport: error, isCancelled: Task.isCancelled)
        }
    }

    /// Keeps an answer for later calls, and hands it over.
    @inline(never)
    private func deliver<Value: APIValue>(
        _ answer: Answer<Value>, _ run: Run, _ caching: Caching?, _ token: Token?
    ) throws(APIError) -> Response<Value> {
        switch answer {
        case .unchanged(let kept):
            caching?.renew(kept)
            return try opened(kept, run.call, isConfirmed: true)
        case .new(let response, let value, let departures):
            // Who has signed out meanwhile has no cache any more.
            if token == nil || account.token != nil { caching?.keep(response, hiding: token) }
            if !departures.isEmpty { run.report(.drift(departures)) }
            return Response(
                value: value, status: response.status, headers: response.headers, body: response.body, departures: departures, source: .network,
                age: .zero)
        }
    }

    @inline(never)
    private func open<Value: APIValue>(
        _ response: HTTPResponse, _ call: Call, _ token: Token?
    ) throws(APIError) -> (value: Value, departures: [Departure]) {
        if Value.self == HTTPResponse.self, let value = response as? Value {
            if let refusal = call.raw?.refusal, response.status >= 300 {
                throw .refused(response.status, refusal, retryAfter: response.retryAfter(at: configuration.time.now()))
            }
            return (value, [])
        }
        return try Opening(response, to: call, with: token).value()
    }

    /// An answer from the cache; one that the server has just confirmed is as good as new.
    @inline(never)
    func opened<Value: APIValue>(_ kept: CacheEntry, _ call: Call, isConfirmed: Bool = false) throws(APIError) -> Response<Value> {
        var response = HTTPResponse(status: kept.status, body: kept.body)
        response.headers["Content-Type"] = kept.contentType
        response.headers["Link"] = kept.link
        let opened: (value: Value, departures: [Departure]) = try open(response, call, account.token)
        let now = configuration.time.now()
        let source: AnswerSource = isConfirmed ? .network : !kept.isFresh(at: now) ? .stale : kept.isFromDisk ? .disk : .memory
        return Response(
            value: opened.value, status: kept.status, headers: response.headers, body: kept.body, departures: opened.departures, source: source,
            age: isConfirmed ? .zero : .seconds(max(0, now.timeIntervalSince(kept.stored))))
    }
}

/// What the server says to one attempt.
private enum Answer<Value: APIValue> {
    case new(HTTPResponse, Value, [Departure])
    /// What is kept is still the answer.
    case unchanged(CacheEntry)
}

extension APIError {
    /// No answer for want of a network, whoever is to blame: what is kept may serve.
    var isUnreachable: Bool { [.offline, .connection, .timedOut].contains(code) }
}

extension Method {
    /// Fails before the network where the server would certainly refuse.
    fileprivate func permit(_ account: Account) throws(APIError) {
        guard let token = account.token else {
            if needsToken { throw APIError(.notAuthorized, "the method needs a token (\(tokens)), and the account (\(account.id)) has none") }
            return
        }
        guard tokens.isEmpty || token.kinds.isEmpty || !tokens.isDisjoint(with: token.kinds) else {
            throw APIError(.notAuthorized, "the method needs a token of another kind: \(tokens), not \(token.kinds)")
        }
    }
}
