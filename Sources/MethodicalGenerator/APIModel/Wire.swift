/// What all calls of an API have in common on the wire.
package struct WireDefaults: Sendable {
    package var baseURL: String
    package var version: Version?
    package var authorization: Authorization
    package var envelope: Envelope
    /// What some of the server's codes mean to a client, by the runtime's word for it.
    package var meanings: [ErrorMeaning: [Int]]
    /// What most methods do; the emitter prints only what departs from it.
    package var call: CallStyle

    package init(
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

    package struct Version: Sendable {
        package var parameter: String
        package var value: String
        package init(parameter: String, value: String) {
            self.parameter = parameter
            self.value = value
        }
    }

    package enum Authorization: Sendable {
        case none
        /// A parameter that travels as the call's other parameters do.
        case parameter(String)
        /// `Authorization: SCHEME token`.
        case header(scheme: String)
    }

    /// The object around results and errors; a nil key means that there is none.
    package struct Envelope: Sendable {
        package var result: String?
        /// The key whose presence means failure. An object holds `code` and `message`; a scalar is the code, and `message` stands beside it.
        package var error: String?
        package var code: String?
        package var message: String?
        package init(result: String? = nil, error: String? = nil, code: String? = nil, message: String? = nil) {
            self.result = result
            self.error = error
            self.code = code
            self.message = message
        }
    }

    package enum ErrorMeaning: String, Sendable, CaseIterable {
        case expiredToken, tooManyRequests, `internal`, captcha, validation, confirmation
    }
}

/// How a call travels, where its parameters do not say otherwise themselves.
package struct CallStyle: Sendable {
    package var verb: Verb
    /// Relative to the base URL, without a leading slash; `{name}` stands for the method's dotted name, `{pin_id}` for a path parameter.
    package var path: String
    /// Where a parameter travels whose name does not stand in the path.
    package var parameters: Place
    package var arrays: ArrayStyle
    package var flags: FlagStyle

    package init(
        verb: Verb = .post, path: String = "{name}", parameters: Place = .form, arrays: ArrayStyle = .comma,
        flags: FlagStyle = .digits
    ) {
        self.verb = verb
        self.path = path
        self.parameters = parameters
        self.arrays = arrays
        self.flags = flags
    }

    package enum Verb: String, Sendable, CaseIterable {
        case get = "GET", post = "POST", put = "PUT", patch = "PATCH", delete = "DELETE", head = "HEAD"
    }
    package enum Place: String, Sendable, CaseIterable { case path, query, form, body, header }
    package enum ArrayStyle: String, Sendable, CaseIterable { case comma, repeated, brackets }
    package enum FlagStyle: String, Sendable, CaseIterable { case digits = "1/0", words = "true/false" }
    package enum DateStyle: String, Sendable, CaseIterable {
        case seconds = "unix-seconds", milliseconds = "unix-milliseconds", rfc3339 = "date-time"
    }
}
