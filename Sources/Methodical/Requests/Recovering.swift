import Foundation

/// When failed calls are sent again: <doc:Recovery> has the whole table.
///
/// The pause before the second attempt is a random part of `base`, before each further one of twice as much ("full jitter"). All calls of a client
/// share a budget, so that a server in trouble does not get a multiple of its load: it lasts for a hundred repeats, and each success gives some back.
public struct RetryPolicy: Sendable {
    /// How often a call is sent at most, the first time among them.
    public var attempts: Int
    public var base: Duration
    /// The longest pause. Where the server asks for a longer one (`Retry-After`), the call fails at once.
    public var cap: Duration
    /// From 0 to 1.
    public var random: @Sendable () -> Double

    public init(
        attempts: Int = 3, base: Duration = .milliseconds(250), cap: Duration = .seconds(20),
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        (self.attempts, self.base, self.cap, self.random) = (attempts, base, cap, random)
    }

    public static var never: RetryPolicy { RetryPolicy(attempts: 1) }

    /// How long to wait before the attempt after this one; nil if there is none.
    func pause(after error: APIError, _ attempt: Int, isRepeatable: Bool, meansInternal: Bool = false) -> Duration? {
        guard attempt < attempts else { return nil }
        switch error.code {
        // The server says that it has done nothing.
        case .rateLimited: break
        // What is wrong with an address, its redirects or its certificate stays wrong.
        case .connection, .timedOut:
            guard isRepeatable, ![-1000, -1002, -1007, -1201, -1202, -1203, -1204].contains(error.cause?.code) else {
                return nil
            }
        case .server:
            guard isRepeatable, meansInternal || [408, 425, 500, 502, 503, 504].contains(error.status) else {
                return nil
            }
        default: return nil
        }
        let asked = error.retryAfter ?? .zero
        guard asked <= cap else { return nil }
        // Beyond 2^30 there is nothing that the cap does not cut.
        return asked + min(base * (1 << min(attempt - 1, 30)), max(base, cap - asked)) * random()
    }
}

/// What the calls of a client may spend on repeats: the numbers are those of the AWS SDKs' standard mode.
struct RetryBudget: Sendable {
    static let full = 500
    private(set) var left = full

    /// What a repeat costs; nil if there is not enough left.
    mutating func spend(after code: APIError.Code) -> Int? {
        let cost = code == .timedOut ? 10 : 5
        guard left >= cost else { return nil }
        left -= cost
        return cost
    }

    /// A success gives back what its last repeat cost, or 1 if it needed none.
    mutating func earn(_ cost: Int?) { left = min(Self.full, left + (cost ?? 1)) }
}

/// What the attempts of a call have come to. Equal calls share one: changed only by the call that sends, and handed over when that is cancelled.
final class Attempts: @unchecked Sendable {
    /// What equal calls find it under; nil where none may share it.
    let key: JoinKey?
    /// Nil where nobody follows the bytes from the start.
    let transfer: TransferObserver?
    /// Who follows them later, and what they follow: under the lock of `joining`.
    private let joining: Locked<Client.Joining>
    private var late: TransferObserver?
    private var exchange: SessionExchange?
    /// No longer where a call goes on with them that belongs to no batch.
    var isBatched: Bool
    /// All that were tried, the last one now.
    fileprivate var tokens: [Token]
    /// What a person has answered: parameters beside the call's own, and no part of its identity.
    fileprivate(set) var answers: [(name: String, value: String)] = []
    fileprivate(set) var deadline: Date?
    /// The cached entry that the request asks the server to confirm.
    var kept: CacheEntry?
    /// When the last request was sent.
    var sent = Date.distantPast
    /// Of the attempt that is made now.
    fileprivate var number = 1
    /// Its request was sent by an equal call that was cancelled since.
    var isUnderWay = false
    /// What lets it through.
    fileprivate var permit: Limiter.Permit?
    fileprivate var signed: HTTPRequest?
    /// Before it is made.
    fileprivate var pause: Duration?
    fileprivate var repeats = 0
    fileprivate var rounds = 0
    /// What the last repeat has cost.
    fileprivate(set) var cost: Int?
    fileprivate var wasRefused = false
    fileprivate var hasRenewed = false
    fileprivate var isOver = false

