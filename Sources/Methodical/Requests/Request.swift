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

    /// The same call with a header field, in place of one of that name: `tmdb.movies.get(id:
    /// 7).header("Accept-Language", "de")`.
    ///
    /// The value is kept secret like an argument that is one: no description or error shows it, and the response is
    /// neither cached nor shared.
    public func header(_ name: String, _ value: String) -> Request {
        var request = self
        request.call.setHeader(name, value)
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
    public var customMirror: Mirror {
        Mirror(self, children: ["value": value, "status": status, "bytes": body.count, "departures": departures])
    }
}

// MARK: Calls that no schema has

extension APIClient {
    /// A call of a method by its name: `vk.call("users.get", ["user_ids": "1"], as: [VK.User].self)`. It carries what all of the API's calls do.
    ///
    /// Verb and path are as the API's description says if nil. A method that `reads` changes nothing on the server: its answer may be kept, and the call shared
    /// and repeated.
    public func call<Value: APIValue>(
        _ method: String, _ arguments: [String: any APIValue] = [:], as: Value.Type = Value.self, verb: Verb? = nil,
        path: String? = nil,
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

/// The result of a method that answers nothing: `send()` returns `Void`. The body is not read, except for the server's
/// error.
public struct NoContent: APIValue {
    public init() {}
    public init(_: Blank) {}
    public mutating func _read(_ reader: inout JSONReader) { reader.skip() }

    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<NoContent>) -> Bool {
        task.perform(on: value, write: { $1.null() }, argument: { _ in .json(Array("null".utf8)) })
    }
}

extension Request where Value == NoContent {
    /// Sends the call and waits until the server has done what it asks.
    public func send() async throws(APIError) { _ = try await response() }
}

/// What a program calls a call, to know it again in events, progress and errors: `"members screen"`, a case of an enumeration, a number.
public struct Signature: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let value: any Hashable & Sendable

    public init(_ value: some Hashable & Sendable) { self.value = (value as? Signature)?.value ?? value }
    public init(stringLiteral value: String) { self.value = value }

    public static func == (left: Signature, right: Signature) -> Bool {
        AnyHashable(left.value) == AnyHashable(right.value)
    }
    public static func == (left: Signature, right: some Hashable & Sendable) -> Bool { left == Signature(right) }
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }

    public var description: String { "\(value)" }
}

/// Which of several calls that wait goes first, and how much of a shared connection it gets.
public enum CallPriority: Int, Hashable, Sendable, Comparable {
    case low, normal, high

    public static func < (left: CallPriority, right: CallPriority) -> Bool { left.rawValue < right.rawValue }
}

extension Request {
    /// The same call under a name of the caller's, which events, progress and errors carry: the method's name if nothing is said.
    ///
    /// It changes neither what is sent nor where the answer is kept. It is shown as it is: no place for secrets.
    public func signature(_ value: some Hashable & Sendable) -> Request {
        var request = self
        request.call.settings.signature = Signature(value)
        return request
    }

    /// The same call, before or behind others that wait for the API's limit.
    public func priority(_ priority: CallPriority) -> Request {
        var request = self
        request.call.settings.priority = priority
        return request
    }
}

/// A call under way, from `start()` to its end, whether or not somebody holds it or waits for it.
public final class RunningCall<Value: APIValue>: Sendable {
    /// How far a call is; `finished`, `failed` and `cancelled` are its ends.
    public enum State: Hashable, Sendable { case running, finished, failed, cancelled }

    public let signature: Signature
    package let transfer = TransferObserver()
    private let ended = Locked(State.running)
    private let task: Task<Result<Response<Value>, APIError>, Never>

    package init(
        _ signature: Signature, _ body: @escaping @Sendable (TransferObserver) async throws(APIError) -> Response<Value>
    ) {
        self.signature = signature
        task = Task { [transfer, ended] in
            defer { transfer.end() }
            do throws(APIError) {
                let response = try await body(transfer)
                ended.withLock { $0 = .finished }
                return .success(response)
            } catch {
                ended.withLock { $0 = error.code == .cancelled ? .cancelled : .failed }
                return .failure(error)
            }
        }
    }

    /// Waits for the end. Cancelling a task that waits here cancels the call.
    public var value: Value { get async throws(APIError) { try await response.value } }

    /// As `value`, with what came around it.
    public var response: Response<Value> {
        get async throws(APIError) {
            try await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }.get()
        }
    }

    /// The call ends with `.cancelled`, unless it has ended before.
    public func cancel() { task.cancel() }

    /// Holds its bytes back until `resume()`; the call's time goes on. A request that others wait for too goes on until all of them hold it back.
    ///
    /// On Apple's systems the transfer stops where it is. Elsewhere a request without a body is ended and begun anew, one with a body goes on once it
    /// has begun.
    public func suspend() { transfer.suspend() }
    /// Lets the bytes go on.
    public func resume() { transfer.resume() }

    public var state: State { ended.withLock { $0 } }

    /// How far the bytes have come, from now until the call ends. Each sequence is a listener of its own, and has the newest where it is slow: no
    /// transfer waits for it.
    public var progress: AsyncStream<TransferProgress> { transfer.updates }
}

extension RunningCall: CustomStringConvertible {
    public var description: String { "\(signature): \(state)" }
}

extension Request {
    /// Sends the call now, and returns at once. Nothing is sent before.
    public func start() -> RunningCall<Value> {
        RunningCall(call.signature) { [call] transfer throws(APIError) in try await call.client.answer(call, transfer) }
    }

    /// For code without `async`: sends the call now, and calls back once, on a thread of Swift's own.
    @discardableResult
    public func send(_ completion: @escaping @Sendable (Result<Value, APIError>) -> Void) -> RunningCall<Value> {
        response { completion($0.map(\.value)) }
    }

    /// As `send(_:)`, with what came around the value.
    @discardableResult
    public func response(_ completion: @escaping @Sendable (Result<Response<Value>, APIError>) -> Void) -> RunningCall<
        Value
    > {
        RunningCall(call.signature) { [call] transfer throws(APIError) in
            do throws(APIError) {
                let response: Response<Value> = try await call.client.answer(call, transfer)
                completion(.success(response))
                return response
            } catch {
                completion(.failure(error))
                throw error
            }
        }
    }
}
