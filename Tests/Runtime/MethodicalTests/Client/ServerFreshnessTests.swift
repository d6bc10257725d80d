import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of the freshness that a server declares, which applies if neither the schema nor the call sets a lifetime. The
/// rules are those of RFC 9111 for a private cache.
@Suite struct ServerFreshnessTests {
    private let time = ManualTime()

    @Test func nothingIsCachedThatNobodySaysIsCacheable() async throws {
        let origin = try Origin(time)
        #expect(try await origin.read.send() == 1)
        #expect(try await origin.read.send() == 2)
        #expect(origin.store.size(.all) == 0)
        #expect(try await failure(origin.read.offline()).code == .offline)
    }

    @Test(arguments: [
        ("Cache-Control: max-age=60", 60.0), ("Cache-Control: private, Max-Age=\"60\"", 60),
        ("Cache-Control: \tpublic ,\tmax-age=60\t", 60),
        ("Cache-Control: max-age=60, max-age=3600", 60), ("Cache-Control: x=\"max-age=9\", max-age=60", 60),
        ("Cache-Control: s-maxage=60", 0),
        ("Cache-Control: max-age=-60", 0), ("Cache-Control: max-age=60.5", 0),
        ("Cache-Control: max-age=60, no-cache", 0),
        ("Expires: Sun, 09 Sep 2001 01:47:40 GMT", 60), ("Expires: Sunday, 09-Sep-01 01:47:40 GMT", 60),
        ("Expires: Sun Sep  9 01:47:40 2001", 60), ("Expires: 0", 0), ("Expires: Sun, 09 Sep 2001 01:47:40 UTC", 0),
        ("Expires: Sun, 09 Sep 2001 01:46:40 GMT\r\nDate: Sun, 09 Sep 2001 01:45:40 GMT", 0),
        ("Expires: 0\r\nCache-Control: max-age=60", 60), ("Cache-Control: max-age=100\r\nAge: 40", 60),
        ("Cache-Control: max-age=100\r\nAge: 40, 7", 60), ("Cache-Control: max-age=60\r\nAge: x", 60),
        ("Cache-Control: max-age=60\r\nVary: *", 0),
        ("Cache-Control: max-age=100\r\nDate: Sun, 09 Sep 2001 01:46:00 GMT", 60),
        ("Cache-Control: max-age=60\r\nVary: Accept", 60),
    ]) func theServerSaysHowLong(fields: String, seconds: Double) async throws {
        let origin = try Origin(time)
        origin.headers = fields.components(separatedBy: "\r\n")
        #expect(try await origin.read.send() == 1)
        if seconds > 0 {
            time.advance(seconds - 1)
            #expect(try await origin.read.response().source == .memory)
            time.advance(1)
        }
        #expect(try await origin.read.send() == 2)
    }

    @Test(arguments: [
        "max-age=60, ext=a<b, no-store", "public,\tno-store", "\tno-store", "private=\"a, b\"\t,no-store ", "NO-STORE",
    ])
    func noStoreIsFoundAmongWhitespace(value: String) async throws {
        let origin = try Origin(time)
        origin.headers = ["Cache-Control: " + value]
        #expect(try await origin.read.cached(for: .oneDay).send() == 1)
        #expect(origin.store.size(.all) == 0)
    }

    /// The lifetimes of the schema and of the call override the server's, except for `no-store`.
    @Test func aRuleOverridesTheServer() async throws {
        let origin = try Origin(time)
        origin.headers = ["Cache-Control: no-cache, max-age=0"]
        #expect(try await origin.call(Method("m", .get, reads: true, cache: 60)).send() == 1)
        time.advance(59)
        #expect(try await origin.call(Method("m", .get, reads: true, cache: 60)).response().source == .memory)
        origin.headers = ["Cache-Control: max-age=3600"]
        #expect(try await origin.call(Method("never", .get, reads: true, cache: 0)).send() == 2)
        #expect(try await origin.call(Method("never", .get, reads: true, cache: 0)).send() == 3)
        #expect(try await origin.read.cached(for: .oneMinute).caching(.networkOnly).send() == 4)
        time.advance(60)
        #expect(try await origin.read.send() == 5)
    }

    /// A POST that only reads is cached if the schema declares it, not because of the server's header fields.
    @Test func otherVerbsNeedARule() async throws {
        let origin = try Origin(time)
        origin.headers = ["Cache-Control: max-age=3600"]
        #expect(try await origin.call(Method("m", .post, reads: true)).send() == 1)
        #expect(try await origin.call(Method("m", .post, reads: true)).send() == 2)
    }

    @Test func aResponseWithoutLifetimeIsConfirmed() async throws {
        let origin = try Origin(time)
        origin.headers = ["ETag: \"1\"", "X-Count: 1"]
        #expect(try await origin.read.send() == 1)
        origin.headers = ["ETag: \"1\"", "X-Count: 2", "Cache-Control: max-age=60"]
        origin.status = 304
        let confirmed = try await origin.read.response()
        #expect(confirmed.value == 1 && confirmed.source == .network && confirmed.headers["X-Count"] == "2")
        #expect(origin.server.received.last?["If-None-Match"] == "\"1\"")
        let kept = try await origin.read.response()
        #expect(kept.source == .memory && kept.headers["X-Count"] == "2" && kept.headers["Age"] == "0")
    }

