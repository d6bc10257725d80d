/// A call of an API's method that has not been sent yet.
///
/// A request is a value. You can store it, compare it, configure it, and send it any number of times.
///
/// Two requests are equal if they call the same method of the same client with the same arguments and settings.
public struct Request<Value: APIValue>: Hashable, Sendable {
    package var call: Call

    /// Creates a request from a method and its arguments. Generated code calls this initializer.
    public init(_ call: Call) { self.call = call }

    /// The name of the method in the API: `users.get`.
    public var method: String { call.method.name }

    /// Sends the call and returns the value of its response.
    ///
    /// Cancelling the task cancels the call, which then throws an error with the code `.cancelled`.
    @discardableResult
    public func send() async throws(APIError) -> Value {
        try await response().value
    }

    /// Sends the call and returns its value with the HTTP status, header fields, body, and mismatches with the schema.
    public func response() async throws(APIError) -> Response<Value> {
        try await call.client.send(call)
    }

    /// Sends the call and reports the progress of its bytes to `transfer`.
    package func response(observing transfer: TransferObserver?) async throws(APIError) -> Response<Value> {
        try await call.client.send(call, observing: transfer)
    }
}

/// Settings of a single call.
extension Request {
    private func with(_ change: (inout Call) -> Void) -> Request {
        var request = self
        change(&request.call)
        return request
    }

    /// Returns a copy of the request with a limit for the time that the whole call may take.
    ///
    /// The time covers all attempts and the pauses between them, but not the time in which a person solves a
    /// challenge. A call that takes longer fails with `.timedOut`.
    public func timeout(_ duration: Duration) -> Request {
        with { $0.settings.timeout = duration }
    }

    /// Returns a copy of the request with a header field, which replaces a field of the same name:
    /// `tmdb.movies.get(id: 7).header("Accept-Language", "de")`.
    ///
    /// The value is treated as a secret. Descriptions and errors do not show it, and the response is neither cached nor
    /// shared with equal calls.
    public func header(_ name: String, _ value: String) -> Request {
        with { $0.setHeader(name, to: value) }
    }

    /// Returns a copy of the request that reads its response by `policy` instead of the client's reading policy.
    public func reading(_ policy: ReadingPolicy) -> Request {
        with { $0.settings.reading = policy }
    }

    /// Returns a copy of the request with a name that its events, progress and errors carry. Without one they carry the
    /// method's name.
    ///
    /// The name changes neither the request that is sent nor the key of the cached response. Do not put secrets into
    /// it, because logs show it.
    public func signature(_ value: some Hashable & Sendable) -> Request {
        with { $0.settings.signature = Call.Signature(value) }
    }

    /// Returns a copy of the request with a priority for the time that it waits for the API's rate limit.
    public func priority(_ priority: Call.Priority) -> Request {
        with { $0.settings.priority = priority }
    }

    /// Returns a copy of the request whose response stays fresh for the given time. `.never` keeps it out of the cache.
    public func cached(for lifetime: CacheEntry.Lifetime) -> Request {
        with { $0.settings.lifetime = lifetime }
    }

    /// Returns a copy of the request whose response stays fresh for a duration that ``CacheEntry/Lifetime`` has no
    /// name for.
    public func cached(for duration: Duration) -> Request {
        cached(for: CacheEntry.Lifetime(duration))
    }

    /// Returns a copy of the request with a policy that decides between cache and network.
    public func caching(_ policy: CachePolicy) -> Request {
        with { $0.settings.caching = policy }
    }

    /// Returns a copy of the request that uses only the cache and opens no connection.
    ///
    /// A stale response is returned too. Without a cached response the call fails with `.offline`.
    public func offline() -> Request { caching(.cacheOnly) }
}

extension Request: OpaquelyDescribed {
    /// The method, the arguments and the settings without secrets: `users.get(user_ids: 1,2, timeout 10.0 seconds)`.
    public var description: String { call.description }
}

extension Request where Value == NoContent {
    /// Sends the call and returns when the server has responded.
    public func send() async throws(APIError) {
        _ = try await response()
    }
}
