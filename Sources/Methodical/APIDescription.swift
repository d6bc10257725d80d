/// A description of an API: the facts that all its calls share.
///
/// Generated code creates it from `api.json`. A method may override some of the facts for itself: see ``Method``.
public struct APIDescription: Sendable {
    /// The name of the API, which cache keys and descriptions of clients contain: `VK`.
    public var name: String
    /// The base URL of the API's server. The paths of methods are relative to it.
    public var baseURL: String
    /// The parameter that tells the server the API's version, sent with every call: `("v", "5.199")`.
    public var version: (parameter: String, value: String)?
    /// The way in which a call sends its token.
    public var authorization: Authorization
    /// The server that signs users in.
    public var signIn: OAuthServer
    /// The object that the API wraps around results and errors.
    public var envelope: Envelope
    /// The error codes that have a meaning to the client, such as an expired token.
    public var meanings: [ErrorMeaning: [ServerCode]]
    /// The HTTP method of calls whose schema names none.
    public var verb: Verb
    /// The path of methods that have none of their own, relative to the base URL; `{name}` stands for the method's
    /// name.
    public var path: String
    /// The place of parameters whose schema names none.
    public var parameters: ParameterPlace
    /// The spelling of arrays outside a JSON body.
    public var arrays: ArrayStyle
    /// The spelling of flags outside a JSON body.
    public var flags: FlagStyle
    /// The policy for reading responses, unless the client or a call sets another one.
    public var reading: ReadingPolicy
    /// The format of responses, which calls also ask for in `Accept`. JSON if `nil`.
    public var format: (any ResponseFormat)?
    /// The rate limits of an account by kind of token. `[]` stands for kinds that are not listed, and for calls without
    /// a token.
    public var limits: [TokenKinds: Limit]
    /// The names of the keys and parameters of challenges, such as captchas. Without the names that an answer needs, an
    /// error is not a challenge.
    public var challenges: [ChallengeKey: String]
    /// The method that runs several calls in one request, and the most calls that it takes: `("execute", 25)`. The
    /// product `MethodicalVK` uses it.
    public var batch: (method: String, limit: Int)?

    /// Creates a description. Generated code passes the values that `api.json` contains.
    public init(
        name: String, baseURL: String, version: (String, String)? = nil, authorization: Authorization = .none,
        signIn: OAuthServer = OAuthServer(), envelope: Envelope = Envelope(),
        meanings: [ErrorMeaning: [ServerCode]] = [:], verb: Verb = .post, path: String = "{name}",
        parameters: ParameterPlace = .form, arrays: ArrayStyle = .comma, flags: FlagStyle = .digits,
        reading: ReadingPolicy = .tolerant, format: (any ResponseFormat)? = nil, limits: [TokenKinds: Limit] = [:],
        challenges: [ChallengeKey: String] = [:], batch: (String, Int)? = nil
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

    /// The way in which a call sends its token.
    public enum Authorization: Hashable, Sendable {
        /// Calls send no token.
        case none
        /// As a parameter of the given name, in the same place as the method's other parameters.
        case parameter(String)
        /// As `Authorization: SCHEME token`, with the given scheme.
        case header(String)
        /// As a header field of the given name that contains only the token: `X-Api-Key: token`.
        case field(String)
    }
}

/// A meaning that the client acts on, independent of the code that a particular server uses for it.
public enum ErrorMeaning: String, Hashable, Sendable {
    /// `expiredToken` leads to a refresh of the token, `tooManyRequests` to a back-off. `internal` is a failure inside
    /// the server that a retry may cure. The other meanings are challenges: see ``Challenge``.
    case expiredToken, tooManyRequests, `internal`, captcha, validation, confirmation, twoFactor
}

/// The object that an API wraps around results and errors.
///
/// A key is `nil` if the API has none.
public struct Envelope: Hashable, Sendable {
    /// The key of the result. If `nil`, the whole body is the result.
    public var result: String?
    /// The key whose presence means failure, unless its value is null, `false`, 0 or empty.
    public var error: String?
    /// The key of the error's code, which is looked up inside the error's object first, then beside it. Without such a
    /// code, an error that is a number or a string is itself the code.
    public var code: String?
    /// The key of the error's message, which is looked up inside the error's object first, then beside it.
    public var message: String?
    /// The path of keys, joined by dots, to the number of seconds that the client must wait before a retry. It is
    /// looked up inside the error's object first, then in the body.
    public var retryAfter: String?

    /// Creates an envelope. Without arguments, the whole body is the result.
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

/// The endpoints and conventions of a service that signs users in with OAuth 2.
///
/// Generated code creates it from `api.json`. The product `MethodicalAccounts` uses it.
public struct OAuthServer: Hashable, Sendable {
    /// The address of the page that asks users for their permission.
    public var authorize: String?
    /// The address of the endpoint that issues tokens.
    public var token: String?
    /// The address of the endpoint that issues codes to devices without a browser (RFC 8628).
    public var device: String?
    /// The issuer that a response must name, if the service names one (RFC 9207).
    public var issuer: String?
    /// The text between two permissions in a request.
    public var separator: String
    /// The key of the user's id in the response that contains a token.
    public var accountKey: String
    /// A Boolean value that indicates whether the client's id and secret are sent in the header field `Authorization`
    /// (RFC 6749, section 2.3.1) instead of the form.
    public var clientInHeader: Bool
    /// The service's name for the grant type of devices.
    public var deviceGrant: String

    /// Creates a description of a service. Without arguments it supports no sign-in.
    public init(
        authorize: String? = nil, token: String? = nil, device: String? = nil, issuer: String? = nil,
        separator: String = " ", accountKey: String = "user_id", clientInHeader: Bool = false,
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
