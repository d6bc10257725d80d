import Foundation
import Methodical
import MethodicalStreams

/// A transport that responds to calls as a test says. It opens no connection.
///
/// ```swift
/// let stub = StubTransport()
/// let vk = VK(account: .test, transport: stub)
/// stub.on(vk.users.get()) { _ in [try VK.User(json: #"{"id": 1, "first_name": "Ada"}"#)] }
/// ```
///
/// A stub applies to all calls of a method, whatever their arguments. A later stub for the same method replaces it. A
/// call of a method without a stub fails with the code `.invalidRequest`. Everything else works as in the app:
/// arguments are encoded, and responses are cached, retried and decoded.
public final class StubTransport: Transport {
    /// A closure that returns the response to a call.
    public typealias Responder = @Sendable (StubCall) async throws -> HTTPResponse

    private let state = Locked(State())

    /// A closure that opens a socket or refuses it.
    typealias SocketResponder = @Sendable (StubCall) async throws -> SocketOpening

    private struct State: Sendable {
        var responders: [String: Responder] = [:]
        var sockets: [String: SocketResponder] = [:]
        var calls: [StubCall] = []
        var waiting: [(method: String, number: Int, continuation: CheckedContinuation<StubCall?, Never>)] = []
        /// The number of the latest waiter.
        var number = 0
    }

    /// Creates a transport without stubs.
    public init() {}

    /// Adds a stub that returns a value, which is wrapped as the API wraps its results.
    ///
    /// The closure may throw a ``ServerFailure`` to refuse a call, or an `APIError` or `URLError` to break the
    /// connection. It may wait to delay the response. Any other error is a mistake of the stub: the call fails with
    /// `.invalidRequest` and is not retried.
    public func on<Value>(
        _ request: Request<Value>,
        _ respond: @escaping @Sendable (StubCall) async throws -> Value
    ) {
        let api = request.call.client.api
        let method = request.call.method
        on(method.name) { call in
            do {
                let value = try await respond(call)
                // The response to a request for any address is not wrapped.
                if let response = value as? HTTPResponse {
                    return response
                }
                return try HTTPResponse(
                    answering: value,
                    api: api,
                    method: method)
            } catch let failure as ServerFailure {
                return failure.response(of: api)
            } catch  where !(error is APIError || error is URLError || error is CancellationError) {
                throw APIError(.invalidRequest, "the stub of \(method.name) failed: \(error)")
            }
        }
    }

    /// Adds a stub that returns JSON: `stub.on(tmdb.movies.popular(), json: ["results": [["id": 1]]])`.
    ///
    /// The JSON is the result alone, which is wrapped as the API wraps its results: a user, and not
    /// `{"response": {...}}`. If the value's type does not accept the JSON, the call fails with an error that names the
    /// place.
    public func on<Value>(_ request: Request<Value>, json: JSON) {
        on(request) { _ in try Value(json: json.json(), reading: .strict) }
    }

    /// Adds a stub for a method without a result: `stub.on(todo.tasks.close(id: 1))`.
    public func on(
        _ request: Request<NoContent>, _ respond: @escaping @Sendable (StubCall) async throws -> Void = { _ in }
    ) {
        on(request) { call in
            try await respond(call)
            return NoContent()
        }
    }

    /// Adds a stub that returns a complete response, for a method by its name on the wire.
    public func on(_ method: String, _ respond: @escaping Responder) {
        state.withLock { $0.responders[method] = respond }
    }

    /// Adds a stub that opens sockets, for a method by its name on the wire.
    func onSocket(_ method: String, _ respond: @escaping SocketResponder) {
        state.withLock { $0.sockets[method] = respond }
    }

    /// The calls so far, in order.
    public var calls: [StubCall] {
        state.withLock { $0.calls }
    }

    /// Waits for the next call of a method. Earlier calls do not count. Throws if the task is cancelled, for example by
    /// the test's time limit.
    public func nextCall<Value>(of request: Request<Value>) async throws(CancellationError) -> StubCall {
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        let call = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isLate = state.withLock { state in
                    if !Task.isCancelled {
                        state.waiting.append((request.method, number, continuation))
                    }
                    return state.waiting.last?.number != number
                }
                if isLate {
                    continuation.resume(returning: nil)
                }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let index = state.waiting.firstIndex { $0.number == number }
                return index.map { state.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: nil)
        }
        guard let call else {
            throw CancellationError()
        }
        return call
    }

    /// Indicates whether a task waits for the next call of a method.
    public func isAwaited(_ method: String) -> Bool {
        state.withLock { $0.waiting.contains { $0.method == method } }
    }

    /// Records the call and returns the response of its stub.
    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await send(request, observer: nil)
    }

    /// Records the call and returns the response of its stub, which may be a stream.
    public func send(
        _ request: HTTPRequest,
        observing observer: TransferObserver?
    ) async throws -> HTTPResponse {
        if observer?.isStreaming == true {
            return try await send(request, observer: observer)
        }
        return try await WholeTransport { try await self.send($0) }.send(
            request,
            observing: observer)
    }

    private func send(
        _ request: HTTPRequest,
        observer: TransferObserver?
    ) async throws -> HTTPResponse {
        var call = StubCall(request)
        call.observer = observer
        note(call)
        guard let respond = state.withLock({ $0.responders[call.method] }) else {
            throw APIError(.invalidRequest, "there is no stub for \(call.method)")
        }
        return try await respond(call)
    }

    /// Records a call, and tells those who wait for it.
    private func note(_ call: StubCall) {
        let waiting = state.withLock { state in
            state.calls.append(call)
            let waiting = state.waiting.filter { $0.method == call.method }
            state.waiting.removeAll { $0.method == call.method }
            return waiting
        }
        for waiter in waiting {
            waiter.continuation.resume(returning: call)
        }
    }
}

