/// A step around each call or each attempt of a client, such as tracing, a header field, or a circuit breaker.
///
/// Pass middlewares in ``Client/Configuration/middlewares``. The first one is the outermost: it sees a request first
/// and its response last. Both methods pass on what they get unless you implement them.
///
/// ```swift
/// struct RequestID: Middleware {
///     func handleAttempt(
///         _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
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
    /// A function that passes a call on to the next middleware, and in the end to the client.
    typealias NextCall = @Sendable (CallSettings) async throws -> HTTPResponse

    /// A function that passes the request of an attempt on to the next middleware, and in the end to the transport.
    typealias NextAttempt = @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// Handles a call from its start to its end, once for all its attempts.
    ///
    /// `next` takes the call through the cache, the join with equal calls, the refresh of the token, and the attempts.
    /// It returns the response of the last attempt or of the cache, or throws the ``APIError`` that the call would
    /// throw.
    ///
    /// The settings apply to all attempts. If they set another header field than `Accept` or `Accept-Language`, the
    /// response is neither cached nor shared with equal calls, because the field may select another response.
    ///
    /// To answer the call, return a response without calling `next`. The client decodes it like one of the server.
    ///
    /// - Parameters:
    ///   - settings: The settings to pass on, changed or not.
    ///   - context: The facts about the call.
    ///   - next: The function that passes the call on. A middleware may call it more than once, one call after the
    ///     other. The call then ends with the last response.
    func handleCall(
        _ settings: CallSettings,
        _ context: MiddlewareContext,
        next: NextCall
    ) async throws
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
    func handleAttempt(
        _ request: HTTPRequest,
        _ context: MiddlewareContext,
        next: NextAttempt
    ) async throws
        -> HTTPResponse
}

extension Middleware {
    /// Passes the call on.
    public func handleCall(
        _ settings: CallSettings,
        _ context: MiddlewareContext,
        next: NextCall
    ) async throws -> HTTPResponse { try await next(settings) }

    /// Passes the request on.
    public func handleAttempt(
        _ request: HTTPRequest,
        _ context: MiddlewareContext,
        next: NextAttempt
    ) async throws -> HTTPResponse { try await next(request) }
}

extension [any Middleware] {
    /// The function that receives what a middleware passes on: the settings of a call, or the request of an attempt.
    typealias Next<Input> = @Sendable (Input) async throws -> HTTPResponse
    /// A method of a middleware.
    typealias Step<Input> =
        @Sendable (any Middleware) -> (Input, MiddlewareContext, Next<Input>) async throws -> HTTPResponse

    /// Passes settings or a request through the middlewares from the first to the last, and then to `end`.
    func pass<Input>(
        _ input: Input,
        context: MiddlewareContext,
        through step: @escaping Step<Input>,
        to end: @escaping Next<Input>
    ) async throws -> HTTPResponse {
        try await reversed().reduce(end) { next, middleware in
            { try await step(middleware)($0, context, next) }
        }(input)
    }
}
