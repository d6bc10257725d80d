#if Tracing
    import InMemoryTracing
    import Methodical
    import Tracing

    /// A tracer that keeps spans in memory and sends them as `traceparent`, as W3C Trace Context defines it.
    struct W3CTracer: Tracer {
        private let memory: InMemoryTracer

        init() {
            let (traces, spans) = (Locked(0), Locked(0))
            memory = InMemoryTracer(
                idGenerator: InMemoryTracer.IDGenerator(
                    nextTraceID: { Self.next(traces, digits: 32) }, nextSpanID: { Self.next(spans, digits: 16) }))
        }

        private static func next(_ counter: Locked<Int>, digits: Int) -> String {
            let number = counter.withLock {
                $0 += 1
                return String($0, radix: 16)
            }
            return String(repeating: "0", count: digits - number.count) + number
        }

        /// The spans that have ended, in the order in which they began.
        var spans: [FinishedInMemorySpan] { memory.finishedSpans.sorted { $0.spanID < $1.spanID } }
        var activeCount: Int { memory.activeSpans.count }

        func startSpan<Instant: TracerInstant>(
            _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
            at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
        ) -> InMemorySpan {
            memory.startSpan(
                operationName, context: context(), ofKind: kind, at: instant(), function: function, file: fileID,
                line: line)
        }

        func forceFlush() {}

        func inject<Carrier, Inject: Injector>(
            _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
        ) where Carrier == Inject.Carrier {
            guard let span = context.inMemorySpanContext else { return }
            injector.inject("00-\(span.traceID)-\(span.spanID)-01", forKey: "traceparent", into: &carrier)
            // A tracer may carry any text. It must not begin another field.
            injector.inject("a=1\r\nX-Injected: 1", forKey: "baggage", into: &carrier)
        }

        func extract<Carrier, Extract: Extractor>(
            _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
        ) where Carrier == Extract.Carrier {}
    }
#endif
