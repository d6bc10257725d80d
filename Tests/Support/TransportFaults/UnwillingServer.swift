import Foundation
import LoopbackServer

/// A server that reads a part of each request, and then resets the connection, closes it, or refuses the request.
final class UnwillingServer: Sendable {
    private enum End: CaseIterable { case reset, close, refusal }

    let url: URL

    init() throws {
        let (socket, port) = try Sockets.listen()
        guard let url = URL(string: "http://127.0.0.1:\(port)/") else { throw URLError(.badURL) }
        self.url = url
        Thread.detachNewThread {
            for number in 0... {
                let connection = accept(socket, nil, nil)
                guard connection >= 0 else { return }
                Thread.detachNewThread { Self.serve(connection, number: number) }
            }
        }
    }

    private static func serve(_ connection: Int32, number: Int) {
        // From the head alone up to most of the body.
        let part = number * 37_000 % 370_000
        var buffer: [UInt8] = []
        while buffer.count <= part, Sockets.receive(connection, &buffer) {}
        switch End.allCases[number % End.allCases.count] {
        case .reset: Sockets.breakOnClose(connection)
        case .close: break
        case .refusal:
            _ = Sockets.send(
                connection, "HTTP/1.1 413 Too Large\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
        }
        close(connection)
    }
}
