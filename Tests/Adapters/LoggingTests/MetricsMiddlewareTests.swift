#if Logging
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalLogging
    import Metrics
    import MetricsTestKit
    import Testing

    /// Tests of the metric of OpenTelemetry's conventions.
    @Suite struct MetricsMiddlewareTests {
        private let metrics = TestMetrics()

        @Test func eachAttemptIsTimed() async throws {
            let attempts = Locked(0)
            let server = try LoopbackServer { _ in
                attempts.withLock { attempts in
                    attempts += 1
                    return attempts == 1 ? .http(503) : .http(200, [], "1")
                }
            }
            for _ in 1...2 { try await send(server.baseURL) }
            let fine = try timer(server.port, [("http.response.status_code", "200")])
            #expect(fine.values.count == 2 && fine.values.allSatisfy { $0 > 0 })
            let failed = try timer(server.port, [("http.response.status_code", "503"), ("error.type", "503")])
            #expect(failed.values.count == 1)
            #expect(metrics.timers.count == 2)
        }

        @Test func aRequestWithoutAResponseHasTheErrorsCode() async throws {
            let port = try RefusingPort()
            await #expect(throws: APIError.self) { try await send("http://127.0.0.1:\(port.port)") }
            #expect(try timer(port.port, [("error.type", "connection")]).values.count == 3)
        }

        @Test func cancellationIsNoError() async throws {
            let server = try LoopbackServer { _ in .silence }
            let call = Task { try await send(server.baseURL) }
            while server.received.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            call.cancel()
            await #expect(throws: APIError.self) { try await call.value }
            #expect(try timer(server.port, []).values.count == 1)
        }

        @Test func prometheusGetsTheSameLabelsEverywhere() async throws {
            let server = try LoopbackServer { $0.target.hasPrefix("/bad") ? .http(404) : .http(200, [], "1") }
            let client = Client(
                APIDescription(name: "Shop", baseURL: server.baseURL),
                configuration: Client.Configuration(
                    middlewares: [MetricsMiddleware(.prometheus, factory: metrics)], retries: .never))
            for path in ["good", "bad"] {
                _ = try? await Request<Int>(Call(client, .init(path, .get, path, reads: true))).send()
            }
            func labels(_ status: String, _ error: String) -> [(String, String)] {
                [
                    ("http_request_method", "GET"), ("server_address", "127.0.0.1"), ("server_port", "\(server.port)"),
                    ("http_response_status_code", status), ("error_type", error), ("otel_metric_overflow", ""),
                ]
            }
            let name = "http_client_request_duration_seconds"
            #expect(try metrics.expectTimer(name, labels("200", "")).values.count == 1)
            #expect(try metrics.expectTimer(name, labels("404", "404")).values.count == 1)
        }

        @Test func theNumberOfSeriesHasALimit() async throws {
            let client = Client(
                APIDescription(name: "Shop", baseURL: "https://shop.example/"), transport: Echo(),
                configuration: Client.Configuration(middlewares: [MetricsMiddleware(factory: metrics)]))
            let shop = Shop(client: client)
            for number in 1...2010 { _ = try await shop.request(.get, "https://host\(number).example/").send() }
            #expect(metrics.timers.count == 2001)
            let rest = try metrics.expectTimer("http.client.request.duration", [("otel.metric.overflow", "true")])
            #expect(rest.values.count == 10)
        }

        private func send(_ baseURL: String) async throws {
            let client = Client(
                APIDescription(name: "Shop", baseURL: baseURL),
                configuration: Client.Configuration(
                    middlewares: [MetricsMiddleware(factory: metrics)],
                    time: TimeSource(now: { Date() }, sleep: { _ in try Task.checkCancellation() })))
            _ = try await Request<Int>(Call(client, .init("orders", .get, "orders", reads: true))).send()
        }

        private func timer(_ port: UInt16, _ attributes: [(String, String)]) throws -> TestTimer {
            try metrics.expectTimer(
                "http.client.request.duration",
                [("http.request.method", "GET"), ("server.address", "127.0.0.1"), ("server.port", "\(port)")]
                    + attributes)
        }
    }

    private struct Shop: APIClient {
        let client: Client
        static let api = APIDescription(name: "Shop", baseURL: "https://shop.example/")
    }

    /// A transport that responds to every request.
    private struct Echo: Transport {
        func send(_ request: HTTPRequest) async throws -> HTTPResponse { HTTPResponse(status: 200) }
    }
#endif
