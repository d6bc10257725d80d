// Types that need no declaration of their own.
extension TypeLowering {
    /// Returns the type of a scalar, a list, a dictionary or any JSON.
    mutating func plain(_ schema: Schema, _ spot: Spot) -> Use {
        let plain = PlainSchema(schema, isNull: schemas.isNull(schema.node), catalogue)
        let type: TypeUse =
            switch plain.kinds {
            case .array:
                .array(items(schema, spot))
            case .object:
                .dictionary(additional(schema, spot) ?? .any)
            default:
                plain.scalar
            }
        return Use(type: type)
    }

    /// Returns the type of a list's elements.
    mutating func items(_ schema: Schema, _ spot: Spot) -> TypeUse {
        guard let items = schema[.items] else {
            return .any
        }
        if items.isArray {
            problems.warning(
                items,
                "a list with a schema for each position is read as a list of any JSON")
            return .any
        }
        return use(items, spot.element).element
    }

    /// Returns the type of the members that `properties` does not list, or `nil` if the schema does not describe them.
    mutating func additional(_ schema: Schema, _ spot: Spot) -> TypeUse? {
        if let patterns = schema[.patternProperties],
            patterns.isObject,
            let first = patterns.first
        {
            let type = use(first, spot.element).element
            for other in patterns.children where other != first {
                if use(other, spot.element).element != type {
                    problems.warning(
                        other.keyPlace,
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
            return use(additional, spot.element).element
        }
        if additional.bool == nil {
            problems.error(additional, expected: "true, false or a schema")
        }
        return nil
    }
}
