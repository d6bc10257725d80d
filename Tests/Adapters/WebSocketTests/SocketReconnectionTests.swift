#if WebSocket
    import Foundation
    import Methodical
    import MethodicalStreams
    import SocketServer
    import Testing

    /// Tests of connections that are lost and replaced.
    @Suite struct SocketReconnectionTests {
        @Test(
            "A connection that is killed is replaced, and the greeting is sent again",
            arguments: [nil, 1001, 1011, 1012])
        func replacement(code: Int?) async throws {
            let greetings = Record<String>()
            let server = try await SocketServer { connection in
                try await connection.open()
                guard let greeting = try await connection.message() else { return }
                let number = greetings.add(greeting.text)
                try await connection.send("\(number)")
                if number == 3 {
                    try await connection.close(1000)
                } else if let code {
                    try await connection.close(code)
                } else {
                    await connection.kill()
                }
            }
            let pauses = Pauses()
            let request = Service(server.baseURL, pauses: pauses).chat().greeting { ["subscribe"] }
            let (messages, error) = await collect(try await request.connect())
            #expect(messages == [1, 2, 3] && error == nil)
            #expect(greetings.all == Array(repeating: #""subscribe""#, count: 3))
            #expect(pauses.all.withLock { $0 } == [.seconds(3), .seconds(3)])
        }

        @Test("An error of the greeting ends the connection, unless it is one of the network")
        func greetingFails() async throws {
            struct Fault: Error {}
            let server = try await SocketServer { connection in
                try await connection.open()
                _ = try await connection.untilClosed()
            }
            let request = Service(server.baseURL).chat().greeting { throw Fault() }
            let error = await #expect(throws: APIError.self) { try await request.connect() }
            #expect(error?.code == .invalidRequest && error?.message?.contains("Fault") == true)
        }

        @Test("Pauses grow while connections bring no message, up to a minute")
        func pauses() async throws {
            let connections = Record<Bool>()
            let server = try await SocketServer { connection in
                try await connection.open()
                if connections.add(true) == 8 {
                    try await connection.send("1")
                    try await connection.close(1000)
                } else {
                    try await connection.settle()
                }
            }
            let pauses = Pauses()
            let (messages, error) = await collect(try await Service(server.baseURL, pauses: pauses).chat().connect())
            #expect(messages == [1] && error == nil)
            #expect(pauses.all.withLock { $0 } == [6, 12, 24, 48, 60, 60, 60].map { .seconds($0) })
        }

        @Test("A close frame that arrives together with the response is heard")
        func hastyClose() async throws {
            for _ in 1...20 {
                let server = try await SocketServer { connection in
                    try await connection.open()
                    try await connection.close(4001)
                }
                let (messages, error) = await collect(try await Service(server.baseURL).chat().connect())
                #expect(messages.isEmpty && error?.closeCode?.rawValue == 4001)
            }
        }

        @Test("A server that refuses the new connection ends the loop")
        func refusal() async throws {
            let connections = Record<Bool>()
            let server = try await SocketServer { connection in
                if connections.add(true) == 1 {
                    try await connection.open()
                    try await connection.send("1")
                    try await connection.settle()
                } else {
                    _ = try await connection.request()
                    try await connection.send(Array("HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n".utf8))
                }
            }
            let (messages, error) = await collect(try await Service(server.baseURL).chat().connect())
            #expect(messages == [1] && error?.status == 410)
        }

        @Test("A connection is not replaced if the caller does not want it")
        func noReplacement() async throws {
            let server = try await SocketServer { connection in
                try await connection.open()
                try await connection.send("1")
                try await connection.settle()
            }
            let request = Service(server.baseURL).chat().reconnecting(false)
            let (messages, error) = await collect(try await request.connect())
            #expect(messages == [1] && error?.code == .connection)
        }

        @Test("A connection whose server is silent and answers no ping is replaced")
        func silence() async throws {
            let connections = Record<Bool>()
            let server = try await SocketServer { connection in
                try await connection.open()
                // On a busy machine, a later connection may be taken for lost, too.
                if connections.add(true) > 1 {
                    try await connection.send("1")
                    try await connection.close(1000)
                }
                // Frames are read, and pings are not answered.
                while try await connection.frame() != nil {}
            }
            let time = TimeSource(now: { Date() }, sleep: { try await Task.sleep(for: min($0, .milliseconds(300))) })
            let request = Service(server.baseURL) { $0.time = time }.chat().pinging(every: .milliseconds(300))
            let (messages, error) = await collect(try await request.connect())
            #expect(messages == [1] && error == nil)
        }

        @Test("A server that answers pings may be silent for any time")
        func patience() async throws {
            let pings = Record<Bool>()
            let server = try await SocketServer { connection in
                try await connection.open()
                while let frame = try await connection.frame() {
                    if frame.opcode == 9 {
                        try await connection.send(SocketServerConnection.frame(.pong, frame.bytes))
                    }
                    if pings.add(true) == 5 {
                        try await connection.send("1")
                        try await connection.close(1000)
                    }
                }
            }
            let request = Service(server.baseURL) { $0.time = .system }.chat().pinging(every: .milliseconds(20))
            let (messages, error) = await collect(try await request.connect())
            #expect(messages == [1] && error == nil)
        }

        @Test("To close ends the pause before the next connection, and no message can be sent meanwhile")
        func closeInPause() async throws {
            let server = try await SocketServer { connection in
                try await connection.open()
                try await connection.settle()
            }
            let pausing = Record<Bool>()
            let time = TimeSource(
                now: { Date() },
                sleep: { _ in
                    pausing.add(true)
                    try await Task.sleep(for: .seconds(3600))
                })
            let chat = try await Service(server.baseURL) { $0.time = time }.chat().connect()
            let reader = Task { await collect(chat) }
            try await until { !pausing.all.isEmpty }
            let error = await #expect(throws: APIError.self) { try await chat.send(1) }
            #expect(error?.code == .connection)
            await chat.close()
            #expect(await reader.value.error == nil)
        }
    }
#endif
