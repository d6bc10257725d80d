import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A transport that sends requests through its own URL session.
///
/// The session ends together with the transport. It uses no cookies, no cache and no stored credentials, and writes
/// nothing to disk.
///
/// The transport follows up to 20 redirects. Header fields and bodies may contain secrets, so it sends neither to
/// another server. A redirect that needs the body on another server, or that leaves TLS, is not followed and fails with
/// its status.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges: SessionExchanges
    /// The error of each request, if this system does not have one of the options.
    private let refusal: APIError?

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - options: The options of the session.
    ///   - configuration: A configuration to use instead of the default one, for settings that the options do not have.
    ///     It is used unchanged, and decides about cookies, caches and connections.
    public init(_ options: SessionOptions = SessionOptions(), configuration: URLSessionConfiguration? = nil) {
        refusal = options.refusal(configuration)
        exchanges = SessionExchanges(options)
        session = URLSession(
            configuration: configuration ?? options.apply(to: .ephemeral), delegate: exchanges,
            delegateQueue: .sessionReports)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request and returns the response.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await send(request, observing: nil) }

    /// Sends a request, reports its progress to an observer, and returns the response.
    public func send(_ request: HTTPRequest, observing observer: TransferObserver?) async throws -> HTTPResponse {
        try exchanges.options.permit(request)
        if let refusal { throw refusal }
        let transport = sender(of: request)
        var (url, timeLeft) = (URL?.none, request.timeout)
        var redirects: [HTTPResponse.Redirect] = []
        while true {
            let exchange = try transport.begin(request, url, observer)
            do {
                var response = try await exchange.response(within: timeLeft)
                // A redirect does not extend the timeout.
                timeLeft = exchange.timeLeft
                response.redirects = redirects + response.redirects
                guard let next = exchange.redirect else { return response }
                redirects = response.redirects
                guard redirects.count <= 20 else { throw URLError(.httpTooManyRedirects) }
                url = next
            } catch {
                // The session itself removes an exchange that has its response.
                transport.exchanges.remove(exchange)
                if error is SessionExchange.Paused {
                    timeLeft = exchange.timeLeft
                    continue
                }
                guard let error = error as? URLError, error.isMissingNetwork(request.url) else { throw error }
                throw APIError(.offline, error)
            }
        }
    }

    private func sender(of request: HTTPRequest) -> URLSessionTransport {
        #if canImport(FoundationNetworking)
            // libcurl repeats a request that broke on a reused connection. `SessionExchanges` prevents that only for
            // requests with a body. Other requests therefore get a session, and thus a connection, of their own.
            if !request.hasBody, !request.isRepeatable {
                return URLSessionTransport(exchanges.options, configuration: session.configuration)
            }
        #endif
        return self
    }

    @inline(never)
    private func begin(_ request: HTTPRequest, _ redirect: URL?, _ observer: TransferObserver?) throws
        -> SessionExchange
    {
        var request = request
        for field in exchanges.options.headers.fields where request.headers[field.name] == nil {
            request.headers[field.name] = field.value
        }
        if let redirect { request.url = redirect }
        let exchange = try SessionExchange(session, request, exchanges.options, observer)
        exchanges.add(exchange)
        return exchange
    }
}

extension URLRequest {
    init(_ request: HTTPRequest, _ options: SessionOptions, isStream: Bool = false) {
        self.init(url: request.url)
        if request.verb != .get { httpMethod = request.verb.rawValue }
        if let body = request.body { httpBody = body }
        // The first field, which often is the only one, is set in a way that takes a third of the time.
        if let first = request.headers.fields.first { allHTTPHeaderFields = [first.name: first.value] }
        for field in request.headers.fields.dropFirst() { addValue(field.value, forHTTPHeaderField: field.name) }
        // The session's own limit is for silence. If only the request has a timeout, the limit must be longer than
        // that, because FoundationNetworking cuts it to whole seconds.
        let idle =
            options.idleTimeout.map { max(1, ($0 / .seconds(1)).rounded(.up)) }
            ?? (isStream ? 1e9 : request.timeout.map { max(60, $0 / .seconds(1) + 1) })
        if let idle { timeoutInterval = min(idle, 1e9) }
    }
}
