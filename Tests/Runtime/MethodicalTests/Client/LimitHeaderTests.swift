import Foundation
import Testing

@testable import Methodical

/// Tests of the header fields in which servers state their limits.
@Suite struct LimitHeaderTests {
    private let now = Date(timeIntervalSince1970: 1_377_010_241)
    private let github = APIDescription.LimitHeaders(remaining: "X-RateLimit-Remaining", reset: "X-RateLimit-Reset")

    // MARK: Reading

    /// The example of GitHub's documentation, which was sent at 14:50:41.
    @Test func theResetOfGitHub() {
        let headers: HTTPHeaders = [
            "Date": "Tue, 20 Aug 2013 14:50:41 GMT", "X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "0",
            "X-RateLimit-Reset": "1377013266",
        ]
        #expect(github.pause(after: HTTPResponse(status: 403, headers: headers), at: now) == .seconds(3025))
        // The server's clock counts, not this machine's.
        #expect(github.pause(after: HTTPResponse(status: 403, headers: headers), at: now + 900) == .seconds(3025))
    }

    @Test(
        "A reset is read as seconds, a moment, or a duration, and the pause is a day at most",
        arguments: [
            ("217", 217.0), ("0.5", 0.5), ("1377010301", 60), ("1377010301.25", 60.25), ("1377010301000", 60),
            // OpenAI, Anthropic, and a date of HTTP.
            ("1s", 1), ("6m0s", 360), ("20ms", 0.02), ("1h2m3.5s", 3723.5), ("2013-08-20T14:51:41Z", 60),
            ("Tue, 20 Aug 2013 14:51:41 GMT", 60),
            // A day at most.
            ("100000", 86_400), ("1400000000", 86_400),
        ])
    func resets(text: String, seconds: Double) {
        #expect(pause(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": text]) == .seconds(seconds))
    }

    @Test(arguments: ["", "0", "-5", "soon", "nan", "inf", "1e999", "1377010240", "5x", "s", "ms5", "1.2.3s"])
    func resetsThatNameNoTime(text: String) {
        #expect(pause(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": text]) == nil)
    }

    @Test func requestsAreLeft() {
        #expect(pause(["X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "5"]) == nil)
        #expect(pause(["X-RateLimit-Reset": "5"]) == nil)
        #expect(pause(["X-RateLimit-Remaining": "0.0", "X-RateLimit-Reset": "5"]) == .seconds(5))
        // A refusal says itself that none is left. A 403 may have other reasons.
        #expect(pause(["X-RateLimit-Reset": "5"], status: 429) == .seconds(5))
        #expect(pause(["X-RateLimit-Remaining": "1", "X-RateLimit-Reset": "5"], status: 403) == nil)
    }

