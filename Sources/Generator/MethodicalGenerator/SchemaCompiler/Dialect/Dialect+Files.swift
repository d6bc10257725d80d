extension Dialect {
    /// The keywords of schema files and of their errors.
    static let ofFiles: [Keyword] =
        [
            Keyword(
                .methods,
                in: [.file],
                value: .list(of: .object(.method), atLeast: 0),
                summary: "The methods.",
                example: #"[{"name": "users.get"}]"#),
            Keyword(
                .definitions,
                in: [.file],
                value: definitions,
                summary: "Types by name.",
                example: #"{"User": {"type": "object"}}"#),
            Keyword(
                .defs,
                in: [.file],
                value: definitions,
                summary: "Types by name.",
                example: #"{"User": {"type": "object"}}"#),
            Keyword(
                .errors,
                in: [.file],
                value: .either([
                    .dictionary(of: .object(.error), keys: .any),
                    .list(of: .object(.error), atLeast: 0),
                ]),
                summary: "The errors by name, or a list of errors that have names.",
                example: #"{"access_denied": {"code": 15}}"#),
            Keyword(
                .events,
                in: [.file],
                value: .schemas,
                summary: "The events that the service sends to webhooks, by name.",
                example: ##"{"push": {"$ref": "#/definitions/Push"}}"##),
            Keyword(
                .version,
                in: [.file],
                value: .text,
                summary: "The API's version, in VK's files.",
                example: #""5.199""#),
            Keyword(
                name: "$schema",
                in: [.file, .api],
                support: .ignoredSilently,
                value: .text,
                summary: "The address of this JSON Schema, for editors."),
        ]
        + Keyword.silent(
            ["$id", "$comment", "title", "description", "termsOfService"],
            in: [.file],
            value: .text)
        + [
            Keyword(
                .name,
                in: [.error],
                value: .text,
                summary: "The name of the error, in a list.",
                example: #""access_denied""#),
            Keyword(
                .code,
                in: [.error],
                value: .either([.integer(from: nil, through: nil), .text]),
                isRequired: true,
                summary: "The number or the word by which the server identifies the error.",
                example: "15"),
            Keyword(
                .description,
                in: [.error],
                value: .text,
                summary: "Documentation.",
                example: #""The user has closed the profile.""#),
            Keyword(
                .global,
                in: [.error],
                value: .flag,
                summary: "Indicates whether any method can fail with it, although none lists it.",
                details: "Such an error is generated whatever `include` selects.",
                example: "true"),
        ]
        + Keyword.silent(["$comment"], in: [.error], value: .text)
        + Keyword.silent(["disabled", "subcodes"], in: [.error])
        + [
            Keyword(
                .ref,
                in: [.reference],
                value: .text,
                isRequired: true,
                summary: "A reference to an error.",
                example: ##""errors.json#/errors/access_denied""##),
            Keyword(
                name: "subcode",
                in: [.subcode],
                support: .replaced,
                value: .any,
                isRequired: true,
                summary: "The number that distinguishes errors of the same code, in VK's files."),
        ]

    /// The types of a file. VK's files list the subcodes of errors there, too.
    private static let definitions: ValueKind = {
        let subcodes = ValueKind.dictionary(of: .object(.subcode), keys: .some)
        return .dictionary(of: .either([.anySchema, subcodes]), keys: .any)
    }()
}
