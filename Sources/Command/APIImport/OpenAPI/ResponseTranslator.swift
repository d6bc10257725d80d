import APISurface
import MethodicalGenerator

/// The translation of an operation's responses: results, streams and the bodies of errors.
struct ResponseTranslator {
    let context: OpenAPIContext
    /// The media types of responses in Swagger 2.0.
    var produced: [String] = []

    /// A success with the content that is read.
    private struct Success {
        var status: String
        var node: JSONNode
        var content: Media?
        /// Further media types with the same schema, which are read in the same way.
        var equals: [Media] = []
        var stream: Media?
    }

    var schemas: SchemaTranslator {
        SchemaTranslator(context: context)
    }

    /// Translates the value of `responses`.
    func responses(of source: OperationNode) -> Responses {
        var successes: [Success] = []
        var failures: [JSONNode] = []
        var fallback: JSONNode?
        let node = source.node["responses"]
        if let node, !node.isObject {
            context.note(
                .wrong,
                at: node,
                "expected responses by status, found \(node.described)")
        }
        for member in node?.objectMembers ?? [] where !member.key.hasPrefix("x-") {
            guard let response = context.resolved(member),
                response.isObject
            else { continue }
            let status = member.key.uppercased()
            switch status.first {
            case _ where status == "DEFAULT":
                fallback = response
            case "2" where isStatus(status):
                successes.append(success(for: status, node: response))
            case "4", "5":
                failures.append(member)
            case "1", "3":
                context.leaveUnchecked(member, text: "the status \(status) is handled by the connection")
            default:
                context.note(
                    .wrong,
                    at: member,
                    "\(JSONValue.quoted(member.key)) is no status; it is left out")
            }
        }
        // An operation that lists no success has the one of `default`.
        if successes.isEmpty,
            failures.isEmpty,
            let response = fallback
        {
            successes = [success(for: "2XX", node: response)]
            fallback = nil
        }
        var result = Responses()
        result.failures = self.failures(of: failures, fallback: fallback)
        addResult(of: successes, operation: source, to: &result)
        addStream(of: successes, to: &result)
        return result
    }

    /// The statuses whose responses have no body, whatever a document says (RFC 9110, 15.3.5 and 15.3.6).
    private static let bodiless: Set = ["204", "205"]

    private func isStatus(_ text: String) -> Bool {
        guard text.utf8.count == 3 else { return false }
        return text.dropFirst().allSatisfy {
            $0.isNumber || $0 == "X"
        }
    }

    private func success(for status: String, node: JSONNode) -> Success {
        var success = Success(status: status, node: node)
        if let links = node["links"] {
            context.leaveUnchecked(links, text: "links from a response to other operations are left out")
        }
        if Self.bodiless.contains(status) {
            if let content = node["content"] ?? context.swaggerSchema(of: node) {
                context.count(
                    .wrong,
                    at: content,
                    "a response with the status \(status) has no body; what is said of it is left out"
                )
            }
            return success
        }
        var found: [Media] = []
        for media in node.members("content") {
            context.checkMediaType(media)
            found.append(Media(media.key, node: media))
        }
        // Swagger 2.0 has the schema in the response, and the media types in the operation.
        if context.isSwagger, node["schema"] != nil {
            let stated = produced.filter(MediaKind.isMediaType)
            let types = stated.isEmpty ? ["application/json"] : stated
            found = types.map { Media($0, node: node) }
        }
        let events = found.first { $0.kind == .events }
        success.stream = events ?? found.first { $0.kind == .lines }
        let order: [MediaKind] = [.json, .text, .xml, .bytes, .form, .multipart]
        success.content = order.lazy.compactMap { kind in found.first { $0.kind == kind } }.first
        success.equals = equals(of: success.content, among: found)
        let used = [success.content, success.stream].compactMap(\.self) + success.equals
        let unused = found.filter { media in
            !used.contains { $0.node == media.node }
        }
        for other in unused where !context.isSwagger {
            context.leaveUnchecked(
                other.node, text: "responses are not read as \(other.type) if there is another type")
        }
        return success
    }

    /// Returns the further media types that are read like a given one: JSON or XML with the same schema. `text/json` is
    /// another name of `application/json`.
    private func equals(of content: Media?, among found: [Media]) -> [Media] {
        guard let content,
            [.json, .xml].contains(content.kind),
            isSpecific(content)
        else {
            return []
        }
        var known: Set = [content.accepted]
        return found.filter { other in
            let isAlias =
                other.type == "text/json"
                && found.contains { $0.type == "application/json" }
            guard other.kind == content.kind,
                isSpecific(other),
                !isAlias
            else { return false }
            return schema(of: other) == schema(of: content)
                && known.insert(other.accepted).inserted
        }
    }

    /// Indicates whether a media type is neither a range nor another word for JSON.
    private func isSpecific(_ media: Media) -> Bool {
        if media.kind == .xml {
            return true
        }
        return ["application/json", "text/json"].contains(media.type)
            || media.type.hasSuffix("+json")
    }

    /// Returns the schema of a media type after its references, or `nil` if it has none.
    private func schema(of media: Media) -> JSONValue? {
        media.node["schema"]
            .flatMap { context.documents.resolved($0) }
            .map { JSONValue($0) }
    }

    // MARK: Results

