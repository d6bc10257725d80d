/// A step around each call or each attempt of a client, such as tracing, a header field, or a circuit breaker.
///
/// Pass middlewares in ``Client/Configuration/middlewares``. The first one is the outermost: it sees a request first
/// and its response last. Both methods pass the request on unless you implement them.
///
/// ```swift
/// struct RequestID: Middleware {
///     func handleAttempt(
///         _ request: HTTPRequest, _ context: MiddlewareContext, next: MiddlewareNext
///     ) async throws -> HTTPResponse {
///         var request = request
///         request.headers["X-Request-ID"] = UUID().uuidString
///         return try await next(request)
///     }
/// }
/// ```
///
/// A middleware that is also a ``ClientObserver`` receives the client's events. It is not listed in
/// ``Client/Configuration/observers`` again.
public protocol Middleware: Sendable {
    /// Handles a call from its start to its end, once for all its attempts.
    ///
    /// The request has neither the account's token nor a signature. `next` takes it through the cache, the join with
    /// equal calls, the refresh of the token, and the attempts. It returns the response of the last attempt or of the
    /// cache, or throws the ``APIError`` that the call would throw.
    ///
    /// Changes of the request apply to all attempts. A token that is sent in the query or in a form is added to the
    /// changed request. If the changes go beyond `Accept`, `Accept-Language`, the timeout and the priority, the
    /// response is neither cached nor shared with equal calls, because the cache does not know the changed request.
    ///
    /// To answer the call, return a response without calling `next`. The client decodes it like one of the server.
    ///
    /// - Parameters:
    ///   - request: The request, which belongs to the middleware now.
    ///   - context: The facts about the call.
    ///   - next: The function that passes the request on. A middleware may call it more than once, one call after the
    ///     other. The call then ends with the last response.
    func handleCall(_ request: HTTPRequest, _ context: MiddlewareContext, next: MiddlewareNext) async throws
        -> HTTPResponse

    /// Handles an attempt of a call: one request on its way to the server.
    ///
    /// The request contains the account's token, so its header fields, URL and body are secret. A signature is made
    /// after the last middleware. A response with any status is returned, not thrown. An error that is thrown counts as
    /// the failure of the attempt, which the client may make again.
    ///
    /// Calls that another request carries, such as a batch, have no attempts of their own.
    ///
    /// - Parameters:
    ///   - request: The request, which belongs to the middleware now.
    ///   - context: The facts about the call.
    ///   - next: The function that passes the request on, in the end to the transport.
    func handleAttempt(_ request: HTTPRequest, _ context: MiddlewareContext, next: MiddlewareNext) async throws
        -> HTTPResponse
}

/// A function that passes a request on to the next middleware, and in the end to the client.
public typealias MiddlewareNext = @Sendable (HTTPRequest) async throws -> HTTPResponse

extension Middleware {
    /// Passes the request on.
    public func handleCall(
        _ request: HTTPRequest,
        _ context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> HTTPResponse { try await next(request) }

    /// Passes the request on.
    public func handleAttempt(
        _ request: HTTPRequest,
        _ context: MiddlewareContext,
        next: MiddlewareNext
    ) async throws -> HTTPResponse { try await next(request) }
}

extension [any Middleware] {
    /// A method of a middleware.
    typealias Step =
        @Sendable (any Middleware) -> (HTTPRequest, MiddlewareContext, MiddlewareNext) async throws -> HTTPResponse

    /// Passes a request through the middlewares from the first to the last, and then to `end`.
    func pass(
        _ request: HTTPRequest, context: MiddlewareContext, through step: @escaping Step,
        to end: @escaping MiddlewareNext
    ) async throws -> HTTPResponse {
        try await reversed().reduce(end) { next, middleware in
            { try await step(middleware)($0, context, next) }
        }(request)
    }
}
