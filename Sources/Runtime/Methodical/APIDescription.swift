/// A description of an API: the facts that all its calls share.
///
/// Generated code creates it from `api.json`. A method may override some of the facts for itself: see
/// ``APIEngine/Method``.
public struct APIDescription: Sendable {
    /// The name of the API, which cache keys and descriptions of clients contain: `VK`.
    public var name: String
    /// The base URL of the API's server. The paths of methods are relative to it.
    public var baseURL: String
    /// The parameter that tells the server the API's version, sent with every call: `("v", "5.199")`.
    public var version: (parameter: String, value: String)?
    /// The way in which a call sends its token.
    public var authorization: Authorization
    /// The places of the account's credentials, by the names of their schemes. A scheme in `Authorization` sends the
    /// account's token if there is no credential for it.
    public var schemes: [String: Authorization]
    /// The alternatives of schemes by which calls are authorized, if the schema names no other ones for their method.
    public var needs: [[APIEngine.SchemeUse]]
    /// The base URLs of further servers by name.
    public var servers: [String: String]
    /// The variables in the addresses of servers, with their defaults.
    public var variables: [String: String]
    /// The server that signs users in.
    public var signIn: OAuthServer
    /// The object that the API wraps around results and errors.
    public var envelope: APIEngine.Envelope
    /// The error codes that have a meaning to the client, such as an expired token.
    public var meanings: [APIEngine.ErrorMeaning: [ServerError.Code]]
    /// The HTTP method of calls if the schema names none.
    public var verb: HTTPRequest.Verb
    /// The path of methods that have none of their own, relative to the base URL; `{name}` stands for the method's
    /// name.
    public var path: String
    /// The place of parameters if the schema names none.
    public var parameters: APIEngine.ParameterPlace
    /// The spelling of arrays outside a JSON body.
    public var arrays: APIEngine.ArrayStyle
    /// The spelling of flags outside a JSON body.
    public var flags: APIEngine.FlagStyle
    /// The spelling of flags in responses. With ``APIEngine/FlagStyle/digits``, the numbers 0 and 1 are flags, as well
    /// as `true` and `false`. Without it, they are mismatches.
    public var flagsInResponses: APIEngine.FlagStyle
    /// The policy for reading responses, unless the client or a call sets another one.
    public var reading: ReadingPolicy
    /// The format of responses, which calls also ask for in `Accept`. JSON if `nil`.
    public var format: (any ResponseFormat)?
    /// The formats of responses that are recognized by their `Content-Type`, besides ``format`` and JSON.
    public var formats: [any ResponseFormat]
    /// The rate limits of an account by kind of token. `[]` stands for kinds that are not listed, and for calls without
    /// a token.
    public var limits: [Token.Kinds: Limit]
    /// The header fields of responses that state how many requests are left, or `nil` if there are none.
    public var limitHeaders: LimitHeaders?
    /// The names of the keys and parameters of challenges, such as captchas. Without the names that a solution needs,
    /// an error is not a challenge.
    public var challenges: [ChallengeKey: String]
    /// The method that runs several calls in one request, and the largest number of calls that it takes: `("execute",
    /// 25)`. The product `MethodicalVK` uses it.
    public var batch: (method: String, limit: Int)?

