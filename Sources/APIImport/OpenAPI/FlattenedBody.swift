import APISurface
import MethodicalGenerator

// Bodies that are named records. Methods take them as a whole, or by their members.
extension BodyTranslator {
    /// Returns the body as a reference to its definition, of which a method has the members as arguments. Returns `nil`
    /// for other bodies, whose members are described where they are used.
    ///
    /// - Parameter omitted: The names of members that are not arguments.
    func flattened(_ node: JSONNode, _ shape: Shape, _ content: Content, without omitted: Set<String>) -> Body? {
        guard let schema = content.node["schema"], let target = reference(in: schema) else { return nil }
        // A method may decide about `stream` itself.
        let own = omitted.union(["stream", ""])
        if shape.properties.contains(where: { own.contains($0.name) }) {
            return nil
        }
        let members = schemas.members(target)
        guard let reference = members["$ref"], let name = reference.text.flatMap(FileLayout.definition),
            context.bases[name] == nil, members["nullable"] == nil
        else { return nil }
        noteUndescribed(shape, content)
        var body = Members(["$ref": reference, "flatten": .bool(true)])
        if let type = unusualType(content.text, content.node) {
            body["content"] = .string(type)
        }
        let description = context.description(node["description"]) ?? context.description(schema["description"])
        body["description"] = description.map { .string($0) }
        return Body(whole: body)
    }

    /// Returns the reference that a schema is, or that is the only part of its `allOf`. Returns `nil` if the schema
    /// says something else about the members of the body.
    private func reference(in schema: JSONNode) -> JSONNode? {
        if schema["$ref"] != nil {
            return schema
        }
        let structure = [
            "properties", "required", "additionalProperties", "patternProperties", "oneOf", "anyOf", "enum", "const",
        ]
        let parts = schema.elements("allOf")
        guard parts.count == 1, parts[0]["$ref"] != nil, structure.allSatisfy({ schema[$0] == nil }) else { return nil }
        return parts[0]
    }
}
