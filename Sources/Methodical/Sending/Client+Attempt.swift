import struct Foundation.Data
import struct Foundation.Date

// The parts of an attempt, in the order in which `attempt` in CallPipeline.swift uses them.

extension Client {
    /// Returns `true` if the token has expired or the server has refused it, and the call has not refreshed it before.
    @inline(never)
    func needsRefresh(_ run: Run, _ state: CallState) -> Bool {
        guard run.batch == nil, !state.tokens.hasRefreshed, account.state.canRefresh, let token = state.tokens.current
        else { return false }
        return state.tokens.isRefused || token.isExpired(at: configuration.time.now())
    }

    /// Returns the rate limiter of an attempt, or `nil` if no limit applies to it.
    func rateLimiter(_ run: Run, _ state: CallState) -> RateLimiter? {
        run.batch == nil ? rateLimiter(for: state.tokens.current, run.call) : nil
    }

    /// Waits until the rate limit allows a request.
    @inline(never)
    func waitForPermit(
        _ limiter: RateLimiter, _ run: Run, _ state: CallState
    ) async throws(APIError) -> RateLimiter.Permit {
        try await limiter.permit(configuration.time, run.call.settings.priority, before: state.retries.deadline) {
            run.report(.waiting($0))
        }
    }

    /// Returns the signer of a request, or `nil` if it is not signed.
    func signer(_ run: Run) -> (any RequestSigner)? {
        run.batch == nil && run.call.raw?.isAuthorized ?? true ? configuration.signer : nil
    }

    /// Builds the request of an attempt, before it is signed.
    @inline(never)
    func buildRequest(_ run: Run, _ state: inout CallState) throws(APIError) -> HTTPRequest {
        var builder = try RequestBuilder(run.call, state.retries.answers)
        try builder.authorize(with: state.tokens.current)
        var request = try builder.httpRequest()
        for answer in state.retries.answers { request.answers[answer.name] = answer.value }
        request.timeout = state.retries.deadline.map {
            .seconds(max(0, $0.timeIntervalSince(configuration.time.now())))
        }
        state.attempt.isConditional = state.cache?.revalidatableEntry.map { request.revalidate($0) } ?? false
        return request
    }

    /// Reports that a request is sent. Throws `.cancelled` if the task is cancelled, so that a cancelled call opens no
    /// connection.
    @inline(never)
    func reportSending(_ run: Run, _ state: inout CallState) throws(APIError) {
        if Task.isCancelled { throw APIError(.cancelled) }
        state.attempt.sent = configuration.time.now()
        if run.batch == nil { run.report(.sent(attempt: state.attempt.number)) }
    }

    /// Returns the transport for an attempt: the batch, the pieces of a download, or the client's transport.
    func route(_ run: Run, _ state: CallState) -> any Transport {
        if let place = run.batch {
            return Route { _ in try await place.batcher.exchange(run.call, at: place.number).get() }
        }
        if let pieces = run.transfer?.pieces {
            return Route { [transport] in try await pieces.exchange($0, by: transport) }
        }
        return transport
    }

    /// Decodes the server's response, or the cached response that the server confirms with the status 304.
    @inline(never)
    func decode<Value: APIValue>(
        _ response: HTTPResponse, _ run: Run, _ state: inout CallState
    ) throws(APIError) -> Response<Value> {
        let token = state.tokens.current
        if state.attempt.isConditional, response.status == 304, let entry = state.cache?.entry {
            do throws(APIError) {
                return try read(entry.confirmed(by: response), run.call, token)
            } catch {
                state.cache?.entry = nil
                throw APIError(.undecodable)
            }
        }
        let result: Response<Value> = try read(response, run.call, token)
        if !result.mismatches.isEmpty { run.report(.mismatches(result.mismatches)) }
        return result
    }

    /// Returns the response that a cache entry holds.
    ///
    /// Returns `nil` and discards the entry if it cannot be read, for example because an earlier version of the program
    /// stored it with another type.
    func readEntry<Value: APIValue>(_ entry: CacheEntry, _ run: Run, _ state: inout CallState) -> Response<Value>? {
        let response: Response<Value>? = try? cachedResponse(entry, run.call)
        if response == nil { state.cache?.entry = nil }
        return response
    }

    /// Returns the response that a cache entry holds, with its age.
    func cachedResponse<Value: APIValue>(_ entry: CacheEntry, _ call: Call) throws(APIError) -> Response<Value> {
        let now = configuration.time.now()
        let age = max(0, now.timeIntervalSince(entry.stored))
        var response = HTTPResponse(status: entry.status, headers: entry.headers, body: entry.body)
        response.headers["Age"] = String(Int(min(age, 0x1p31)))
        let source: ResponseSource = !entry.isFresh(at: now) ? .stale : entry.isFromDisk ? .disk : .memory
        return try read(response, call, account.token, source, .seconds(age))
    }

    /// Reads the value from a response, as it came for a request of any address, or from the API's envelope.
    @inline(never)
    private func read<Value: APIValue>(
        _ response: HTTPResponse, _ call: Call, _ token: Token?, _ source: ResponseSource = .network,
        _ age: Duration = .zero
    ) throws(APIError) -> Response<Value> {
        let (value, mismatches): (Value, [Mismatch])
        if Value.self == HTTPResponse.self, let whole = response as? Value {
            if let refusal = call.raw?.refusal, response.status >= 300 {
                throw .refused(
                    response.status, refusal, response.headers,
                    retryAfter: response.retryAfter(at: configuration.time.now()))
            }
            (value, mismatches) = (whole, [])
        } else {
            (value, mismatches) = try ResponseReader(response, to: call, with: token).value()
        }
        return Response(
            value: value, status: response.status, headers: response.headers, body: response.body,
            mismatches: mismatches, source: source, age: age)
    }
}

/// A transport for a call that goes out in a batch or whose response comes in several pieces.
private struct Route: Transport {
    let exchange: @Sendable (HTTPRequest) async throws -> HTTPResponse

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await exchange(request) }
    func send(_ request: HTTPRequest, observing: TransferObserver?) async throws -> HTTPResponse {
        try await exchange(request)
    }
}
