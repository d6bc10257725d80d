import Foundation
import LoopbackServer
import Methodical
import MethodicalTesting
import Testing

/// Tests of calls that differ in more than their arguments, and of partial responses.
@Suite struct RecordedCallsTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "methodical-recorded-\(UUID().uuidString)")

    private func client(_ transport: any Transport, _ server: LoopbackServer, token: String = "t/1") -> Books {
        Books(
            client: Client(
                Books.api, account: Account(id: 1, token: Token(token)), transport: transport,
                configuration: Client.Configuration(baseURL: server.baseURL, retries: .never)))
    }

    private func recording() -> RecordingTransport { RecordingTransport(URLSessionTransport(), in: folder) }

    private func removeFolder() { try? FileManager.default.removeItem(at: folder) }

    /// The link to the next page contains more than the arguments, and it may contain the token.
    @Test func pagesByLinks() async throws {
        defer { removeFolder() }
        let server = try LoopbackServer { request in
            switch request.target {
            case "/books?shelf=1&access_token=t%2F1":
                .http(200, [#"Link: </list/1?page=2&access_token=t%2F1>; rel="next""#], "[1,2]")
            case "/list/1?page=2&access_token=t%2F1":
                .http(200, ["Link: </list/1?page=3&access_token=t%2F1>; rel=next"], "[3]")
            case "/list/1?page=3&access_token=t%2F1": .http(200, [], "[4]")
            default: .http(404)
            }
        }
        func books(_ transport: any Transport, token: String = "t/1") async throws -> [Int] {
            let client = client(transport, server, token: token)
            var call = Call(
                client.client, .init("books", .get, "books", parameters: .query, reads: true, pages: .by(.link)))
            call.add("shelf", 1)
            var all: [Int] = []
            for try await book in Request<[Int]>(call).items { all.append(book) }
            return all
        }
        #expect(try await books(recording()) == [1, 2, 3, 4])
        #expect(try await books(try ReplayTransport(folder), token: "other") == [1, 2, 3, 4])
        #expect(server.received.count == 3)
        #expect(try !texts().contains("t%2F1"))
    }

    /// Two requests to one server belong to one method only if their names are equal.
    @Test func requestsToAnyAddressAreNotKept() async throws {
        defer { removeFolder() }
        let server = try LoopbackServer { request in .http(200, [], request.target) }
        let client = client(recording(), server)
        for name in ["a", "b"] {
            let response = try await client.request(.get, server.baseURL + "/" + name).send()
            #expect(String(decoding: response.body, as: UTF8.self) == "/\(name)")
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let replay = self.client(try ReplayTransport(folder), server)
        let error = await #expect(throws: APIError.self) {
            try await replay.request(.get, server.baseURL + "/a").send()
        }
        #expect(error?.code == .offline)
    }

    /// A "not modified" response is useless without a cached response.
    @Test func whatHasNotChangedIsNoAnswer() async throws {
        defer { removeFolder() }
        let server = try LoopbackServer { request in
            request["If-None-Match"] == nil ? .http(200, [#"ETag: "1""#], "[1]") : .http(304, [], "")
        }
        func books(_ books: Books) -> Request<[Int]> {
            Request(Call(books.client, .init("books", .get, "books", parameters: .query, reads: true, cache: 60)))
        }
        let client = client(recording(), server)
        #expect(try await books(client).send() == [1])
        #expect(try await books(client).caching(.networkFirst).send() == [1])
        #expect(server.received.count == 2)
        #expect(try await books(self.client(try ReplayTransport(folder), server)).send() == [1])
    }

    /// Different names may lead to one file, because many disks ignore case.
    @Test func methodsWithOneFilesName() async throws {
        defer { removeFolder() }
        let server = try LoopbackServer { request in .http(200, [], #""\#(request.target)""#) }
        let client = client(recording(), server)
        for name in ["books/list", "books-list", "books/list", "Books-List"] {
            #expect(try await client.call(name, as: String.self, path: "{name}").send().hasSuffix(name.suffix(4)))
        }
        let replay = self.client(try ReplayTransport(folder), server)
        for name in ["books/list", "books-list", "Books-List"] {
            #expect(try await replay.call(name, as: String.self, path: "{name}").send().hasSuffix(name.suffix(4)))
        }
    }

    /// Tests record side by side, each with a transport of its own.
    @Test func twoRecordingsOfOneFolder() async throws {
        defer { removeFolder() }
        let server = try LoopbackServer { request in .http(200, [], #""\#(request.body)""#) }
        let clients = [client(recording(), server), client(recording(), server)]
        for number in 0..<4 {
            _ = try await clients[number % 2].call("books.get", ["id": number], as: String.self).send()
        }
        let replay = client(try ReplayTransport(folder), server)
        for number in 0..<4 {
            #expect(try await replay.call("books.get", ["id": number], as: String.self).send().contains("id=\(number)"))
        }
    }

    /// A response that is not UTF-8 is kept unchanged, except for the token in it.
    @Test func bytesThatRepeatTheToken() async throws {
        defer { removeFolder() }
        let server = try LoopbackServer { _ in
            .data(200, ["Content-Type: text/plain"], Data([0xFF]) + Data("token t/1-and-more, end".utf8))
        }
        let client = client(recording(), server, token: "t/1-and-more")
        _ = try? await client.call("books.get", as: String.self).send()
        let kept = try RecordedExchange.read(folder)["books.get"]?.first
        #expect(kept?.body == Data([0xFF]) + Data("token <secret>, end".utf8))
    }

    /// The stub's response to such a request is the response itself, not a value in one.
    @Test func requestsToAnyAddressAreStubbed() async throws {
        let stub = StubTransport()
        let books = Books(client: Client(Books.api, transport: stub))
        let request = books.request(.get, "https://example.com/cover")
        stub.on(request) { _ in HTTPResponse(status: 203, headers: ["X-Size": "2"], body: Data("hi".utf8)) }
        #expect(try await request.send() == HTTPResponse(status: 203, headers: ["X-Size": "2"], body: Data("hi".utf8)))
    }

    private func texts() throws -> String {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    }
}

/// An API in the form that the generator prints.
private struct Books: APIClient {
    let client: Client
    static let api = APIDescription(
        name: "Books", baseURL: "https://books.example/", authorization: .parameter("access_token"))
}
