#if Logging
    import Methodical
    import Metrics

    import struct Foundation.URL

    /// A middleware that times requests by OpenTelemetry's conventions:
    /// `Client.Configuration(middlewares: [MetricsMiddleware()])`.
    ///
    /// Each attempt is a measurement of `http.client.request.duration`, the stable metric of [HTTP
    /// clients](https://opentelemetry.io/docs/specs/semconv/http/http-metrics/) (version 1.44). The conventions'
    /// metrics of body sizes and connections are not stable yet, so there are none of them. ``MetricsObserver`` counts
    /// and times whole calls.
    ///
    /// | attribute | value |
    /// |---|---|
    /// | `http.request.method` | `GET` |
    /// | `server.address`, `server.port` | the host and the port of the URL |
    /// | `http.response.status_code` | the status, if a response arrived |
    /// | `error.type` | the status from 400 on, or the `APIError.Code` without a response, except `cancelled` |
    ///
    /// The conventions' unit is the second. A `Timer` of swift-metrics records nanoseconds, and exporters convert them:
    /// swift-otel and swift-prometheus export every `Timer` as a histogram of seconds. The conventions recommend the
    /// buckets 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5 and 10, which an exporter is
    /// configured with under ``Names/duration``.
    ///
    /// At most 2,000 combinations of values get a series, because servers may send links to any number of hosts. Later
    /// combinations share a series with `otel.metric.overflow`, as in OpenTelemetry's libraries.
    public final class MetricsMiddleware: Middleware {
        private let factory: any MetricsFactory
        private let names: Names
        private let timers = Locked<[Key: Timer]>([:])
        private static let mostSeries = 2000

        /// The spelling of the metric and its attributes.
        public enum Names: Sendable {
            /// OpenTelemetry's names: `http.client.request.duration`. An attribute without a value is left out.
            case openTelemetry
            /// The same names as Prometheus permits them: `http_client_request_duration_seconds`. An attribute without
            /// a value is empty, because all series of a metric must have the same labels. For Prometheus, this is the
            /// same as no label.
            case prometheus

            /// The name of the metric.
            public var duration: String {
                switch self {
                case .openTelemetry: "http.client.request.duration"
                case .prometheus: "http_client_request_duration_seconds"
                }
            }
        }

        private struct Key: Hashable {
            var verb: HTTPRequest.Verb
            var host: String
            var port: Int?
            var status: Int?
            var error: String?
        }

        /// Creates a middleware.
        ///
        /// - Parameters:
        ///   - names: The spelling of the names.
        ///   - factory: The factory of the metrics. The default is the factory that the program has bootstrapped.
        public init(_ names: Names = .openTelemetry, factory: any MetricsFactory = MetricsSystem.factory) {
            self.names = names
            self.factory = factory
        }

        /// Times an attempt. A client calls this method. An attempt that is cancelled is not measured as an error.
        public func handleAttempt(
            _ request: HTTPRequest,
            _ context: MiddlewareContext,
            next: NextAttempt
        ) async throws -> HTTPResponse {
            let start = ContinuousClock.now
            let scheme = request.url.scheme?.lowercased() ?? ""
            var key = Key(
                verb: request.verb,
                host: request.url.host() ?? "",
                port: request.url.port ?? ["https": 443, "http": 80][scheme])
            do {
                let response = try await next(request)
                key.status = response.status
                if response.status >= 400 {
                    key.error = String(response.status)
                }
                timer(for: key).recordNanoseconds(start.duration(to: .now).nanoseconds)
                return response
            } catch {
                let code = APIError(transport: error, hiding: []).code
                if code != .cancelled {
                    key.error = code.rawValue
                }
                timer(for: key).recordNanoseconds(start.duration(to: .now).nanoseconds)
                throw error
            }
        }

        /// Returns the timer of a series, which is created once.
        private func timer(for key: Key) -> Timer {
            timers.withLock { timers in
                if let timer = timers[key] {
                    return timer
                }
                let isFull = timers.count >= Self.mostSeries
                var key = key
                if isFull {
                    // The key of the series for all further combinations has no host.
                    key = Key(verb: .get, host: "")
                    if let timer = timers[key] {
                        return timer
                    }
                }
                let dimensions = dimensions(of: key, isOverflow: isFull)
                let timer = Timer(label: names.duration, dimensions: dimensions, factory: factory)
                timers[key] = timer
                return timer
            }
        }

        private func dimensions(of key: Key, isOverflow: Bool) -> [(String, String)] {
            var verb: String? = key.verb.rawValue
            var host: String? = key.host
            var overflow: String?
            if isOverflow {
                verb = nil
                host = nil
                overflow = "true"
            }
            let all = [
                ("http.request.method", verb),
                ("server.address", host),
                ("server.port", key.port.map(String.init)),
                ("http.response.status_code", key.status.map(String.init)),
                ("error.type", key.error),
                ("otel.metric.overflow", overflow),
            ]
            switch names {
            case .openTelemetry: return all.compactMap { name, value in value.map { (name, $0) } }
            case .prometheus:
                return all.map { ($0.replacing(".", with: "_"), $1 ?? "") }
            }
        }
    }
#endif
