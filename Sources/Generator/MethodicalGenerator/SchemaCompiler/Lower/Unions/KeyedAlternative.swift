/// A schema that a key outside the value selects, such as the response of a status or the payload of an event.
struct KeyedAlternative {
    /// The key.
    var key: String
    /// The name of the case, if it is another one than the key.
    var name: String?
    var schema: SchemaSyntax
    var content = BodyContent.json
}

extension TypeLowering {
    /// Declares a union whose case a key outside the value selects, and returns its identity.
    ///
    /// - Parameters:
    ///   - alternatives: The schemas with their keys, in the order of the cases.
    ///   - context: The context of the union, which gives it a name.
    ///   - place: The kind of object that the schemas are, which decides about their keywords.
    ///   - documentation: The description of the union.
    mutating func keyedUnion(
        of alternatives: [KeyedAlternative],
        in context: SchemaContext,
        as place: DialectObject = .schema,
        documentation: String? = nil
    ) -> TypeID {
        let id = table.reserveID(for: context)
        var union = Union(isKeyed: true, cases: [])
        for alternative in alternatives {
            let name = alternative.name ?? alternative.key
            let schema = alternative.schema
            let inner = SchemaContext(
                name,
                in: id,
                unit: context.unit,
                depth: context.depth + 1)
            let type: TypeUse =
                switch alternative.content {
                case .json where schema.isObject:
                    use(of: schema, as: place, in: inner).element
                case .json:
                    use(of: schema, in: inner).element
                case .nothing, .bytes:
                    .any
                case .text:
                    .string
                }
            union.cases.append(
                Union.Case(
                    type: type,
                    discriminatorValues: [alternative.key],
                    name: alternative.name,
                    content: alternative.content,
                    documentation: catalogue.documentation(of: schema)))
        }
        table.declare(id, in: context, documentation: documentation, shape: .union(union))
        return id
    }

    /// Returns the type of a schema, after a report of mistakes in its keywords.
    private mutating func use(
        of schema: SchemaSyntax,
        as place: DialectObject,
        in context: SchemaContext
    ) -> Use {
        catalogue.check(schema, as: place)
        return use(ofChecked: schema, in: context)
    }
}