    /// Creates a description. Generated code passes the values that `api.json` contains.
    public init(
        name: String,
        baseURL: String,
        version: (String, String)? = nil,
        authorization: Authorization = .none,
        schemes: [String: Authorization] = [:],
        needs: [[APIEngine.SchemeUse]] = [],
        servers: [String: String] = [:],
        variables: [String: String] = [:],
        signIn: OAuthServer = OAuthServer(),
        envelope: APIEngine.Envelope = APIEngine.Envelope(),
        meanings: [APIEngine.ErrorMeaning: [ServerError.Code]] = [:],
        verb: HTTPRequest.Verb = .post,
        path: String = "{name}",
        parameters: APIEngine.ParameterPlace = .form,
        arrays: APIEngine.ArrayStyle = .comma,
        flags: APIEngine.FlagStyle = .digits,
        flagsInResponses: APIEngine.FlagStyle = .words,
        reading: ReadingPolicy = .tolerant,
        format: (any ResponseFormat)? = nil,
        formats: [any ResponseFormat] = [],
        limits: [Token.Kinds: Limit] = [:],
        limitHeaders: LimitHeaders? = nil,
        challenges: [ChallengeKey: String] = [:],
        batch: (String, Int)? = nil
    ) {
        self.name = name
        self.baseURL = baseURL
        self.version = version
        self.authorization = authorization
        self.schemes = schemes
        self.needs = needs
        self.servers = servers
        self.variables = variables
        self.signIn = signIn
        self.envelope = envelope
        self.meanings = meanings
        self.verb = verb
        self.path = path
        self.parameters = parameters
        self.arrays = arrays
        self.flags = flags
        self.flagsInResponses = flagsInResponses
        self.reading = reading
        self.format = format
        self.formats = formats
        self.limits = limits
        self.limitHeaders = limitHeaders
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
        /// As a parameter of the given name in the query.
        case query(String)
        /// As a cookie of the given name.
        case cookie(String)
        /// In the path, in place of the given name in braces: `bot{token}/getMe`.
        case path(String)
    }
}

extension APIDescription {
    /// Indicates whether the API gives the code of the server's error this meaning.
    package func means(_ meaning: APIEngine.ErrorMeaning, by server: ServerError?) -> Bool {
        guard let code = server?.code,
            let known = meanings[meaning]
        else { return false }
        if known.contains(code) {
            return true
        }
        guard let number = code.number else { return false }
        return known.contains { $0.number == number }
    }
}

extension APIEngine {
    /// The object that an API wraps around results and errors.
    ///
    /// A key is `nil` if the API has none.
    public struct Envelope: Hashable, Sendable {
        /// The key of the result. If `nil`, the whole body is the result.
        public var result: String?
        /// The key of the error. A response with this key is a failure, unless the value is null, `false`, 0 or empty.
        public var error: String?
        /// The key of the error's code, which is looked up inside the error's object first, then beside it. It may be a
        /// path of keys, joined by dots. Without such a code, an error that is a number or a string is itself the code.
        public var code: String?
        /// The key of the error's message, which is looked up inside the error's object first, then beside it. It may
        /// be a path of keys, joined by dots.
        public var message: String?
        /// The path of keys, joined by dots, to the number of seconds that the client must wait before a retry. It is
        /// looked up inside the error's object first, then in the body.
        public var retryAfter: String?

        /// Creates an envelope. Without arguments, the whole body is the result.
        public init(
            result: String? = nil,
            error: String? = nil,
            code: String? = nil,
            message: String? = nil,
            retryAfter: String? = nil
        ) {
            self.result = result
            self.error = error
            self.code = code
            self.message = message
            self.retryAfter = retryAfter
        }
    }

    /// A meaning that the client acts on, independent of the code that a particular server uses for it.
    public enum ErrorMeaning: String, Hashable, Sendable {
        /// `expiredToken` leads to a refresh of the token, `tooManyRequests` to a back-off. `internal` is a failure
        /// inside the server, after which a retry may succeed. The other meanings are challenges: see ``Challenge``.
        case expiredToken, tooManyRequests, `internal`, captcha, validation, confirmation, twoFactor
    }
}

extension APIEngine {
    /// The use of one of an API's schemes by a method, with the permissions that the account's token should have.
    public struct SchemeUse: Codable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The name of the scheme in `api.json`.
        public let name: String
        /// The permissions (OAuth's scopes) that the method needs. If empty, any token of the scheme is accepted.
        public let scopes: Set<String>

        /// Creates the use of a scheme.
        public init(_ name: String, scopes: Set<String> = []) {
            self.name = name
            self.scopes = scopes
        }

        public init(stringLiteral name: String) {
            self.init(name)
        }
    }
}

extension SchemeUse: CustomStringConvertible {
    /// The name, with the permissions after it: `oauth (repo, user)`.
    public var description: String {
        guard !scopes.isEmpty else { return name }
        return "\(name) (\(scopes.sorted().joined(separator: ", ")))"
    }
}
