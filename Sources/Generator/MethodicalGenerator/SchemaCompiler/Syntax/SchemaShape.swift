// Questions about the form of a schema, as far as its own keywords tell.
extension SchemaSyntax {
    /// The value of a Boolean in place of a schema, or `nil` for others. `true` allows every value.
    var flag: Bool? {
        isObject ? nil : node.bool
    }

    /// The value in place of a schema, for messages.
    var other: ValueSyntax { ValueSyntax(node: node) }

    /// Indicates whether there is a list in place of the schema.
    var isList: Bool { !isObject && node.isArray }

    /// Indicates whether there is an empty list in place of the schema. PHP writes an empty object in this way.
    var isEmptyList: Bool {
        isList && node.first == nil
    }

    /// Indicates whether the schema lists at least one property.
    var hasProperties: Bool { properties?.isEmpty == false }

    /// The only property of an object, or `nil` if it has several or is combined from other schemas.
    var onlyProperty: SchemaSyntax? {
        guard let properties,
            properties.isObject,
            !isCombined
        else { return nil }
        return properties.schemas.count == 1 ? properties.schemas.first : nil
    }

    /// The keys of the properties.
    var propertyKeys: [String] {
        properties?.schemas.map(\.key) ?? []
    }

    /// The schemas that `allOf` combines.
    var parts: [SchemaSyntax] {
        allOf?.elements ?? []
    }

    /// The list in `oneOf`, or else the one in `anyOf`.
    var alternatives: SchemaListSyntax? { oneOf ?? anyOf }

    /// The lists of alternatives in `oneOf` and `anyOf` that are not empty.
    var alternativeLists: [SchemaListSyntax] {
        guard hasAlternatives else { return [] }
        let lists = [oneOf, anyOf].compactMap(\.self)
        return lists.filter { !$0.isEmpty }
    }

    var hasAlternatives: Bool {
        oneOf != nil || anyOf != nil
    }

    /// Indicates whether the schema refers to other schemas, or combines several.
    var isCombined: Bool {
        reference != nil || allOf != nil || hasAlternatives
    }

    /// Indicates whether the schema describes the members of an object that `properties` does not list.
    var hasOpenMembers: Bool {
        additionalProperties != nil || patternProperties != nil
    }

    /// The names of the properties that the schema requires.
    var requiredNames: [ValueSyntax] {
        required?.names ?? []
    }

    /// Indicates whether the schema states the kind of its values, rather than only restricting them.
    var namesKind: Bool {
        guard isObject else {
            return flag == nil
        }
        let isScalar = type != nil || values != nil || constant != nil
        let isStructure = properties != nil || items != nil || hasOpenMembers
        return isScalar || isStructure || isCombined
    }

    /// The only value of `const`, or else of `enum` if it lists a single Boolean.
    var constantOrFlag: ValueSyntax? {
        if let constant {
            return constant
        }
        let listed = values?.nonNull ?? []
        guard let first = listed.first,
            first.isFlag
        else {
            return nil
        }
        return listed.allSatisfy { $0.flag == first.flag } ? first : nil
    }
}
