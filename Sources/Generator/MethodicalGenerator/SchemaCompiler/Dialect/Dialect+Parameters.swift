extension Dialect {
    /// The keywords that parameters and bodies have in addition to those of schemas.
    static let ofParameters: [Keyword] = [
        Keyword(
            .name,
            in: [.parameter],
            value: .text(.filled("the name of a parameter")),
            isRequired: true,
            summary: "The name of the parameter in a request.",
            example: #""pin_id""#),
        Keyword(
            .name,
            in: [.constant],
            value: .text,
            isRequired: true,
            summary: "The name of the parameter in a request.",
            example: #""Notion-Version""#),
        Keyword(
            .in,
            in: [.parameter, .constant],
            value: .choice(of: CallStyle.Place.self),
            summary: "The place of the parameter, if it differs from that of the others.",
            example: #""header""#),
        Keyword(
            .const,
            in: [.constant],
            value: .either([.text, .integer(from: nil, through: nil), .flag]),
            summary: "The value to send.",
            example: #""2022-06-28""#),
        Keyword(
            .required,
            in: [.parameter],
            value: .either([.flag, .names]),
            summary: """
                Indicates whether every call needs it; for an object that is described here, the names of the members \
                that are always present.
                """,
            example: "true"),
        Keyword(
            .required,
            in: [.body],
            value: .either([.flag, .choice(["trusted", "untrusted"]), .names]),
            summary: "The names of the members that are always there, or false if the body can be omitted.",
            example: "false",
            checksKind: true),
        Keyword(
            .secret,
            in: [.parameter, .body],
            value: .flag,
            summary: "Indicates whether the value must never be shown.",
            details: "Parameters named `password`, `token` and the like are secret by name.",
            example: "true"),
        Keyword(
            .reserved,
            in: [.parameter],
            value: .flag,
            summary: "Indicates whether reserved characters in a query or a form, such as / and :, stay as they are.",
            example: "true"),
        Keyword(
            .content,
            in: [.parameter],
            value: .text(.mediaType),
            summary: "The media type of a part of a form with files.",
            example: #""application/json""#),
        Keyword(
            .content,
            in: [.body],
            value: .text(.mediaType),
            summary: "The media type of the body, or a range such as `image/*`; `application/json` by default.",
            example: #""application/xml""#),
        Keyword(
            .flatten,
            in: [.body],
            value: .flag,
            summary: """
                Indicates whether the members of the body are arguments, besides a function that takes it as a whole. \
                The body is a reference to a definition.
                """,
            example: "true"),
    ]
}
