#if Tracing
    import Methodical
    import Tracing

    extension Tracing.Span {
        /// Adds the facts about a call.
        func describe(_ context: MiddlewareContext) {
            updateAttributes {
                $0["methodical.api"] = context.api.name
                $0["methodical.call"] = Int(clamping: context.number)
            }
        }

        /// Records the source of a call's response.
        func finish(from source: ResponseSource) { updateAttributes { $0["methodical.response.source"] = "\(source)" } }

        /// Records the failure of a call, without the texts of the server.
        func fail(_ error: any Error, context: MiddlewareContext) {
            let error = APIError(transport: error, hiding: [])
            if error.code == .cancelled {
                return
            }
            let status = error.status
            updateAttributes {
                $0["error.type"] = error.code.rawValue
                $0["http.response.status_code"] = status
                $0["methodical.server.code"] = error.server?.code.flatMap { Self.shown($0, context: context) }
            }
            setStatus(SpanStatus(code: .error))
            recordError(APIError(error.code, status.map { "HTTP \($0)" }))
        }

        /// Returns a server's code for an error if it is a number or an identifier, and not any text.
        private static func shown(_ code: ServerError.Code, context: MiddlewareContext) -> String? {
            let text = code.description
            guard !text.isEmpty, text.utf8.count <= 64,
                text.utf8.allSatisfy({ ASCIIWord.contains($0) }), context.redacted(text) == text
            else { return nil }
            return text
        }
    }

    /// The bytes of an identifier.
    private enum ASCIIWord {
        static func contains(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
                true
            default: false
            }
        }
    }
#endif
