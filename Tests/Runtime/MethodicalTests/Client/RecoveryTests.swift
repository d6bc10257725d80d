import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of retries: the calls that are sent again, their pauses, and the calls that are not repeated.
@Suite struct RecoveryTests {
    // MARK: The decision

    @Test func whatIsRepeatedWhen() {
        let policy = RetryPolicy(random: { 1 })
        func pause(_ code: APIError.Code, _ status: Int? = nil, _ isRepeatable: Bool, internal: Bool = false)
            -> Duration?
        {
            policy.pause(after: error(code, status), attempt: 1, isRepeatable: isRepeatable, meansInternal: `internal`)
        }
        for status in [408, 425, 500, 502, 503, 504] {
            #expect(pause(.server, status, true) == .milliseconds(50))
            #expect(pause(.server, status, false) == nil)
        }
        for status in [200, 400, 404, 409, 501] { #expect(pause(.server, status, true) == nil) }
        #expect(pause(.server, 200, true, internal: true) != nil && pause(.server, 200, false, internal: true) == nil)
        for code in [APIError.Code.connection, .timedOut] {
            #expect(pause(code, nil, true) != nil && pause(code, nil, false) == nil)
        }
        let endless = APIError(
            .connection,
            cause: APIError.Cause(domain: "URLError", code: URLError.Code.httpTooManyRedirects.rawValue, message: ""))
        #expect(policy.pause(after: endless, attempt: 1, isRepeatable: true) == nil)
        #expect(pause(.rateLimited, 429, false) != nil)
        for code in [
            APIError.Code.offline, .cancelled, .notAuthorized, .undecodable, .invalidRequest, .storage, .challenged,
        ] {
            #expect(pause(code, nil, true) == nil)
        }
    }

    @Test func pausesGrowAndAreRandom() {
        func pauses(_ random: Double) -> [Duration?] {
            let policy = RetryPolicy(attempts: 5, base: .seconds(1), cap: .seconds(3), random: { random })
            return (1...5).map { policy.pause(after: error(.connection), attempt: $0, isRepeatable: true) }
        }
        #expect(pauses(1) == [.seconds(1), .seconds(2), .seconds(3), .seconds(3), nil])
        #expect(pauses(0.5) == [.seconds(0.5), .seconds(1), .seconds(1.5), .seconds(1.5), nil])
        #expect(pauses(0) == [.zero, .zero, .zero, .zero, nil])
        #expect(RetryPolicy.never.pause(after: error(.rateLimited), attempt: 1, isRepeatable: true) == nil)
    }

    /// The formula of the AWS SDKs' reference: a random part of the lesser of the cap and the doubled base, which is
    /// 50 ms for transient errors and a second for rate limits.
    @Test(arguments: [0, 0.25, 1]) func theStandardModeOfTheAWSSDKs(random: Double) {
        let policy = RetryPolicy(attempts: 12, random: { random })
        for attempt in 1...11 {
            let factor = Double(1 << (attempt - 1))
            let transient = policy.pause(after: error(.connection), attempt: attempt, isRepeatable: true)
            #expect(transient == min(.milliseconds(50) * factor, .seconds(20)) * random)
            let throttled = policy.pause(after: error(.rateLimited, 429), attempt: attempt, isRepeatable: false)
            #expect(throttled == min(.seconds(1) * factor, .seconds(20)) * random)
        }
    }

    @Test func theServerSaysHowLong() {
        func pause(_ asked: Duration, _ random: Double) -> Duration? {
            RetryPolicy(random: { random }).pause(
                after: error(.rateLimited, 429, asked), attempt: 1, isRepeatable: false)
        }
        #expect(pause(.seconds(7), 0) == .seconds(7))
        #expect(pause(.seconds(7), 1) == .seconds(8))
        #expect(pause(.seconds(20), 0) == .seconds(20))
        #expect(pause(.seconds(21), 0) == nil)
    }

    @Test("No back-off is longer than the cap, even if the base is")
    func theCapBoundsTheBase() {
        let policy = RetryPolicy(base: .seconds(5), throttlingBase: .seconds(8), cap: .seconds(3), random: { 1 })
        #expect(policy.pause(after: error(.connection), attempt: 1, isRepeatable: true) == .seconds(3))
        #expect(policy.pause(after: error(.rateLimited, 429), attempt: 2, isRepeatable: true) == .seconds(3))
        // The random part is added to the pause that the server names, so that its clients do not all come back at
        // once.
        let longest = RetryPolicy(random: { 1 })
        let asked = error(.rateLimited, 429, .seconds(20))
        #expect(longest.pause(after: asked, attempt: 1, isRepeatable: true) == .seconds(21))
    }

    @Test func retryAfterInAllItsForms() {
        let now = Date(timeIntervalSince1970: 784_111_770)
        func parsed(_ text: String) -> Duration? {
            HTTPResponse(status: 503, headers: ["Retry-After": text]).retryAfter(at: now)
        }
        // Shopify sends fractions of a second, although the RFC allows none.
        #expect(parsed("2.0") == .seconds(2) && parsed("0.5") == .milliseconds(500))
        #expect(parsed(String(repeating: "9", count: 400)) == .seconds(1 << 31))
        #expect(parsed("120") == .seconds(120))
        #expect(parsed("0") == .zero)
        for text in ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            #expect(parsed(text) == .seconds(7), "\(text)")
        }
        #expect(parsed("Sun, 06 Nov 1994 08:49:00 GMT") == .zero)
        for text in ["", "-1", "-1.5", "soon", "nan", "inf", "0x10", "1e3", ".", "1.5.0"] {
            #expect(parsed(text) == nil, "\(text)")
        }
    }

