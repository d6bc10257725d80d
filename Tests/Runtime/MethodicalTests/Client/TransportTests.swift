import EachTransport
import Foundation
import LoopbackServer
import Testing

@testable import Methodical

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests of the exchange on the wire and of its outcome for the caller.
@Suite(.eachTransport) struct TransportTests {
    @Test func timeoutOfTheRequest() async throws {
        let server = try LoopbackServer { _ in .late(60, "{}") }
        let error = try await failure(VK(server).users.get().timeout(.milliseconds(300)))
        #expect(error.code == .timedOut)
        #expect(error.description == "users.get: timedOut: no complete response arrived in time")
    }

    @Test func timeoutIsOfTheWholeExchange() async throws {
        // The whole response takes two minutes.
        let drip = ["HTTP/1.1 200 OK\r\nContent-Length: 1200\r\n\r\n"] + Array(repeating: " ", count: 1200)
        let server = try LoopbackServer { _ in .raw(drip, pause: 0.1) }
        #expect(try await failure(VK(server).users.get().timeout(.milliseconds(500))).code == .timedOut)
    }

    @Test func timeoutsOfMethodAndClient() async throws {
        let server = try LoopbackServer { _ in .late(60) }
        #expect(try await failure(VK(server, timeout: .milliseconds(200)).users.get()).code == .timedOut)
        let client = Client(plainAPI(), over: Client.Configuration(baseURL: server.baseURL))
        #expect(try await failure(Request<JSON>(Call(client, Method("m", timeout: 1)))).code == .timedOut)
    }

