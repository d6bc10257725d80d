#if MockServer && WebSocket
    import Foundation
    import Methodical
    import MethodicalMock
    import MethodicalStreams
    import MethodicalWebSocket
    import Testing

    /// Tests of sockets of the mock server, by an independent client.
    @Suite struct MockSocketTests {
        private static let methods = """
            { "methods": [
              { "name": "rooms.join", "verb": "GET", "path": "rooms/{id}",
                "parameters": [{ "name": "id", "type": "integer", "required": true }],
                "stream": { "format": "socket", "sends": { "type": "object", "properties": { "say": { "type": "string" } } } },
                "response": { "type": "object", "required": ["said"], "properties": { "said": { "type": "string" } } } },
              { "name": "rooms.watch", "verb": "GET", "path": "watch", "stream": "socket", "response": { "type": "integer" } }
            ] }
            """

        private func withServer(_ body: (MockServer, Client) async throws -> Void) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "sockets-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let api = #"{ "name": "Rooms", "baseURL": "https://rooms.example/", "envelope": { "result": "data" } }"#
            try Data(api.utf8).write(to: folder.appending(path: "api.json"))
            try Data(Self.methods.utf8).write(to: folder.appending(path: "methods.json"))
            let server = try await MockServer.start(schemas: folder)
            let client = Client(
                APIDescription(
                    name: "Rooms", baseURL: "https://rooms.example/", envelope: APIEngine.Envelope(result: "data")),
                transport: WebSocketTransport(), configuration: .mock(server))
            try await body(server, client)
            await server.stop()
        }

        private func room(_ client: Client) -> SocketRequest<JSON, JSON> {
            var call = Call(client, .init("rooms.join", .get, "rooms/{id}", reads: true))
            call.add("id", 7, .path)
            return SocketRequest(call)
        }

        @Test("The server sends its elements, and then one for each message", .timeLimit(.minutes(5)))
        func messages() async throws {
            try await withServer { server, client in
                let room = try await room(client).connect()
                var messages = room.makeAsyncIterator()
                let first = try #require(try await messages.next())
                #expect(first["said"]?.stringValue != nil)
                try await room.send(["say": "hi"])
                var found = 1
                // The first element comes again after the last one.
                while try await messages.next() != first { found += 1 }
                #expect(found > 1)
                await room.close()
                #expect(server.calls.map(\.description) == ["rooms.join(id: 7)"])
            }
        }

        @Test("The server closes the socket if the client sends what the schema does not have", .timeLimit(.minutes(5)))
        func foreignMessages() async throws {
            try await withServer { _, client in
                let call = Call(client, .init("rooms.watch", .get, "watch", reads: true))
                let socket = try await SocketRequest<JSON, JSON>(call).connect()
                try await socket.send(1)
                var numbers = 0
                let error = await #expect(throws: APIError.self) {
                    for try await _ in socket { numbers += 1 }
                }
                #expect(numbers > 0 && error?.closeCode == .unsupportedData)
            }
        }
    }
#endif
