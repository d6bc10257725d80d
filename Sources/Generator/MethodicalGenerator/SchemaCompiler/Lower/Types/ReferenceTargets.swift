// References to places other than definitions.
extension Catalogue {
    /// Returns the tokens of a reference's pointer. The list is empty if the reference is to a whole file.
    private func tokens(of reference: JSONNode) -> [String] {
        Reference(reference.string ?? "").tokens
    }

    /// Indicates whether the target of a reference is a schema. Reports an error at the reference if it is a list, a
    /// scalar or an object of schemas.
    func isSchema(_ target: JSONNode, reference: JSONNode) -> Bool {
        if target.bool != nil {
            return true
        }
        var found = target.described
        if target.isObject {
            let tokens = tokens(of: reference)
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
        tokens.reduce(false) { isGroup, token in
            !isGroup && ["definitions", "$defs", "properties", "patternProperties", "responses"].contains(token)
        }
    }

    /// Returns the spot of a schema inside a definition that a reference leads to. The type is declared next to the
    /// definition.
    func spot(of target: JSONNode, reference: JSONNode, from spot: Spot) -> Spot {
        let tokens = tokens(of: reference)
        let names = tokens.filter { token in
            !["items", "properties"].contains(token) && Int(token) == nil
        }
        let last = names.last ?? "value"
        var group: JSONNode?
        if tokens.count > 2 {
            group = resolver.file(of: target)?.root[tokens[0]]?[tokens[1]]
        }
        let name = String((reference.string ?? "").drop { $0 != "#" })
        guard let group, let definition = definition(declaring: group) else {
            return Spot(
                owner: .root,
                parent: name,
                key: last,
                unit: spot.unit,
                depth: spot.depth + 1)
        }
        let key = definition.wire + "_" + last
        return Spot(
            owner: definition.owner,
            parent: name,
            key: key,
            unit: definition.file.unit,
            depth: spot.depth + 1)
    }
}
