import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of the cache within a call, against a real server that counts its responses.
@Suite struct CachingTests {
    let time = ManualTime()

    @Test func aFreshAnswerIsNotAskedForAgain() async throws {
        let service = try Service(time)
        let first = try await service.read().response()
        #expect(first.value == 1 && first.source == .network && first.age == .zero)
        time.advance(59 * 60)
        let second = try await service.read().response()
        #expect(second.value == 1 && second.source == .memory && second.age == .seconds(59 * 60))
        #expect(second.body == first.body)
        // After one hour, the lifetime that the method declares, the response is stale.
        time.advance(60)
        #expect(try await service.read().send() == 2)
        #expect(service.count == 2)
    }

    @Test("A cached response lasts as long as the call or its method says, and `.never` caches nothing")
    func lifetimes() async throws {
        let service = try Service(time)
        let request = service.read().cached(for: .oneMinute)
        #expect(try await request.send() == 1)
        time.advance(59)
        #expect(try await request.send() == 1)
        time.advance(1)
        #expect(try await request.send() == 2)
        // The lifetime that the method declares applies as well.
        #expect(try await service.call(Method("brief", reads: true, cache: 10)).send() == 3)
        time.advance(10)
        #expect(try await service.call(Method("brief", reads: true, cache: 10)).send() == 4)
        let never = service.call(Method("never", reads: true)).cached(for: .never)
        #expect(try await never.send() == 5)
        #expect(try await never.send() == 6)
        #expect(try await failure(never.offline()).code == .offline)
    }

    /// Writes neither read nor fill the cache. The old SDK also read its cache for POST requests.
    @Test func writesNeverTouchTheCache() async throws {
        let service = try Service(time)
        let write = service.call(Method("m"))
        #expect(try await write.send() == 1)
        #expect(try await write.cached(for: .oneDay).send() == 2)
        #expect(try await write.caching(.cacheThenNetwork).send() == 3)
        #expect(try await failure(write.offline()).code == .offline)
        #expect(service.count == 3)
    }

    @Test func argumentsAccountsAndMethodsAreApart() async throws {
        let service = try Service(time)
        func ask(_ name: String, _ arguments: [(String, String)], _ account: Account = .anonymous) async throws -> Int {
            try await service.call(Method(name, reads: true, cache: 3600), account) { call in
                for (name, value) in arguments { call.add(name, value) }
            }.send()
        }
        var answers: [Int] = []
        for arguments in [
            [], [("a", "1")], [("A", "1")], [("a", "2")], [("a", "1"), ("b", "2")], [("a", "1\nb=2")], [("a", "1&b=2")],
        ] {
            answers.append(try await ask("m", arguments))
        }
        answers.append(try await ask("other", []))
        answers.append(try await ask("m", [], Account(id: 1, token: Token("t"))))
        answers.append(try await ask("m", [], Account(id: 2, token: Token("t"))))
        #expect(answers == Array(1...10))
        #expect(try await ask("m", [("a", "1")]) == 2)
        // After signing in again, a new token of the same account finds the same cached response.
        #expect(try await ask("m", [], Account(id: 1, token: Token("another"))) == 9)
    }

    @Test func secretArgumentsAreNotKept() async throws {
        let service = try Service(time)
        let request = service.call(Method("m", reads: true)) { $0.add("password", "p", .secret) }
        #expect(try await request.send() == 1)
        #expect(try await request.send() == 2)
        #expect(try service.store.size(.all) == 0)
    }

    @Test("Each caching policy takes the response from the network or the cache as its name says")
    func policies() async throws {
        let service = try Service(time)
        #expect(try await failure(service.read().offline()).code == .offline)
        #expect(try await service.read().caching(.networkOnly).send() == 1)
        #expect(try await service.read().caching(.cacheFirst).send() == 1)
        #expect(try await service.read().caching(.networkFirst).send() == 2)
        #expect(try await service.read().offline().send() == 2)
        #expect(service.count == 2)
        service.isDown = true
        #expect(try await service.read().caching(.networkFirst).send() == 2)
        #expect(try await failure(service.read().caching(.networkOnly)).code == .connection)
    }

