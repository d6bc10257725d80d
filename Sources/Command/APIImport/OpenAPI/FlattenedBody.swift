import APISurface
import MethodicalGenerator

// Bodies that are named records. Methods take them as a whole, or by their members.
extension BodyTranslator {
    /// Returns the body as a reference to its definition, of which a method has the members as arguments. Returns `nil`
    /// for other bodies, whose members are described where they are used.
    ///
    /// - Parameter omitted: The names of members that are not arguments.
    func flattened(
        _ node: JSONNode,
        shape: Shape,
        content: Content,
        without omitted: Set<String>
    ) -> Body? {
        guard let schema = content.node["schema"],
            let target = reference(in: schema)
        else { return nil }
        // A method may decide about `stream` itself.
        let own = omitted.union(["stream", ""])
        if shape.properties.contains(where: { own.contains($0.name) }) {
            return nil
        }
        let members = schemas.members(of: target)
        guard let reference = members["$ref"],
            let name = reference.text.flatMap(FileLayout.definition),
            context.bases[name] == nil,
            members["nullable"] == nil
        else { return nil }
        noteUndescribed(of: shape, content: content)
        var body = Members([
            "$ref": reference,
            "flatten": .bool(true),
        ])
        if content.kind == .form {
            body["content"] = .string(sentType(for: content))
        } else if let type = unusualType(content.text, node: content.node) {
            body["content"] = .string(type)
        }
        let description =
            context.description(of: node["description"])
            ?? context.description(of: schema["description"])
        body["description"] = description.map { .string($0) }
        return Body(whole: body)
    }

    /// Indicates whether the spelling of each member of a form follows from the rules of the API. The members of a
    /// record state no spelling of their own.
    func hasUsualSpelling(_ shape: Shape, in content: Content) -> Bool {
        guard content.node["encoding"] == nil else { return false }
        return shape.properties.allSatisfy { property in
            var spelling: Members = []
            setEncoding(of: property, content: content, in: &spelling)
            return spelling.isEmpty
        }
    }

    /// Returns the reference that a schema is, or that is the only part of its `allOf`, `oneOf` or `anyOf`. Returns
    /// `nil` if the schema says something else about the members of the body.
    func reference(in schema: JSONNode) -> JSONNode? {
        if schema["$ref"] != nil {
            return schema
        }
        let structure = ["properties", "required", "additionalProperties", "patternProperties", "enum", "const"]
        let combinations = ["allOf", "oneOf", "anyOf"].flatMap { schema.elements($0) }
        let saysMore = structure.contains { schema[$0] != nil }
        guard combinations.count == 1,
            combinations[0]["$ref"] != nil,
            !saysMore
        else {
            return nil
        }
        return combinations[0]
    }
}
