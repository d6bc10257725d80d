#if WebSocket
    import Foundation
    import Methodical
    import MethodicalStreams
    import MethodicalWebSocket
    import SocketServer
    import Testing

    /// Tests of messages, pings and the handshake.
    @Suite struct SocketTests {
        // MARK: Messages

        @Test("Values travel both ways as JSON in frames that are masked as the standard demands")
        func values() async throws {
            let frames = Record<SocketServerConnection.Frame>()
            let server = try await SocketServer { connection in
                try await connection.open()
                while let frame = try await connection.message() {
                    frames.add(frame)
                    try await connection.send(#"{"heard": \#(frame.text)}"#)
                }
            }
            let chat = try await Service(server.baseURL).chat().connect()
            var messages = chat.makeAsyncIterator()
            for value in [JSON.integer(1), "ä€𝄞", ["a": [true, .null]]] {
                try await chat.send(value)
                #expect(try await messages.next() == ["heard": value])
            }
            await chat.close()
            #expect(try await messages.next() == nil)
            #expect(frames.all.map(\.opcode) == [1, 1, 1] && frames.all.allSatisfy(\.isMasked))
        }

        @Test("Bytes travel as binary messages of any length", arguments: [0, 125, 126, 65535, 65536, 3_000_000])
        func bytes(count: Int) async throws {
            let server = try await SocketServer { connection in
                try await connection.open()
                while let frame = try await connection.message() {
                    try await connection.send(SocketServerConnection.frame(.binary, frame.bytes))
                }
            }
            let socket = try await Service(server.baseURL).bytes().connect()
            let sent = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
            try await socket.send(sent)
            var messages = socket.makeAsyncIterator()
            #expect(try await messages.next() == sent)
        }

        @Test("Fragments become one message, with control frames between them and characters across them")
        func fragments() async throws {
            let pongs = Record<String>()
            let server = try await SocketServer { connection in
                try await connection.open()
                let text = Array(#""ä€𝄞""#.utf8)
                for (index, byte) in text.enumerated() {
                    try await connection.send(
                        SocketServerConnection.frame(
                            index == 0 ? .text : .continuation, [byte], isLast: false))
                    try await connection.send(SocketServerConnection.frame(.ping, [UInt8(index)]))
                    if let pong = try await connection.frame(), pong.opcode == 10 {
                        pongs.add(pong.text)
                    }
                }
                try await connection.send(SocketServerConnection.frame(.continuation))
                try await connection.close(1000)
            }
            let (messages, error) = await collect(try await Service(server.baseURL).news().connect())
            #expect(messages == ["ä€𝄞"] && error == nil)
            #expect(pongs.all.count == 11)
        }

        @Test("A ping returns the time until its pong, while a task reads")
        func pings() async throws {
            let server = try await SocketServer { connection in
                try await connection.open()
                _ = try await connection.message()
            }
            let chat = try await Service(server.baseURL).chat().connect()
            let reader = Task { await collect(chat) }
            #expect(try await chat.ping() > .zero)
            await chat.close()
            #expect(await reader.value.error == nil)
            let error = await #expect(throws: APIError.self) { try await chat.ping() }
            #expect(error?.code == .connection)
        }

        @Test("A message that does not match the schema ends the connection with an error that names the place")
        func mismatches() async throws {
            let code = Record<Int?>()
            let server = try await SocketServer { connection in
                try await connection.open()
                try await connection.send("[1, 2")
                code.add(try await connection.untilClosed())
            }
            let (messages, error) = await collect(try await Service(server.baseURL).chat().connect())
            #expect(messages.isEmpty && error?.code == .undecodable && error?.method == "chat")
            #expect(error?.problem != nil)
            try await until { code.all == [1001] }
        }

        @Test("An error in the API's envelope is thrown")
        func envelope() async throws {
            let server = try await SocketServer { connection in
                try await connection.open()
                try await connection.send(#"{"error": {"code": 15, "message": "no room"}}"#)
                _ = try await connection.untilClosed()
            }
            let (_, error) = await collect(try await Service(server.baseURL).chat().connect())
            #expect(error?.code == .server && error?.server?.message == "no room")
        }

        // MARK: The handshake

        @Test("The request carries the token, the fields of the call and those of the handshake, and is signed")
        func handshake() async throws {
            let head = Record<[String]>()
            let server = try await SocketServer { connection in
                head.add(try await connection.open(["Sec-WebSocket-Protocol: chat.v2"]))
                _ = try await connection.untilClosed()
            }
            struct Signer: RequestSigner {
                func sign(_ request: inout HTTPRequest, at date: Date) { request.headers["X-Signature"] = "signed" }
            }
            let service = Service(server.baseURL) { $0.signer = Signer() }
            let chat = try await service.chat().header("Sec-WebSocket-Protocol", "chat.v1, chat.v2").connect()
            #expect(chat.subprotocol == "chat.v2")
            // The client may be connected before the server has noted the request.
            try await until { !head.all.isEmpty }
            let lines = try #require(head.all.first)
            #expect(lines.first == "GET /chat HTTP/1.1")
            for line in [
                "Authorization: Bearer secret-token", "X-Signature: signed", "Host: 127.0.0.1:\(server.port)",
                "Sec-WebSocket-Version: 13", "Sec-WebSocket-Protocol: chat.v1, chat.v2",
            ] {
                #expect(lines.contains(line))
            }
            #expect(!lines.contains { $0.hasPrefix("Sec-WebSocket-Extensions") })
            #expect(Set(lines.map { $0.prefix { $0 != ":" }.lowercased() }).count == lines.count)
        }

        @Test("A refusal is an error with its status and the server's message, and a refused token is replaced once")
        func refusals() async throws {
            let tokens = Record<String>()
            let server = try await SocketServer { connection in
                let lines = try await connection.request()
                let token = lines.first { $0.hasPrefix("Authorization") } ?? ""
                let number = tokens.add(token)
                let (status, body) =
                    number == 1 ? ("401 Unauthorized", "") : ("403 Forbidden", #"{"error": {"message": "banned"}}"#)
                let head = "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                try await connection.send(Array((head + body).utf8))
            }
            struct Refresher: TokenRefresher {
                func refresh(_ token: Token, of account: Account.ID) -> Token { Token("new") }
            }
            let account = Account(id: 1, token: Token("old"), refresher: Refresher())
            let client = Client(
                Service.api, account: account, transport: WebSocketTransport(),
                configuration: Client.Configuration(baseURL: server.baseURL))
            let error = await #expect(throws: APIError.self) { try await Service(client: client).chat().connect() }
            #expect(error?.status == 403 && error?.server?.message == "banned")
            #expect(tokens.all == ["Authorization: Bearer old", "Authorization: Bearer new"])
        }

        @Test(
            "A response that does not complete the handshake is an error",
            arguments: [
                "accept", "extension", "protocol", "success", "redirect", "garbage", "nothing",
            ])
        func wrongHandshakes(kind: String) async throws {
            let server = try await SocketServer { connection in
                switch kind {
                case "accept": try await connection.open(accept: "AAAAAAAAAAAAAAAAAAAAAAAAAAA=")
                case "extension": try await connection.open(["Sec-WebSocket-Extensions: permessage-deflate"])
                case "protocol": try await connection.open(["Sec-WebSocket-Protocol: mqtt"])
                case "success":
                    _ = try await connection.request()
                    try await connection.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8))
                case "redirect":
                    _ = try await connection.request()
                    let head = "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n"
                    try await connection.send(Array(head.utf8))
                case "garbage":
                    _ = try await connection.request()
                    try await connection.send(Array("SSH-2.0-OpenSSH_9.6\r\n\r\n".utf8))
                default: return
                }
                _ = try await connection.frame()
            }
            let error = await #expect(throws: APIError.self) {
                try await Service(server.baseURL) { $0.retries.attempts = 1 }.chat().connect()
            }
            switch kind {
            case "success": #expect(error?.code == .undecodable)
            case "redirect": #expect(error?.status == 302)
            default: #expect(error?.code == .connection)
            }
        }

        @Test("A server that does not respond in time is an error, and so is one that nobody runs")
        func silence() async throws {
            let server = try await SocketServer { connection in
                _ = try await connection.request()
                _ = try await connection.frame()
            }
            let service = Service(server.baseURL) {
                $0.retries.attempts = 1
                $0.time = .system
            }
            let late = await #expect(throws: APIError.self) {
                try await service.chat().timeout(.milliseconds(200)).connect()
            }
            #expect(late?.code == .timedOut)
            let none = await #expect(throws: APIError.self) {
                try await Service("ws://127.0.0.1:1/") { $0.retries.attempts = 1 }.chat().connect()
            }
            #expect(none?.code == .connection)
        }

        @Test("A socket without TLS opens only on this machine, and other transports say what to do")
        func rules() async throws {
            let plain = await #expect(throws: APIError.self) {
                try await Service("ws://example.com/").chat().connect()
            }
            #expect(plain?.code == .invalidRequest && plain?.message?.contains("insecureHosts") == true)
            struct Other: Transport {
                func send(_ request: HTTPRequest) -> HTTPResponse { HTTPResponse(status: 200) }
            }
            let client = Client(Service.api, transport: Other())
            let other = await #expect(throws: APIError.self) { try await Service(client: client).chat().connect() }
            #expect(other?.message?.contains("MethodicalWebSocket") == true)
            #if canImport(FoundationNetworking)
                let system = Client(Service.api)
                let error = await #expect(throws: APIError.self) { try await Service(client: system).chat().connect() }
                #expect(error?.message?.contains("MethodicalWebSocket") == true)
            #endif
        }

        @Test("Other requests go through the transport for calls")
        func calls() async throws {
            struct Calls: Transport {
                func send(_ request: HTTPRequest) -> HTTPResponse {
                    HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Data("7".utf8))
                }
            }
            let client = Client(Service.api, transport: WebSocketTransport(calls: Calls()))
            #expect(try await Request<Int>(Call(client, .init("get", .get, "get", reads: true))).send() == 7)
        }
    }

    /// Waits for a condition. The test's time limit ends it if the condition never holds.
    func until(_ condition: () -> Bool) async throws {
        while !condition() {
            try await Task.sleep(for: .milliseconds(5))
        }
    }
#endif
