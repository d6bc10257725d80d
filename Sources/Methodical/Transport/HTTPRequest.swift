import Foundation

/// A request on its way to a server.
///
/// Its address, header fields and body may hold the token and other secrets, so that its description and its mirror show none of them.
public struct HTTPRequest: Hashable, Sendable {
    public var verb: Verb
    public var url: URL
    public var headers: HTTPHeaders
    public var body: Data?
    /// How long the whole exchange may take; as long as the server keeps sending if nil.
    public var timeout: Duration?

    public init(verb: Verb, url: URL, headers: HTTPHeaders = [:], body: Data? = nil, timeout: Duration? = nil) {
        self.verb = verb
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// `POST api.vk.com, 42 bytes`.
    public var description: String { "\(verb.rawValue) \(url.host() ?? "")\(body.map { ", \($0.count) bytes" } ?? "")" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
