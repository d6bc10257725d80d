// References to schemas that are not definitions.
extension Catalogue {
    /// Indicates whether the target of a reference is a schema. Reports an error at the reference if it is a list, a
    /// scalar or an object of schemas.
    func isSchema(_ target: SchemaSyntax, reference: ReferenceSyntax) -> Bool {
        if target.flag != nil {
            return true
        }
        var found = target.described
        if target.isObject {
            let tokens = reference.tokens
            guard tokens.isEmpty || endsInGroup(tokens) else {
                return true
            }
            found = tokens.isEmpty ? "a whole file" : "an object of schemas"
        }
        problems.error(at: reference, "\(reference.described) refers to \(found), not to a schema")
        return false
    }

    /// Indicates whether the last key of a pointer is a keyword for named schemas. A key such as `properties` can also
    /// be the name of a schema.
    private func endsInGroup(_ tokens: [String]) -> Bool {
        let groups = [
            "definitions", "$defs", "properties", "patternProperties", "variants", "statuses", "events", "responses",
        ]
        return tokens.reduce(false) { isGroup, token in
            !isGroup && groups.contains(token)
        }
    }

    /// Returns the context of a schema inside a definition that a reference leads to. The type is declared next to the
    /// definition.
    func context(
        of target: SchemaSyntax,
        reference: ReferenceSyntax,
        from context: SchemaContext
    ) -> SchemaContext {
        let tokens = reference.tokens
        let names = tokens.filter { token in
            !["items", "properties"].contains(token) && Int(token) == nil
        }
        let last = names.last ?? "value"
        // A pointer leads through nodes: the first two keys may lead to the definition around the schema.
        var group: JSONNode?
        if tokens.count > 2 {
            group = resolver.file(of: target.node)?.root[tokens[0]]?[tokens[1]]
        }
        let name = String((reference.text ?? "").drop { $0 != "#" })
        guard let group,
            let definition = definition(declaring: group)
        else {
            return SchemaContext(
                owner: .root,
                parent: name,
                key: last,
                unit: context.unit,
                depth: context.depth + 1)
        }
        let key = definition.wire + "_" + last
        return SchemaContext(
            owner: definition.owner,
            parent: name,
            key: key,
            unit: definition.file.unit,
            depth: context.depth + 1)
    }
}
