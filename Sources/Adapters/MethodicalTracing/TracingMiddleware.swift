#if Tracing
    import Methodical
    import Tracing

    /// A middleware that traces calls: `Client.Configuration(middlewares: [TracingMiddleware()])`.
    ///
    /// Each call has a span of the kind `internal`, named after the method. Each attempt has a child span of the kind
    /// `client`, named `GET /v5/pins/{pin_id}`, with the names and attributes of OpenTelemetry's conventions for HTTP
    /// clients ([HTTP spans](https://opentelemetry.io/docs/specs/semconv/http/http-spans/), version 1.44). All of them
    /// are stable except `url.template`. The events of the call become events of its span. The page
    /// ``MethodicalTracing`` lists everything that a span contains.
    ///
    /// No span contains a header field, a body, a message of the server, an account or a secret of the call. A URL is
    /// shown without its credentials and secret arguments. For a request for any address, and for one that follows a
    /// link of the server, it is shown without path and query, because these may contain a signature. A credential that
    /// another middleware adds to a URL before this one is not recognized. List such a middleware after this one.
    ///
    /// A call that is cancelled, and an attempt of it, is not an error.
    public struct TracingMiddleware: Middleware, ClientObserver {
        private let chosen: (any Tracer)?
        private let propagates: Bool

        /// Creates a middleware.
        ///
        /// - Parameters:
        ///   - tracer: The tracer. If `nil`, each call uses `InstrumentationSystem.tracer`, so that the program may
        ///     bootstrap its tracer later.
        ///   - propagates: A Boolean value that indicates whether requests carry the trace to the server, in header
        ///     fields such as `traceparent`.
        public init(tracer: (any Tracer)? = nil, propagates: Bool = true) {
            chosen = tracer
            self.propagates = propagates
        }

        /// Traces a call. A client calls this method.
        public func handleCall(
            _ settings: CallSettings,
            _ context: MiddlewareContext,
            next: NextCall
        ) async throws -> HTTPResponse {
            guard let tracer else {
                return try await next(settings)
            }
            let span = tracer.startSpan(context.method, ofKind: .internal)
            defer { span.end() }
            if span.isRecording {
                span.describe(context)
            }
            do {
                let response = try await CallTrace.$current.withValue(CallTrace(span)) {
                    try await ServiceContext.$current.withValue(span.context) { try await next(settings) }
                }
                if span.isRecording {
                    span.finish(from: context.source ?? .middleware)
                }
                return response
            } catch {
                if span.isRecording {
                    span.fail(error, context: context)
                }
                throw error
            }
        }

        /// Traces an attempt. A client calls this method.
        public func handleAttempt(
            _ request: HTTPRequest,
            _ context: MiddlewareContext,
            next: NextAttempt
        ) async throws -> HTTPResponse {
            guard let tracer else {
                return try await next(request)
            }
            let template = context.template
            let verb = request.verb.rawValue
            let name = template.map { "\(verb) \($0)" } ?? verb
            let span = tracer.startSpan(name, ofKind: .client)
            defer { span.end() }
            let resends = CallTrace.current?.countAttempt() ?? 0
            if span.isRecording {
                span.describe(request, context: context, template: template, resends: resends)
            }
            var request = request
            if propagates {
                tracer.inject(span.context, into: &request.headers, using: HeaderInjector())
            }
            do {
                let response = try await ServiceContext.$current.withValue(span.context) { try await next(request) }
                if span.isRecording {
                    span.finish(with: response.status)
                }
                return response
            } catch {
                if span.isRecording {
                    span.fail(error)
                }
                throw error
            }
        }

        /// Adds an event to the span of its call. A client calls this method.
        public func observe(_ event: ClientEvent) {
            // The client reports events on the task of the call, or on one that has inherited its values.
            guard let span = CallTrace.current?.span,
                span.isRecording,
                let event = SpanEvent(event.kind)
            else {
                return
            }
            span.addEvent(event)
        }

        /// The tracer, or `nil` if the program has none.
        private var tracer: (any Tracer)? {
            let tracer = chosen ?? InstrumentationSystem.tracer
            if tracer is NoOpTracer {
                return nil
            }
            return tracer
        }
    }

    /// A writer of the trace's fields into the header of a request.
    private struct HeaderInjector: Injector {
        func inject(_ value: String, forKey key: String, into headers: inout HTTPHeaders) {
            // Baggage may contain any text, and a line break would begin another field.
            if let value = try? HTTPHeaders.checked(key, value: value) {
                headers[key] = value
            }
        }
    }
#endif