    @Test("Retries spend a budget, less of it after a rate limit, and successes refill it up to its limit")
    func theBudget() {
        var budget = RetryBudget()
        #expect(budget.spend(after: .timedOut) == 14 && budget.left == 486)
        budget.earn(14)
        budget.earn(nil)
        #expect(budget.left == 500)
        for _ in 0..<35 { #expect(budget.spend(after: .connection) == 14) }
        #expect(budget.spend(after: .server) == nil && budget.left == 10)
        // A retry after a rate limit costs less.
        for _ in 0..<2 { #expect(budget.spend(after: .rateLimited) == 5) }
        #expect(budget.spend(after: .rateLimited) == nil)
        for _ in 0..<5 { budget.earn(nil) }
        #expect(budget.spend(after: .rateLimited) == 5)
    }

    private func error(_ code: APIError.Code, _ status: Int? = nil, _ retryAfter: Duration? = nil) -> APIError {
        APIError(APIError.Contents(code: code, status: status, retryAfter: retryAfter))
    }

    // MARK: Over sockets

    @Test(arguments: [
        LoopbackServer.Reply.http(500), .http(503), .reset, .close,
        .raw(["HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1"]),
    ])
    func aReadGoesOn(trouble: LoopbackServer.Reply) async throws {
        let setup = try Setup([trouble, trouble])
        #expect(try await setup.request(Method("m", reads: true)).send() == 1)
        #expect(setup.server.received.count == 3)
        #expect(setup.events.all.contains { if case .retrying = $0.kind { true } else { false } })
        #expect(setup.pauses.withLock { $0 } == [.milliseconds(50), .milliseconds(100)])
    }

    @Test func onlySoOften() async throws {
        let setup = try Setup(Array(repeating: .http(500), count: 9))
        #expect(try await failure(setup.request(Method("m", reads: true))).status == 500)
        #expect(setup.server.received.count == 3)
    }

    @Test(arguments: [LoopbackServer.Reply.http(500), .http(503, ["Retry-After: 0"]), .reset, .close])
    func aWriteGoesOutOnce(trouble: LoopbackServer.Reply) async throws {
        let setup = try Setup([trouble])
        #expect([.server, .connection].contains(try await failure(setup.request(Method("m"))).code))
        #expect(setup.server.received.count == 1)
    }

    @Test func whatTheServerRefusedForItsLimitIsSentAgain() async throws {
        let busy = #"{"error":{"error_code":6,"error_msg":"Too many requests per second"}}"#
        let setup = try Setup(
            [.http(429, ["Retry-After: 3"]), .http(200, [], busy)],
            plainAPI {
                $0.envelope.error = "error"; $0.envelope.code = "error_code"; $0.meanings = [.tooManyRequests: [6]]
            })
        #expect(try await setup.request(Method("m")).send() == 1)
        #expect(setup.server.received.count == 3)
        #expect(setup.pauses.withLock { $0 } == [.seconds(4), .seconds(2)])
    }

    @Test func whoMustWaitTooLongHearsIt() async throws {
        let setup = try Setup([.http(429, ["Retry-After: 3600"])])
        let error = try await failure(setup.request(Method("m", reads: true)))
        #expect(error.code == .rateLimited && error.retryAfter == .seconds(3600))
        #expect(setup.server.received.count == 1)
    }

    @Test func theServersOwnTrouble() async throws {
        let trouble = LoopbackServer.Reply.http(
            200, [], #"{"error":{"error_code":10,"error_msg":"Internal server error"}}"#)
        let api = plainAPI {
            $0.envelope = Envelope(error: "error", code: "error_code")
            $0.meanings = [.internal: [1, 10]]
        }
        let read = try Setup([trouble], api)
        #expect(try await read.request(Method("m", reads: true)).send() == 1)
        let write = try Setup([trouble], api)
        #expect(try await failure(write.request(Method("m"))).server?.code == 10)
        #expect(write.server.received.count == 1)
    }

    @Test func noRepeatBeyondTheCallsTime() async throws {
        let setup = try Setup([.http(429, ["Retry-After: 1000"])], cap: .seconds(2000))
        let request = setup.request(Method("m", reads: true)).timeout(.seconds(900))
        #expect(try await failure(request).code == .rateLimited)
        #expect(setup.server.received.count == 1)
    }

    @Test func aBudgetForAll() async throws {
        let setup = try Setup(Array(repeating: .http(500), count: 10_000))
        for _ in 0..<200 { _ = try await failure(setup.request(Method("m", reads: true))) }
        // 35 retries cost 490 of the 500 tokens.
        #expect(setup.server.received.count == 235)
    }

    @Test("Without retries, a rate-limited call goes out once")
    func never() async throws {
        let server = try LoopbackServer { _ in .http(429) }
        let client = Client(plainAPI(), configuration: Client.Configuration(baseURL: server.baseURL, retries: .never))
        #expect(try await failure(Request<Int>(Call(client, Method("m", reads: true)))).code == .rateLimited)
        #expect(server.received.count == 1)
    }

    @Test func cancelledInThePause() async throws {
        let server = try LoopbackServer { _ in .http(500) }
        let time = ManualTime()
        let client = Client(plainAPI(), configuration: Client.Configuration(baseURL: server.baseURL, time: time.source))
        let task = Task { try await failure(Request<Int>(Call(client, Method("m", reads: true)))) }
        while time.sleepers == 0 { try await Task.sleep(for: .milliseconds(1)) }
        task.cancel()
        #expect(try await task.value.code == .cancelled)
        #expect(server.received.count == 1)
    }

    // MARK: Keys

    @Test func aWriteWithAKeyIsRepeatedWithTheSameKey() async throws {
        let setup = try Setup([.reset, .http(500)])
        let request = setup.request(Method("m")) {
            $0.add("text", "hello")
            $0.add("random_id", Int?.none, .key)
        }
        #expect(try await request.send() == 1)
        #expect(setup.server.received.count == 3)
        #expect(Set(setup.server.received.map(\.body)).count == 1)
        // Sending the same request a second time creates another message, with a new key.
        _ = try await request.send()
        let bodies = setup.server.received.map(\.body)
        #expect(Set(bodies).count == 2)
        #expect(bodies.allSatisfy { $0.firstMatch(of: /^text=hello&random_id=[1-9][0-9]*$/) != nil })
        #expect(request.description == #"m(text: "hello")"#)
    }

    @Test func keysOfCallers() async throws {
        let setup = try Setup([.http(500)])
        _ = try await setup.request(Method("m")) { $0.add("random_id", 7, .key) }.send()
        #expect(setup.server.received.map(\.body) == ["random_id=7", "random_id=7"])
        _ = try await setup.request(Method("m")) { $0.add("guid", String?.none, [.key, .header]) }.send()
        #expect(setup.server.received.last?["guid"]?.count == 36)
        // Callers without a key pass 0, which is replaced by a new key.
        _ = try await setup.request(Method("m")) { $0.add("random_id", 0, .key) }.send()
        #expect(setup.server.received.last?.body != "random_id=0")
    }

    @Test func anIdempotentWriteIsRepeated() async throws {
        let setup = try Setup([.http(502)])
        #expect(try await setup.request(Method("m", .put, idempotent: true)).send() == 1)
        #expect(setup.server.received.count == 2)
    }

    // MARK: Connections that die

    /// A write on a connection that dies is sent only once. libcurl repeats such a request by itself, even a write.
    @Test(arguments: [LoopbackServer.Reply.close, .reset], [HTTPRequest.Verb.post, .delete])
    func aWriteOnAConnectionThatDiesGoesOutOnce(death: LoopbackServer.Reply, verb: HTTPRequest.Verb) async throws {
        for hasBody in [false, true] where verb.allowsBody {
            let setup = try Setup([.http(200, [], "1"), death])
            _ = try await setup.request(Method("m", .get)).send()
            let write = setup.request(Method("m", verb)) { if hasBody { $0.add("a", 1, .form) } }
            #expect(try await failure(write).code == .connection)
            #expect(setup.server.received.count == 2)
        }
    }

    @Test func aReadByPostOnAConnectionThatDiesIsRepeatedByUs() async throws {
        let setup = try Setup([.http(200, [], "1"), .close])
        _ = try await setup.request(Method("m", .get)).send()
        #expect(try await setup.request(Method("m", reads: true)) { $0.add("a", 1) }.send() == 1)
        #expect(setup.server.received.map(\.body) == ["", "a=1", "a=1"])
    }

    /// A server that sends the given replies in order and then succeeds, and a client that records its pauses instead
    /// of waiting.
    struct Setup {
        let server: LoopbackServer
        let events = Observed()
        let pauses = Locked([Duration]())
        let client: Client

        init(_ replies: [LoopbackServer.Reply], _ api: APIDescription = plainAPI(), cap: Duration = .seconds(20)) throws
        {
            let rest = Locked(replies[...])
            server = try LoopbackServer { _ in rest.withLock { $0.popFirst() } ?? .http(200, [], "1") }
            let time = TimeSource(now: { Date() }) { [pauses] pause in pauses.withLock { $0.append(pause) } }
            client = Client(
                api,
                configuration: Client.Configuration(
                    baseURL: server.baseURL, observers: [events], cache: nil, time: time,
                    retries: RetryPolicy(cap: cap, random: { 1 })))
        }

        func request(_ method: APIEngine.Method, _ arguments: (inout Call) -> Void = { _ in }) -> Request<Int> {
            var call = Call(client, method)
            arguments(&call)
            return Request(call)
        }
    }
}
