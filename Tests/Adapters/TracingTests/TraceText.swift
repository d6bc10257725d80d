#if Tracing
    import Foundation
    import InMemoryTracing
    import Tracing

    /// Spans as readable text: a tree with the attributes, events and errors of each span. Ids, times and ports are left
    /// out, because they differ each time.
    struct TraceText {
        private let spans: [FinishedInMemorySpan]

        init(_ spans: [FinishedInMemorySpan]) { self.spans = spans }

        var text: String {
            let ids = Set(spans.map(\.spanID))
            return spans.filter { span in span.parentSpanID.map { !ids.contains($0) } ?? true }.flatMap {
                lines($0, "")
            }
            .map { $0 + "\n" }.joined()
        }

        private func lines(_ span: FinishedInMemorySpan, _ indent: String) -> [String] {
            let status = span.status.map { ", \($0.code)\($0.message.map { ": \($0)" } ?? "")" } ?? ""
            var lines = ["\(indent)\(span.operationName) (\(span.kind)\(status))"]
            lines += Self.lines(span.attributes).map { "\(indent)  \($0)" }
            for event in span.events {
                let attributes = Self.lines(event.attributes).joined(separator: ", ")
                lines.append("\(indent)  event \(event.name)\(attributes.isEmpty ? "" : ": \(attributes)")")
            }
            lines += span.errors.map { "\(indent)  exception \(type(of: $0.error)): \($0.error)" }
            for child in spans where child.parentSpanID == span.spanID { lines += self.lines(child, indent + "    ") }
            return lines
        }

        private static func lines(_ attributes: SpanAttributes) -> [String] {
            var lines: [String] = []
            attributes.forEach { name, value in lines.append("\(name) = \(text(name, value))") }
            return lines.sorted()
        }

        private static func text(_ name: String, _ value: SpanAttribute) -> String {
            switch value {
            case .string(let text): text.replacing(/127\.0\.0\.1:\d+/, with: "127.0.0.1:<port>")
            case .int64(let number): name == "server.port" ? "<port>" : String(number)
            case .double(let number): String(number)
            default: "\(value)"
            }
        }
    }

    extension FinishedInMemorySpan {
        /// The attribute as text, or `nil` if the span has none of that name.
        subscript(_ name: String) -> String? {
            switch attributes.get(name) {
            case .string(let text): text
            case .int64(let number): String(number)
            case .double(let number): String(number)
            default: nil
            }
        }
    }
#endif
