#if Tracing
    import Foundation
    import Methodical
    import Tracing

    extension Tracing.Span {
        /// Adds the facts about an attempt that are known before it is sent.
        func describe(
            _ request: HTTPRequest,
            context: MiddlewareContext,
            template: String?,
            resends: Int
        ) {
            let url = ShownURL(request, context: context)
            updateAttributes {
                $0["http.request.method"] = request.verb.rawValue
                $0["url.full"] = url.full
                $0["url.template"] = template
                $0["server.address"] = url.host
                $0["server.port"] = url.port
                if resends > 0 {
                    $0["http.request.resend_count"] = resends
                }
            }
        }

        /// Records the status of an attempt's response.
        func finish(with status: Int) {
            updateAttributes {
                $0["http.response.status_code"] = status
                if status >= 400 {
                    $0["error.type"] = String(status)
                }
            }
            // The status says why, so there is no message.
            if status >= 400 {
                setStatus(SpanStatus(code: .error))
            }
        }

        /// Records the failure of an attempt that has no response.
        func fail(_ error: any Error) {
            let code = APIError(transport: error, hiding: []).code
            if code == .cancelled {
                return
            }
            updateAttributes { $0["error.type"] = code.rawValue }
            setStatus(SpanStatus(code: .error))
        }
    }
#endif
