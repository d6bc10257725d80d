import Foundation
import Methodical
import Testing

@testable import MethodicalFleet

/// Tests of processes that share a cache and reads in flight. Each has its own client and `FleetCache`, on one engine.
@Suite struct CacheTests {
    private let engine = MemoryEngine()

    private func process(
        _ server: Server, account: Account.ID = 1, staleness: Duration = .zero, observers: [any ClientObserver] = [],
        time: TimeSource = .system
    ) -> API {
        let cache = FleetCache(Fleet(test: engine, time: time), staleness: staleness)
        return API(
            account: Account(id: account, token: Token("secret of \(account)")), transport: server,
            configuration: .init(observers: observers, middlewares: [cache], cache: cache))
    }

    /// The number of reads that wait for an equal one of the same process.
    private func waiters(_ api: API) -> Int { (api.client.configuration.cache as? FleetCache)?.reads.count ?? 0 }

    @Test func aResponseIsSharedUntilAWrite() async throws {
        let server = Server { _, number in Server.response(number) }
        let (one, two) = (process(server), process(server))
        #expect(try await one.read().send() == 1)
        #expect(try await two.read().send() == 1)
        #expect(try await two.read().response().source == .memory)
        #expect(try await one.write().send() == 2)
        #expect(try await two.read().send() == 3)
        #expect(try await one.read().send() == 3)
        // Another argument and another account have their own responses.
        #expect(try await one.read(2).send() == 4)
        #expect(try await process(server, account: 2).read().send() == 5)
    }

    /// The write may have happened even if its response was lost.
    @Test func aWriteThatFailedOnItsWayMakesResponsesStale() async throws {
        let server = Server { request, number in
            if request.verb == .post { throw APIError(.timedOut) }
            return Server.response(number)
        }
        let (one, two) = (process(server), process(server))
        #expect(try await one.read().send() == 1)
        await #expect(throws: APIError.self) { try await two.write().send() }
        #expect(try await one.read().send() == server.requests.withLock { $0 })
        #expect(server.requests.withLock { $0 } > 2)
    }

    @Test func noSecretAndNoArgumentIsLegible() async throws {
        let server = Server { _, number in Server.response(number) }
        _ = try await process(server).read(123_456_789_012).send()
        let (keys, values) = engine.state.withLock { ($0.values.keys.joined(), $0.values.values.map(\.value)) }
        #expect(values.count > 3 && !keys.contains("123456789012") && !keys.contains("secret"))
        for value in values {
            let text = String(decoding: value, as: UTF8.self)
            #expect(!text.contains("123456789012") && !text.contains("secret") && !text.contains("max-age"))
        }
    }

    @Test func callsGoOnWithoutTheEngineAndOldResponsesAreNotUsedAfterwards() async throws {
        let server = Server { _, number in Server.response(number) }
        let events = Events()
        let (one, two) = (process(server, observers: [events]), process(server))
        #expect(try await one.read().send() == 1)
        #expect(try await two.read().send() == 1)
        engine.state.withLock { $0.isLost = true }
        // A process makes its own responses stale, but cannot tell the others.
        #expect(try await one.write().send() == 2)
        #expect(try await one.read().send() == 3)
        #expect(try await two.read().send() == 1)
        #expect(events.failures.withLock { $0 } >= 2)
        engine.state.withLock { $0.isLost = false }
        #expect(try await eventually { try await two.read().send() >= 3 })
        #expect(try await two.read().send() >= 3)
    }

