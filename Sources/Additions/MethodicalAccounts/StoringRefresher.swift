import Methodical

/// A token refresher for accounts whose tokens several processes share through a store. A new token is on disk before a
/// call uses it, because the old refresh token may no longer be valid.
///
/// A service may revoke an account's tokens if a refresh token is spent twice (RFC 9700, section 4.14.2). Therefore one
/// process at a time refreshes. It reads the store again before it spends a refresh token, and after a refusal.
struct StoringRefresher: SharedTokenRefresher {
    let refresher: any TokenRefresher
    let tokenKeeper: TokenKeeper
    let patience: Duration
    /// The first pause before another attempt to get the lock. A shorter pause would mostly find the lock held, because
    /// a refresh takes a round trip to the service. A longer one would delay calls after a fast refresh.
    private static let firstPause = Duration.milliseconds(4)
    /// The longest pause. A call may wait that long although the lock is free. A shorter pause would ask the store for
    /// the lock more often during a slow refresh.
    private static let longestPause = Duration.milliseconds(200)
    /// The tokens that the service has refused to refresh, with its errors.
    private let refusals = Locked<[Account.ID: (token: Token, error: APIError)]>([:])
    /// The generations of the tokens that the service has issued last to this process.
    private let issued = Locked<[Account.ID: UInt64]>([:])

    init(refresher: any TokenRefresher, tokenKeeper: TokenKeeper, patience: Duration) {
        self.refresher = refresher
        self.tokenKeeper = tokenKeeper
        self.patience = patience
    }

    func newerToken(than old: Token, of account: Account.ID) async -> Token? {
        guard let known = try? usable(try tokenKeeper.newest(of: account), of: account) else {
            return nil
        }
        return known.canReplace(old) ? known : nil
    }

    func isLastIssued(_ token: Token, to account: Account.ID) -> Bool {
        issued.withLock { $0[account] == token.generation }
    }

    func refresh(_ old: Token, of account: Account.ID) async throws -> Token {
        let known = try usable(try tokenKeeper.newest(of: account), of: account)
        if known.canReplace(old) {
            return known
        }
        let held = try await lock(account)
        defer { held?.release() }
        var token = try tokenKeeper.newest(of: account)
        while true {
            token = try usable(token, of: account)
            if token.canReplace(old) {
                return token
            }
            do {
                return try await refresh(token, account: account)
            } catch let error as APIError where error.code == .notAuthorized {
                // A process with an earlier version of this library takes no lock, and may have stored another token.
                let newest = try tokenKeeper.newest(of: account)
                if newest == token {
                    refusals.withLock { $0[account] = (token, error) }
                    tokenKeeper.broadcast.send(.expired(account))
                    throw error
                }
                token = newest
            }
        }
    }

    /// Returns the token, or throws the service's error if the service has already refused to refresh it.
    private func usable(_ token: Token, of account: Account.ID) throws -> Token {
        if let refusal = refusals.withLock({ $0[account] }), refusal.token == token {
            throw refusal.error
        }
        return token
    }

    private func refresh(_ token: Token, account: Account.ID) async throws -> Token {
        let refreshed: Token
        do {
            refreshed = try await refresher.refreshed(token, of: account)
        } catch {
            let code = (error as? APIError)?.code ?? .connection
            if code != .notAuthorized {
                tokenKeeper.broadcast.send(.tokenRefreshFailed(account, code))
            }
            throw error
        }
        guard let kept = tokenKeeper.keep(refreshed, inPlaceOf: token, of: account) else {
            throw APIError(.notAuthorized, "the account was signed out or signed in again")
        }
        issued.withLock { $0[account] = kept.generation }
        return kept
    }

    /// Waits for the right to refresh, without blocking a thread. Returns `nil` if the store cannot make a lock, for
    /// example on a full disk. The refresh then goes on without one.
    private func lock(_ account: Account.ID) async throws -> RefreshLock? {
        let clock = ContinuousClock()
        let deadline = clock.now + patience
        var pause = Self.firstPause
        while true {
            do {
                if let lock = try tokenKeeper.tokens.refreshLock(for: account) {
                    return lock
                }
            } catch {
                return nil
            }
            guard clock.now < deadline else {
                let error = APIError(.timedOut, "another process has been refreshing the token for \(patience)")
                tokenKeeper.broadcast.send(.tokenRefreshFailed(account, error.code))
                throw error
            }
            try await Task.sleep(for: pause * Double.random(in: 0.5...1))
            pause = min(pause * 2, Self.longestPause)
        }
    }
}

