#if WebSocket
    import Foundation
    import Methodical
    import MethodicalStreams
    import NIOCore
    import NIOPosix
    import NIOSSL

    /// A transport that opens WebSockets by SwiftNIO, and leaves all other requests to another transport.
    ///
    /// ```swift
    /// let chat = Chat(account: account, transport: WebSocketTransport(calls: AsyncHTTPClientTransport()))
    /// ```
    ///
    /// It is for servers, and for all programs on Linux, where `URLSession` has no WebSockets. It follows no redirect,
    /// offers no compression, and uses no proxy.
    public final class WebSocketTransport: SocketTransport {
        private let options: SessionOptions
        private let calls: any Transport
        private let tls: TLSConfiguration
        /// The context for TLS. It is made for the first connection that needs it, because it reads all certificates of
        /// the system.
        private let context = Locked<NIOSSLContext?>(nil)

        /// Creates a transport.
        ///
        /// - Parameters:
        ///   - options: The options of the sockets. A socket does not open if they name a proxy, or if `authentication`
        ///     decides about certificates.
        ///   - calls: The transport of all other requests: a `URLSessionTransport` with the same options by default.
        ///   - tls: The configuration for TLS. By default the system's certificates decide about servers.
        public init(
            _ options: SessionOptions = SessionOptions(),
            calls: (any Transport)? = nil,
            tls: TLSConfiguration = .makeClientConfiguration()
        ) {
            self.options = options
            self.calls = calls ?? URLSessionTransport(options)
            var tls = tls
            let lowest: TLSVersion = options.lowestTLS == .v13 ? .tlsv13 : .tlsv12
            tls.minimumTLSVersion = .newer(tls.minimumTLSVersion, lowest)
            // WebSocket over HTTP/2 (RFC 8441) is another protocol.
            tls.applicationProtocols = ["http/1.1"]
            self.tls = tls
        }

        /// Sends a request by the transport for calls.
        public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            try await calls.send(request)
        }

        /// Sends a request by the transport for calls, which reports its progress to the observer.
        public func send(_ request: HTTPRequest, observing observer: TransferObserver?) async throws -> HTTPResponse {
            try await calls.send(request, observing: observer)
        }

        /// Opens a WebSocket on a connection of its own.
        public func openSocket(_ request: HTTPRequest, limits: SocketLimits) async throws -> SocketOpening {
            try options.permit(request)
            try checkOptions()
            var request = request
            for field in options.headers.fields where request.headers[field.name] == nil {
                request.headers[field.name] = field.value
            }
            let target = try SocketTarget(request)
            let opening = SocketAttempt(
                request,
                target: target,
                limits: limits,
                context: target.usesTLS ? try tlsContext() : nil)
            do {
                return try await opening.result()
            } catch {
                throw SocketFailure.error(for: error)
            }
        }

        /// Throws an error if this transport does not have one of the options.
        private func checkOptions() throws(APIError) {
            if options.proxy != nil {
                throw APIError(.invalidRequest, "WebSocketTransport uses no proxy; remove SessionOptions.proxy")
            }
            let decides = !options.authenticationKinds.isSubset(of: [.password])
            if options.authentication != nil, decides {
                throw APIError(
                    .invalidRequest,
                    "WebSocketTransport does not ask SessionOptions.authentication about certificates; set "
                        + "authenticationKinds to [.password], and check certificates by the argument tls")
            }
        }

        private func tlsContext() throws -> NIOSSLContext {
            try context.withLock { context in
                if let context {
                    return context
                }
                let made = try NIOSSLContext(configuration: tls)
                context = made
                return made
            }
        }
    }

    extension TLSVersion {
        /// The order of the versions.
        private var rank: Int {
            let order: [TLSVersion] = [.tlsv1, .tlsv11, .tlsv12, .tlsv13]
            return order.firstIndex(of: self) ?? order.count
        }

        fileprivate static func newer(_ left: Self, _ right: Self) -> Self {
            left.rank < right.rank ? right : left
        }
    }
#endif
