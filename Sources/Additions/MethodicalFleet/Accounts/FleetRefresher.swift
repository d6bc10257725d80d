import Foundation
import Methodical
import MethodicalAccounts

/// A token refresher by which one process of a fleet refreshes a token for all of them.
final class FleetRefresher: SharedTokenRefresher {
    let fleet: Fleet
    let api: String
    let refresher: any TokenRefresher
    /// The store of this machine, or one in memory, whose lock then excludes only tasks of this process.
    let backup: any TokenStore
    private let lease: Duration
    private let patience: Duration
    /// The newest states that this process knows.
    let newest = Locked<[Account.ID: TokenState]>([:])
    /// The generations of the tokens that the service has issued last to this process.
    private let issued = Locked<[Account.ID: UInt64]>([:])
    /// The longest time for a refresh, with all waits.
    private static let longest = Duration.seconds(90)

    init(
        fleet: Fleet,
        api: String,
        refresher: any TokenRefresher,
        backup: (any TokenStore)?,
        lease: Duration,
        patience: Duration
    ) {
        self.fleet = fleet
        self.api = api
        self.refresher = refresher
        self.backup = backup ?? MemoryTokenStore()
        self.lease = lease
        self.patience = patience
        fleet.atRecovery("\(ObjectIdentifier(self))") { [weak self] isFirst in
            if isFirst {
                try await self?.writeNewest()
            }
        }
    }

    deinit { fleet.atRecovery("\(ObjectIdentifier(self))", work: nil) }

    func newerToken(than old: Token, of account: Account.ID) async -> Token? {
        try? await usable(try read(account).state, insteadOf: old, of: account)
    }

    func isLastIssued(_ token: Token, to account: Account.ID) -> Bool {
        issued.withLock { $0[account] == token.generation }
    }

    func refresh(_ old: Token, of account: Account.ID) async throws -> Token {
        let start = fleet.time.now()
        func passed(_ time: Duration) -> Bool {
            .seconds(fleet.time.now().timeIntervalSince(start)) >= time
        }
        var pause = Duration.milliseconds(5)
        while true {
            do {
                if let token = try await refreshInFleet(old, of: account) {
                    return token
                }
            } catch is EngineLost {
                // An engine that comes back for a moment and is lost again gets the whole time again.
                let isPatient = !passed(patience) || fleet.timeSinceLoss ?? .zero < patience
                if !isPatient {
                    return try await refreshAlone(old, of: account)
                }
            }
            if passed(Self.longest) {
                throw APIError(
                    .timedOut,
                    "after \(Self.longest) the engine is still lost, or another process still refreshes the token")
            }
            try await fleet.time.sleep(pause * Double.random(in: 0.5...1))
            pause = min(pause * 2, .milliseconds(200))
        }
    }

    /// Returns the fleet's new token, after refreshing it if this process gets the lease. Returns `nil` if another
    /// process has the lease, or if this one has lost it before it could send the request.
    private func refreshInFleet(_ old: Token, of account: Account.ID) async throws -> Token? {
        if let token = try usable(try await read(account).state, insteadOf: old, of: account) {
            return token
        }
        let key = fleet.key("lease", for: identity(of: account))
        guard let lease = try await Lease.take(key, for: lease, in: fleet) else {
            return nil
        }
        do {
            let token = try await lease.extended { try await refreshOnce(old, of: account, under: lease) }
            _ = try? await lease.release()
            return token
        } catch {
            _ = try? await lease.release()
            throw error
        }
    }

    /// Refreshes the newest token, unless another process has done so before this one got the lease. Returns `nil` if
    /// the lease has ended before the request was sent.
    private func refreshOnce(
        _ old: Token,
        of account: Account.ID,
        under lease: Lease
    ) async throws -> Token? {
        while true {
            try await waitForOthers()
            let stored = try await read(account)
            if let token = try usable(stored.state, insteadOf: old, of: account) {
                return token
            }
            let token = known(of: account)?.token ?? old
            let refreshed: Token
            do {
                let sent = try await lease.spending { try await refresher.refreshed(token, of: account) }
                guard let sent else { return nil }
                refreshed = sent
            } catch let error as APIError where error.code == .notAuthorized {
                // Another process may have refreshed the token while this one stood still.
                guard let now = try? await read(account), now.value == stored.value else {
                    continue
                }
                var refused = TokenState(token)
                refused.isRefused = true
                _ = try? await write(refused, over: now.value, of: account)
                throw error
            }
            return try await keep(refreshed, after: token, over: stored.value, of: account)
        }
    }

