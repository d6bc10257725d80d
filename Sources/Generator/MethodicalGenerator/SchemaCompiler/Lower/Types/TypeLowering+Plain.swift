// Types that need no declaration of their own.
extension TypeLowering {
    /// Returns the type of a scalar, a list, a dictionary or any JSON.
    mutating func plain(of schema: SchemaSyntax, in context: SchemaContext) -> Use {
        let plain = PlainSchema(schema, isNull: schemas.isNull(schema), catalogue: catalogue)
        let type: TypeUse =
            switch plain.kinds {
            case .array:
                .array(items(of: schema, in: context))
            case .object:
                .dictionary(additional(of: schema, in: context) ?? .any)
            default:
                plain.scalar
            }
        return Use(type: type)
    }

    /// Returns the type of a list's elements.
    mutating func items(of schema: SchemaSyntax, in context: SchemaContext) -> TypeUse {
        guard let items = schema.items else {
            return .any
        }
        if items.isList {
            problems.warning(
                at: items,
                "a list with a schema for each position is read as a list of any JSON")
            return .any
        }
        return use(of: items, in: context.element).element
    }

    /// Returns the type of the members that `properties` does not list, or `nil` if the schema does not describe them.
    mutating func additional(of schema: SchemaSyntax, in context: SchemaContext) -> TypeUse? {
        if let patterns = schema.patternProperties,
            patterns.isObject,
            let first = patterns.schemas.first
        {
            let type = use(of: first, in: context.element).element
            for other in patterns.schemas where other != first {
                if use(of: other, in: context.element).element != type {
                    problems.warning(
                        at: other.keyPosition,
                        "several patterns with different types are read as any JSON")
                    return .any
                }
            }
            return type
        }
        guard let additional = schema.additionalProperties else {
            return nil
        }
        if additional.isObject {
            return use(of: additional, in: context.element).element
        }
        if additional.flag == nil {
            problems.error(at: additional, expected: "true, false or a schema")
        }
        return nil
    }
}
