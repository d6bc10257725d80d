import EachTransport
import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of servers that misbehave, on real sockets. The outcomes are those that `Faults.md` describes.
@Suite(.eachTransport) struct FaultTests {
    private static let answer = #"{"response":[{"id":1}]}"#

    private func outcome(
        _ reply: LoopbackServer.Reply, _ session: SessionOptions = SessionOptions(), timeout: Duration? = nil
    ) async throws
        -> APIError
    {
        let server = try LoopbackServer { _ in reply }
        let configuration = Client.Configuration(
            baseURL: server.baseURL, timeout: timeout, session: session, retries: .never)
        return try await failure(VK(over: configuration).users.get())
    }

    @Test("A late response is received within the timeout, and a later one times out")
    func delay() async throws {
        let server = try LoopbackServer { _ in .late(0.3, Self.answer) }
        #expect(try await VK(server).users.get().send().count == 1)
        #expect(try await outcome(.late(60), timeout: .milliseconds(200)).code == .timedOut)
    }

    @Test func cutInTheMiddle() async throws {
        for head in ["Content-Length: \(Self.answer.utf8.count)", "Transfer-Encoding: chunked"] {
            #expect(
                try await outcome(.raw(["HTTP/1.1 200 OK\r\n\(head)\r\n\r\n", "5\r\n{\"res"], pause: 0.05)).code
                    == .connection)
        }
    }

    /// A response without a length that is cut off is undecodable, because only the reader can notice the cut.
    @Test func cutWithoutALength() async throws {
        #expect(try await outcome(.raw(["HTTP/1.1 200 OK\r\n\r\n{\"response\":[{\"id\":1}"])).code == .undecodable)
    }

    @Test("A connection that the server resets is an error of the connection")
    func reset() async throws { #expect(try await outcome(.reset).code == .connection) }

    @Test("A length too large or negative is an error of the connection, and one too small cuts the body")
    func wrongLength() async throws {
        #expect(
            try await outcome(.raw(["HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n", Self.answer])).code == .connection
        )
        #expect(
            try await outcome(.raw(["HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n", Self.answer])).code == .undecodable
        )
        #expect(
            try await outcome(.raw(["HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n", Self.answer])).code == .connection)
    }

    @Test("A body that comes byte by byte is received, and an endless one meets the timeout")
    func slowDrip() async throws {
        let drip =
            ["HTTP/1.1 200 OK\r\nContent-Length: \(Self.answer.utf8.count)\r\n\r\n"] + Self.answer.map { "\($0)" }
        let server = try LoopbackServer { _ in .raw(drip, pause: 0.01) }
        #expect(try await VK(server).users.get().send().count == 1)
        let endless = ["HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"] + Array(repeating: " ", count: 1000)
        #expect(try await outcome(.raw(endless, pause: 0.5), timeout: .milliseconds(700)).code == .timedOut)
    }

    @Test("A small compressed response that becomes too large is refused, in memory and in a file")
    func gzipBombs() async throws {
        let bomb = gzipBomb(zeros: 20_000_000)
        let session = SessionOptions { $0.largestResponse = 1_000_000 }
        let error = try await outcome(.data(200, ["Content-Encoding: gzip"], bomb), session)
        #expect(error.code == .tooLarge && bomb.count < 200_000)
        let file = try TemporaryFile()
        let server = try LoopbackServer { _ in .data(200, ["Content-Encoding: gzip"], bomb) }
        var request = server.request()
        request.destination = file.url
        #expect(await failure { try await TestedTransport.make(session).send(request) }?.code == .tooLarge)
        #expect(try file.data.count <= 1_000_000)
    }

    @Test("A compressed response is decompressed, and one that was cut off is an error")
    func compressed() async throws {
        let body = pattern(100_000)
        let server = try LoopbackServer { request in
            .data(200, ["Content-Encoding: gzip"], request.target == "/cut" ? gzip(body).dropLast(2000) : gzip(body))
        }
        let transport = TestedTransport.make()
        #expect(try await transport.send(server.request()).body == body)
        #expect(server.received.first?["Accept-Encoding"]?.contains("gzip") == true)
        // libcurl takes a body that ends too early for a complete one if it has its declared length.
        #if canImport(FoundationNetworking)
            if TestedTransport.current == .urlSession { return }
        #endif
        #expect(await failure { try await transport.send(server.request(.get, "/cut")) }?.code == .connection)
    }

    @Test func answersOfAnyLength() async throws {
        let session = SessionOptions { $0.largestResponse = 1000 }
        #expect(try await outcome(.http(200, [], String(repeating: " ", count: 1001)), session).code == .tooLarge)
        #expect(
            try await outcome(.raw(["HTTP/1.1 200 OK\r\n\r\n" + String(repeating: " ", count: 2000)]), session).code
                == .tooLarge)
    }

    /// A response whose declared length exceeds the limit fails at once, without waiting for the body.
    @Test(arguments: [1001, Int.max - 1023]) func aPromiseOfTooMuch(length: Int) async throws {
        let session = SessionOptions { $0.largestResponse = 1000 }
        let answer = LoopbackServer.Reply.raw(
            ["HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n", "{"], pause: 600)
        let clock = ContinuousClock()
        let start = clock.now
        #expect(try await outcome(answer, session).code == .tooLarge)
        #expect(clock.now - start < .seconds(500))
    }

    /// A status below 100 does not exist (RFC 9110, section 15).
    @Test(arguments: ["000", "001", "050", "099"], ["Content-Length: 2\r\n", "", "Transfer-Encoding: chunked\r\n"])
    func aStatusBelow100IsNoResponse(status: String, field: String) async throws {
        let isChunked = field.contains("chunked")
        for body in ["", isChunked ? "2\r\n{}\r\n0\r\n\r\n" : "{}"] {
            let answer = LoopbackServer.Reply.raw(["HTTP/1.1 \(status) X\r\n\(field)\r\n\(body)"])
            #expect(try await outcome(answer).code == .connection, "\(body)")
        }
    }

    /// A response that switches protocols fails, because no request asks for another protocol.
    @Test("A response that switches protocols is an error at once, though the connection stays open")
    func anotherProtocol() async throws {
        let answer = LoopbackServer.Reply.raw(
            ["HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n", "x"], pause: 600)
        let clock = ContinuousClock()
        let start = clock.now
        #expect(try await outcome(answer).code == .connection)
        #expect(clock.now - start < .seconds(500))
    }

    @Test func headersWithoutEnd() async throws {
        let field = "X-Field: " + String(repeating: "a", count: 990) + "\r\n"
        let error = try await outcome(
            .raw(["HTTP/1.1 200 OK\r\n" + String(repeating: field, count: 10_000) + "Content-Length: 2\r\n\r\n{}"]))
        #expect(error.code == .connection)
        let line = "X-Field: " + String(repeating: "a", count: 10_000_000)
        #expect(
            try await outcome(.raw(["HTTP/1.1 200 OK\r\n\(line)\r\nContent-Length: 2\r\n\r\n{}"])).code == .connection)
    }

    @Test(arguments: [301, 302, 303, 307, 308]) func authorisationStaysWithItsServer(status: Int) async throws {
        let other = try LoopbackServer(Self.answer)
        let server = try LoopbackServer { [url = other.baseURL] _ in .http(status, ["Location: \(url)/there"]) }
        let client = Client(
            plainAPI { $0.authorization = .header("Bearer") }, account: Account(id: 1, token: Token("t")),
            over: Client.Configuration(baseURL: server.baseURL))
        _ = try await Request<JSON>(Call(client, Method("m", .get))).send()
        #expect(server.received.first?["Authorization"] == "Bearer t")
        #expect(other.received.first.map { $0["Authorization"] == nil } == true)
    }

    @Test(arguments: [307, 308]) func theWholeRequestMovesWithinItsServer(status: Int) async throws {
        let server = try LoopbackServer { request in
            request.target == "/here" ? .http(200, [], Self.answer) : .http(status, ["Location: /here"])
        }
        _ = try await VK(server, token: Token("t")).users.get(userIDs: [1]).send()
        #expect(server.received.map(\.verb) == ["POST", "POST"])
        #expect(server.received.last?.body == "user_ids=1&v=5.199&access_token=t")
    }

    @Test func redirectsWithoutEnd() async throws {
        for status in [302, 307] {
            let server = try LoopbackServer { _ in .http(status, ["Location: /again"]) }
            #expect(try await failure(VK(server).users.get()).code == .connection)
            #expect(server.received.count == 21)
        }
    }

    /// The second of two responses to one request is never taken for the response to the next request. That one may meet
    /// the connection while it closes, and is then repeated.
    @Test("A second response to one request is never taken for the response to the next")
    func duplicateAnswers() async throws {
        let requests = Locked(0)
        let server = try LoopbackServer { _ in
            let number = requests.withLock {
                $0 += 1
                return $0
            }
            func answer(_ id: Int) -> String {
                let body = #"{"response":[{"id":\#(id)}]}"#
                return "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
            }
            return .raw([answer(number) + answer(99)], pause: 0.2)
        }
        let vk = VK(
            over: Client.Configuration(baseURL: server.baseURL, retries: RetryPolicy(base: .milliseconds(1))))
        for _ in 1...3 {
            let users = try await vk.users.get().caching(.networkOnly).send()
            #expect(users.map(\.id) == [requests.withLock { $0 }])
        }
        #expect(server.received.count >= 3)
    }

    @Test func tooManyRequestsAndInternalErrors() async throws {
        #expect(try await outcome(.http(429, ["Retry-After: 1"])).code == .rateLimited)
        #expect(try await outcome(.http(429)).code == .rateLimited)
        let error = try await outcome(.http(500, [], "sorry"))
        #expect(error.code == .server && error.status == 500)
    }

    /// After a failure, a call that is safe to repeat is repeated after the pause that the server asks for.
    @Test(
        "A failed read is repeated after the pause asked for, and a write only after a status of 429",
        arguments: [(429, "Retry-After: 7", true), (429, "X: 1", true), (500, "X: 1", false)])
    func onceMore(status: Int, field: String, evenAWrite: Bool) async throws {
        let pauses = Locked([Duration]())
        let time = TimeSource(now: { Date() }, sleep: { pause in pauses.withLock { $0.append(pause) } })
        let asked = Locked(0)
        let server = try LoopbackServer { _ in
            asked.withLock { count in
                count += 1
                return count % 2 == 1 ? .http(status, [field]) : .http(200, [], #"{"response":1}"#)
            }
        }
        let client = Client(
            VK.api, account: Account(id: 1, token: Token("t")),
            over: Client.Configuration(baseURL: server.baseURL, time: time))
        #expect(try await Request<Int>(Call(client, Method("users.count", reads: true))).send() == 1)
        #expect(server.received.count == 2)
        let pause = try #require(pauses.withLock { $0.first })
        #expect(field.hasPrefix("Retry") ? pause >= .seconds(7) && pause < .seconds(8) : pause < .seconds(1))
        let write = Request<Int>(Call(client, Method("users.report")))
        if evenAWrite {
            #expect(try await write.send() == 1)
        } else {
            #expect(try await failure(write).status == status)
        }
        #expect(server.received.count == (evenAWrite ? 4 : 3))
    }
}
