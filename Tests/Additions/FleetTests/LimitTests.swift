import Foundation
import Methodical
import Testing

@testable import MethodicalFleet

/// Tests of the shared limit in a client.
@Suite struct LimitTests {
    @Test func callsAreSpacedAndSurviveTheLossOfTheEngine() async throws {
        let engine = MemoryEngine()
        let server = Server { _, number in Server.response(number) }
        let events = Events()
        let apis = (0..<2).map { _ in
            API(
                account: Account(id: 1), transport: server,
                configuration: .init(
                    observers: [events], middlewares: [FleetLimits(Fleet(test: engine), share: 0.5)], cache: nil,
                    limits: [[]: APIDescription.Limit(40)]))
        }
        // Returns the time until all calls have ended, in seconds.
        func callAll() async throws -> Double {
            let start = Date()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for call in 0..<10 { for api in apis { group.addTask { _ = try await api.read(call).send() } } }
                try await group.waitForAll()
            }
            return Date().timeIntervalSince(start)
        }
        // Twenty calls have nineteen pauses of 25 ms. A busy machine makes them only longer.
        #expect(try await callAll() > 0.3)
        #expect(events.failures.withLock { $0 } == 0)
        engine.state.withLock { $0.isLost = true }
        #expect(try await callAll() > 0.2)
        #expect(server.requests.withLock { $0 } == 40 && events.failures.withLock { $0 } > 0)
    }

    /// The clock stands still, so that a busy machine loses no place, and a burst allows all calls at once.
    @Test func aQuestionReservesPlacesForLaterCalls() async throws {
        let (engine, now) = (MemoryEngine(), ContinuousClock.now)
        let time = TimeSource(now: { Date() }, instant: { now }, sleep: TimeSource.system.sleep)
        let limits = FleetLimits(Fleet(test: engine, time: time), burst: 100, share: 1)
        let api = API(
            account: Account(id: 1), transport: Server { _, number in Server.response(number) },
            configuration: .init(middlewares: [limits], cache: nil, limits: [[]: APIDescription.Limit(40)]))
        for call in 0..<20 { _ = try await api.read(call).send() }
        // They reserve 1, 2, 4, 5, 5 and 5 places.
        #expect(engine.state.withLock { $0.commands.count } == 6)
    }

    @Test func aCallWhoseTimeIsOverLeavesTheQueue() async throws {
        let limits = FleetLimits(Fleet(test: MemoryEngine()), share: 1)
        let api = API(
            account: Account(id: 1), transport: Server { _, number in Server.response(number) },
            configuration: .init(
                middlewares: [limits], cache: nil, limits: [[]: APIDescription.Limit(2, per: .seconds(600))]))
        _ = try await api.read(1).send()
        await #expect { try await api.read(2).timeout(.milliseconds(100)).send() } throws: {
            ($0 as? APIError)?.code == .timedOut
        }
    }
}
