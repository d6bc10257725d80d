/// A request that carries calls in place of a request for each of them, such as a batch.
///
/// The carrying request is itself a call with all steps: it waits for the rate limit, passes the middlewares, refreshes
/// the token, is signed, and is retried. A call that it carries takes none of them.
package protocol CallCarrier: AnyObject, Sendable {
    /// The client of the calls and of the request that carries them.
    var client: Client { get }
    /// Indicates whether a carried call may share the in-flight request of an equal call.
    var allowsSharing: Bool { get }
    /// Indicates whether the call can be carried. The client sends other calls by themselves.
    func carries(_ call: Call) -> Bool
    /// Sends the call with others, and returns the response as it would have come for the call alone.
    func send(_ call: Call) async throws(APIError) -> HTTPResponse
}

extension Client {
    /// Returns the response to a call that a carrier sends.
    @inline(never)
    func ask<Value: APIValue>(
        _ carrier: any CallCarrier,
        for run: Run,
        state: inout CallState
    ) async throws(APIError) -> Response<Value> {
        try await state.clock.holdingObserver?.untilResumed()
        state.attempt.sent = configuration.time.instant()
        let received = try await carrier.send(run.call)
        // The carrier may have refreshed the token. Errors and the cache must not show the new one either.
        if let token = account.token, token != state.tokens.current {
            state.tokens.replace(by: token)
        }
        let response: Response<Value> = try decode(received, for: run, state: &state)
        updateCache(with: response, for: run, state: state)
        endInFlight(state: state, with: .success(.response(response)))
        return response
    }
}

extension Client {
    /// Returns the transport for an attempt: the pieces of a download, or the client's transport.
    func route(for run: Run) -> any Transport {
        if let pieces = run.transfer?.pieces {
            return Route { [transport] in try await pieces.exchange($0, by: transport) }
        }
        return transport
    }
}

/// A transport for a call whose response comes in several pieces.
private struct Route: Transport {
    let exchange: @Sendable (HTTPRequest) async throws -> HTTPResponse

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await exchange(request)
    }

    func send(_ request: HTTPRequest, observing: TransferObserver?) async throws -> HTTPResponse {
        try await exchange(request)
    }
}
