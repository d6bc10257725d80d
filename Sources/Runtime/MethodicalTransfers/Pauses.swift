import Foundation
import Methodical

/// The switch that pauses and resumes a download. A pause cancels the current attempt.
final class Pauses: Sendable {
    /// The error of an attempt that a pause cancelled.
    struct Paused: Error {}

    // The mutable state. `end` cancels the current attempt; `waiting` is the caller that waits for the end of a pause.
    private struct State {
        var isPaused = false
        var end: (@Sendable () -> Void)?
        var waiting: CheckedContinuation<Void, Never>?
        var isCancelled = false
    }

    private let state = Locked(State())

    /// Pauses or resumes the download.
    func set(_ isPaused: Bool) {
        let (end, waiting) = state.withLock { state in
            state.isPaused = isPaused
            var end = state.end
            var waiting: CheckedContinuation<Void, Never>?
            if !isPaused {
                end = nil
                waiting = state.waiting
                state.waiting = nil
            }
            return (end, waiting)
        }
        end?()
        waiting?.resume()
    }

    /// Waits until the download is not paused. Throws `CancellationError` if the task is cancelled.
    func waiting() async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    if state.isPaused, !state.isCancelled {
                        state.waiting = continuation
                    }
                    return state.waiting == nil
                }
                if goesOn {
                    continuation.resume()
                }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.isCancelled = true
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume()
        }
        try Task.checkCancellation()
    }

    /// Runs an attempt in a task of its own. Throws `Paused` if a pause cancelled it.
    func attempt<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = Task { try await body() }
        let isPaused = state.withLock {
            $0.end = { task.cancel() }
            return $0.isPaused
        }
        if isPaused {
            task.cancel()
        }
        defer { state.withLock { $0.end = nil } }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch {
            guard !Task.isCancelled, task.isCancelled else {
                throw error
            }
            throw Paused()
        }
    }
}
