import Foundation
import Testing

@testable import Methodical

/// Tests of the rules for redirects that all transports follow.
@Suite struct RedirectsTests {
    private static let harmless: HTTPHeaders = ["Accept": "x/y", "Accept-Encoding": "identity"]
    private let original: HTTPRequest

    init() throws {
        original = HTTPRequest(
            verb: .post, url: try #require(URL(string: "https://api.example/a/b?c=1")),
            headers: [
                "Authorization": "Bearer t", "Accept": "x/y", "Accept-Encoding": "identity",
                "Content-Type": "text/plain",
            ],
            body: Data("body".utf8))
    }

    private func next(
        _ status: Int, _ location: String?, _ verb: HTTPRequest.Verb = .post,
        _ options: SessionOptions = SessionOptions()
    ) -> HTTPRequest? {
        var request = original
        request.verb = verb
        if !verb.allowsBody { request.body = nil }
        return Redirects(of: request, options: options).next(after: request, status: status, location: location)
    }

    @Test(
        "A redirect changes the method as its status demands, and the body stays with the method",
        arguments: [
            (301, HTTPRequest.Verb.post, HTTPRequest.Verb.get), (302, .post, .get), (303, .post, .get),
            (307, .post, .post),
            (308, .post, .post),
            (301, .put, .put), (302, .delete, .delete), (303, .put, .get), (303, .head, .head), (301, .head, .head),
            (302, .get, .get),
        ])
    func verbs(status: Int, before: HTTPRequest.Verb, after: HTTPRequest.Verb) throws {
        let next = try #require(self.next(status, "/there", before))
        #expect(next.verb == after && next.url.absoluteString == "https://api.example/there")
        #expect(next.headers["Authorization"] == "Bearer t")
        let keepsBody = before == after && before.allowsBody
        #expect((next.body != nil) == keepsBody)
        #expect((next.headers["Content-Type"] != nil) == (before == after))
    }

    @Test(
        "A redirect within the server, in any spelling of its address, keeps the body",
        arguments: [
            ("there", "https://api.example/a/there"), ("?d=2", "https://api.example/a/b?d=2"),
            ("//api.example/x", "https://api.example/x"), ("https://API.example:443/x", "https://API.example:443/x"),
        ])
    func addresses(location: String, address: String) throws {
        let next = try #require(self.next(307, location))
        #expect(next.url.absoluteString == address && next.body != nil)
    }

    @Test(
        "A redirect to plain HTTP, another scheme, this machine, or no host is not followed",
        arguments: [
            "http://api.example/x", "http://other.example/", "ftp://api.example/", "https+unix://%2Frun%2Fdocker.sock/",
            "https://127.0.0.1/", "https://[::1]/", "https://localhost/", "https:///x", "mailto:a@b.example",
        ])
    func refusedAddresses(location: String) {
        #expect(next(302, location, .get) == nil)
        #expect(next(302, location, .get, SessionOptions { $0.httpsOnly = false })?.url.scheme != "https+unix")
    }

    @Test(
        "A status that means no redirect is not followed, even with an address",
        arguments: [200, 300, 304, 305, 306, 400])
    func noRedirects(status: Int) {
        #expect(next(status, "/there", .get) == nil)
    }

    @Test("A redirect without an address is not followed")
    func noAddress() { #expect(next(302, nil, .get) == nil && next(302, "", .get) == nil) }

    @Test(
        "A redirect to another server has no body and only harmless fields, or is not followed",
        arguments: ["https://other.example/", "https://api.example:8443/", "http://127.0.0.1/"])
    func anotherServer(location: String) throws {
        let options = SessionOptions { $0.insecureHosts = ["127.0.0.1"] }
        #expect(next(307, location, .post, options) == nil && next(308, location, .delete, options) == nil)
        for (status, verb) in [(303, HTTPRequest.Verb.post), (302, .get), (307, .head)] {
            let next = try #require(self.next(status, location, verb, options))
            #expect(next.headers == Self.harmless && next.body == nil)
        }
    }

    /// A server that another server has redirected to gets no token, and neither do its own redirects.
    @Test func thereAndBack() throws {
        let redirects = Redirects(of: original, options: SessionOptions())
        let there = try #require(redirects.next(after: original, status: 303, location: "https://other.example/"))
        let back = try #require(redirects.next(after: there, status: 307, location: "https://api.example/x"))
        let end = try #require(redirects.next(after: back, status: 307, location: "/y"))
        #expect(back.headers == Self.harmless && end.headers == Self.harmless && end.body == nil)
    }
}