    /// An expired entry survives a read that fails. The old SDK deleted it on an online read, so that a later offline
    /// read found no entry.
    @Test func anExpiredEntryOutlivesAReadThatFails() async throws {
        let service = try Service(time)
        #expect(try await service.read().send() == 1)
        time.advance(365 * 86400)
        service.isDown = true
        #expect(try await failure(service.read()).code == .connection)
        let kept = try await service.read().offline().response()
        #expect(kept.value == 1 && kept.source == .stale)
        service.isDown = false
        service.error = true
        #expect(try await failure(service.read()).code == .server)
        #expect(try await service.read().offline().send() == 1)
        service.error = false
        #expect(try await service.read().send() == 2)
        #expect(try await service.read().offline().send() == 2)
    }

    /// A revalidation after a cache hit updates the entry. In the old SDK it sent a request but never updated the
    /// entry.
    @Test func aRefreshBehindTheAnswerUpdatesTheEntry() async throws {
        let service = try Service(time)
        let request = service.read().caching(.cacheThenNetwork)
        #expect(try await request.send() == 1)
        #expect(try await request.send() == 1)
        while try await service.read().offline().send() != 2 { await Task.yield() }
        #expect(service.count == 2)
    }

    @Test func offlineOpensNoConnection() async throws {
        let service = try Service(time)
        #expect(try await service.read().send() == 1)
        let connections = service.server.connections
        service.client.isOffline = true
        time.advance(1e9)
        #expect(try await service.read().send() == 1)
        #expect(try await service.read().caching(.networkOnly).offline().send() == 1)
        #expect(try await failure(service.call(Method("write"))).code == .offline)
        #expect(try await failure(service.read("unknown")).code == .offline)
        #expect(service.server.connections == connections && service.count == 1)
        service.client.isOffline = false
        #expect(try await service.read().send() == 2)
    }