    @inline(never)
    init(_ run: Run, _ type: any APIValue.Type) {
        let client = run.call.client
        // Who belongs to a batch is waited for there.
        key =
            run.batch?.number == nil && run.call.isPlainRead
            ? JoinKey(run.call, as: type, run.caching?.generation ?? 0) : nil
        joining = client.joining
        let isFollowed = run.transfer != nil || client.session == nil
        transfer = key == nil ? run.transfer : isFollowed ? TransferObserver(isWanted: run.transfer == nil) : nil
        isBatched = run.batch?.takes(run.call) ?? false
        tokens = client.account.token.map { [$0] } ?? []
        deadline = client.deadline(of: run.call, from: run.started)
    }

    var token: Token? { tokens.last }

    /// Who follows the bytes; nil if nobody does.
    var followed: TransferObserver? { transfer ?? (key == nil ? nil : joining.withLock { _ in late }) }

    /// Who follows the bytes for calls that come to wait. Most requests are nobody's but the call's that sends them, and need none.
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

    /// For `URLSessionTransport`: the request goes out.
    func send(by exchange: SessionExchange) {
        let observer = joining.withLock { _ -> TransferObserver? in
            self.exchange = exchange
            return late
        }
        if let observer { exchange.follow(observer) }
    }

    func takeSigned() -> HTTPRequest? {
        defer { signed = nil }
        return signed
    }

    func begin(_ run: Run) {
        run.report(.sent(attempt: number))
        permit?.begin()
    }

    func finish() {
        permit?.finish()
        permit = nil
    }

    /// Nobody goes on.
    func abandon() {
        followed?.abandon()
        finish()
    }

    /// A new token begins anew.
    fileprivate func begin(with token: Token) {
        tokens.append(token)
        (number, repeats, rounds, answers, cost, wasRefused, hasRenewed) = (1, 0, 0, [], nil, false, true)
    }

    /// A captcha's answer serves once, a confirmation for all further attempts.
    fileprivate func put(_ parameters: (name: String, value: String)...) {
        answers.removeAll { answer in parameters.contains { $0.name == answer.name } }
        answers += parameters
    }
}

extension Client {
    /// Whether something is to be waited for before the request is sent.
    @inline(never)
    func wantsMore(_ run: Run, _ attempts: Attempts) -> Bool {
        if attempts.isUnderWay || attempts.isBatched { return false }
        return attempts.pause != nil || configuration.signer != nil || !(configuration.limits ?? api.limits).isEmpty
            || wantsToken(attempts)
    }

