import EachTransport
import LoopbackServer
import Testing

import struct Foundation.Data
import struct Foundation.URL

@testable import Methodical

/// Tests of the verbs on the wire.
@Suite(.eachTransport) struct VerbTests {
    @Test(arguments: HTTPRequest.Verb.allCases.filter { $0 != .connect }) func isSentAsItIs(verb: HTTPRequest.Verb)
        async throws
    {
        let server = try LoopbackServer("1")
        let client = client(server)
        _ = try await client.request(verb, server.baseURL + "/a?b=1", authorized: true).send()
        let received = try #require(server.received.first)
        #expect(received.line == "\(verb.rawValue) /a?b=1 HTTP/1.1" && received.body == "")
        // The server sends a TRACE back, so it must not contain the token.
        #expect(received["Authorization"] == (verb == .trace ? nil : "Bearer t"))
    }

    @Test(arguments: [HTTPRequest.Verb.post, .put, .patch, .delete, .options]) func hasABody(verb: HTTPRequest.Verb)
        async throws
    {
        let server = try LoopbackServer("1")
        _ = try await client(server).request(verb, server.baseURL + "/a", body: Data("body".utf8)).send()
        #expect(server.received.first?.line == "\(verb.rawValue) /a HTTP/1.1")
        #expect(server.received.first?.body == "body")
    }

    @Test(arguments: [HTTPRequest.Verb.get, .head, .trace, .connect]) func hasNoBody(verb: HTTPRequest.Verb)
        async throws
    {
        let server = try LoopbackServer("1")
        let request = client(server).request(verb, server.baseURL + "/a", body: Data("body".utf8))
        #expect(try await failure(request).code == .invalidRequest)
        #expect(server.connections == 0)
    }

    /// No session can use the tunnel that a CONNECT opens.
    @Test func connectFailsBeforeTheNetwork() async throws {
        let server = try LoopbackServer("1")
        let error = try await failure(client(server).request(.connect, server.baseURL + "/a"))
        #expect(error.code == .invalidRequest && error.message?.contains("a Transport of your own") == true)
        #expect(server.connections == 0)
        let tunnel = StubSender()
        let client = VK(transport: tunnel)
        _ = try await client.request(.connect, "https://a.example/").send()
        #expect(tunnel.verbs.withLock { $0 } == [.connect])
    }

    /// Only a request that changes nothing is sent again after a connection broke.
    @Test(arguments: HTTPRequest.Verb.allCases) func isRepeatedIfItIsSafe(verb: HTTPRequest.Verb) {
        let isSafe = [.get, .head, .options, .trace].contains(verb)
        #expect(HTTPRequest(verb: verb, url: URL(filePath: "/")).isRepeatable == isSafe)
    }

    private func client(_ server: LoopbackServer) -> VK {
        VK(
            client: Client(
                plainAPI { $0.authorization = .header("Bearer") }, account: Account(id: 1, token: Token("t")),
                over: Client.Configuration(baseURL: server.baseURL, retries: .never)))
    }
}

/// A transport that answers every verb.
private final class StubSender: Transport {
    let verbs = Locked([HTTPRequest.Verb]())

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        verbs.withLock { $0.append(request.verb) }
        return HTTPResponse(status: 200)
    }
}
