import APISurface
import MethodicalGenerator

/// The translation of an operation's responses: results, streams and the bodies of errors.
struct ResponseTranslator {
    let context: OpenAPIContext
    /// The media types of responses in Swagger 2.0.
    var produced: [String] = []

    /// The responses of an operation.
    struct Responses {
        /// The members `response` or `responses` of the method that returns its result at once.
        var result: Members?
        /// The members `stream`, `response` or `responses` of the method that returns a stream.
        var stream: Members?
        var failures: Members = []
        /// The schema of the result, for its shape.
        var schema: JSONNode?
        /// The names of the header fields of successful responses.
        var headers: [JSONNode] = []
    }

    /// A success with the content that is read.
    private struct Success {
        var status: String
        var node: JSONNode
        var content: Media?
        /// Further media types with the same schema, which are read in the same way.
        var equals: [Media] = []
        var stream: Media?
    }

    /// A media type of a response with the node that has its `schema`.
    struct Media {
        var kind: MediaKind
        /// The type without parameters.
        var type: String
        /// The type as requests ask for it, with its parameters.
        var accepted: String
        var node: JSONNode

        init(_ text: String, _ node: JSONNode) {
            kind = MediaKind(text)
            type = MediaKind.name(text)
            accepted = MediaKind.accepted(text)
            self.node = node
        }
    }

    var schemas: SchemaTranslator { SchemaTranslator(context: context) }

    /// Translates the value of `responses`.
    func responses(_ source: OperationNode) -> Responses {
        var successes: [Success] = []
        var failures: [JSONNode] = []
        var fallback: JSONNode?
        let node = source.node["responses"]
        if let node, !node.isObject {
            context.note(.wrong, node, "expected responses by status, found \(node.described)")
        }
        for member in node?.objectMembers ?? [] where !member.key.hasPrefix("x-") {
            guard let response = context.resolved(member), response.isObject else { continue }
            let status = member.key.uppercased()
            switch status.first {
            case _ where status == "DEFAULT": fallback = response
            case "2" where isStatus(status): successes.append(success(status, response))
            case "4", "5": failures.append(member)
            case "1", "3": context.leaveUnchecked(member, "the status \(status) is handled by the connection")
            default: context.note(.wrong, member, "\(JSONValue.quoted(member.key)) is no status; it is left out")
            }
        }
        // An operation that lists no success has the one of `default`.
        if successes.isEmpty, failures.isEmpty, let response = fallback {
            successes = [success("2XX", response)]
            fallback = nil
        }
        var result = Responses()
        result.failures = self.failures(failures, fallback)
        addResult(successes, source, &result)
        addStream(successes, &result)
        return result
    }

    /// The statuses whose responses have no body, whatever a document says (RFC 9110, 15.3.5 and 15.3.6).
    private static let bodiless: Set = ["204", "205"]

    private func isStatus(_ text: String) -> Bool {
        guard text.utf8.count == 3 else { return false }
        return text.dropFirst().allSatisfy { $0.isNumber || $0 == "X" }
    }

    private func success(_ status: String, _ node: JSONNode) -> Success {
        var success = Success(status: status, node: node)
        if let links = node["links"] {
            context.leaveUnchecked(links, "links from a response to other operations are left out")
        }
        if Self.bodiless.contains(status) {
            if let word = node["content"] ?? context.swaggerSchema(of: node) {
                context.count(
                    .wrong, word, "a response with the status \(status) has no body; what is said of it is left out")
            }
            return success
        }
        var found: [Media] = []
        for media in node.members("content") {
            context.checkMediaType(media)
            found.append(Media(media.key, media))
        }
        // Swagger 2.0 has the schema in the response, and the media types in the operation.
        if context.isSwagger, node["schema"] != nil {
            let stated = produced.filter(MediaKind.isMediaType)
            let types = stated.isEmpty ? ["application/json"] : stated
            found = types.map { Media($0, node) }
        }
        success.stream = found.first { $0.kind == .events } ?? found.first { $0.kind == .lines }
        let order: [MediaKind] = [.json, .text, .xml, .bytes, .form, .multipart]
        success.content = order.lazy.compactMap { kind in found.first { $0.kind == kind } }.first
        success.equals = equals(of: success.content, among: found)
        let used = [success.content, success.stream].compactMap(\.self) + success.equals
        for other in found where !context.isSwagger && !used.contains(where: { $0.node == other.node }) {
            context.leaveUnchecked(
                other.node, "responses are not read as \(other.type) if there is another type")
        }
        return success
    }

