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
    public var meanings: [ErrorMeaning: [Int]]
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
        signIn: OAuthServer = OAuthServer(), envelope: Envelope = Envelope(), meanings: [ErrorMeaning: [Int]] = [:], verb: Verb = .post,
        path: String = "{name}", parameters: ParameterPlace = .form, arrays: ArrayStyle = .comma, flags: FlagStyle = .digits,
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
    /// The key whose presence means failure, unless its value is null or false.
    public var error: String?
    /// The key of the error's code: inside the error's object, else beside it. An error that is a number or a string is itself the code.
    public var code: String?
    /// The key of the error's message: inside the error's object, else beside it.
    public var message: String?

    public init(result: String? = nil, error: String? = nil, code: String? = nil, message: String? = nil) {
        self.result = result
        self.error = error
        self.code = code
        self.message = message
    }
}
