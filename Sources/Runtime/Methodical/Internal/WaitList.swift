/// A list of callers that each wait for one value.
///
/// A caller enters the list, tells the owner of the list what it waits for, and then suspends. Its outcome may come
/// before it suspends, for example because its task is cancelled. The list then keeps the outcome until the caller asks
/// for it. The first outcome of a caller counts, and later ones are ignored.
package final class WaitList<Value: Sendable>: Sendable {
    package typealias Outcome = Result<Value, APIError>

    /// The state of a caller. A caller leaves the list when it receives its outcome.
    private enum Caller {
        case entered
        case suspended(@Sendable (Outcome) -> Void)
        case resumed(Outcome)
    }

    private struct State {
        var lastCaller = 0
        var callers: [Int: Caller] = [:]
    }

    private let state = Locked(State())

    package init() {}

    /// The number of callers in the list.
    var count: Int {
        state.withLock { $0.callers.count }
    }

    /// Adds a caller and returns its number.
    package func enter() -> Int {
        state.withLock { state in
            state.lastCaller += 1
            state.callers[state.lastCaller] = .entered
            return state.lastCaller
        }
    }

    /// Suspends a caller until it is resumed, and returns its value or throws its error.
    ///
    /// - Parameters:
    ///   - caller: The number that `enter` returned.
    ///   - leave: A function that is called if the caller's task is cancelled. It makes the owner of the list forget
    ///     the caller, which then throws `.cancelled` unless it was resumed before.
    package func value(
        of caller: Int,
        onCancel leave: @escaping @Sendable () -> Void = {}
    ) async throws(APIError) -> Value {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                suspend(caller) { continuation.resume(returning: $0) }
            }
        } onCancel: {
            leave()
            resume(caller, with: .failure(APIError(.cancelled)))
        }
        return try outcome.get()
    }

    /// Calls `body` with the outcome of a caller, now or when it is resumed.
    func suspend(_ caller: Int, _ body: @escaping @Sendable (Outcome) -> Void) {
        let outcome = state.withLock { state -> Outcome? in
            guard case .resumed(let outcome) = state.callers[caller] else {
                state.callers[caller] = .suspended(body)
                return nil
            }
            state.callers[caller] = nil
            return outcome
        }
        if let outcome {
            body(outcome)
        }
    }

    /// Gives a caller its outcome. Returns `false` and has no effect if the caller already has one.
    ///
    /// Do not call this method with a lock that a function for cancellation takes: the runtime resumes a task and calls
    /// its cancellation handlers under one lock.
    @discardableResult
    package func resume(_ caller: Int, with outcome: Outcome) -> Bool {
        let (isFirst, body) = state.withLock { state -> (Bool, (@Sendable (Outcome) -> Void)?) in
            switch state.callers[caller] {
            case .entered:
                state.callers[caller] = .resumed(outcome)
                return (true, nil)
            case .suspended(let body):
                state.callers[caller] = nil
                return (true, body)
            case .resumed, nil: return (false, nil)
            }
        }
        body?(outcome)
        return isFirst
    }

    /// Gives the same outcome to all callers in the list.
    func resumeAll(with outcome: Outcome) {
        for caller in state.withLock({ Array($0.callers.keys) }) {
            resume(caller, with: outcome)
        }
    }
}
