import Methodical

/// One end of two sockets that are connected in memory, for stubs.
package final class SocketPipe: Socket {
    package let headers: HTTPHeaders
    private let inbox: SocketInbox
    private let outbox: SocketInbox
    private let isServer: Bool

    private init(_ inbox: SocketInbox, outbox: SocketInbox, headers: HTTPHeaders, isServer: Bool) {
        self.inbox = inbox
        self.outbox = outbox
        self.headers = headers
        self.isServer = isServer
    }

    /// Returns the two ends. Messages wait at the other end without a limit.
    package static func pair(headers: HTTPHeaders = [:]) -> (client: SocketPipe, server: SocketPipe) {
        let toClient = SocketInbox(limit: .max) {}
        let toServer = SocketInbox(limit: .max) {}
        return (
            SocketPipe(toClient, outbox: toServer, headers: headers, isServer: false),
            SocketPipe(toServer, outbox: toClient, headers: headers, isServer: true)
        )
    }

    deinit {
        outbox.finish(SocketClosure(.goingAway, isByServer: isServer))
    }

    package func receive() async throws -> SocketMessage { try await inbox.take() }

    package func send(_ message: SocketMessage) async throws {
        try Task.checkCancellation()
        try ping()
        _ = outbox.put(message)
    }

    /// Throws the error of a pipe that has ended. The other end is always there.
    package func ping() throws {
        if let end = inbox.end {
            throw end
        }
    }

    package func close(_ code: SocketCloseCode, reason: String) async {
        let closure = SocketClosure(code, reason: reason, isByServer: isServer)
        inbox.finish(closure)
        outbox.finish(closure)
    }

    package func abort(_ error: any Error) {
        inbox.finish(error)
        outbox.finish(error)
    }
}
