/// An API, described by plain values: its name, its methods, its types and its conventions on the wire.
///
/// The model is independent of JSON Schema and of Swift's spelling. `SchemaCompiler` creates an `API`, and
/// `SwiftEmitter` chooses Swift names and prints it.
package struct API: Sendable {
    /// The name of the API. It is also the name of the client type, unless the schema renames that.
    package var name: String
    package var documentation: String?
    package var wire: WireDefaults
    package var decoding = DecodingRules()
    /// The access level of the generated declarations.
    package var access: Access = .internal
    package var initializers: Initializers = .inputs
    /// The words that Swift names write in capitals, such as `ID` and `URL`.
    package var acronyms: [String] = []
    /// The declared types, sorted by `id`.
    package var types: [TypeDeclaration] = []
    /// The methods, in the order of the schema's files and of the methods in each file.
    package var methods: [Method] = []
    /// The arguments of the client's initializer: variables of servers, and constants without a value.
    package var arguments: [Parameter] = []
    /// The errors of the server, sorted by code.
    package var errors: [ErrorCode] = []
    package var webhooks: Webhooks?
    package var user: SignedInUser?

    /// Indicates whether a method has a response in XML.
    package var hasXML: Bool {
        let variants = methods.lazy.flatMap(\.variants)
        return variants.contains { $0.accept?.contains("xml") == true && $0.content == .json }
    }

    /// Indicates whether callers can create values of the record with a memberwise initializer.
    package func hasInitializer(_ record: Record) -> Bool {
        switch initializers {
        case .all: true
        case .inputs: record.isInput
        case .none: false
        }
    }

    /// Indicates whether callers can change the properties of the record's values.
    package func isMutable(_ record: Record) -> Bool {
        record.isInput || initializers == .all
    }
}

/// The access levels of generated declarations.
package enum Access: String, Sendable, CaseIterable { case `internal`, package, `public` }

extension Access {
    /// The records that get a memberwise initializer unless the schema names others. Swift declares internal ones by
    /// itself, but a public one is code of its own.
    package var usualInitializers: Initializers {
        switch self {
        case .internal, .package: .all
        case .public: .inputs
        }
    }
}

/// The set of records that get a memberwise initializer: all, those that a parameter can contain, or none. Each
/// initializer costs compile time.
package enum Initializers: String, Sendable, CaseIterable { case all, inputs, none }

/// The rules for decoding responses.
package struct DecodingRules: Sendable {
    /// The tolerance for values that do not match the schema. It is the runtime's `ReadingPolicy`.
    package enum Reading: String, Sendable, CaseIterable { case strict, tolerant, salvage }
    package var reading: Reading = .tolerant
    /// Indicates whether required properties of a response are expected to be present. If not, every property
    /// of a response is optional.
    package var trustsRequired = true
    /// The names of properties that are expected to be present all the same.
    package var trustedNames: [String] = []
    /// The spelling of flags. With `.digits`, 0 and 1 are flags, as well as `true` and `false`.
    package var flags: CallStyle.FlagStyle = .words
    /// The format of responses.
    package enum Format: String, Sendable, CaseIterable { case json, xml }
    package var format: Format = .json
}

/// An error code of the server: a number or a word.
package struct ErrorCode: Sendable {
    /// The name in the schema, such as `api_error_access_video`.
    package var name: String
    /// The number or word that the server sends.
    package var code: String
    /// Indicates whether the code is a word.
    package var isWord = false
    package var documentation: String?
}

/// The mark of a deprecated declaration, with an optional message.
package struct Deprecation: Hashable, Sendable {
    package var message: String?
}

