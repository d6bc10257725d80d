extension Dialect {
    /// The keywords that describe the request of a method. A rule can set many of them for several methods.
    static let ofMethods: [Keyword] =
        [
            Keyword(
                .name,
                in: [.method],
                value: .text(.methodName),
                isRequired: true,
                summary: "Words with dots between them: the last one is the function, the others are its namespace.",
                example: #""users.get""#),
            Keyword(
                .description,
                in: [.method],
                value: .text,
                summary: "Documentation.",
                example: #""Returns users by their IDs.""#),
            Keyword(
                .verb,
                in: [.method, .rule],
                value: .choice(of: CallStyle.Verb.self),
                summary: "The HTTP method.",
                example: #""PUT""#),
            Keyword(
                .path,
                in: [.method, .rule],
                value: .text,
                summary: """
                    The path, relative to the base URL, without a slash before it. `{id}` is the parameter `id`, and \
                    `{name}` the method's dotted name unless it has a parameter `name`.
                    """,
                details: """
                    `""` is the base URL itself.
                    """,
                example: #""pins/{pin_id}/comments""#),
            Keyword(
                .parameters,
                in: [.method],
                value: .list(of: .object(.parameter), atLeast: 0),
                summary: "The parameters, in the order in which the function has them.",
                example: #"[{"name": "id", "type": "integer"}]"#),
            Keyword(
                .in,
                in: [.method, .rule],
                value: .choice(CallStyle.Place.ofParameters.map(\.rawValue)),
                summary: "The place of the parameters that state none themselves.",
                example: #""body""#),
            Keyword(
                .body,
                in: [.method],
                value: .object(.body),
                summary: "The schema of the body as a whole, instead of parameters in it.",
                example: ##"{"$ref": "#/definitions/Pet"}"##),
            Keyword(
                .content,
                in: [.method],
                value: .text(.mediaType),
                summary: "The media type of a body that parameters make, if it is not the usual one.",
                example: #""application/json; version=2""#),
            Keyword(
                .constants,
                in: [.rule],
                value: .list(of: .object(.constant), atLeast: 0),
                summary: """
                    Parameters that every call sends: always the same value with `const`, or else the value that the \
                    app gives to the client's initializer, `Twitch(account: account, clientID: "…")`.
                    """,
                details: """
                    Those of several rules add up. Of the same name in the same place, the method's or the later \
                    rule's is sent.
                    """,
                example: #"[{"name": "Notion-Version", "in": "header", "const": "2022-06-28"}]"#),
            Keyword(
                .arrays,
                in: [.parameter, .rule],
                value: .choice(of: CallStyle.ArrayStyle.self),
                summary: """
                    The format of lists: joined by a character, the name repeated, or the name followed by brackets \
                    (also for objects).
                    """,
                example: #""repeated""#),
            Keyword(
                .flags,
                in: [.parameter, .rule],
                value: .choice(of: CallStyle.FlagStyle.self),
                summary: "The format of true and false. With `present`, true is the name alone.",
                example: #""true/false""#),
            Keyword(
                .dates,
                in: [.rule],
                value: .choice(of: CallStyle.DateStyle.self),
                summary: "The format of parameters that are dates.",
                example: #""unix-seconds""#),
            Keyword(
                .needs,
                in: [.method, .rule],
                value: needs,
                summary: """
                    The tokens that the server accepts: `none`, `token` for any, kinds of token (`open`, `user`, \
                    `group`, `service`), or schemes of `api.json` (alternatives: a scheme, a list of schemes, or an \
                    object with the scopes of each).
                    """,
                example: #"["user", "group"]"#),
            Keyword(
                name: "access_token_type",
                in: [.method],
                support: .replaced,
                value: .list(of: tokenKinds, atLeast: 0),
                summary: "VK's keyword for `needs`.",
                example: #"["user", "group"]"#),
            Keyword(
                .server,
                in: [.method, .rule],
                value: .text(.filled("the name of a server")),
                summary: "The name of the server of `api.json` that takes the call.",
                example: #""content""#),
            Keyword(
                .timeout,
                in: [.method, .rule],
                value: .seconds,
                summary: "The number of seconds after which a call fails.",
                example: "30"),
            Keyword(
                .idempotent,
                in: [.method, .rule],
                value: .either([.flag, .text(.filled("the name of a parameter"))]),
                summary: """
                    Indicates whether a write can be repeated, or names the parameter or header field by which the \
                    server recognises a repeated call.
                    """,
                example: #""random_id""#),
            Keyword(
                .deprecated,
                in: [.method, .schema],
                value: .either([.flag, .text]),
                summary: "True, or a text that says what to use instead.",
                example: #""Use users.get instead.""#),
            Keyword(
                .deprecated_from_version,
                in: [.method, .schema],
                value: .text,
                summary: "The version of the API from which it is deprecated.",
                details: "A version that is not yet reached has no effect.",
                example: #""5.131""#),
            Keyword(
                .swift,
                in: [.method, .schema],
                value: .text(.swiftName),
                summary: "The name for Swift.",
                example: #""getDetails""#),
        ]
        + Keyword.silent(["$comment", "title"], in: [.method], value: .text)
        + Keyword.silent(["examples"], in: [.method])

    private static let tokenKinds = ValueKind.choice(of: Method.TokenKind.self)

    /// The tokens that a method needs: kinds of them, or schemes.
    private static let needs: ValueKind = {
        let scopes = ValueKind.dictionary(of: .texts, keys: .any)
        let alternative = ValueKind.either([.text, .texts, scopes])
        return .either([.text, .list(of: alternative, atLeast: 0), scopes])
    }()
}

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
