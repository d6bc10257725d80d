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
        private let timers = Locked<[Series: Timer]>([:])
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

        private enum Series: Hashable {
            /// The attempts with these values.
            case attempts(Values)
            /// The attempts with further combinations of values, after the limit.
            case overflow
        }

        /// The values of an attempt's attributes.
        private struct Values: Hashable {
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
            var values = Values(
                verb: request.verb,
                host: request.url.host() ?? "",
                port: request.url.port ?? ["https": 443, "http": 80][scheme])
            do {
                let response = try await next(request)
                values.status = response.status
                if response.status >= 400 {
                    values.error = String(response.status)
                }
                timer(for: values).recordNanoseconds(start.duration(to: .now).nanoseconds)
                return response
            } catch {
                let code = APIError(transport: error, hiding: []).code
                if code != .cancelled {
                    values.error = code.rawValue
                }
                timer(for: values).recordNanoseconds(start.duration(to: .now).nanoseconds)
                throw error
            }
        }

        /// Returns the timer for the values, or that of the overflow if the number of series has reached its limit.
        private func timer(for values: Values) -> Timer {
            timers.withLock { timers in
                var series = Series.attempts(values)
                if timers[series] == nil, timers.count >= Self.mostSeries {
                    series = .overflow
                }
                if let timer = timers[series] {
                    return timer
                }
                let timer = Timer(label: names.duration, dimensions: dimensions(of: series), factory: factory)
                timers[series] = timer
                return timer
            }
        }

        private func dimensions(of series: Series) -> [(String, String)] {
            var values: Values?
            var overflow: String?
            switch series {
            case .attempts(let some): values = some
            case .overflow: overflow = "true"
            }
            let all = [
                ("http.request.method", values?.verb.rawValue),
                ("server.address", values?.host),
                ("server.port", values?.port.map(String.init)),
                ("http.response.status_code", values?.status.map(String.init)),
                ("error.type", values?.error),
                ("otel.metric.overflow", overflow),
            ]
            switch names {
            case .openTelemetry:
                return all.compactMap { name, value in value.map { (name, $0) } }
            case .prometheus:
                return all.map { name, value in (name.replacing(".", with: "_"), value ?? "") }
            }
        }
    }
#endif
