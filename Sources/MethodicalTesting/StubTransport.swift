import Foundation
import Methodical

/// Answers calls as a test says, and opens no connection.
///
/// ```swift
/// let stub = StubTransport()
/// let vk = VK(account: .test, transport: stub)
/// stub.on(vk.users.get()) { _ in [try VK.User(json: #"{"id": 1, "first_name": "Ada"}"#)] }
/// ```
///
/// A stub is for a method, whatever the arguments; the last one said of a method counts. A method without one fails with `.invalidRequest`. Everything
/// before the transport is the real thing: arguments are spelled, answers are cached, repeated and decoded.
public final class StubTransport: Transport {
    /// What a stub does with a call.
    public typealias Answer = @Sendable (StubCall) async throws -> HTTPResponse

    private let state = Locked(State())

    private struct State: Sendable {
        var answers: [String: Answer] = [:]
        var calls: [StubCall] = []
        var waiting: [(method: String, number: Int, continuation: CheckedContinuation<StubCall?, Never>)] = []
        /// Of who has waited last.
        var number = 0
    }

    public init() {}

    /// Answers a request's method with a value, wrapped as the API wraps its results. Throw a ``ServerFailure`` for what the server refuses, an `APIError` or
    /// `URLError` for a broken connection; wait in it for a slow one.
    public func on<Value>(_ request: Request<Value>, _ answer: @escaping @Sendable (StubCall) async throws -> Value) {
        let (api, method) = (request.call.client.api, request.call.method)
        on(method.name) { call in
            do {
                let value = try await answer(call)
                // A request to any address has its answer as it came.
                return try value as? HTTPResponse ?? HTTPResponse(answering: value, api, method)
            } catch let failure as ServerFailure {
                return failure.response(of: api)
            }
        }
    }

    /// Answers a request's method with JSON: `stub.on(tmdb.movies.popular(), ["results": [["id": 1, "title":
    /// "Metropolis"]]])`.
    ///
    /// JSON that strict reading refuses fails the call, and the error names the place.
    public func on<Value>(_ request: Request<Value>, _ json: JSON) {
        on(request) { _ in try Value(json: json.json(), reading: .strict) }
    }

    /// Answers a method that returns `Void`.
    public func on(_ request: Request<NoContent>, _ answer: @escaping @Sendable (StubCall) async throws -> Void) {
        on(request) { call in
            try await answer(call)
            return NoContent()
        }
    }

    /// Answers a method with whatever bytes.
    public func on(_ method: String, _ answer: @escaping Answer) { state.withLock { $0.answers[method] = answer } }

    /// What has been called so far, in order.
    public var calls: [StubCall] { state.withLock { $0.calls } }

    /// Waits until a method is called the next time from now on, or the task is cancelled, as a test's time limit does it.
    public func nextCall<Value>(of request: Request<Value>) async throws(CancellationError) -> StubCall {
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        let call = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isLate = state.withLock { state in
                    if !Task.isCancelled { state.waiting.append((request.method, number, continuation)) }
                    return state.waiting.last?.number != number
                }
                if isLate { continuation.resume(returning: nil) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            waiter?.continuation.resume(returning: nil)
        }
        guard let call else { throw CancellationError() }
        return call
    }

    /// Whether somebody waits for a method's next call.
    public func isAwaited(_ method: String) -> Bool { state.withLock { $0.waiting.contains { $0.method == method } } }

    public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let call = StubCall(request)
        let (answer, waiting) = state.withLock { state in
            state.calls.append(call)
            let waiting = state.waiting.filter { $0.method == call.method }
            state.waiting.removeAll { $0.method == call.method }
            return (state.answers[call.method], waiting)
        }
        for waiter in waiting { waiter.continuation.resume(returning: call) }
        guard let answer else { throw APIError(.invalidRequest, "no stub says what \(call.method) answers") }
        return try await answer(call)
    }
}

