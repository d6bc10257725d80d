import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The options of a client's URL session.
public struct SessionOptions: Sendable {
    /// The header fields of all requests that have no field with the same name. They are not sent to other servers
    /// after a redirect.
    public var headers: HTTPHeaders = [:]
    /// The time that a server may be silent. If `nil`, it is a minute, or the timeout of the request if that is longer.
    public var idleTimeout: Duration?
    /// The largest number of connections to one server.
    public var connectionsPerHost = 6
    /// An HTTP proxy for all requests.
    ///
    /// It is not available on Linux, where the environment variables `http_proxy` and `https_proxy` name the proxy, and
    /// where a request fails if this option is set.
    public var proxy: (host: String, port: Int)?
    /// The lowest version of TLS that is accepted. On Linux a request fails unless it is TLS 1.2.
    public var lowestTLS = TLSVersion.v12
    /// A Boolean value that indicates whether requests and redirects without TLS fail. This machine and the
    /// `insecureHosts` are exempt.
    ///
    /// Independent of this option, a server elsewhere can redirect to this machine only under a name in
    /// `insecureHosts`.
    public var httpsOnly = true
    /// The names of servers that may be used without TLS, in lowercase.
    public var insecureHosts: Set<String> = []
    /// The largest length of a response in bytes, after decompression. A longer response fails with
    /// ``APIError/Code/tooLarge``.
    ///
    /// Downloads to a file are not limited, unless they arrive compressed.
    public var largestResponse = 100_000_000
    /// A function that answers authentication challenges of a server: with a name and password, with a client
    /// certificate, or with a decision about the server's certificate (pinning).
    ///
    /// Without this function, the system decides about certificates, and a 401 is an ordinary response. On Linux,
    /// FoundationNetworking asks only for a name and password (HTTP Basic), so certificates cannot be pinned there.
    public var authentication:
        (@Sendable (URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?))?

    /// Creates options with the default values.
    public init() {}

    /// Creates options and changes them: `SessionOptions { $0.connectionsPerHost = 2 }`.
    public init(_ change: (inout SessionOptions) -> Void) { change(&self) }

    /// A version of the TLS protocol.
    public enum TLSVersion: Sendable { case v12, v13 }

    /// Changes a configuration according to the options and returns it.
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

    /// Returns a Boolean value that indicates whether a redirect may lead to a URL. A server elsewhere must not reach
    /// services that listen only on this machine.
    func permits(_ url: URL, from original: URL?) -> Bool {
        let (host, first) = (url.host()?.lowercased() ?? "", original?.host()?.lowercased() ?? "")
        if host != first, NetworkPresence.leadsHere(host), !NetworkPresence.isLoopback(first),
            !insecureHosts.contains(host)
        {
            return false
        }
        return (try? permit(url)) != nil
    }

    /// Throws an error if the options do not allow requests to a URL.
    package func permit(_ url: URL) throws {
        guard let host = url.host()?.lowercased() else {
            throw APIError(.invalidRequest, "the address contains no server")
        }
        guard
            url.scheme?.lowercased() == "https" || !httpsOnly || NetworkPresence.isLoopback(host)
                || insecureHosts.contains(host)
        else {
            throw APIError(
                .invalidRequest,
                "the request to \(host) does not use TLS; add the host to SessionOptions.insecureHosts to allow that")
        }
        #if canImport(FoundationNetworking)
            guard proxy == nil, lowestTLS == .v12 else {
                throw APIError(
                    .invalidRequest,
                    "FoundationNetworking takes a proxy only from the environment, and its lowest version of TLS is 1.2"
                )
            }
        #endif
    }
}

