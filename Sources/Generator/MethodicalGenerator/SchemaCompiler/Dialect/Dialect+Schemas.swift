extension Dialect {
    /// The keywords of schemas that the compiler understands.
    static let ofSchemas: [Keyword] =
        ofKinds + ofCombinations + ofMeanings
        + [
            Keyword(
                .propertyName,
                in: [.discriminator],
                value: .text(.filled("the name of a property")),
                isRequired: true,
                summary: "The property whose value selects the alternative.",
                example: #""type""#),
            Keyword(
                .mapping,
                in: [.discriminator],
                value: .dictionary(of: .text, keys: .any),
                summary: "References to the alternatives, by value.",
                example: ##"{"dog": "#/definitions/Dog"}"##),
        ]

    private static let kinds = ValueKind.choice([
        "integer", "number", "boolean", "string", "object", "array", "null",
    ])

    /// The keywords for the kind of a value and its parts.
    private static let ofKinds: [Keyword] = [
        Keyword(
            .type,
            in: [.schema],
            value: .either([kinds, .list(of: kinds, atLeast: 1)]),
            summary: "The kind of value, or several; `null` among them means that it may be null.",
            details: """
                `null` alone allows nothing else. Several scalars: any of these kinds, and an argument takes each, and \
                lists of either unless it may be null. With lists or objects among them: any JSON. A parameter without \
                this or another keyword for its type takes any JSON, with a warning.
                """,
            example: #"["string", "null"]"#,
            neededElement: "type"),
        Keyword(
            .properties,
            in: [.schema],
            value: .dictionary(of: .anySchema, keys: .any),
            summary: "The members of an object, which becomes a struct.",
            example: #"{"id": {"type": "integer"}}"#,
            checksKind: true),
        Keyword(
            .required,
            in: [.schema],
            value: .either([.flag, .choice(["trusted", "untrusted"]), .names]),
            summary: """
                The names of the members that are always there, or on the member itself true, or whether that is \
                trusted.
                """,
            details: """
                On the property: `true`, `false` (whatever the list says), `"trusted"` or `"untrusted"` (whatever \
                `decoding` says); on a parameter `true` or `false`; a list without properties: warning; `true` or \
                `false` elsewhere: warning, but not in VK's files.
                """,
            example: #"["id"]"#,
            checksKind: true),
        Keyword(
            .additionalProperties,
            in: [.schema],
            value: .anySchema,
            summary: "The type of the members that `properties` does not name.",
            details: """
                A schema makes a dictionary, of the remaining members if there are `properties`; `true` has no effect. \
                `false` counts in unions only: another member speaks against the alternative.
                """,
            example: #"{"type": "integer"}"#),
        Keyword(
            .patternProperties,
            in: [.schema],
            value: .schemas,
            summary: "The type of members by pattern of their name; makes a dictionary.",
            example: #"{"^[0-9]+$": {"type": "string"}}"#),
        Keyword(
            .items,
            in: [.schema],
            value: .anySchema,
            summary: "The elements of a list.",
            details: "On a `string` parameter: a list joined by commas.",
            example: #"{"type": "string"}"#),
        Keyword(
            .enum,
            in: [.schema],
            value: .list(of: .any, atLeast: 1),
            summary: "The values known today: strings or numbers, whatever `type` says.",
            details: """
                Several kinds, or fractions: each as it is. On an `array`, or empty: warning. The only value of an \
                inline `enum` without a name or a description is checked like a `const`.
                """,
            example: #"["available", "sold"]"#),
        Keyword(
            .enumNames,
            in: [.schema],
            value: .texts,
            summary: "The names of the values, in their order.",
            example: #"["Available", "Sold"]"#),
        Keyword(
            .enumDescriptions,
            in: [.schema],
            value: .texts,
            summary: "The descriptions of the values, in their order.",
            example: #"["In stock", "Sold out"]"#),
        Keyword(
            .const,
            in: [.schema],
            value: .any,
            summary: "The one value; its kind becomes the type.",
            details: "On a property it is checked like an enumeration with one value.",
            example: #""photo""#),
    ]

    /// The keywords that combine schemas.
    private static let ofCombinations: [Keyword] = [
        Keyword(
            .ref,
            in: [.schema],
            value: .text,
            summary: "A type described elsewhere.",
            details: """
                With `properties` beside it both are merged; otherwise it wins over `type` and `enum` beside it.
                """,
            example: ##""users.json#/definitions/User""##),
        Keyword(
            .definitions,
            in: [.schema],
            value: .dictionary(of: .any, keys: .any),
            summary: "Types by name, which only references into this schema reach.",
            example: #"{"Size": {"type": "integer"}}"#),
        Keyword(
            .defs,
            in: [.schema],
            value: .dictionary(of: .any, keys: .any),
            summary: "Types by name, which only references into this schema reach.",
            example: #"{"Size": {"type": "integer"}}"#),
        Keyword(
            .allOf,
            in: [.schema],
            value: .list(of: .schema, atLeast: 0),
            summary: "Schemas that are merged, because a value satisfies all of them.",
            details: """
                A part without a kind of value (`default`, `minLength`) has no effect. A chain has up to 4,096 links.
                """,
            example: ##"[{"$ref": "#/definitions/Pet"}, {"required": ["id"]}]"##,
            checksKind: true),
        Keyword(
            .oneOf,
            in: [.schema],
            value: .list(of: .schema, atLeast: 1),
            summary: "A union of types.",
            details: unions,
            example: #"[{"type": "string"}, {"type": "integer"}]"#,
            checksKind: true,
            neededElement: "alternative"),
        Keyword(
            .anyOf,
            in: [.schema],
            value: .list(of: .schema, atLeast: 1),
            summary: "A union of types.",
            details: unions,
            example: #"[{"type": "string"}, {"type": "integer"}]"#,
            checksKind: true,
            neededElement: "alternative"),
        Keyword(
            .discriminator,
            in: [.schema],
            value: .object(.discriminator),
            summary: "The property whose value selects the alternative of a union.",
            example: #"{"propertyName": "type"}"#),
    ]

    private static let unions = """
        Alternatives that only list strings, or only integers, are one enumeration with their `title`s as names and \
        their descriptions, which allows other values beside any string. Beside `properties`: more properties, all \
        optional; silent beside `type` if no alternative names a kind.
        """

    /// The keywords for the meaning of a value, and its use.
    private static let ofMeanings: [Keyword] = [
        Keyword(
            .format,
            in: [.schema],
            value: .text,
            summary: "The meaning of the value, for which there is a type: " + formats + "; `json` on a parameter.",
            details: """
                `json` sends JSON text. JSON Schema's other formats: silent, and not checked; unknown, or without a \
                type: warning.
                """,
            example: #""date-time""#),
        Keyword(
            .contentEncoding,
            in: [.schema],
            value: .any,
            summary: "With `base64`, a string holds bytes, as with the format `byte`. Others change nothing.",
            example: #""base64""#),
        Keyword(
            .nullable,
            in: [.schema],
            value: .flag,
            summary: "Indicates whether the value can be null.",
            example: "true",
            checksKind: true),
        Keyword(
            .default,
            in: [.schema],
            value: .any,
            summary: "The value that the server uses if none is sent; for documentation.",
            example: "20"),
        Keyword(
            .description,
            in: [.schema],
            value: .text,
            summary: "Documentation.",
            example: #""The number of items.""#),
        Keyword(
            .readOnly,
            in: [.schema],
            value: .flag,
            summary: "Indicates whether only the server sets the property, so that no request contains it.",
            example: "true"),
        Keyword(
            .from,
            in: [.schema],
            value: .text,
            summary: "The nested key that a property is lifted from.",
            example: #""content.type""#),
    ]

    private static let formats = Format.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
}

extension Dialect {
    /// The keywords of schemas that the compiler does not follow.
    static let ofIgnoredSchemas: [Keyword] =
        Keyword.silent(
            [
                "$schema",
                "$id",
                "id",
                "$comment",
                "title",
                "examples",
                "example",
                "entity",
                "externalDocs",
                "xml",
                "writeOnly",
                "$recursiveAnchor",
                "contentMediaType",
                "contentSchema",
            ],
            in: [.schema])
        + Keyword.silent(
            [
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "multipleOf",
                "minLength",
                "maxLength",
                "pattern",
                "minItems",
                "maxItems",
                "uniqueItems",
                "minProperties",
                "maxProperties",
            ],
            in: [.schema],
            summary: "Accepted and not enforced. Only the least `maximum` of a page size counts.")
        + unfollowed + refused

    private static let unfollowed: [Keyword] = [
        "if",
        "then",
        "else",
        "not",
        "contains",
        "minContains",
        "maxContains",
        "dependencies",
        "dependentSchemas",
        "dependentRequired",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
        "prefixItems",
        "additionalItems",
    ].map { name in
        Keyword(
            name: name,
            in: [.schema],
            support: .ignoredWithWarning,
            value: .any,
            summary: "Ignored with a warning, because generated types cannot follow it.")
    }

    private static let refused: [Keyword] = [
        "$dynamicRef",
        "$dynamicAnchor",
        "$recursiveRef",
        "$anchor",
        "$vocabulary",
    ].map { name in
        Keyword(
            name: name,
            in: [.schema],
            support: .refused,
            value: .any,
            summary: "Refused, as is a reference to another server.",
            details: "`\"$recursiveRef\": \"#\"` means the definition that contains it.")
    }
}
