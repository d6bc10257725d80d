import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The options of a transport. Those that one system or transport does not have are marked.
public struct SessionOptions: Sendable {
    /// The header fields of all requests that have no field with the same name. They are not sent to other servers
    /// after a redirect.
    public var headers: HTTPHeaders = [:]
    /// The time that a server may be silent. If `nil`, it is a minute, or the timeout of the request if that is longer.
    /// Between the parts of a stream it is then unlimited.
    public var idleTimeout: Duration?
    /// The largest number of connections to one server.
    public var connectionsPerHost = 6
    /// An HTTP proxy for all requests.
    ///
    /// It is not available to `URLSession` on Linux, where the environment variables `http_proxy` and `https_proxy`
    /// name the proxy, and where a request fails if this option is set. `AsyncHTTPClientTransport` uses only this
    /// option.
    public var proxy: (host: String, port: Int)?
    /// The lowest version of TLS that is accepted. On Linux a request through `URLSession` fails unless it is TLS 1.2.
    public var lowestTLS = TLSVersion.v12
    /// A Boolean value that indicates whether requests and redirects without TLS fail. This machine and the
    /// `insecureHosts` are exempt.
    ///
    /// Independent of this option, a server elsewhere can redirect to this machine only under a name in
    /// `insecureHosts`.
    public var httpsOnly = true
    /// The names of servers that may be used without TLS.
    ///
    /// `*.example.com` stands for all names below example.com. To use that name too, list both.
    public var insecureHosts: Set<String> = []
    /// The largest length of a response in bytes, after decompression. A longer response fails with
    /// ``APIError/Code/tooLarge``.
    ///
    /// Downloads to a file are not limited, unless they arrive compressed.
    public var largestResponse = 100_000_000
    /// A function that answers authentication challenges of a server: with a name and password, with a client
    /// certificate, or with a decision about the server's certificate (pinning).
    ///
    /// Without this function, the system decides about certificates, and a 401 is an ordinary response.
    public var authentication:
        (@Sendable (URLAuthenticationChallenge) async -> (URLSession.AuthChallengeDisposition, URLCredential?))?
    /// The kinds of authentication that `authentication` answers. The system answers the others.
    ///
    /// On Linux, and with `AsyncHTTPClientTransport`, only `.password` is available (HTTP Basic). Requests fail there
    /// if `authentication` answers others too, so that no certificate is accepted without being checked.
    public var authenticationKinds = Set(AuthenticationKind.allCases)

    /// Creates options with the default values.
    public init() {}

    /// Creates options and changes them: `SessionOptions { $0.connectionsPerHost = 2 }`.
    public init(_ change: (inout SessionOptions) -> Void) { change(&self) }

    /// A kind of authentication challenge.
    public enum AuthenticationKind: Hashable, Sendable, CaseIterable {
        /// A demand for a name and password.
        case password
        /// A demand for a certificate of the client.
        case clientCertificate
        /// The certificate of the server.
        case serverTrust
    }

    /// A version of the TLS protocol.
    public enum TLSVersion: Sendable { case v12, v13 }

    /// Changes a configuration according to the options and returns it.
    package func apply(to configuration: URLSessionConfiguration) -> URLSessionConfiguration {
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = connectionsPerHost
        #if !canImport(FoundationNetworking)
            configuration.tlsMinimumSupportedProtocolVersion =
                lowestTLS == .v13
                ? .TLSv13
                : .TLSv12
            if let proxy {
                configuration.connectionProxyDictionary = [
                    "HTTPEnable": 1,
                    "HTTPProxy": proxy.host,
                    "HTTPPort": proxy.port,
                    "HTTPSEnable": 1,
                    "HTTPSProxy": proxy.host,
                    "HTTPSPort": proxy.port,
                ]
            }
        #endif
        return configuration
    }

    /// Returns a Boolean value that indicates whether a redirect may lead to a URL. A server elsewhere must not reach
    /// services that listen only on this machine.
    package func permits(_ url: URL, from original: URL?) -> Bool {
        let host = HostList.plain(url) ?? ""
        let first = original.flatMap { HostList.plain($0) } ?? ""
        if host != first, LocalHost.leadsHere(host), !LocalHost.isLoopback(first),
            !HostList.names(in: insecureHosts, host: host)
        {
            return false
        }
        return (try? permit(url)) != nil
    }

    /// Throws an error if the options do not allow a request, or if no session can send it.
    package func permit(_ request: HTTPRequest) throws {
        if request.verb == .connect {
            throw APIError(.invalidRequest, "CONNECT opens a tunnel; it needs a Transport of your own")
        }
        try permit(request.url)
    }

