import EachTransport
import Foundation
import LoopbackServer
import Methodical
import MethodicalStreams
import MethodicalTesting
import Testing

/// Stubs and recordings of streams.
@Suite(.eachTransport) struct StreamStubTests {
    @Test func aStubSendsElementsOneByOne() async throws {
        let stub = StubTransport()
        let service = Service("http://127.0.0.1", transport: stub)
        let received = Locked(0)
        stub.on(service.reply(to: "")) { call, send in
            send(["prompt": .string(call.arguments["prompt"] ?? "")])
            // The first element arrives before the second one is sent.
            try await until { received.withLock { $0 } == 1 }
            send("two\nlines")
        }
        var elements: [JSON] = []
        for try await element in service.reply(to: "hi") {
            elements.append(element)
            received.withLock { $0 += 1 }
        }
        #expect(elements == [["prompt": "hi"], "two\nlines"])
    }

    @Test func aStubRefusesOrBreaks() async throws {
        let stub = StubTransport()
        let service = Service("http://127.0.0.1", transport: stub)
        stub.on(service.reply(to: "")) { _, _ in throw ServerFailure(status: 429, "slow down") }
        #expect(await collect(service.reply(to: "hi")).error?.code == .rateLimited)
        stub.on(service.reply(to: "")) { _, send in
            send(1)
            throw URLError(.networkConnectionLost)
        }
        let (elements, error) = await collect(service.reply(to: "hi"))
        #expect(elements == [1])
        #expect(error?.code == .connection)
    }

    @Test func recordsAndReplaysStreams() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "streams-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try LoopbackServer { _ in stream("id: 1\ndata: [1]\n\ndata: secret-token\n\ndata: [DONE]\n\n") }
        let recording = RecordingTransport(TestedTransport.make(), in: folder)
        var first: [JSON] = []
        for try await element in Service(server.baseURL, transport: recording).reply(to: "hi") {
            first.append(element)
            break
        }
        #expect(first == [[1]])
        let file = folder.appending(path: "reply.json")
        try await until { FileManager.default.fileExists(atPath: file.path) }
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("secret-token"))
        let replay = Service(server.baseURL, transport: try ReplayTransport(folder))
        var replayed: [JSON] = []
        for try await element in replay.reply(to: "hi") {
            replayed.append(element)
            break
        }
        #expect(replayed == first)
    }
}
