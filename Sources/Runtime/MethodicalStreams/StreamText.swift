import Foundation
import Methodical

/// The server's side of a stream, for stubs and the mock server.
extension StreamRequest {
    /// The header fields of the response.
    package var responseHeaders: HTTPHeaders {
        let types: [StreamFormat: String] = [
            .events: "text/event-stream", .lines: "application/x-ndjson", .chunks: "application/octet-stream",
        ]
        return ["Content-Type": types[format] ?? ""]
    }

    /// The end mark as it is sent, or nothing without one.
    package var endText: Data {
        guard let end else {
            return Data()
        }
        if format == .events {
            return Data(StreamText.event(String(decoding: end, as: UTF8.self)))
        }
        return Data(end + [0x0A])
    }

    /// Returns an element as it is sent, wrapped as the method and the API wrap their results.
    package func text(of element: Element) -> Data where Element: APIValue {
        if let data = element as? Data, format == .chunks {
            return data
        }
        var name: String?
        var value: any APIValue = element
        if let union = element as? any APIEngine.KeyedUnion {
            (name, value) = union._payload
        }
        let text: String
        if format == .events, let plain = value as? String {
            text = plain
        } else {
            // A number that is not finite cannot be written, and servers send null in its place.
            var json = (try? String(decoding: value.json(), as: UTF8.self)) ?? "null"
            for key in [call.method.result, call.client.api.envelope.result].compactMap(\.self) {
                json = "{\(JSON.string(key).description):\(json)}"
            }
            text = json
        }
        if format == .events {
            return Data(StreamText.event(text, name: name))
        }
        return Data(Array(text.utf8) + [0x0A])
    }
}

/// The text of server-sent events.
package enum StreamText {
    /// Returns an event.
    package static func event(
        _ data: String,
        name: String? = nil,
        id: String? = nil
    ) -> [UInt8] {
        var text = id.map { "id: \($0)\n" } ?? ""
        if let name {
            text += "event: \(name)\n"
        }
        for line in data.split(separator: "\n", omittingEmptySubsequences: false) {
            text += "data: \(line)\n"
        }
        return Array((text + "\n").utf8)
    }
}