    /// A snapshot from before the write comes back with the response that the write has made stale.
    @Test func dataThatTheEngineRestoresIsNotUsed() async throws {
        let server = Server { _, number in Server.response(number) }
        let (one, two) = (process(server), process(server))
        #expect(try await one.read().send() == 1)
        let snapshot = engine.state.withLock { $0.values }
        #expect(try await two.write().send() == 2)
        engine.state.withLock { ($0.isLost, $0.values) = (true, snapshot) }
        _ = try await two.read(5).send()
        engine.state.withLock { $0.isLost = false }
        #expect(
            try await eventually {
                engine.state.withLock { state in snapshot.contains { state.values[$0.key]?.value != $0.value.value } }
            })
        let third = process(server)
        #expect(try await third.read().send() > 3)
    }

    /// An engine that forgets a generation must not make an old response valid again.
    @Test func aForgottenGenerationIsANewOne() async throws {
        let server = Server { _, number in Server.response(number) }
        let one = process(server)
        #expect(try await one.read().send() == 1)
        for key in engine.keys("generation") { engine.state.withLock { $0.values[key] = nil } }
        #expect(try await one.read().send() == 2)
        #expect(try await process(server).read().send() == 2)
    }

    @Test func stalenessSavesRoundTrips() async throws {
        let server = Server { _, number in Server.response(number) }
        let one = process(server, staleness: .seconds(3600))
        _ = try await one.read().send()
        // The first read may extend its lease so late that it counts as a command after it.
        func commands() -> Int { engine.state.withLock { $0.commands.count { $0 != "compareAndSet" } } }
        let first = commands()
        for _ in 0..<20 { _ = try await one.read().send() }
        #expect(commands() == first)
        // A process always sees its own writes.
        _ = try await one.write().send()
        #expect(try await one.read().send() == 3)
    }

    @Test(arguments: [true, false]) func equalReadsShareARequest(cached: Bool) async throws {
        let (mayEnd, waiting) = (Locked(false), Locked<Set<Int>>([]))
        let server = Server { _, number in
            while !mayEnd.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(10)) }
            return Server.response(number, cached: cached)
        }
        let processes = (0..<4).map { number in
            let time = TimeSource(now: { Date() }) { pause in
                // Only a read that waits for another process makes such short pauses.
                if pause < .milliseconds(100) { _ = waiting.withLock { $0.insert(number) } }
                try await Task.sleep(for: pause)
            }
            return process(server, time: time)
        }
        let reads = processes.flatMap { api in (0..<5).map { _ in Task { try await api.read().send() } } }
        // In each process, four reads wait for the first one, and in three processes the first one waits for another
        // process.
        #expect(
            try await eventually { waiting.withLock { $0.count } == 3 && processes.allSatisfy { waiters($0) == 4 } })
        mayEnd.withLock { $0 = true }
        for read in reads { #expect(try await read.value == 1) }
        #expect(server.requests.withLock { $0 } == 1 && engine.keys("read").isEmpty)
    }

    @Test(arguments: [true, false]) func aReadThatBeginsAfterAWriteDoesNotJoinAnEarlierOne(cached: Bool) async throws {
        let server = Server { request, number in
            if request.verb == .get, number == 1 { try await Task.sleep(for: .milliseconds(400)) }
            return Server.response(number, cached: cached)
        }
        let (one, two) = (process(server), process(server))
        let early = Task { try await one.read().send() }
        #expect(try await eventually { server.requests.withLock { $0 } == 1 })
        #expect(try await two.write().send() == 2)
        #expect(try await two.read().send() == 3)
        #expect(try await early.value == 1)
        #expect(try await one.read().send() >= 3)
    }

    @Test func theFailureOrEndOfALeaderEndsTheWait() async throws {
        let server = Server { _, number in
            if number == 1 {
                try await Task.sleep(for: .milliseconds(150))
                return HTTPResponse(status: 404)
            }
            return Server.response(number)
        }
        let (one, two) = (process(server), process(server))
        let failing = Task { try await one.read().send() }
        #expect(try await eventually { server.requests.withLock { $0 } == 1 })
        #expect(try await two.read().send() == 2)
        await #expect(throws: APIError.self) { try await failing.value }
    }

    /// A process that is killed leaves its lease behind, which nobody extends.
    @Test func theDeathOfALeaderEndsTheWait() async throws {
        let lease = Locked<String?>(nil)
        let server = Server { [engine] _, number in
            lease.withLock { $0 = engine.keys("read").first }
            return Server.response(number, cached: false)
        }
        #expect(try await process(server).read().send() == 1)
        let key = try #require(lease.withLock { $0 })
        let end = Date() + 0.3
        engine.state.withLock { ($0.forgets, $0.values[key]) = (true, (Data(repeating: 1, count: 16), end)) }
        #expect(try await process(server).read().send() == 2)
        #expect(Date() >= end)
    }

    @Test func aCancelledLeaderHandsOver() async throws {
        let server = Server { _, number in
            if number == 1 { try await Task.sleep(for: .seconds(3600)) }
            return Server.response(number)
        }
        let one = process(server)
        let leader = Task { try await one.read().send() }
        #expect(try await eventually { server.requests.withLock { $0 } == 1 })
        let (same, other) = (
            Task { try await one.read().send() }, Task { [self] in try await process(server).read().send() }
        )
        #expect(try await eventually { waiters(one) == 1 && engine.isLeaseAwaited })
        leader.cancel()
        // Each of them may ask the server, and either may be the first.
        #expect(try await same.value >= 2)
        #expect(try await other.value >= 2)
        #expect(server.requests.withLock { $0 } <= 3)
    }

    @Test func aWrongConfigurationIsNamed() async throws {
        struct Changing: Middleware {}
        let events = Events()
        let cache = FleetCache(Fleet(test: engine))
        let api = API(
            account: Account(id: 1), transport: Server { _, number in Server.response(number) },
            configuration: .init(observers: [events], middlewares: [cache, Changing()], cache: cache))
        #expect(try await api.read().send() == 1)
        #expect(events.failures.withLock { $0 } == 1 && engine.state.withLock { $0.commands.isEmpty })
    }
}

/// An observer that counts the calls that went on without the engine.
final class Events: ClientObserver {
    let failures = Locked(0)
    func observe(_ event: ClientEvent) { if case .sharedStateFailed = event.kind { failures.withLock { $0 += 1 } } }
}
