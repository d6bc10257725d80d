import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
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

/// Whether this machine has a network at all.
///
/// Apple's systems say so themselves. FoundationNetworking reports a name that cannot be resolved, or an unknown error: then the machine's
/// interfaces tell.
enum NetworkPresence {
    static func explains(_ error: URLError, _ url: URL) -> Bool {
        #if canImport(Glibc) || canImport(Musl)
            let codes: [URLError.Code] = [.unknown, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed]
            return codes.contains(error.code) && !isLoopback(url.host() ?? "") && !hasInterface()
        #else
            return false
        #endif
    }

    #if canImport(Glibc) || canImport(Musl)
        private static func isLoopback(_ host: String) -> Bool { host == "localhost" || host.hasPrefix("127.") || host == "::1" || host == "[::1]" }

        /// One that runs, has an address, and is not the loopback.
        private static func hasInterface() -> Bool {
            var first: UnsafeMutablePointer<ifaddrs>?
            guard getifaddrs(&first) == 0 else { return true }
            defer { freeifaddrs(first) }
            var next = first
            while let interface = next?.pointee {
                let flags = Int(interface.ifa_flags)
                let family = interface.ifa_addr?.pointee.sa_family
                let isUp = flags & Int(IFF_UP) != 0 && flags & Int(IFF_LOOPBACK) == 0
                if isUp, family == sa_family_t(AF_INET) || family == sa_family_t(AF_INET6) { return true }
                next = interface.ifa_next
            }
            return false
        }
    #endif
}