/// A call as it reached the transport.
public struct StubCall: Sendable, CustomStringConvertible, CustomReflectable {
    /// The method's name on the wire; verb and host of a request that calls none.
    public let method: String
    /// By their names on the wire, as text: lists joined by commas, flags as `true` and `false`; answers to challenges among them.
    public let arguments: [String: String]
    /// What would have been sent.
    public let request: HTTPRequest
    private let secrets: Set<String>

    init(_ request: HTTPRequest) {
        let all = request.call?.arguments ?? []
        method = request.method ?? "\(request.verb.rawValue) \(request.url.host() ?? "")"
        arguments = Dictionary(all.map { ($0.name, $0.text) }) { _, last in last }.merging(request.answers) { $1 }
        secrets = Set(all.filter(\.isSecret).map(\.name))
        self.request = request
    }

    /// Secret arguments are not shown.
    public var description: String {
        let shown = arguments.sorted { $0.key < $1.key }.map {
            "\($0.key): \(secrets.contains($0.key) ? "<secret>" : $0.value)"
        }
        return "\(method)(\(shown.joined(separator: ", ")))"
    }

    public var customMirror: Mirror { Mirror(self, children: ["call": description]) }
}

/// What a stub throws where the server would say no.
public struct ServerFailure: Error, Hashable, Sendable {
    public var code: ServerCode
    public var message: String
    /// The HTTP status: services with an envelope say 200 and mean it not.
    public var status: Int
    /// What else stands in the error: a captcha's `captcha_sid` and `captcha_img`.
    public var details: [String: JSON]

    /// `ServerFailure("channel_not_found")`
    public init(_ code: ServerCode, _ message: String = "", status: Int = 200, details: [String: JSON] = [:]) {
        (self.code, self.message, self.status, self.details) = (code, message, status, details)
    }

    public init(_ code: Int, _ message: String = "", status: Int = 200, details: [String: JSON] = [:]) {
        self.init(.number(code), message, status: status, details: details)
    }

    public init(_ code: some APIErrorCode, _ message: String = "", status: Int = 200, details: [String: JSON] = [:]) {
        self.init(
            (code.rawValue as? Int).map { .number($0) } ?? .text(code.rawValue.description), message, status: status,
            details: details)
    }

    /// The error as an API with this envelope says it. An envelope without a key for the code has it under the error's
    /// own, or has none.
    package func json(in envelope: Envelope) -> JSON {
        var error = details
        let code: JSON =
            switch code {
            case .number(let number): .integer(number)
            case .text(let text): .string(text)
            }
        error[envelope.message ?? "message"] = .string(message)
        guard envelope.code == nil, let key = envelope.error else {
            if let key = envelope.code { error[key] = code }
            return envelope.error.map { .object([$0: .object(error)]) } ?? .object(error)
        }
        error[key] = code
        return .object(error)
    }

    /// Without a key for errors only the status says that there is one.
    package func status(in envelope: Envelope) -> Int { envelope.error == nil && status < 300 ? 400 : status }

    fileprivate func response(of api: APIDescription) -> HTTPResponse {
        let body = Data(json(in: api.envelope).description.utf8)
        return HTTPResponse(status: status(in: api.envelope), headers: ["Content-Type": "application/json"], body: body)
    }
}

extension HTTPResponse {
    fileprivate init<Value: APIValue>(answering value: Value, _ api: APIDescription, _ method: Methodical.Method) throws
    {
        var body = String(decoding: try value.json(), as: UTF8.self)
        for key in [method.result, api.envelope.result].compactMap(\.self) {
            body = "{\(JSON.string(key).description):\(body)}"
        }
        self.init(status: 200, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
    }
}

extension Account {
    /// An account with a token that no server knows, of every kind.
    public static var test: Account { Account(id: "test", token: Token("test token")) }
}

extension APIValue {
    /// A value as a server would have sent it: `VK.User(json: #"{"id": 1}"#)`. Read strictly, so that a stub that the schema does not allow is an error.
    public init(json text: String) throws { try self.init(json: Array(text.utf8), reading: .strict) }
}
