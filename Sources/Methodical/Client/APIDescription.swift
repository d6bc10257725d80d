/// What all calls of an API have in common: generated from `api.json`.
public struct APIDescription: Sendable {
    public var name: String
    public var baseURL: String
    /// A parameter that every call carries: `("v", "5.199")`.
    public var version: (parameter: String, value: String)?
    public var authorization: Authorization
    public var signIn: OAuthServer
    public var envelope: Envelope
    /// What some of the server's codes mean to a caller.
    public var meanings: [ErrorMeaning: [ServerCode]]
    public var verb: Verb
    /// Relative to the base URL; `{name}` stands for the method's name.
    public var path: String
    public var parameters: ParameterPlace
    public var arrays: ArrayStyle
    public var flags: FlagStyle
    public var reading: ReadingPolicy
    /// What answers are in and calls ask for, where it is not JSON.
    public var format: (any AnswerFormat)?
    /// How often an account may call with a token of some kind; `[]` stands for the kinds that are not named, and for calls without a token.
    public var limits: [TokenKinds: Limit]
    public var challenges: ChallengeKeys
    /// The method that takes several calls at once as a program in VKScript, and how many: `("execute", 25)`.
    public var batch: (method: String, limit: Int)?

    public init(
        name: String, baseURL: String, version: (String, String)? = nil, authorization: Authorization = .none,
        signIn: OAuthServer = OAuthServer(), envelope: Envelope = Envelope(),
        meanings: [ErrorMeaning: [ServerCode]] = [:], verb: Verb = .post,
        path: String = "{name}", parameters: ParameterPlace = .form, arrays: ArrayStyle = .comma,
        flags: FlagStyle = .digits,
        reading: ReadingPolicy = .tolerant, format: (any AnswerFormat)? = nil, limits: [TokenKinds: Limit] = [:],
        challenges: ChallengeKeys = ChallengeKeys(), batch: (String, Int)? = nil
    ) {
        self.name = name
        self.baseURL = baseURL
        self.version = version
        self.authorization = authorization
        self.signIn = signIn
        self.envelope = envelope
        self.meanings = meanings
        self.verb = verb
        self.path = path
        self.parameters = parameters
        self.arrays = arrays
        self.flags = flags
        self.reading = reading
        self.format = format
        self.limits = limits
        self.challenges = challenges
        self.batch = batch
    }

    /// How a call shows its token.
    public enum Authorization: Hashable, Sendable {
        case none
        /// As a parameter that travels where the method's other parameters do.
        case parameter(String)
        /// As `Authorization: SCHEME token`.
        case header(String)
        /// As a header field that holds the token alone: `X-Api-Key: token`.
        case field(String)
    }
}

/// What a server's code means to a client, whatever its number.
public enum ErrorMeaning: String, Hashable, Sendable {
    case expiredToken, tooManyRequests, `internal`, captcha, validation, confirmation, twoFactor
}

/// The object that an API wraps around results and errors. A nil key means that there is none.
public struct Envelope: Hashable, Sendable {
    /// The key of the result; without it the whole body is the result.
    public var result: String?
    /// The key whose presence means failure, unless its value is null, false, 0 or empty.
    public var error: String?
    /// The key of the error's code: inside the error's object, else beside it. An error that is a number or a string is itself the code.
    public var code: String?
    /// The key of the error's message: inside the error's object, else beside it.
    public var message: String?
    /// Keys with dots between them that lead to the seconds for which the server wants to be left alone: from the error's object, else from the body.
    public var retryAfter: String?

    public init(
        result: String? = nil, error: String? = nil, code: String? = nil, message: String? = nil,
        retryAfter: String? = nil
    ) {
        self.result = result
        self.error = error
        self.code = code
        self.message = message
        self.retryAfter = retryAfter
    }
}

/// Where and how a service signs users in by OAuth 2: generated from `api.json`, used by the product `MethodicalAccounts`.
public struct OAuthServer: Hashable, Sendable {
    /// The page that asks the user.
    public var authorize: String?
    /// The endpoint that hands out tokens.
    public var token: String?
    /// The endpoint that hands out codes for devices without a browser (RFC 8628).
    public var device: String?
    /// Who must have answered, where the service says who does (RFC 9207).
    public var issuer: String?
    /// Between the permissions asked for.
    public var separator: String
    /// The key of the user's id in the answer that brings a token.
    public var accountKey: String
    /// The client's id and secret travel in the header field `Authorization` (RFC 6749, section 2.3.1), not in the form.
    public var clientInHeader: Bool
    /// What the grant of devices is called.
    public var deviceGrant: String

    public init(
        authorize: String? = nil, token: String? = nil, device: String? = nil, issuer: String? = nil,
        separator: String = " ",
        accountKey: String = "user_id", clientInHeader: Bool = false,
        deviceGrant: String = "urn:ietf:params:oauth:grant-type:device_code"
    ) {
        self.authorize = authorize
        self.token = token
        self.device = device
        self.issuer = issuer
        self.separator = separator
        self.accountKey = accountKey
        self.clientInHeader = clientInHeader
        self.deviceGrant = deviceGrant
    }
}
