import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// How a client's URL session behaves.
public struct SessionOptions: Sendable {
    /// For all requests that have no field of that name themselves. Not sent to another server that a redirect leads to.
    public var headers: HTTPHeaders = [:]
    /// How long the server may be silent. If nil: a minute, or as long as the whole request may take.
    public var idleTimeout: Duration?
    public var connectionsPerHost = 6
    /// An HTTP proxy for all requests. Not on Linux: there the variables `http_proxy` and `https_proxy` name one, and a request with this fails.
    public var proxy: (host: String, port: Int)?
    public var lowestTLS = TLSVersion.v12
    /// Requests and redirects without TLS fail, except to this machine and to `insecureHosts`. A server elsewhere redirects to this machine only
    /// under a name that stands among these.
    public var httpsOnly = true
    public var insecureHosts: Set<String> = []
    /// In bytes, unpacked: a longer answer fails with `.tooLarge`. Files that are downloaded are not limited, unless they come compressed.
    public var largestAnswer = 100_000_000
    /// Answers what a server asks before it answers: a name and password, a certificate of the client's, trust in its own (pinning). Without it,
    /// the system decides about certificates, and a 401 is an answer.
    ///
    /// On Linux FoundationNetworking asks for a name and password (HTTP Basic) only: certificates cannot be pinned there.
    public var authentication:
        (@Sendable (URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?))?

    public init() {}

    /// `SessionOptions { $0.connectionsPerHost = 2 }`
    public init(_ change: (inout SessionOptions) -> Void) { change(&self) }

    public enum TLSVersion: Sendable { case v12, v13 }

    /// The same configuration, with what is said here in it.
    package func apply(to configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        #if !canImport(FoundationNetworking)
            configuration.tlsMinimumSupportedProtocolVersion = lowestTLS == .v13 ? .TLSv13 : .TLSv12
            if let proxy {
                configuration.connectionProxyDictionary = [
                    "HTTPEnable": 1, "HTTPProxy": proxy.host, "HTTPPort": proxy.port,
                    "HTTPSEnable": 1, "HTTPSProxy": proxy.host, "HTTPSPort": proxy.port,
                ]
            }
        #endif
        return configuration
    }

    /// Whether a redirect may lead there. What listens on this machine only is no business of a server elsewhere.
    func permits(_ url: URL, from original: URL?) -> Bool {
        let (host, first) = (url.host()?.lowercased() ?? "", original?.host()?.lowercased() ?? "")
        if host != first, NetworkPresence.leadsHere(host), !NetworkPresence.isLoopback(first),
            !insecureHosts.contains(host)
        {
            return false
        }
        return (try? permit(url)) != nil
    }

    package func permit(_ url: URL) throws {
        guard let host = url.host()?.lowercased() else { throw APIError(.invalidRequest, "an address without a host") }
        guard
            url.scheme?.lowercased() == "https" || !httpsOnly || NetworkPresence.isLoopback(host)
                || insecureHosts.contains(host)
        else {
            throw APIError(
                .invalidRequest,
                "\(host) would be asked without TLS: name it in SessionOptions.insecureHosts if that is meant")
        }
        #if canImport(FoundationNetworking)
            guard proxy == nil, lowestTLS == .v12 else {
                throw APIError(
                    .invalidRequest,
                    "FoundationNetworking takes a proxy from the environment only, and TLS 1.2 as its lowest version")
            }
        #endif
    }
}

