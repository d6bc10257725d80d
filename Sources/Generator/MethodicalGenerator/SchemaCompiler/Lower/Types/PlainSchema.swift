/// A schema that needs no declared type: a scalar, a list, a dictionary or any JSON.
struct PlainSchema {
    /// The kinds of value that the schema allows, without `null`. The set is empty for any JSON, and for `null` alone.
    let kinds: Kinds
    /// Indicates whether the schema allows only `null`.
    let isNull: Bool
    private let schema: SchemaSyntax
    private let catalogue: Catalogue

    /// Reads the kinds of value. Reports keywords that do not apply to them.
    init(_ schema: SchemaSyntax, isNull: Bool, catalogue: Catalogue) {
        self.schema = schema
        self.isNull = isNull
        self.catalogue = catalogue
        if let type = schema.type {
            catalogue.checkTypes(type)
        }
        let given = schema.type?.kinds.subtracting(.null) ?? []
        kinds = given.isEmpty ? Self.implied(by: schema).subtracting(.null) : given
        reportUselessKeywords()
    }

    /// Returns the kind of value that keywords other than `type` imply.
    private static func implied(by schema: SchemaSyntax) -> Kinds {
        if schema.items != nil {
            return .array
        }
        if schema.hasOpenMembers || schema.properties != nil {
            return .object
        }
        if let value = schema.constant {
            return value.kind
        }
        let values = schema.values?.nonNull ?? []
        // If a list of integers also contains a fraction, all of its values are numbers.
        if values.contains(where: { $0.kind == .number }) {
            return .number
        }
        return values.first?.kind ?? []
    }

    private func reportUselessKeywords() {
        if schema.values == nil {
            for texts in [schema.valueNames, schema.valueDescriptions].compactMap(\.self) {
                report(texts, "\"\(texts.key)\" has no effect without \"enum\"")
            }
        }
        if kinds.isEmpty {
            if !isNull,
                schema.type == nil,
                let format = schema.format,
                format.text != "json"
            {
                report(format, "\"format\" has no effect without \"type\"; the schema is read as any JSON")
            }
            return
        }
        let isList = kinds.contains(.array)
        let isObject = kinds.contains(.object)
        if isList, !isObject, let properties = schema.properties {
            report(
                properties,
                "\"properties\" has no effect on an array; describe its elements under \"items\"")
        }
        if isObject, !isList, let items = schema.items {
            report(items, "\"items\" has no effect on an object; describe its members under \"properties\"")
        }
        if kinds == .array, schema.type != nil, let values = schema.values {
            report(values, "\"enum\" has no effect on an array; list the values of its elements in \"items\"")
        }
        if !isObject, let required = schema.required, required.isList {
            report(required, "a list under \"required\" has no effect here; only objects have properties")
        }
    }

    private func report(_ keyword: some PositionedSyntax, _ message: String) {
        catalogue.problems.warning(at: keyword.keyPosition, message)
    }

    /// The type of `null`, of a scalar or of several scalars, or any JSON if objects or arrays are among them.
    var scalar: TypeUse {
        if isNull {
            return .null
        }
        if kinds.isEmpty || !kinds.isDisjoint(with: [.object, .array]) {
            return .any
        }
        var types: [TypeUse] = []
        if kinds.contains(.integer), !kinds.contains(.number) {
            types.append(.integer)
        }
        if kinds.contains(.number) {
            types.append(.number)
        }
        if kinds.contains(.boolean) {
            types.append(.boolean)
        }
        if kinds.contains(.string) {
            types.append(.string)
        }
        if kinds.count == 1 {
            return formatted(types[0])
        }
        return .oneOf(types)
    }

    /// Returns the type of a scalar with its format. Reports formats that are unknown or do not apply.
    private func formatted(_ plain: TypeUse) -> TypeUse {
        let names = catalogue.typeNames
        if plain == .string, schema.contentEncoding?.text == "base64" {
            return .formatted(.base64, as: .string)
        }
        guard let format = schema.format else {
            return plain
        }
        guard let symbol = format.text,
            names.formats.contains(symbol)
        else {
            catalogue.reportUnknownFormat(format)
            return plain
        }
        guard let meaning = names.meanings[symbol] else {
            return plain
        }
        switch meaning {
        case .int64 where plain != .string: return plain
        case .uint64 where plain != .integer: return plain
        default: break
        }
        switch plain {
        case .string:
            return .formatted(meaning, as: .string)
        case .integer where !meaning.isText:
            return .formatted(meaning, as: .integer)
        case .number where !meaning.isText:
            return .formatted(meaning, as: .number)
        default:
            let kind = meaning.isText ? "strings" : "numbers"
            catalogue.problems.warning(
                at: format,
                "the format \(format.described) is for \(kind) and is ignored here")
            return plain
        }
    }
}

extension TypeUse {
    /// Returns the type of a value that has one of the given scalar types.
    static func oneOf(_ scalars: [TypeUse]) -> TypeUse {
        if scalars.count == 1 {
            return scalars[0]
        }
        return .scalars(scalars)
    }
}

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