    /// Returns the further media types that are read like a given one: JSON or XML with the same schema. `text/json` is
    /// another name of `application/json`.
    private func equals(of content: Media?, among found: [Media]) -> [Media] {
        guard let content, [.json, .xml].contains(content.kind), isSpecific(content) else { return [] }
        var known: Set = [content.accepted]
        return found.filter { other in
            let isAlias = other.type == "text/json" && found.contains { $0.type == "application/json" }
            guard other.kind == content.kind, isSpecific(other), !isAlias else { return false }
            return schema(of: other) == schema(of: content) && known.insert(other.accepted).inserted
        }
    }

    /// Indicates whether a media type is neither a range nor another word for JSON.
    private func isSpecific(_ media: Media) -> Bool {
        if media.kind == .xml {
            return true
        }
        return ["application/json", "text/json"].contains(media.type) || media.type.hasSuffix("+json")
    }

    /// Returns the schema of a media type after its references, or `nil` if it has none.
    private func schema(of media: Media) -> JSONValue? {
        media.node["schema"].flatMap { context.documents.resolved($0) }.map { JSONValue($0) }
    }

    // MARK: Results

    private func addResult(_ successes: [Success], _ operation: OperationNode, _ result: inout Responses) {
        let bodies = successes.filter { $0.content != nil || $0.stream == nil }
        if bodies.isEmpty, successes.contains(where: { $0.stream != nil }) {
            return
        }
        result.schema = bodies.lazy.compactMap { $0.content?.node["schema"] }.first
        result.headers = bodies.flatMap { $0.node.members("headers") }
        var translated = bodies.map { ($0.status, response($0)) }
        let empty = JSONValue.object(["type": .string("null")])
        if Set(translated.map(\.1)).count <= 1 {
            let only = translated.first?.1 ?? empty
            if let flag = flag(bodies, operation) {
                return result.result = flag
            }
            // Without a response, a write has no result.
            result.result = [.init(key: "response", value: only)]
            return
        }
        for index in translated.indices where bodies[index].content?.kind == .xml {
            context.note(.changed, bodies[index].node, "a response in XML beside other responses is read as bytes")
            translated[index].1 = .object(Members(["content": .string("*/*")]) + headers(bodies[index].node))
        }
        for index in translated.indices where Self.bodiless.contains(translated[index].0) {
            translated[index].1 = empty
        }
        result.result = [
            .init(key: "responses", value: .object(translated.map { .init(key: $0.0, value: $0.1) }))
        ]
    }

    /// Returns the responses of a question that the status answers: `204` without content for yes, and `404` for no.
    private func flag(_ successes: [Success], _ operation: OperationNode) -> Members? {
        guard operation.verb == "get", successes.map(\.status) == ["204"], successes[0].content == nil,
            let missing = operation.node["responses"]?["404"]
        else { return nil }
        context.note(.inferred, missing, "the status answers a question: 204 is true, and 404 is false")
        func value(_ flag: Bool) -> JSONValue {
            .object(Members(["type": .string("boolean"), "const": .bool(flag)]))
        }
        return [.init(key: "responses", value: .object(Members(["204": value(true), "404": value(false)])))]
    }

    /// Returns the response for a success, with its media type and header fields.
    private func response(_ success: Success) -> JSONValue {
        guard let content = success.content else {
            return .object(Members(["type": .string("null")]) + headers(success.node))
        }
        let (kind, media) = (content.kind, content.node)
        let types = [content.accepted] + success.equals.map(\.accepted)
        var members: Members
        switch kind {
        case .json:
            let schema = media["schema"]
            if let schema, isBinary(schema) {
                members = Members(["content": .string(content.type)])
                break
            }
            members = schema.map { schemas.members($0) } ?? []
            if isSpecific(content), types != ["application/json"] {
                members["content"] = list(types)
            }
        case .text, .bytes, .form, .multipart:
            members = Members(["content": .string(content.accepted)])
        default:
            members = media["schema"].map { schemas.members($0) } ?? []
            context.usesXML = true
            members["content"] = list(types)
        }
        if let text = context.description(success.node["description"]), members["description"] == nil,
            members["$ref"] == nil, kind == .json, text.count > 40
        {
            members["description"] = .string(text)
        }
        return .object(members + headers(success.node))
    }

