import Foundation
import MethodicalGenerator
import MethodicalStreams

import enum Methodical.JSON

extension Invention {
    /// Returns the elements of a stream: one of each kind of event as `{name: data}`, or several of the same type.
    func elements(of use: TypeUse, for call: MockCall) -> [JSON] {
        guard let union = types.keyedUnion(use) else {
            let count = max(1, min(items, 10))
            return (1...count).compactMap {
                element(of: use, number: $0, for: call)
            }
        }
        return union.cases.enumerated().compactMap { index, item in
            guard let key = item.discriminatorValues.first else { return nil }
            let value: JSON? =
                switch item.content {
                case .json:
                    element(of: item.type, number: index + 1, for: call)
                case .text: "text"
                default: .null
                }
            return value.map { .object([key: $0]) }
        }
    }
}

extension MockService {
    /// Returns the elements as a stream with its end mark. Events have ids from 1, so that a client can continue after
    /// a lost connection, for which it need not wait. After the last one, the stream ends with the status 204.
    func reply(
        _ stream: MethodicalGenerator.Stream,
        elements: [JSON],
        of method: MethodicalGenerator.Method,
        to request: MockRequest
    )
        -> MockReply
    {
        let last = request.headers["last-event-id"].flatMap { Int($0) } ?? 0
        let reconnects =
            stream.format == .events
            && stream.end == nil
            && method.style.verb == .get
        if last >= elements.count, last > 0 || reconnects {
            var end = MockReply(type: "text/event-stream", body: Data())
            end.status = 204
            return end
        }
        let isKeyed = arguments.types.keyedUnion(method.variants[0].result) != nil
        var bytes: [UInt8] = []
        if reconnects {
            bytes += Array("retry: 0\n\n".utf8)
        }
        for (index, element) in elements.enumerated().dropFirst(last) {
            var name: String?
            var value = element
            if isKeyed, let member = element.objectValue?.first {
                name = member.key
                value = member.value
            }
            let json = value.under(method.resultKey).under(api.wire.envelope.result)
            switch stream.format {
            case .events:
                bytes += StreamText.event(
                    value.stringValue ?? json.description,
                    name: name,
                    id: "\(index + 1)")
            case .lines: bytes += Array("\(json)\n".utf8)
            case .chunks, .socket:
                bytes += Array((value.stringValue ?? "\(value)").utf8)
            }
        }
        if let end = stream.end {
            switch stream.format {
            case .events: bytes += StreamText.event(end)
            case .lines, .chunks, .socket: bytes += Array("\(end)\n".utf8)
            }
        }
        return MockReply(type: stream.format.mediaType, body: Data(bytes))
    }
}

extension MethodicalGenerator.Stream.Format {
    fileprivate var mediaType: String {
        switch self {
        case .events: "text/event-stream"
        case .lines: "application/x-ndjson"
        case .chunks, .socket: "application/octet-stream"
        }
    }
}
