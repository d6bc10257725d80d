import Foundation
import Methodical
import MethodicalAccounts
import Testing

@testable import MethodicalFleet

/// Tests of a process that stands still around its lease. The service does not forgive a refresh token that is spent
/// twice (RFC 9700, section 4.14.2).
@Suite struct LeaseTests {
    private static let old = Token("a0", created: Date(timeIntervalSince1970: 0), lifetime: .seconds(60), refresh: "r0")
    private static let lease = Duration.seconds(9)

    private let engine = MemoryEngine()
    private let service = StrictService()
    private let uptime = Locked(Duration.zero)
    /// The number of times that the holder of a lease may extend it by itself.
    private let extensions = Locked(0)

    /// Returns a process whose clock stands still unless the test moves it.
    private func process(_ engine: any FleetEngine, clock: Double = 0) throws -> FleetAccounts {
        let start = ContinuousClock.now
        let instant = { @Sendable [uptime] in start + uptime.withLock { $0 } }
        let time = TimeSource(now: { Date() + clock }, instant: instant) { [extensions] duration in
            guard duration == Self.lease / 3 else { return try await Task.sleep(for: duration) }
            while true {
                let isDue = extensions.withLock { left in
                    defer { left = max(0, left - 1) }
                    return left > 0
                }
                if isDue { return }
                try await Task.sleep(for: .milliseconds(1))
            }
        }
        let fleet = Fleet(test: engine, time: time)
        return try FleetAccounts(
            fleet, api: "Sample", refresher: service, backup: nil, lease: Self.lease, patience: .seconds(3600))
    }

    private func endLease() { engine.state.withLock { $0.values = $0.values.filter { !$0.key.contains(":lease:") } } }

    /// The commands of a refresh before its request: a look at the token, the lease, the token, the extension.
    private static let commands = 0..<4

    /// Another process refreshes the token while this one stands still.
    @Test(arguments: commands, [false, true])
    func aProcessThatStoodStillAtACommandDoesNotSpendTheOldToken(number: Int, isAfter: Bool) async throws {
        let other = try await process(engine).account(1, token: Self.old)
        let stopping = StoppingEngine(engine)
        let account = try await process(stopping).account(1)
        stopping.stop(at: number, isAfter: isAfter) {
            uptime.withLock { $0 += .seconds(20) }
            endLease()
            _ = try? await other.refreshToken()
        }
        #expect(try await account.refreshToken().secret == "a1")
        #expect(stopping.hasStopped && service.spent == ["r0"])
    }

    /// Nobody needed the token meanwhile. The lease is taken again.
    @Test(arguments: commands, [false, true])
    func aProcessThatStoodStillAloneRefreshesOnce(number: Int, isAfter: Bool) async throws {
        let stopping = StoppingEngine(engine)
        let account = try await process(stopping).account(1, token: Self.old)
        stopping.stop(at: number, isAfter: isAfter) {
            uptime.withLock { $0 += .seconds(20) }
            endLease()
        }
        #expect(try await account.refreshToken().secret == "a1")
        #expect(stopping.hasStopped && service.spent == ["r0"])
    }

    /// The lease counts from the time before the engine was asked. A reply after two thirds of it is too late.
    @Test func theReplyOfASlowEngineIsNoRightToSpend() async throws {
        let stopping = StoppingEngine(engine)
        let account = try await process(stopping).account(1, token: Self.old)
        let spent = Locked<[String]?>(nil)
        stopping.stop(at: 3, isAfter: true) { uptime.withLock { $0 += .seconds(7) } }
        stopping.stop(at: 4, isAfter: false) { spent.withLock { $0 = service.spent } }
        #expect(try await account.refreshToken().secret == "a1")
        // The command after the late reply gives the lease back.
        #expect(spent.withLock { $0 } == [] && service.spent == ["r0"])
    }

    /// The engine evicts the lease while the process prepares its request, and another process refreshes.
    @Test(arguments: [(1, true), (2, false), (2, true), (3, false)]) func anEvictedLeaseIsNoRightToSpend(
        number: Int, isAfter: Bool
    ) async throws {
        let other = try await process(engine).account(1, token: Self.old)
        let stopping = StoppingEngine(engine)
        let account = try await process(stopping).account(1)
        stopping.stop(at: number, isAfter: isAfter) {
            endLease()
            _ = try? await other.refreshToken()
        }
        #expect(try await account.refreshToken().secret == "a1")
        #expect(service.spent == ["r0"])
    }

