import struct Foundation.Data

extension Client {
    /// Passes a call through the middlewares, and decodes the response that they return.
    @inline(never)
    func passMiddlewares<Value: APIValue>(for run: Run) async throws(APIError) -> Response<Value> {
        let received = Locked<Response<Value>?>(nil)
        let context = MiddlewareContext(run, tokens: [account.token].compactMap(\.self)) {
            received.withLock { $0?.source }
        }
        var response: HTTPResponse
        do {
            response = try await configuration.middlewares.pass(CallSettings(run.call), context: context) {
                $0.handleCall
            } to: { [self] settings in
                let response: Response<Value> = try await perform(run.with(settings))
                received.withLock { $0 = response }
                return response.http
            }
            if received.withLock({ $0 == nil }) {
                response = try await run.feedPieces(from: response, for: plainRequest(for: run.call))
            }
        } catch {
            throw APIError(transport: error, isCancelled: Task.isCancelled)
        }
        if let received = received.withLock({ $0 }), received.status == response.status,
            received.headers == response.headers, received.body == response.body
        {
            return received
        }
        return try read(
            response,
            for: run.call,
            token: account.token,
            source: .middleware)
    }

    /// Sends the request of an attempt: through the middlewares, the signer and the transport.
    @inline(never)
    func exchange(
        _ request: HTTPRequest,
        permit: RateLimiter.Permit?,
        for run: Run,
        state: CallState
    ) async throws -> HTTPResponse {
        if configuration.middlewares.isEmpty {
            return try await signAndSend(
                request,
                permit: permit,
                for: run,
                state: state)
        }
        let context = MiddlewareContext(
            run,
            attempt: state.attempt.number,
            tokens: state.tokens.all,
            solutions: state.secretSolutions)
        let isReceived = Locked(false)
        let response = try await configuration.middlewares.pass(request, context: context) {
            $0.handleAttempt
        } to: { [self] in
            let response = try await signAndSend($0, permit: permit, for: run, state: state)
            isReceived.withLock { $0 = true }
            return response
        }
        // Without a response of the server, the response is the middleware's own.
        if isReceived.withLock({ $0 }) {
            return response
        }
        return try await run.feedPieces(from: response, for: request)
    }
}

extension Run {
    /// Passes a middleware's own response to the stream or the download that waits for its bytes.
    fileprivate func feedPieces(
        from response: HTTPResponse,
        for request: @autoclosure () throws -> HTTPRequest
    ) async throws -> HTTPResponse {
        guard let pieces = transfer?.pieces else {
            return response
        }
        return try await pieces.exchange(request(), by: OwnResponse(response: response))
    }
}

/// A transport that returns the response of a middleware.
private struct OwnResponse: Transport {
    let response: HTTPResponse

    func send(_ request: HTTPRequest) -> HTTPResponse { response }
}
