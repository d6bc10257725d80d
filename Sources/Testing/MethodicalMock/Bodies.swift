import Foundation
import MethodicalGenerator

import enum Methodical.JSON

extension MockService {
    /// Returns the response for a result: with the status that stands for it, and with a body of the kind that the
    /// schema describes.
    func reply(
        _ result: JSON, of method: MethodicalGenerator.Method?, for call: MockCall,
        headers: [(name: String, value: String)]
    ) -> MockReply {
        guard let method else {
            return MockReply(wrapped(result, of: nil), headers: headers)
        }
        let variant = Invention.variant(of: method, arguments: call.arguments)
        var reply = self.reply(result, of: method, variant: variant)
        reply.headers += headers + variant.headers.compactMap { field in self.field(field, of: method, for: call) }
        return reply
    }

    private func reply(_ result: JSON, of method: MethodicalGenerator.Method, variant: Variant) -> MockReply {
        if let union = invention.types.keyedUnion(variant.result) {
            let member = result.objectValue.flatMap { $0.count == 1 ? $0.first : nil }
            let selected = union.cases.first { member.map { $0.key }.map($0.tags.contains) ?? false }
            // A result without a status is that of the first one.
            guard let item = selected ?? union.cases.first else {
                return MockReply(result)
            }
            let payload = selected == nil ? result : member?.value ?? .null
            return body(
                payload, content: item.content, status: Self.status(for: item.tags.first ?? ""), variant: variant,
                of: method)
        }
        if let flag = result.boolValue, let status = variant.statuses.first(where: { $0.constant == flag }) {
            return MockReply(status: Self.status(for: status.status), type: "text/plain", body: Data())
        }
        let content = variant.isEmpty ? .json : variant.content
        return body(result, content: content, status: 200, variant: variant, of: method)
    }

    private func body(
        _ value: JSON, content: BodyContent, status: Int, variant: Variant, of method: MethodicalGenerator.Method
    ) -> MockReply {
        let data = Data((value.stringValue ?? value.description).utf8)
        switch content {
        case .json: return MockReply(wrapped(value, of: method), status: status)
        case .nothing: return MockReply(status: status, type: "text/plain", body: Data())
        case .text: return MockReply(status: status, type: "text/plain; charset=utf-8", body: data)
        case .bytes:
            // Of several media types, the first one.
            let accept = variant.content == .bytes ? variant.accept : nil
            let type = accept.map { String($0.prefix { $0 != "," }) }
            let isRange = type?.contains("*") ?? true
            return MockReply(status: status, type: isRange ? "application/octet-stream" : type ?? "", body: data)
        }
    }

    /// Returns a result inside the API's envelope.
    private func wrapped(_ result: JSON, of method: MethodicalGenerator.Method?) -> JSON {
        result.under(method?.resultKey).under(api.wire.envelope.result)
    }

    /// The header fields that describe the body. A sample of one would make the response unreadable.
    private static let framing = [
        "content-length", "content-encoding", "content-type", "transfer-encoding", "connection",
    ]

    /// Returns a sample of a header field. Numbers of items are those of the paged lists.
    private func field(
        _ field: Variant.HeaderField, of method: MethodicalGenerator.Method, for call: MockCall
    ) -> (name: String, value: String)? {
        guard !Self.framing.contains(field.name.lowercased()) else { return nil }
        if field.type == .integer, field.name.lowercased().contains("total") {
            return (field.name, String(invention.items))
        }
        guard let value = invention.record(of: field.type, seed: invention.seed(of: method, for: call), for: call)
        else { return nil }
        let texts = (value.arrayValue ?? [value]).map { $0.stringValue ?? $0.description }
        return (field.name, texts.joined(separator: ", "))
    }

    /// Returns the status for a key of a response: 404 for `404`, and the last one of the group for `4XX`.
    private static func status(for key: String) -> Int { Int(key.replacing("XX", with: "99")) ?? 200 }
}
