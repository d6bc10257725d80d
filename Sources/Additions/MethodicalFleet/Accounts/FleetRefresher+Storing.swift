import Foundation
import Methodical
import MethodicalAccounts

/// Reading and writing the states of tokens.
extension FleetRefresher {
    /// The time after which the engine forgets an account that no process has refreshed.
    private static let lifetime = Duration.seconds(400 * 86_400)

    /// The number of accounts about which one command asks the engine.
    private static let accountsPerQuestion = 100

    func identity(of account: Account.ID) -> Data {
        Fleet.identity(of: [api, account.rawValue])
    }

    /// Returns the stored value and the state that it holds.
    func read(_ account: Account.ID) async throws -> (value: Data?, state: TokenState?) {
        let value = try await value(of: account)
        return (value, state(from: value, of: account))
    }

    /// Returns the stored value, or `nil` if the engine has none.
    private func value(of account: Account.ID, isRecovering: Bool = false) async throws -> Data? {
        let key = fleet.key("token", for: identity(of: account))
        let values = try await fleet.ask(isRecovering: isRecovering) { try await $0.values([key]) }
        return values.first ?? nil
    }

    /// Returns the state that a stored value holds, or `nil` if it holds none.
    private func state(from value: Data?, of account: Account.ID) -> TokenState? {
        let key = fleet.key("token", for: identity(of: account))
        let fields = fleet.fields(
            from: value,
            identity: identity(of: account),
            count: 3,
            for: key)
        return fields.flatMap { TokenState($0) }
    }

    /// Stores a state if the engine still has the given value. Returns `false` if it does not.
    func write(
        _ state: TokenState,
        over value: Data?,
        of account: Account.ID,
        isRecovering: Bool = false
    ) async throws -> Bool {
        let key = fleet.key("token", for: identity(of: account))
        let fields = try state.fields(of: account)
        let new = try fleet.value(identity: identity(of: account), fields: fields, for: key)
        return try await fleet.ask(isRecovering: isRecovering) {
            try await $0.compareAndSet(key, from: value, to: new, for: Self.lifetime)
        }
    }

    /// Writes a state unless the engine has a newer one, which this process then takes over.
    func settle(
        _ state: TokenState,
        of account: Account.ID,
        isRecovering: Bool = false
    ) async throws {
        while true {
            let value = try await value(of: account, isRecovering: isRecovering)
            if let stored = self.state(from: value, of: account),
                stored.generation >= state.generation
            {
                _ = learn(stored, of: account)
                return
            }
            if try await write(state, over: value, of: account, isRecovering: isRecovering) {
                return
            }
        }
    }

    /// The newest state that this process knows.
    func known(of account: Account.ID) -> TokenState? {
        newest.withLock { $0[account] }
    }

    /// Remembers a state unless a newer one is known, and returns the newer one.
    func learn(_ state: TokenState, of account: Account.ID) -> TokenState {
        newest.withLock { newest in
            if let known = newest[account], known.generation > state.generation {
                return known
            }
            newest[account] = state
            return state
        }
    }

    /// Stores a state on this machine. A failure is not reported, because the process remembers the state, too.
    func back(up state: TokenState, of account: Account.ID) {
        if let token = state.token {
            try? backup.store(token, for: account)
        } else {
            try? backup.remove(account)
        }
    }

    /// Writes the states that this process knows and the engine does not have: those that were kept while it was lost,
    /// and those that it has lost itself.
    func writeNewest() async throws {
        let newest = newest.withLock { Array($0) }
        for start in stride(from: 0, to: newest.count, by: Self.accountsPerQuestion) {
            let part = newest[start...].prefix(Self.accountsPerQuestion)
            let keys = part.map { fleet.key("token", for: identity(of: $0.key)) }
            let values = try await fleet.ask(isRecovering: true) { try await $0.values(keys) }
            for ((account, state), value) in zip(part, values) {
                if let stored = self.state(from: value, of: account),
                    stored.generation >= state.generation
                {
                    continue
                }
                try await settle(state, of: account, isRecovering: true)
                fleet.report(.tokenWritten(account))
            }
        }
    }

    /// Returns the token with which an account starts.
    func start(_ account: Account.ID, with given: Token?) async -> Token? {
        let backedUp = try? backup.token(for: account)
        if let backedUp {
            _ = learn(TokenState(backedUp), of: account)
        }
        do {
            let (value, state) = try await read(account)
            if let state, learn(state, of: account).generation == state.generation {
                return state.token
            }
            guard var token = known(of: account)?.token ?? given else { return nil }
            // A configured token may be an old one. Any token that a process has got since has a greater generation.
            if backedUp == nil {
                token.generation = 1
            }
            if try await write(TokenState(token), over: value, of: account) {
                return learn(TokenState(token), of: account).token
            }
            // Another process was faster.
            if let state = try await read(account).state {
                return learn(state, of: account).token
            }
            return token
        } catch {
            // The given token may be older than the one that the engine has, so it is not written at the recovery.
            return backedUp ?? given
        }
    }

    /// Replaces the account's state by that of a sign-in, or of a sign-out if the token is `nil`. Returns the token.
    @discardableResult
    func replace(_ account: Account.ID, by token: Token?) async -> Token? {
        let stored = try? await read(account).state
        let storedGeneration = stored?.generation ?? 0
        let knownGeneration = known(of: account)?.generation ?? 0
        let last = max(storedGeneration, knownGeneration)
        var state = TokenState(signedOutAfter: last, at: fleet.time.now())
        state.token = token
        state.token?.generation = state.generation
        newest.withLock { $0[account] = state }
        back(up: state, of: account)
        do {
            try await settle(state, of: account)
        } catch {
            fleet.report(.tokenKept(account))
        }
        return state.token
    }
}
