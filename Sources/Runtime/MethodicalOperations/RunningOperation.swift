import Methodical

/// An operation that has been started. The wait for its end continues even if nothing holds this object.
public final class RunningOperation<Value: APIValue>: Sendable {
    private let begun: Task<Result<OperationRequest<Value>.Begun, APIError>, Never>
    private let ended: Task<Result<Response<Value>, APIError>, Never>
    private let listeners = Locked(Listeners())

    private struct Listeners {
        var last: OperationProgress?
        var hasEnded = false
        var streams: [AsyncStream<OperationProgress>.Continuation] = []
    }

    init(_ request: OperationRequest<Value>) {
        let begun = Task { () -> Result<OperationRequest<Value>.Begun, APIError> in
            do throws(APIError) {
                return .success(try await request.begin())
            } catch {
                return .failure(error)
            }
        }
        self.begun = begun
        ended = Task { [listeners] in
            defer {
                let streams = listeners.withLock { state in
                    state.hasEnded = true
                    return state.streams
                }
                for stream in streams {
                    stream.finish()
                }
            }
            do throws(APIError) {
                let begun = try await begun.value.get()
                return .success(
                    try await request.end(of: begun) { progress in
                        let streams = listeners.withLock { state in
                            state.last = progress
                            return state.streams
                        }
                        for stream in streams {
                            stream.yield(progress)
                        }
                    })
            } catch {
                return .failure(error)
            }
        }
    }

    /// The result, after the operation has ended. Cancelling a task that waits for it ends the wait of all.
    public var value: Value { get async throws(APIError) { try await response.value } }

    /// The last response, after the operation has ended. Cancelling a task that waits for it ends the wait of all.
    public var response: Response<Value> {
        get async throws(APIError) {
            try await withTaskCancellationHandler {
                await ended.value
            } onCancel: {
                cancel()
            }.get()
        }
    }

    /// The operation to store and to resume with `resume(_:)`, after the server has accepted it. It is `nil` if the
    /// operation ended with the first response, or if its address contains a secret.
    public var handle: OperationHandle<Value>? {
        get async throws(APIError) { try await begun.value.get().handle }
    }

    /// Ends the wait with the error `.cancelled`. The operation continues on the server.
    public func cancel() {
        begun.cancel()
        ended.cancel()
    }

    /// A sequence of the progress: the last one that is known, and then each response until the operation has ended.
    /// A slow loop gets only the newest one.
    public var progress: AsyncStream<OperationProgress> {
        AsyncStream(bufferingPolicy: .bufferingNewest(1)) { stream in
            let hasEnded = listeners.withLock { state in
                if let last = state.last {
                    stream.yield(last)
                }
                state.streams.append(stream)
                return state.hasEnded
            }
            if hasEnded {
                stream.finish()
            }
        }
    }
}
