#if Tracing
    import LoopbackServer
    import Methodical
    import MethodicalTracing
    import Testing
    import Tracing

    /// Tests of traces that are not recorded.
    @Suite struct UnsampledTests {
        @Test func aSpanThatIsNotRecordedGetsNothing() async throws {
            let server = try LoopbackServer { _ in .http(503) }
            let tracer = UnsampledTracer()
            let client = Client(
                Shop.api,
                configuration: Client.Configuration(
                    baseURL: server.baseURL, middlewares: [TracingMiddleware(tracer: tracer)], retries: .never))
            await #expect(throws: APIError.self) { try await Shop(client: client).order(7).send() }
            #expect(tracer.changes.withLock { $0 } == 0)
            // The decision not to record travels to the server, too.
            #expect(server.received.first?["traceparent"] == "unsampled")
        }

        @Test func aProgramWithoutATracerSendsPlainRequests() async throws {
            let server = try LoopbackServer(#"{"response": [1]}"#)
            let client = Client(
                Shop.api,
                configuration: Client.Configuration(baseURL: server.baseURL, middlewares: [TracingMiddleware()]))
            #expect(try await Shop(client: client).numbers().response().value == [1])
            #expect(server.received.first?["traceparent"] == nil)
        }
    }

    /// A tracer that samples nothing and counts the changes of its spans.
    private struct UnsampledTracer: Tracer {
        let changes = Locked(0)

        func startSpan<Instant: TracerInstant>(
            _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
            at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
        ) -> UnsampledSpan { UnsampledSpan(context: context(), changes: changes) }

        func forceFlush() {}

        func inject<Carrier, Inject: Injector>(
            _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
        ) where Carrier == Inject.Carrier { injector.inject("unsampled", forKey: "traceparent", into: &carrier) }

        func extract<Carrier, Extract: Extractor>(
            _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
        ) where Carrier == Extract.Carrier {}
    }

    private struct UnsampledSpan: Tracing.Span {
        let context: ServiceContext
        let changes: Locked<Int>
        var isRecording: Bool { false }
        var operationName: String {
            get { "" }
            nonmutating set { count() }
        }
        var attributes: SpanAttributes {
            get { [:] }
            nonmutating set { count() }
        }

        private func count() { changes.withLock { $0 += 1 } }
        func setStatus(_ status: SpanStatus) { count() }
        func addEvent(_ event: SpanEvent) { count() }
        func addLink(_ link: SpanLink) { count() }
        func recordError<Instant: TracerInstant>(
            _ error: any Error, attributes: SpanAttributes, at instant: @autoclosure () -> Instant
        ) { count() }
        func end<Instant: TracerInstant>(at instant: @autoclosure () -> Instant) {}
    }
#endif
