import Foundation

/// The state that a call keeps across its attempts.
///
/// Equal calls share the attempts of their leader. A cancelled leader hands them to the first waiter, which continues
/// with the same token, retries and challenge answers.
///
/// The class is unchecked because it has variables. `late` and `exchange` are used under the lock of `joining`.
/// Everything else is used only by the leader, and a call becomes the leader only after the old one has let go.
final class Attempts: @unchecked Sendable {
    /// The key under which equal calls find the attempts, or `nil` if no other call may share them.
    let key: JoinKey?
    /// The observer of the bytes from the start, or `nil` if there is none.
    let transfer: TransferObserver?
    /// The lock that protects `late` and `exchange`.
    private let joining: Locked<Client.Joining>
    /// The observer that was made for the first waiter, after the request began.
    private var late: TransferObserver?
    /// The exchange of the URL session that carries the request.
    private var exchange: SessionExchange?
    /// Indicates whether another request carries the call.
    var isBatched: Bool
    /// All tokens that were tried, for the redaction of errors. The last one is in use.
    fileprivate var tokens: [Token]
    /// The parameters that answer challenges. They travel with the call's own parameters but do not belong to its key.
    fileprivate(set) var answers: [(name: String, value: String)] = []
    /// The time at which the call fails with `.timedOut`, or `nil` if it has no timeout.
    fileprivate(set) var deadline: Date?
    /// The cached entry that this conditional request revalidates.
    var kept: CacheEntry?
    /// The time at which the last request was sent.
    var sent = Date.distantPast
    /// The number of the current attempt, from 1.
    fileprivate var number = 1
    /// Indicates whether a cancelled leader has already sent the request of the current attempt.
    var isUnderWay = false
    /// The permit of the rate limiter for the current attempt.
    fileprivate var permit: Limiter.Permit?
    /// The signed request of the current attempt, until it is sent.
    fileprivate var signed: HTTPRequest?
    /// The back-off before the current attempt.
    fileprivate var pause: Duration?
    /// The number of failed attempts that count against the retry policy.
    fileprivate var failures = 0
    /// The number of challenges that were answered.
    fileprivate var challengeCount = 0
    /// The part of the retry budget that the last retry has cost.
    fileprivate(set) var cost: Int?
    /// Indicates whether the server has refused the token.
    fileprivate var isTokenRefused = false
    /// Indicates whether the token was refreshed for this call, which happens at most once.
    fileprivate var hasRefreshed = false
    /// Indicates whether a refresh of the token is under way, whose failure ends the call.
    fileprivate var isRefreshing = false

    @inline(never)
    init(_ run: Run, _ type: any APIValue.Type) {
        let client = run.call.client
        key =
            run.carrier?.allowsSharing ?? true && run.call.isPlainRead
            ? JoinKey(run.call, as: type, run.caching?.generation ?? 0) : nil
        joining = client.joining
        // Only the exchanges of `URLSessionTransport` accept an observer after they have begun. With another transport
        // the waiters need one from the start.
        let isFollowed = run.transfer != nil || client.session == nil
        transfer = key == nil ? run.transfer : isFollowed ? TransferObserver(isWanted: run.transfer == nil) : nil
        isBatched = run.carrier?.carries(run.call) ?? false
        tokens = client.account.token.map { [$0] } ?? []
        deadline = client.deadline(of: run.call, from: run.started)
    }

    /// The token in use.
    var token: Token? { tokens.last }

    /// The observer of the bytes, or `nil` if there is none.
    var followed: TransferObserver? { transfer ?? (key == nil ? nil : joining.withLock { _ in late }) }

    /// Returns the observer of the bytes, and creates it if the request went out without one.
    ///
    /// Most requests have no waiters, so the observer is made for the first of them.
    func follow() -> TransferObserver {
        if let transfer { return transfer }
        let (observer, running) = joining.withLock { _ -> (TransferObserver, SessionExchange?) in
            let observer = late ?? TransferObserver(isWanted: true)
            late = observer
            return (observer, exchange)
        }
        running?.follow(observer)
        return observer
    }

    /// Stores the exchange that carries the request, so that a waiter can observe it. `URLSessionTransport` calls this.
    func send(by exchange: SessionExchange) {
        let observer = joining.withLock { _ -> TransferObserver? in
            self.exchange = exchange
            return late
        }
        if let observer { exchange.follow(observer) }
    }

    /// Returns the signed request once.
    func takeSigned() -> HTTPRequest? {
        defer { signed = nil }
        return signed
    }

