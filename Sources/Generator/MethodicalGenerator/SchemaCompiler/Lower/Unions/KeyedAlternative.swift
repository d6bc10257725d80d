/// A schema that a key outside the value selects, such as the response of a status or the payload of an event.
struct KeyedAlternative {
    /// The key.
    var key: String
    /// The name of the case, if it is another one than the key.
    var name: String?
    var schema: JSONNode
    var content = BodyContent.json
}

extension TypeLowering {
    /// Declares a union whose case a key outside the value selects, and returns its identity.
    ///
    /// - Parameters:
    ///   - alternatives: The schemas with their keys, in the order of the cases.
    ///   - spot: The place of the union, which gives it a name.
    ///   - place: The kind of object that the schemas are, which decides about their keywords.
    ///   - documentation: The description of the union.
    mutating func keyedUnion(
        of alternatives: [KeyedAlternative],
        at spot: Spot,
        as place: DialectKeyword.Place = .schema,
        documentation: String? = nil
    ) -> TypeID {
        let id = table.reserveID(for: spot)
        var union = Union(isKeyed: true, cases: [])
        for alternative in alternatives {
            let name = alternative.name ?? alternative.key
            let node = alternative.schema
            let inner = Spot(name, in: id, unit: spot.unit, depth: spot.depth + 1)
            let type: TypeUse =
                switch alternative.content {
                case .json where node.isObject:
                    use(of: catalogue.schema(of: node, as: place), at: inner).element
                case .json:
                    use(of: node, at: inner).element
                case .nothing, .bytes:
                    .any
                case .text:
                    .string
                }
            union.cases.append(
                Union.Case(
                    type: type,
                    tags: [alternative.key],
                    name: alternative.name,
                    content: alternative.content,
                    documentation: catalogue.documentation(of: node)))
        }
        table.declare(id, at: spot, documentation: documentation, shape: .union(union))
        return id
    }
}