    /// Throws an error if the options do not allow requests to a URL.
    package func permit(_ url: URL) throws {
        guard let host = HostList.plain(url) else {
            throw APIError(.invalidRequest, "the address contains no server")
        }
        guard url.hasPossiblePort else {
            throw APIError(
                .invalidRequest,
                "the address of \(host) has an impossible port; the last one is 65535")
        }
        guard
            url.scheme?.lowercased() == "https" || !httpsOnly || LocalHost.isLoopback(host)
                || HostList.names(in: insecureHosts, host: host)
        else {
            throw APIError(
                .invalidRequest,
                "the request to \(host) does not use TLS; to allow that, add the name \"\(host)\" to "
                    + "SessionOptions.insecureHosts")
        }
    }

    /// Indicates whether `authentication` answers challenges of one of the methods that `URLSession` names.
    package func handlesChallenge(of method: String) -> Bool {
        #if !canImport(FoundationNetworking)
            if method == NSURLAuthenticationMethodServerTrust {
                return authenticationKinds.contains(.serverTrust)
            }
            if method == NSURLAuthenticationMethodClientCertificate {
                return authenticationKinds.contains(.clientCertificate)
            }
        #endif
        return authenticationKinds.contains(.password)
    }

    /// Throws an error if `authentication` answers challenges that a transport does not pass on.
    package func checkAuthentication() throws(APIError) {
        if authentication == nil || authenticationKinds.isSubset(of: [.password]) {
            return
        }
        throw .invalidRequest(
            "this transport passes only demands for a password to SessionOptions.authentication; if it answers no "
                + "others, set SessionOptions.authenticationKinds to [.password]; to check certificates, use the "
                + "tlsConfiguration of AsyncHTTPClientTransport")
    }
}

extension URL {
    /// Indicates whether the port can exist, or is missing. `URL` takes any number, but SwiftNIO ends the process if
    /// one is larger than ports are. A number that is larger than `Int` must not mean the default port.
    fileprivate var hasPossiblePort: Bool {
        if let port {
            return UInt16(exactly: port) != nil
        }
        let text = absoluteString.utf8
        guard let slashes = text.firstIndex(of: UInt8(ascii: "/")) else { return true }
        let ends = [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")]
        let authority = text[slashes...].dropFirst(2).prefix { !ends.contains($0) }
        // The colons of an IPv6 address come before its bracket.
        let port = authority.reversed().prefix {
            $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9")
        }
        let beforePort = authority.dropLast(port.count).last
        return port.isEmpty || beforePort != UInt8(ascii: ":")
    }
}

extension TimeInterval {
    /// About 32 years, for a time without a limit. FoundationNetworking turns a timeout into whole milliseconds, and
    /// would trap for infinity.
    static var practicallyEndless: TimeInterval { 1e9 }
}

/// The times that apply without a setting of the app.
package enum DefaultTimeout {
    /// The time that a server may be silent. A longer time notices later that a server is gone, and a shorter one ends
    /// requests whose response takes long. `URLSession` has the same default.
    package static var silence: Duration { .seconds(60) }
    /// The time until the head of a stream, between whose parts the server may be silent for any time. Without this
    /// limit, a call would wait forever for a server that accepts the connection and sends no response.
    package static var streamHead: Duration { .seconds(60) }
}

/// The limits in time of a request, including its redirects.
struct SessionLimits: Sendable {
    /// The end of the whole request, or of the time until the head of a stream.
    private(set) var deadline: ContinuousClock.Instant?
    /// The time that the server may be silent, or `nil` for any time.
    let silence: Duration?

    init(_ request: HTTPRequest, options: SessionOptions, isStream: Bool) {
        var timeout = request.timeout
        if timeout == nil, isStream {
            timeout = DefaultTimeout.streamHead
        }
        deadline = timeout.map { ContinuousClock.now.after($0) }
        silence = Self.silence(for: request, options: options, isStream: isStream)
    }

    private static func silence(
        for request: HTTPRequest,
        options: SessionOptions,
        isStream: Bool
    ) -> Duration? {
        if let idleTimeout = options.idleTimeout {
            return idleTimeout
        }
        if isStream {
            return nil
        }
        // The default must not end a request before a longer timeout of its own.
        return max(DefaultTimeout.silence, request.timeout ?? .zero)
    }

    /// Moves the end by the time for which the app held the transfer back.
    mutating func extend(by time: Duration) {
        deadline = deadline?.after(time)
    }
}
