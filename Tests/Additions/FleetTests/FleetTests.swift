import Foundation
import Methodical
import Testing

@testable import MethodicalFleet

/// Tests of the connection to the engine: time limits, loss and recovery.
@Suite struct FleetTests {
    @Test func aHangingEngineHoldsOneCallForAMomentAndTheOthersNotAtAll() async throws {
        let engine = MemoryEngine()
        let fleet = Fleet(test: engine, limit: .milliseconds(300))
        engine.state.withLock { $0.hangs = true }
        await #expect(throws: EngineLost.self) { try await fleet.ask { try await $0.values(["a"]) } }
        let asked = engine.state.withLock { $0.commands.count }
        for _ in 0..<1000 {
            await #expect(throws: EngineLost.self) {
                try await fleet.ask { try await $0.set("a", to: Data(), for: .seconds(1)) }
            }
        }
        // Only the fleet's own attempts reach the engine.
        #expect(!engine.state.withLock { $0.commands.dropFirst(asked).contains("set") })
        engine.state.withLock { $0.hangs = false }
        #expect(try await eventually { fleet.timeSinceRecovery != nil })
    }

    @Test func lossAndRecoveryAreEvents() async throws {
        let engine = MemoryEngine()
        let fleet = Fleet(test: engine)
        var events = fleet.events.makeAsyncIterator()
        engine.state.withLock { $0.isLost = true }
        _ = try? await fleet.ask { try await $0.values(["a"]) }
        #expect(await events.next() == .lost("Failure()"))
        engine.state.withLock { $0.isLost = false }
        #expect(await events.next() == .recovered)
        #expect(try await fleet.ask { try await $0.values(["a"]) } == [nil])
    }

    @Test func aCancelledCallDoesNotMakeTheEngineLost() async throws {
        let engine = MemoryEngine()
        let fleet = Fleet(test: engine)
        engine.state.withLock { $0.hangs = true }
        let call = Task { try await fleet.ask { try await $0.values(["a"]) } }
        call.cancel()
        await #expect { try await call.value } throws: { ($0 as? APIError)?.code == .cancelled }
        #expect(fleet.timeSinceRecovery != nil)
        engine.state.withLock { $0.hangs = false }
    }

    @Test func keysShowNothing() {
        for encrypts in [false, true] {
            let fleet = Fleet(test: MemoryEngine(), encrypts: encrypts)
            let key = fleet.key("token", for: Data("account of Ada".utf8))
            #expect(key.hasPrefix("{test}:token:") && !key.contains("Ada"))
            #expect(key != fleet.key("lease", for: Data("account of Ada".utf8)))
            #expect(key != fleet.key("token", for: Data("account of Bob".utf8)))
        }
    }

    /// A process that is killed leaves a lease that ends by itself.
    @Test func leasesEndAndAreExtended() async throws {
        let engine = MemoryEngine()
        let fleet = Fleet(test: engine)
        let held = try #require(try await Lease.take("a", for: .seconds(20), in: fleet))
        #expect(try await Lease.take("a", for: .seconds(1), in: fleet) == nil)
        #expect(try await held.release())
        let short = try #require(try await Lease.take("a", for: .seconds(3), in: fleet))
        let before = engine.state.withLock { $0.commands.count }
        #expect(
            try await short.extended {
                try await eventually { engine.state.withLock { $0.commands.count } > before + 3 }
            })
        _ = try await short.release()
        engine.state.withLock { $0.forgets = true }
        let killed = try #require(try await Lease.take("a", for: .milliseconds(50), in: fleet))
        try await Task.sleep(for: .milliseconds(80))
        let next = try #require(try await Lease.take("a", for: .seconds(3600), in: fleet))
        // The old holder cannot end the new lease.
        #expect(try await !killed.release())
        #expect(try await next.release())
    }
}
