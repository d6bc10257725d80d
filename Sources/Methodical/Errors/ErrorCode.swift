extension APIError {
    /// Kinds of failure, cut where callers act differently. The set is open: later versions and other transports add to it, so that a `switch`
    /// needs a `default`.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        private init(_ rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }

        /// The server understood and refused, or failed itself: see `server` and `status`.
        public static var server: Code { Code("server") }
        /// There is no network.
        public static var offline: Code { Code("offline") }
        /// The task was cancelled.
        public static var cancelled: Code { Code("cancelled") }
        /// No whole answer came in time. Whether the server acted is not known.
        public static var timedOut: Code { Code("timedOut") }
        /// The call needs a token and there is none of the right kind, or the server does not accept it any more.
        public static var notAuthorized: Code { Code("notAuthorized") }
        /// Too many calls: the server wants fewer.
        public static var rateLimited: Code { Code("rateLimited") }
        /// An answer came and is not what the schema says: see `problem`.
        public static var undecodable: Code { Code("undecodable") }
        /// The server was not reached, or the connection broke. Whether the server acted is not known.
        public static var connection: Code { Code("connection") }
        /// An argument cannot be sent; nothing was.
        public static var invalidRequest: Code { Code("invalidRequest") }
    }
}
