#if WebSocket
    import Foundation
    import Methodical
    import MethodicalStreams
    import MethodicalWebSocket
    import SocketServer
    import Testing

    /// Tests of sockets with generated code, over a real connection.
    @Suite struct SocketTests {
        private func client(of server: SocketServer) -> StreamsAPI {
            StreamsAPI(
                account: Account(id: 1, token: Token("t")), transport: WebSocketTransport(),
                configuration: Client.Configuration(baseURL: server.baseURL, retries: .never))
        }

        @Test("Generated code opens a socket with its arguments, and models travel both ways")
        func bothWays() async throws {
            let requests = Locked<[String]>([])
            let messages = Locked<[String]>([])
            let server = try await SocketServer { connection in
                let request = try await connection.open()
                requests.withLock { $0 += request.prefix(1) }
                while let frame = try await connection.message() {
                    messages.withLock { $0.append(frame.text) }
                    try await connection.send(#"{"id": 8, "text": "heard"}"#)
                }
            }
            let room = try await client(of: server).rooms.join(room: 7, since: Date(timeIntervalSince1970: 5)).connect()
            try await room.send(StreamsAPI.Note(id: 7, text: "…"))
            var notes = room.makeAsyncIterator()
            let note = try #require(try await notes.next())
            #expect(note.id == 8 && note.text == "heard")
            await room.close()
            #expect(try await notes.next() == nil)
            #expect(requests.withLock { $0 } == ["GET /rooms/7/socket?since=5 HTTP/1.1"])
            #expect(messages.withLock { $0 } == [#"{"id":7,"text":"…"}"#])
        }

        @Test("A socket that only receives ends with the server, and a message of the wrong type is an error")
        func receiving() async throws {
            let server = try await SocketServer { connection in
                try await connection.open()
                try await connection.send(#"{"id": 1}"#)
                try await connection.close(1000)
            }
            var ids: [Int] = []
            for try await note in try await client(of: server).rooms.watch().connect() {
                ids.append(note.id)
            }
            #expect(ids == [1])
            let wrong = try await SocketServer { connection in
                try await connection.open()
                try await connection.send(#"{"id": "one", "text": 1}"#)
                _ = try await connection.untilClosed()
            }
            let error = await #expect(throws: APIError.self) {
                for try await note in try await client(of: wrong).rooms.watch().reading(.strict).connect() {
                    Issue.record("\(note)")
                }
            }
            #expect(error?.code == .undecodable && error?.method == "rooms.watch")
        }
    }
#endif
