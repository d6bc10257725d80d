import Foundation
import LoopbackServer

/// A port of the loopback with a thread for each connection.
final class Listener: @unchecked Sendable {
    let port: UInt16
    private let socket: Int32
    private let lock = NSLock()
    private var isStopped = false

    /// Listens until `stop()`. Each connection is closed when `serve` returns.
    init(_ serve: @escaping @Sendable (Connection) -> Void) throws {
        (socket, port) = try Sockets.listen()
        Thread.detachNewThread { [self] in
            while !lock.withLock({ isStopped }) {
                guard Sockets.isReady(socket), let accepted = Sockets.accept(socket) else { continue }
                Thread.detachNewThread {
                    let connection = Connection(accepted)
                    serve(connection)
                    connection.close()
                }
            }
            Sockets.close(socket)
        }
    }

    func stop() { lock.withLock { isStopped = true } }
}
