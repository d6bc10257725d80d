import struct Foundation.Data

/// A complete response of a server.
public struct HTTPResponse: Codable, Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, decompressed if it arrived compressed.
    public var body: Data

    /// Creates a response.
    public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the length of the body. The body itself is not shown, because servers repeat requests, including
    /// tokens.
    public var description: String { "HTTP \(status), \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
