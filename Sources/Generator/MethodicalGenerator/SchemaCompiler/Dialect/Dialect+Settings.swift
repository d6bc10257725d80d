extension Dialect {
    /// The keywords of `api.json` that describe the API and the generated code.
    static let ofSettings: [Keyword] =
        [
            Keyword(
                .name,
                in: [.api],
                value: .text(.swiftName),
                isRequired: true,
                summary: "The name of the client's Swift type.",
                example: #""Shop""#),
            Keyword(
                .baseURL,
                in: [.api],
                value: .text(.baseURL),
                isRequired: true,
                summary: "The URL that the paths of methods are relative to; absolute, http or https.",
                example: #""https://api.shop.example/v1/""#),
            Keyword(
                .description,
                in: [.api],
                value: .text,
                summary: "The documentation of the client.",
                example: #""The API of a shop.""#),
            Keyword(
                .defaults,
                in: [.api],
                value: .dictionary(of: .object(.rule), keys: .any),
                summary: """
                    Rules by pattern of method names; `*` matches any characters, and a later rule overrides an \
                    earlier one.
                    """,
                example: #"{"*.get*": {"cache": "1h"}}"#),
            Keyword(
                .decoding,
                in: [.api],
                value: .object(.decoding),
                summary: "The rules for decoding responses.",
                example: #"{"mismatches": "strict"}"#),
            Keyword(
                .access,
                in: [.api],
                value: .choice(of: Access.self),
                summary: "The access level of generated code; internal by default.",
                example: #""public""#),
            Keyword(
                .initializers,
                in: [.api],
                value: .choice(of: Initializers.self),
                summary: """
                    The types that get memberwise initializers: `all`, the `inputs` (the types that parameters can \
                    hold) or `none`. The default is `all`, or `inputs` if `access` is `public`.
                    """,
                details: """
                    With `all`, the properties of every value can be changed, and VK's whole API takes a third longer \
                    to compile. Otherwise those of types that occur only in responses are read-only.
                    """,
                example: #""inputs""#),
            Keyword(
                .namespaces,
                in: [.api],
                value: .texts,
                summary: """
                    First words of definitions that are namespaces, in addition to the namespaces of methods: with \
                    `base`, `base_city` is `Base.City` and not `BaseCity`.
                    """,
                example: #"["base"]"#),
            Keyword(
                .acronyms,
                in: [.api],
                value: .texts,
                summary: """
                    Words written in capitals in Swift names, in addition to the usual (`ID`, `URL`, `JSON`, `JWT`, \
                    and some ninety more).
                    """,
                example: #"["SKU"]"#),
            Keyword(
                .rename,
                in: [.api],
                value: .dictionary(of: .text(.swiftName), keys: .any),
                summary: """
                    Swift names: of the type of a definition, which is then at the API's root, or of the function of a \
                    method.
                    """,
                example: #"{"users_user_full": "User"}"#),
            Keyword(
                .types,
                in: [.api],
                value: .dictionary(of: .text(.swiftType), keys: .any),
                summary: """
                    Types that generated code uses in place of definitions: those of the target, or with their module, \
                    `Shapes.Point`, of another one.
                    """,
                details: """
                    `{"*": "ShopTypes.Shop"}` uses those of another generated API for all other definitions. See \
                    article *From schema to Swift*.
                    """,
                example: #"{"money": "MyMoney"}"#),
            Keyword(
                .include,
                in: [.api],
                value: .texts,
                summary: """
                    Patterns of the methods to generate, with exactly the types and errors they need; everything by \
                    default.
                    """,
                details: "A pattern with `#` before it, `#*Metric`, matches definitions to generate in addition.",
                example: #"["users.*"]"#),
            Keyword(
                .exclude,
                in: [.api],
                value: .texts,
                summary: "Patterns of methods to leave out.",
                example: #"["*.delete"]"#),
            Keyword(
                .source,
                in: [.api],
                value: .object(.source),
                summary: """
                    The document that `methodical import` translated. The command writes it, and repeats the import \
                    from it.
                    """,
                details: """
                    Its hashes tell the next import which values were edited.
                    """,
                example: #"{"location": "../openapi.yaml"}"#),
        ]
        + Keyword.silent(
            ["$comment"],
            in: [.api, .rule],
            value: .text,
            summary: "For readers of this file.")
        + ofDecoding + ofSources

    private static let ofDecoding: [Keyword] = [
        Keyword(
            .mismatches,
            in: [.decoding],
            value: .choice(of: DecodingRules.Reading.self),
            summary: """
                The treatment of a mismatch. `strict`: it is an error. `tolerant`, the default: it is reported, and \
                the rest of the response is read. `salvage`: array elements that cannot be read are also left out.
                """,
            details: "See article *What servers send*.",
            example: #""strict""#),
        Keyword(
            .required,
            in: [.decoding],
            value: .either([.choice(["trusted", "untrusted"]), .texts]),
            summary: """
                Indicates whether required properties are expected in each response: `trusted`, `untrusted`, or the \
                names of the properties that are trusted. The default is `trusted`, and `untrusted` for VK's own files.
                """,
            details: """
                With `untrusted`, every property of a response is optional, and a missing required one is reported.
                """,
            example: #"["id"]"#),
        Keyword(
            .flags,
            in: [.decoding],
            value: .choice(["1/0", "true/false"]),
            summary: """
                The spelling of flags in responses. With `1/0`, the numbers 0 and 1 are flags, as well as true and \
                false. The default is `true/false`, and `1/0` for VK's own files.
                """,
            details: "A property whose numbers have other values is an integer.",
            example: #""1/0""#),
        Keyword(
            .format,
            in: [.decoding],
            value: .choice(of: DecodingRules.Format.self),
            summary: """
                The format of responses; JSON by default. For `xml`, the target depends on the product \
                `MethodicalXML`, and the package on the trait `XML`.
                """,
            details: "See article *Beside the core*.",
            example: #""xml""#),
    ]

    private static let stateOfImport =
        "Written by the import, which thereby knows edited values and the names of inline types."

    private static let ofSources: [Keyword] = [
        Keyword(
            name: "location",
            in: [.source],
            value: .text,
            isRequired: true,
            summary: "The path of the document, relative to the folder of `api.json`, or its URL.",
            example: #""../openapi.yaml""#),
        Keyword(
            .format,
            in: [.source],
            value: .text,
            summary: "The format of the document.",
            example: #""openapi""#),
        Keyword(
            name: "overlays",
            in: [.source],
            value: .texts,
            summary: "The paths or URLs of the OpenAPI overlays that are applied to the document.",
            example: #"["fix.yaml"]"#),
        Keyword(
            name: "expandable",
            in: [.source],
            value: .choice(["ids", "all-ids"]),
            summary: """
                The import of values that are the ID of an object, or the object itself if a call expands it. Without \
                it, they have the types of both.
                """,
            example: #""ids""#),
        Keyword(
            name: "sha256",
            in: [.source],
            value: .text,
            summary: stateOfImport,
            example: #""9f86d081""#),
        Keyword(
            name: "rules",
            in: [.source],
            value: .integer(from: nil, through: nil),
            summary: stateOfImport,
            example: "1"),
        Keyword(
            name: "files",
            in: [.source],
            value: .dictionary(of: .text, keys: .any),
            summary: stateOfImport,
            example: #"{"pets/types.json": "9f86d081884c7d65"}"#),
        Keyword(
            name: "settings",
            in: [.source],
            value: .dictionary(of: .text, keys: .any),
            summary: stateOfImport,
            example: #"{"/baseURL": "9f86d081"}"#),
        Keyword(
            name: RecordedTypes.key,
            in: [.source],
            value: .dictionary(of: .texts, keys: .any),
            summary: stateOfImport,
            example: #"{"*/address": ["orders.create/address"]}"#),
    ]
}
