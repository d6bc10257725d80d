#if AsyncHTTPClient
    import Foundation
    import LoopbackServer
    import Methodical
    import MethodicalAsyncHTTPClient
    import Testing

    /// The tests of servers that mix up the exchanges of a connection.
    struct ConnectionOrderTests {
        /// Two requests that share a connection, so that the second one waits for the first response.
        @Test func aSecondResponseInOneWriteIsNotThatOfTheWaitingRequest() async throws {
            for length in [2, 1_000, 50_000, 300_000] {
                let server = try LoopbackServer { request in
                    let body = "\(request.target) " + String(repeating: "x", count: length)
                    let response = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
                    return .live { send in _ = send(Data((response + response).utf8)) }
                }
                let transport = AsyncHTTPClientTransport(SessionOptions { $0.connectionsPerHost = 1 })
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 0..<20 {
                        group.addTask {
                            let url = try #require(URL(string: "\(server.baseURL)/\(number)"))
                            do {
                                let response = try await transport.send(HTTPRequest(verb: .get, url: url))
                                #expect(response.body.starts(with: Data("/\(number) ".utf8)))
                            } catch let error as URLError {
                                #expect(error.code == .networkConnectionLost)
                            }
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }

        @Test func aSuccessBeforeTheEndOfTheBodyWaitsForTheEndOfTheBody() async throws {
            let server = try EarlyServer(readsAtOnce: true)
            let request = try server.request()
            for _ in 0..<3 {
                let response = try await AsyncHTTPClientTransport().send(request)
                #expect(response.status == 200)
                #expect(response.body == Data("early".utf8))
            }
            // The transports are gone, and so are their connections.
            while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(20)) }
            #expect(server.connections == 3)
        }

        @Test func aSuccessOfAServerThatReadsNoMoreLeavesNoConnection() async throws {
            let server = try EarlyServer(readsAtOnce: false)
            var request = try server.request()
            request.timeout = .seconds(1)
            for _ in 0..<3 {
                do {
                    _ = try await AsyncHTTPClientTransport().send(request)
                    Issue.record("the request has succeeded without its body")
                } catch let error as URLError {
                    #expect(error.code == .timedOut)
                }
            }
            server.readRest()
            while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(20)) }
        }
    }

    /// A server that responds to each request after the first bytes of its body.
    private final class EarlyServer: Sendable {
        let port: UInt16
        private let socket: Int32
        private let counts = Locked((all: 0, open: 0))
        private let mayRead: Locked<Bool>

        var connections: Int { counts.withLock { $0.all } }
        var openConnections: Int { counts.withLock { $0.open } }

        init(readsAtOnce: Bool) throws {
            mayRead = Locked(readsAtOnce)
            (socket, port) = try Sockets.listen()
            Thread.detachNewThread { [socket, counts, mayRead] in
                while let connection = Sockets.accept(socket) {
                    counts.withLock { counts in
                        counts.all += 1
                        counts.open += 1
                    }
                    Thread.detachNewThread {
                        Self.serve(connection, mayRead)
                        Sockets.close(connection)
                        counts.withLock { $0.open -= 1 }
                    }
                }
                Sockets.close(socket)
            }
        }

        deinit { Sockets.shutDown(socket) }

        /// Returns a request with a body that fits into no buffer on its way.
        func request() throws -> HTTPRequest {
            let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
            return HTTPRequest(verb: .post, url: url, body: Data(count: 50_000_000))
        }

        /// Lets connections read the rests of their requests.
        func readRest() { mayRead.withLock { $0 = true } }

        private static func serve(_ connection: Int32, _ mayRead: Locked<Bool>) {
            var bytes: [UInt8] = []
            while bytes.count < 1_000 { guard Sockets.receive(connection, &bytes) else { return } }
            guard Sockets.send(connection, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly") else { return }
            while !mayRead.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.01) }
            repeat { bytes.removeAll(keepingCapacity: true) } while Sockets.receive(connection, &bytes)
        }
    }
#endif