    /// While the request is under way, the evicted lease comes back, so that the other processes wait for the response.
    @Test func aLeaseThatIsEvictedDuringTheRequestIsTakenAgain() async throws {
        let account = try await process(engine).account(1, token: Self.old)
        service.meanwhile.withLock {
            $0 = { [engine, extensions] in
                engine.state.withLock { $0.values = $0.values.filter { !$0.key.contains(":lease:") } }
                extensions.withLock { $0 = 1 }
                _ = try? await eventually { !engine.keys("lease").isEmpty }
            }
        }
        #expect(try await account.refreshToken().secret == "a1")
        #expect(service.spent == ["r0"] && engine.keys("lease").isEmpty)
    }

    /// A refresh that prepares its request for a long time, such as a retry after a pause, looks at the lease again.
    @Test func theLeaseIsCheckedDirectlyBeforeEachRequest() async throws {
        let other = try await process(engine).account(1, token: Self.old)
        let account = try await process(engine).account(1)
        let isFirst = Locked(true)
        service.before.withLock {
            $0 = { [uptime, engine] in
                let isPrepared = isFirst.withLock { first in
                    defer { first = false }
                    return !first
                }
                if isPrepared { return }
                uptime.withLock { $0 += .seconds(20) }
                engine.state.withLock { $0.values = $0.values.filter { !$0.key.contains(":lease:") } }
                _ = try? await other.refreshToken()
            }
        }
        #expect(try await account.refreshToken().secret == "a1")
        #expect(service.spent == ["r0"])
    }

    /// Leases do not depend on the clocks of the machines.
    @Test func processesWithWrongClocksSpendEachTokenOnce() async throws {
        var accounts: [Account] = []
        for clock in [0, -7200, 7200] as [Double] {
            accounts.append(try await process(engine, clock: clock).account(1, token: Self.old))
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for account in accounts {
                group.addTask { for _ in 0..<5 { try await account.refreshToken() } }
            }
            try await group.waitForAll()
        }
        #expect(Set(service.spent).count == service.spent.count && service.spent.count >= 5)
    }
}

/// An engine on which one process works, and at whose commands it can stand still.
private final class StoppingEngine: FleetEngine {
    private struct Stop: Sendable {
        let number: Int
        let isAfter: Bool
        let action: @Sendable () async -> Void
    }

    private let engine: MemoryEngine
    private let state = Locked((number: 0, stops: [Stop](), stopped: 0))

    init(_ engine: MemoryEngine) { self.engine = engine }

    /// Stands still before or after a command. Commands are counted from now on.
    func stop(at number: Int, isAfter: Bool, _ action: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.number = 0
            state.stops.append(Stop(number: number, isAfter: isAfter, action: action))
        }
    }

    var hasStopped: Bool { state.withLock { $0.stopped > 0 } }

    private func perform<Value>(_ command: () async throws -> Value) async throws -> Value {
        let stops = state.withLock { state in
            let stops = state.stops.filter { $0.number == state.number }
            state.number += 1
            state.stopped += stops.count
            return stops
        }
        for stop in stops where !stop.isAfter { await stop.action() }
        let value = try await command()
        for stop in stops where stop.isAfter { await stop.action() }
        return value
    }

    func values(_ keys: [String]) async throws -> [Data?] { try await perform { try await engine.values(keys) } }

    func set(_ key: String, to value: Data, for lifetime: Duration) async throws {
        try await perform { try await engine.set(key, to: value, for: lifetime) }
    }

    func run(_ script: FleetScript, keys: [String], arguments: [Data]) async throws -> [Int] {
        try await perform { try await engine.run(script, keys: keys, arguments: arguments) }
    }
}

/// A service that revokes the account if a refresh token is spent twice, and that prepares its requests.
private final class StrictService: TokenRefresher {
    /// A function that runs before the request is sent, and one that runs while it is under way.
    let before = Locked<(@Sendable () async -> Void)?>(nil)
    let meanwhile = Locked<(@Sendable () async -> Void)?>(nil)
    private let log = Locked<[String]>([])

    var spent: [String] { log.withLock { $0 } }

    func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
        if let before = before.withLock({ $0 }) { await before() }
        try SpendingRight.check?()
        let refresh = token.refresh ?? ""
        let isFirst = log.withLock { log in
            defer { log.append(refresh) }
            return !log.contains(refresh)
        }
        guard isFirst else { throw APIError(.notAuthorized, "invalid_grant") }
        if let meanwhile = meanwhile.withLock({ $0 }) { await meanwhile() }
        let number = (Int(refresh.dropFirst()) ?? 0) + 1
        return Token("a\(number)", created: Date(), lifetime: .seconds(3600), refresh: "r\(number)")
    }
}