    @Test func cacheThenNetwork() async throws {
        let service = try Service(time)
        #expect(try await all(service.read().cacheThenNetwork()) == [1])
        #expect(try await all(service.read().cacheThenNetwork()) == [1, 2])
        service.repeats = true
        #expect(try await all(service.read().cacheThenNetwork()) == [2])
        #expect(try await service.read().offline().send() == 2)
        service.isDown = true
        var values: [Int] = []
        await #expect { for try await value in service.read().cacheThenNetwork() { values.append(value) } } throws: {
            ($0 as? APIError)?.code == .connection
        }
        #expect(values == [2])
        service.client.isOffline = true
        #expect(try await all(service.read().cacheThenNetwork()) == [2])
    }

    #if !canImport(Darwin)  // Typed throws in sequences need macOS 15 or iOS 18, above the tests' target.
        /// The sequence throws `APIError`, so that a `catch` needs no cast and a function with typed throws may loop
        /// over it.
        @Test func freshThrowsAPIErrorsByType() async throws {
            func all(_ request: Request<Int>) async throws(APIError) -> [Int] {
                var values: [Int] = []
                for try await value in request.cacheThenNetwork() { values.append(value) }
                return values
            }
            let service = try Service(time)
            #expect(try await all(service.read()) == [1])
            service.isDown = true
            do throws(APIError) {
                for try await _ in service.read("unknown").updates() {}
                Issue.record("nobody has answered")
            } catch {
                #expect(error.code == .connection)
            }
        }
    #endif

    /// A sequence is a value like the call: no request starts before a loop does, and each loop starts again from the
    /// beginning.
    @Test func eachLoopOverFreshBeginsAnew() async throws {
        let service = try Service(time)
        let values = service.read().cacheThenNetwork()
        try await Task.sleep(for: .milliseconds(50))
        #expect(service.count == 0)
        #expect(try await all(values) == [1])
        #expect(try await all(values) == [1, 2])
    }

    /// Cancelling the listening task ends the loop without an error.
    @Test func cancellingWhoListensEndsTheLoop() async throws {
        let service = try Service(time)
        let listener = Task {
            for try await _ in service.read().updates(every: .seconds(60)) {}
            return true
        }
        while time.sleepers == 0 { await Task.yield() }
        listener.cancel()
        #expect(try await listener.value)
        while time.sleepers > 0 { await Task.yield() }
    }

    @Test func noIntervalIsShorterThanHalfASecond() async throws {
        let service = try Service(time)
        let listener = Task { for try await _ in service.read().updates(every: .zero) {} }
        while time.sleepers == 0 { await Task.yield() }
        #expect(time.waits == [.milliseconds(500)])
        listener.cancel()
        try await listener.value
        while time.sleepers > 0 { await Task.yield() }
    }

    @Test func refreshedWhileSomebodyListens() async throws {
        let service = try Service(time)
        var values: [Int] = []
        for try await value in service.read().updates(every: .seconds(60)) {
            values.append(value)
            if values.count == 3 { break }
            if values.count == 1 {
                // A poll without a change and a poll that fails yield no element. Each has ended when the next wait
                // begins.
                service.repeats = true
                try await time.next()
                while time.waits.count < 2 { await Task.yield() }
                service.repeats = false
                service.isDown = true
                try await time.next()
                while time.waits.count < 3 { await Task.yield() }
                service.isDown = false
                #expect(service.count == 2 && service.refusals > 0)
            }
            try await time.next()
        }
        #expect(values == [1, 2, 3])
        #expect(time.waits.allSatisfy { $0 == .seconds(60) })
        while time.sleepers > 0 { await Task.yield() }
    }

    @Test func becomesStaleThenRefreshes() async throws {
        let service = try Service(time)
        var values: [Int] = []
        for try await value in service.read().cached(for: .fiveMinutes).updates() {
            values.append(value)
            if values.count == 2 { break }
            Task { try await time.next() }
        }
        #expect(values == [1, 2])
        #expect(time.waits.first == .seconds(300))
    }

    @Test("Without an interval, updates follow the lifetime of the last response")
    func updatesFollowTheLastLifetime() async throws {
        let service = try Service(time)
        service.headers = ["Cache-Control: max-age=60"]
        var values: [Int] = []
        for try await value in service.call(Method("m", .get, reads: true)).updates() {
            values.append(value)
            if values.count == 3 { break }
            if values.count == 1 { service.headers = ["Cache-Control: max-age=600"] }
            Task { try await time.next() }
        }
        #expect(values == [1, 2, 3])
        #expect(time.waits.prefix(2) == [.seconds(60), .seconds(600)])
        while time.sleepers > 0 { await Task.yield() }
    }

    /// An error status ends the call. The old SDK reported the status but kept loading, so that the body still arrived
    /// as a response.
    @Test(arguments: [403, 404, 500]) func anErrorStatusEndsTheCall(status: Int) async throws {
        let server = try LoopbackServer { _ in .http(status, [], "1") }
        let store = MemoryStore()
        let client = Client(
            plainAPI(), configuration: Client.Configuration(baseURL: server.baseURL, cache: store, retries: .never))
        let error = try await failure(Request<Int>(Call(client, Method("m", reads: true, cache: 3600))))
        #expect(error.status == status)
        #expect(server.received.count == 1)
        #expect(store.size(.all) == 0)
    }

    @Test func onlyAnswersAreKept() async throws {
        let service = try Service(time)
        service.error = true
        #expect(try await failure(service.read()).code == .server)
        service.error = false
        service.body = #"{"response":"no number"}"#
        #expect(try await failure(service.read()).code == .undecodable)
        #expect(try service.store.size(.all) == 0)
        service.body = nil
        service.headers = ["Cache-Control: private, No-Store"]
        #expect(try await service.read().send() == 1)
        #expect(try service.store.size(.all) == 0)
    }

    /// A cached response that does not decode as the requested type is fetched again. This happens after an update of
    /// the app or if two places ask for different types; otherwise a lifetime of one year would mean a year of
    /// failures.
    @Test(arguments: [CachePolicy.cacheFirst, .cacheThenNetwork, .networkFirst])
    func whatWasKeptAsAnotherType(policy: CachePolicy) async throws {
        let service = try Service(time)
        let text = Request<String>(Call(service.client, Method("m", reads: true, cache: 3600)))
        service.body = #""text""#
        service.headers = ["Content-Type: application/json"]
        #expect(try await text.send() == "text")
        service.body = nil
        #expect(try await service.read().caching(policy).send() == 1)
        service.body = #""text""#
        _ = try await text.caching(.networkOnly).send()
        #expect(try await failure(service.read().offline()).code == .offline)
        service.isDown = true
        #expect(try await failure(service.read().caching(policy)).code == .connection)
    }

    /// A 304 response for a cached response that does not decode as the requested type leads to a full request.
    @Test func whatHasNotChangedSinceItWasKeptAsAnotherType() async throws {
        let whole = Locked(["1", "[2]"])
        let server = try LoopbackServer { request in
            request["If-None-Match"] != nil
                ? .http(304, ["ETag: \"1\""]) : .http(200, ["ETag: \"1\""], whole.withLock { $0.removeFirst() })
        }
        let client = Client(
            plainAPI(), configuration: Client.Configuration(baseURL: server.baseURL, time: time.source, retries: .never)
        )
        let method = Method("m", .get, reads: true, cache: 3600)
        #expect(try await Request<Int>(Call(client, method)).send() == 1)
        time.advance(3600)
        let request = Request<[Int]>(Call(client, method))
        #expect(try await request.send() == [2])
        #expect(server.received.map { $0["If-None-Match"] } == [nil, "\"1\"", nil])
        time.advance(3600)
        #expect(try await request.send() == [2] && server.received.last?["If-None-Match"] == "\"1\"")
    }

    @Test func whatRepeatsTheTokenIsNotKept() async throws {
        let service = try Service(time)
        service.body = #"{"token":"the-token"}"#
        let account = Account(id: 1, token: Token("the-token"))
        let client = Client(service.client.api, account: account, configuration: service.client.configuration)
        #expect(
            try await Request<JSON>(Call(client, Method("m", reads: true, cache: 3600))).send()["token"] == "the-token")
        #expect(try service.store.size(.all) == 0)
    }

    /// A response that repeats the token in another spelling is not cached.
    @Test(arguments: [#"{"t":"b64\/to+ken=="}"#, #"{"t":"b64%2Fto%2Bken%3D%3D"}"#, #"{"t":"b64\u002fto\u002bken=="}"#])
    func whatRepeatsTheTokenInAnotherSpellingIsNotKept(body: String) async throws {
        let service = try Service(time)
        service.body = body
        let account = Account(id: 1, token: Token("b64/to+ken=="))
        let client = Client(service.client.api, account: account, configuration: service.client.configuration)
        _ = try await Request<JSON>(Call(client, Method("m", reads: true, cache: 3600))).send()
        #expect(try service.store.size(.all) == 0)
    }

    @Test func anAnswerAfterSigningOutIsNotKept() async throws {
        let account = Account(id: 1, token: Token("t"))
        let server = try LoopbackServer { _ in
            account.replace(nil)
            return .http(200, [], "1")
        }
        let store = MemoryStore()
        let client = Client(
            plainAPI(), account: account, configuration: Client.Configuration(baseURL: server.baseURL, cache: store))
        #expect(try await Request<Int>(Call(client, Method("m", reads: true, cache: 3600))).send() == 1)
        #expect(store.size(.all) == 0)
    }

    @Test(
        "An expired response is revalidated by its tag or date and is then fresh again",
        arguments: [
            ("ETag: \"v1\"", "If-None-Match", "\"v1\""),
            ("Last-Modified: Sat, 21 Nov 2026 10:00:00 GMT", "If-Modified-Since", "Sat, 21 Nov 2026 10:00:00 GMT"),
        ])
    func conditionalRequests(header: String, name: String, value: String) async throws {
        let service = try Service(time)
        service.headers = [header]
        let request = service.call(Method("m", .get, reads: true, cache: 3600))
        #expect(try await request.send() == 1)
        time.advance(3600)
        service.notModified = true
        let refreshed = try await request.response()
        #expect(service.server.received.last?[name] == value)
        #expect(
            refreshed.value == 1 && refreshed.status == 200 && refreshed.source == .network && refreshed.age == .zero)
        // The revalidated response is fresh for its whole lifetime again.
        time.advance(3599)
        #expect(try await request.response().source == .memory)
        #expect(service.server.received.count == 2)
    }

    @Test("Responses are removed from the cache by request, by method, or all at once")
    func removing() async throws {
        let service = try Service(time)
        let vk = PlainClient(client: service.client)
        #expect(try await service.read("a").send() == 1)
        #expect(try await service.read("b").send() == 2)
        #expect(try vk.cache.size() > 0)
        try vk.cache.remove(service.read("a"))
        #expect(try await service.read("a").send() == 3)
        try vk.cache.remove(method: "b")
        #expect(try await service.read("a").send() == 3)
        #expect(try await service.read("b").send() == 4)
        // The cache is that of the request, also if the other client has none.
        let other = PlainClient(client: Client(plainAPI(), configuration: Client.Configuration(cache: nil)))
        try other.cache.remove(service.read("a"))
        #expect(try await service.read("a").send() == 5)
        try vk.cache.removeAll()
        #expect(try vk.cache.size() == 0)
    }

    @Test func anyDataUnderAnAddress() throws {
        let client = Client(plainAPI(), configuration: Client.Configuration(time: time.source))
        let cache = PlainClient(client: client).cache
        let music = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) })
        try cache.store(music, for: "https://cs.example/1.mp3", lifetime: .oneMonth)
        #expect(try cache.data(for: "https://cs.example/1.mp3") == music)
        // A key without a query crashed the old SDK.
        #expect(try cache.data(for: "https://cs.example/1") == nil)
        time.advance(30 * 86400)
        #expect(try cache.data(for: "https://cs.example/1.mp3") == nil)
        client.isOffline = true
        #expect(try cache.data(for: "https://cs.example/1.mp3") == music)
        try cache.removeData(for: "https://cs.example/1.mp3")
        #expect(try cache.data(for: "https://cs.example/1.mp3") == nil)
    }

    @Test func aBrokenCacheCostsNoAnswer() async throws {
        let events = Observed()
        let service = try Service(time, store: Broken(), observers: [events])
        #expect(try await service.read().send() == 1)
        #expect(try await service.read().send() == 2)
        #expect(events.all.map(\.description).contains("m: the cache failed: the disk is full"))
        #expect { try PlainClient(client: service.client).cache.removeAll() } throws: {
            "\($0)" == "storage: the cache failed: the disk is full (DiskFull)"
        }
    }

    private func all<Value>(_ values: Request<Value>.Values) async throws -> [Value] {
        try await values.reduce(into: []) { $0.append($1) }
    }
}