    /// Reports that the request is sent, and tells the rate limiter.
    func begin(_ run: Run) {
        run.report(.sent(attempt: number))
        permit?.begin()
    }

    /// Tells the rate limiter that the request has ended.
    func finish() {
        permit?.finish()
        permit = nil
    }

    /// Ends a request that was left under way, because no call takes it over.
    func abandon() {
        followed?.abandon()
        finish()
    }

    /// Starts the attempts again with a new token, without the answers to challenges that the old one met.
    fileprivate func begin(with token: Token) {
        tokens.append(token)
        (number, failures, challengeCount, answers, cost) = (1, 0, 0, [], nil)
        (isTokenRefused, hasRefreshed) = (false, true)
    }

    /// Adds the answer to a challenge to the next attempts, in place of an older answer with the same name.
    fileprivate func put(_ parameters: (name: String?, value: String)...) {
        for case (let name?, let value) in parameters {
            answers.removeAll { $0.name == name }
            answers.append((name, value))
        }
    }
}

extension Client {
    /// Returns `true` if `ready(_:_:)` has something to do before the request can be sent.
    ///
    /// Other calls skip that suspension. A request that is under way was prepared by the old leader, and a carrier
    /// prepares its own request.
    @inline(never)
    func wantsMore(_ run: Run, _ attempts: Attempts) -> Bool {
        if attempts.isUnderWay || attempts.isBatched { return false }
        return attempts.pause != nil || configuration.signer != nil || !(configuration.limits ?? api.limits).isEmpty
            || needsRefresh(attempts)
    }

    /// Refreshes the token, waits for the back-off and the rate limit, and signs the request. This is step 3 of a call.
    @inline(never)
    func ready(_ run: Run, _ attempts: Attempts) async throws(APIError) {
        if let old = attempts.token, needsRefresh(attempts) { try await refreshToken(old, run, attempts) }
        if let pause = attempts.pause {
            do { try await configuration.time.sleep(pause) } catch { throw APIError(.cancelled) }
            attempts.pause = nil
        }
        if let limiter = limiter(for: attempts.token, run.call) {
            attempts.permit = try await limiter.permit(
                configuration.time, run.call.settings.priority, before: attempts.deadline
            ) {
                run.report(.waiting($0))
            }
        }
        if let signer = configuration.signer, run.call.raw?.isAuthorized ?? true {
            var request = try unsigned(run, attempts)
            try await signer.sign(&request, at: configuration.time.now())
            attempts.signed = request
        }
    }

    /// Returns `true` if the token has expired or the server has refused it, and the call has not refreshed it before.
    private func needsRefresh(_ attempts: Attempts) -> Bool {
        guard !attempts.hasRefreshed, account.credentials.canRefresh, let token = attempts.token else { return false }
        return attempts.isTokenRefused || token.isExpired(at: configuration.time.now())
    }

    /// Refreshes the account's token, or waits for the refresh that another call has begun.
    private func refreshToken(_ old: Token, _ run: Run, _ attempts: Attempts) async throws(APIError) {
        // `recover` must not retry the call after a failed refresh.
        attempts.isRefreshing = true
        let time = configuration.time
        let late = attempts.deadline.map { deadline in
            { @Sendable in try await time.sleep(.seconds(deadline.timeIntervalSince(time.now()))) }
        }
        let token = try await account.credentials.token(after: old, late: late) { result in
            switch result {
            case .success: run.report(.tokenRefreshed)
            case .failure(let error): run.report(.tokenRefreshFailed(error.code))
            }
        }
        attempts.isRefreshing = false
        attempts.begin(with: token)
    }

    /// Returns the time at which a call that began at `start` times out.
    fileprivate func deadline(of call: Call, from start: Date) -> Date? {
        (call.settings.timeout ?? configuration.timeout).map { start.addingTimeInterval($0 / .seconds(1)) }
    }

    /// Decides after a failure whether the call is attempted again, and prepares the next attempt. This is step 6 of a
    /// call.
    ///
    /// Throws the error if there is no next attempt. The error then shows none of the tokens that were tried.
    @inline(never)
    func recover(_ run: Run, _ error: APIError, _ attempts: Attempts) async throws(APIError) {
        do throws(APIError) {
            // The exchange of a cancelled leader may go on for the waiters. It then keeps its permit.
            if error.code == .cancelled { throw error }
            attempts.finish()
            if attempts.isRefreshing || attempts.isBatched { throw error }
            try await prepareRetry(run, after: error, attempts)
        } catch {
            attempts.isRefreshing = false
            let error = error.redacted(by: Redaction([run.call], attempts.tokens), nil, isLast: true)
            let isCancelled = error.code == .cancelled && Task.isCancelled
            // Only a cancelled leader hands its exchange on.
            if !isCancelled { attempts.abandon() }
            land(attempts, .failure(error), isCancelled: isCancelled)
            throw error
        }
    }