    /// Returns the only media type, or a list of several.
    private func list(_ types: [String]) -> JSONValue {
        if types.count == 1 {
            return .string(types[0])
        }
        return .array(types.map { .string($0) })
    }

    private func isBinary(_ schema: JSONNode) -> Bool {
        guard let schema = context.documents.resolved(schema) else { return false }
        return schema["format"]?.string == "binary" || schema["type"]?.string == "file"
    }

    /// Returns the header fields of a response that have a scalar type.
    private func headers(_ node: JSONNode) -> Members {
        var fields: Members = []
        for member in node.members("headers") {
            guard let header = context.resolved(member) else { continue }
            let name = member.key
            if ["content-type", "content-length", "link", "retry-after", "date"].contains(name.lowercased()) {
                continue
            }
            // Swagger 2.0 describes the type in the header field itself.
            let ownSchema = header["type"].map { _ in header }
            guard let schema = header["schema"] ?? ownSchema, isScalar(schema), name.isFieldName else {
                context.leaveUnchecked(member, "the header field \(JSONValue.quoted(name)) of responses is left out")
                continue
            }
            var members = schemas.members(schema).filter {
                ["type", "format", "enum", "items", "$ref"].contains($0.key)
            }
            if let text = context.description(header["description"]) {
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
        guard let schema = context.documents.resolved(node) else { return false }
        let types = SchemaTranslator(context: context).types(schema).filter { $0 != "null" }
        guard types.count == 1, let type = types.first else { return false }
        if type == "array", allowsList {
            return schema["items"].map { isScalar($0, allowsList: false) } ?? false
        }
        return type != "object" && type != "array"
    }

    private func addStream(_ successes: [Success], _ result: inout Responses) {
        guard let media = successes.lazy.compactMap(\.stream).first else { return }
        result.stream = stream(media.kind, media.node)
    }

    // MARK: Failures

    /// Returns the schemas of errors by status. If all have the same, it is that of any failure.
    private func failures(_ nodes: [JSONNode], _ fallback: JSONNode?) -> Members {
        var found: Members = []
        for member in nodes {
            guard let response = context.documents.resolved(member) else { continue }
            if let schema = error(response, component(member)) {
                found[member.key.uppercased()] = schema
            }
        }
        if let fallback, let schema = error(fallback) {
            found["default"] = schema
        }
        // Any JSON needs a key only where the errors of several statuses are described.
        let anything = JSONValue.object([])
        let ranges = found.filter { $0.key == "default" || $0.key.hasSuffix("XX") }
        if ranges.allSatisfy({ $0.value == anything }) {
            found.removeAll { $0.value == anything }
        }
        if let only = found.first?.value, found.count > 1, found.allSatisfy({ $0.value == only }) {
            return [.init(key: "default", value: only)]
        }
        return found
    }

    /// Returns the schema of an error's body, or `nil` if it is not JSON or has no schema.
    ///
    /// - Parameter component: The name and the document of the response, if it is a component.
    private func error(_ response: JSONNode, _ component: DocumentSet.Target? = nil) -> JSONValue? {
        for other in response.members("content") where MediaKind(other.key) != .json {
            context.leaveUnchecked(other, "errors in \(MediaKind.essence(other.key)) are read as text")
        }
        let media = response.members("content").first { MediaKind($0.key) == .json && $0["schema"] != nil }
        guard let schema = media?["schema"] ?? context.swaggerSchema(of: response) else { return nil }
        let members = schemas.members(schema)
        if let component, let name = component.tokens.last, context.sharesResponses, Self.isObject(members) {
            return .definition(context.definitions.name(ofResponse: name, schema, in: component.document))
        }
        return .object(members)
    }

    /// Returns the response among the components that a member of `responses` refers to, or `nil` if there is none.
    private func component(_ member: JSONNode) -> DocumentSet.Target? {
        guard let reference = member["$ref"], let target = context.documents.target(of: reference) else { return nil }
        if let next = target.node["$ref"], next.string != nil {
            return component(target.node)
        }
        guard target.tokens.dropLast() == ["components", "responses"] else { return nil }
        return target
    }

    /// Indicates whether an inline schema makes a type of its own.
    private static func isObject(_ members: Members) -> Bool {
        members["$ref"] == nil
            && ["properties", "allOf", "oneOf", "anyOf"].contains { members[$0] != nil }
    }
}
