import Methodical

/// The waits for messages of a connection, by which pings know whether a server is silent.
final class SocketWaits: Sendable {
    /// The number of waits so far, and whether the last one goes on.
    private let state = Locked((number: 0, isWaiting: false))

    func begin() {
        state.withLock { state in
            state.number += 1
            state.isWaiting = true
        }
    }

    func end() { state.withLock { $0.isWaiting = false } }

    /// The number of the wait that goes on, or `nil` if no task waits for a message.
    private var current: Int? {
        state.withLock { $0.isWaiting ? $0.number : nil }
    }

    /// Sends pings while a task waits for messages and none arrives. Ends the socket if a pong does not come in time.
    ///
    /// It returns when its task is cancelled, or when the socket has ended.
    func keepAlive(_ socket: any Socket, every interval: Duration, time: TimeSource) async {
        while !Task.isCancelled {
            let before = current
            guard let _ = try? await time.sleep(interval) else { return }
            guard let before, before == current else { continue }
            let isAlive = await withTaskGroup(of: Bool?.self) { group in
                group.addTask { (try? await socket.ping()) != nil ? true : nil }
                group.addTask {
                    _ = try? await time.sleep(interval)
                    return false
                }
                let first = await group.next() ?? nil
                group.cancelAll()
                return first
            }
            guard let isAlive else { return }
            if !isAlive, before == current, !Task.isCancelled {
                return socket.abort(APIError(.timedOut, "the server has not responded to a ping"))
            }
        }
    }
}
