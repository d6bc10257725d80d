import Foundation
import Methodical
import Testing

@testable import MethodicalFleet

/// Tests of the shared limit in a client.
@Suite struct LimitTests {
    @Test func callsAreSpacedAndSurviveTheLossOfTheEngine() async throws {
        let engine = MemoryEngine()
        let times = Locked<[Date]>([])
        let server = Server { _, number in
            times.withLock { $0.append(Date()) }
            return Server.response(number)
        }
        let events = Events()
        let apis = (0..<2).map { _ in
            API(
                account: Account(id: 1), transport: server,
                configuration: .init(
                    observers: [events], middlewares: [FleetLimits(Fleet(test: engine), share: 0.5)], cache: nil,
                    limits: [[]: APIDescription.Limit(40)]))
        }
        func callAll() async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for call in 0..<10 { for api in apis { group.addTask { _ = try await api.read(call).send() } } }
                try await group.waitForAll()
            }
        }
        try await callAll()
        let spaced = times.withLock { $0 }
        // Twenty calls have nineteen pauses of 25 ms. A busy machine makes them only longer.
        #expect(spaced[19].timeIntervalSince(spaced[0]) > 0.3)
        #expect(engine.state.withLock { $0.commands.count } < 20 && events.failures.withLock { $0 } == 0)
        engine.state.withLock { $0.isLost = true }
        try await callAll()
        let all = times.withLock { $0 }
        #expect(all.count == 40 && all[39].timeIntervalSince(all[20]) > 0.2)
        #expect(events.failures.withLock { $0 } > 0)
    }

    @Test func aCallWhoseTimeIsOverLeavesTheQueue() async throws {
        let limits = FleetLimits(Fleet(test: MemoryEngine()), share: 1)
        let api = API(
            account: Account(id: 1), transport: Server { _, number in Server.response(number) },
            configuration: .init(
                middlewares: [limits], cache: nil, limits: [[]: APIDescription.Limit(2, per: .seconds(60))]))
        _ = try await api.read(1).send()
        await #expect { try await api.read(2).timeout(.milliseconds(100)).send() } throws: {
            ($0 as? APIError)?.code == .timedOut
        }
    }
}