    /// The spellings of the draft's versions 10, 7 and 3.
    @Test(
        "The fields of the draft for rate limits, in all its versions, ask for a pause if nothing remains",
        arguments: [
            (["RateLimit": #""default";r=50;t=30"#], nil), (["RateLimit": #""default";r=0;t=30"#], 30),
            (["RateLimit": #""burst";r=0;t=5, "daily";r=0;t=600"#], 600),
            (["RateLimit": #""burst";r=0;t=5,"daily";r=100;t=600"#], 5),
            (["RateLimit": #""a,b;r=0;t=9";r=4;t=5"#], nil), (["RateLimit": #""default"; r=0; t=7"#], 7),
            (["RateLimit": "limit=100, remaining=0, reset=50"], 50),
            (["RateLimit": "limit=100, remaining=5, reset=50"], nil),
            (["RateLimit-Limit": "10", "RateLimit-Remaining": "0", "RateLimit-Reset": "5"], 5),
            (["RateLimit": ""], nil), (["RateLimit": #"";;,=,r=,"#], nil),
        ] as [([String: String], Double?)])
    func theDraft(fields: [String: String], seconds: Double?) {
        var headers = HTTPHeaders()
        for (name, value) in fields { headers[name] = value }
        let response = HTTPResponse(status: 200, headers: headers)
        #expect(APIDescription.LimitHeaders.standard.pause(after: response, at: now) == seconds.map { .seconds($0) })
    }

    private func pause(_ headers: HTTPHeaders, status: Int = 200) -> Duration? {
        github.pause(after: HTTPResponse(status: status, headers: headers), at: now)
    }

    // MARK: Waiting

    @Test(arguments: [nil, APIDescription.Limit(3)]) func aHoldStopsAllPermits(limit: APIDescription.Limit?) {
        var queue = PermitQueue(limit)
        let now = ContinuousClock.now
        #expect(queue.take(at: now) != nil)
        #expect(queue.hold(until: now + .seconds(60), at: now).wake == nil)
        #expect(queue.take(at: now) == nil && queue.wait(at: now) == .seconds(60))
        #expect(queue.add(1, priority: .normal, before: nil, at: now).wake == now + .seconds(60))
        #expect(queue.add(2, priority: .high, before: now + .seconds(5), at: now).wake == now + .seconds(5))
        #expect(queue.look(at: now + .seconds(5)).late == [2])
        // An earlier reset does not shorten the hold.
        #expect(queue.hold(until: now + .seconds(30), at: now + .seconds(10)).granted.isEmpty)
        #expect(queue.look(at: now + .seconds(59)).granted.isEmpty)
        #expect(queue.look(at: now + .seconds(60)).granted.map(\.0) == [1])
        #expect(queue.take(at: now + .seconds(60)) != nil)
    }

    // MARK: Calls

    @Test func callsWaitForTheReset() async throws {
        let time = SteppedTime()
        let sent = Locked([Date]())
        let client = client(time) { count in
            sent.withLock { $0.append(time.now) }
            let headers: HTTPHeaders = ["X-RateLimit-Remaining": "\(max(0, 2 - count))", "X-RateLimit-Reset": "60"]
            return HTTPResponse(status: 200, headers: headers, body: Data("1".utf8))
        }
        #expect(try await request(client).send() == 1)
        #expect(try await request(client).send() == 1)
        let third = Task { try await request(client).send() }
        while time.sleepers == 0 { try await Task.sleep(for: .milliseconds(1)) }
        for seconds in [59.0, 1] {
            #expect(sent.withLock { $0.count } == 2)
            time.advance(seconds)
        }
        #expect(try await third.value == 1)
        let waited = sent.withLock { $0[2].timeIntervalSince($0[1]) }
        #expect(waited >= 60 && waited < 61)
        // Accounts have limits of their own.
        let other = Client(client.api, account: Account(id: 2, token: nil), transport: client.transport)
        #expect(other.rateLimiter(for: nil) !== client.rateLimiter(for: nil))
    }

    @Test func aCallWithATimeoutDoesNotWaitForEver() async throws {
        let time = SteppedTime()
        let client = client(time) { _ in
            HTTPResponse(
                status: 200, headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "3600"], body: Data("1".utf8))
        }
        #expect(try await request(client).send() == 1)
        let late = Task { try await failure(request(client).timeout(.seconds(5))) }
        while time.sleepers == 0 { try await Task.sleep(for: .milliseconds(1)) }
        time.advance(5)
        #expect(try await late.value.code == .timedOut)
    }

    /// A refused call is sent again after the reset, even a write.
    @Test(arguments: [403, 429]) func aRefusalNamesItsPauseByTheReset(status: Int) async throws {
        let time = SteppedTime()
        let sent = Locked([Date]())
        let client = client(time) { count in
            sent.withLock { $0.append(time.now) }
            let headers: HTTPHeaders = ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "10"]
            return HTTPResponse(
                status: count == 1 ? status : 200, headers: count == 1 ? headers : [:], body: Data("1".utf8))
        }
        let call = Task { try await Request<Int>(Call(client, Method("m"))).send() }
        try await time.run(until: { sent.withLock { $0.count } == 2 })
        #expect(try await call.value == 1)
        #expect(sent.withLock { $0[1].timeIntervalSince($0[0]) } >= 10)
    }

    @Test func aLongPauseFailsAtOnce() async throws {
        let time = SteppedTime()
        let client = client(time) { _ in
            HTTPResponse(status: 403, headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "3600"])
        }
        let error = try await failure(request(client))
        #expect(error.code == .rateLimited && error.retryAfter == .seconds(3600))
        // Without the fields, a 403 is permanent.
        let plain = self.client(time) { _ in HTTPResponse(status: 403) }
        #expect(try await failure(request(plain)).code == .server)
    }

    private func request(_ client: Client) -> Request<Int> { Request(Call(client, Method("m", .get, reads: true))) }

    private func client(_ time: SteppedTime, _ respond: @escaping @Sendable (Int) -> HTTPResponse) -> Client {
        let count = Locked(0)
        return Client(
            plainAPI { $0.limitHeaders = github }, account: Account(id: 1, token: nil),
            transport: Responding { _ in
                respond(
                    count.withLock {
                        $0 += 1; return $0
                    })
            },
            configuration: Client.Configuration(
                cache: nil, time: time.source, retries: RetryPolicy(throttlingBase: .zero)))
    }
}

/// A transport that responds from memory with any status and header fields.
private struct Responding: Transport {
    let respond: @Sendable (HTTPRequest) -> HTTPResponse

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { respond(request) }
}
