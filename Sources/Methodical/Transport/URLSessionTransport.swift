import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends requests through a URL session of its own: no cookies, no cache, no stored credentials.
///
/// Follows redirects. To another server it takes neither header fields nor a body, since either may hold secrets: a redirect that wants the
/// body sent there is not followed and fails with its status.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges = SessionExchanges()

    public convenience init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        self.init(configuration: configuration)
    }

    /// For a proxy, other limits on connections, another TLS version.
    public init(configuration: URLSessionConfiguration) {
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    deinit { session.finishTasksAndInvalidate() }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let exchange = SessionExchange(session.dataTask(with: URLRequest(request)))
        exchanges.add(exchange)
        defer { exchanges.remove(exchange) }
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    exchange.begin(continuation, timeout: request.timeout)
                }
            } onCancel: {
                exchange.end(.failure(CancellationError()))
            }
        } catch let error as URLError where NetworkPresence.explains(error, request.url) {
            throw APIError(.offline, cause: APIError.Cause(domain: "URLError", code: error.code.rawValue, message: error.localizedDescription))
        }
    }
}

extension URLRequest {
    fileprivate init(_ request: HTTPRequest) {
        self.init(url: request.url)
        httpMethod = request.verb.rawValue
        httpBody = request.body
        for field in request.headers.fields { addValue(field.value, forHTTPHeaderField: field.name) }
        // The session's own limit is for silence. It is kept beyond the request's: FoundationNetworking cuts it to whole seconds.
        if let timeout = request.timeout { timeoutInterval = max(60, min(timeout / .seconds(1) + 1, 1e9)) }
    }
}
