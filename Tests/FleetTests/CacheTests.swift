import Foundation
import Methodical
import Testing

@testable import MethodicalFleet

/// Tests of processes that share a cache and reads in flight. Each has its own client and `FleetCache`, on one engine.
@Suite struct CacheTests {
    private let engine = MemoryEngine()

    private func process(
        _ server: Server, account: AccountID = 1, staleness: Duration = .zero, observers: [any ClientObserver] = [],
        time: TimeSource = .system
    ) -> API {
        let cache = FleetCache(Fleet(test: engine, time: time), staleness: staleness)
        return API(
            account: Account(id: account, token: Token("secret of \(account)")), transport: server,
            configuration: .init(observers: observers, middlewares: [cache], cache: cache))
    }

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
        for _ in 0..<6000 where try await two.read().send() == 1 { try await Task.sleep(for: .milliseconds(10)) }
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
        #expect(try await eventually { engine.state.withLock { $0.commands.last == "set" } })
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
        let one = process(server, staleness: .seconds(60))
        _ = try await one.read().send()
        let commands = engine.state.withLock { $0.commands.count }
        for _ in 0..<20 { _ = try await one.read().send() }
        #expect(engine.state.withLock { $0.commands.count } == commands)
        // A process always sees its own writes.
        _ = try await one.write().send()
        #expect(try await one.read().send() == 3)
    }

    @Test(arguments: [true, false]) func equalReadsShareARequest(cached: Bool) async throws {
        let everybodyWaits = Locked<@Sendable () -> Bool>({ false })
        let server = Server { _, number in
            _ = try await eventually { everybodyWaits.withLock { $0 }() }
            return Server.response(number, cached: cached)
        }
        let polls = (0..<4).map { _ in Locked(0) }
        let processes = polls.map { process(server, time: .counting($0)) }
        everybodyWaits.withLock {
            $0 = {
                // One process asks the server, the others wait for it, and each has four reads that wait for its first.
                polls.filter { $0.withLock { $0 } > 0 }.count == 3 && processes.allSatisfy { $0.waitingReads == 4 }
            }
        }
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for api in processes {
                for _ in 0..<5 {
                    group.addTask { try await api.read().send() }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(numbers == Array(repeating: 1, count: 20))
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
        let hasKey = Locked(false)
        let server = Server { _, number in
            _ = try await eventually { hasKey.withLock { $0 } }
            return Server.response(number, cached: false)
        }
        let reading = Task { [self] in try await process(server).read().send() }
        #expect(try await eventually { server.requests.withLock { $0 } == 1 })
        let key = try #require(engine.keys("read").first)
        hasKey.withLock { $0 = true }
        #expect(try await reading.value == 1)
        let end = Date() + 0.3
        engine.state.withLock { ($0.values[key], $0.longevity) = ((Data(repeating: 1, count: 16), end), 1) }
        #expect(try await process(server).read().send() == 2)
        #expect(Date() >= end)
    }

    @Test func aCancelledLeaderHandsOver() async throws {
        let server = Server { _, number in
            try await Task.sleep(for: .milliseconds(number == 1 ? 3_600_000 : 10))
            return Server.response(number)
        }
        let polls = Locked(0)
        let (one, two) = (process(server), process(server, time: .counting(polls)))
        let leader = Task { try await one.read().send() }
        #expect(try await eventually { server.requests.withLock { $0 } == 1 })
        let (same, other) = (Task { try await one.read().send() }, Task { try await two.read().send() })
        #expect(try await eventually { one.waitingReads == 1 && polls.withLock { $0 } > 0 })
        leader.cancel()
        // Either of them can be the first to notice.
        let numbers = try await [same.value, other.value]
        #expect(numbers.min() == 2 && server.requests.withLock { $0 } <= 3)
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

extension TimeSource {
    /// Returns the system's clock, and counts the pauses in which a read waits for another process.
    fileprivate static func counting(_ polls: Locked<Int>) -> TimeSource {
        TimeSource(now: { Date() }) { duration in
            if duration <= .milliseconds(50) { polls.withLock { $0 += 1 } }
            try await TimeSource.system.sleep(duration)
        }
    }
}

extension API {
    /// The number of reads that wait for an equal one of this process.
    fileprivate var waitingReads: Int {
        (client.configuration.cache as? FleetCache)?.reads.table.withLock { $0.values.map(\.count).reduce(0, +) } ?? 0
    }
}

/// An observer that counts the calls that went on without the engine.
final class Events: ClientObserver {
    let failures = Locked(0)
    func observe(_ event: ClientEvent) { if case .sharedStateFailed = event.kind { failures.withLock { $0 += 1 } } }
}
