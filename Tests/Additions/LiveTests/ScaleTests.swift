import Foundation
import Methodical
import MethodicalTesting
import Testing

@testable import MethodicalLive

#if canImport(Observation)
    import Observation
#endif

/// Tests of what live values leave behind, and of their observers.
@Suite @MainActor struct ScaleTests {
    @Test("Many subscriptions to few values leave nothing behind")
    func subscriptions() async throws {
        let service = Service()
        let hub = LiveHub.hub(of: service.client)
        let keeper = service.read(0).live()
        try await eventually("the value arrives") { keeper.value == [] }
        for round in 0..<100 {
            var values = (0..<1000).map { service.read($0 % 10).live() }
            var streams = values.prefix(10).map(\.states)
            for value in values { _ = value.value }
            #expect(hub.count == 10, "round \(round)")
            values = []
            streams = []
            if round.isMultiple(of: 20) {
                try await eventually("only the first value is watched") { hub.watchedCount == 1 }
            }
            _ = streams
        }
        try await eventually("only the first value is watched") { hub.watchedCount == 1 }
        await service.time.untilSomebodySleeps()
        service.time.advance(by: LiveHub.graceTime)
        try await eventually("only the first value is left") { hub.count == 1 }
        #expect(keeper.value == [] && hub.listenerCount == 0)
    }

    #if canImport(Observation)
        @Test("An observer is told of a new value, and not of an equal one")
        func observation() async throws {
            let service = Service()
            service.set(1, to: [1])
            let list = service.read(1).live()
            try await eventually("the value arrives") { list.value == [1] && !list.isRefreshing }
            let told = Locked(0)
            func observe() {
                withObservationTracking {
                    _ = list.value
                } onChange: {
                    told.withLock { $0 += 1 }
                }
            }
            observe()
            try await list.refresh()
            #expect(told.withLock { $0 } == 0)
            service.set(1, to: [1, 2])
            try await list.refresh()
            #expect(told.withLock { $0 } == 1 && list.value == [1, 2])
        }
    #endif
}
