import struct Foundation.Data
import struct Foundation.URL

/// A request that is about to be sent to a server.
///
/// Its URL, header fields and body may contain the token and other secrets. Its description and its mirror therefore
/// show none of them.
public struct HTTPRequest: Hashable, Sendable {
    /// The HTTP method.
    public var verb: Verb
    /// The URL, including the query.
    public var url: URL
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, or `nil` if there is none or it is a file.
    public var body: Data?
    /// The file that contains the body, instead of `body`. It is sent piece by piece, and read again for each attempt.
    public var file: URL?
    /// The file for the body of a response with the status 200 or 206. Other responses are kept in memory.
    ///
    /// A 200 replaces the file's content. A 206 replaces the content from the place that its `Content-Range` names, and
    /// fails if the file ends before that place. If the transfer breaks, the bytes that have arrived stay in the file.
    public var destination: URL?
    /// The time that the whole exchange may take. If `nil`, it may take as long as the server keeps sending.
    public var timeout: Duration?
    /// The priority of the request on a shared connection.
    public var priority = Call.Priority.normal
    /// The call that the request belongs to.
    ///
    /// Its type is hidden, because transports need nothing of a call but its priority.
    var origin: AnySendable?
    /// The solutions that a person has given for the server's challenges. They are sent beside the call's arguments.
    package var solutions: [String: String] = [:]
    /// A Boolean value that indicates whether the server may get the request twice without harm. It is `true` for
    /// GET, HEAD, OPTIONS and TRACE. A transport must not repeat any other request by itself.
    public var isRepeatable: Bool

    /// Creates a request. It counts as repeatable if it is a GET, HEAD, OPTIONS or TRACE.
    public init(
        verb: Verb,
        url: URL,
        headers: HTTPHeaders = [:],
        body: Data? = nil,
        timeout: Duration? = nil
    ) {
        self.verb = verb
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        isRepeatable = verb.isSafe
    }
}

extension HTTPRequest: OpaquelyDescribed {
    /// The verb, the host and the length of the body: `POST api.vk.com, 42 bytes`.
    public var description: String {
        "\(verb.rawValue) \(url.host() ?? "")\(body.map { ", \($0.count) bytes" } ?? "")"
    }
}

extension HTTPRequest {
    /// An HTTP method: one of RFC 9110, or `PATCH` of RFC 5789.
    public enum Verb: String, Hashable, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
        case head = "HEAD"
        case options = "OPTIONS"
        /// A request that the server sends back as its response. A call does not send the token with it (RFC 9110,
        /// section 9.3.8).
        case trace = "TRACE"
        /// A request for a tunnel. `URLSession` and AsyncHTTPClient cannot send one, so it fails with `.invalidRequest`
        /// unless the client has a ``Transport`` of your own.
        case connect = "CONNECT"

        /// A Boolean value that indicates whether a request may have a body. Servers ignore or refuse the body of a GET
        /// or a HEAD, and FoundationNetworking refuses to send one.
        var allowsBody: Bool {
            switch self {
            case .get, .head, .trace, .connect: false
            case .post, .put, .patch, .delete, .options: true
            }
        }

        /// A Boolean value that indicates whether a request changes nothing on the server (RFC 9110, section 9.2.1).
        package var isSafe: Bool {
            switch self {
            case .get, .head, .options, .trace: true
            case .post, .put, .patch, .delete, .connect: false
            }
        }
    }
}
