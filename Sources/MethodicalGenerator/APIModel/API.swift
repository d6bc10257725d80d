/// An API as plain values: what it is called, how it is reached, what it answers.
///
/// Nothing here knows JSON Schema or Swift's spelling: `SchemaCompiler` makes an `API`, `SwiftEmitter` names and prints it.
package struct API: Sendable {
    /// The name of the API and, unless renamed, of its client type.
    package var name: String
    package var documentation: String?
    package var wire: WireDefaults
    package var answers = AnswerPolicy()
    package var access: Access = .internal
    package var initializers: Initializers = .inputs
    /// Words that are written in capitals inside Swift names, `ID` and `URL` among them.
    package var acronyms: [String] = []
    /// Sorted by `id`.
    package var types: [TypeDeclaration] = []
    /// In the order of the schema's files and of the methods in each.
    package var methods: [Method] = []
    /// In the order of their codes.
    package var errors: [ErrorCode] = []
}

package enum Access: String, Sendable, CaseIterable { case `internal`, package, `public` }

/// Which records get a memberwise initializer: all, those that parameters can hold, or none. Each costs compile time.
package enum Initializers: String, Sendable, CaseIterable { case all, inputs, none }

/// How far an answer must keep to its schema.
package struct AnswerPolicy: Sendable {
    package enum Reading: String, Sendable, CaseIterable { case strict, tolerant, salvage }
    package var reading: Reading = .tolerant
    /// Whether a required property of an answer is believed to be there. Where it is not, every property of an answer is optional.
    package var trustsRequired = true
    /// The names of properties that are believed nevertheless.
    package var trustedNames: [String] = []
    package enum Format: String, Sendable, CaseIterable { case json, xml }
    package var format: Format = .json
}

/// A number or a word by which the server names a failure.
package struct ErrorCode: Sendable {
    /// As the schema writes it: `api_error_access_video`.
    package var name: String
    package var code: String
    package var isWord = false
    package var documentation: String?
}

package struct Deprecation: Sendable {
    package var message: String?
}

/// What all calls of an API have in common on the wire.
package struct WireDefaults: Sendable {
    package var baseURL: String
    package var version: Version?
    package var authorization: Authorization = .none
    package var signIn = SignIn()
    package var envelope = Envelope()
    /// What some of the server's codes mean to a client, by the runtime's word for it.
    package var meanings: [ErrorMeaning: [String]] = [:]
    /// How often a token of some kind may call; nil stands for kinds that are not named.
    package var limits: [(kind: Method.TokenKind?, limit: Limit)] = []
    /// Names in challenges and their answers that are not as usual, by the runtime's word for them.
    package var challenges: [(word: ChallengeWord, name: String)] = []
    /// What most methods do; the emitter prints only what departs from it.
    package var call = CallStyle()
    package var batch: Batch?

    /// The method that takes several calls at once, and how many.
    package struct Batch: Sendable {
        package var method: String
        package var limit: Int
    }

    package struct Limit: Sendable {
        package var count: Int
        package var seconds: Int
    }

    package enum ChallengeWord: String, Sendable, CaseIterable {
        case captchaID, captchaImage, captchaAnswer, validationPage, confirmationText, confirmationAnswer, twoFactorAnswer
    }

    package struct Version: Sendable {
        package var parameter: String
        package var value: String
    }

    package enum Authorization: Sendable {
        case none
        /// A parameter that travels as the call's other parameters do.
        case parameter(String)
        /// `Authorization: SCHEME token`.
        case header(scheme: String)
        /// A header field that holds the token alone.
        case field(String)
    }

    /// Where and how users sign in by OAuth 2: the runtime's `OAuthServer`, with its defaults.
    package struct SignIn: Sendable {
        package var authorize: String?
        package var token: String?
        package var device: String?
        package var issuer: String?
        package var separator = " "
        package var account = "user_id"
        package var client = Client.form
        package var deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

        package enum Client: String, Sendable, CaseIterable { case form, header }
    }

    /// The object around results and errors; a nil key means that there is none.
    package struct Envelope: Sendable {
        package var result: String?
        /// The key whose presence means failure. An object holds `code` and `message`; a scalar is the code, and `message` stands beside it.
        package var error: String?
        package var code: String?
        package var message: String?
        package var retryAfter: String?
    }

    package enum ErrorMeaning: String, Sendable, CaseIterable {
        case expiredToken, tooManyRequests, `internal`, captcha, validation, confirmation, twoFactor
    }
}

/// How a call travels, where its parameters do not say otherwise themselves.
package struct CallStyle: Sendable {
    package var verb: Verb = .post
    /// Relative to the base URL, without a leading slash; `{name}` stands for the method's dotted name, `{pin_id}` for a path parameter.
    package var path = "{name}"
    /// Where a parameter travels whose name does not stand in the path.
    package var parameters: Place = .form
    package var arrays: ArrayStyle = .comma
    package var flags: FlagStyle = .digits

    package static var usual: CallStyle { CallStyle() }

    package enum Verb: String, Sendable, CaseIterable {
        case get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE", head = "HEAD"

        package var hasBody: Bool { self != .get && self != .head }
    }
    package enum Place: String, Sendable, CaseIterable { case path, query, form, body, header }
    package enum ArrayStyle: String, Sendable, CaseIterable { case comma, repeated, brackets }
    package enum FlagStyle: String, Sendable, CaseIterable { case digits = "1/0", words = "true/false" }
    package enum DateStyle: String, Sendable, CaseIterable {
        case seconds = "unix-seconds", milliseconds = "unix-milliseconds", rfc3339 = "date-time"
    }
}