extension Token {
    /// Returns a Boolean value that indicates whether a call can use this token in place of another.
    fileprivate func canReplace(_ old: Token) -> Bool {
        self != old && !isExpired()
    }
}

/// The newest token of an account that this process knows.
struct KnownToken: Sendable {
    var token: Token
    /// Indicates whether the store has the token. `false` after the store failed to write it.
    var isStored = true

    init(_ token: Token) { self.token = token }

    /// Indicates whether the stored token is newer than this one. Times are not compared, because clocks are set back.
    func isOlder(than stored: Token) -> Bool {
        if stored == token {
            // Equality ignores the user's name, which another process may have learned since.
            let hasNewName = stored.userName != nil && stored.userName != token.userName
            return hasNewName
        }
        let ours = token.generation
        let theirs = stored.generation
        // There is no order without a generation, between different sign-ins (the upper 32 bits), and between tokens
        // that two processes wrote at once. Then the token that was written last counts.
        let isOtherSignIn = ours >> 32 != theirs >> 32
        let hasNoOrder = theirs == 0 || ours == theirs || isOtherSignIn
        if hasNoOrder {
            // If the store has had this token, the stored one was written after it.
            return isStored
        }
        return theirs > ours
    }
}

/// The tokens of the accounts that are signed in, in memory and in the store. Tokens change under the lock of
/// `signedIn`.
struct TokenKeeper: Sendable {
    let tokens: any TokenStore
    let signedIn: Locked<[Account.ID: KnownToken]>
    let broadcast: Broadcast<AccountEvent>

    /// Stores the token of a new sign-in.
    func add(_ token: Token, for account: Account.ID) throws -> Token {
        try signedIn.withLock { signedIn in
            var token = token
            // A token that cannot be read is replaced.
            let stored = try? tokens.token(for: account)
            if let stored {
                token = token.keepingUserName(of: stored)
                token.generation = max(stored.generation, signedIn[account]?.token.generation ?? 0) &+ 1
            } else {
                token.generation = UInt64(UInt32.random(in: 1...UInt32.max)) << 32
            }
            try tokens.store(token, for: account)
            signedIn[account] = KnownToken(token)
            return token
        }
    }

    /// Returns the newest token of the account, which another process may have stored.
    func newest(of account: Account.ID) throws(APIError) -> Token {
        let newest = signedIn.withLock { signedIn -> Token? in
            guard let known = signedIn[account] else { return nil }
            // A store that cannot be read is treated as one that no other process changes.
            guard let stored = try? tokens.token(for: account),
                known.isOlder(than: stored)
            else {
                return known.token
            }
            signedIn[account] = KnownToken(stored)
            return stored
        }
        guard let newest else {
            throw APIError(.notAuthorized, "the account has been signed out")
        }
        return newest
    }

    /// Stores a token in place of another, and returns the token to use. That is a newer one if another process has
    /// signed the account in. Returns `nil` if this process has signed the account out or in again, so that the old
    /// sign-in does not come back.
    func keep(_ token: Token, inPlaceOf old: Token, of account: Account.ID) -> Token? {
        let kept = signedIn.withLock { signedIn -> Token? in
            // The account may have been signed out, or in again, while the service issued the token.
            guard let known = signedIn[account], known.token == old else { return nil }
            var next = KnownToken(token)
            next.token.generation = known.token.generation &+ 1
            do {
                let stored = try tokens.token(for: account)
                if let stored, known.isOlder(than: stored) {
                    next = KnownToken(stored)
                } else if stored != nil {
                    // Without a stored token, another process has signed the account out. The store stays without one,
                    // and this process uses its token until it reloads the accounts.
                    try tokens.store(next.token, for: account)
                }
            } catch {
                // The new token is still used until the program ends.
                next.isStored = false
                broadcast.send(.tokenRefreshFailed(account, .storage))
            }
            signedIn[account] = next
            return next.token
        }
        if kept != nil {
            broadcast.send(.tokenRefreshed(account))
        }
        return kept
    }
}
