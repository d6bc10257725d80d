import Methodical
import MethodicalGenerator
import MethodicalOperations

import struct Foundation.Data

/// The progress of an operation on the server, as a response tells it.
package struct OperationState: Sendable {
    /// The state in the server's words, or `nil` if the response contains none.
    package let name: String?
    /// The progress in the server's unit, which is often percent, or `nil` if the response contains none.
    package let progress: Double?
}

extension MethodCall {
    /// Indicates whether the method starts an operation, whose result comes later.
    package var isOperation: Bool { method.poll != nil }

    /// Starts the operation, and returns the response to its start.
    package func start(on client: Client) async throws(CallFailure) -> CallOutcome {
        do throws(APIError) {
            let request = Request<NoContent>(call(on: client)).caching(.networkOnly)
            return outcome(of: try await request.response().http)
        } catch {
            throw CallFailure(error)
        }
    }

    /// Starts the operation, waits for its end as generated code does, and returns the last response. Its result is
    /// that of the operation.
    ///
    /// - Parameters:
    ///   - limit: The time until the operation must have ended, or `nil` for no limit.
    ///   - report: Takes the state of the operation after each response.
    package func finish(
        on client: Client,
        within limit: Duration?,
        _ report: @escaping @Sendable (OperationState) -> Void
    ) async throws(CallFailure) -> CallOutcome {
        guard let poll = method.poll else {
            return try await send(on: client)
        }
        let wait = OperationWait(limit: limit, report: report)
        do throws(APIError) {
            let last: HTTPResponse
            switch resultKind {
            case .nothing: last = try await wait.end(of: operation(poll, as: NoContent.self, on: client))
            case .text: last = try await wait.end(of: operation(poll, as: String.self, on: client))
            case .optionalText: last = try await wait.end(of: operation(poll, as: String?.self, on: client))
            case .bytes: last = try await wait.end(of: operation(poll, as: Data.self, on: client))
            case .json: last = try await wait.end(of: operation(poll, as: JSON.self, on: client))
            }
            return outcome(of: last, of: poll)
        } catch {
            throw CallFailure(error)
        }
    }

    /// Returns the request of an operation, as the generated function makes it.
    func operation<Value: APIValue>(
        _ poll: Poll,
        as type: Value.Type,
        on client: Client
    ) -> OperationRequest<Value> {
        let step = emission.step(named: poll.step?.method)
        let pollCall = step.map { call(of: $0, on: client, only: poll.step?.arguments ?? []) }
        let taken = (poll.step?.values ?? []).map { value in
            let options = step.map { emission.styleOptions(ofParameter: value.parameter, in: $0) } ?? []
            return (parameter: value.parameter, key: value.key, style: APIEngine.ParameterStyle(options))
        }
        let hasOwnStates = poll.state != nil && !poll.done.isEmpty
        return OperationRequest(
            call(on: client),
            method: pollCall,
            taking: taken,
            url: poll.url,
            state: poll.state,
            done: hasOwnStates ? poll.done : ["true"],
            failed: poll.failed,
            result: poll.result,
            error: poll.error,
            progress: poll.progress,
            interval: poll.interval ?? 1)
    }

    /// Returns the outcome of the last response, whose result is that of the operation.
    private func outcome(of http: HTTPResponse, of poll: Poll) -> CallOutcome {
        var outcome = outcome(of: http)
        guard let text = JSONText(outcome.body) else {
            return outcome
        }
        let keys = poll.result?.split(separator: ".").map(String.init) ?? []
        // The last response is that of the polled method, or that of the start if the operation has ended at once.
        let envelope = [emission.api.wire.envelope.result]
        let resultKeys = [emission.step(named: poll.step?.method)?.resultKey, method.resultKey]
        let paths = resultKeys.map { (envelope + [$0]).compactMap(\.self) + keys }
        let ranges = paths.lazy.compactMap { text.value(under: $0, in: outcome.body.indices) }
        if let range = ranges.first {
            outcome.result = range
        }
        return outcome
    }
}

/// A wait for the end of an operation.
private struct OperationWait {
    let limit: Duration?
    let report: @Sendable (OperationState) -> Void

    /// Starts the operation and returns the last response.
    func end<Value: APIValue>(of request: OperationRequest<Value>) async throws(APIError) -> HTTPResponse {
        let running = (limit.map { request.deadline($0) } ?? request).start()
        let listener = Task {
            for await progress in running.progress {
                report(OperationState(name: progress.state, progress: progress.value))
            }
        }
        let last: Result<HTTPResponse, APIError>
        do throws(APIError) {
            last = .success(try await running.response.http)
        } catch {
            last = .failure(error)
        }
        // The sequence of states ends with the operation. Its last state may still be on the way.
        await listener.value
        return try last.get()
    }
}
