import struct Foundation.Data
import struct Foundation.Date
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
        self.init(
            value: value,
            http: answer,
            mismatches: [],
            source: .network,
            age: .zero)
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

extension Response {
    /// Returns the value of a header field, or `nil` if the response has none or it does not fit the type. Generated
    /// properties call this function.
    ///
    /// A `DateTime` also reads a date in HTTP's own format.
    public func header<Field: APIValue>(_ name: String, as type: Field.Type = Field.self) -> Field? {
        headers[name].flatMap { Self.field(from: $0[...].trimmed) }
    }

    /// Returns the elements of a header field that is a list, or `nil` if the response has none or an element does not
    /// fit the type.
    public func header<Field: APIValue>(_ name: String, as type: [Field].Type = [Field].self) -> [Field]? {
        if headers[name] == nil {
            return nil
        }
        let members = headers.listMembers(of: name)
        let values: [Field] = members.compactMap { Self.field(from: $0) }
        guard values.count == members.count else { return nil }
        return values
    }

    private static func field<Field: APIValue>(from text: Substring) -> Field? {
        if Field.self == DateTime.self,
            let date = Date(httpDate: String(text), at: Date())
        {
            return DateTime(date) as? Field
        }
        do {
            return try Field(json: TableText.json(of: Array(text.utf8)))
        } catch {
            return nil
        }
    }
}

/// The result of a method that returns nothing. `send()` then returns `Void`.
///
/// The body is not read, except to find the server's error.
public struct NoContent: Codable, Hashable, Sendable {
    /// Creates a result without content.
    public init() {}
}
