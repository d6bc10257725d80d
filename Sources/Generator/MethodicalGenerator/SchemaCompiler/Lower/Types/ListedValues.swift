extension Schemas {
    /// Returns the enumeration that a list of alternatives stands for, or `nil` if it is a union.
    ///
    /// Many documents describe each value of an enumeration by an alternative of its own: `{"oneOf": [{"const": "a",
    /// "title": "First", "description": "…"}, …]}`, as OpenAPI 3.1 recommends it. If any other text is an alternative,
    /// too, the enumeration allows it.
    func listedValues(_ list: SchemaListSyntax, in schema: SchemaSyntax) -> SchemaSyntax? {
        if let known = cache.listedValues[list.number] {
            return known
        }
        cache.listedValues[list.number] = .some(nil)
        guard let listing = ValueListing(list, in: schema, schemas: self) else {
            return nil
        }
        let values = listing.schema(by: catalogue.reader)
        cache.listedValues[list.number] = values
        if listing.allowsAnyText {
            cache.openEnumerations.insert(values.number)
        }
        return values
    }
}

/// A list of alternatives that name the values of an enumeration.
private struct ValueListing {
    /// Indicates whether one of the alternatives is any text.
    private(set) var allowsAnyText = false
    private let list: SchemaListSyntax
    private var values: [Value] = []

    private struct Value {
        var value: ValueSyntax
        var name: ValueSyntax?
        var description: ValueSyntax?
    }

    /// Reads a list of alternatives. Returns `nil` if one of them is something other than values of the same kind or
    /// any text.
    init?(_ list: SchemaListSyntax, in schema: SchemaSyntax, schemas: Schemas) {
        self.list = list
        guard list.isList else { return nil }
        var count = 0
        var isDescribed = schema.type != nil
        for alternative in schemas.alternatives(in: list) {
            guard let schema = schemas.catalogue.followed(alternative),
                schema.isObject,
                !Self.isStructure(schema)
            else {
                return nil
            }
            let described = Self.values(of: schema)
            if described.isEmpty {
                guard Self.isAnyText(schema) else { return nil }
                allowsAnyText = true
                continue
            }
            count += 1
            if described.count == 1, described[0].name != nil {
                isDescribed = true
            }
            values += described
        }
        // A single enumeration, or a single constant without a description, has a form of its own.
        let isDescribedConstant = isDescribed && !allowsAnyText && values.count == 1
        guard count > 1 || isDescribedConstant else { return nil }
        let areTexts = values.allSatisfy(\.value.isText)
        let areIntegers = values.allSatisfy { $0.value.integer != nil }
        guard areTexts || areIntegers else { return nil }
        // Any text beside integers is a union.
        if allowsAnyText, !areTexts {
            return nil
        }
    }

    /// Indicates whether a schema describes an object or a list, or combines others.
    private static func isStructure(_ schema: SchemaSyntax) -> Bool {
        let isCombined = schema.allOf != nil || schema.hasAlternatives
        return isCombined || schema.properties != nil || schema.items != nil
    }

    private static func values(of schema: SchemaSyntax) -> [Value] {
        if let constant = schema.constant {
            return [Value(value: constant, name: schema.title, description: schema.description)]
        }
        let listed = schema.values?.nonNull ?? []
        let names = schema.valueNames?.values ?? []
        let descriptions = schema.valueDescriptions?.values ?? []
        if listed.count == 1 {
            return [
                Value(
                    value: listed[0],
                    name: names.first ?? schema.title,
                    description: descriptions.first ?? schema.description)
            ]
        }
        return listed.enumerated().map { index, value in
            Value(
                value: value,
                name: names.element(at: index),
                description: descriptions.element(at: index))
        }
    }

    private static func isAnyText(_ schema: SchemaSyntax) -> Bool {
        guard schema.type?.onlyName == "string" else { return false }
        return schema.format == nil && schema.contentEncoding == nil
    }

    /// Returns the enumeration, in the form that the dialect has for enumerations.
    func schema(by reader: SchemaReader) -> SchemaSyntax {
        var seen: Set<String> = []
        let distinct = values.filter { seen.insert($0.value.described).inserted }
        func texts(_ text: (Value) -> ValueSyntax?) -> ValuesSyntax? {
            guard distinct.contains(where: { text($0)?.text != nil }) else {
                return nil
            }
            let texts = distinct.map { value in
                let given = text(value)
                if let given, given.text != nil {
                    return given
                }
                return ValueSyntax(text: "", at: given ?? value.value)
            }
            return ValuesSyntax(texts, at: list)
        }
        let known = ValuesSyntax(distinct.map(\.value), at: list)
        let parts = SchemaSyntax.Part.values(
            known,
            names: texts(\.name),
            descriptions: texts(\.description))
        return reader.schema(of: [parts], at: list)
    }
}
