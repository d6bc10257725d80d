import Foundation
import Methodical
import MethodicalAccounts
import Testing

@testable import MethodicalFleet

/// Tests of processes that share tokens. Each has its own `Fleet` and `FleetAccounts`, on one engine.
@Suite struct TokenTests {
    private static let old = Token("a0", created: Date(timeIntervalSince1970: 0), lifetime: .seconds(60), refresh: "r0")

    private func process(
        _ engine: MemoryEngine, _ service: Service, backup: (any TokenStore)? = nil,
        patience: Duration = .seconds(3600), time: TimeSource = .system
    ) throws -> FleetAccounts {
        try process(Fleet(test: engine, time: time), service, backup: backup, patience: patience)
    }

    private func process(
        _ fleet: Fleet, _ service: Service, backup: (any TokenStore)? = nil, patience: Duration = .seconds(3600)
    ) throws -> FleetAccounts {
        try FleetAccounts(
            fleet, api: "Sample", refresher: service, backup: backup, lease: .milliseconds(900), patience: patience)
    }

    @Test func processesRefreshOnce() async throws {
        let (engine, service) = (MemoryEngine(), Service(delay: .milliseconds(50)))
        let processes = try (0..<4).map { _ in try process(engine, service) }
        let secrets = try await withThrowingTaskGroup(of: String.self) { group in
            for accounts in processes {
                group.addTask { try await accounts.account(1, token: Self.old).refreshToken().secret }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(secrets == ["a1"] && service.spent == ["r0"])
        // A process that starts later has the newest token, whatever it was configured with.
        let late = try await process(engine, service).account(1, token: Self.old)
        #expect(late.token?.secret == "a1")
    }

    /// The service knows nothing of the name, which the processes share with the token.
    @Test func theNameOfTheUserIsShared() async throws {
        let (engine, service) = (MemoryEngine(), Service())
        var token = Self.old
        token.userName = "Ada"
        let account = try await process(engine, service).account(1, token: token)
        #expect(try await account.refreshToken().secret == "a1" && account.name == "Ada")
        #expect(try await process(engine, service).account(1).name == "Ada")
        engine.state.withLock { $0.isLost = true }
        let alone = try process(engine, Service(), patience: .zero)
        #expect(try await alone.account(1, token: token).refreshToken().userName == "Ada")
    }

    /// The process that has the lease is killed: its lease is not extended any more.
    @Test func anotherProcessTakesOver() async throws {
        let (engine, service) = (MemoryEngine(), Service())
        let accounts = try process(engine, service)
        let account = await accounts.account(1, token: Self.old)
        let fleet = Fleet(test: engine)
        let key = fleet.key("lease", for: Fleet.identity(of: ["Sample", "1"]))
        engine.state.withLock { $0.forgets = true }
        _ = try #require(try await Lease.take(key, for: .milliseconds(200), in: fleet))
        #expect(try await account.refreshToken().secret == "a1")
        #expect(service.spent == ["r0"])
    }

    /// A process stands still during its refresh for longer than its lease.
    @Test func aSlowProcessDoesNotReplaceANewerToken() async throws {
        let (engine, slow, quick) = (MemoryEngine(), Service(prefix: "slow"), Service(prefix: "quick"))
        let (first, second) = (try process(engine, slow), try process(engine, quick))
        let (one, two) = (await first.account(1, token: Self.old), await second.account(1))
        let key = Fleet(test: engine).key("lease", for: Fleet.identity(of: ["Sample", "1"]))
        slow.meanwhile.withLock {
            $0 = {
                engine.state.withLock { $0.values[key] = nil }
                _ = try? await two.refreshToken()
            }
        }
        #expect(try await one.refreshToken().secret == "quick1")
        #expect(two.token?.secret == "quick1" && slow.spent == ["r0"] && quick.spent == ["r0"])
    }

    @Test func aRefusalHoldsForTheFleetUntilTheNextSignIn() async throws {
        let (engine, service) = (MemoryEngine(), Service(refuses: true))
        let (first, second) = (try process(engine, service), try process(engine, service))
        let (one, two) = (await first.account(1, token: Self.old), await second.account(1))
        for account in [one, two, one] {
            await #expect { try await account.refreshToken() } throws: { ($0 as? APIError)?.code == .notAuthorized }
        }
        #expect(service.spent == ["r0"])
        await first.signIn(Token("new", refresh: "n"), as: 1)
        #expect(one.token?.secret == "new")
        #expect(try await two.refreshToken().secret == "new")
    }

    @Test func aSignOutHoldsForTheFleet() async throws {
        let (engine, service) = (MemoryEngine(), Service())
        let (first, second) = (try process(engine, service), try process(engine, service))
        let (one, two) = (await first.account(1, token: Self.old), await second.account(1))
        await first.signOut(1)
        #expect(one.token == nil)
        await #expect { try await two.refreshToken() } throws: { ($0 as? APIError)?.code == .notAuthorized }
        #expect(service.spent == [])
        // A configured token does not bring the account back.
        #expect(try await process(engine, service).account(1, token: Self.old).token == nil)
    }

    /// The engine is lost after the service has issued the token, and comes back without its data.
    @Test func aTokenIsKeptUntilTheEngineIsBack() async throws {
        let (engine, service) = (MemoryEngine(), Service())
        let early = Fleet(test: engine)
        // The clock stands still but for the wait of 100 ms, in which the first process recovers, too.
        let (start, passed) = (Date(), Locked(0.0))
        let time = TimeSource(now: { start + passed.withLock { $0 } }) { duration in
            if duration == .milliseconds(100) {
                _ = try await eventually { early.timeSinceRecovery != nil }
                passed.withLock { $0 = 0.2 }
            }
            try await Task.sleep(for: duration)
        }
        let late = Fleet(test: engine, time: time)
        let (first, second) = (try process(early, service), try process(late, service))
        let (one, two) = (await first.account(1, token: Self.old), await second.account(1))
        service.meanwhile.withLock {
            $0 = { engine.state.withLock { ($0.isLost, $0.values) = (true, [:]) } }
        }
        #expect(try await one.refreshToken().secret == "a1")
        let waiting = Task { try await two.refreshToken().secret }
        #expect(try await eventually { late.timeSinceLoss != nil })
        service.meanwhile.withLock { $0 = nil }
        engine.state.withLock { $0.isLost = false }
        // The second process waits for the engine, and for the tokens that others may have.
        #expect(try await waiting.value == "a1")
        #expect(service.spent == ["r0"])
    }

    @Test func aProcessGoesOnAloneAfterItsPatience() async throws {
        let (engine, service) = (MemoryEngine(), Service(delay: .milliseconds(50)))
        let backup = MemoryTokenStore()
        let machine = try (0..<3).map { _ in try process(engine, service, backup: backup, patience: .zero) }
        var all: [Account] = []
        for accounts in machine { all.append(await accounts.account(1, token: Self.old)) }
        engine.state.withLock { $0.isLost = true }
        // The lock of the machine's store takes the place of the lease.
        let secrets = try await withThrowingTaskGroup(of: String.self) { group in
            for account in all { group.addTask { try await account.refreshToken().secret } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(secrets == ["a1"] && service.spent == ["r0"] && backup.token(for: 1)?.secret == "a1")
        engine.state.withLock { $0.isLost = false }
        #expect(try await eventually { try await process(engine, service).account(1).token?.secret == "a1" })
    }

    /// The engine is back for a while, and is lost again before anybody could refresh.
    @Test func patienceBeginsAgainWithEachLoss() async throws {
        let (engine, service, start) = (MemoryEngine(), Service(), Date())
        let (passed, pauses) = (Locked(0.0), Locked(0))
        let time = TimeSource(now: { start + passed.withLock { $0 } }) { duration in
            pauses.withLock { $0 += 1 }
            try await Task.sleep(for: duration)
        }
        func loopsAgain() async throws -> Bool {
            let now = pauses.withLock { $0 }
            return try await eventually { pauses.withLock { $0 } > now + 8 }
        }
        let fleet = Fleet(test: engine, time: time)
        let accounts = try process(fleet, service, patience: .seconds(60))
        let account = await accounts.account(1, token: Self.old)
        engine.state.withLock { $0.isLost = true }
        let waiting = Task { try await account.refreshToken().secret }
        #expect(try await eventually { fleet.timeSinceLoss != nil })
        #expect(try await loopsAgain())
        // Another process has the lease while the engine is back.
        let lease = Fleet(test: engine).key("lease", for: Fleet.identity(of: ["Sample", "1"]))
        engine.state.withLock { ($0.isLost, $0.values[lease]) = (false, (Data("other".utf8), .distantFuture)) }
        passed.withLock { $0 = 20 }
        #expect(try await eventually { fleet.timeSinceRecovery != nil })
        #expect(try await loopsAgain())
        engine.state.withLock { $0.isLost = true }
        #expect(try await eventually { fleet.timeSinceLoss != nil })
        passed.withLock { $0 = 70 }
        #expect(try await loopsAgain())
        #expect(service.spent == [])
        passed.withLock { $0 = 85 }
        #expect(try await waiting.value == "a1")
        #expect(service.spent == ["r0"])
    }

    /// With a server that detects refresh tokens that are spent twice, a refresh must not go on alone.
    @Test func aRefreshWithLongPatienceFailsInsteadOfGoingOnAlone() async throws {
        let (engine, service, start, passed) = (MemoryEngine(), Service(), Date(), Locked(0.0))
        let time = TimeSource(now: { start + passed.withLock { $0 } }) { try await Task.sleep(for: $0) }
        let accounts = try process(engine, service, patience: .seconds(3600), time: time)
        let account = await accounts.account(1, token: Self.old)
        engine.state.withLock { $0.isLost = true }
        passed.withLock { $0 = 1 }
        let waiting = Task { try await account.refreshToken() }
        #expect(try await eventually { engine.state.withLock { $0.commands.last == "values" } })
        passed.withLock { $0 = 120 }
        await #expect { try await waiting.value } throws: { ($0 as? APIError)?.code == .timedOut }
        #expect(service.spent == [])
    }

    /// After a loss of the engine, a process waits for the tokens that others have kept.
    @Test func aTokenThatIsWrittenDuringTheWaitIsUsed() async throws {
        let (engine, service) = (MemoryEngine(), Service())
        let first = try process(engine, service)
        // The clock stands still but for the wait of 100 ms, which therefore has its whole length on a busy machine.
        let (start, passed) = (Date(), Locked(0.0))
        let time = TimeSource(now: { start + passed.withLock { $0 } }) { duration in
            if duration == .milliseconds(100) {
                await first.signIn(Token("new", refresh: "n"), as: 1)
                passed.withLock { $0 = 0.2 }
            }
            try await Task.sleep(for: duration)
        }
        let second = try process(engine, service, time: time)
        let account = await second.account(1, token: Self.old)
        engine.state.withLock { $0.isLost = true }
        let waiting = Task { try await account.refreshToken().secret }
        #expect(try await eventually { engine.state.withLock { $0.commands.last == "values" } })
        engine.state.withLock { $0.isLost = false }
        #expect(try await waiting.value == "new")
        #expect(passed.withLock { $0 } > 0 && service.spent == [])
    }

    /// The engine has lost its data. A process starts with an old token before another one notices the loss.
    @Test func aConfiguredTokenDoesNotReplaceANewerOne() async throws {
        let (engine, service) = (MemoryEngine(), Service())
        let accounts = try process(engine, service)
        let account = await accounts.account(1, token: Self.old)
        #expect(try await account.refreshToken().secret == "a1")
        engine.state.withLock { $0.values = [:] }
        let late = try process(engine, service)
        let other = await late.account(1, token: Self.old)
        #expect(other.token?.secret == "a0")
        engine.state.withLock { $0.isLost = true }
        let waiting = Task { try await account.refreshToken().secret }
        #expect(try await eventually { engine.state.withLock { $0.commands.last == "values" } })
        engine.state.withLock { $0.isLost = false }
        #expect(try await waiting.value == "a2")
        #expect(try await other.refreshToken().secret == "a2")
        #expect(service.spent == ["r0", "r1"])
    }

    @Test func aDamagedRecordIsReplaced() async throws {
        let (engine, service) = (MemoryEngine(), Service())
        let account = try await process(engine, service).account(1, token: Self.old)
        for key in engine.keys("token") { engine.state.withLock { $0.values[key]?.value = Data("damaged".utf8) } }
        #expect(try await account.refreshToken().secret == "a1")
        #expect(try await process(engine, service).account(1).token?.secret == "a1")
    }

    @Test func tokensAreNeverSharedInPlainText() throws {
        #expect(throws: APIError.self) {
            try FleetAccounts(Fleet(test: MemoryEngine(), encrypts: false), for: API.self, refresher: Service())
        }
    }
}

/// A service whose refresh tokens work once: `r0` leads to `a1` and `r1`.
private final class Service: TokenRefresher {
    /// A function that runs during a refresh, after the service has made the new token.
    let meanwhile = Locked<(@Sendable () async -> Void)?>(nil)
    private let log = Locked<[String]>([])
    private let (prefix, delay, refuses): (String, Duration, Bool)

    init(prefix: String = "a", delay: Duration = .zero, refuses: Bool = false) {
        (self.prefix, self.delay, self.refuses) = (prefix, delay, refuses)
    }

    var spent: [String] { log.withLock { $0 } }

    func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
        let spent = token.refresh ?? ""
        let isFirst = log.withLock { log in
            defer { log.append(spent) }
            return !log.contains(spent)
        }
        try await Task.sleep(for: delay)
        guard isFirst, !refuses else { throw APIError(.notAuthorized, "invalid_grant") }
        if let meanwhile = meanwhile.withLock({ $0 }) { await meanwhile() }
        let number = (Int(spent.drop { !$0.isNumber }) ?? 0) + 1
        return Token("\(prefix)\(number)", created: Date(), lifetime: .seconds(3600), refresh: "r\(number)")
    }
}