    @Test("A late response within a long timeout is received")
    func enoughTime() async throws {
        let server = try LoopbackServer { _ in .late(0.2, #"{"response":[]}"#) }
        #expect(try await VK(server).users.get().timeout(.seconds(300)).send() == [])
    }

    // MARK: Cancellation

    @Test("A call whose task is cancelled during the request fails as cancelled")
    func cancellation() async throws {
        let server = try LoopbackServer { _ in .late(60, "{}") }
        let vk = VK(server)
        let task = Task { try await failure(vk.users.get()) }
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        #expect(try await task.value.code == .cancelled)
    }

    @Test func cancelledBeforeItBegan() async throws {
        let server = try LoopbackServer("{}")
        let vk = VK(server)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await failure(vk.users.get())
        }
        #expect(try await task.value.code == .cancelled)
        #expect(server.connections == 0)
    }

    /// Calls that are cancelled while responses arrive each end once, and none hangs.
    @Test func cancellationAtAnyMoment() async throws {
        let server = try LoopbackServer { _ in .http(200, [], #"{"response":[]}"#) }
        let vk = VK(server)
        let ended = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<200 {
                group.addTask {
                    let task = Task { try await vk.users.get(userIDs: [index]).send() }
                    try? await Task.sleep(for: .microseconds(index * 40))
                    task.cancel()
                    switch await task.result {
                    case .success(let users): return users.isEmpty
                    case .failure(let error): return (error as? APIError)?.code == .cancelled
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(ended == 200)
    }

    // MARK: Connections

    @Test func manyCallsShareConnections() async throws {
        let server = try LoopbackServer(#"{"response":[]}"#)
        let vk = VK(server)
        for _ in 0..<10 { _ = try await vk.users.get().caching(.networkOnly).send() }
        #expect(server.received.count == 10)
        // The calls share one connection, unless a response is delivered before its connection is free again.
        #expect(server.connections < 5)
    }

    @Test("A connection that breaks or speaks no HTTP is an error of the connection with its cause")
    func brokenConnections() async throws {
        let cases: [LoopbackServer.Reply] = [
            .reset, .close, .raw(["nonsense\r\n\r\n"]),
            .raw(["HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"response\":[]}"]),
            .raw(["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"res"]),
        ]
        for reply in cases {
            let server = try LoopbackServer { _ in reply }
            let error = try await failure(VK(server).users.get())
            #expect(error.code == .connection, "\(reply): \(error)")
            #expect(error.cause?.domain == "URLError")
        }
    }

    /// The body ends at the declared length, even if more bytes follow.
    @Test func lengthTooShort() async throws {
        let server = try LoopbackServer { _ in .raw(["HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{\"response\":[]}"])
        }
        #expect(try await failure(VK(server).users.get()).code == .undecodable)
    }

    @Test func chunksAndNoLength() async throws {
        let chunked = try LoopbackServer { _ in
            .raw(
                [
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"res\r\n",
                    "A\r\nponse\":[]}\r\n0\r\n\r\n",
                ], pause: 0.05)
        }
        #expect(try await VK(chunked).users.get().send() == [])
        let endless = try LoopbackServer { _ in .raw(["HTTP/1.1 200 OK\r\n\r\n{\"response\":[]}"]) }
        #expect(try await VK(endless).users.get().send() == [])
    }

    @Test("A port on which nobody listens is an error of the connection")
    func nobodyListens() async throws {
        let nobody = try RefusingPort()
        let vk = VK(over: Client.Configuration(baseURL: "http://127.0.0.1:\(nobody.port)", retries: .never))
        #expect(try await failure(vk.users.get()).code == .connection)
        withExtendedLifetime(nobody) {}
    }

    @Test func cookiesAreNotKept() async throws {
        let server = try LoopbackServer { _ in .http(200, ["Set-Cookie: session=1; Path=/"], #"{"response":[]}"#) }
        let vk = VK(server)
        for _ in 0..<2 { _ = try await vk.users.get().caching(.networkOnly).send() }
        #expect(server.received.map { $0["Cookie"] } == [nil, nil])
    }

    // MARK: Redirects

    @Test(arguments: [301, 302, 303, 307, 308]) func redirectWithinTheServer(status: Int) async throws {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/here": .http(status, ["Location: /end"])
            case "/end": .http(200, [], "1")
            default: .http(status, ["Location: /here"])
            }
        }
        let received = try await redirected(server, .get)
        #expect(received.map(\.target) == ["/m?a=1", "/here", "/end"])
        #expect(received.allSatisfy { $0["Authorization"] == "Bearer t" })
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func redirectToAnotherServer(status: Int) async throws {
        let other = try LoopbackServer("1")
        let server = try LoopbackServer { [url = other.baseURL] _ in .http(status, ["Location: \(url)/there"]) }
        _ = try await redirected(server, .get)
        let received = try #require(other.received.first)
        #expect(received.line == "GET /there HTTP/1.1")
        #expect(received["Authorization"] == nil)
        #expect(received["X-Secret"] == nil)
        #expect(!received.head.contains("secret"))
    }

    @Test(arguments: [301, 302, 303]) func redirectOfAPostToAnotherServer(status: Int) async throws {
        let other = try LoopbackServer("1")
        let server = try LoopbackServer { [url = other.baseURL] _ in .http(status, ["Location: \(url)/there"]) }
        _ = try await redirected(server, .post)
        let received = try #require(other.received.first)
        #expect(received.line == "GET /there HTTP/1.1")
        #expect(received["Authorization"] == nil && received.body == "")
    }

    @Test(arguments: [307, 308]) func redirectThatWantsTheBodyElsewhere(status: Int) async throws {
        let other = try LoopbackServer("1")
        let server = try LoopbackServer { [url = other.baseURL] _ in .http(status, ["Location: \(url)/there"]) }
        await #expect(throws: APIError.self) { try await redirected(server, .post) }
        #expect(other.connections == 0)
    }

    /// After a redirect that turns a POST into a GET, no later redirect sends the body again (RFC 9110, section
    /// 15.4.8).
    @Test(arguments: [(303, 307), (302, 308)]) func aBodyThatARedirectTookAwayStaysAway(first: Int, second: Int)
        async throws
    {
        let server = try LoopbackServer { request in
            switch request.target {
            case "/m": .http(first, ["Location: /seen"])
            case "/seen": .http(second, ["Location: /here"])
            default: .http(200, [], "1")
            }
        }
        let received = try await redirected(server, .post)
        #expect(received.map(\.line) == ["POST /m HTTP/1.1", "GET /seen HTTP/1.1", "GET /here HTTP/1.1"])
        #expect(received.last?.body == "")
    }

    /// Another server cannot redirect a request with the body and the token back to the API's own server.
    @Test func noBodyAndNoTokenByWayOfAnotherServer() async throws {
        let ways = Locked(["/there": "/"])
        let other = try LoopbackServer { request in
            .http(307, ["Location: \(ways.withLock { $0[request.target] ?? "" })"])
        }
        let server = try LoopbackServer { [url = other.baseURL] request in
            switch request.target {
            case "/here": .http(302, ["Location: /end"])
            case "/end": .http(200, [], "1")
            default: .http(302, ["Location: \(url)/there"])
            }
        }
        ways.withLock { $0["/there"] = server.baseURL + "/here" }
        let received = try await redirected(server, .post)
        #expect(other.received.count == 1)
        #expect(received.dropFirst().map(\.line) == ["GET /here HTTP/1.1", "GET /end HTTP/1.1"])
        #expect(
            received.dropFirst().allSatisfy { $0["Authorization"] == nil && $0.body == "" && $0["X-Secret"] == nil })
    }

    @discardableResult
    private func redirected(_ server: LoopbackServer, _ verb: HTTPRequest.Verb) async throws -> [Received] {
        let api = plainAPI { $0.authorization = .header("Bearer") }
        let client = Client(
            api, account: Account(id: 1, token: Token("t")),
            over: Client.Configuration(baseURL: server.baseURL))
        var call = Call(client, Method("m", verb))
        call.add("a", 1)
        call.add("X-Secret", "secret", [.header, .secret])
        _ = try await Request<JSON>(call).send()
        return server.received
    }

    // MARK: Other transports

    struct Failing: Transport {
        let error: any Error
        func send(_ request: HTTPRequest) async throws -> HTTPResponse { throw error }
    }
    struct Strange: Error {}

    @Test func errorsOfTransports() async throws {
        let cases: [(any Error, APIError.Code)] = [
            (APIError(.offline), .offline), (CancellationError(), .cancelled), (URLError(.timedOut), .timedOut),
            (URLError(.cancelled), .cancelled),
            (URLError(.notConnectedToInternet), .offline), (URLError(.networkConnectionLost), .connection),
            (Strange(), .connection),
        ]
        for (error, code) in cases {
            let failure = try await failure(VK(transport: Failing(error: error)).users.get())
            #expect(failure.code == code)
            #expect(failure.method == "users.get")
        }
        #expect(try await failure(VK(transport: Failing(error: Strange())).users.get()).cause?.domain == "Strange")
    }

    @Test func aTransportOfOnesOwn() async throws {
        struct Echo: Transport {
            func send(_ request: HTTPRequest) async throws -> HTTPResponse {
                let isExpected =
                    request.url.absoluteString == "https://api.vk.com/method/users.get"
                    && request.body == Data("user_ids=1&v=5.199".utf8)
                return HTTPResponse(status: isExpected ? 200 : 500, body: Data(#"{"response":[]}"#.utf8))
            }
        }
        #expect(try await VK(transport: Echo()).users.get(userIDs: [1]).send() == [])
    }
}
