/// A right that one task has at a time. The others wait for it in the order in which they came.
final class Turn: Sendable {
    private struct State: Sendable {
        var isTaken = false
        var queue: [Int] = []

        /// Returns the next caller. If there is none, nobody has the right from now on.
        mutating func next() -> Int? {
            isTaken = !queue.isEmpty
            guard isTaken else { return nil }
            return queue.removeFirst()
        }
    }

    private let state = Locked(State())
    private let waiting = WaitList<Void>()

    /// Waits for the right. Throws `.cancelled` if the task is cancelled while it waits.
    func take() async throws(APIError) {
        let caller = state.withLock { state -> Int? in
            if !state.isTaken {
                state.isTaken = true
                return nil
            }
            let caller = waiting.enter()
            state.queue.append(caller)
            return caller
        }
        if let caller {
            try await waiting.value(of: caller)
        }
    }

    /// Ends the right, which the next caller gets.
    func end() {
        // A caller that was cancelled does not take it.
        while let next = state.withLock({ $0.next() }) {
            if waiting.resume(next, with: .success(())) {
                return
            }
        }
    }
}
