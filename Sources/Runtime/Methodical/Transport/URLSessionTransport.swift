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

    /// The options of the session.
    package var options: SessionOptions { exchanges.options }

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - options: The options of the session.
    ///   - configuration: A configuration to use instead of the default one, for settings that the options do not have.
    ///     It is used unchanged, and decides about cookies, caches and connections.
    public init(_ options: SessionOptions = SessionOptions(), configuration: URLSessionConfiguration? = nil) {
        refusal = options.refusal(of: configuration)
        exchanges = SessionExchanges(options)
        session = URLSession(
            configuration: configuration ?? options.apply(to: .ephemeral),
            delegate: exchanges,
            delegateQueue: .sessionReports)
    }

    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request and returns the response.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await send(request, observing: nil)
    }

    /// Sends a request, reports its progress to an observer, and returns the response.
    public func send(
        _ request: HTTPRequest,
        observing observer: TransferObserver?
    ) async throws -> HTTPResponse {
        let options = exchanges.options
        try options.permit(request)
        if let refusal {
            throw refusal
        }
        var request = request
        for field in options.headers.fields where request.headers[field.name] == nil {
            request.headers[field.name] = field.value
        }
        let redirects = Redirects(of: request, options: options)
        var limits = SessionLimits(request, options: options, isStream: observer?.isStreaming == true)
        var hops: [HTTPResponse.Redirect] = []
        var failures = 0
        while true {
            // A transport that was made for this request lives until the response has arrived.
            let transport = sender(of: request)
            let exchange = try transport.begin(
                request,
                redirects: redirects,
                limits: limits,
                observer: observer)
            var response: HTTPResponse
            do {
                response = try await exchange.response()
            } catch {
                // The session itself removes an exchange that has its response.
                transport.exchanges.remove(exchange)
                limits.extend(by: exchange.heldTime)
                if error is SessionExchange.Paused {
                    // The transfer was suspended before its response. It is sent again.
                    continue
                }
                guard let error = error as? URLError,
                    error.isMissingNetwork(for: request.url)
                else {
                    throw error
                }
                throw APIError(.offline, from: error)
            }
            limits.extend(by: exchange.heldTime)
            if let next = exchange.redirect {
                hops.append(HTTPResponse.Redirect(status: response.status, from: request.url, to: next.url))
                guard hops.count <= Redirects.largestCount else {
                    throw URLError(.httpTooManyRedirects)
                }
                request = next
            } else if let authorization = await authorization(after: response, to: request, failures: failures) {
                failures += 1
                request.headers["Authorization"] = authorization
            } else {
                response.url = request.url
                response.redirects = hops
                return response
            }
        }
    }

    /// Returns the value of the field `Authorization` that the app gives after a challenge, or `nil`. Apple's sessions
    /// ask the app themselves.
    private func authorization(
        after response: HTTPResponse,
        to request: HTTPRequest,
        failures: Int
    ) async -> String? {
        #if canImport(FoundationNetworking)
            guard response.status == 401,
                let authentication = exchanges.options.authentication
            else { return nil }
            return await BasicChallenge(
                response,
                to: request,
                failures: failures)?.answer(by: authentication)
        #else
            return nil
        #endif
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
    private func begin(
        _ request: HTTPRequest,
        redirects: Redirects,
        limits: SessionLimits,
        observer: TransferObserver?
    ) throws -> SessionExchange {
        let exchange = try SessionExchange(
            request,
            session: session,
            exchanges: exchanges,
            redirects: redirects,
            limits: limits,
            observer: observer)
        exchanges.add(exchange)
        return exchange
    }
}

extension HTTPRequest {
    var hasBody: Bool {
        file != nil || body?.isEmpty == false
    }
}

extension URLRequest {
    init(_ request: HTTPRequest) {
        self.init(url: request.url)
        if request.verb != .get {
            httpMethod = request.verb.rawValue
        }
        if let body = request.body {
            httpBody = body
        }
        // The first field, which often is the only one, is set in a way that takes a third of the time of `addValue`.
        if let first = request.headers.fields.first {
            allHTTPHeaderFields = [first.name: first.value]
        }
        for field in request.headers.fields.dropFirst() {
            addValue(field.value, forHTTPHeaderField: field.name)
        }
        #if canImport(FoundationNetworking)
            url = request.url.withoutRelatives
            // FoundationNetworking ends the process if its timer fires while it waits for the decision about a
            // redirect.
            setSilence(nil)
        #endif
    }

    /// Sets the time that the server may be silent, or no limit.
    mutating func setSilence(_ silence: Duration?) {
        timeoutInterval = silence.map { $0 / .seconds(1) } ?? .practicallyEndless
    }
}
