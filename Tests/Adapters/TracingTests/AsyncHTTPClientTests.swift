#if AsyncHTTPClient && Tracing
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalAsyncHTTPClient
    import MethodicalTracing
    import Testing
    import Tracing

    /// Tests of traces over AsyncHTTPClient, which makes spans of its own for a program with a tracer.
    @Suite struct AsyncHTTPClientTests {
        @Test func theTransportMakesNoSpansOfItsOwn() async throws {
            let server = try LoopbackServer(#"{"response": {"id": 7}}"#)
            let tracer = W3CTracer()
            try await withTracer(tracer) {
                let client = Client(
                    Shop.api, account: Account(id: 1, token: Token("a-secret")), transport: AsyncHTTPClientTransport(),
                    configuration: Client.Configuration(
                        baseURL: server.baseURL, middlewares: [TracingMiddleware()]))
                _ = try await Shop(client: client).order(7).send()
            }
            #expect(tracer.spans.map(\.operationName) == ["orders.get", "GET /orders/{order_id}"])
            #expect(!"\(tracer.spans)".contains("a-secret"))
            let head = try #require(server.received.first).head.lowercased()
            #expect(head.components(separatedBy: "traceparent:").count == 2)
        }
    }
#endif
