/// A call under way, from `start()` to its end, whether or not somebody holds it or waits for it.
public final class RunningCall<Value: APIValue>: Sendable {
    /// How far a call is; `finished`, `failed` and `cancelled` are its ends.
    public enum State: Hashable, Sendable { case running, finished, failed, cancelled }

    public let signature: Signature
    package let transfer = TransferObserver()
    private let ended = Locked(State.running)
    private let task: Task<Result<Response<Value>, APIError>, Never>

    package init(_ signature: Signature, _ body: @escaping @Sendable (TransferObserver) async throws(APIError) -> Response<Value>) {
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
    public func response(_ completion: @escaping @Sendable (Result<Response<Value>, APIError>) -> Void) -> RunningCall<Value> {
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