    @Test func headerFieldsAreKeptButForSecretsAndTheConnections() async throws {
        let origin = try Origin(time)
        origin.headers = [
            "Cache-Control: max-age=60", "X-Page: 7", "Set-Cookie: session=secret", "Connection: X-Hop", "X-Hop: 1",
            "Age: 10",
        ]
        _ = try await origin.read.send()
        time.advance(5)
        let kept = try await origin.read.response()
        #expect(kept.source == .memory && kept.age == .seconds(15))
        #expect(
            kept.headers["X-Page"] == "7" && kept.headers["Set-Cookie"] == nil && kept.headers["X-Hop"] == nil
                && kept.headers["Age"] == "15")
    }

    /// A response is not cached if a header field repeats the token, because the cache would store the token.
    @Test func aHeaderFieldThatRepeatsTheTokenIsNotKept() async throws {
        let origin = try Origin(time)
        origin.headers = ["Cache-Control: max-age=60", "X-Echo: the-token"]
        let client = Client(
            origin.client.api, account: Account(id: 1, token: Token("the-token")),
            configuration: origin.client.configuration)
        #expect(try await Request<Int>(Call(client, Method("m", .get, reads: true))).send() == 1)
        #expect(origin.store.size(.all) == 0)
    }

    @Test func clientsThatAskForAnotherLanguageDoNotShare() async throws {
        let origin = try Origin(time)
        origin.headers = ["Cache-Control: max-age=60", "Vary: Accept-Language"]
        var session = SessionOptions()
        session.headers["Accept-Language"] = "de"
        var configuration = origin.client.configuration
        configuration.session = session
        let german = Client(origin.client.api, configuration: configuration)
        func ask(_ client: Client) async throws -> Int {
            try await Request<Int>(Call(client, Method("m", .get, reads: true))).send()
        }
        #expect(try await ask(origin.client) == 1)
        #expect(try await ask(german) == 2)
        #expect(try await ask(german) == 2)
        #expect(try await ask(origin.client) == 3)
    }

    @Test func staleWhileRevalidateAndStaleIfError() async throws {
        let origin = try Origin(time)
        origin.headers = ["Cache-Control: max-age=10, stale-while-revalidate=20, stale-if-error=60"]
        #expect(try await origin.read.send() == 1)
        time.advance(15)
        let stale = try await origin.read.response()
        #expect(stale.value == 1 && stale.source == .stale)
        while try await origin.read.offline().send() != 2 { await Task.yield() }
        time.advance(40)
        origin.status = 503
        #expect(try await origin.read.response().value == 2)
        time.advance(31)
        #expect(try await failure(origin.read).status == 503)
        origin.status = 200
        origin.headers = ["Cache-Control: max-age=10, stale-if-error=60, must-revalidate"]
        #expect(try await origin.read.send() == 3)
        time.advance(11)
        origin.status = 503
        #expect(try await failure(origin.read).status == 503)
    }

    /// A policy that falls back to stale responses stores responses that are not declared cacheable.
    @Test func aPolicyThatUsesStaleResponsesKeepsThem() async throws {
        let origin = try Origin(time)
        #expect(try await origin.read.caching(.networkFirst).send() == 1)
        #expect(try await origin.read.send() == 2)
        origin.status = 0
        #expect(try await origin.read.caching(.networkFirst).response().source == .stale)
    }

    @Test func datesOfAllForms() {
        let now = Date(timeIntervalSince1970: 1_784_000_000)
        let moment = Date(timeIntervalSince1970: 784_111_777)
        for text in [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "\tSUN, 06 NOV 1994 08:49:37 gmt ",
        ] {
            #expect(Date(httpDate: text, at: now) == moment, "\(text)")
        }
        #expect(Date(httpDate: "Thu, 29 Feb 2024 00:00:00 GMT", at: now) == Date(timeIntervalSince1970: 1_709_164_800))
        #expect(
            Date(httpDate: "Wednesday, 01-Jan-76 00:00:00 GMT", at: now) == Date(timeIntervalSince1970: 3_345_062_400))
        for text in [
            "", "0", "Sun, 6 Nov", "Sun Nov 6 08:49:37 1994 GMT", "Sun, 06 Nov 1994 8:49:37 GMT",
            "Sun, 06  Nov 1994 08:49:37 GMT", ", , , , , ,", "Sun, +6 Nov 1994 08:49:37 GMT",
            "x 06-Nov-1994 +8:49:37 GMT", "x 1-jan-9999 0:0:0:junk GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
        ] {
            #expect(Date(httpDate: text, at: now) == nil, "\(text)")
        }
    }
}

/// A server that counts its responses, and a client of it.
private final class Origin: Sendable {
    let server: LoopbackServer
    let client: Client
    let store = MemoryStore()
    private let state = Locked((count: 0, status: 200, headers: [String]()))

    init(_ time: ManualTime) throws {
        let state = state
        server = try LoopbackServer { _ in
            state.withLock { state in
                if state.status == 0 { return .reset }
                if state.status == 200 { state.count += 1 }
                return .http(state.status, state.headers, "\(state.count)")
            }
        }
        let configuration = Client.Configuration(
            baseURL: server.baseURL, cache: store, time: time.source, retries: .never)
        client = Client(plainAPI(), configuration: configuration)
    }

    var status: Int {
        get { state.withLock { $0.status } }
        set { state.withLock { $0.status = newValue } }
    }
    var headers: [String] {
        get { state.withLock { $0.headers } }
        set { state.withLock { $0.headers = newValue } }
    }
    var read: Request<Int> { call(Method("m", .get, reads: true)) }
    func call(_ method: Method) -> Request<Int> { Request(Call(client, method)) }
}
