// The work after a refusal of the account's token: another token of the store, a refresh, or a new sign-in.

extension Client {
    /// Prepares another attempt with another token, after the server has refused the one in use.
    ///
    /// Throws the error if there is no other token.
    @inline(never)
    func replaceRefusedToken(
        for run: Run,
        after error: APIError,
        state: inout CallState
    ) async throws(APIError) {
        guard run.call.sendsToken,
            run.call.uses(state.tokens.current)
        else {
            throw error
        }
        if let token = state.tokens.current {
            let method = run.call.method.name
            if state.tokens.isFresh || account.state.isOnTrial(token) {
                account.state.refuse(token, in: method)
            }
            if refreshable(for: run, state: state) != nil {
                if account.state.mayHelp(token, in: method) {
                    state.tokens.isRefused = true
                    return
                }
                if let newer = await account.state.takeOver(after: token) {
                    state.startOver(with: newer)
                    state.tokens.hasRefreshed = true
                    return
                }
            }
        }
        let reason: Challenge.SignIn.Reason = state.tokens.current == nil ? .noToken : .tokenRefused
        try await signIn(after: error, reason: reason, for: run, state: &state)
    }

    /// Returns `true` if the token has expired or the server has refused it, and the call has not refreshed it before.
    @inline(never)
    func needsRefresh(for run: Run, state: CallState) -> Bool {
        guard let token = refreshable(for: run, state: state) else { return false }
        return state.tokens.isRefused || token.isExpired(at: configuration.time.now())
    }

    /// Returns the token of the call if it can still be refreshed, which happens at most once for each call.
    func refreshable(for run: Run, state: CallState) -> Token? {
        guard run.call.sendsToken,
            !state.tokens.hasRefreshed,
            account.state.canRefresh
        else { return nil }
        guard run.call.uses(state.tokens.current) else { return nil }
        return state.tokens.current
    }

    /// Lets the person sign in before a call that needs a token, if the account has none.
    ///
    /// Throws the error if nobody signs in, or if a token would not make the call possible.
    @inline(never)
    func signInFirst(
        for run: Run,
        after error: APIError,
        state: inout CallState
    ) async throws(APIError) {
        guard run.call.lacksOnlyToken else {
            throw error
        }
        try await signIn(after: error, reason: .noToken, for: run, state: &state)
    }

    /// Waits until a person has signed the account in again, and goes on with the new token.
    ///
    /// Throws the error if it has another code than `.notAuthorized`, if nobody signs in, and if someone else does.
    @inline(never)
    func signIn(
        after error: APIError,
        reason: Challenge.SignIn.Reason,
        for run: Run,
        state: inout CallState
    ) async throws(APIError) {
        guard error.code == .notAuthorized,
            account.id != .anonymous,
            state.tokens.signIns < CallState.Tokens.mostSignIns
        else {
            throw error
        }
        let old = state.tokens.current
        if account.token == old {
            let wait = state.clock.beginWait(at: configuration.time.instant())
            let challenge = Challenge.signIn(Challenge.SignIn(account, reason: reason, inPlaceOf: old))
            let solution: Challenge.Solution?
            do throws(APIError) {
                solution = try await challenges.solution(of: challenge, error: error)
            } catch let refusal {
                if refusal.code == .cancelled {
                    throw refusal
                }
                throw error
            }
            if case .signedIn(let other) = solution, other.id != account.id {
                throw error.saying("another account (\(other.id)) has signed in instead of \(account.id)")
            }
            exclude(wait, for: run, state: &state)
        }
        guard let token = account.token,
            token != old
        else {
            throw error
        }
        state.startOver(with: token)
        state.tokens.hasRefreshed = false
        state.tokens.signIns += 1
    }
}

extension Call {
    /// Indicates whether the account has no token, and could make the call with one.
    fileprivate var lacksOnlyToken: Bool {
        guard client.account.token == nil else { return false }
        if needs.isEmpty {
            return method.needsToken
        }
        return schemeValues(for: Token("any")) != nil
    }
}

extension Challenge.SignIn {
    /// Lets the person sign in, unless another client of the account has just done so.
    func solution(by ask: PendingChallenges.Solver) async throws -> Challenge.Solution {
        try await state.signInTurn.take()
        defer { state.signInTurn.end() }
        if let token = state.token, token != old {
            return .signedIn(Account(id: account, token: token))
        }
        let solution = try await ask(.signIn(self))
        if case .signedIn(let signedIn) = solution,
            signedIn.id == account,
            let token = signedIn.token
        {
            state.signIn(token, inPlaceOf: old)
        }
        return solution
    }
}
