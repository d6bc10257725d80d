/// A schema that needs no declared type: a scalar, a list, a dictionary or any JSON.
struct PlainSchema {
    /// The kinds of value that the schema allows, without `null`. The set is empty for any JSON, and for `null` alone.
    let kinds: Kinds
    /// Indicates whether the schema allows only `null`.
    let isNull: Bool
    private let schema: Schema
    private let catalogue: Catalogue

    /// Reads the kinds of value. Reports keywords that do not apply to them.
    init(_ schema: Schema, isNull: Bool, catalogue: Catalogue) {
        self.schema = schema
        self.isNull = isNull
        self.catalogue = catalogue
        if let type = schema[.type] {
            catalogue.checkTypes(type)
        }
        let given = catalogue.typeNames.kinds(in: schema[.type]).subtracting(.null)
        kinds = given.isEmpty ? Self.implied(by: schema).subtracting(.null) : given
        reportUselessKeywords()
    }

    /// Returns the kind of value that keywords other than `type` imply.
    private static func implied(by schema: Schema) -> Kinds {
        if schema.has(.items) {
            return .array
        }
        if schema.hasAny(.additionalProperties, .patternProperties, .properties) {
            return .object
        }
        if let value = schema[.const] {
            return Kinds(of: value)
        }
        let listed = schema[.enum]?.children ?? []
        let values = listed.filter { $0.kind != .null }
        // If a list of integers also contains a fraction, all of its values are numbers.
        if values.contains(where: { Kinds(of: $0) == .number }) {
            return .number
        }
        return values.first.map { Kinds(of: $0) } ?? []
    }

    private func reportUselessKeywords() {
        let problems = catalogue.problems
        func report(
            _ word: Word,
            if isUseless: @autoclosure () -> Bool,
            message: @autoclosure () -> String
        ) {
            if let node = schema[word], isUseless() {
                problems.warning(at: node.keyPlace, message())
            }
        }
        for word in [Word.enumNames, .enumDescriptions] {
            report(
                word,
                if: !schema.has(.enum),
                message: "\"\(word.rawValue)\" has no effect without \"enum\"")
        }
        if kinds.isEmpty {
            if isNull {
                return
            }
            report(
                .format,
                if: !schema.has(.type) && schema[.format]?.string != "json",
                message: "\"format\" has no effect without \"type\"; the schema is read as any JSON")
            return
        }
        let isList = kinds.contains(.array)
        let isObject = kinds.contains(.object)
        report(
            .properties,
            if: isList && !isObject,
            message: "\"properties\" has no effect on an array; describe its elements under \"items\"")
        report(
            .items,
            if: isObject && !isList,
            message: "\"items\" has no effect on an object; describe its members under \"properties\"")
        report(
            .enum,
            if: schema.has(.type) && kinds == .array,
            message: "\"enum\" has no effect on an array; list the values of its elements in \"items\"")
        report(
            .required,
            if: !isObject && schema[.required]?.isArray == true,
            message: "a list under \"required\" has no effect here; only objects have properties")
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
        if plain == .string, schema[.contentEncoding]?.string == "base64" {
            return .formatted(.base64, as: .string)
        }
        guard let format = schema[.format] else {
            return plain
        }
        guard let symbol = format.string, names.formats.contains(symbol) else {
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
