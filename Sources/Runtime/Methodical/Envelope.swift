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
