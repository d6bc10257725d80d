import Foundation
import LoopbackServer
import Methodical
import MethodicalOperations
import MethodicalTransfers
import Testing

/// Tests of `"authorization": {"path": "token"}`: the token is sent in the path, and nothing else shows it.
@Suite struct PathTokenTests {
    private static let token = "123456:ABC-DEF1234ghIkl"
    private static let spelled = "123456%3AABC-DEF1234ghIkl"

    private func api(_ server: LoopbackServer, cache: (any CacheStore)? = nil) -> PathedAPI {
        PathedAPI(
            account: Account(id: 1, token: Token(Self.token)),
            configuration: .init(baseURL: server.baseURL, cache: cache, limits: [:], retries: .never))
    }

    @Test("The token is sent in the paths with a place for it, and in no header field")
    func calls() async throws {
        let server = try LoopbackServer("5")
        let api = api(server)
        #expect(try await api.me().send() == 5)
        #expect(try await api.open().send() == 5)
        #expect(try await api.raw().send() == 5)
        #expect(
            server.received.map(\.target) == ["/bot\(Self.spelled)/me", "/open", "/raw\(Self.token)/x"])
        #expect(server.received.allSatisfy { $0["Authorization"] == nil })
    }

    @Test func withoutAToken() async throws {
        let server = try LoopbackServer("5")
        let api = PathedAPI(server)
        let error = try await failure(api.me())
        #expect(error.code == .notAuthorized && server.connections == 0, "\(error)")
        #expect(try await api.open().send() == 5)
    }

    @Test("No error shows the token of the path, even if the server repeats it")
    func errors() async throws {
        let server = try LoopbackServer { .http(404, ["Location: \($0.target)"], "no \($0.target) \(Self.token)") }
        let error = try await failure(api(server).me())
        let texts = ["\(error)", String(reflecting: error), error.headers["Location"] ?? "-", "\(error.server as Any)"]
        for text in texts {
            #expect(!text.contains(Self.token) && !text.contains(Self.spelled), "\(text)")
        }
    }

    @Test("Neither the names nor the contents of the cache hold the token, although links do")
    func cachedPages() async throws {
        let server = try LoopbackServer { request in
            let isFirst = !request.target.contains("page=2")
            return .http(
                200,
                ["Cache-Control: max-age=60"]
                    + (isFirst ? ["Link: </bot\(Self.spelled)/items?page=2>; rel=\"next\""] : []),
                #"{"items":[\#(isFirst ? 1 : 2)]}"#)
        }
        let store = RecordingStore()
        var items: [Int] = []
        for try await item in api(server, cache: store).items.list().items { items.append(item) }
        #expect(items == [1, 2])
        #expect(!store.names.isEmpty)
        for name in store.names { #expect(!name.contains("ABC-DEF1234"), "\(name)") }
    }

    @Test("A partial download resumes, and its files hold neither the token nor a secret argument")
    func downloads() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "pathed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try LoopbackServer { request in
            guard request["Range"] == nil else {
                return .http(206, ["ETag: \"1\"", "Content-Range: bytes 3-5/6"], "def")
            }
            return .slow(200, ["ETag: \"1\""], Data("abcdef".utf8), piece: 3, cut: 3)
        }
        let file = folder.appending(path: "a.pdf")
        let download = api(server).files.get(key: "secret-key").download(to: file)
        await #expect(throws: APIError.self) { try await download.send() }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["a.pdf.part", "a.pdf.part.from"])
        for name in names {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(!text.contains("ABC-DEF1234") && !text.contains("secret-key"), "\(text)")
        }
        #expect(try await download.send() == 6)
        #expect(try String(contentsOf: file, encoding: .utf8) == "abcdef")
        #expect(server.received.map(\.target) == Array(repeating: "/file/bot\(Self.spelled)/secret-key", count: 2))
    }

    @Test("An operation whose address holds the token cannot be stored, but can be waited for")
    func operations() async throws {
        let server = try LoopbackServer { request in
            .http(200, ["Retry-After: 0"], request.verb == "POST" ? #"{"id":7}"# : #"{"id":7,"done":true}"#)
        }
        let running = api(server).jobs.start().start()
        #expect(try await running.value.id == 7)
        #expect(try await running.handle == nil)
        #expect(
            server.received.map(\.target) == ["/bot\(Self.spelled)/jobs.start", "/bot\(Self.spelled)/jobs.get?id=7"])
    }
}

/// A store that keeps nothing, and records the names and contents that it gets.
private final class RecordingStore: CacheStore, @unchecked Sendable {
    private let lock = NSLock()
    private var all: [String] = []
    var names: [String] { lock.withLock { all } }
    func entry(_ key: CacheKey) -> CacheEntry? {
        lock.withLock { all.append(key.identity) }
        return nil
    }
    func store(_ entry: CacheEntry, _ key: CacheKey) {
        let text = "\(key.identity) \(entry.headers.fields) \(String(decoding: entry.body, as: UTF8.self))"
        lock.withLock { all.append(text) }
    }
    func remove(_ key: CacheKey) {}
    func generation(_ key: CacheKey) -> UInt64 { 0 }
    func invalidate(_ namespace: CacheKey.Namespace) {}
    func removeAll(_ scope: CacheKey.Scope) {}
    func size(_ scope: CacheKey.Scope) -> Int { 0 }
}