    /// Prepares the next attempt: answers a challenge, marks the token as refused, or sets the back-off.
    private func prepareRetry(_ run: Run, after error: APIError, _ attempts: Attempts) async throws(APIError) {
        let failed = configuration.time.now()
        if let challenge = error.challenge {
            try await answerChallenge(challenge, error, attempts)
            // The time in which a person answers does not count against the call's timeout.
            attempts.deadline?.addTimeInterval(configuration.time.now().timeIntervalSince(failed))
        } else if error.code == .notAuthorized, error.status != nil, account.credentials.canRefresh,
            attempts.token != nil, !attempts.hasRefreshed
        {
            // An error with a status comes from the server. Checks before the request throw the code without a status.
            attempts.isTokenRefused = true
            return
        } else if error.code == .undecodable, attempts.kept != nil, run.caching?.kept == nil {
            // The server confirmed a cached entry that cannot be read. The next request asks for the whole response.
            attempts.kept = nil
        } else {
            // A download that has grown since the last attempt gets all its retries and its whole timeout again.
            let hasGained = try run.transfer?.pieces?.hasGained() ?? false
            if hasGained { (attempts.failures, attempts.deadline) = (0, deadline(of: run.call, from: failed)) }
            let pause = try backOff(
                after: error, attempts, run.call, attempts.deadline?.timeIntervalSince(failed), isFree: hasGained)
            run.report(.retrying(after: pause, error.code))
            attempts.pause = pause
        }
        attempts.number += 1
    }

    /// Returns the back-off before the next attempt and takes its cost from the retry budget.
    ///
    /// Throws the error if the retry policy, the timeout or the budget allows no further attempt.
    private func backOff(
        after error: APIError, _ attempts: Attempts, _ call: Call, _ left: Double?, isFree: Bool
    ) throws(APIError) -> Duration {
        let policy = configuration.retries
        attempts.failures += 1
        guard
            let pause = policy.pause(
                after: error, attempts.failures, isRepeatable: call.isRepeatable,
                meansInternal: api.means(.internal, error.server)),
            left.map({ pause < .seconds($0) }) ?? true,
            let cost = isFree ? 0 : budget.withLock({ $0.spend(after: error.code) })
        else { throw error }
        attempts.cost = cost
        return pause
    }

    /// Asks for the answer to a challenge and adds it to the next attempt.
    ///
    /// Throws the error if there is no answer, or if the call has met five challenges before.
    private func answerChallenge(
        _ challenge: Challenge, _ error: APIError, _ attempts: Attempts
    ) async throws(APIError) {
        guard attempts.challengeCount < 5 else { throw error }
        if let answer = try await challenges.answer(challenge, error) {
            attempts.challengeCount += 1
            let names = api.challenges
            switch (challenge, answer) {
            case (.captcha(let captcha), .answer(let text)):
                attempts.put((names[.captchaID], captcha.id), (names[.captchaAnswer], text))
            case (.confirmation, .confirm): attempts.put((names[.confirmationAnswer], "1"))
            case (.twoFactor, .answer(let code)): attempts.put((names[.twoFactorAnswer], code))
            case (.validation, .redirect(let url)): try validate(url, error, attempts.token)
            default: throw error.saying("the answer is of another kind than the challenge")
            }
        }
        // The account may have a new token by now, from this challenge or another one.
        if let token = account.token, token != attempts.token { attempts.tokens.append(token) }
    }

    /// Takes the token from the address at which a validation ends, where it stands as in OAuth's implicit grant
    /// (RFC 6749, section 4.2.2): `#access_token=...&expires_in=3600`.
    private func validate(_ url: URL, _ error: APIError, _ old: Token?) throws(APIError) {
        var components = URLComponents()
        components.percentEncodedQuery = url.fragment(percentEncoded: true) ?? url.query(percentEncoded: true)
        let values = Dictionary((components.queryItems ?? []).map { ($0.name, $0.value ?? "") }) { first, _ in first }
        guard let secret = values["access_token"], !secret.isEmpty else {
            if let name = api.challenges[.validationSuccess], values[name] == "1" { return }
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
            account.credentials.adopt(token, after: old)
        } else if account.token == nil {
            account.replace(token)
        }
    }
}
