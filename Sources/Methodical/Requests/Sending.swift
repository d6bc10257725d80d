extension Client {
    /// The way of a call, from its arguments to its answer: each line is a step.
    ///
    /// Whatever fails on the way passes the one place at the end where the call's secrets are taken out of it.
    func answer<Value: APIValue>(_ call: Call) async throws(APIError) -> Response<Value> {
        let token = account.token
        do throws(APIError) {
            try call.method.permit(account)
            var outgoing = try Outgoing(call)
            try outgoing.authorise(with: token)
            let request = try outgoing.httpRequest()
            let response = try await exchange(request)
            let opened: (value: Value, departures: [Departure]) = try Opening(response, to: call, with: token).value()
            report(opened.departures, of: call)
            return Response(
                value: opened.value, status: response.status, headers: response.headers, body: response.body, departures: opened.departures)
        } catch {
            throw error.redacted(by: Redaction(call, token), method: call.method.name)
        }
    }

    private func report(_ departures: [Departure], of call: Call) {
        if departures.isEmpty { return }
        for observer in configuration.observers { observer.observe(ClientEvent(method: call.method.name, kind: .drift(departures))) }
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