/// Sends requests through a URL session of its own, which ends with it: no cookies, no cache, no stored credentials, nothing on disk.
///
/// Follows 20 redirects. To another server it takes neither header fields nor a body, since either may hold secrets: a redirect that wants the
/// body sent there is not followed and fails with its status, as does one that leaves TLS.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges: SessionExchanges

    /// The configuration says what the options have no word for; cookies, caches and the connection are then as it says.
    public init(_ options: SessionOptions = SessionOptions(), configuration: URLSessionConfiguration? = nil) {
        exchanges = SessionExchanges(options)
        session = URLSession(
            configuration: configuration ?? options.apply(to: .ephemeral), delegate: exchanges,
            delegateQueue: Self.delegateQueue)
    }

    #if canImport(FoundationNetworking)
        /// The session reports on its own queue, one thing after the other: an `Operation` and a thread's change for each are a quarter of what a small
        /// request costs.
        private final class ReportQueue: OperationQueue, @unchecked Sendable {
            override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
        }

        private static var delegateQueue: OperationQueue? { ReportQueue() }
    #else
        private static var delegateQueue: OperationQueue? { nil }
    #endif

    deinit { session.finishTasksAndInvalidate() }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await send(request, observing: nil) }

    public func send(_ request: HTTPRequest, observing observer: TransferObserver?) async throws -> HTTPResponse {
        try await send(request, observing: observer, sharedBy: nil)
    }

    func send(_ request: HTTPRequest, observing observer: TransferObserver?, sharedBy attempts: Attempts?) async throws
        -> HTTPResponse
    {
        try exchanges.options.permit(request.url)
        let transport = sender(of: request)
        var url: URL?
        var redirects = 0
        while true {
            let exchange = try (observer ?? attempts?.followed)?.takeOver() ?? transport.begin(request, url, observer)
            attempts?.send(by: exchange)
            do {
                let response = try await exchange.response(within: request.timeout)
                _ = exchange.release()
                guard let next = exchange.redirect else { return response }
                redirects += 1
                guard redirects <= 20 else { throw URLError(.httpTooManyRedirects) }
                url = next
            } catch {
                // What is answered, the session has put away itself. What others wait for goes on.
                if exchange.release() { transport.exchanges.remove(exchange) }
                if error is SessionExchange.Paused { continue }
                throw Self.explained(error, request)
            }
        }
    }

    private func sender(of request: HTTPRequest) -> URLSessionTransport {
        #if canImport(FoundationNetworking)
            // What dies on a connection that was used before, libcurl repeats by itself; `SessionExchanges` is told, but not of what has no body. A
            // session of its own has a new connection.
            if !request.hasBody, !request.isRepeatable {
                return URLSessionTransport(exchanges.options, configuration: session.configuration)
            }
        #endif
        return self
    }

    @inline(never)
    private static func explained(_ error: any Error, _ request: HTTPRequest) -> any Error {
        guard let error = error as? URLError, NetworkPresence.explains(error, request.url) else { return error }
        return APIError(
            .offline,
            cause: APIError.Cause(domain: "URLError", code: error.code.rawValue, message: error.localizedDescription))
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
    init(_ request: HTTPRequest, _ options: SessionOptions) {
        self.init(url: request.url)
        if request.verb != .get { httpMethod = request.verb.rawValue }
        if let body = request.body { httpBody = body }
        // The first, which mostly is the only one, by a way that takes a third of the time.
        if let first = request.headers.fields.first { allHTTPHeaderFields = [first.name: first.value] }
        for field in request.headers.fields.dropFirst() { addValue(field.value, forHTTPHeaderField: field.name) }
        // The session's own limit is for silence. Where only the request has one, it is kept beyond that: FoundationNetworking cuts it to whole seconds.
        let idle =
            options.idleTimeout.map { max(1, ($0 / .seconds(1)).rounded(.up)) }
            ?? request.timeout.map { max(60, $0 / .seconds(1) + 1) }
        if let idle { timeoutInterval = min(idle, 1e9) }
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

    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" || host == "[::1]" { return true }
        return host.utf8.starts(with: "127.".utf8)
            && host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }

    /// Whether it may be this machine, however resolvers spell it: `0x7f.1`, `2130706433`, `::ffff:127.0.0.1`, `a.localhost`.
    static func leadsHere(_ host: String) -> Bool {
        let name = host.trimmingCharacters(in: ["[", "]", "."])
        if isLoopback(name) || name.hasSuffix(".localhost") { return true }
        var (short, long) = (in_addr(), in6_addr())
        if inet_aton(name, &short) != 0 { return [0, 127].contains(UInt32(bigEndian: short.s_addr) >> 24) }
        let bytes = inet_pton(AF_INET6, name, &long) == 1 ? withUnsafeBytes(of: long) { Array($0) } : []
        let zeros = bytes.prefix { $0 == 0 }.count
        return zeros == 16 || zeros == 15 && bytes[15] == 1
            || zeros == 10 && bytes[10] & bytes[11] == 255 && [0, 127].contains(bytes[12])
    }

    #if canImport(Glibc) || canImport(Musl)

        /// One that runs, has an address, and is not the loopback.
        private static func hasInterface() -> Bool {
            var first: UnsafeMutablePointer<ifaddrs>?
            guard getifaddrs(&first) == 0 else { return true }
            defer { freeifaddrs(first) }
            var next = first
            while let interface = next?.pointee {
                let flags = Int(truncatingIfNeeded: interface.ifa_flags)
                if flags & Int(IFF_UP) != 0, flags & Int(IFF_LOOPBACK) == 0, let address = interface.ifa_addr {
                    let family = Int32(truncatingIfNeeded: address.pointee.sa_family)
                    if family == AF_INET || family == AF_INET6 { return true }
                }
                next = interface.ifa_next
            }
            return false
        }
    #endif
}

/// The file that an answer's body goes to instead of into memory.
final class AnswerFile {
    private let handle: FileHandle
    private var room: Int
    private let largest: Int

    /// Nil for an answer that stays in memory.
    init?(_ url: URL, _ head: HTTPResponse, largest: Int = .max) throws {
        guard head.status == 200 || head.status == 206 else { return nil }
        (room, self.largest) = (largest, largest)
        let range = head.headers["Content-Range"].flatMap(ContentRange.init)
        if !FileManager.default.fileExists(atPath: url.path),
            !FileManager.default.createFile(atPath: url.path, contents: nil)
        {
            throw APIError.storage(errno, "\(url.lastPathComponent) cannot be made")
        }
        handle = try FileHandle(forUpdating: url)
        let start = head.status == 200 ? 0 : range?.first
        guard let start, try start <= handle.seekToEnd() else {
            throw APIError(.connection, "the server sent another part than it was asked for")
        }
        try handle.truncate(atOffset: start)
    }

    func write(_ data: Data) throws {
        room -= data.count
        guard room >= 0 else { throw APIError.tooLarge(largest) }
        try handle.write(contentsOf: data)
    }
}

/// Which part of the whole a 206 brings: `bytes 100-199/1000` (RFC 9110, section 14.4).
package struct ContentRange {
    package let first: UInt64
    package let last: UInt64
    /// Nil if the server does not know.
    package let total: UInt64?

    package init?(_ text: String) {
        let parts = text.split { " -/".contains($0) }
        guard parts.count == 4, parts[0] == "bytes", let first = UInt64(parts[1]), let last = UInt64(parts[2]),
            first <= last
        else { return nil }
        (self.first, self.last, total) = (first, last, UInt64(parts[3]))
    }
}
