import APISurface
import MethodicalGenerator

/// The translation of a request's body: parameters for the members of an object, or a whole body.
struct BodyTranslator {
    let context: OpenAPIContext
    let impliedPlace: String
    /// The names of the parameters in the path.
    var taken: Set<String> = []

    var schemas: SchemaTranslator {
        SchemaTranslator(context: context)
    }

    /// Translates a body.
    ///
    /// - Parameters:
    ///   - node: The value of `requestBody`, whose references have been followed.
    ///   - omitted: The names of members that are not arguments.
    func body(from node: JSONNode, without omitted: Set<String> = []) -> Body? {
        choose(from: node).flatMap {
            body(from: node, content: $0, without: omitted)
        }
    }

    /// Translates the body of Swagger 2.0, a parameter with a `schema`.
    func swaggerBody(from node: JSONNode, type: String) -> Body? {
        body(
            from: node,
            content: Content(type, node: node),
            without: [])
    }

    private func body(
        from node: JSONNode,
        content: Content,
        without omitted: Set<String>
    ) -> Body? {
        let isRequired = node["required"]?.bool ?? false
        let schema = content.node["schema"]
        let record = schema.flatMap { reference(in: $0) }
        let shape = Shape(of: record ?? schema, context: context)
        let isEmpty = shape.isObject && shape.isPlain && shape.properties.isEmpty
        switch content.kind {
        case .form, .multipart:
            if isEmpty || content.node["schema"] == nil {
                return nil
            }
            if shape.isObject, shape.isPlain {
                let isRecord = content.kind == .form && isRequired && hasUsualSpelling(shape, in: content)
                let flattened = isRecord ? flattened(node, shape: shape, content: content, without: omitted) : nil
                return flattened ?? fields(of: shape, content: content, without: omitted)
            }
            if content.kind == .multipart,
                let parts = knownParts(of: shape, content: content)
            {
                return fields(of: parts, content: content, without: omitted)
            }
            return whole(node, content: content, isRequired: isRequired)
        case .json:
            guard shape.isObject,
                shape.isPlain,
                !shape.isNullable,
                !isEmpty
            else {
                return whole(node, content: content, isRequired: isRequired)
            }
            if content.name.hasSuffix("+json") {
                if isRequired,
                    let flattened = flattened(node, shape: shape, content: content, without: omitted)
                {
                    return flattened
                }
                return whole(node, content: content, isRequired: isRequired)
            }
            if !isRequired,
                let first = shape.properties.first(where: \.isRequired)
            {
                context.count(
                    .inferred,
                    at: first.node,
                    "a body that may be missing, but has required members, is always sent; most documents forget "
                        + "\"required\": true")
            }
            return flattened(node, shape: shape, content: content, without: omitted)
                ?? fields(of: shape, content: content, without: omitted)
        default:
            return whole(node, content: content, isRequired: isRequired)
        }
    }

    /// Returns the media type to send: one with files, else JSON, a form, a form of parts, text, XML or bytes.
    private func choose(from node: JSONNode) -> Content? {
        var found: [Content] = []
        for media in node.members("content") {
            context.checkMediaType(media)
            found.append(Content(media.key, node: media))
        }
        let order: [MediaKind] = [.json, .form, .multipart, .text, .xml, .bytes, .lines, .events]
        let withFiles = found.first {
            $0.kind == .multipart && hasFiles(in: $0)
        }
        let chosen =
            withFiles
            ?? order.lazy.compactMap { kind in found.first { $0.kind == kind } }.first
        for other in found where other.node != chosen?.node {
            context.leaveUnchecked(
                other.node, text: "requests are not sent as \(other.name) if they can be sent as \(chosen?.name ?? "")")
        }
        return chosen
    }

    private func hasFiles(in content: Content) -> Bool {
        let shape = Shape(of: content.node["schema"], context: context)
        return (shape.properties + shape.alternativeProperties).contains {
            FileShape(of: $0.node, context: context) != .none
        }
    }

    /// Returns the shape of a form of parts that the document describes only in part: its members, and those of its
    /// alternatives. Returns `nil` if there are none.
    private func knownParts(of shape: Shape, content: Content) -> Shape? {
        var shape = shape
        shape.mergeAlternatives()
        guard !shape.properties.isEmpty else { return nil }
        context.note(
            .changed,
            at: content.node,
            "a form of parts is sent with the members that the document names; further ones, and the choice between "
                + "alternatives, are left out")
        return shape
    }

    // MARK: Parameters

    private func fields(
        of shape: Shape,
        content: Content,
        without omitted: Set<String>
    ) -> Body {
        let place =
            switch content.kind {
            case .json: "body"
            case .form: "form"
            default: "multipart"
            }
        var body = Body(place: place, content: unusualType(content.text, node: content.node))
        noteUndescribed(of: shape, content: content)
        for property in shape.properties where !omitted.contains(property.name) {
            guard !property.name.isEmpty else {
                context.note(
                    .wrong,
                    at: property.node,
                    "a member without a name is left out")
                continue
            }
            let node = context.documents.resolved(property.node) ?? property.node
            // The server sets these members itself.
            if ([property.node] + property.others).contains(where: isReadOnly) {
                continue
            }
            if property.name == "stream" {
                body.streamDescription = node["description"]?.string
                body.streamDefault = (property.node["default"] ?? node["default"])?.bool
            }
            body.parameters.append(field(for: property, content: content, in: place))
        }
        return body
    }

