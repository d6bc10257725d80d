import struct Foundation.Data
import struct Foundation.Date

extension Client {
    /// The way of a call, from its arguments to its answer: cache, network, and back into the cache.
    ///
    /// Whatever fails on the way passes the one place at the end where the call's secrets are taken out of it.
    func answer<Value: APIValue>(_ call: Call) async throws(APIError) -> Response<Value> {
        var tokens = [account.token].compactMap(\.self)
        do throws(APIError) {
            try call.method.permit(account)
            let caching = Caching(call)
            let kept = caching?.entry()
            if let kept, let caching, caching.serves(kept) {
                if caching.policy == .cacheThenNetwork { refresh(call, caching, kept, tokens, Value.self) }
                return try opened(kept, call)
            }
            if policy(of: call) == .cacheOnly { throw APIError(.offline, "nothing is kept of this call") }
            do throws(APIError) {
                return try await fetch(call, caching, kept, &tokens)
            } catch {
                guard let kept, caching?.policy == .networkFirst, error.isUnreachable else { throw error }
                return try opened(kept, call)
            }
        } catch {
            throw error.redacted(by: Redaction(call, tokens), method: call.method.name)
        }
    }

    /// Brings what is kept up to date, for the next call.
    private func refresh<Value: APIValue>(_ call: Call, _ caching: Caching, _ kept: CacheEntry, _ tokens: [Token], _: Value.Type) {
        Task {
            var tokens = tokens
            do throws(APIError) {
                let _: Response<Value> = try await fetch(call, caching, kept, &tokens)
            } catch {
                report(.refreshFailed(error.code), of: call)
            }
        }
    }

    /// Asks the server; once more with a new token if it does not take the old one any longer.
    private func fetch<Value: APIValue>(
        _ call: Call, _ caching: Caching?, _ kept: CacheEntry?, _ tokens: inout [Token]
    ) async throws(APIError) -> Response<Value> {
        guard let old = tokens.last, account.credentials.canRenew else { return try await ask(call, caching, kept, tokens.last) }
        if !old.isExpired(at: configuration.time.now()) {
            do throws(APIError) {
                return try await ask(call, caching, kept, old)
            } catch {
                // With a status it is the server's word, not that of a step before.
                guard error.code == .notAuthorized, error.status != nil else { throw error }
            }
        }
        let renewed = try await account.credentials.token(after: old) { [self] result in
            switch result {
            case .success: report(.renewed, of: call)
            case .failure(let error): report(.renewalFailed(error.code), of: call)
            }
        }
        tokens.append(renewed)
        return try await ask(call, caching, kept, renewed)
    }

    /// One exchange with the server, and what it leaves in the cache.
    private func ask<Value: APIValue>(
        _ call: Call, _ caching: Caching?, _ kept: CacheEntry?, _ token: Token?
    ) async throws(APIError) -> Response<Value> {
        var outgoing = try Outgoing(call)
        try outgoing.authorise(with: token)
        var request = try outgoing.httpRequest()
        let asksForChanges = kept.map { request.ask(forChangesSince: $0) } ?? false
        let response = try await exchange(request)
        if asksForChanges, response.status == 304, let kept {
            caching?.renew(kept)
            return try opened(kept, call, isConfirmed: true)
        }
        let opened: (value: Value, departures: [Departure]) = try Opening(response, to: call, with: token).value()
        // Who has signed out meanwhile has no cache any more.
        if token == nil || account.token != nil { caching?.keep(response, hiding: token) }
        if !opened.departures.isEmpty { report(.drift(opened.departures), of: call) }
        return Response(
            value: opened.value, status: response.status, headers: response.headers, body: response.body, departures: opened.departures,
            source: .network, age: .zero)
    }

    /// An answer from the cache; one that the server has just confirmed is as good as new.
    func opened<Value: APIValue>(_ kept: CacheEntry, _ call: Call, isConfirmed: Bool = false) throws(APIError) -> Response<Value> {
        var response = HTTPResponse(status: kept.status, body: kept.body)
        response.headers["Content-Type"] = kept.contentType
        response.headers["Link"] = kept.link
        let opened: (value: Value, departures: [Departure]) = try Opening(response, to: call, with: account.token).value()
        let now = configuration.time.now()
        let source: AnswerSource = isConfirmed ? .network : !kept.isFresh(at: now) ? .stale : kept.isFromDisk ? .disk : .memory
        return Response(
            value: opened.value, status: kept.status, headers: response.headers, body: kept.body, departures: opened.departures, source: source,
            age: isConfirmed ? .zero : .seconds(max(0, now.timeIntervalSince(kept.stored))))
    }

    func report(_ kind: ClientEvent.Kind, of call: Call) {
        for observer in configuration.observers { observer.observe(ClientEvent(method: call.method.name, kind: kind)) }
    }

    /// A task that is cancelled already opens no connection.
    private func exchange(_ request: HTTPRequest) async throws(APIError) -> HTTPResponse {
        if Task.isCancelled { throw APIError(.cancelled) }
        do {
            return try await transport.send(request)
        } catch {
            throw APIError(transport: error, isCancelled: Task.isCancelled)
        }
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
            if needsToken { throw APIError(.notAuthorized, "the method needs a token (\(tokens)), and the account (\(account.id)) has none") }
            return
        }
        guard tokens.isEmpty || token.kinds.isEmpty || !tokens.isDisjoint(with: token.kinds) else {
            throw APIError(.notAuthorized, "the method needs a token of another kind: \(tokens), not \(token.kinds)")
        }
    }
}
