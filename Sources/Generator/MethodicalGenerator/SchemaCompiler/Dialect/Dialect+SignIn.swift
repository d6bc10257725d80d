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