extension StubTransport: SocketTransport {
    /// Records the call, and opens or refuses the socket as its stub says.
    public func openSocket(_ request: HTTPRequest, limits: SocketLimits) async throws -> SocketOpening {
        let call = StubCall(request)
        note(call)
        guard let respond = state.withLock({ $0.sockets[call.method] }) else {
            throw APIError(.invalidRequest, "there is no stub for \(call.method)")
        }
        return try await respond(call)
    }
}

/// A call as the transport received it.
public struct StubCall: Sendable, OpaquelyDescribed {
    /// The method's name on the wire, or the verb and the host of a request that belongs to no method.
    public let method: String
    /// The arguments as text, by their names on the wire. Lists are joined by commas, and flags are `true` or `false`.
    /// The arguments that are the solution of a challenge are included.
    public let arguments: [String: String]
    /// The request that a real transport would have sent.
    public let request: HTTPRequest
    private let secrets: Set<String>
    /// The observer that receives the pieces of a stream.
    var observer: TransferObserver?

    init(_ request: HTTPRequest) {
        let all = request.call?.arguments ?? []
        method =
            request.method
            ?? "\(request.verb.rawValue) \(request.url.host() ?? "")"
        let sent = Dictionary(all.map { ($0.name, $0.text) }) { _, last in last }
        arguments = sent.merging(request.solutions) { _, solution in solution }
        secrets = Set(all.filter(\.isSecret).map(\.name))
        self.request = request
    }

    /// The method and its arguments, without the values of secret ones.
    public var description: String {
        arguments.described(of: method, hiding: secrets)
    }
}

extension [String: String] {
    /// Returns a call of a method with these arguments, without the values of secret ones: `users.get(user_ids: 1)`.
    package func described(of method: String, hiding secrets: Set<String>) -> String {
        let shown = sorted { $0.key < $1.key }.map { name, value in
            if secrets.contains(name) {
                return "\(name): <secret>"
            }
            return "\(name): \(value)"
        }
        return "\(method)(\(shown.joined(separator: ", ")))"
    }
}

extension HTTPResponse {
    /// Creates the response for a value, wrapped as the method and the API wrap their results.
    fileprivate init<Value: APIValue>(
        answering value: Value,
        api: APIDescription,
        method: APIEngine.Method
    ) throws {
        if let whole = try HTTPResponse(whole: value, method: method) {
            self = whole
            return
        }
        var bytes = [UInt8]()
        var status = 200
        if let union = value as? any APIEngine.KeyedUnion {
            let (key, body, isJSON) = try union._body()
            status = HTTPResponse.status(for: key)
            if !isJSON {
                self.init(
                    status: status,
                    headers: ["Content-Type": "application/octet-stream"],
                    body: Data(body))
                return
            }
            bytes = body
        } else {
            bytes = try value.json()
        }
        var body = String(decoding: bytes, as: UTF8.self)
        for key in [method.result, api.envelope.result].compactMap(\.self) {
            body = "{\(JSON.string(key).description):\(body)}"
        }
        self.init(
            status: status,
            headers: ["Content-Type": "application/json"],
            body: Data(body.utf8))
    }

    /// Creates the response for a value that is no JSON: bytes, a text, or a flag that the status expresses. Returns
    /// `nil` for other values.
    private init?(whole value: some APIValue, method: APIEngine.Method) throws {
        // Of several media types, the first one.
        let type =
            method.accept.map { String($0.prefix { $0 != "," }) }
            ?? "application/octet-stream"
        if let flag = value as? Bool, let statuses = method.statuses {
            let status = statuses.split(separator: ",").first { $0.hasSuffix("=\(flag)") }
            guard let status else { return nil }
            self.init(status: HTTPResponse.status(for: String(status.prefix(3))))
        } else if let data = value as? Data {
            self.init(
                status: 200,
                headers: ["Content-Type": type],
                body: data)
        } else if let text = value as? String, method.isText {
            self.init(
                status: 200,
                headers: ["Content-Type": type],
                body: Data(text.utf8))
        } else {
            return nil
        }
    }

    /// Returns the status for a key of a list of statuses: 404 for `404`, and the last one of the group for `4XX`.
    private static func status(for key: String) -> Int {
        Int(key.replacing("XX", with: "99")) ?? 200
    }
}

extension Account {
    /// An account with a token that no server knows. The token is of every kind. The account also has a key for each
    /// scheme of an API.
    public static var test: Account {
        Account(
            id: "test",
            token: Token("test token"),
            credentials: [Credential.anyScheme: .key("test-key")])
    }
}

extension APIValue {
    /// Creates a value from JSON as a server would send it: `VK.User(json: #"{"id": 1}"#)`.
    ///
    /// Throws if the schema does not allow the JSON, so that a stub cannot be wrong without notice.
    public init(json text: String) throws {
        try self.init(json: Array(text.utf8), reading: .strict)
    }
}
