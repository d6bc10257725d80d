import struct Foundation.Data

/// A call: a value until it is sent. It can be kept, compared, configured, and sent many times.
///
/// Two requests are equal if they call the same method of the same client with the same arguments and settings.
public struct Request<Value: APIValue>: Hashable, Sendable {
    var call: Call

    /// What generated code calls.
    public init(_ call: Call) { self.call = call }

    /// The method's name on the wire: `users.get`.
    public var method: String { call.method.name }

    /// Sends the call and waits for its answer.
    @discardableResult
    public func send() async throws(APIError) -> Value { try await response().value }

    /// As `send()`, with what came around the value: HTTP status, header fields, the body's bytes, where it departs from the schema.
    public func response() async throws(APIError) -> Response<Value> { try await call.client.answer(call) }

    /// The same call, given up with `.timedOut` when that much time has passed without a whole answer.
    public func timeout(_ duration: Duration) -> Request {
        var request = self
        request.call.settings.timeout = duration
        return request
    }

    /// The same call, read more or less strictly than the client reads.
    public func reading(_ policy: ReadingPolicy) -> Request {
        var request = self
        request.call.settings.reading = policy
        return request
    }
}

extension Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method, arguments and settings; secrets are left out: `users.get(user_ids: 1,2, timeout 10.0 seconds)`.
    public var description: String { call.description }
    public var debugDescription: String { call.description }
    public var customMirror: Mirror { call.customMirror }
}

/// A value and what came around it.
public struct Response<Value: APIValue>: Sendable {
    public let value: Value
    /// The HTTP status.
    public let status: Int
    public let headers: HTTPHeaders
    /// The body as the server sent it, envelope included. Servers echo requests: it may hold what the request held.
    public let body: Data
    /// Where the answer departs from the schema; empty, mostly.
    public let departures: [Departure]
    public let source: AnswerSource
    /// Since the server gave this answer, or confirmed it.
    public let age: Duration
}

extension Response: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        "\(value) (HTTP \(status), \(body.count) bytes\(departures.isEmpty ? "" : ", \(departures.count) departures"))"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: ["value": value, "status": status, "bytes": body.count, "departures": departures]) }
}