    /// Stores a token that the server has issued. It is never thrown away for a failure of the engine.
    private func keep(_ refreshed: Token, after old: Token, over value: Data?, of account: Account.ID) async throws
        -> Token
    {
        let state = learn(next(refreshed, after: old), of: account)
        issued.withLock { $0[account] = state.generation }
        back(up: state, of: account)
        do {
            if try await !write(state, over: value, of: account) {
                try await settle(state, of: account)
                if let known = known(of: account) {
                    back(up: known, of: account)
                }
            }
        } catch is EngineLost {
            fleet.report(.tokenKept(account))
        }
        guard let token = known(of: account)?.token else {
            throw Self.signedOut
        }
        return token
    }

    /// Refreshes without the engine, under the lock that the processes of this machine share.
    private func refreshAlone(_ old: Token, of account: Account.ID) async throws -> Token {
        let lock = try await lockOfMachine(for: account)
        defer { lock?.release() }
        if let stored = try? backup.token(for: account) {
            _ = learn(TokenState(stored), of: account)
        }
        if let token = try usable(nil, insteadOf: old, of: account) {
            return token
        }
        let token = known(of: account)?.token ?? old
        let refreshed = try await refresher.refreshed(token, of: account)
        let state = learn(next(refreshed, after: token), of: account)
        issued.withLock { $0[account] = state.generation }
        back(up: state, of: account)
        fleet.report(.tokenKept(account))
        guard let token = state.token else {
            throw Self.signedOut
        }
        return token
    }

    /// Waits for the lock that the processes of this machine share. Returns `nil` if the store cannot make one. The
    /// refresh then goes on without a lock.
    ///
    /// - Throws: `.timedOut` if another process holds the lock for too long. It may stand still, and spend the refresh
    ///   token when it continues.
    private func lockOfMachine(for account: Account.ID) async throws -> RefreshLock? {
        let start = fleet.time.instant()
        while true {
            do {
                if let lock = try backup.refreshLock(for: account) {
                    return lock
                }
            } catch {
                return nil
            }
            guard fleet.time.instant() - start < Self.longest else {
                throw APIError(.timedOut, "another process has been refreshing the token for \(Self.longest)")
            }
            try await fleet.time.sleep(.milliseconds(20))
        }
    }

    /// Returns the token with which calls can go on, or `nil` if it must be refreshed.
    ///
    /// - Throws: The reason why there can be no new token: a sign-out, or a refusal by the server.
    private func usable(
        _ stored: TokenState?,
        insteadOf old: Token,
        of account: Account.ID
    ) throws -> Token? {
        guard let state = stored.map({ learn($0, of: account) }) ?? known(of: account) else {
            return nil
        }
        guard let token = state.token else {
            throw Self.signedOut
        }
        if state.isRefused {
            throw APIError(.notAuthorized, "the server has refused to refresh the token of \(account); sign in again")
        }
        if token == old || token.isExpired(at: fleet.time.now()) {
            return nil
        }
        return token
    }

    private func next(_ token: Token, after old: Token) -> TokenState {
        var token = token
        token.generation = old.generation &+ 1
        return TokenState(token)
    }

    /// Waits until all processes that have noticed the end of a failure have written the tokens that they kept.
    private func waitForOthers() async throws {
        while let passed = fleet.timeSinceRecovery, passed < fleet.timeToRecover {
            try await fleet.time.sleep(fleet.timeToRecover - passed)
        }
    }

    static var signedOut: APIError { APIError(.notAuthorized, "the account has been signed out of the fleet") }
}
