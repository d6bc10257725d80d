import APISurface
import MethodicalGenerator

// Bodies that are named records. Methods take them as a whole, or by their members.
extension BodyTranslator {
    /// Returns the body as a reference to its definition, of which a method has the members as arguments. Returns `nil`
    /// for other bodies, whose members are described where they are used.
    ///
    /// - Parameter omitted: The names of members that are not arguments.
    func flattened(_ node: JSONNode, _ shape: Shape, _ content: Content, without omitted: Set<String>) -> Body? {
        guard let schema = content.node["schema"], refersToAll(schema) else { return nil }
        // A method may decide about `stream` itself.
        let own = omitted.union(["stream", ""])
        if shape.properties.contains(where: { own.contains($0.name) }) {
            return nil
        }
        let members = schemas.members(schema)
        guard let reference = members["$ref"], let name = reference.text.flatMap(FileLayout.definition),
            context.bases[name] == nil, members["nullable"] == nil
        else { return nil }
        noteUndescribed(shape, content)
        var body = Members(["$ref": reference, "flatten": .bool(true)])
        if let type = unusualType(content.text, content.node) {
            body["content"] = .string(type)
        }
        body["description"] = context.description(node["description"]).map { .string($0) } ?? members["description"]
        return Body(whole: body)
    }

    /// Indicates whether a schema is a reference, or adds nothing but annotations to one: `allOf` with a single part.
    private func refersToAll(_ schema: JSONNode) -> Bool {
        let parts = schema.elements("allOf")
        let isOnlyPart = parts.count == 1 && parts[0]["$ref"] != nil
        return schema["$ref"] != nil || isOnlyPart
    }
}
