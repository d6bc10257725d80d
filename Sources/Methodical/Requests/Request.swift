import struct Foundation.Data
import struct Foundation.URL

/// A call: a value until it is sent. It can be kept, compared, configured, and sent many times.
///
/// Two requests are equal if they call the same method of the same client with the same arguments and settings.
public struct Request<Value: APIValue>: Hashable, Sendable {
    package var call: Call

    /// What generated code calls.
    public init(_ call: Call) { self.call = call }

    /// The method's name on the wire: `users.get`.
    public var method: String { call.method.name }

    /// Sends the call and waits for its answer.
    @discardableResult
    public func send() async throws(APIError) -> Value { try await response().value }

    /// As `send()`, with what came around the value: HTTP status, header fields, the body's bytes, where it departs from the schema.
    public func response() async throws(APIError) -> Response<Value> { try await call.client.answer(call) }

    package func response(observing transfer: TransferObserver?) async throws(APIError) -> Response<Value> {
        try await call.client.answer(call, transfer)
    }

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

// MARK: Calls that no schema has

extension APIClient {
    /// A call of a method by its name: `vk.call("users.get", ["user_ids": "1"], as: [VK.User].self)`. It carries what all of the API's calls do.
    ///
    /// Verb and path are as the API's description says if nil. A method that `reads` changes nothing on the server: its answer may be kept, and the call shared
    /// and repeated.
    public func call<Value: APIValue>(
        _ method: String, _ arguments: [String: any APIValue] = [:], as: Value.Type = Value.self, verb: Verb? = nil, path: String? = nil,
        reads: Bool = false
    ) -> Request<Value> {
        var call = Call(client, Method(method, verb, path, reads: reads))
        for (name, value) in arguments.sorted(by: { $0.key < $1.key }) { call.append(name, value._argument) }
        return Request(call)
    }

    /// Any HTTP request, sent as calls are: `vk.request(.get, "https://example.com/a.mp3")`. Every status is an answer; nothing is kept unless `cached(for:)` says so,
    /// and then only of a GET without header fields.
    ///
    /// If it is `authorized` it shows the account's token, and is signed, as calls of the API are.
    public func request(
        _ verb: Verb, _ url: String, headers: HTTPHeaders = [:], body: Data? = nil, authorized: Bool = false
    ) -> Request<HTTPResponse> {
        Request(Call(client, verb, url, headers, Call.Raw(body: body, isAuthorized: authorized)))
    }
}

extension Call {
    fileprivate init(_ client: Client, _ verb: Verb, _ url: String, _ headers: HTTPHeaders, _ raw: Raw) {
        let authority = url.split(separator: "/").dropFirst().first?.prefix { $0 != "?" && $0 != "#" } ?? ""
        let name = "\(verb.rawValue) \(authority.split(separator: "@").last ?? "")"
        let reads = verb == .get && raw.body == nil && raw.refusal == nil
        self.init(client, Method(name, verb, url, parameters: .query, reads: reads, cache: 0, idempotent: verb == .get))
        for field in headers.fields { append(field.name, .string(field.value), [.header, .secret]) }
        self.raw = raw
    }

    /// A request for a file's transfer, without a token: its answer is its own, neither shared nor kept.
    ///
    /// - Parameter refusal: what is said of an answer whose status is no success.
    package init(_ client: Client, _ verb: Verb, _ url: URL, headers: HTTPHeaders, refusal: String) {
        self.init(client, verb, url.absoluteString, headers, Raw(body: nil, isAuthorized: false, refusal: refusal))
    }
}

/// The answer to a request that no API describes: as it came, whatever its status.
extension HTTPResponse: APIValue {
    public init(_: Blank) { self.init(status: 0) }
    public mutating func _read(_ reader: inout JSONReader) { reader.skip() }

    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<HTTPResponse>) -> Bool {
        task.perform(on: value, write: { $1.null() }, argument: { .json(Array($0.body)) })
    }
}
