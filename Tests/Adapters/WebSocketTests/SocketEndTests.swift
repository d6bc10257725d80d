#if WebSocket
    import Foundation
    import Methodical
    import MethodicalStreams
    import SocketServer
    import Testing

    /// Tests of the ends of connections: by the server, by the caller, by release and by cancellation.
    @Suite struct SocketEndTests {
        @Test("The loop ends when the server closes as planned", arguments: [1000, nil])
        func plannedEnd(code: Int?) async throws {
            let reply = Record<Int?>()
            let server = try await SocketServer { connection in
                try await connection.open()
                try await connection.send("1")
                try await connection.send(
                    code.map { SocketServerConnection.closeFrame($0) } ?? SocketServerConnection.frame(.close))
                reply.add(try await connection.untilClosed())
            }
            let chat = try await Service(server.baseURL).chat().connect()
            let (messages, error) = await collect(chat)
            #expect(messages == [1] && error == nil)
            try await until { reply.all == [code] }
            let late = await #expect(throws: APIError.self) { try await chat.send(1) }
            #expect(late?.code == .connection)
        }

        @Test(
            "Any other code is a typed error, without the secrets of its reason",
            arguments: [1002, 1008, 3000, 4999])
        func closeCodes(code: Int) async throws {
            let server = try await SocketServer { connection in
                try await connection.open()
                try await connection.close(code, "token secret-token is banned")
            }
            let (_, error) = await collect(try await Service(server.baseURL).chat().connect())
            #expect(error?.code == .closed && error?.closeCode == SocketCloseCode(rawValue: code))
            #expect(error?.cause?.message == "token <secret> is banned")
            #expect(error.map { !"\($0)".contains("secret-token") } == true)
        }

        @Test("To close sends the code and the reason, and ends the loop")
        func ownEnd() async throws {
            let frames = Record<SocketServerConnection.Frame>()
            let server = try await SocketServer { connection in
                try await connection.open()
                if let frame = try await connection.frame() {
                    frames.add(frame)
                    try await connection.send(SocketServerConnection.frame(.close, frame.bytes))
                }
            }
            let chat = try await Service(server.baseURL).chat().connect()
            let reader = Task { await collect(chat) }
            await chat.close(SocketCloseCode(rawValue: 4001), reason: String(repeating: "ä", count: 100))
            #expect(await reader.value.error == nil)
            let frame = try #require(frames.all.first)
            #expect(frame.closeCode == 4001 && frame.bytes.count == 2 + 122)
        }

        @Test("The connection ends when nothing refers to it, and when the task that reads is cancelled")
        func release() async throws {
            let codes = Record<Int?>()
            let server = try await SocketServer { connection in
                try await connection.open()
                codes.add(try await connection.untilClosed())
            }
            _ = try await Service(server.baseURL).chat().connect()
            try await until { codes.all == [1001] }
            let chat = try await Service(server.baseURL).chat().connect()
            let reader = Task { await collect(chat) }
            reader.cancel()
            #expect(await reader.value.error?.code == .cancelled)
            try await until { codes.all == [1001, 1001] }
            let error = await #expect(throws: APIError.self) { try await chat.send(1) }
            #expect(error?.code == .connection)
        }

        @Test("A cancelled opening ends at once")
        func cancelledOpening() async throws {
            let begun = Record<Bool>()
            let server = try await SocketServer { connection in
                _ = try await connection.request()
                begun.add(true)
                _ = try await connection.frame()
            }
            let opening = Task { try await Service(server.baseURL).chat().connect() }
            try await until { !begun.all.isEmpty }
            opening.cancel()
            let error = await #expect(throws: APIError.self) { _ = try await opening.value }
            #expect(error?.code == .cancelled)
        }

        @Test("Only one task may read at a time")
        func readers() async throws {
            let server = try await SocketServer { connection in
                try await connection.open()
                while let frame = try await connection.message() {
                    try await connection.send(frame.text)
                }
            }
            let chat = try await Service(server.baseURL).chat().connect()
            let results = Record<JSON?>()
            await withTaskGroup(of: APIError.Code?.self) { readers in
                for _ in 1...2 {
                    readers.addTask {
                        do throws(APIError) {
                            var messages = chat.makeAsyncIterator()
                            results.add(try await messages.next())
                            return nil
                        } catch {
                            return error.code
                        }
                    }
                }
                // The reader that comes second fails, and the first one still waits.
                #expect(await readers.next() == .invalidRequest)
                try? await chat.send(5)
                #expect(await readers.next() == .some(nil))
            }
            #expect(results.all == [5])
        }
    }
#endif
