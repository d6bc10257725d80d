import Methodical

/// Hands each event to everybody who listens at that moment; who does not listen fast enough gets it later, and nobody is kept waiting.
final class Broadcast<Element: Sendable>: Sendable {
    private let state = Locked((next: 0, listeners: [Int: AsyncStream<Element>.Continuation]()))

    init() {}

    func send(_ element: Element) {
        let listeners = state.withLock { $0.listeners.values.map(\.self) }
        for listener in listeners { listener.yield(element) }
    }

    func stream() -> AsyncStream<Element> {
        AsyncStream { continuation in
            let number = state.withLock { state in
                state.next += 1
                state.listeners[state.next] = continuation
                return state.next
            }
            continuation.onTermination = { [weak self] _ in
                _ = self?.state.withLock { $0.listeners.removeValue(forKey: number) }
            }
        }
    }

    deinit { state.withLock { for listener in $0.listeners.values { listener.finish() } } }
}
