#if Tracing
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalTracing
    import Testing
    import Tracing

    /// A test of everything that traces contain. Set METHODICAL_REWRITE_GOLDENS=1 to replace the expected traces, then
    /// read the difference.
    @Suite struct GoldenTraceTests {
        private static let rewrites = ProcessInfo.processInfo.environment["METHODICAL_REWRITE_GOLDENS"] == "1"

        @Test func aRetryARefreshAndPages() async throws {
            let attempts = Locked(0)
            let server = try LoopbackServer { request in
                if request.target == "/token" { return .http(200, [], #""new-secret""#) }
                if request.target.hasPrefix("/v1/orders?") {
                    return .http(200, [], #"{"response": \#(request.target.contains("offset=2") ? "[3]" : "[1, 2]")}"#)
                }
                if request.target.hasPrefix("/v1/orders/8"), request.target.contains("old-secret") {
                    return .http(401, [], #"{"error": {"code": "expired", "message": "old-secret has expired"}}"#)
                }
                let attempt = attempts.withLock {
                    $0 += 1
                    return $0
                }
                return attempt == 1
                    ? .http(503, ["Retry-After: 2"], #"{"error": "pin-secret"}"#)
                    : .http(200, [], #"{"response": {"id": 7}}"#)
            }
            let tracer = W3CTracer()
            let refresher = Client(
                APIDescription(name: "Sign-in", baseURL: server.baseURL),
                configuration: Client.Configuration(middlewares: [TracingMiddleware(tracer: tracer)]))
            let shop = Shop(server.baseURL, tracer, refresher: Refreshing(client: refresher))
            try await tracer.withSpan("checkout") { _ in
                _ = try await shop.order(7).send()
                _ = try await shop.order(7).send()
                _ = try await shop.order(8).send()
                var pages: [[Int]] = []
                for try await page in shop.numbers().pages() { pages.append(page) }
                #expect(pages == [[1, 2], [3]])
            }
            #expect(tracer.activeCount == 0)
            try expect(tracer, "retry-refresh-pages")
            for secret in ["old-secret", "new-secret", "refresh-secret", "pin-secret", "7007007007007"] {
                #expect(!"\(tracer.spans)".contains(secret), "a span contains \(secret)")
            }
        }

        /// Compares the spans with the expected text.
        private func expect(_ tracer: W3CTracer, _ name: String) throws {
            let text = TraceText(tracer.spans).text
            let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).txt")
            if Self.rewrites { try text.write(to: file, atomically: true, encoding: .utf8) }
            #expect(text == (try? String(contentsOf: file, encoding: .utf8)))
        }
    }
#endif
