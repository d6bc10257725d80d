#if Tracing
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalStreams
    import MethodicalTracing
    import MethodicalTransfers
    import MethodicalVK
    import Testing
    import Tracing

    /// Tests of the spans of calls that end in unusual ways.
    @Suite struct TracingTests {
        private let tracer = W3CTracer()

        @Test func theTraceContinuesAtTheServer() async throws {
            let server = try LoopbackServer(#"{"response": {"id": 7}}"#)
            let seen = Locked<HTTPHeaders?>(nil)
            try await tracer.withSpan("outer") { _ in
                _ = try await Shop(server.baseURL, tracer, middlewares: [Seeing(headers: seen)]).order(7).send()
            }
            let spans = tracer.spans
            #expect(spans.map(\.operationName) == ["outer", "orders.get", "GET /v1/orders/{order_id}"])
            #expect(Set(spans.map(\.traceID)).count == 1)
            #expect(spans[1].parentSpanID == spans[0].spanID && spans[2].parentSpanID == spans[1].spanID)
            let request = try #require(server.received.first)
            #expect(request["traceparent"] == "00-\(spans[2].traceID)-\(spans[2].spanID)-01")
            // A value with a line break is not passed on, whatever a transport makes of it.
            #expect(seen.withLock { $0?["traceparent"] } != nil && seen.withLock { $0?["baggage"] } == nil)
        }

        @Test func theTraceStaysHereOnRequest() async throws {
            let server = try LoopbackServer(#"{"response": []}"#)
            let client = Client(
                Shop.api,
                configuration: Client.Configuration(
                    baseURL: server.baseURL, middlewares: [TracingMiddleware(tracer: tracer, propagates: false)]))
            _ = try await Shop(client: client).numbers().response()
            #expect(tracer.spans.count == 2)
            #expect(server.received.first?["traceparent"] == nil)
        }

        @Test func equalCallsShareAnAttempt() async throws {
            let joined = DispatchSemaphore(value: 0)
            let server = try LoopbackServer { _ in
                _ = joined.wait(timeout: .now() + 600)
                return .http(200, [], #"{"response": [1]}"#)
            }
            let shop = Shop(server.baseURL, tracer, middlewares: [Joins(semaphore: joined)])
            async let first = shop.numbers().timeout(.seconds(3600)).response()
            async let second = shop.numbers().timeout(.seconds(3600)).response()
            _ = try await (first, second)
            let calls = tracer.spans.filter { $0.operationName == "orders.list" }
            #expect(calls.count == 2 && tracer.spans.count == 3)
            let waiter = try #require(calls.first { !$0.events.isEmpty })
            let leader = try #require(calls.first { $0.events.isEmpty })
            #expect(waiter.events.map(\.name) == ["methodical.joined"])
            #expect(waiter.events.first?.attributes.get("methodical.call") == leader.attributes.get("methodical.call"))
            #expect(tracer.spans.first { $0.kind == .client }?.parentSpanID == leader.spanID)
        }

        @Test func cancellationIsNoError() async throws {
            let server = try LoopbackServer { _ in .silence }
            let shop = Shop(server.baseURL, tracer)
            let call = Task { try await shop.order(7).send() }
            while server.received.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            call.cancel()
            await #expect(throws: APIError.self) { try await call.value }
            #expect(tracer.spans.count == 2)
            #expect(tracer.spans.allSatisfy { $0.status == nil && $0["error.type"] == nil && $0.errors.isEmpty })
        }

        @Test func attemptsWithoutAServerCount() async throws {
            let port = try RefusingPort()
            await #expect(throws: APIError.self) {
                try await Shop("http://127.0.0.1:\(port.port)", tracer).order(7).send()
            }
            let spans = tracer.spans
            #expect(spans.map { $0["http.request.resend_count"] } == [nil, nil, "1", "2"])
            #expect(spans.map { $0["error.type"] } == ["connection", "connection", "connection", "connection"])
            #expect(spans.allSatisfy { $0.status?.code == .error && $0["http.response.status_code"] == nil })
            #expect(spans[0].errors.map { "\($0.error)" } == ["connection"])
            #expect(spans[0].events.map(\.name) == ["methodical.retrying", "methodical.retrying"])
        }

        @Test func aRefusalHasItsCodeAndNoText() async throws {
            let server = try LoopbackServer { _ in
                .http(403, [], #"{"error": {"code": "no_access", "message": "Ada may not read pin-secret"}}"#)
            }
            await #expect(throws: APIError.self) { try await Shop(server.baseURL, tracer).order(7).send() }
            let call = try #require(tracer.spans.first)
            #expect(call["error.type"] == "server" && call["http.response.status_code"] == "403")
            #expect(call["methodical.server.code"] == "no_access")
            #expect(call.errors.map { "\($0.error)" } == ["server: HTTP 403"])
            #expect(!"\(tracer.spans)".contains("Ada") && !"\(tracer.spans)".contains("pin-secret"))
        }

        @Test func aFailedRefreshIsAnEvent() async throws {
            let server = try LoopbackServer { $0.target == "/token" ? .http(400, [], "refresh-secret") : .http(401) }
            let refresher = Client(
                APIDescription(name: "Sign-in", baseURL: server.baseURL),
                configuration: Client.Configuration(retries: .never))
            let shop = Shop(server.baseURL, tracer, refresher: Refreshing(client: refresher))
            await #expect(throws: APIError.self) { try await shop.order(7).send() }
            let call = try #require(tracer.spans.first)
            #expect(call.events.map(\.name) == ["methodical.token_refresh_failed"])
            #expect(call.events.first?.attributes.get("error.type") == "server" && call["error.type"] == "server")
            #expect(!"\(tracer.spans)".contains("refresh-secret"))
        }

        @Test(arguments: ["Ada may not", "pin-secret"])
        func aCodeThatIsNoIdentifierIsLeftOut(_ code: String) async throws {
            let server = try LoopbackServer { _ in .http(403, [], #"{"error": {"code": "\#(code)"}}"#) }
            await #expect(throws: APIError.self) { try await Shop(server.baseURL, tracer).order(7).send() }
            #expect(tracer.spans.first?["methodical.server.code"] == nil)
        }

        @Test func anyAddressIsShownWithoutItsPath() async throws {
            let server = try LoopbackServer("{}")
            let client = Shop(server.baseURL, tracer).client
            _ = try await Shop(client: client).request(.get, server.baseURL + "/secret-path?sig=secret-query").send()
            let attempt = try #require(tracer.spans.last)
            #expect(attempt.operationName == "GET" && attempt["url.full"] == server.baseURL)
            #expect(attempt["url.template"] == nil)
            #expect(!"\(tracer.spans)".contains("secret-"))
        }

        @Test func waitsAndMismatchesAreEvents() async throws {
            let server = try LoopbackServer(#"{"response": {"id": "7007007007007"}}"#)
            let clock = Locked(ContinuousClock.now)
            let time = TimeSource(
                now: { Date() }, instant: { clock.withLock { $0 } },
                sleep: { pause in clock.withLock { $0 += pause } })
            let client = Client(
                Shop.api,
                configuration: Client.Configuration(
                    baseURL: server.baseURL, middlewares: [TracingMiddleware(tracer: tracer)], time: time,
                    limits: [[]: .init(1, per: .seconds(60))]))
            async let first = Shop(client: client).order(1).send()
            async let second = Shop(client: client).order(2).send()
            _ = try await (first, second)
            let calls = tracer.spans.filter { $0.kind == .internal }
            #expect(calls.allSatisfy { $0.events.map(\.name).contains("methodical.mismatches") })
            #expect(calls.flatMap { $0.events.map(\.name) }.count { $0 == "methodical.waiting" } == 1)
            #expect(!"\(tracer.spans)".contains("7007007007007"))
        }

        @Test func aRevalidationIsAnAttemptAfterItsCall() async throws {
            let server = try LoopbackServer { _ in
                .http(200, ["Cache-Control: max-age=3600"], #"{"response": [7]}"#)
            }
            let shop = Shop(server.baseURL, tracer)
            _ = try await shop.numbers().response()
            _ = try await shop.numbers().caching(.cacheThenNetwork).response()
            while tracer.spans.count < 4 { try await Task.sleep(for: .milliseconds(5)) }
            let calls = tracer.spans.filter { $0.kind == .internal }
            #expect(calls.count == 2 && calls[1]["methodical.response.source"] == "memory")
            #expect(tracer.spans.last?.kind == .client && tracer.spans.last?.parentSpanID == calls[1].spanID)
        }

        @Test(arguments: [
            ("https://ada:secret@a.example/b#secret", "https://REDACTED:REDACTED@a.example/b"),
            ("https://secret@a.example", "https://REDACTED@a.example"),
            ("https://a.example/b@c?d=e@f", "https://a.example/b@c?d=e@f"),
            (
                "https://a.example/?sig=secret&b=%zz&X-Amz-Signature=secret&&Signature",
                "https://a.example/?sig=REDACTED&b=%zz&X-Amz-Signature=REDACTED&&Signature=REDACTED"
            ),
            ("https://[::1]:8443/b?c=pin-secret&d=pin%2Dsecret", "https://[::1]:8443/b?c=REDACTED&d=REDACTED"),
        ])
        func addressesAreShownWithoutSecrets(_ address: String, _ shown: String) async throws {
            let client = Client(
                Shop.api, transport: Silent(),
                configuration: Client.Configuration(
                    middlewares: [
                        Moving(url: try #require(URL(string: address))), TracingMiddleware(tracer: tracer),
                    ], retries: .never))
            _ = try? await Shop(client: client).order(7).send()
            let full = tracer.spans.last?["url.full"]
            #expect(full?.replacing("%25zz", with: "%zz") == shown)
        }

        @Test func theSourceOfAResponse() async throws {
            let server = try LoopbackServer { _ in
                .http(200, ["Cache-Control: max-age=3600"], #"{"response": [7]}"#)
            }
            let shop = Shop(server.baseURL, tracer)
            _ = try await shop.numbers().response()
            _ = try await shop.numbers().response()
            let answering = Shop(server.baseURL, tracer, middlewares: [Answering()])
            _ = try await answering.order(7).send()
            let calls = tracer.spans.filter { $0.kind == .internal }
            #expect(calls.map { $0["methodical.response.source"] } == ["network", "memory", "middleware"])
            #expect(tracer.spans.count == 4)
        }

        @Test func aStreamsSpansEndAtItsHead() async throws {
            let isRead = DispatchSemaphore(value: 0)
            let server = try LoopbackServer { _ in
                .live { send in
                    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
                    _ = send(Data((head + "data: {\"response\": 1}\n\n").utf8))
                    _ = isRead.wait(timeout: .now() + 30)
                    _ = send(Data("data: {\"response\": 2}\n\n".utf8))
                }
            }
            var elements: [JSON] = []
            for try await element in Shop(server.baseURL, tracer).ticks().reconnecting(false) {
                if elements.isEmpty { #expect(tracer.spans.map(\.operationName) == ["ticks", "GET /v1/ticks"]) }
                isRead.signal()
                elements.append(element)
            }
            #expect(elements == [1, 2])
            #expect(tracer.spans.count == 2 && tracer.spans.allSatisfy { $0["error.type"] == nil })
        }

        @Test func aDownloadIsOneCall() async throws {
            let server = try LoopbackServer { _ in .http(200, [], "content") }
            let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
            defer { try? FileManager.default.removeItem(at: file) }
            let shop = Shop(server.baseURL, tracer)
            _ = try await shop.download(try #require(URL(string: server.baseURL + "/secret-file")), to: file).send()
            #expect(tracer.spans.map(\.kind) == [.internal, .client] && tracer.activeCount == 0)
            #expect(!"\(tracer.spans)".contains("secret-file"))
        }

        @Test func callsInABatchHaveNoAttempts() async throws {
            let server = try LoopbackServer(#"{"response": [{"id": 1}, {"id": 2}]}"#)
            let script = Script(
                account: Account(id: 7_007_007_007_007, token: Token("a-secret")),
                configuration: Client.Configuration(
                    baseURL: server.baseURL + "/method/", middlewares: [TracingMiddleware(tracer: tracer)]))
            let (first, second) = await script.batch(script.order(1), script.order(2))
            #expect(try [first.get().id, second.get().id] == [1, 2])
            let spans = tracer.spans
            let names = ["POST /method/execute", "execute", "orders.get", "orders.get"]
            #expect(spans.map(\.operationName).sorted() == names)
            let request = try #require(spans.first { $0.operationName == "execute" })
            #expect(spans.last?.parentSpanID == request.spanID)
            // The request belongs to the call that completed the batch.
            #expect(spans.contains { $0.operationName == "orders.get" && $0.spanID == request.parentSpanID })
            #expect(!"\(spans)".contains("secret"))
        }
    }

    /// A middleware that signals that a call has joined another one.
    private struct Joins: Middleware, ClientObserver {
        let semaphore: DispatchSemaphore

        func observe(_ event: ClientEvent) { if case .joined = event.kind { semaphore.signal() } }
    }

    /// A middleware that keeps the header fields of the last attempt.
    private struct Seeing: Middleware {
        let headers: Locked<HTTPHeaders?>

        func handleAttempt(
            _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
        ) async throws -> HTTPResponse {
            headers.withLock { $0 = request.headers }
            return try await next(request)
        }
    }

    /// A middleware that sends each request to another address.
    private struct Moving: Middleware {
        let url: URL

        func handleAttempt(
            _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
        ) async throws -> HTTPResponse {
            var request = request
            request.url = url
            return try await next(request)
        }
    }

    /// A transport that reaches no server.
    private struct Silent: Transport {
        func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw APIError(.connection) }
    }

    /// A middleware that answers each call.
    private struct Answering: Middleware {
        func handleCall(
            _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
        ) async throws -> HTTPResponse { HTTPResponse(status: 200, body: Data(#"{"response": {"id": 7}}"#.utf8)) }
    }
#endif
