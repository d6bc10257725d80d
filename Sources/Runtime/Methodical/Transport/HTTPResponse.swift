import struct Foundation.Data
import struct Foundation.URL

/// A complete response of a server.
public struct HTTPResponse: Codable, Hashable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The header fields.
    public var headers: HTTPHeaders
    /// The body, decompressed if it arrived compressed.
    public var body: Data
    /// The URL that the response came from, after all redirects. It may contain the token and other secrets. `nil` if
    /// the transport does not report it. It is not encoded.
    public var url: URL?
    /// The redirects that the transport has followed, in their order. They are not encoded.
    public var redirects: [Redirect] = []

    private enum CodingKeys: CodingKey { case status, headers, body }

    /// Creates a response.
    public init(status: Int, headers: HTTPHeaders = [:], body: Data = Data()) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A redirect from one URL to another. The URLs may contain secrets, so its description shows only the hosts.
    public struct Redirect: Hashable, Sendable {
        /// The HTTP status that redirected, such as 302.
        public let status: Int
        /// The URL that was requested.
        public let from: URL
        /// The URL that was requested next.
        public let to: URL

        /// Creates a redirect. Only transports need this.
        public init(status: Int, from: URL, to: URL) {
            self.status = status
            self.from = from
            self.to = to
        }
    }
}

extension HTTPResponse.Redirect: OpaquelyDescribed {
    /// The status and the hosts: `HTTP 302 from a.example to b.example`.
    public var description: String {
        "HTTP \(status) from \(from.host() ?? "") to \(to.host() ?? "")"
    }
}

extension HTTPResponse: OpaquelyDescribed {
    /// The status and the length of the body. The body itself is not shown, because servers repeat requests, including
    /// tokens.
    public var description: String { "HTTP \(status), \(body.count) bytes" }
}
