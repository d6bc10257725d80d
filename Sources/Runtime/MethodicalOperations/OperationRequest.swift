import Foundation
import Methodical

/// A request that starts an operation on the server and waits for its end. Nothing happens until it is sent.
///
/// The request polls until the operation has ended. The server decides about the pauses with `Retry-After`. Without
/// it, the first pause is a second, or the schema's `interval`, and each further one is half as long again, up to 30
/// seconds. No pause is shorter than half a second, unless the schema's `interval` is. Polls are retried like all other
/// reads.
public struct OperationRequest<Value: APIValue>: Sendable {
    private var origin: Origin
    private let polling: Polling
    private var name: Signature
    private var limit: Duration?

    /// The beginning of the wait: a call that starts the operation, or an operation that runs already.
    private enum Origin: Sendable {
        case call(Call, method: Call?, taking: [Taken])
        case running(OperationHandle<Value>, Client)
    }

    /// A parameter of the polled method that comes from the response.
    private typealias Taken = (parameter: String, key: String, style: ParameterStyle)

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
        _ call: Call, method: Call? = nil,
        taking: [(parameter: String, key: String, style: ParameterStyle)] = [], url: String? = nil,
        state: String? = nil, done: [String] = ["true"], failed: [String] = [], result: String? = nil,
        error: String? = nil, progress: String? = nil, interval: Int = 1
    ) {
        origin = .call(call, method: method, taking: taking)
        name = Signature(call.method.name)
        polling = Polling(
            url: url, state: state, done: done, failed: failed, result: result, error: error, progress: progress,
            interval: interval)
    }

    init(_ handle: OperationHandle<Value>, client: Client) {
        origin = .running(handle, client)
        polling = handle.polling
        name = Signature(handle.method)
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
        request.name = Signature(value)
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
        var json = JSON(String(decoding: try JSONEncoder().encode([result]), as: UTF8.self))?[0] ?? .null
        if let key = polling.result {
            json = json.under(key.split(separator: ".").map(String.init))
        }
        if let state = polling.state, let done = polling.done.first {
            let value: JSON = done == "true" ? true : .string(done)
            json = json.setting(state.split(separator: ".").map(String.init)[...], to: value)
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

// MARK: Polling

extension OperationRequest {
    /// An operation after the response to its start.
    struct Begun: Sendable {
        /// The call that reads the state, or `nil` if the operation has ended.
        var poll: Call?
        /// The last response, or `nil` if none has arrived.
        var last: Response<NoContent>?
        /// The call that the last response belongs to.
        var call: Call
        /// The instant at which the wait ends.
        var deadline: ContinuousClock.Instant?
        var handle: OperationHandle<Value>?
    }

    private var client: Client {
        switch origin {
        case .call(let call, _, _): call.client
        case .running(_, let client): client
        }
    }

    private var time: TimeSource { client.configuration.time }

    /// Starts the operation.
    func begin() async throws(APIError) -> Begun {
        let deadline = limit.map { time.instant().after($0) }
        switch origin {
        case .running(let handle, _):
            let call = handle.call(on: client)
            do throws(APIError) {
                _ = try Call(client, call.method).resolve(
                    handle.url.absoluteString, name: "the address of the operation")
            } catch {
                throw error.called(call)
            }
            return Begun(poll: call, call: call, deadline: deadline, handle: handle)
        case .call(let call, let method, let taking):
            let response = try await send(call, before: deadline)
            do throws(APIError) {
                var begun = Begun(last: response, call: call, deadline: deadline)
                if try hasEnded(in: response, of: call) {
                    return begun
                }
                let poll = try poll(after: response, of: call, method: method, taking: taking)
                begun.poll = poll
                // Without the token, an address whose path contains it cannot be made, nor stored.
                let address = poll.linkedAddress ?? (try? poll.request().url)
                begun.handle = address.flatMap { OperationHandle(poll, url: $0, polling: polling) }
                return begun
            } catch {
                throw redacted(error, for: call)
            }
        }
    }

    /// Polls until the operation has ended, and returns its result.
    func end(
        of begun: Begun, _ report: @Sendable (OperationProgress) -> Void
    ) async throws(APIError) -> Response<Value> {
        var last = begun.last
        var call = begun.call
        do throws(APIError) {
            if let last {
                report(polling.progress(of: try operation(in: last, of: call)))
            }
            var polls = 0
            var next = begun.poll
            while let poll = next {
                if let last {
                    try await pause(after: last, polls: polls, before: begun.deadline)
                }
                let response = try await send(poll, before: begun.deadline)
                last = response
                call = poll
                polls += 1
                report(polling.progress(of: try operation(in: response, of: poll)))
                if try hasEnded(in: response, of: poll) {
                    break
                }
                // The server may name another address, such as that of the result.
                if polling.url == nil, response.status == 202,
                    let target = polling.address(in: response.headers, operation: .null)
                {
                    next = poll.reading(try poll.resolve(target, name: "the address of the operation"))
                }
            }
            guard let last else {
                throw APIError(.undecodable, "the operation has no response")
            }
            return try last.rereading(of: call, under: polling.result?.split(separator: ".").map(String.init) ?? [])
        } catch {
            throw redacted(error, for: call)
        }
    }

    private func send(
        _ call: Call, before deadline: ContinuousClock.Instant?
    ) async throws(APIError) -> Response<NoContent> {
        var request = Request<NoContent>(call).caching(.networkOnly).cached(for: .never).signature(name)
        if let deadline {
            let left = max(.zero, deadline - time.instant())
            request = request.timeout(min(left, call.timeout ?? client.configuration.timeout ?? left))
        }
        return try await request.response()
    }

    /// Waits before the next poll. Throws `.timedOut` if the deadline would pass in the meantime.
    private func pause(
        after response: Response<NoContent>, polls: Int, before deadline: ContinuousClock.Instant?
    ) async throws(APIError) {
        let head = HTTPResponse(status: response.status, headers: response.headers)
        // A wrong clock of the server must not stop the wait for ever, nor may the server keep the client busy.
        let asked = head.retryAfter(at: time.now()) ?? polling.pause(after: polls)
        let pause = min(max(asked, polling.shortestPause), .seconds(86_400))
        if let deadline, time.instant() + pause > deadline {
            throw APIError(.timedOut, "the operation has not ended by the deadline")
        }
        do {
            try await time.sleep(pause)
        } catch {
            throw APIError(.cancelled)
        }
    }

    /// Returns the operation in a response, or null if no key is needed from it.
    private func operation(in response: Response<NoContent>, of call: Call) throws(APIError) -> JSON {
        if polling.state == nil, polling.progress == nil {
            return .null
        }
        return try json(in: response, of: call)
    }

    private func json(in response: Response<NoContent>, of call: Call) throws(APIError) -> JSON {
        try response.rereading(as: JSON?.self, of: call).value ?? .null
    }

    /// Indicates whether the operation has succeeded. Throws its error if it has failed.
    private func hasEnded(in response: Response<NoContent>, of call: Call) throws(APIError) -> Bool {
        let operation = try operation(in: response, of: call)
        switch polling.outcome(status: response.status, of: operation) {
        case .continues: return false
        case .succeeded: return true
        case .failed(let error):
            let state = polling.state.flatMap { operation.value(at: $0)?.text } ?? ""
            throw APIError.refused(
                status: response.status, message: "the operation ended as \"\(state)\"", headers: response.headers,
                server: ServerError(error, envelope: client.api.envelope))
        }
    }

    /// Returns the call that reads the state of the operation.
    private func poll(
        after response: Response<NoContent>, of call: Call, method: Call?, taking: [Taken]
    ) throws(APIError) -> Call {
        let name = "the address of the operation"
        guard var method else {
            var operation = JSON.null
            if polling.url != nil {
                operation = try json(in: response, of: call)
            }
            if let target = polling.address(in: response.headers, operation: operation) {
                return call.reading(try call.resolve(target, name: name))
            }
            // Some servers tell with a 202 that the same read will have a result later.
            if polling.url == nil, call.method.reads {
                return call
            }
            let place = polling.url.map { "the key \"\($0)\"" } ?? "a header field Operation-Location or Location"
            throw APIError(.undecodable, "the response has no address of the operation; expected it in \(place)")
        }
        var operation = JSON.null
        if !taking.isEmpty {
            operation = try json(in: response, of: call)
        }
        for (parameter, key, style) in taking {
            guard let text = operation.value(at: key)?.text else {
                throw APIError(.undecodable, "the response has no \"\(key)\", by which the operation is polled")
            }
            method.add(parameter, text, style)
        }
        return method
    }

    private func redacted(_ error: APIError, for call: Call) -> APIError {
        if error.method != nil {
            return error
        }
        let named = Request<NoContent>(call).signature(name).call
        return error.redacted(by: Redaction([call], tokens: [client.account.token].compactMap(\.self)), for: named)
    }
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

extension ServerError {
    /// Creates a description from the error of an operation: a text, or an object with a code and a message.
    fileprivate init(_ error: JSON?, envelope: Envelope) {
        let code = error?[envelope.code ?? "code"]
        self.init(
            code: code?.intValue.map { .number($0) } ?? code?.stringValue.map { .text($0) },
            message: error?.stringValue ?? error?[envelope.message ?? "message"]?.stringValue, details: error)
    }
}