    /// Waits until the request may be sent.
    @inline(never)
    func ready(_ run: Run, _ attempts: Attempts) async throws(APIError) {
        if let old = attempts.token, wantsToken(attempts) { try await renew(old, run, attempts) }
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

    /// A token is renewed once: when its time is over, or the server does not take it any longer.
    private func wantsToken(_ attempts: Attempts) -> Bool {
        guard !attempts.hasRenewed, account.credentials.canRenew, let token = attempts.token else { return false }
        return attempts.wasRefused || token.isExpired(at: configuration.time.now())
    }

    private func renew(_ old: Token, _ run: Run, _ attempts: Attempts) async throws(APIError) {
        // Its failure is the call's.
        attempts.isOver = true
        let time = configuration.time
        let late = attempts.deadline.map { deadline in
            { @Sendable in try await time.sleep(.seconds(deadline.timeIntervalSince(time.now()))) }
        }
        let token = try await account.credentials.token(after: old, late: late) { result in
            switch result {
            case .success: run.report(.renewed)
            case .failure(let error): run.report(.renewalFailed(error.code))
            }
        }
        attempts.isOver = false
        attempts.begin(with: token)
    }

    fileprivate func deadline(of call: Call, from start: Date) -> Date? {
        (call.settings.timeout ?? configuration.timeout).map { start.addingTimeInterval($0 / .seconds(1)) }
    }

    /// The attempts may go on when it returns. Throws the error where they may not; it shows none of the tokens that were tried.
    @inline(never)
    func recover(_ run: Run, _ error: APIError, _ attempts: Attempts) async throws(APIError) {
        do throws(APIError) {
            // What goes on for another call keeps its permit.
            if error.code == .cancelled { throw error }
            attempts.finish()
            if attempts.isOver || attempts.isBatched { throw error }
            try await prepare(run, after: error, attempts)
        } catch {
            attempts.isOver = false
            let error = error.redacted(by: Redaction([run.call], attempts.tokens), nil, isLast: true)
            let isCancelled = error.code == .cancelled && Task.isCancelled
            if !isCancelled { attempts.abandon() }
            land(attempts, .failure(error), isCancelled: isCancelled)
            throw error
        }
    }

    /// Has done what the next attempt wants when it returns.
    private func prepare(_ run: Run, after error: APIError, _ attempts: Attempts) async throws(APIError) {
        let failed = configuration.time.now()
        if let challenge = error.challenge {
            try await answer(challenge, error, attempts)
            // A person takes as long as it takes.
            attempts.deadline?.addTimeInterval(configuration.time.now().timeIntervalSince(failed))
        } else if error.code == .notAuthorized, error.status != nil, account.credentials.canRenew,
            attempts.token != nil, !attempts.hasRenewed
        {
            // With a status it is the server's word, not that of a step before.
            attempts.wasRefused = true
            return
        } else if error.code == .undecodable, attempts.kept != nil, run.caching?.kept == nil {
            // What has not changed is of no use: it is asked for whole.
            attempts.kept = nil
        } else {
            let hasGained = try run.transfer?.pieces?.hasGained() ?? false
            if hasGained { (attempts.repeats, attempts.deadline) = (0, deadline(of: run.call, from: failed)) }
            let pause = try pause(
                after: error, attempts, run.call, attempts.deadline?.timeIntervalSince(failed), isFree: hasGained)
            run.report(.retrying(after: pause, error.code))
            attempts.pause = pause
        }
        attempts.number += 1
    }

    /// Throws the error where the call is not to be repeated.
    private func pause(
        after error: APIError, _ attempts: Attempts, _ call: Call, _ left: Double?, isFree: Bool
    ) throws(APIError) -> Duration {
        let policy = configuration.retries
        attempts.repeats += 1
        guard
            let pause = policy.pause(
                after: error, attempts.repeats, isRepeatable: call.isRepeatable,
                meansInternal: api.means(.internal, error.server)),
            left.map({ pause < .seconds($0) }) ?? true,
            let cost = isFree ? 0 : budget.withLock({ $0.spend(after: error.code) })
        else { throw error }
        attempts.cost = cost
        return pause
    }

    /// Has a challenge answered and puts the answer into the next attempt. Throws the error where nobody answers.
    private func answer(_ challenge: Challenge, _ error: APIError, _ attempts: Attempts) async throws(APIError) {
        guard attempts.rounds < 5 else { throw error }
        if let answer = try await challenges.answer(challenge, error) {
            attempts.rounds += 1
            let keys = api.challenges
            switch (challenge, answer) {
            case (.captcha(let captcha), .answer(let text)):
                attempts.put((keys.captchaID, captcha.id), (keys.captchaAnswer, text))
            case (.confirmation, .confirm): attempts.put((keys.confirmationAnswer, "1"))
            case (.twoFactor, .answer(let code)): attempts.put((keys.twoFactorAnswer, code))
            case (.validation, .redirect(let url)): try validate(url, error, attempts.token)
            default: throw error.saying("the answer is of another kind than the challenge")
            }
        }
        if let token = account.token, token != attempts.token { attempts.tokens.append(token) }
    }

    /// Takes the token that a validation ends with: `https://oauth.vk.com/blank.html#success=1&access_token=...&user_id=1`.
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
        // Another call that met the same page may have brought it already, or the account was signed out meanwhile.
        if let old {
            account.credentials.adopt(token, after: old)
        } else if account.token == nil {
            account.replace(token)
        }
    }
}

extension HTTPResponse {
    /// `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date in one of the three forms of section 5.6.7. Shopify says `2.0`.
    func retryAfter(at now: Date) -> Duration? {
        guard let text = headers["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        if let seconds = Int(text) { return seconds < 0 ? nil : .seconds(min(seconds, 1 << 31)) }
        if text.utf8.allSatisfy({ $0 == 0x2E || 48...57 ~= $0 }), let seconds = Double(text) {
            return .seconds(min(seconds, 0x1p31))
        }
        return Date(httpDate: text, at: now).map { .seconds(max(0, $0.timeIntervalSince(now))) }
    }
}
