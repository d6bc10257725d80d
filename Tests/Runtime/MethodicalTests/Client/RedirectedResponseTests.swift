import EachTransport
import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of the final URL and the redirects of a response.
@Suite(.eachTransport) struct RedirectedResponseTests {
    @Test func withoutARedirect() async throws {
        let server = try LoopbackServer("1")
        let response = try await response(server, .get)
        #expect(response.url?.absoluteString == server.baseURL + "/m?a=1" && response.redirects == [])
    }

    @Test(arguments: [HTTPRequest.Verb.get, .post]) func withinTheServer(verb: HTTPRequest.Verb) async throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/m", "/m?a=1": .http(307, ["Location: /here?secret=s1"])
            case "/here?secret=s1": .http(302, ["Location: end"])
            default: .http(200, [], "1")
            }
        }
        let response = try await response(server, verb)
        let base = server.baseURL
        #expect(response.url?.absoluteString == base + "/end")
        #expect(response.redirects.map(\.status) == [307, 302])
        #expect(
            response.redirects.map(\.from.absoluteString)
                == [base + (verb == .get ? "/m?a=1" : "/m"), base + "/here?secret=s1"])
        #expect(response.redirects.map(\.to.absoluteString) == [base + "/here?secret=s1", base + "/end"])
        // URLs may contain secrets, so printing shows only hosts.
        #expect(
            "\(response.redirects)" == "[HTTP 307 from 127.0.0.1 to 127.0.0.1, HTTP 302 from 127.0.0.1 to 127.0.0.1]")
        var text = "\(response)"
        dump(response, to: &text)
        dump(response.redirects, to: &text)
        dump(response.http, to: &text)
        #expect(!text.contains("s1") && !text.contains("/end"))
    }

    @Test(arguments: [HTTPRequest.Verb.get, .post]) func toAnotherServer(verb: HTTPRequest.Verb) async throws {
        let other = try LoopbackServer("1")
        let server = try LoopbackServer { [url = other.baseURL] _ in .http(302, ["Location: \(url)/there"]) }
        let response = try await response(server, verb)
        #expect(response.url?.absoluteString == other.baseURL + "/there")
        #expect(response.redirects.map(\.to) == [response.url] && response.redirects.map(\.status) == [302])
    }

    @Test("A redirect that is not followed is the response itself")
    func notFollowed() async throws {
        let server = try LoopbackServer { _ in .http(302, ["Location: http://elsewhere.example/"]) }
        let url = server.baseURL + "/a"
        let response = try await VK(over: Client.Configuration()).request(.get, url).response()
        #expect(response.status == 302 && response.url?.absoluteString == url && response.redirects == [])
        #expect(response.value.url == response.url)
    }

    @Test func ofACachedResponse() async throws {
        let server = try LoopbackServer { request in
            request.target == "/end" ? .http(200, [], #"{"response":[]}"#) : .http(303, ["Location: /end"])
        }
        let request = VK(server).users.get().cached(for: .oneHour)
        #expect(try await request.response().redirects.count == 1)
        let cached = try await request.response()
        #expect(cached.source == .memory && cached.url == nil && cached.redirects == [])
    }

    /// Encoded responses stay as they were in earlier versions.
    @Test func isNotEncoded() throws {
        var response = HTTPResponse(status: 200, headers: [:], body: Data("1".utf8))
        let plain = try JSONEncoder().encode(response)
        response.url = URL(string: "https://a.example/?token=t")
        #expect(try JSONDecoder().decode(HTTPResponse.self, from: JSONEncoder().encode(response)).url == nil)
        #expect(try JSONDecoder().decode(HTTPResponse.self, from: plain).status == 200)
    }

    private func response(_ server: LoopbackServer, _ verb: HTTPRequest.Verb) async throws -> Response<Int> {
        let client = Client(plainAPI(), over: Client.Configuration(baseURL: server.baseURL, retries: .never))
        var call = Call(client, Method("m", verb))
        call.add("a", 1)
        return try await Request<Int>(call).response()
    }
}
