extension APIError {
    /// A kind of failure. Kinds differ if callers act differently on them.
    ///
    /// The set is open: later versions and other transports add codes, so a `switch` needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let rawValue: String
        /// Creates a code of your own, for example for a custom transport.
        public init(rawValue: String) { self.rawValue = rawValue }
        private init(_ rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The server refused the call or failed itself. See ``APIError/server`` and ``APIError/status``.
        public static var server: Code { Code("server") }
        /// There is no network.
        public static var offline: Code { Code("offline") }
        /// The task was cancelled.
        public static var cancelled: Code { Code("cancelled") }
        /// No complete response arrived in time. The server may still have performed the call.
        public static var timedOut: Code { Code("timedOut") }
        /// The call needs a token and the account has none of the right kind, or the server no longer accepts the
        /// token.
        public static var notAuthorized: Code { Code("notAuthorized") }
        /// The call exceeded the server's rate limit.
        public static var rateLimited: Code { Code("rateLimited") }
        /// The server asked for a challenge, and nobody answered it. See ``APIError/challenge``.
        public static var challenged: Code { Code("challenged") }
        /// A response arrived and does not match the schema. See ``APIError/problem``.
        public static var undecodable: Code { Code("undecodable") }
        /// The server was not reached, or the connection broke. The server may still have performed the call.
        public static var connection: Code { Code("connection") }
        /// The disk, or another store of tokens and responses, failed.
        public static var storage: Code { Code("storage") }
        /// The response is longer than ``SessionOptions/largestResponse``. The rest of it was not read.
        public static var tooLarge: Code { Code("tooLarge") }
        /// An argument cannot be sent. Nothing was sent.
        public static var invalidRequest: Code { Code("invalidRequest") }
    }
}

extension APIError.Code {
    /// Matches an error of this code in a `catch`: `catch .offline { ... }`.
    public static func ~= (code: Self, error: APIError) -> Bool { error.code == code }

    /// Matches an error of this code where Swift infers `any Error`, as in closures: `catch .offline { ... }`.
    ///
    /// It gives way to the patterns of other errors, so that `.cancelled` stays the case of an app's own error.
    @_disfavoredOverload
    public static func ~= (code: Self, error: any Error) -> Bool {
        (error as? APIError)?.code == code
    }
}

extension APIError {
    /// Indicates whether the server could not be reached, so that a cached response may replace the error.
    var isUnreachable: Bool {
        [.offline, .connection, .timedOut].contains(code)
    }
}
