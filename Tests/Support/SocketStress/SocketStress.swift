import Foundation
import Methodical
import MethodicalStreams
import MethodicalWebSocket
import SocketServer

/// A program for long tests of WebSockets:
///
/// - `SocketStress autobahn PORT` sends back the messages of each case of a fuzzing server.
/// - `SocketStress soak COUNT` exchanges messages with a server of its own, which kills connections, and prints the
///   figures. It fails if one is lost on a connection that stands, if one is changed, or if the memory grows.
@main struct SocketStress {
    static func main() async throws {
        #if WebSocket
            let arguments = CommandLine.arguments
            guard arguments.count == 3, let number = Int(arguments[2]) else {
                print("usage: SocketStress autobahn PORT | soak COUNT")
                exit(2)
            }
            switch arguments[1] {
            case "autobahn": try await Echo(port: number).run()
            case "soak": exit(try await Soak(count: number).run() ? 0 : 1)
            default: exit(2)
            }
        #endif
    }
}

#if WebSocket
    /// A client that sends back what it receives.
    private struct Echo {
        private let transport = WebSocketTransport()
        private let port: Int

        init(port: Int) {
            self.port = port
        }

        func run() async throws {
            let count = Int(try await open("getCaseCount").receive().text) ?? 0
            for number in 1...count {
                do {
                    let socket = try await open("runCase?case=\(number)")
                    while true {
                        try await socket.send(socket.receive())
                    }
                } catch {
                    // The end of the case. The server knows whether it is the right one.
                }
            }
        }

        private func open(_ path: String) async throws -> any Socket {
            guard let url = URL(string: "http://127.0.0.1:\(port)/\(path)") else {
                throw URLError(.badURL)
            }
            let limits = SocketLimits(largestMessage: 64 << 20)
            switch try await transport.openSocket(HTTPRequest(verb: .get, url: url), limits: limits) {
            case .open(let socket): return socket
            case .refused(let response): throw APIError(.connection, "refused with \(response.status)")
            }
        }
    }

    /// An exchange of many messages.
    private struct Soak {
        private let count: Int
        /// The number of messages after which the server ends each connection.
        private let perConnection = 50_000
        /// The number of messages that are on their way at a time.
        private let window = 64

        init(count: Int) {
            self.count = count
        }

        /// Returns a Boolean value that indicates success.
        func run() async throws -> Bool {
            let server = try await SocketServer { [perConnection] connection in
                try await connection.open()
                for _ in 0..<perConnection {
                    guard let frame = try await connection.message() else { return }
                    try await connection.send(SocketServerConnection.frame(.text, frame.bytes))
                }
                await connection.kill()
            }
            let time = TimeSource(now: { Date() }, sleep: { _ in await Task.yield() })
            let client = Client(
                APIDescription(name: "Soak", baseURL: server.baseURL),
                transport: WebSocketTransport(),
                configuration: Client.Configuration(time: time))
            let method = APIEngine.Method("echo", .get, "echo", reads: true)
            let request = SocketRequest<JSON, JSON>(Call(client, method)).pinging(every: nil)
            let connection = try await request.greeting { [.integer(-1)] }.connect()
            let begin = ContinuousClock.now
            let result = try await exchange(over: connection)
            await connection.close()
            let seconds = (ContinuousClock.now - begin) / .seconds(1)
            print(
                "\(result.received) messages each way over \(result.connections) connections in \(Int(seconds)) s, "
                    + "\(Int(Double(result.received) / seconds)) a second; "
                    + "memory \(result.memory.map { $0 >> 20 }) MiB")
            let growth = (result.memory.last ?? 0) - (result.memory.dropFirst(2).first ?? 0)
            return result.received == count && growth < 16 << 20
        }

        /// The figures of an exchange.
        private struct Result {
            var received = 0
            var connections = 0
            /// The memory of the process in bytes, after each tenth of the messages.
            var memory: [Int] = []
        }

        /// Sends all numbers, and receives them in their order.
        private func exchange(over connection: SocketConnection<JSON, JSON>) async throws -> Result {
            var result = Result()
            var sent = 0
            let tenth = max(count / 10, 1)
            for try await message in connection {
                if message == .integer(-1) {
                    // Of a new connection. What was on its way over the last one is sent again.
                    result.connections += 1
                    sent = result.received
                } else if message == .integer(result.received) {
                    result.received += 1
                } else {
                    print("expected \(result.received), found \(message)")
                    return result
                }
                if result.received == count {
                    break
                }
                if result.received / tenth > result.memory.count {
                    result.memory.append(Self.residentMemory())
                }
                while sent < min(result.received + window, count) {
                    // A message that cannot be sent is sent again over the next connection.
                    try? await connection.send(.integer(sent))
                    sent += 1
                }
            }
            return result
        }

        /// The memory of the process in bytes, or 0 on systems without `/proc`.
        private static func residentMemory() -> Int {
            let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
            return (fields.count > 1 ? Int(fields[1]) ?? 0 : 0) * 4096
        }
    }
#endif
