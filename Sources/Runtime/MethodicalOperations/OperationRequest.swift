import Foundation
import Methodical

/// A request that starts an operation on the server and waits for its end. Nothing happens until it is sent.
///
/// The request polls until the operation has ended. The server decides about the pauses with `Retry-After`. Without
/// it, the first pause is a second, or the schema's `interval`, and each further one is half as long again, up to 30
/// seconds. No pause is shorter than half a second, unless the schema's `interval` is. Polls are retried like all other
/// reads.
public struct OperationRequest<Value: APIValue>: Sendable {
    var origin: Origin
    let polling: Polling
    var name: Call.Signature
    var limit: Duration?

    /// The beginning of the wait: a call that starts the operation, or an operation that runs already.
    enum Origin: Sendable {
        case call(Call, method: Call?, taking: [Taken])
        case running(OperationHandle<Value>, Client)
    }

    /// A parameter of the polled method that comes from the response.
    typealias Taken = (parameter: String, key: String, style: APIEngine.ParameterStyle)

    /// Creates a request. Generated code calls this initializer.
    ///
    /// - Parameters:
    ///   - call: The call that starts the operation.
    ///   - method: The call that reads the state. If `nil`, the response contains its address.
    ///   - taking: The parameters of this call that come from the response, with the keys of their values.
    ///   - url: The key of the address to poll. If `nil`, a header field contains it.
    ///   - state: The key of the state. If `nil`, the operation continues while the status is 202.
    ///   - done: The states of an operation that has succeeded.
    ///   - failed: The states of an operation that has failed.
    ///   - result: The key of the result. If `nil`, the operation itself is the result.
    ///   - error: The key of the error.
    ///   - progress: The key of the progress.
    ///   - interval: The seconds before the first poll.
    public init(
        _ call: Call,
        method: Call? = nil,
        taking: [(parameter: String, key: String, style: APIEngine.ParameterStyle)] = [],
        url: String? = nil,
        state: String? = nil,
        done: [String] = ["true"],
        failed: [String] = [],
        result: String? = nil,
        error: String? = nil,
        progress: String? = nil,
        interval: Int = 1
    ) {
        origin = .call(call, method: method, taking: taking)
        name = Call.Signature(call.method.name)
        polling = Polling(
            url: url,
            state: state,
            done: done,
            failed: failed,
            result: result,
            error: error,
            progress: progress,
            interval: interval)
    }

    init(_ handle: OperationHandle<Value>, client: Client) {
        origin = .running(handle, client)
        polling = handle.polling
        name = Call.Signature(handle.method)
    }

    /// Returns a copy of the request with a limit for the time until the operation has ended. After it, the request
    /// fails with `.timedOut`, and the operation continues on the server.
    public func deadline(_ duration: Duration) -> OperationRequest {
        var request = self
        request.limit = duration
        return request
    }

    /// Returns a copy of the request with the given tag, which events and errors repeat. The default tag is the
    /// name of the method that starts the operation.
    public func signature(_ value: some Hashable & Sendable) -> OperationRequest {
        var request = self
        request.name = Call.Signature(value)
        return request
    }

    /// Returns a copy of the request with a header field for the call that starts the operation and for each poll.
    public func header(_ name: String, _ value: String) -> OperationRequest {
        guard case .call(let call, let method, let taking) = origin else {
            return self
        }
        var request = self
        request.origin = .call(
            Request<Value>(call).header(name, value).call,
            method: method.map { Request<Value>($0).header(name, value).call },
            taking: taking)
        return request
    }

    /// Starts the operation, waits for its end, and returns its result. Cancelling the task ends the wait, and not the
    /// operation on the server.
    @discardableResult
    public func send() async throws(APIError) -> Value { try await response().value }

    /// Starts the operation, waits for its end, and returns the last response.
    public func response() async throws(APIError) -> Response<Value> {
        try await end(of: begin()) { _ in }
    }

    /// Returns a response that ends the operation at once, for a stub of the method that starts it.
    ///
    /// - Throws: An error of the result if it cannot be written as JSON.
    public func ended(with result: Value) throws -> HTTPResponse {
        guard case .call(let call, _, _) = origin else {
            return HTTPResponse(status: 204)
        }
        var keys = [client.api.envelope.result, call.method.result].compactMap(\.self)
        let encoded = String(decoding: try JSONEncoder().encode([result]), as: UTF8.self)
        var json = JSON(encoded)?[0] ?? .null
        if let key = polling.result {
            json = json.under(key.split(separator: ".").map(String.init))
        }
        if let state = polling.state, let done = polling.done.first {
            let value: JSON = done == "true" ? true : .string(done)
            let keys = state.split(separator: ".").map(String.init)
            json = json.setting(keys[...], to: value)
        }
        keys.reverse()
        for key in keys {
            json = [key: json]
        }
        return HTTPResponse(status: 200, body: Data(json.description.utf8))
    }

    /// Starts the operation in a task of its own and returns at once.
    public func start() -> RunningOperation<Value> { RunningOperation(self) }
}

extension OperationRequest where Value == NoContent {
    /// Starts the operation and returns after it has ended.
    public func send() async throws(APIError) { _ = try await response() }
}

extension OperationRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The call that starts the operation, or the name of the method of a resumed one, without secrets.
    public var description: String {
        switch origin {
        case .call(let call, _, _): "\(call)"
        case .running(let handle, _): handle.method
        }
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
