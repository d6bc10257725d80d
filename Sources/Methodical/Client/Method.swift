/// A method of an API as its calls need it; nil where it does as its API does.
public struct Method: Hashable, Sendable {
    /// The name on the wire: `users.get`.
    public let name: String
    public let verb: Verb?
    /// Relative to the base URL: `pins/{pin_id}/comments`.
    public let path: String?
    public let parameters: ParameterPlace?
    public let arrays: ArrayStyle?
    public let flags: FlagStyle?
    /// The key inside the result under which the answer lies.
    public let result: String?
    /// Changes nothing on the server: may be cached, joined and repeated.
    public let reads: Bool
    /// The kinds of token the method accepts; empty if the schema does not say.
    public let tokens: TokenKinds
    public let needsToken: Bool
    /// How long a response stays fresh, in seconds; 0 if it is not cached. If `nil`, the server's header fields decide.
    public let cache: Int?
    /// The namespaces whose cached responses a write makes stale: `tasks`, or `""` for all. If `nil`, the one that the method's name begins with.
    public let invalidates: [String]?
    /// How long a call may take, in seconds.
    public let timeout: Int?
    /// A write that may be repeated: twice is as good as once.
    public let idempotent: Bool
    /// How it goes on from one answer to the next; nil if it does not.
    public let pages: Paging?

    public init(
        _ name: String, _ verb: Verb? = nil, _ path: String? = nil, parameters: ParameterPlace? = nil,
        arrays: ArrayStyle? = nil,
        flags: FlagStyle? = nil,
        result: String? = nil, reads: Bool = false, tokens: TokenKinds = [], needsToken: Bool = false,
        cache: Int? = nil,
        invalidates: [String]? = nil, timeout: Int? = nil,
        idempotent: Bool = false, pages: Paging? = nil
    ) {
        self.name = name
        self.verb = verb
        self.path = path
        self.parameters = parameters
        self.arrays = arrays
        self.flags = flags
        self.result = result
        self.reads = reads
        self.tokens = tokens
        self.needsToken = needsToken
        self.cache = cache
        self.invalidates = invalidates
        self.timeout = timeout
        self.idempotent = idempotent
        self.pages = pages
    }
}

/// An HTTP method.
public enum Verb: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case head = "HEAD"

    /// Servers ignore or refuse the body of a GET or a HEAD, and FoundationNetworking refuses to send one.
    var allowsBody: Bool { self != .get && self != .head }
}

/// Where a parameter travels.
public enum ParameterPlace: Hashable, Sendable {
    case path
    case query
    /// `application/x-www-form-urlencoded`.
    case form
    /// A member of the JSON object that is the body.
    case body
    case header
}

/// How an array travels outside a JSON body.
public enum ArrayStyle: Hashable, Sendable {
    /// `ids=1,2`; nothing in it is escaped: an element with a comma counts as two.
    case comma
    /// `ids=1&ids=2`; an empty array is not sent.
    case repeated
    /// `ids[]=1&ids[]=2`; an empty array is not sent.
    case brackets
}

/// How a flag travels outside a JSON body.
public enum FlagStyle: Hashable, Sendable {
    /// `1` and `0`.
    case digits
    /// `true` and `false`.
    case words
}
