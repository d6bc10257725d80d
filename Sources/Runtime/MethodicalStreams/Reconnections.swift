import Methodical

/// The pauses between the connections of a stream or a socket.
struct Reconnections {
    /// The longest pause that failed attempts cause. A connection that lasted longer did not fail.
    private static var longestPause: Duration { .seconds(60) }
    /// The pause before another connection if the server names none. The standard of server-sent events leaves it to
    /// the client, and suggests a few seconds.
    private static var usualPause: Duration { .seconds(3) }

    /// The number of connections and attempts in a row that have brought nothing.
    private var attempts = 0
    /// The instant at which the connection was opened, or `nil` if it has brought something.
    private var openedWithoutElement: ContinuousClock.Instant?

    /// Records that a connection was opened.
    mutating func open(at instant: ContinuousClock.Instant) {
        openedWithoutElement = instant
    }

    /// Records that an element or a message has arrived.
    mutating func receive() {
        attempts = 0
        openedWithoutElement = nil
    }

    /// Records that no connection could be made.
    mutating func fail() {
        attempts += 1
    }

    /// Records the end of a connection. Some servers in trouble end each one soon and without an element.
    mutating func lose(at instant: ContinuousClock.Instant) {
        guard let opened = openedWithoutElement else { return }
        if instant - opened < Self.longestPause {
            attempts += 1
        } else {
            attempts = 0
        }
    }

    /// Returns the pause before the next connection. Each failed attempt doubles it, up to a minute.
    ///
    /// - Parameter asked: The pause that the server asks for, or `nil` if it names none.
    func pause(asked: Duration?) -> Duration {
        // A server that asks for no pause must not keep the client busy.
        let first = max(asked ?? Self.usualPause, .milliseconds(20))
        guard attempts > 0 else {
            return first
        }
        // The exponent is limited so that the shift cannot overflow.
        let doubled = max(first, .milliseconds(100)) * (1 << min(attempts, 16))
        return max(first, min(doubled, Self.longestPause))
    }
}
