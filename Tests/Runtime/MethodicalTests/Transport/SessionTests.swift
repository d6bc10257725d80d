import EachTransport
import Foundation
import LoopbackServer
import Testing

@testable import Methodical

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests of the session options and of their effect on the wire.
@Suite(.eachTransport) struct SessionTests {
    @Test func headersForAllCalls() async throws {
        let server = try LoopbackServer(#"{"response":[]}"#)
        let session = SessionOptions { $0.headers = ["X-App": "1", "Accept": "text/html"] }
        _ = try await VK(over: Client.Configuration(baseURL: server.baseURL, session: session)).users.get()
            .send()
        #expect(server.received.first?["X-App"] == "1")
        #expect(server.received.first?["Accept"] == "application/json")
    }

    @Test func headersForAllCallsStayWithTheServer() async throws {
        let other = try LoopbackServer("1")
        let server = try LoopbackServer { [url = other.baseURL] _ in .http(302, ["Location: \(url)/there"]) }
        _ = try await TestedTransport.make(SessionOptions { $0.headers = ["X-Key": "secret"] }).send(server.request())
        #expect(server.received.first?["X-Key"] == "secret")
        #expect(other.received.first.map { $0["X-Key"] == nil } == true)
    }

    @Test("A server that is silent for longer than the limit times out")
    func silence() async throws {
        let server = try LoopbackServer { _ in .late(60) }
        let session = SessionOptions { $0.idleTimeout = .seconds(1) }
        let error = await failure { try await TestedTransport.make(session).send(server.request()) }
        #expect(error?.code == .timedOut)
    }

    @Test("Timeouts and idle limits of any length are accepted")
    func longLimits() async throws {
        let server = try LoopbackServer("{}")
        let session = SessionOptions { $0.idleTimeout = .seconds(Int64.max) }
        for timeout in [nil, Duration.seconds(Int64.max), .seconds(10_000_000_000)] {
            var request = server.request()
            request.timeout = timeout
            #expect(try await TestedTransport.make(session).send(request).status == 200)
        }
    }

    /// A server that keeps sending small pieces does not hit the idle timeout.
    @Test func slowIsNotSilent() async throws {
        let pieces = ["HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"] + Array(repeating: "a", count: 5)
        // On a busy machine the server may be silent for longer than the timeout. Then a longer timeout follows.
        for seconds in [1.0, 4, 16] {
            let server = try LoopbackServer { _ in .raw(pieces, pause: 0.4 * seconds) }
            let session = SessionOptions { $0.idleTimeout = .seconds(seconds) }
            do {
                let response = try await TestedTransport.make(session).send(server.request())
                #expect(response.body == Data("aaaaa".utf8))
                return
            } catch {
                try #require(APIError(transport: error, isCancelled: false).code == .timedOut)
            }
        }
        Issue.record("a server that keeps sending counts as silent")
    }

    @Test func connectionsPerHost() async throws {
        let server = try LoopbackServer { _ in .late(0.05, "{}") }
        let transport = TestedTransport.make(SessionOptions { $0.connectionsPerHost = 1 })
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<5 { group.addTask { try await transport.send(server.request()).status } }
            for try await status in group { #expect(status == 200) }
        }
        #expect(server.connections == 1)
    }

    @Test func theSessionEndsWithItsClient() async throws {
        let server = try LoopbackServer(#"{"response":[]}"#)
        do { _ = try await VK(server).users.get().send() }
        for _ in 0..<6000 where server.openConnections > 0 { try await Task.sleep(for: .milliseconds(10)) }
        #expect(server.connections == 1 && server.openConnections == 0)
    }

    #if canImport(FoundationNetworking)
        @Test func whatFoundationNetworkingCannotDo() async throws {
            let server = try LoopbackServer("{}")
            let changes: [(URLSessionConfiguration) -> Void] = [
                { $0.connectionProxyDictionary = ["HTTPProxy": "127.0.0.1"] },
                { $0.timeoutIntervalForResource = 10 }, { $0.allowsCellularAccess = false },
            ]
            let configured = changes.map { change in
                let configuration = URLSessionConfiguration.ephemeral
                change(configuration)
                return URLSessionTransport(configuration: configuration)
            }
            let options = [SessionOptions { $0.proxy = ("127.0.0.1", 8080) }, SessionOptions { $0.lowestTLS = .v13 }]
            for transport in options.map({ URLSessionTransport($0) }) + configured {
                let error = await failure { try await transport.send(server.request()) }
                #expect(error?.code == .invalidRequest && error?.message?.contains("on this system; ") == true)
            }
            #expect(server.connections == 0)
            let usual = URLSessionTransport(configuration: .ephemeral)
            #expect(try await usual.send(server.request()).status == 200)
        }

        /// A function that checks certificates would never be asked here, so nothing is sent.
        @Test func certificatesAreNotAcceptedUnchecked() async throws {
            let server = try LoopbackServer("{}")
            let session = SessionOptions { $0.authentication = { _ in (.performDefaultHandling, nil) } }
            let error = await failure { try await TestedTransport.make(session).send(server.request()) }
            #expect(
                error?.code == .invalidRequest && error?.message?.contains("SessionOptions.authenticationKinds") == true
            )
            #expect(server.connections == 0)
        }
    #endif

    // MARK: TLS

    @Test(
        "A base URL without TLS on another machine is refused, even if its name looks local",
        arguments: ["http://api.example", "http://127.0.0.1.example", "http://127.example", "ftp://127.0.0.2x/"])
    func httpsOnly(address: String) async throws {
        let error = try await failure(VK(over: Client.Configuration(baseURL: address)).users.get())
        #expect(error.code == .invalidRequest)
    }

    @Test("Plain HTTP is permitted for listed hosts and this machine, or for all if the app says so")
    func exceptions() throws {
        let names = SessionOptions { $0.insecureHosts = ["api.example"] }
        try names.permit(try #require(URL(string: "http://API.example/a")))
        try names.permit(try #require(URL(string: "http://[::1]:80/a")))
        #expect(throws: APIError.self) { try names.permit(try #require(URL(string: "http://www.api.example/a"))) }
        try SessionOptions { $0.httpsOnly = false }.permit(try #require(URL(string: "http://www.example/a")))
    }

    /// A port that cannot exist fails before the network. It does not mean the default one.
    @Test(
        "A port that cannot exist is refused with a message that names the largest one",
        arguments: ["http://127.0.0.1:65536/", "http://[::1]:99999", "https://a.example:99999999999999999999?b"])
    func impossiblePorts(address: String) async throws {
        let request = HTTPRequest(verb: .get, url: try #require(URL(string: address)))
        let error = await failure { try await TestedTransport.make().send(request) }
        #expect(error?.code == .invalidRequest && error?.message?.contains("65535") == true)
    }

    @Test(
        "An address with a possible port, or without one, is permitted",
        arguments: ["http://127.0.0.1:65535/", "https://[::1]", "https://a.example:/b:1", "https://u:1@a.example"])
    func possiblePorts(address: String) throws {
        try SessionOptions().permit(try #require(URL(string: address)))
    }

    @Test func aRedirectDoesNotLeaveTLS() async throws {
        let server = try LoopbackServer { _ in .http(302, ["Location: http://api.example/there"], "moved") }
        #expect(try await TestedTransport.make().send(server.request()).status == 302)
    }

    /// A redirect from another server does not lead to this machine, because its local services are not meant for
    /// others.
    @Test func aRedirectDoesNotLeadToThisMachine() async throws {
        let inside = try LoopbackServer { _ in .http(200, [], "inside") }
        let server = try LoopbackServer { _ in .http(302, ["Location: \(inside.baseURL)"], "moved") }
        let request = HTTPRequest(verb: .get, url: try #require(URL(string: "http://0.0.0.0:\(server.port)/")))
        let options = SessionOptions { $0.insecureHosts = ["0.0.0.0"] }
        #expect(try await TestedTransport.make(options).send(request).status == 302 && inside.received.isEmpty)
        let meant = SessionOptions { $0.insecureHosts = ["0.0.0.0", "127.0.0.1"] }
        #expect(try await TestedTransport.make(meant).send(request).status == 200)
    }

    /// This machine is recognised by every name and address.
    @Test(arguments: [
        "0.0.0.0", "[::]", "[::1]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:0:0]", "localhost.",
        "LOCALHOST", "a.localhost", "127.1",
        "127.0.0.1.",
        "2130706433", "0x7f.1", "0177.0.0.1", "0",
    ])
    func aNameOfThisMachine(host: String) throws {
        let options = SessionOptions { $0.httpsOnly = false }
        let (here, elsewhere) = (
            try #require(URL(string: "http://\(host):8080/a")), try #require(URL(string: "https://api.example/"))
        )
        #expect(
            !options.permits(here, from: elsewhere) && options.permits(here, from: URL(string: "http://127.0.0.1/")))
        #expect(options.permits(here, from: here) && options.permits(elsewhere, from: here))
    }

    @Test(arguments: [
        "127.example", "localhost.example", "mylocalhost", "[::2]", "[::ffff:10.0.0.1]", "10.0.0.1", "128.0.0.1",
        "0x7f.example",
    ])
    func aNameOfAnother(host: String) throws {
        let options = SessionOptions { $0.httpsOnly = false }
        #expect(
            options.permits(try #require(URL(string: "http://\(host)/")), from: URL(string: "https://api.example/")))
    }

    @Test func aRedirectDoesNotLeadToThisMachineByAnotherName() async throws {
        let inside = try LoopbackServer { _ in .http(200, [], "inside") }
        let server = try LoopbackServer { _ in .http(302, ["Location: http://a.localhost:\(inside.port)/"], "moved") }
        let request = HTTPRequest(verb: .get, url: try #require(URL(string: "http://0.0.0.0:\(server.port)/")))
        #expect(
            try await TestedTransport.make(SessionOptions { $0.httpsOnly = false }).send(request).status == 302
                && inside.received.isEmpty)
    }

    // MARK: Challenges

    @Test func nameAndPassword() async throws {
        let server = try LoopbackServer { request in
            request["Authorization"] == "Basic QWRhOnNlY3JldA=="
                ? .http(200, [], "in") : .http(401, ["WWW-Authenticate: Basic realm=\"here\""], "out")
        }
        let session = SessionOptions {
            $0.authenticationKinds = [.password]
            $0.authentication = { challenge in
                #expect(challenge.protectionSpace.realm == "here")
                guard challenge.previousFailureCount == 0 else { return (.rejectProtectionSpace, nil) }
                return (.useCredential, URLCredential(user: "Ada", password: "secret", persistence: .none))
            }
        }
        let response = try await TestedTransport.make(session).send(server.request())
        #expect(response.status == 200 && response.body == Data("in".utf8))
        #expect(server.received.count == 2)
    }

    @Test func nobodyKnowsThePassword() async throws {
        let server = try LoopbackServer { _ in .http(401, ["WWW-Authenticate: Basic realm=\"here\""], "out") }
        let session = SessionOptions {
            $0.authenticationKinds = [.password]
            $0.authentication = { _ in (.rejectProtectionSpace, nil) }
        }
        let response = try await TestedTransport.make(session).send(server.request())
        #expect(response.status == 401 && response.body == Data("out".utf8))
    }
}
