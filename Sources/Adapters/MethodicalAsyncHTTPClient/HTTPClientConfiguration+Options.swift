#if AsyncHTTPClient
    import AsyncHTTPClient
    import Methodical
    import NIOCore
    import NIOSSL

    extension HTTPClient.Configuration {
        /// Creates the configuration that the options describe.
        init(_ options: SessionOptions) {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.minimumTLSVersion = options.lowestTLS == .v13 ? .tlsv13 : .tlsv12
            // `Redirects` decides about redirects, and the limit also applies to each piece that is decompressed.
            self.init(
                tlsConfiguration: tls,
                redirectConfiguration: .disallow,
                decompression: .enabled(limit: .size(options.largestResponse)))
            // The time for a connection, and for a place in the queue for one. The transport has its own limits for
            // silence, because a read timeout would also end suspended transfers and streams.
            timeout = Timeout(connect: TimeAmount(options.idleTimeout ?? DefaultTimeout.silence))
            connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = max(1, options.connectionsPerHost)
            // The client's retry policy decides about another attempt.
            connectionPool.retryConnectionEstablishment = false
            // The library's own spans show whole addresses, and so tokens in queries. `MethodicalTracing` has others.
            tracing.tracer = nil
            proxy = options.proxy.map { .server(host: $0.host, port: $0.port) }
        }
    }

    extension TimeAmount {
        /// Creates an amount of at most 30 years, which cannot overflow when it is added to the present.
        init(_ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            self = .seconds(min(max(seconds, 0), 1_000_000_000))
            if seconds >= 0 {
                self = self + .nanoseconds(attoseconds / 1_000_000_000)
            }
        }
    }
#endif
