import struct Foundation.Data
import struct Foundation.URL

/// The value of a call with the HTTP response that it was read from.
public struct Response<Value: APIValue>: Sendable {
    /// The value that the method returned.
    public let value: Value
    /// The response as the server sent it.
    package let http: HTTPResponse
    /// The HTTP status.
    public var status: Int { http.status }
    /// The header fields of the response. A cached response also has an `Age`.
    public var headers: HTTPHeaders { http.headers }
    /// The body as the server sent it, including the envelope. It may repeat secrets of the request, because some
    /// servers echo what they receive.
    public var body: Data { http.body }
    /// The mismatches between the response and its schema. The array is usually empty.
    public let mismatches: [Mismatch]
    /// The place that the response came from: the network or the cache.
    public let source: ResponseSource
    /// The time since the server sent the response or last confirmed it.
    public let age: Duration
    /// The URL that the response came from, after all redirects. It may contain the token and other secrets of the
    /// request. `nil` for a cached response, and if the transport does not report it.
    public var url: URL? { http.url }
    /// The redirects that led to the response, in their order. Empty for a cached response.
    public var redirects: [HTTPResponse.Redirect] { http.redirects }
}

extension Response: OpaquelyDescribed {
    public var description: String {
        var facts = ["HTTP \(status)", "\(body.count) bytes"]
        if !mismatches.isEmpty {
            facts.append("\(mismatches.count) mismatches")
        }
        return "\(value) (\(facts.joined(separator: ", ")))"
    }
}

extension Response {
    package init(_ value: Value, of answer: HTTPResponse) {
        self.init(value: value, http: answer, mismatches: [], source: .network, age: .zero)
    }
}

/// The place that a response came from.
public enum ResponseSource: Hashable, Sendable {
    /// The response came from the server.
    case network
    /// The response is fresh and came from the cache in memory.
    case memory
    /// The response is fresh and came from the cache on disk.
    case disk
    /// The response came from the cache and is past its lifetime.
    case stale
    /// A middleware answered the call, or changed the response.
    case middleware
}
