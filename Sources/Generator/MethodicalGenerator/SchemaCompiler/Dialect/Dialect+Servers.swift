extension Dialect {
    /// The keywords of `api.json` for credentials and addresses.
    static let ofServers: [Keyword] =
        [
            Keyword(
                .version,
                in: [.api],
                value: .object(.version),
                summary: "The parameter that carries the API's version in every call.",
                example: #"{"parameter": "v", "value": "5.199"}"#),
            Keyword(
                .authorization,
                in: [.api],
                value: .either([.choice(["none"]), .object(.authorization)]),
                summary: "The place of the token in a request; none by default.",
                example: #"{"header": "Bearer"}"#),
            Keyword(
                .schemes,
                in: [.api],
                value: .dictionary(of: .object(.scheme), keys: .any),
                summary: "Named places for credentials of the account, which methods need.",
                example: #"{"apiKey": {"query": "key"}}"#),
            Keyword(
                .servers,
                in: [.api],
                value: .dictionary(of: .text(.baseURL), keys: .any),
                summary: "The base URLs of further servers, by name. A name in braces is a variable.",
                example: #"{"content": "https://content.shop.example/2/"}"#),
            Keyword(
                .variables,
                in: [.api],
                value: .dictionary(of: .schema, keys: .any),
                summary: """
                    The names in braces in addresses of servers, with schemas of strings or integers; arguments of the \
                    client's initializer.
                    """,
                example: #"{"region": {"enum": ["eu", "us"], "default": "eu"}}"#),
            Keyword(
                .signIn,
                in: [.api],
                value: .object(.signIn),
                summary: "The addresses and settings for signing in by OAuth 2.",
                example: #"{"token": "https://shop.example/token"}"#),
            Keyword(
                .parameter,
                in: [.version],
                value: .text,
                isRequired: true,
                summary: "The name of the parameter.",
                example: #""v""#),
            Keyword(
                .value,
                in: [.version],
                value: .text,
                isRequired: true,
                summary: "The version.",
                example: #""5.199""#),
        ]
        + credentials(of: .authorization, value: .text) + credentials(of: .scheme, value: .filledText)
        + [
            Keyword(
                .description,
                in: [.scheme],
                value: .text,
                summary: "A description for readers of this file.",
                example: #""The key of the shop's owner.""#)
        ]
        + Keyword.silent(
            ["$comment"],
            in: [.scheme],
            value: .text,
            summary: "For readers of this file.")

    /// Returns the keywords for the place of a token or of another secret. Only the parameter and the scheme of a token
    /// may be empty.
    private static func credentials(of object: DialectObject, value: ValueKind) -> [Keyword] {
        [
            Keyword(
                .parameter,
                in: [object],
                value: value,
                summary: """
                    The parameter that holds it, in the place of the method's others, so in the body if the request \
                    has one.
                    """,
                example: #""access_token""#),
            Keyword(
                .header,
                in: [object],
                value: value,
                summary: "The scheme in the header field `Authorization`.",
                example: #""Bearer""#),
            Keyword(
                .field,
                in: [object],
                value: .text(.fieldName),
                summary: "The header field that holds it alone.",
                example: #""X-Api-Key""#),
            Keyword(
                .query,
                in: [object],
                value: .text(.filled("the name of a parameter")),
                summary: "The parameter of the query that holds it.",
                example: #""key""#),
            Keyword(
                .cookie,
                in: [object],
                value: .text(.filled("the name of a cookie, as in \"session\"")),
                summary: "The cookie that holds it.",
                example: #""session""#),
            Keyword(
                .path,
                in: [object],
                value: .text(.filled("the name in braces in paths")),
                summary: "The name in braces that stands for it in paths: `bot{token}/getMe`.",
                example: #""token""#),
        ]
    }
}

extension Dialect {
    /// The keywords for signing in by OAuth 2.
    static let ofSignIn: [Keyword] = [
        Keyword(
            name: "authorize",
            in: [.signIn],
            value: .text(.endpoint),
            summary: "The page that asks the user; https, or http on this machine.",
            example: #""https://shop.example/authorize""#),
        Keyword(
            name: "token",
            in: [.signIn],
            value: .text(.endpoint),
            summary: "The endpoint for tokens.",
            example: #""https://shop.example/token""#),
        Keyword(
            name: "device",
            in: [.signIn],
            value: .text(.endpoint),
            summary: "The endpoint for codes of devices without a browser.",
            example: #""https://shop.example/device""#),
        Keyword(
            name: "issuer",
            in: [.signIn],
            value: .text(.endpoint),
            summary: "The issuer that the redirect must name, if the service names one (RFC 9207).",
            example: #""https://shop.example""#),
        Keyword(
            name: "separator",
            in: [.signIn],
            value: .text(.filled("the separator of permissions")),
            summary: "The separator of the requested permissions. The default is a space.",
            example: #"",""#),
        Keyword(
            name: "account",
            in: [.signIn],
            value: .text(.filled("the key of the user's id beside a token")),
            summary: "The key of the user's ID in the response with the token. The default is `user_id`.",
            example: #""user.id""#),
        Keyword(
            name: "client",
            in: [.signIn],
            value: .choice(of: WireDefaults.SignIn.Client.self),
            summary: "The place of the client's ID and secret: the form (default) or the header field `Authorization`.",
            example: #""header""#),
        Keyword(
            name: "deviceGrant",
            in: [.signIn],
            value: .text(.filled("the name of a grant")),
            summary: "The name of the grant for devices, if it is not that of RFC 8628.",
            example: #""device_code""#),
        Keyword(
            name: "user",
            in: [.signIn],
            value: .object(.user),
            summary: "The method that returns the signed-in user, or a list that begins with the user.",
            example: #"{"call": "users.get", "id": "id", "name": ["first_name", "last_name"]}"#),
        Keyword(
            .call,
            in: [.user],
            value: .text,
            isRequired: true,
            summary: "The name of the method, which needs no arguments.",
            example: #""users.get""#),
        Keyword(
            name: "id",
            in: [.user],
            value: .text,
            isRequired: true,
            summary: "The key of the user's ID, an integer or a string.",
            example: #""id""#),
        Keyword(
            .name,
            in: [.user],
            value: .textOrTexts,
            summary: "The keys of the parts of the user's name, which are joined by spaces.",
            example: #"["first_name", "last_name"]"#),
    ]
}