/// A server that responds 1, 2, 3, ..., and a client of it with a cache.
private final class Service: Sendable {
    struct State: Sendable {
        var count = 0, refusals = 0
        var isDown = false, error = false, repeats = false, notModified = false
        var headers: [String] = []
        var body: String?
    }

    let server: LoopbackServer
    let client: Client
    let store: any CacheStore
    private let state: Locked<State>

    init(_ time: ManualTime, store: any CacheStore = MemoryStore(), observers: [any ClientObserver] = []) throws {
        let state = Locked(State())
        self.state = state
        self.store = store
        server = try LoopbackServer { _ in
            state.withLock { state in
                if state.isDown {
                    state.refusals += 1
                    return .reset
                }
                if state.notModified { return .http(304, state.headers) }
                if state.error { return .http(500, [], "{}") }
                if let body = state.body { return .http(200, state.headers, body) }
                if !state.repeats { state.count += 1 }
                return .http(200, state.headers, "\(state.count)")
            }
        }
        client = Client(
            plainAPI(),
            configuration: Client.Configuration(
                baseURL: server.baseURL, observers: observers, cache: store, time: time.source, retries: .never))
    }

    var count: Int { server.received.count - refusals }
    var refusals: Int { state.withLock { $0.refusals } }
    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }
    var error: Bool {
        get { state.withLock { $0.error } }
        set { state.withLock { $0.error = newValue } }
    }
    var repeats: Bool {
        get { state.withLock { $0.repeats } }
        set { state.withLock { $0.repeats = newValue } }
    }
    var notModified: Bool {
        get { state.withLock { $0.notModified } }
        set { state.withLock { $0.notModified = newValue } }
    }
    var headers: [String] {
        get { state.withLock { $0.headers } }
        set { state.withLock { $0.headers = newValue } }
    }
    var body: String? {
        get { state.withLock { $0.body } }
        set { state.withLock { $0.body = newValue } }
    }

    func read(_ name: String = "m") -> Request<Int> { call(Method(name, reads: true, cache: 3600)) }

    func call(_ method: Method, _ account: Account = .anonymous, _ arguments: (inout Call) -> Void = { _ in })
        -> Request<Int>
    {
        let client =
            account.id == .anonymous
            ? client : Client(client.api, account: account, configuration: client.configuration)
        var call = Call(client, method)
        arguments(&call)
        return Request(call)
    }
}

