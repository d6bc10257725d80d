/// An HTTP method: one of RFC 9110, or `PATCH` of RFC 5789.
public enum Verb: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case head = "HEAD"
    case options = "OPTIONS"
    /// A request that the server sends back as its response. A call does not send the token with it (RFC 9110, section
    /// 9.3.8).
    case trace = "TRACE"
    /// A request for a tunnel. `URLSession` and AsyncHTTPClient cannot send one, so it fails with `.invalidRequest`
    /// unless the client has a ``Transport`` of your own.
    case connect = "CONNECT"

    /// A Boolean value that indicates whether a request may have a body. Servers ignore or refuse the body of a GET or
    /// a HEAD, and FoundationNetworking refuses to send one.
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
