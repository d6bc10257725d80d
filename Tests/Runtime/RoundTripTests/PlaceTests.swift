import Foundation
import LoopbackServer
import Methodical
import Testing

/// Tests of parameters that have a place of their own.
@Suite struct PlaceTests {
    @Test("Arguments are escaped in the path, and the others of a GET go to the query")
    func path() async throws {
        let received = try await exchange(FormAPI.self, token: "t") {
            $0.places.path(title: "../" + FormTests.awkward, userID: 42, page: 2)
        }
        #expect(
            received.line
                == "GET /users/42/albums/..%2F\(FormTests.awkwardEncoded).json?page=2&v=1.5&access_token=t HTTP/1.1")
        #expect(received.body == "")
        #expect(received["Content-Type"] == nil)
        let named = try await exchange(FormAPI.self) { $0.places.path(title: "a", userID: "дуров") }
        #expect(named.target == "/users/%D0%B4%D1%83%D1%80%D0%BE%D0%B2/albums/a.json?v=1.5")
    }

    @Test func kindsInPath() async throws {
        let received = try await exchange(FormAPI.self) {
            $0.places.pathKinds(ids: [1, 2], on: true, word: false, sex: .female, day: Date(timeIntervalSince1970: 0))
        }
        #expect(received.line == "POST /1,2/1/false/1/1970-01-01T00%3A00%3A00Z/places.pathKinds HTTP/1.1")
        #expect(received.body == "v=1.5")
    }

    @Test(arguments: ["", ".", ".."]) func pathThatWouldNameAnother(text: String) async throws {
        let server = try LoopbackServer("null")
        let error = try await failure(FormAPI(server).places.path(title: "a", userID: .string(text)))
        #expect(error.code == .invalidRequest && error.method == "places.path")
        #expect(server.connections == 0)
    }

    @Test func emptyListInPath() async throws {
        let server = try LoopbackServer("null")
        let day = Date(timeIntervalSince1970: 0)
        let error = try await failure(
            FormAPI(server).places.pathKinds(ids: [], on: true, word: true, sex: .male, day: day))
        #expect(error.code == .invalidRequest)
        #expect(server.connections == 0)
    }

    @Test func queryOfPost() async throws {
        let received = try await exchange(FormAPI.self, token: "t") { $0.places.query(a: 1, b: "2", c: ["3", "4"]) }
        #expect(received.target == "/places.query?a=1&c%5B%5D=3&c%5B%5D=4")
        #expect(received.body == "b=2&v=1.5&access_token=t")
    }

    @Test("Arguments in header fields are sent as texts, and absent ones are left out")
    func headers() async throws {
        let received = try await exchange(FormAPI.self) {
            $0.places.header(
                xKind: "a b;c=\"d\"", xIDs: [1, 2], xOn: true, xSince: Date(timeIntervalSince1970: 0),
                xPlace: .init(title: "e"), b: 1)
        }
        #expect(received["X-Kind"] == "a b;c=\"d\"")
        #expect(received["X-Ids"] == "1,2")
        #expect(received["X-On"] == "1")
        #expect(received["X-Since"] == "1970-01-01T00:00:00Z")
        #expect(received["X-Place"] == #"{"title":"e"}"#)
        #expect(received.target == "/places.header")
        #expect(received.body == "b=1&v=1.5")
        let absent = try await exchange(FormAPI.self) { $0.places.header() }
        #expect(!absent.head.lowercased().contains("\r\nx-"))
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\0"]) func headerThatWouldBeTwo(text: String) async throws {
        let server = try LoopbackServer("null")
        #expect(try await failure(FormAPI(server).places.header(xKind: text)).code == .invalidRequest)
        #expect(server.connections == 0)
    }

    /// The API's own parameters are sent with the method's parameters, because a request has only one body.
    @Test func bodyInAnAPIOfForms() async throws {
        let received = try await exchange(FormAPI.self, token: "t") { $0.places.body(a: 1, b: [true]) }
        #expect(received["Content-Type"] == "application/json")
        #expect(received.target == "/places.body")
        #expect(received.body == #"{"a":1,"b":[true],"v":"1.5","access_token":"t"}"#)
    }

    @Test func argumentsOfTheAPIsOwnNames() async throws {
        let own = try await exchange(FormAPI.self, token: "abc") { $0.places.own(v: "6", accessToken: "x") }
        #expect(own.body == "v=6&access_token=x")
        let usual = try await exchange(FormAPI.self, token: "abc") { $0.places.own() }
        #expect(usual.body == "v=1.5&access_token=abc")
    }

    @Test func fixedPartsOfPaths() async throws {
        let fixed = try await exchange(FormAPI.self) { $0.places.fixed(q: "a?b", a: 1) }
        #expect(fixed.target == "/find%20all/a%3Fb:now?kind=1&a=1&v=1.5")
        let cyrillic = try await exchange(FormAPI.self) { $0.places.cyrillic(q: "100%") }
        let base = try await exchange(FormAPI.self, at: "/мой путь") { $0.places.path(title: "100%", userID: 1) }
        #expect(base.target == "/%D0%BC%D0%BE%D0%B9%20%D0%BF%D1%83%D1%82%D1%8C/users/1/albums/100%25.json?v=1.5")
        #expect(cyrillic.target == "/%D0%BF%D0%BE%D0%B8%D1%81%D0%BA%20%D0%B2%D1%81%D0%B5/100%25?v=1.5")
    }

    @Test(arguments: ["ё😀", "", "100%"]) func textInHeader(text: String) async throws {
        #expect(try await exchange(FormAPI.self) { $0.places.header(xKind: text) }["X-Kind"] == text)
    }

    @Test("A call without arguments sends the version, and the token if there is one")
    func nothing() async throws {
        let received = try await exchange(FormAPI.self) { $0.places.nothing() }
        #expect(received.line == "POST /places.nothing HTTP/1.1")
        #expect(received.body == "v=1.5")
        #expect(received["Authorization"] == nil)
        let root = try await exchange(FormAPI.self, token: "a&b") { $0.ping() }
        #expect(root.line == "POST /ping HTTP/1.1")
        #expect(root.body == "v=1.5&access_token=a%26b")
    }

    @Test(
        "A slash at the end of the base URL makes no difference",
        arguments: [("", "/ping"), ("/", "/ping"), ("/v1", "/v1/ping"), ("/v1/", "/v1/ping")])
    func baseURL(
        path: String, target: String
    )
        async throws
    {
        #expect(try await exchange(FormAPI.self, at: path) { $0.ping() }.target == target)
        let inPath = try await exchange(FormAPI.self, at: path) { $0.places.path(title: "b", userID: 1) }
        #expect(inPath.target == target.replacingOccurrences(of: "ping", with: "users/1/albums/b.json?v=1.5"))
    }

    /// The address in `api.json`, with and without a slash at its end.
    @Test func addressOfTheSchema() async throws {
        let (form, query) = (Recorder(), Recorder())
        _ = try await FormAPI(transport: form).ping().send()
        _ = try await QueryAPI(transport: query).counters.list().send()
        #expect(form.urls == ["https://form.example/api/ping"])
        #expect(query.urls == ["https://query.example/management/v1/counters?api=2%20b"])
    }
}

/// A transport that records addresses and responds with `null`.
private final class Recorder: Transport, @unchecked Sendable {
    private let lock = NSLock()
    private var all: [String] = []
    var urls: [String] { lock.withLock { all } }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        lock.withLock { all.append(request.url.absoluteString) }
        return HTTPResponse(status: 200, body: Data("null".utf8))
    }
}
