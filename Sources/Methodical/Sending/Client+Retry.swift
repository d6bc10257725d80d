import Foundation

// The parts of `retryOrFail` in CallPipeline.swift.

extension APIError {
    /// Indicates whether the server could not be reached, so that a cached response may serve in place of the error.
    var isUnreachable: Bool { [.offline, .connection, .timedOut].contains(code) }
}

extension Client {
    /// Returns the time at which a call that began at `start` times out.
    func deadline(of call: Call, from start: Date) -> Date? {
        (call.settings.timeout ?? configuration.timeout).map { start.addingTimeInterval($0 / .seconds(1)) }
    }

    /// Indicates whether the server has refused the token and the call may refresh it. An error with a status comes
    /// from the server; checks before the request throw the code without a status.
    func mayRefresh(after error: APIError, _ state: CallState) -> Bool {
        error.code == .notAuthorized && error.status != nil && account.state.canRefresh && state.tokens.current != nil
            && !state.tokens.hasRefreshed
    }

    /// Returns the back-off before the next attempt and takes its cost from the retry budget.
    ///
    /// Throws the error if the retry policy, the timeout or the budget allows no other attempt.
    func backOff(
        _ run: Run, after error: APIError, at failed: Date, _ state: inout CallState
    ) throws(APIError) -> Duration {
        // A download that has grown since the last attempt gets all its retries and its whole timeout again.
        let hasGained = try run.transfer?.pieces?.hasGained() ?? false
        if hasGained { (state.retries.failures, state.retries.deadline) = (0, deadline(of: run.call, from: failed)) }
        state.retries.failures += 1
        let timeLeft = state.retries.deadline?.timeIntervalSince(failed)
        guard
            let pause = configuration.retries.pause(
                after: error, state.retries.failures, isRepeatable: run.call.isRepeatable,
                meansInternal: api.means(.internal, error.server)),
            timeLeft.map({ pause < .seconds($0) }) ?? true,
            let cost = hasGained ? 0 : budget.withLock({ $0.spend(after: error.code) })
        else { throw error }
        state.retries.cost = cost
        return pause
    }

    /// Asks for the answer to a challenge and adds it to the next attempt.
    ///
    /// Throws the error if there is no answer, or if the call has met five challenges before.
    func answerChallenge(
        _ challenge: Challenge, _ error: APIError, _ state: inout CallState
    ) async throws(APIError) {
        guard state.retries.challenges < 5 else { throw error }
        if let answer = try await challenges.answer(challenge, error) {
            state.retries.challenges += 1
            let keys = api.challenges
            switch (challenge, answer) {
            case (.captcha(let captcha), .answer(let text)):
                state.retries.answer(keys.captchaID, captcha.id)
                state.retries.answer(keys.captchaAnswer, text)
            case (.confirmation, .confirm): state.retries.answer(keys.confirmationAnswer, "1")
            case (.twoFactor, .answer(let code)): state.retries.answer(keys.twoFactorAnswer, code)
            case (.validation, .redirect(let url)): try validate(url, error, state.tokens.current)
            default: throw error.saying("the answer is of another kind than the challenge")
            }
        }
        // The account may have a new token by now, from this challenge or another one.
        if let token = account.token, token != state.tokens.current { state.tokens.replace(by: token) }
    }

    /// Takes the token from the address at which a validation ends:
    /// `https://oauth.vk.com/blank.html#success=1&access_token=...&user_id=1`.
    private func validate(_ url: URL, _ error: APIError, _ old: Token?) throws(APIError) {
        var components = URLComponents()
        components.percentEncodedQuery = url.fragment(percentEncoded: true) ?? url.query(percentEncoded: true)
        let values = Dictionary((components.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
        guard let secret = values["access_token"], !secret.isEmpty else {
            if values["success"] == "1" { return }
            throw error.saying("the user was not validated")
        }
        if let user = values[api.signIn.accountKey], Int(account.id.rawValue) != nil, user != account.id.rawValue {
            throw error.saying("another user was validated")
        }
        let seconds = values["expires_in"].flatMap { Int($0) } ?? 0
        let token = Token(
            secret, kinds: old?.kinds ?? .user, permissions: old?.permissions, created: configuration.time.now(),
            lifetime: seconds > 0 ? .seconds(seconds) : nil, refresh: old?.refresh)
        // The account keeps its token if it is no longer `old`: another call has met the same page and set a token, or
        // the account has signed out.
        if let old {
            account.state.replace(old, by: token)
        } else if account.token == nil {
            account.replace(token)
        }
    }
}