    /// Returns the media type of a body that parameters make, or `nil` for the usual one of its kind.
    func unusualType(_ text: String, node: JSONNode) -> String? {
        let content = Content(text, node: node)
        let type = sentType(for: content)
        guard isUnusual(type, for: content) else { return nil }
        return type
    }

    /// Indicates whether a body states its media type because the usual one of its kind is another.
    private func isUnusual(_ type: String, for content: Content) -> Bool {
        switch content.name {
        case "application/json", "application/x-www-form-urlencoded", "multipart/form-data":
            type != content.name
        case "text/json":
            true
        // The document means JSON, and names it by a range or in another way.
        default:
            content.name.hasSuffix("+json")
        }
    }

    private func isReadOnly(_ property: JSONNode) -> Bool {
        let target = context.documents.resolved(property) ?? property
        return property["readOnly"]?.bool == true
            || target["readOnly"]?.bool == true
    }

    /// Notes the members that an object requires without describing them. No argument can send them.
    func noteUndescribed(of shape: Shape, content: Content) {
        let schema = content.node["schema"].flatMap {
            context.documents.resolved($0)
        }
        let place =
            schema?["required"]
            ?? schema
            ?? content.node
        for name in shape.undescribed {
            context.note(
                .wrong,
                at: place,
                "\(JSONValue.quoted(name)) is required, but there is no such property")
        }
    }

    private func field(
        for property: Shape.Property,
        content: Content,
        in place: String
    ) -> Members {
        var members: Members = [.init(key: "name", value: .string(property.name))]
        if place != impliedPlace || taken.contains(property.name) {
            members["in"] = .string(place)
        }
        var schema = schemas.members(of: property.node, depth: 1)
        if !property.others.isEmpty {
            let parts = [property.node] + property.others
            schema = [.init(key: "allOf", value: .array(parts.map { schemas.schema($0, depth: 1) }))]
        }
        if let text = schema["description"] {
            schema["description"] = nil
            members["description"] = text
        }
        // The list of an object's required properties would collide with the parameter's own flag.
        if schema["required"] != nil {
            schema = [.init(key: "allOf", value: .array([.object(schema)]))]
        }
        if place == "multipart" {
            setFile(of: property.node, in: &schema)
        }
        if place != "body" {
            setEncoding(of: property, content: content, in: &schema)
        }
        if property.isRequired {
            schema["required"] = .bool(true)
        } else {
            schema = schemas.optionalArgument(schema, of: property.node)
        }
        if context.documents.resolved(property.node)?["format"]?.string == "password" {
            schema["secret"] = .bool(true)
        }
        return members + schema
    }

    /// Marks a part of a form as a file.
    private func setFile(of node: JSONNode, in schema: inout Members) {
        let file = JSONValue.object([
            "type": .string("string"),
            "format": .string("binary"),
        ])
        switch FileShape(of: node, context: context) {
        case .none:
            return
        case .file(let isOnly):
            schema = file.members
            if !isOnly {
                noteOtherValues(of: node)
            }
        case .list(let isOnly):
            schema = Members([
                "type": .string("array"),
                "items": file,
            ])
            if !isOnly {
                noteOtherValues(of: node)
            }
        }
    }

    private func noteOtherValues(of node: JSONNode) {
        context.note(.changed, at: node, "a part that is a file or another value is sent as a file")
    }

    // MARK: Whole bodies

    private func whole(
        _ node: JSONNode,
        content: Content,
        isRequired: Bool
    ) -> Body? {
        var schema = content.node["schema"].map { schemas.members(of: $0) } ?? []
        // The list of an object's required properties would collide with the body's own flag.
        if schema["required"] != nil {
            schema = [.init(key: "allOf", value: .array([.object(schema)]))]
        }
        let type = sentType(for: content)
        switch content.kind {
        case .json:
            if isUnusual(type, for: content) {
                schema["content"] = .string(type)
            }
        case .text: schema = Members(["type": .string("string"), "content": .string(type)])
        case .bytes, .events, .lines:
            if content.name.hasPrefix("multipart/") {
                context.note(.leftOut, at: content.node, "\(content.name) is a form of parts that no method can send")
                return Body(isImpossible: true)
            }
            schema = Members(["type": .string("string"), "format": .string("binary"), "content": .string(type)])
        case .xml:
            context.usesXML = true
            guard schema["$ref"] != nil,
                Shape.hasProperties(content.node["schema"], context: context)
            else {
                context.note(
                    .leftOut, at: content.node,
                    "a body in XML is a named schema with properties; no method can send another one")
                return Body(isImpossible: true)
            }
            schema["content"] = .string(type)
        case .form:
            let words = ["properties", "$ref", "allOf", "oneOf", "anyOf"]
            guard Shape.hasProperties(content.node["schema"], context: context),
                words.contains(where: { schema[$0] != nil })
            else {
                context.note(
                    .leftOut, at: content.node, "a form is an object with properties; no method can send another one")
                return Body(isImpossible: true)
            }
            schema["content"] = .string(type)
        case .multipart:
            context.note(
                .leftOut, at: content.node,
                "a form of parts is an object with properties; no method can send another one")
            return Body(isImpossible: true)
        }
        if let text = context.description(of: node["description"]) {
            schema["description"] = .string(text)
        }
        if !isRequired {
            schema["required"] = .bool(false)
        }
        return Body(whole: schema)
    }
}
