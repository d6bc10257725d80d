/// What all calls of an API have in common on the wire.
public struct WireDefaults: Sendable {
    public var baseURL: String
    public var version: Version?
    public var authorization: Authorization
    public var envelope: Envelope
    /// What some of the server's codes mean to a client, by the runtime's word for it.
    public var meanings: [ErrorMeaning: [Int]]
    /// What most methods do; the emitter prints only what departs from it.
    public var call: CallStyle

    public init(
        baseURL: String, version: Version? = nil, authorization: Authorization = .none, envelope: Envelope = Envelope(),
        meanings: [ErrorMeaning: [Int]] = [:], call: CallStyle = CallStyle()
    ) {
        self.baseURL = baseURL
        self.version = version
        self.authorization = authorization
        self.envelope = envelope
        self.meanings = meanings
        self.call = call
    }

    public struct Version: Sendable {
        public var parameter: String
        public var value: String
        public init(parameter: String, value: String) {
            self.parameter = parameter
            self.value = value
        }
    }

    public enum Authorization: Sendable {
        case none
        /// A parameter that travels as the call's other parameters do.
        case parameter(String)
        /// `Authorization: SCHEME token`.
        case header(scheme: String)
    }

    /// The object around results and errors; a nil key means that there is none.
    public struct Envelope: Sendable {
        public var result: String?
        /// The key whose presence means failure. An object holds `code` and `message`; a scalar is the code, and `message` stands beside it.
        public var error: String?
        public var code: String?
        public var message: String?
        public init(result: String? = nil, error: String? = nil, code: String? = nil, message: String? = nil) {
            self.result = result
            self.error = error
            self.code = code
            self.message = message
        }
    }

    public enum ErrorMeaning: String, Sendable, CaseIterable {
        case expiredToken, tooManyRequests, `internal`, captcha, validation, confirmation
    }
}

/// How a call travels, where its parameters do not say otherwise themselves.
public struct CallStyle: Sendable {
    public var verb: Verb
    /// Relative to the base URL, without a leading slash; `{name}` stands for the method's dotted name, `{pin_id}` for a path parameter.
    public var path: String
    /// Where a parameter travels whose name does not stand in the path.
    public var parameters: Place
    public var arrays: ArrayStyle
    public var flags: FlagStyle

    public init(
        verb: Verb = .post, path: String = "{name}", parameters: Place = .form, arrays: ArrayStyle = .comma,
        flags: FlagStyle = .digits
    ) {
        self.verb = verb
        self.path = path
        self.parameters = parameters
        self.arrays = arrays
        self.flags = flags
    }

    public enum Verb: String, Sendable, CaseIterable {
        case get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE", head = "HEAD"
    }
    public enum Place: String, Sendable, CaseIterable { case path, query, form, body, header }
    public enum ArrayStyle: String, Sendable, CaseIterable { case comma, repeated, brackets }
    public enum FlagStyle: String, Sendable, CaseIterable { case digits = "1/0", words = "true/false" }
    public enum DateStyle: String, Sendable, CaseIterable { case seconds = "unix-seconds", milliseconds = "unix-milliseconds", rfc3339 = "date-time" }
}
