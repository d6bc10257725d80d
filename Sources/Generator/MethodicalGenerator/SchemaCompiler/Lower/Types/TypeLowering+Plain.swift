// Types that need no declaration of their own.
extension TypeLowering {
    /// Returns the type of a scalar, a list, a dictionary or any JSON.
    mutating func plain(of schema: Schema, at spot: Spot) -> Use {
        let plain = PlainSchema(schema, isNull: schemas.isNull(schema.node), catalogue: catalogue)
        let type: TypeUse =
            switch plain.kinds {
            case .array:
                .array(items(of: schema, at: spot))
            case .object:
                .dictionary(additional(of: schema, at: spot) ?? .any)
            default:
                plain.scalar
            }
        return Use(type: type)
    }

    /// Returns the type of a list's elements.
    mutating func items(of schema: Schema, at spot: Spot) -> TypeUse {
        guard let items = schema[.items] else {
            return .any
        }
        if items.isArray {
            problems.warning(
                at: items,
                "a list with a schema for each position is read as a list of any JSON")
            return .any
        }
        return use(of: items, at: spot.element).element
    }

    /// Returns the type of the members that `properties` does not list, or `nil` if the schema does not describe them.
    mutating func additional(of schema: Schema, at spot: Spot) -> TypeUse? {
        if let patterns = schema[.patternProperties],
            patterns.isObject,
            let first = patterns.first
        {
            let type = use(of: first, at: spot.element).element
            for other in patterns.children where other != first {
                if use(of: other, at: spot.element).element != type {
                    problems.warning(
                        at: other.keyPlace,
                        "several patterns with different types are read as any JSON")
                    return .any
                }
            }
            return type
        }
        guard let additional = schema[.additionalProperties] else {
            return nil
        }
        if additional.isObject {
            return use(of: additional, at: spot.element).element
        }
        if additional.bool == nil {
            problems.error(at: additional, expected: "true, false or a schema")
        }
        return nil
    }
}
