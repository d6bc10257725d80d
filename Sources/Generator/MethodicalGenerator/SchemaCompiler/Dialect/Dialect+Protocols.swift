extension Dialect {
    /// The keywords of `api.json` for the server's ways of stating results, failures, limits, challenges and events.
    static let ofProtocols: [Keyword] =
        [
            Keyword(
                .envelope,
                in: [.api],
                value: .either([.choice(["none"]), .object(.envelope)]),
                summary: "The keys around a result and in a failure; none by default.",
                example: #"{"result": "response", "error": "error", "code": "code"}"#),
            Keyword(
                .errorCodes,
                in: [.api],
                value: .object(.errorCodes),
                summary: "Error codes that a client acts on, by what they mean: numbers or words.",
                example: #"{"expiredToken": [5], "tooManyRequests": ["ratelimited"]}"#),
            Keyword(
                .limits,
                in: [.api],
                value: .object(.limits),
                summary: """
                    The rate limits of an account, by kind of token: a number of calls in any second (`s`), minute \
                    (`min`), hour (`h`) or day (`d`), or in several of them (`30/10s`). All limits of a list apply.
                    """,
                example: #"{"user": "3/s", "*": ["30/s", "5000/d"]}"#),
            Keyword(
                .challenges,
                in: [.api],
                value: .object(.challenges),
                summary: """
                    The server's names for the parts of a challenge: keys of the error, and parameters of its \
                    solution. VK's files need none.
                    """,
                details: "See article *Limits, retries, challenges*.",
                example: #"{"captchaID": "captcha_sid", "captchaAnswer": "captcha_key"}"#),
            Keyword(
                .batch,
                in: [.api],
                value: .object(.batch),
                summary: "The method that takes several calls at once, as a program in VKScript.",
                details: """
                    `MethodicalVK` sends them (article *Pages and batches*). VK's files need no `batch`.
                    """,
                example: #"{"method": "execute", "limit": 25}"#),
            Keyword(
                .webhooks,
                in: [.api],
                value: .object(.webhooks),
                summary: "The form of the service's events, which files list under `events`.",
                example: #"{"event": {"header": "X-GitHub-Event"}, "signature": "github"}"#),
            Keyword(
                .method,
                in: [.batch],
                value: .text,
                isRequired: true,
                summary: "The name of the method.",
                example: #""execute""#),
            Keyword(
                .limit,
                in: [.batch],
                value: .integer(from: 1, through: nil),
                summary: "The maximum number of calls. The default is 25.",
                example: "25"),
        ]
        + ofEnvelopes + ofLimits + ofErrorCodes + ofChallenges + ofWebhooks

    private static let ofEnvelopes: [Keyword] = [
        Keyword(
            .result,
            in: [.envelope],
            value: .text(.filled("a key of the response")),
            summary: "The key of the result.",
            example: #""response""#),
        Keyword(
            .error,
            in: [.envelope],
            value: .text(.filled("a key of the response")),
            summary: "The key whose presence means failure, whatever the status.",
            example: #""error""#),
        Keyword(
            .code,
            in: [.envelope],
            value: .text(.filled("a key of the response")),
            summary: "The key of the error's number or word.",
            example: #""error_code""#),
        Keyword(
            .message,
            in: [.envelope],
            value: .text(.filled("a key of the response")),
            summary: "The key of the error's text.",
            example: #""error_msg""#),
        Keyword(
            .retryAfter,
            in: [.envelope],
            value: .text(.filled("a key of the response")),
            summary: """
                The key of the number of seconds to wait after a failure; keys with dots between them, from the error \
                or from the whole response.
                """,
            example: #""parameters.retry_after""#),
    ]

    private static let ofLimits: [Keyword] = {
        let rate = ValueKind.text(.rateLimit)
        let rates = ValueKind.either([rate, .list(of: rate, atLeast: 1)])
        return [
            Keyword(
                name: Method.TokenKind.user.rawValue,
                in: [.limits],
                value: rates,
                summary: "The limits with a token of this kind.",
                example: #""20/s""#),
            Keyword(
                name: Method.TokenKind.group.rawValue,
                in: [.limits],
                value: rates,
                summary: "The limits with a token of this kind.",
                example: #""20/s""#),
            Keyword(
                name: Method.TokenKind.service.rawValue,
                in: [.limits],
                value: rates,
                summary: "The limits with a token of this kind.",
                example: #""20/s""#),
            Keyword(
                name: "*",
                in: [.limits],
                value: rates,
                summary: "The limits with a token of another or an unknown kind, or without one.",
                example: #"["30/s", "5000/d"]"#),
            Keyword(
                name: "parallel",
                in: [.limits],
                value: .integer(from: 1, through: 10_000),
                summary: "The greatest number of requests in flight at once with each kind of token.",
                example: "3"),
            Keyword(
                .headers,
                in: [.limits],
                value: .either([.choice(["RateLimit"]), .object(.limitHeaders)]),
                summary: """
                    The header fields in which the server states how many requests are left: `RateLimit` for those of \
                    the IETF's draft.
                    """,
                example: #""RateLimit""#),
            Keyword(
                name: "remaining",
                in: [.limitHeaders],
                value: .text(.fieldName),
                isRequired: true,
                summary: "The field with the number of requests that are left.",
                example: #""X-RateLimit-Remaining""#),
            Keyword(
                name: "reset",
                in: [.limitHeaders],
                value: .text(.fieldName),
                isRequired: true,
                summary: "The field with the time at which the limit starts anew.",
                example: #""X-RateLimit-Reset""#),
        ]
    }()

    /// One keyword for each meaning that the runtime knows.
    private static let ofErrorCodes: [Keyword] = WireDefaults.ErrorMeaning.allCases.map { meaning in
        let summary =
            switch meaning {
            case .expiredToken: "The token has expired and can be refreshed."
            case .tooManyRequests: "The call can be repeated after a pause."
            case .internal: "The server itself has failed; the call can be repeated."
            case .captcha: "The user has to solve a captcha."
            case .validation: "The user has to prove their identity."
            case .confirmation: "The user has to confirm."
            case .twoFactor: "A code from another device is needed."
            }
        return Keyword(
            name: meaning.rawValue,
            in: [.errorCodes],
            value: .list(of: .either([.integer(from: nil, through: nil), .text]), atLeast: 0),
            summary: summary,
            example: "[5]")
    }

    /// One keyword for each part of a challenge that the runtime knows. The examples are VK's names.
    private static let ofChallenges: [Keyword] = WireDefaults.ChallengeKey.allCases.map { part in
        let (summary, example) =
            switch part {
            case .captchaID:
                ("The error's key with the captcha's ID, and the parameter that returns it.", "captcha_sid")
            case .captchaImage: ("The error's key with the address of the picture.", "captcha_img")
            case .captchaAnswer: ("The parameter for what the picture shows.", "captcha_key")
            case .captchaPage: ("The error's key with the address of a captcha's page.", "redirect_uri")
            case .captchaSession: ("The error's key with an ID of the page, and the parameter for it.", "remixstlid")
            case .captchaToken: ("The parameter for the token that a captcha's page yields.", "success_token")
            case .validationPage: ("The error's key with the page's address.", "redirect_uri")
            case .validationSuccess: ("The parameter that is 1 in the address that ends the validation.", "success")
            case .confirmationText:
                ("The error's key with the text to confirm; otherwise the error's message.", "confirmation_text")
            case .confirmationAnswer: ("The parameter that is 1 when the user has confirmed.", "confirm")
            case .twoFactorAnswer: ("The parameter for the code.", "code")
            }
        return Keyword(
            name: part.rawValue,
            in: [.challenges],
            value: .text(.filled("a key of the error or a parameter")),
            summary: summary,
            example: "\"\(example)\"")
    }

    /// Keys of the body, one or a list.
    private static let paths: ValueKind = {
        let path = ValueKind.text(.filled("a key of the body"))
        return .either([path, .list(of: path, atLeast: 1)])
    }()

    private static let ofWebhooks: [Keyword] =
        [
            Keyword(
                .event,
                in: [.webhooks],
                value: .object(.eventName),
                isRequired: true,
                summary: "The place of an event's name.",
                example: #"{"header": "X-GitHub-Event"}"#),
            Keyword(
                .signature,
                in: [.webhooks],
                value: .choice(of: Webhooks.Signature.self),
                isRequired: true,
                summary: "The service whose way of signing is used.",
                example: #""github""#),
            Keyword(
                .data,
                in: [.webhooks],
                value: .text(.filled("a key of the body")),
                summary: """
                    The key of the event's data, with dots between nested keys. The default is the whole body, which \
                    is also the data of an event without this key.
                    """,
                example: #""data.object""#),
            Keyword(
                .header,
                in: [.eventName],
                value: .text(.fieldName),
                summary: "A header field.",
                example: #""X-GitHub-Event""#),
            Keyword(
                name: "member",
                in: [.eventName],
                value: paths,
                summary: """
                    A key of the body, with dots between nested keys; of several, the first one that the body has.
                    """,
                example: #"["event.type", "type"]"#),
        ]
        + Keyword.silent(
            ["$comment"],
            in: [.webhooks],
            value: .text,
            summary: "For readers of this file.")
}
