import Methodical

import struct Foundation.Data

/// The messages of a socket that have arrived and have not been read, with a limit for their bytes.
///
/// The side that fills it stops when ``put(_:)`` returns `false`, and continues when it hears that there is room again.
package final class SocketInbox: Sendable {
    private struct State {
        var messages: [SocketMessage] = []
        /// The number of messages that were taken from the beginning of the list.
        var taken = 0
        var bytes = 0
        var end: (any Error)?
        var reader: CheckedContinuation<Void, Never>?
        /// Indicates whether the side that fills the inbox waits for room.
        var isFull = false

        var isEmpty: Bool { taken == messages.count }

        /// Removes the reader that waits, to be resumed outside of the lock.
        mutating func takeReader() -> CheckedContinuation<Void, Never>? {
            defer { reader = nil }
            return reader
        }

        /// Removes the oldest message, or returns `nil` if there is none.
        mutating func take() -> SocketMessage? {
            guard !isEmpty else { return nil }
            let message = messages[taken]
            messages[taken] = SocketMessage(.binary, bytes: Data())
            taken += 1
            // Half of the list, so that each message is moved at most once on average.
            if taken * 2 >= messages.count {
                messages.removeFirst(taken)
                taken = 0
            }
            bytes -= SocketInbox.size(of: message)
            return message
        }
    }

    private enum Step { case message(SocketMessage, makesRoom: Bool), end(any Error), waits }

    private let state = Locked(State())
    private let limit: Int
    private let onRoom: @Sendable () -> Void

    /// Creates an inbox.
    ///
    /// - Parameters:
    ///   - limit: The number of bytes from which on the inbox is full.
    ///   - onRoom: A function that is called when a full inbox has room again. It must not call the inbox.
    package init(limit: Int, onRoom: @escaping @Sendable () -> Void) {
        self.limit = limit
        self.onRoom = onRoom
    }

    /// The memory of a message. Empty ones count too, because a server may send any number of them.
    private static func size(of message: SocketMessage) -> Int { message.bytes.count + 64 }

    /// Adds a message. Returns `false` if no further one should follow until there is room.
    package func put(_ message: SocketMessage) -> Bool {
        let (reader, hasRoom) = state.withLock { state in
            guard state.end == nil else {
                return (CheckedContinuation<Void, Never>?.none, true)
            }
            state.messages.append(message)
            state.bytes += Self.size(of: message)
            state.isFull = state.bytes > limit
            return (state.takeReader(), !state.isFull)
        }
        reader?.resume()
        return hasRoom
    }

    /// Ends the inbox. Its messages can still be taken, and then the error is thrown. A second end has no effect.
    package func finish(_ error: any Error) {
        let reader = state.withLock { state in
            if state.end == nil {
                state.end = error
            }
            return state.takeReader()
        }
        reader?.resume()
    }

    /// The error that ended the inbox, or `nil` before.
    package var end: (any Error)? { state.withLock { $0.end } }

    /// Indicates whether the side that fills the inbox should wait.
    package var isFull: Bool { state.withLock { $0.isFull } }

    /// Waits for the next message. Only one task may wait at a time.
    package func take() async throws -> SocketMessage {
        while true {
            switch state.withLock({ step(in: &$0) }) {
            case .message(let message, let makesRoom):
                if makesRoom {
                    onRoom()
                }
                return message
            case .end(let error): throw error
            case .waits: try await arrival()
            }
        }
    }

    private func step(in state: inout State) -> Step {
        guard let message = state.take() else {
            return state.end.map { .end($0) } ?? .waits
        }
        let makesRoom = state.isFull && state.bytes <= limit
        if makesRoom {
            state.isFull = false
        }
        return .message(message, makesRoom: makesRoom)
    }

    /// Waits for a change. Throws if the task is cancelled.
    private func arrival() async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isLate = state.withLock { state in
                    if Task.isCancelled || !state.isEmpty || state.end != nil {
                        return true
                    }
                    state.reader = continuation
                    return false
                }
                if isLate {
                    continuation.resume()
                }
            }
        } onCancel: {
            state.withLock { $0.takeReader() }?.resume()
        }
        try Task.checkCancellation()
    }
}
