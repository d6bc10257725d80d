import Foundation
import Methodical

/// The wait for the end of an operation.
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

    var client: Client {
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
            let keys = polling.result?.split(separator: ".").map(String.init)
            return try last.rereading(of: call, under: keys ?? [])
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
        after response: Response<NoContent>,
        polls: Int,
        before deadline: ContinuousClock.Instant?
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
                status: response.status,
                message: "the operation ended as \"\(state)\"",
                headers: response.headers,
                server: ServerError(error, envelope: client.api.envelope))
        }
    }

    /// Returns the call that reads the state of the operation.
    private func poll(
        after response: Response<NoContent>,
        of call: Call,
        method: Call?,
        taking: [Taken]
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
        let redaction = Redaction([call], tokens: [client.account.token].compactMap(\.self))
        return error.redacted(by: redaction, for: named)
    }
}

extension ServerError {
    /// Creates a description from the error of an operation: a text, or an object with a code and a message.
    fileprivate init(_ error: JSON?, envelope: APIEngine.Envelope) {
        let code = error?[envelope.code ?? "code"]
        let message = error?.stringValue ?? error?[envelope.message ?? "message"]?.stringValue
        self.init(
            code: code?.intValue.map { .number($0) } ?? code?.stringValue.map { .text($0) },
            message: message,
            details: error)
    }
}
