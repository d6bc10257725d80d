import Methodical

/// A source of events with any number of listeners.
///
/// Each event goes to the streams that exist when it is sent. A stream keeps events until its listener takes them, so
/// the sender never waits.
package final class Broadcast<Element: Sendable>: Sendable {
    private let state = Locked((next: 0, listeners: [Int: AsyncStream<Element>.Continuation]()))

    package init() {}

    package func send(_ element: Element) {
        let listeners = state.withLock { $0.listeners.values.map(\.self) }
        for listener in listeners {
            listener.yield(element)
        }
    }

    /// Returns a stream of the events that are sent from now on. It ends with the broadcast.
    package func stream() -> AsyncStream<Element> {
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
