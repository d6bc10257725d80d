import Foundation
import HuabanAPI
import LoopbackServer
import Methodical
import MethodicalTesting
import Testing
import VKAPI

@Suite struct RecordingTests {
    @Test func recordThenReplay() async throws {
        try await Self.inFolder { folder in
            let server = try LoopbackServer { request in
                .http(
                    200, ["Content-Type: application/json"],
                    #"{"response": [{"id": 1, "first_name": "Ada of the-token"}]}"#)
            }
            let configuration = Client.Configuration(baseURL: server.baseURL)
            let account = Account(id: 1, token: Token("the-token", refresh: "the-refresh"))
            let recording = VK(
                account: account, transport: RecordingTransport(URLSessionTransport(), in: folder),
                configuration: configuration)
            let recorded = try await recording.users.get(userIDs: [1]).send()
            #expect(recorded[0].firstName == "Ada of the-token")

            let replay = VK(
                account: .test, transport: try ReplayTransport(folder),
                configuration: Client.Configuration(retries: .never))
            #expect(try await replay.users.get(userIDs: [1]).send()[0].firstName == "Ada of <secret>")
            let error = await #expect(throws: APIError.self) { try await replay.users.get(userIDs: [2]).send() }
            #expect(error?.code == .offline)
            #expect(error?.message?.hasSuffix("with user_ids=1") == true, "\(String(describing: error))")
            #expect(server.received.count == 1)
        }
    }

    /// A second run adds its responses and replaces those to equal calls.
    @Test func aSecondRecording() async throws {
        try await Self.inFolder { folder in
            let transport = StubTransport()
            func record(_ id: Int, _ name: String) async throws {
                let vk = VK(account: .test, transport: RecordingTransport(transport, in: folder))
                transport.on(vk.users.get()) { _ in try [VK.User](json: #"[{"id": 1, "first_name": "\#(name)"}]"#) }
                _ = try await vk.users.get(userIDs: [id]).send()
            }
            try await record(1, "Ada")
            try await record(2, "Alan")
            try await record(1, "Augusta")
            let replay = VK(account: .test, transport: try ReplayTransport(folder))
            #expect(try await replay.users.get(userIDs: [1]).send()[0].firstName == "Augusta")
            #expect(try await replay.users.get(userIDs: [2]).send()[0].firstName == "Alan")
        }
    }

    /// A recording is not lost while another program holds the folder's lock. The lock belongs to an open file, so this
    /// test can play that program.
    @Test("A recording waits for the lock of the folder and loses no recording of another program")
    func twoPrograms() async throws {
        try await Self.inFolder { folder in
            let transport = StubTransport()
            let vk = VK(account: .test, transport: RecordingTransport(transport, in: folder))
            transport.on(vk.users.get()) { _ in try [VK.User](json: #"[{"id": 1}]"#) }
            _ = try await vk.users.get(userIDs: [1]).send()
            let file = folder.appending(path: "users.get.json")
            let text = try String(contentsOf: file, encoding: .utf8)
            let other = open(folder.path, O_RDONLY)
            defer { close(other) }
            #expect(flock(other, LOCK_EX) == 0)
            async let ours = vk.users.get(userIDs: [2]).send()
            // Waits for a write that must not happen.
            for _ in 0..<100 where try String(contentsOf: file, encoding: .utf8) == text {
                try await Task.sleep(for: .milliseconds(2))
            }
            try Data(text.replacing(#""1""#, with: #""3""#).utf8).write(to: file)
            #expect(flock(other, LOCK_UN) == 0)
            _ = try await ours
            let replay = VK(account: .test, transport: try ReplayTransport(folder))
            for id in [2, 3] { #expect(try await replay.users.get(userIDs: [id]).send().count == 1) }
        }
    }

    /// Each attempt of a write makes its own `random_id`.
    @Test func writesWithKeys() async throws {
        try await Self.inFolder { folder in
            let transport = StubTransport()
            let recording = VK(account: .test, transport: RecordingTransport(transport, in: folder))
            transport.on(recording.messages.send()) { _ in 7 }
            #expect(try await recording.messages.send(peerID: 1, message: "Ahoy").send() == 7)
            let replay = VK(account: .test, transport: try ReplayTransport(folder))
            #expect(try await replay.messages.send(peerID: 1, message: "Ahoy").send() == 7)
        }
    }

    /// A password is neither stored nor compared.
    @Test func secretsStayOut() async throws {
        try await Self.inFolder { folder in
            let server = try LoopbackServer(
                #"{"access_token": "given", "refresh_token": "again", "expires_in": 3600, "user_id": 1, "echo": "open sesame"}"#
            )
            let huaban = Huaban(
                transport: RecordingTransport(URLSessionTransport(), in: folder),
                configuration: Client.Configuration(baseURL: server.baseURL))
            _ = try? await huaban.auth.signIn(clientCredentials: "Basic abcd", username: "ada", password: "open sesame")
                .send()
            let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            let text = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
            #expect(text.contains("ada"))
            #expect(!text.contains("sesame"))
        }
    }

    /// The header fields that the schema describes become properties of the replayed response. Others are not kept.
    @Test("A recording keeps the header fields that clients read, without secrets, and no others")
    func headerFields() async throws {
        try await Self.inFolder { folder in
            let server = try LoopbackServer { _ in
                .http(
                    202,
                    [
                        "X-Total-Count: 7", "X-Scope: a", "X-Scope: the-token", "Set-Cookie: sid=open sesame",
                        "Retry-After: 3", "Operation-Location: https://s.example/jobs/1",
                    ], "[]")
            }
            func items(_ transport: any Transport) async throws -> Response<[Int]> {
                let client = Client(
                    APIDescription(name: "S", baseURL: "https://s.example/"),
                    account: Account(id: 1, token: Token("the-token")), transport: transport,
                    configuration: Client.Configuration(baseURL: server.baseURL))
                let method = APIEngine.Method(
                    "items.list", .get, "items", headers: ["X-Total-Count", "x-scope"], reads: true)
                return try await Request<[Int]>(Call(client, method)).response()
            }
            _ = try await items(RecordingTransport(URLSessionTransport(), in: folder))
            let replayed = try await items(try ReplayTransport(folder))
            #expect(replayed.header("X-Total-Count") == 7)
            #expect(replayed.header("X-Scope") == ["a", "%3Csecret%3E"])
            #expect(replayed.headers["Retry-After"] == "3")
            #expect(replayed.headers["Operation-Location"] == "https://s.example/jobs/1")
            #expect(replayed.headers["Set-Cookie"] == nil)
            #expect(server.received.count == 1)
        }
    }

    /// The elements of a secret list, and the texts of a secret object, are secrets each.
    @Test func secretListsStayOut() async throws {
        try await Self.inFolder { folder in
            let server = try LoopbackServer(#"["first-secret", "inner-secret"]"#)
            let api = APIDescription(name: "Lists", baseURL: server.baseURL)
            let client = Client(api, transport: RecordingTransport(URLSessionTransport(), in: folder))
            var call = Call(client, .init("lists.put"))
            call.add("keys", ["first-secret", "second-secret"], .secret)
            call.add("object", ["key": ["inner-secret"]] as JSON, .secret)
            _ = try await Request<JSON>(call).send()
            let text = try String(contentsOf: folder.appending(path: "lists.put.json"), encoding: .utf8)
            #expect(!text.contains("-secret"), "\(text)")
        }
    }

    private static func inFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "methodical-recording-\(UInt64.random(in: 0...UInt64.max))")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }
}
