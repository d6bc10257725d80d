import struct Foundation.Data
import struct Foundation.URL

/// A call of an API's method that has not been sent yet.
///
/// A request is a value. You can store it, compare it, configure it, and send it any number of times.
///
/// Two requests are equal if they call the same method of the same client with the same arguments and settings.
public struct Request<Value: APIValue>: Hashable, Sendable {
    package var call: Call

    /// Creates a request from a method and its arguments. Generated code calls this initializer.
    public init(_ call: Call) { self.call = call }

    /// The name of the method in the API: `users.get`.
    public var method: String { call.method.name }

    /// Sends the call and returns the value of its response.
    ///
    /// Cancelling the task cancels the call, which then throws an error with the code `.cancelled`.
    @discardableResult
    public func send() async throws(APIError) -> Value { try await response().value }

    /// Sends the call and returns its value with the HTTP status, header fields, body, and mismatches with the schema.
    public func response() async throws(APIError) -> Response<Value> { try await call.client.answer(call) }

    /// Sends the call and reports the progress of its bytes to `transfer`.
    package func response(observing transfer: TransferObserver?) async throws(APIError) -> Response<Value> {
        try await call.client.answer(call, transfer)
    }

    /// Returns a copy of the request with a limit for the time that the whole call may take.
    ///
    /// The time covers all attempts and the pauses between them, but not the time in which a person answers a
    /// challenge. A call that takes longer fails with `.timedOut`.
    public func timeout(_ duration: Duration) -> Request {
        var request = self
        request.call.settings.timeout = duration
        return request
    }

    /// Returns a copy of the request with a header field, which replaces a field of the same name:
    /// `tmdb.movies.get(id: 7).header("Accept-Language", "de")`.
    ///
    /// The value is treated as a secret. Descriptions and errors do not show it, and the response is neither cached nor
    /// shared with equal calls.
    public func header(_ name: String, _ value: String) -> Request {
        var request = self
        request.call.setHeader(name, value)
        return request
    }

    /// Returns a copy of the request whose response is read by `policy` in place of the client's reading policy.
    public func reading(_ policy: ReadingPolicy) -> Request {
        var request = self
        request.call.settings.reading = policy
        return request
    }
}

extension Request: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method, the arguments and the settings without secrets: `users.get(user_ids: 1,2, timeout 10.0 seconds)`.
    public var description: String { call.description }
    public var debugDescription: String { call.description }
    public var customMirror: Mirror { call.customMirror }
}

/// The value of a call with the HTTP response that it was read from.
public struct Response<Value: APIValue>: Sendable {
    /// The value that the method returned.
    public let value: Value
    /// The HTTP status.
    public let status: Int
    /// The header fields of the response. A cached response also has an `Age`.
    public let headers: HTTPHeaders
    /// The body as the server sent it, including the envelope. It may repeat secrets of the request, because some
    /// servers echo what they receive.
    public let body: Data
    /// The mismatches between the response and its schema. The array is usually empty.
    public let mismatches: [Mismatch]
    /// The place that the response came from: the network or the cache.
    public let source: ResponseSource
    /// The time since the server sent the response or last confirmed it.
    public let age: Duration
}

extension Response: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        "\(value) (HTTP \(status), \(body.count) bytes\(mismatches.isEmpty ? "" : ", \(mismatches.count) mismatches"))"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: ["value": value, "status": status, "bytes": body.count, "mismatches": mismatches])
    }
}

// MARK: Calls without a schema

extension APIClient {
    /// Creates a request for a method that the schema does not describe:
    /// `vk.call("users.get", ["user_ids": "1"], as: [VK.User].self)`.
    ///
    /// The request carries the API's version and the account's token, as all calls of the API do.
    ///
    /// - Parameters:
    ///   - method: The name of the method in the API.
    ///   - arguments: The arguments by name. They are sent in alphabetical order.
    ///   - as: The type of the result.
    ///   - verb: The HTTP method. If `nil`, the API's description decides.
    ///   - path: The path relative to the base URL. If `nil`, the API's description decides.
    ///   - reads: Indicates that the method changes nothing on the server. The response may then be cached, and the
    ///     call may be retried and may share the request of an equal call.
    public func call<Value: APIValue>(
        _ method: String, _ arguments: [String: any APIValue] = [:], as: Value.Type = Value.self, verb: Verb? = nil,
        path: String? = nil, reads: Bool = false
    ) -> Request<Value> {
        var call = Call(client, Method(method, verb, path, reads: reads))
        for (name, value) in arguments.sorted(by: { $0.key < $1.key }) { call.append(name, value._argument) }
        return Request(call)
    }

