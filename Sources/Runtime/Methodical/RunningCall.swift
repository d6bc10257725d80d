/// A call that has been started and runs to its end even if nothing holds this object or waits for it.
public final class RunningCall<Value: APIValue>: Sendable {
    /// The state of a call. A call ends in one of `finished`, `failed` and `cancelled`.
    public enum State: Hashable, Sendable {
        case running
        /// The call is running, and `suspend()` holds its bytes back.
        case suspended
        case finished, failed, cancelled
    }

    /// The signature of the call, or the method's name if the call has none.
    public let signature: Call.Signature
    /// The observer that receives the progress of the call's bytes.
    package let transfer = TransferObserver()
    private let ended = Locked(State.running)
    private let task: Task<Result<Response<Value>, APIError>, Never>

    /// Starts a task that runs `body`.
    package init(
        _ signature: Call.Signature,
        _ body: @escaping @Sendable (TransferObserver) async throws(APIError) -> Response<Value>
    ) {
        self.signature = signature
        task = Task { [transfer, ended] in
            defer { transfer.end() }
            do throws(APIError) {
                let response = try await body(transfer)
                ended.withLock { $0 = .finished }
                return .success(response)
            } catch {
                let end: State = error.code == .cancelled ? .cancelled : .failed
                ended.withLock { $0 = end }
                return .failure(error)
            }
        }
    }

    /// The value of the call, after the call has ended. Cancelling a task that waits for it cancels the call.
    public var value: Value { get async throws(APIError) { try await response.value } }

    /// The value with its HTTP response, after the call has ended. Cancelling a task that waits for it cancels the
    /// call.
    public var response: Response<Value> {
        get async throws(APIError) {
            try await withTaskCancellationHandler {
                await task.value
            } onCancel: {
                task.cancel()
            }.get()
        }
    }

    /// Cancels the call, which then ends with `.cancelled`. Has no effect after the call has ended.
    public func cancel() { task.cancel() }

    /// Pauses the transfer of the call's bytes until `resume()`. The time of the pause does not count against the
    /// call's timeout.
    ///
    /// A request that several calls wait for pauses only while all of them are suspended.
    ///
    /// On Apple's systems, and with `AsyncHTTPClientTransport`, the transfer stops where it is. URLSession on other
    /// systems cannot suspend a transfer. There a repeatable request without a body is ended and sent again after
    /// `resume()`, and any other request continues once it has begun, with its timeout.
    public func suspend() { transfer.suspend() }
    /// Continues the transfer after `suspend()`.
    public func resume() { transfer.resume() }

    /// The current state of the call.
    public var state: State {
        let state = ended.withLock { $0 }
        if state == .running, transfer.isSuspended {
            return .suspended
        }
        return state
    }

    /// A sequence of the progress of the call's bytes, from now until the call ends.
    ///
    /// Each sequence receives all updates. A slow loop gets the newest one and never delays the transfer.
    public var progress: AsyncStream<TransferProgress> { transfer.updates }
}

extension RunningCall: CustomStringConvertible {
    /// The signature and the state: `users.get: running`.
    public var description: String { "\(signature): \(state)" }
}

extension Request {
    /// Sends the call in a task of its own and returns at once.
    public func start() -> RunningCall<Value> {
        RunningCall(call.signature) { [call] transfer throws(APIError) in
            try await call.client.send(call, observing: transfer)
        }
    }

    /// Sends the call and calls `completion` once with its result, on a thread of Swift's concurrency pool.
    @discardableResult
    public func send(_ completion: @escaping @Sendable (Result<Value, APIError>) -> Void) -> RunningCall<Value> {
        response { completion($0.map(\.value)) }
    }

    /// Sends the call and calls `completion` once with its response, on a thread of Swift's concurrency pool.
    @discardableResult
    public func response(
        _ completion: @escaping @Sendable (Result<Response<Value>, APIError>) -> Void
    ) -> RunningCall<Value> {
        RunningCall(call.signature) { [call] transfer throws(APIError) in
            do throws(APIError) {
                let response: Response<Value> = try await call.client.send(call, observing: transfer)
                completion(.success(response))
                return response
            } catch {
                completion(.failure(error))
                throw error
            }
        }
    }
}