/// A transport that sends requests through its own URL session.
///
/// The session ends together with the transport. It uses no cookies, no cache and no stored credentials, and writes
/// nothing to disk.
///
/// The transport follows up to 20 redirects. Header fields and bodies may contain secrets, so it takes neither to
/// another server. A redirect that needs the body on another server, or that leaves TLS, is not followed and fails with
/// its status.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges: SessionExchanges

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - options: The options of the session.
    ///   - configuration: A configuration to use instead of the default one, for settings that the options do not have.
    ///     It is used unchanged, and decides about cookies, caches and connections.
    public init(_ options: SessionOptions = SessionOptions(), configuration: URLSessionConfiguration? = nil) {
        exchanges = SessionExchanges(options)
        session = URLSession(
            configuration: configuration ?? options.apply(to: .ephemeral), delegate: exchanges,
            delegateQueue: Self.delegateQueue)
    }

    #if canImport(FoundationNetworking)
        /// A queue that runs each report of the session at once, on the session's own queue.
        ///
        /// The session's reports are already in order. An `Operation` and a change of thread for each report are a
        /// quarter of the cost of a small request.
        private final class ReportQueue: OperationQueue, @unchecked Sendable {
            override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
        }

        private static var delegateQueue: OperationQueue? { ReportQueue() }
    #else
        private static var delegateQueue: OperationQueue? { nil }
    #endif

    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request and returns the response.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await send(request, observing: nil) }

    /// Sends a request, reports its progress to an observer, and returns the response.
    public func send(_ request: HTTPRequest, observing observer: TransferObserver?) async throws -> HTTPResponse {
        try exchanges.options.permit(request.url)
        let transport = sender(of: request)
        var url: URL?
        var redirects = 0
        while true {
            let exchange = try transport.begin(request, url, observer)
            do {
                let response = try await exchange.response(within: request.timeout)
                guard let next = exchange.redirect else { return response }
                redirects += 1
                guard redirects <= 20 else { throw URLError(.httpTooManyRedirects) }
                url = next
            } catch {
                // The session itself removes an exchange that has its response.
                transport.exchanges.remove(exchange)
                if error is SessionExchange.Paused { continue }
                throw Self.explained(error, request)
            }
        }
    }

    private func sender(of request: HTTPRequest) -> URLSessionTransport {
        #if canImport(FoundationNetworking)
            // libcurl repeats a request that broke on a connection which was used before. `SessionExchanges` prevents
            // that, but only for requests with a body. A session of its own has a new connection.
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
        // The first field, which often is the only one, is set in a way that takes a third of the time.
        if let first = request.headers.fields.first { allHTTPHeaderFields = [first.name: first.value] }
        for field in request.headers.fields.dropFirst() { addValue(field.value, forHTTPHeaderField: field.name) }
        // The session's own limit is for silence. If only the request has a timeout, the limit must be longer than
        // that, because FoundationNetworking cuts it to whole seconds.
        let idle =
            options.idleTimeout.map { max(1, ($0 / .seconds(1)).rounded(.up)) }
            ?? request.timeout.map { max(60, $0 / .seconds(1) + 1) }
        if let idle { timeoutInterval = min(idle, 1e9) }
    }
}

/// A check of whether this machine has a network at all.
///
/// Apple's systems report a missing network themselves. FoundationNetworking reports a name that cannot be resolved, or
/// an unknown error. The machine's network interfaces then show the reason.
enum NetworkPresence {
    /// Returns a Boolean value that indicates whether an error is the result of a missing network.
    static func explains(_ error: URLError, _ url: URL) -> Bool {
        #if canImport(Glibc) || canImport(Musl)
            let codes: [URLError.Code] = [.unknown, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed]
            return codes.contains(error.code) && !isLoopback(url.host() ?? "") && !hasInterface()
        #else
            return false
        #endif
    }

    /// Returns a Boolean value that indicates whether a host is plainly this machine: `localhost`, `::1` or
    /// `127.x.x.x`.
    static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" || host == "[::1]" { return true }
        return host.utf8.starts(with: "127.".utf8)
            && host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }

    /// Returns a Boolean value that indicates whether a host may be this machine in any spelling that resolvers accept:
    /// `0x7f.1`, `2130706433`, `::ffff:127.0.0.1`, `a.localhost`.
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

        /// Returns `true` if an interface is up, has an address, and is not the loopback.
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

/// The file that receives the body of a response.
final class ResponseFile {
    private let handle: FileHandle
    private var room: Int
    private let largest: Int

    /// Opens the file for a response. Returns `nil` for a response that stays in memory.
    init?(_ url: URL, _ head: HTTPResponse, largest: Int = .max) throws {
        guard head.status == 200 || head.status == 206 else { return nil }
        (room, self.largest) = (largest, largest)
        let range = head.headers["Content-Range"].flatMap(ContentRange.init)
        if !FileManager.default.fileExists(atPath: url.path),
            !FileManager.default.createFile(atPath: url.path, contents: nil)
        {
            throw APIError.storage(errno, "\(url.lastPathComponent) cannot be created")
        }
        handle = try FileHandle(forUpdating: url)
        let start = head.status == 200 ? 0 : range?.first
        guard let start, try start <= handle.seekToEnd() else {
            throw APIError(.connection, "the server sent another part of the file than was requested")
        }
        try handle.truncate(atOffset: start)
    }

    func write(_ data: Data) throws {
        room -= data.count
        guard room >= 0 else { throw APIError.tooLarge(largest) }
        try handle.write(contentsOf: data)
    }
}

/// The part of a resource that a 206 response contains: `bytes 100-199/1000` (RFC 9110, section 14.4).
package struct ContentRange {
    package let first: UInt64
    package let last: UInt64
    /// The length of the whole resource, or `nil` if the server does not know it.
    package let total: UInt64?

    package init?(_ text: String) {
        let parts = text.split { " -/".contains($0) }
        guard parts.count == 4, parts[0] == "bytes", let first = UInt64(parts[1]), let last = UInt64(parts[2]),
            first <= last
        else { return nil }
        (self.first, self.last, total) = (first, last, UInt64(parts[3]))
    }
}
