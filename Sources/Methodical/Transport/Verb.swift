/// An HTTP method.
public enum Verb: String, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case head = "HEAD"

    /// A Boolean value that indicates whether a request may have a body. Servers ignore or refuse the body of a GET or
    /// a HEAD, and FoundationNetworking refuses to send one.
    var allowsBody: Bool { self != .get && self != .head }
}
