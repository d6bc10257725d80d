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
