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
