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

extension Dialect {
    /// The keywords of a correction in an overlay.
    static let ofOverlays: [Keyword] =
        [
            Keyword(
                .at,
                in: [.overlay],
                value: .text,
                isRequired: true,
                summary: "The target: a file, relative to the root, and a JSON Pointer.",
                details: "The `name` of a list's element may stand for its index.",
                example: ##""users/objects.json#/definitions/users_user""##),
            Keyword(
                .merge,
                in: [.overlay],
                value: .dictionary(of: .any, keys: .any),
                summary: "A merge patch (RFC 7386): null removes.",
                details: "A `$ref` in it is relative to the patched file.",
                example: #"{"required": false}"#),
            Keyword(
                .remove,
                in: [.overlay],
                value: .flag,
                summary: "True, if the target is to be deleted.",
                example: "true"),
            Keyword(
                .because,
                in: [.overlay],
                value: .text(.filled("the reason for the correction")),
                isRequired: true,
                summary: "The reason for the correction.",
                example: #""missing in responses of wall.search""#),
            Keyword(
                name: "see",
                in: [.overlay],
                value: .text,
                summary: "The address of more information.",
                example: #""https://shop.example/issues/7""#),
        ]
        + Keyword.silent(["$comment"], in: [.overlay])
}
