import Foundation
import Methodical
import MethodicalTesting
import Testing
import VKAPI

/// Tests of bodies that are one argument, in stubs and recordings.
@Suite struct StubBodyTests {
    private func request(_ client: Client, _ title: String, _ list: Int) -> Request<JSON> {
        var call = Call(client, .init("tasks.replace", .put, "tasks", parameters: .query))
        call.add("body", ["title": .string(title)] as JSON, [.whole, .json])
        call.add("list", list)
        return Request(call)
    }

    @Test func aStubSeesTheBody() async throws {
        let stub = StubTransport()
        let vk = VK(account: .test, transport: stub)
        stub.on(request(vk.client, "", 0)) { call in JSON(call.arguments["body"] ?? "") ?? .null }
        #expect(try await request(vk.client, "a", 7).send() == ["title": "a"])
        #expect(stub.calls.last?.arguments == ["body": #"{"title":"a"}"#, "list": "7"])
    }

    @Test func recordingsTellBodiesApart() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bodies-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let stub = StubTransport()
        let vk = VK(account: .test, transport: RecordingTransport(stub, in: folder))
        stub.on(request(vk.client, "", 0)) { call in .string(call.arguments["body"] ?? "") }
        for title in ["a", "b"] { _ = try await request(vk.client, title, 7).send() }
        let replay = VK(account: .test, transport: try ReplayTransport(folder))
        for title in ["b", "a"] {
            #expect(try await request(replay.client, title, 7).send() == .string(#"{"title":"\#(title)"}"#))
        }
    }
}
