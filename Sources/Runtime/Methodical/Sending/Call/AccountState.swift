/// The token of an account, its refresh and its rate limiters, shared by all copies of the account.
final class AccountState: Sendable {
    private let id: Account.ID
    private let refresher: (any TokenRefresher)?
    private let store: Account.TokenStoring?
    private let refresh: Locked<TokenRefresh>
    private let waiting = WaitList<Token>()
    /// The right to ask the person to sign in. The clients of the account have it one at a time.
    let signInTurn = Turn()
    private let rateLimiters = Locked([RateLimiterKey: RateLimiter]())
    /// The observers of sign-ins, which receive `true`, and of sign-outs.
    let signIns = Observers<Bool>()

    init(
        id: Account.ID,
        token: Token?,
        refresher: (any TokenRefresher)?,
        store: Account.TokenStoring?
    ) {
        self.id = id
        self.refresher = refresher
        self.store = store
        // With a token store, the next call may find a newer token there, and the store itself remembers refusals.
        refresh = Locked(TokenRefresh(token: token, remembersRefusals: store == nil))
    }

    var token: Token? {
        refresh.withLock { $0.token }
    }

    var canRefresh: Bool { refresher != nil }

    /// Indicates whether a refresh of this process has brought the token, which is the account's current one.
    func isRefreshed(_ token: Token) -> Bool {
        refresh.withLock { $0.issued != nil && $0.token == token }
    }

    /// Indicates whether a refresh has just brought a token, and the server has not accepted it in a call yet.
    func isOnTrial(_ token: Token) -> Bool {
        refresh.withLock { $0.isOnTrial(token) }
    }

    /// Remembers that the server has accepted a token.
    func accept(_ token: Token) {
        refresh.withLock { $0.accept(token) }
    }

    /// Remembers that the server has refused a token in a call of a method, although a refresh had just brought it.
    func refuse(_ token: Token, in method: String) {
        refresh.withLock { $0.refuse(token, in: method) }
    }

    /// Indicates whether a refresh may help a call of a method that the server has refused with a token.
    func mayHelp(_ token: Token, in method: String) -> Bool {
        refresh.withLock { $0.mayHelp(token, in: method) }
    }

    /// Takes over the token that another process has stored in place of `old`, and returns it. Returns `nil` if there
    /// is none.
    func takeOver(after old: Token) async -> Token? {
        guard let newer = await (refresher as? any SharedTokenRefresher)?.newerToken(than: old, of: id) else {
            return nil
        }
        change {
            $0.finish(.success(newer), after: old, isRefresh: false)
        }
        return newer
    }

    /// Indicates whether the service has issued the token that the refresher has returned. Otherwise another process
    /// has stored it, perhaps long ago.
    private func isIssued(_ result: Result<Token, APIError>) -> Bool {
        guard let shared = refresher as? any SharedTokenRefresher else { return true }
        guard case .success(let token) = result else { return false }
        return shared.isLastIssued(token, to: id)
    }

    /// Gives the account the token of a sign-in, unless it no longer has `old`.
    func signIn(_ token: Token, inPlaceOf old: Token?) {
        if let old {
            if self.token == old {
                replace(old, by: token)
            }
        } else {
            change { state in
                guard state.token == nil else { return nil }
                return state.replace(token)
            }
        }
    }

    /// Returns the rate limiter for a key. All copies of the account share it.
    func rateLimiter(for key: RateLimiterKey) -> RateLimiter {
        rateLimiters.withLock { limiters in
            let limiter = limiters[key] ?? RateLimiter(key.limit)
            limiters[key] = limiter
            return limiter
        }
    }

    /// Replaces the token, or removes it if `token` is `nil`.
    func replace(_ token: Token?) {
        change { $0.replace(token) }
    }

    /// Replaces the account's token by one that was not obtained by a refresh, unless the account no longer has `old`.
    /// As after a refresh, the token is stored before it is used.
    func replace(_ old: Token, by token: Token) {
        if store?(token, old) ?? true {
            change {
                $0.finish(.success(token), after: old, isRefresh: false)
            }
        }
    }

    /// Returns a token that replaces an expired one, refreshing it if necessary.
    ///
    /// The first caller starts the refresh and the others wait for it. A caller stops waiting if it is cancelled or if
    /// `deadline` returns. The refresh continues for the others.
    ///
    /// - Parameters:
    ///   - old: The token that has expired.
    ///   - deadline: A function that returns at the caller's deadline.
    ///   - report: A function that receives the result if this caller started the refresh.
    func token(
        after old: Token,
        deadline: (@Sendable () async throws -> Void)? = nil,
        report: @escaping @Sendable (Result<Token, APIError>) -> Void
    ) async throws(APIError) -> Token {
        guard let refresher else {
            throw APIError(.notAuthorized, "the token has expired")
        }
        if Task.isCancelled {
            throw APIError(.cancelled)
        }
        // A caller enters under the lock, so that it does not receive the result of an earlier refresh.
        let (caller, step) = refresh.withLock { (waiting.enter(), $0.request(after: old)) }
        switch step {
        case .wait:
            break
        case .begin:
            Task { [self] in
                let result: Result<Token, APIError>
                do {
                    result = .success(try await refresher.refreshed(old, of: id))
                } catch {
                    result = .failure(APIError(refreshing: old, error: error))
                }
                report(result)
                let isRefresh = isIssued(result)
                change { $0.finish(result, after: old, isRefresh: isRefresh) }
            }
        case .end(let result):
            waiting.resume(caller, with: result)
        }
        let timer = deadline.map { deadline in
            Task { [waiting] in
                try await deadline()
                waiting.resume(caller, with: .failure(APIError(.timedOut, "no new token came in time")))
            }
        }
        defer { timer?.cancel() }
        return try await waiting.value(of: caller)
    }

    /// Changes the token and resumes all waiting callers with the result, if there is one.
    ///
    /// Both happen under the lock, so that a caller that begins the next refresh does not receive the result of this
    /// one.
    private func change(_ body: (inout TokenRefresh) -> TokenRefresh.Outcome?) {
        let (wasSignedIn, isSignedIn) = refresh.withLock { refresh in
            let wasSignedIn = refresh.token != nil
            if let outcome = body(&refresh) {
                waiting.resumeAll(with: outcome)
            }
            return (wasSignedIn, refresh.token != nil)
        }
        if wasSignedIn != isSignedIn {
            signIns.send(isSignedIn)
        }
    }
}

extension APIError {
    /// Creates the error that each call throws after it has waited for a refresh that failed.
    fileprivate init(refreshing old: Token, error: any Error) {
        let redaction = Redaction([old.secret, old.refresh].compactMap(\.self))
        var contents = APIError(transport: error, isCancelled: false).redacted(
            by: redaction,
            for: nil
        ).contents
        contents.message = "the token could not be refreshed" + (contents.message.map { ": " + $0 } ?? "")
        self.init(contents)
    }
}