    /// Creates a request for any address: `vk.request(.get, "https://example.com/a.mp3")`.
    ///
    /// A response with any status is returned, not thrown. It is cached only if you set a lifetime with `cached(for:)`,
    /// and only if the request is a GET without a body and header fields.
    ///
    /// - Parameters:
    ///   - verb: The HTTP method.
    ///   - url: The address, which begins with `http://` or `https://`.
    ///   - headers: The header fields to send. Their values are treated as secrets.
    ///   - body: The bytes to send. Without a `Content-Type` in `headers` they are sent as `application/octet-stream`.
    ///   - authorized: Indicates whether the request carries the account's token and is signed, as calls of the API
    ///     are.
    public func request(
        _ verb: Verb, _ url: String, headers: HTTPHeaders = [:], body: Data? = nil, authorized: Bool = false
    ) -> Request<HTTPResponse> {
        Request(Call(client, verb, url, headers, Call.Raw(body: body, isAuthorized: authorized)))
    }
}

extension Call {
    fileprivate init(_ client: Client, _ verb: Verb, _ url: String, _ headers: HTTPHeaders, _ raw: Raw) {
        // Events and errors show this name. User names, paths and queries may hold secrets, so it has only verb and
        // host.
        let authority = url.split(separator: "/").dropFirst().first?.prefix { $0 != "?" && $0 != "#" } ?? ""
        let name = "\(verb.rawValue) \(authority.split(separator: "@").last ?? "")"
        let reads = verb == .get && raw.body == nil && raw.refusal == nil
        self.init(client, Method(name, verb, url, parameters: .query, reads: reads, cache: 0, idempotent: verb == .get))
        for field in headers.fields { append(field.name, .string(field.value), [.header, .secret]) }
        self.raw = raw
    }

    /// Creates a request that transfers a file without a token. Its response is neither cached nor shared.
    ///
    /// - Parameter refusal: The message of the error that is thrown if the status is not a success.
    package init(_ client: Client, _ verb: Verb, _ url: URL, headers: HTTPHeaders, refusal: String) {
        self.init(client, verb, url.absoluteString, headers, Raw(body: nil, isAuthorized: false, refusal: refusal))
    }
}

/// The response to a request that no API describes. It is returned as it came, with any status.
extension HTTPResponse: APIValue {
    /// Creates an empty response with the status 0.
    public init(_: APIEngine.Blank) { self.init(status: 0) }
    public mutating func _read(_ reader: inout APIEngine.JSONReader) { reader.skip() }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<HTTPResponse>) -> Bool {
        task.perform(on: value, write: { $1.null() }, argument: { .json(Array($0.body)) })
    }
}

/// The result of a method that returns nothing. `send()` then returns `Void`.
///
/// The body is not read, except to find the server's error.
public struct NoContent: APIValue {
    /// Creates a result without content.
    public init() {}
    public init(_: APIEngine.Blank) {}
    public mutating func _read(_ reader: inout APIEngine.JSONReader) { reader.skip() }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<NoContent>) -> Bool {
        task.perform(on: value, write: { $1.null() }, argument: { _ in .json(Array("null".utf8)) })
    }
}

extension Request where Value == NoContent {
    /// Sends the call and returns when the server has responded.
    public func send() async throws(APIError) { _ = try await response() }
}

/// A name that a program gives a call to recognize it in events, progress and errors: `"members screen"`, a case of an
/// enumeration, or a number.
public struct Signature: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let value: any Hashable & Sendable

    /// Creates a signature from any value. A value that already is a signature is not wrapped again.
    public init(_ value: some Hashable & Sendable) { self.value = (value as? Signature)?.value ?? value }
    /// Creates a signature from a string literal.
    public init(stringLiteral value: String) { self.value = value }

    public static func == (left: Signature, right: Signature) -> Bool {
        AnyHashable(left.value) == AnyHashable(right.value)
    }
    /// Indicates whether the signature was made from an equal value.
    public static func == (left: Signature, right: some Hashable & Sendable) -> Bool { left == Signature(right) }
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }

    /// The description of the value that the signature was made from.
    public var description: String { "\(value)" }
}

/// The priority of a call. Among calls that wait, the highest goes first and gets more of a shared connection.
public enum CallPriority: Int, Hashable, Sendable, Comparable {
    /// The priorities from the lowest to the highest. Calls have `.normal` unless they set another one.
    case low, normal, high

    /// Indicates whether the left priority is lower.
    public static func < (left: CallPriority, right: CallPriority) -> Bool { left.rawValue < right.rawValue }
}

extension Request {
    /// Returns a copy of the request with a name that its events, progress and errors carry. Without one they carry the
    /// method's name.
    ///
    /// The name changes neither the request that is sent nor the key of the cached response. Do not put secrets into
    /// it: logs show it.
    public func signature(_ value: some Hashable & Sendable) -> Request {
        var request = self
        request.call.settings.signature = Signature(value)
        return request
    }

    /// Returns a copy of the request with a priority for the time that it waits for the API's rate limit.
    public func priority(_ priority: CallPriority) -> Request {
        var request = self
        request.call.settings.priority = priority
        return request
    }
}
