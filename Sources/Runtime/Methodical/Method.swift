extension APIEngine {
    /// A description of a method: the facts that its calls need.
    ///
    /// Generated code creates it from the schema. A property that is `nil` takes its value from the ``APIDescription``.
    public struct Method: Hashable, Sendable {
        /// The method's name on the wire: `users.get`.
        public let name: String
        /// The HTTP method.
        public let verb: HTTPRequest.Verb?
        /// The path, relative to the base URL: `pins/{pin_id}/comments`.
        public let path: String?
        /// The place of parameters that do not name their own.
        public let parameters: ParameterPlace?
        /// The spelling of arrays outside a JSON body.
        public let arrays: ArrayStyle?
        /// The spelling of flags outside a JSON body.
        public let flags: FlagStyle?
        /// The media type of the body. If `nil`, a body of parameters has the usual type of their place, and a whole
        /// body is JSON, or has the type of the file that is sent.
        public let content: String?
        /// The key of the value inside the result, or `nil` if the whole result is the value.
        public let result: String?
        /// The media types that requests ask for in `Accept`. If `nil`, the API's description decides.
        public let accept: String?
        /// The statuses that are results, whatever their class: `"200,404"`. One with a constant result, `"204=true"`,
        /// has no body to read. If `nil`, each success is a result.
        public let statuses: String?
        /// The names of the response's header fields that the schema describes. A recording keeps them.
        public let headers: [String]
        /// A Boolean value that indicates whether the method changes nothing on the server. Its responses may be
        /// cached, equal calls may share a request, and a failed call may be sent again.
        public let reads: Bool
        /// The kinds of token that the method accepts, or `[]` if the schema names none.
        public let tokens: Token.Kinds
        /// A Boolean value that indicates whether a call fails with ``APIError/Code/notAuthorized`` if the account has
        /// no token.
        public let needsToken: Bool
        /// The alternatives of schemes by which a call is authorized. An empty alternative allows a call without any.
        public let needs: [[SchemeUse]]?
        /// The name of the server, or `nil` for the one at the base URL.
        public let server: String?
        /// The time that a response stays fresh, in seconds; 0 if responses are not cached. If `nil`, the server's
        /// header fields decide.
        public let cache: Int?
        /// The namespaces whose cached responses a write makes stale: `tasks`, or `""` for all. If `nil`, it is the
        /// namespace in the method's own name, up to its first dot.
        public let invalidates: [String]?
        /// The time that a call may take, in seconds. If `nil`, the client's configuration decides.
        public let timeout: Int?
        /// A Boolean value that indicates whether a write may be sent again after a failure, because doing it twice has
        /// the same effect as doing it once.
        public let idempotent: Bool
        /// The rule by which one page leads to the next, or `nil` if the method has no pages.
        public let pages: Paging?

        /// Creates a description of a method. Generated code passes the values that the schema contains.
        public init(
            _ name: String,
            _ verb: HTTPRequest.Verb? = nil,
            _ path: String? = nil,
            parameters: ParameterPlace? = nil,
            arrays: ArrayStyle? = nil,
            flags: FlagStyle? = nil,
            content: String? = nil,
            result: String? = nil,
            accept: String? = nil,
            statuses: String? = nil,
            headers: [String] = [],
            reads: Bool = false,
            tokens: Token.Kinds = [],
            needsToken: Bool = false,
            needs: [[SchemeUse]]? = nil,
            server: String? = nil,
            cache: Int? = nil,
            invalidates: [String]? = nil,
            timeout: Int? = nil,
            idempotent: Bool = false,
            pages: Paging? = nil
        ) {
            self.name = name
            self.verb = verb
            self.path = path
            self.parameters = parameters
            self.arrays = arrays
            self.flags = flags
            self.content = content
            self.result = result
            self.accept = accept
            self.statuses = statuses
            self.headers = headers
            self.reads = reads
            self.tokens = tokens
            self.needsToken = needsToken
            self.needs = needs
            self.server = server
            self.cache = cache
            self.invalidates = invalidates
            self.timeout = timeout
            self.idempotent = idempotent
            self.pages = pages
        }
    }
}