/// A clock that tests move by hand.
final class ManualTime: Sendable {
    private let state = Locked(
        (passed: Duration.zero, waits: [Duration](), sleepers: [CheckedContinuation<Void, Never>]()))
    private let start = ContinuousClock.now

    var source: TimeSource {
        TimeSource(
            now: { [self] in Date(timeIntervalSince1970: 1e9) + state.withLock { $0.passed } / .seconds(1) },
            instant: { [self] in start + state.withLock { $0.passed } }
        ) { [self] duration in
            await withTaskCancellationHandler {
                await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
                    state.withLock {
                        $0.waits.append(duration)
                        $0.sleepers.append(continuation)
                    }
                    // The handler of an earlier cancellation has found no sleeper.
                    if Task.isCancelled { wake() }
                }
            } onCancel: {
                wake()
            }
            try Task.checkCancellation()
        }
    }

    var waits: [Duration] { state.withLock { $0.waits } }
    var sleepers: Int { state.withLock { $0.sleepers.count } }

    func advance(_ seconds: Double) { state.withLock { $0.passed += .seconds(seconds) } }

    /// Waits until a task sleeps, then wakes it.
    func next() async throws {
        while sleepers == 0 { await Task.yield() }
        wake()
    }

    private func wake() {
        let sleepers = state.withLock { state in
            defer { state.sleepers = [] }
            return state.sleepers
        }
        for sleeper in sleepers { sleeper.resume() }
    }
}

private struct PlainClient: APIClient {
    let client: Client
    static let api = plainAPI()
}

final class Observed: ClientObserver {
    private let events = Locked([ClientEvent]())
    var all: [ClientEvent] { events.withLock { $0 } }
    func observe(_ event: ClientEvent) { events.withLock { $0.append(event) } }
}

private struct Broken: CacheStore {
    struct DiskFull: Error, CustomStringConvertible { var description: String { "the disk is full" } }
    func entry(_ key: CacheKey) throws -> CacheEntry? { throw DiskFull() }
    func store(_ entry: CacheEntry, _ key: CacheKey) throws { throw DiskFull() }
    func remove(_ key: CacheKey) throws { throw DiskFull() }
    func removeAll(_ scope: CacheKey.Scope) throws { throw DiskFull() }
    func size(_ scope: CacheKey.Scope) throws -> Int { throw DiskFull() }
}
