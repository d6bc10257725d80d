#if WebSocket
    import Foundation
    import Methodical
    import MethodicalStreams
    import MethodicalTesting
    import Testing

    /// Tests of stubbed sockets.
    @Suite struct SocketStubTests {
        private let stub = StubTransport()

        private func service(_ pauses: Pauses? = nil) -> Service {
            let time = TimeSource(
                now: { Date() }, sleep: { pause in pauses?.all.withLock { $0.append(pause) } })
            let client = Client(
                Service.api, account: .test, transport: stub, configuration: Client.Configuration(time: time))
            return Service(client: client)
        }

        @Test("A stub is the server's side of a socket")
        func messages() async throws {
            let service = service()
            stub.on(service.chat()) { call, socket in
                try await socket.send(["method": .string(call.method)])
                for try await message in socket {
                    try await socket.send(["heard": message])
                }
            }
            let chat = try await service.chat().connect()
            var messages = chat.makeAsyncIterator()
            #expect(try await messages.next() == ["method": "chat"])
            try await chat.send("hi")
            #expect(try await messages.next() == ["heard": "hi"])
            #expect(try await chat.ping() >= .zero)
            await chat.close()
            #expect(try await messages.next() == nil)
            #expect(stub.calls.map(\.method) == ["chat"])
        }

        @Test("A stub refuses, closes with a code, or breaks the connection, which is replaced")
        func ends() async throws {
            let pauses = Pauses()
            let service = service(pauses)
            let count = Record<Bool>()
            stub.on(service.news()) { _, socket in
                switch count.add(true) {
                case 1: throw ServerFailure(status: 403, "members only")
                case 2:
                    try await socket.send(1)
                    throw URLError(.networkConnectionLost)
                case 3:
                    try await socket.send(2)
                    throw SocketClosure(.restarting)
                case 4: try await socket.send(3)
                default: throw SocketClosure(.policyViolation, reason: "no")
                }
            }
            let refusal = await #expect(throws: APIError.self) { try await service.news().connect() }
            #expect(refusal?.status == 403)
            let (elements, error) = await collect(try await service.news().connect())
            #expect(elements == [1, 2, 3] && error == nil)
            #expect(pauses.all.withLock { $0 } == [.seconds(3), .seconds(3)])
            let closed = await collect(try await service.news().connect()).error
            #expect(closed?.closeCode == .policyViolation && closed?.cause?.message == "no")
        }

        @Test("A stub sees that the client has closed the socket, and a call without a stub says so")
        func close() async throws {
            let service = service()
            let ends = Record<Bool>()
            stub.on(service.bytes()) { _, socket in
                for try await message in socket {
                    try await socket.send(message + message)
                }
                ends.add(true)
            }
            do {
                let socket = try await service.bytes().connect()
                try await socket.send(Data([1, 2]))
                var messages = socket.makeAsyncIterator()
                #expect(try await messages.next() == Data([1, 2, 1, 2]))
            }
            try await until { !ends.all.isEmpty }
            let error = await #expect(throws: APIError.self) { try await service.chat().connect() }
            #expect(error?.message?.contains("no stub for chat") == true)
        }
    }
#endif