/// The properties that all calls of an API share on the wire.
package struct WireDefaults: Sendable {
    package var baseURL: String
    /// The API version that each call sends.
    package var version: Version?
    package var authorization: Authorization = .none
    /// The schemes for credentials, in the order of the file.
    package var schemes: [(name: String, place: Authorization)] = []
    /// The alternatives of schemes that methods have unless they state other ones.
    package var needs: [[Method.SchemeUse]] = []
    /// The base URLs of further servers.
    package var servers: [(name: String, url: String)] = []
    /// The variables in the addresses of servers, with their defaults.
    package var variables: [(name: String, value: String)] = []
    package var signIn = SignIn()
    package var envelope = Envelope()
    /// The server's error codes by meaning, for those that the runtime handles itself.
    package var meanings: [ErrorMeaning: [String]] = [:]
    /// The rate limits by kind of token. The kind `nil` stands for all kinds that are not listed.
    package var limits: [(kind: Method.TokenKind?, rates: [Limit])] = []
    /// The greatest number of requests in flight with each kind of token.
    package var parallel: Int?
    package var limitHeaders: LimitHeaders?
    /// The names in challenges and in the replies to them.
    package var challenges: [(key: ChallengeKey, name: String)] = []
    /// The style of most calls. The emitter prints only the differences from it.
    package var call = CallStyle()
    package var batch: Batch?

    /// The method that executes several calls at once, and the greatest number of calls.
    package struct Batch: Sendable {
        package var method: String
        package var limit: Int
    }

    /// A rate limit: a number of calls within a number of seconds.
    package struct Limit: Sendable {
        package var count: Int
        package var seconds: Int
    }

    /// The header fields in which the server states how many requests are left.
    package enum LimitHeaders: Sendable {
        /// The fields of the IETF's draft.
        case standard
        case fields(remaining: String, reset: String)
    }

    /// The runtime's terms for the names in challenges.
    package enum ChallengeKey: String, Sendable, CaseIterable {
        case captchaID, captchaImage, captchaAnswer, captchaPage, captchaSession, captchaToken, validationPage,
            validationSuccess, confirmationText, confirmationAnswer, twoFactorAnswer
    }

    /// The parameter that sends the API version, with its value.
    package struct Version: Sendable {
        package var parameter: String
        package var value: String
    }

    /// The way in which calls send their token.
    package enum Authorization: Sendable {
        case none
        /// A parameter, which is sent like the other parameters.
        case parameter(String)
        /// The header field `Authorization`, with the scheme and the token.
        case header(scheme: String)
        /// Another header field, with only the token.
        case field(String)
        /// A parameter in the query.
        case query(String)
        /// A cookie.
        case cookie(String)
        /// A name in braces in the path.
        case path(String)
    }

    /// The addresses and names for signing in with OAuth 2. They and their defaults correspond to the runtime's
    /// `OAuthServer`.
    package struct SignIn: Sendable {
        package var authorize: String?
        package var token: String?
        package var device: String?
        package var issuer: String?
        /// The separator of permissions.
        package var separator = " "
        /// The key of the user's identifier next to a token.
        package var account = "user_id"
        /// The place of the client's identifier and secret.
        package var client = Client.form
        /// The name of the grant for devices without a browser (RFC 8628).
        package var deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

        /// The places in which a client can send its identifier and secret.
        package enum Client: String, Sendable, CaseIterable { case form, header }
    }

    /// The object around results and errors. A key is `nil` if the envelope does not have it.
    package struct Envelope: Sendable {
        package var result: String?
        /// The key whose presence means failure. If its value is an object, that contains `code` and `message`.
        /// If it is a scalar, it is the code, and `message` is a key next to it.
        package var error: String?
        package var code: String?
        package var message: String?
        package var retryAfter: String?
    }

    /// The meanings of error codes that the runtime handles itself.
    package enum ErrorMeaning: String, Sendable, CaseIterable {
        case expiredToken, tooManyRequests, `internal`, captcha, validation, confirmation, twoFactor
    }
}

/// The way in which a call is sent, unless its parameters specify something else.
package struct CallStyle: Sendable {
    package var verb: Verb = .post
    /// The path relative to the base URL, without a leading slash. `{name}` stands for the dotted name of the
    /// method, and `{pin_id}` for a path parameter.
    package var path = "{name}"
    /// The place of parameters whose names do not occur in the path.
    package var parameters: Place = .form
    package var arrays: ArrayStyle = .comma
    package var flags: FlagStyle = .digits

    /// The default style.
    package static var usual: CallStyle { CallStyle() }

    package enum Verb: String, Sendable, CaseIterable {
        case get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE", head = "HEAD"
        case options = "OPTIONS", trace = "TRACE", connect = "CONNECT"

        /// Indicates whether requests with this verb can have a body.
        package var hasBody: Bool {
            switch self {
            case .get, .head, .trace, .connect: false
            default: true
            }
        }
        /// Indicates whether requests with this verb only read (RFC 9110, section 9.2.1).
        package var isSafe: Bool {
            switch self {
            case .get, .head, .options, .trace: true
            default: false
            }
        }
    }
    /// The parts of a request that can contain a parameter.
    package enum Place: String, Sendable, CaseIterable {
        case path, query, form, body, header, cookie, multipart

        /// The places that a method or a rule can choose for all parameters that state none themselves.
        static var ofParameters: [Place] { [.query, .form, .body] }
    }
    /// The spellings of arrays: `a=1,2`, `a=1&a=2` or `a[]=1&a[]=2`, or with another character than a comma.
    package enum ArrayStyle: String, Sendable, CaseIterable { case comma, repeated, brackets, pipes, spaces, tabs }
    /// The spellings of Booleans. With `present`, `true` is sent as the name alone.
    package enum FlagStyle: String, Sendable, CaseIterable { case digits = "1/0", words = "true/false", present }
    /// The spellings of dates.
    package enum DateStyle: String, Sendable, CaseIterable {
        case seconds = "unix-seconds", milliseconds = "unix-milliseconds", rfc3339 = "date-time"
    }
}

/// The way in which the signed-in user is fetched.
package struct SignedInUser: Sendable {
    /// The name of the method. It needs no arguments, and returns the user or a list that begins with the user.
    package var method: String
    /// The key of the user's id, with dots between several keys.
    package var id: String
    /// The keys of the parts of the user's name.
    package var names: [String] = []
}

/// The events that a service sends to a server of the user's.
package struct Webhooks: Sendable {
    /// The place of an event's name.
    package enum Name: Sendable {
        case header(String)
        /// Keys of the body with dots between them. The first one that the body has counts.
        case member([String])
    }

    /// The signatures that the product `MethodicalWebhooks` checks.
    package enum Signature: String, Sendable, CaseIterable { case github, slack, stripe, vk }

    package var name: Name
    package var signature: Signature
    /// The keys that lead to the data of an event.
    package var data: [String]
    /// The union of all events.
    package var type: TypeID
}
