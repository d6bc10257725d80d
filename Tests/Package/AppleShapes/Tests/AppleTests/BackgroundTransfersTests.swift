import BackgroundURLSession
import LoopbackServer
import Methodical
import MethodicalTransfers
import Testing

@Suite struct BackgroundTransfersTests {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("background-\(UUID().uuidString)")

    /// Returns the last event of each transfer after `count` transfers have ended, and the progress.
    private func ends(_ transfers: BackgroundTransfers, _ count: Int) async -> (
        ends: [String: BackgroundTransfers.Kind], bytes: [String: Int]
    ) {
        var ends: [String: BackgroundTransfers.Kind] = [:]
        var bytes: [String: Int] = [:]
        for await event in transfers.events {
            if case .progress(let progress) = event.kind {
                bytes[event.id] = max(progress.sent.bytes, progress.received.bytes)
            } else {
                ends[event.id] = event.kind
                if ends.count == count { break }
            }
        }
        transfers.end()
        return (ends, bytes)
    }

    @Test func upAndDown() async throws {
        let server = try LoopbackServer {
            $0.verb == "GET" ? .data(200, [], Data(repeating: 7, count: 300_000)) : .http(200, [], "ok")
        }
        let url = try #require(URL(string: server.baseURL))
        let transfers = BackgroundTransfers(identifier: "test", folder: folder)
        var form = Multipart()
        form.add("file", .data(Data(repeating: 1, count: 200_000)))
        try await transfers.upload(form, to: url, id: "up")
        let file = folder.appendingPathComponent("film")
        try Data("an older one".utf8).write(to: file)
        try transfers.download(url, to: file, headers: ["X-Key": "k"], id: "down")
        let (ends, bytes) = await ends(transfers, 2)
        guard case .uploaded(let response)? = ends["up"], case .downloaded(let downloaded)? = ends["down"] else {
            Issue.record("\(ends)")
            return
        }
        #expect(response.status == 200 && response.body == Data("ok".utf8))
        #expect(downloaded.path == file.path)
        #expect(try Data(contentsOf: file) == Data(repeating: 7, count: 300_000))
        #expect(bytes["down"] == 300_000 && bytes["up"] == server.received.first { $0.verb == "POST" }?.bytes.count)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["film"])
        #expect(server.received.first { $0.verb == "GET" }?["X-Key"] == "k")
    }

    @Test("A failed transfer has an error without secrets and leaves no file, and plain HTTP is refused")
    func failures() async throws {
        let server = try LoopbackServer { $0.verb == "GET" ? .http(404, [], "nothing") : .reset }
        let url = try #require(URL(string: server.baseURL + "/?key=secret-key"))
        let transfers = BackgroundTransfers(identifier: "test", folder: folder)
        try await transfers.upload(Multipart(), to: url, id: "up")
        try transfers.download(url, to: folder.appendingPathComponent("film"), id: "down")
        let (ends, _) = await ends(transfers, 2)
        guard case .failed(let up)? = ends["up"], case .failed(let down)? = ends["down"] else {
            Issue.record("\(ends)")
            return
        }
        #expect(up.code == .connection && down.status == 404 && !"\(up) \(down)".contains("secret-key"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        let plain = try #require(URL(string: "http://files.example"))
        #expect(throws: APIError.self) { try transfers.download(plain, to: folder, id: "plain") }
    }

    /// A success without the file counts as a failure.
    @Test(arguments: [204, 206, 203]) func answersWithoutTheFile(_ status: Int) async throws {
        let server = try LoopbackServer { _ in .http(status, [], status == 204 ? "" : "part") }
        let url = try #require(URL(string: server.baseURL))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let transfers = BackgroundTransfers(identifier: "test", folder: folder)
        try transfers.download(url, to: folder.appendingPathComponent("film"), id: "down")
        let (ends, _) = await ends(transfers, 1)
        guard case .failed(let error)? = ends["down"] else {
            Issue.record("\(ends)")
            return
        }
        #expect(error.status == status)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    /// The options' responses to authentication challenges, pinned certificates among them, also apply in the
    /// background.
    @Test("The session options answer authentication challenges in the background too")
    func challenges() async throws {
        let server = try LoopbackServer { request in
            request["Authorization"] == nil
                ? .http(401, ["WWW-Authenticate: Basic realm=films"], "who?") : .http(200, [], "a film")
        }
        let url = try #require(URL(string: server.baseURL))
        let options = SessionOptions {
            $0.authentication = { _ in
                (.useCredential, URLCredential(user: "ada", password: "sesame", persistence: .none))
            }
        }
        let transfers = BackgroundTransfers(identifier: "test", options: options, folder: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try transfers.download(url, to: folder.appendingPathComponent("film"), id: "down")
        let (ends, _) = await ends(transfers, 1)
        guard case .downloaded(let file)? = ends["down"] else {
            Issue.record("\(ends)")
            return
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == "a film")
    }
}