    private func addResult(
        of successes: [Success],
        operation: OperationNode,
        to result: inout Responses
    ) {
        let bodies = successes.filter {
            $0.content != nil || $0.stream == nil
        }
        if bodies.isEmpty,
            successes.contains(where: { $0.stream != nil })
        {
            return
        }
        result.schema = bodies.lazy.compactMap { $0.content?.node["schema"] }.first
        result.headers = bodies.flatMap {
            $0.node.members("headers")
        }
        var translated = bodies.map {
            ($0.status, response(for: $0))
        }
        let empty = JSONValue.object(["type": .string("null")])
        if Set(translated.map(\.1)).count <= 1 {
            let only = translated.first?.1 ?? empty
            if let flag = flag(of: bodies, operation: operation) {
                return result.result = flag
            }
            // Without a response, a write has no result.
            result.result = [.init(key: "response", value: only)]
            return
        }
        for index in translated.indices where bodies[index].content?.kind == .xml {
            context.note(
                .changed,
                at: bodies[index].node,
                "a response in XML beside other responses is read as bytes")
            translated[index].1 = .object(Members(["content": .string("*/*")]) + headers(of: bodies[index].node))
        }
        for index in translated.indices where Self.bodiless.contains(translated[index].0) {
            translated[index].1 = empty
        }
        let responses: Members = translated.map {
            .init(key: $0.0, value: $0.1)
        }
        result.result = [.init(key: "statuses", value: .object(responses))]
    }

    /// Returns the responses of a question that the status answers: `204` without content for yes, and `404` for no.
    private func flag(of successes: [Success], operation: OperationNode) -> Members? {
        guard operation.verb == "get",
            successes.map(\.status) == ["204"],
            successes[0].content == nil,
            let missing = operation.node["responses"]?["404"]
        else { return nil }
        context.note(.inferred, at: missing, "the status answers a question: 204 is true, and 404 is false")
        func value(for flag: Bool) -> JSONValue {
            .object(
                Members([
                    "type": .string("boolean"),
                    "const": .bool(flag),
                ]))
        }
        let responses = Members([
            "204": value(for: true),
            "404": value(for: false),
        ])
        return [.init(key: "statuses", value: .object(responses))]
    }

    /// Returns the response for a success, with its media type and header fields.
    private func response(for success: Success) -> JSONValue {
        guard let content = success.content else {
            return .object(Members(["type": .string("null")]) + headers(of: success.node))
        }
        let kind = content.kind
        let media = content.node
        let types = [content.accepted] + success.equals.map(\.accepted)
        var members: Members
        switch kind {
        case .json:
            let schema = media["schema"]
            if let schema, isBinary(schema) {
                members = Members(["content": .string(content.type)])
                break
            }
            members = schema.map { schemas.members(of: $0) } ?? []
            if isSpecific(content), types != ["application/json"] {
                members["content"] = list(of: types)
            }
        case .text, .bytes, .form, .multipart:
            members = Members(["content": .string(content.accepted)])
        default:
            members = media["schema"].map { schemas.members(of: $0) } ?? []
            context.usesXML = true
            members["content"] = list(of: types)
        }
        if let text = context.description(of: success.node["description"]),
            members["description"] == nil,
            members["$ref"] == nil,
            kind == .json,
            text.count > 40
        {
            members["description"] = .string(text)
        }
        return .object(members + headers(of: success.node))
    }

    /// Returns the only media type, or a list of several.
    private func list(of types: [String]) -> JSONValue {
        if types.count == 1 {
            return .string(types[0])
        }
        return .array(types.map { .string($0) })
    }

    private func isBinary(_ schema: JSONNode) -> Bool {
        guard let schema = context.documents.resolved(schema) else {
            return false
        }
        return schema["format"]?.string == "binary"
            || schema["type"]?.string == "file"
    }

    /// Returns the header fields of a response that have a scalar type.
    private func headers(of node: JSONNode) -> Members {
        var fields: Members = []
        for member in node.members("headers") {
            guard let header = context.resolved(member) else { continue }
            let name = member.key
            if ["content-type", "content-length", "link", "retry-after", "date"].contains(name.lowercased()) {
                continue
            }
            // Swagger 2.0 describes the type in the header field itself.
            let ownSchema = header["type"].map { _ in header }
            guard let schema = header["schema"] ?? ownSchema,
                isScalar(schema),
                name.isFieldName
            else {
                context.leaveUnchecked(
                    member, text: "the header field \(JSONValue.quoted(name)) of responses is left out")
                continue
            }
            var members = schemas.members(of: schema).filter {
                ["type", "format", "enum", "items", "$ref"].contains($0.key)
            }
            if let text = context.description(of: header["description"]) {
                members["description"] = .string(text)
            }
            fields.append(.init(key: name, value: .object(members)))
        }
        if fields.isEmpty {
            return []
        }
        return [.init(key: "headers", value: .object(fields))]
    }

    /// Indicates whether a schema describes a text, a number, a flag or a list of these.
    private func isScalar(_ node: JSONNode, allowsList: Bool = true) -> Bool {
        guard let schema = context.documents.resolved(node) else {
            return false
        }
        let types = SchemaTranslator(context: context).types(of: schema).filter { $0 != "null" }
        guard types.count == 1,
            let type = types.first
        else { return false }
        if type == "array", allowsList {
            return schema["items"].map { isScalar($0, allowsList: false) } ?? false
        }
        return type != "object" && type != "array"
    }

    private func addStream(of successes: [Success], to result: inout Responses) {
        guard let media = successes.lazy.compactMap(\.stream).first else {
            return
        }
        result.stream = stream(of: media.kind, media: media.node)
    }
}
