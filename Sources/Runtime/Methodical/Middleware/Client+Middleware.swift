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
            if let pieces = run.pieces(lacking: response, after: received.withLock { $0?.http }) {
                let request = try plainRequest(for: run.call)
                response = try await pieces.exchange(request, by: OwnResponse(response))
                received.withLock { $0 = nil }
            }
        } catch {
            throw APIError(transport: error, isCancelled: Task.isCancelled)
        }
        // A response that the middlewares left alone has been read already.
        if let read = received.withLock({ $0 }), read.hasContent(of: response) {
            return read
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
        let received = Locked<HTTPResponse?>(nil)
        let response = try await configuration.middlewares.pass(request, context: context) {
            $0.handleAttempt
        } to: { [self] in
            let response = try await signAndSend($0, permit: permit, for: run, state: state)
            received.withLock { $0 = response }
            return response
        }
        guard let pieces = run.pieces(lacking: response, after: received.withLock { $0 }) else {
            return response
        }
        return try await pieces.exchange(request, by: OwnResponse(response))
    }
}

extension Response {
    /// Returns a Boolean value that indicates whether this response has the status, header fields and body of another.
    fileprivate func hasContent(of other: HTTPResponse) -> Bool {
        status == other.status && headers == other.headers && body == other.body
    }
}

extension Run {
    /// Returns the stream or the download that needs the bytes of a response because a middleware has made it. Returns
    /// `nil` if they have passed already, and for all other calls.
    ///
    /// - Parameters:
    ///   - response: The response that the middlewares have returned.
    ///   - received: The last response that they have received from `next`, or `nil` if there is none. Its body is
    ///     empty if its bytes have passed.
    fileprivate func pieces(
        lacking response: HTTPResponse,
        after received: HTTPResponse?
    ) -> (any PiecewiseResponse)? {
        guard let pieces = transfer?.pieces else { return nil }
        guard let received, received.body == response.body else {
            return pieces
        }
        // A middleware may have changed only the status and the header fields, after the bytes have passed.
        let havePassed = 200..<300 ~= received.status
        if havePassed || received.status == response.status {
            return nil
        }
        return pieces
    }
}

/// A transport that returns the response of a middleware.
private struct OwnResponse: Transport {
    private let response: HTTPResponse

    init(_ own: HTTPResponse) {
        var response = own
        // If the middleware has only replaced the body of a response, the field has the length of the earlier one.
        if response.headers["Content-Length"] != nil {
            response.headers["Content-Length"] = String(response.body.count)
        }
        self.response = response
    }

    func send(_ request: HTTPRequest) -> HTTPResponse { response }
}
