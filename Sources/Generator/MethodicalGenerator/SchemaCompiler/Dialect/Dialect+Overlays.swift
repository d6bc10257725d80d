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
