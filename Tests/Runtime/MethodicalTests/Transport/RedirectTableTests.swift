import EachTransport
import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// The rules for redirects on the wire (RFC 9110, section 15.4; RFC 3986, section 5.2.2).
@Suite(.eachTransport) struct RedirectTableTests {
    /// The change of a request by a redirect within its server.
    struct Change: Sendable, CustomTestStringConvertible {
        let statuses: [Int]
        let verbs: [HTTPRequest.Verb]
        /// The verb of the next request, or `nil` if it stays the same.
        let becomes: HTTPRequest.Verb?
        var testDescription: String { "\(statuses) to \(verbs)" }
    }

    static let changes = [
        Change(statuses: [301, 302], verbs: [.post], becomes: .get),
        Change(statuses: [301, 302], verbs: [.put, .patch, .delete, .options], becomes: nil),
        Change(statuses: [303], verbs: [.post, .put, .patch, .delete], becomes: .get),
        Change(statuses: [307, 308], verbs: [.post, .put, .patch, .delete, .options], becomes: nil),
    ]

    @Test(
        "A redirected request with a body keeps its method and bytes, or becomes a GET without content",
        arguments: changes, [false, true])
    func bodiesMove(change: Change, isFile: Bool) async throws {
        let bytes = pattern(100_000)
        let file = try TemporaryFile(bytes)
        for status in change.statuses {
            for verb in change.verbs {
                let server = try LoopbackServer { request in
                    request.target == "/end" ? .http(200, [], "end") : .http(status, ["Location: /end"], "moved")
                }
                var request = server.request(verb, "/start", isFile ? nil : bytes)
                if isFile { request.file = file.url }
                request.headers = [
                    "Content-Type": "application/json", "Content-Language": "en", "Authorization": "Bearer t",
                ]
                let response = try await TestedTransport.make().send(request)
                #expect(response.body == Data("end".utf8))
                #expect(response.redirects.map(\.status) == [status])
                #expect(response.url?.absoluteString == server.baseURL + "/end")
                let received = server.received
                try #require(received.count == 2)
                let next = received[1]
                #expect(next.line == "\((change.becomes ?? verb).rawValue) /end HTTP/1.1")
                #expect(next["Authorization"] == "Bearer t")
                let isKept = change.becomes == nil
                #expect(next.bytes == (isKept ? bytes : Data()), "\(status) to \(verb)")
                #expect(next["Content-Type"] == (isKept ? "application/json" : nil))
                #expect(next["Content-Language"] == (isKept ? "en" : nil))
                #expect(next["Content-Length"] == (isKept ? "100000" : nil))
                #expect(next["Transfer-Encoding"] == nil)
            }
        }
    }

    @Test(arguments: [301, 302, 303, 307, 308], [HTTPRequest.Verb.get, .head]) func requestsWithoutABodyMove(
        status: Int, verb: HTTPRequest.Verb
    ) async throws {
        let server = try LoopbackServer { request in
            request.target == "/end" ? .http(200, [], "end") : .http(status, ["Location: /end"], "moved")
        }
        let response = try await TestedTransport.make().send(server.request(verb, "/start"))
        #expect(response.status == 200)
        #expect(server.received.map(\.line) == ["\(verb.rawValue) /start HTTP/1.1", "\(verb.rawValue) /end HTTP/1.1"])
    }

    /// The address of a redirect is resolved against that of the request. `HOST` stands for the server's own name.
    @Test(
        "The address of a redirect is resolved against that of the request",
        arguments: [
            ("?x=1", "/a/items/1?x=1"), ("2", "/a/items/2"), ("2/", "/a/items/2/"), ("./", "/a/items/"),
            ("../b", "/a/b"),
            ("../../../b", "/b"), ("/b", "/b"), ("/b/../c", "/c"), ("/b?y=2#part", "/b?y=2"),
            ("#part", "/a/items/1?c=1"),
            ("//HOST/x", "/x"), ("http://HOST/x", "/x"), ("HTTP://HOST/x?y", "/x?y"), ("http://HOST", "/"),
            ("/%D1%84?q=%2F", "/%D1%84?q=%2F"), ("/a b", "/a%20b"), ("/a//b", "/a//b"),
        ])
    func addresses(location: String, target: String) async throws {
        for name in ["Location", "location", "LOCATION"] {
            let hasAsked = Locked(false)
            let server = try LoopbackServer { request in
                let isFirst = hasAsked.withLock { hasAsked in
                    defer { hasAsked = true }
                    return !hasAsked
                }
                let address = location.replacing("HOST", with: request["Host"] ?? "")
                return isFirst ? .http(302, ["\(name): \(address)"], "moved") : .http(200, [], "end")
            }
            let response = try await TestedTransport.make().send(server.request(.get, "/a/items/1?c=1"))
            #expect(response.body == Data("end".utf8))
            #expect(server.received.map(\.target) == ["/a/items/1?c=1", target])
        }
    }

    /// A response that does not lead to another address of the Web is the result, with its header fields.
    @Test(arguments: [
        "", "ftp://127.0.0.1/x", "file:///etc/passwd", "mailto:a@b.example", "data:,x", "javascript:alert(1)",
        "https+unix://%2Frun%2Fdocker.sock/", "http:", "http://",
    ])
    func isNotFollowed(location: String) async throws {
        for status in [301, 302, 303, 307, 308] {
            let server = try LoopbackServer { _ in .http(status, ["Location: \(location)", "X-Field: 1"], "moved") }
            let options = SessionOptions { $0.httpsOnly = false }
            let response = try await TestedTransport.make(options).send(server.request())
            #expect(response.status == status && response.headers["X-Field"] == "1" && response.redirects.isEmpty)
            #expect(server.received.count == 1)
        }
    }

    @Test(arguments: [300, 304, 305, 306]) func isNoRedirect(status: Int) async throws {
        let server = try LoopbackServer { _ in .http(status, ["Location: /end"]) }
        let response = try await TestedTransport.make().send(server.request())
        #expect(response.status == status && server.received.count == 1)
    }

    /// The content of a redirect is not that of the response: it reaches neither the file nor the observer.
    @Test func theContentOfARedirectIsDropped() async throws {
        let server = try LoopbackServer { request in
            let address = "http://\(request["Host"] ?? "")/end"
            return request.target == "/end" ? .http(200, [], "end") : .http(302, ["Location: \(address)"], "moved")
        }
        let file = try TemporaryFile(Data("before".utf8))
        let heads = Locked([Int]())
        let observer = TransferObserver(head: { head in heads.withLock { $0.append(head.status) } })
        var request = server.request()
        request.destination = file.url
        let response = try await TestedTransport.make().send(request, observing: observer)
        #expect(response.status == 200 && response.body.isEmpty)
        #expect(try file.data == Data("end".utf8))
        #expect(heads.withLock { $0 } == [200])
        #expect(observer.progress.received == TransferProgress.Part(bytes: 3, total: 3))
    }

    /// A redirect does not extend the timeout.
    @Test func aRedirectHasNoTimeOfItsOwn() async throws {
        let server = try LoopbackServer { request in
            request.target == "/end" ? .silence : .http(307, ["Location: /end"])
        }
        var request = server.request(.post, "/start", Data("body".utf8))
        request.timeout = .milliseconds(500)
        let sent = request
        #expect(await failure { try await TestedTransport.make().send(sent) }?.code == .timedOut)
        #expect(server.received.count == 2)
    }
}
