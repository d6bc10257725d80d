import Foundation
import MethodicalGenerator

import enum Methodical.JSON

extension MockService {
    /// Returns the response for a result: with the status that stands for it, and with a body of the kind that the
    /// schema describes.
    func reply(
        _ result: JSON,
        of method: MethodicalGenerator.Method?,
        for call: MockCall,
        headers: [(name: String, value: String)]
    ) -> MockReply {
        guard let method else {
            return MockReply(wrapped(result, of: nil), headers: headers)
        }
        let variant = Invention.variant(of: method, arguments: call.arguments)
        var reply = self.reply(result, of: method, variant: variant)
        reply.headers += headers
        reply.headers += variant.headers.compactMap {
            self.field($0, of: method, for: call)
        }
        return reply
    }

    private func reply(
        _ result: JSON,
        of method: MethodicalGenerator.Method,
        variant: Variant
    ) -> MockReply {
        if let union = invention.types.keyedUnion(variant.result) {
            guard let (item, payload) = Self.selection(from: union, by: result) else {
                return MockReply(result)
            }
            let status = Self.status(for: item.discriminatorValues.first ?? "")
            return body(
                payload,
                content: item.content,
                status: status,
                variant: variant,
                of: method)
        }
        if let flag = result.boolValue,
            let meaning = variant.statuses.first(where: { $0.constant == flag })
        {
            let status = Self.status(for: meaning.status)
            return MockReply(
                status: status,
                type: "text/plain",
                body: Data())
        }
        var content = variant.content
        if variant.isEmpty {
            content = .json
        }
        return body(
            result,
            content: content,
            status: 200,
            variant: variant,
            of: method)
    }

    /// Returns the case of a union that the only key of a result selects, and the value under the key. A result
    /// without a status is that of the first case.
    private static func selection(
        from union: Union,
        by result: JSON
    ) -> (item: Union.Case, payload: JSON)? {
        if let members = result.objectValue,
            members.count == 1,
            let member = members.first,
            let selected = union.cases.first(where: { $0.discriminatorValues.contains(member.key) })
        {
            return (selected, member.value)
        }
        return union.cases.first.map { ($0, result) }
    }

    private func body(
        _ value: JSON,
        content: BodyContent,
        status: Int,
        variant: Variant,
        of method: MethodicalGenerator.Method
    ) -> MockReply {
        let data = Data((value.stringValue ?? value.description).utf8)
        switch content {
        case .json:
            return MockReply(wrapped(value, of: method), status: status)
        case .nothing:
            return MockReply(
                status: status,
                type: "text/plain",
                body: Data())
        case .text:
            return MockReply(
                status: status,
                type: "text/plain; charset=utf-8",
                body: data)
        case .bytes:
            return MockReply(
                status: status,
                type: Self.mediaType(of: variant),
                body: data)
        }
    }

    /// Returns the media type of a body of bytes. Of several types it is the first one.
    private static func mediaType(of variant: Variant) -> String {
        let anyBytes = "application/octet-stream"
        guard variant.content == .bytes,
            let accept = variant.accept
        else {
            return anyBytes
        }
        let first = accept.prefix { $0 != "," }
        if first.contains("*") {
            return anyBytes
        }
        return String(first)
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
        _ field: Variant.HeaderField,
        of method: MethodicalGenerator.Method,
        for call: MockCall
    ) -> (name: String, value: String)? {
        guard !Self.framing.contains(field.name.lowercased()) else {
            return nil
        }
        if field.type == .integer, field.name.lowercased().contains("total") {
            return (field.name, String(invention.items))
        }
        let seed = invention.seed(of: method, for: call)
        guard let value = invention.record(of: field.type, seed: seed, for: call) else {
            return nil
        }
        let texts = (value.arrayValue ?? [value]).map { $0.stringValue ?? $0.description }
        return (field.name, texts.joined(separator: ", "))
    }

    /// Returns the status for a key of a response: 404 for `404`, and the last one of the group for `4XX`.
    private static func status(for key: String) -> Int {
        Int(key.replacing("XX", with: "99")) ?? 200
    }
}
