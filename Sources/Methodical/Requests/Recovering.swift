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
            guard isRepeatable, ![-1000, -1002, -1007, -1201, -1202, -1203, -1204].contains(error.cause?.code) else { return nil }
        case .server: guard isRepeatable, meansInternal || [408, 425, 500, 502, 503, 504].contains(error.status) else { return nil }
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

/// One attempt of a call, as those before it have left it.
struct Attempt: Sendable {
    var number = 1
    var token: Token?
    /// What a person has answered: parameters beside the call's own, and no part of its identity.
    var answers: [(name: String, value: String)] = []
    /// The time that is left.
    var timeout: Duration?
    fileprivate var deadline: Date?
    /// What lets it through.
    var permit: Limiter.Permit?
    fileprivate var repeats = 0
    fileprivate var rounds = 0
    /// What the last repeat has cost.
    fileprivate var cost: Int?

    init(_ token: Token?, until deadline: Date?) { (self.token, self.deadline) = (token, deadline) }

    /// A captcha's answer serves once, a confirmation for all further attempts.
    fileprivate mutating func put(_ parameters: (name: String, value: String)...) {
        answers.removeAll { answer in parameters.contains { $0.name == answer.name } }
        answers += parameters
    }
}

extension Client {
    /// Attempts until one succeeds or fails for good: waits for its turn, pauses before repeats, has challenges answered.
    func recovered<Answer>(
        _ run: Run, _ tokens: inout [Token], _ body: (Attempt) async throws(APIError) -> Answer
    ) async throws(APIError) -> Answer {
        var attempt = Attempt(tokens.last, until: deadline(of: run.call, from: run.started))
        while true {
            do throws(APIError) {
                attempt.permit = try await permit(run, attempt)
                defer { attempt.permit?.finish() }
                attempt.timeout = attempt.deadline.map { .seconds(max(0, $0.timeIntervalSince(configuration.time.now()))) }
                let answer = try await body(attempt)
                budget.withLock { $0.earn(attempt.cost) }
                return answer
            } catch {
                try await recover(run, error, &attempt, &tokens)
            }
        }
    }

    private func deadline(of call: Call, from start: Date) -> Date? {
        (call.settings.timeout ?? configuration.timeout).map { start.addingTimeInterval($0 / .seconds(1)) }
    }

    private func permit(_ run: Run, _ attempt: Attempt) async throws(APIError) -> Limiter.Permit? {
        guard let limiter = limiter(for: attempt.token, run.call) else { return nil }
        return try await limiter.permit(configuration.time, run.call.settings.priority, before: attempt.deadline) { run.report(.waiting($0)) }
    }

    /// Has done what the next attempt wants when it returns. Throws the error where there is none.
    @inline(never)
    private func recover(_ run: Run, _ error: APIError, _ attempt: inout Attempt, _ tokens: inout [Token]) async throws(APIError) {
        let time = configuration.time
        let failed = time.now()
        if let challenge = error.challenge {
            try await answer(challenge, error, &attempt, &tokens)
            // A person takes as long as it takes.
            attempt.deadline?.addTimeInterval(time.now().timeIntervalSince(failed))
        } else {
            let hasGained = try run.transfer?.pieces?.hasGained() ?? false
            if hasGained { (attempt.repeats, attempt.deadline) = (0, deadline(of: run.call, from: failed)) }
            let pause = try pause(after: error, &attempt, run.call, attempt.deadline?.timeIntervalSince(failed), isFree: hasGained)
            run.report(.retrying(after: pause, error.code))
            do { try await time.sleep(pause) } catch { throw APIError(.cancelled) }
        }
        attempt.number += 1
    }

    /// Throws the error where the call is not to be repeated.
    private func pause(
        after error: APIError, _ attempt: inout Attempt, _ call: Call, _ left: Double?, isFree: Bool
    ) throws(APIError) -> Duration {
        let policy = configuration.retries
        attempt.repeats += 1
        guard
            let pause = policy.pause(
                after: error, attempt.repeats, isRepeatable: call.isRepeatable, meansInternal: api.means(.internal, error.server)),
            left.map({ pause < .seconds($0) }) ?? true, let cost = isFree ? 0 : budget.withLock({ $0.spend(after: error.code) })
        else { throw error }
        attempt.cost = cost
        return pause
    }

    /// Has a challenge answered and puts the answer into the next attempt. Throws the error where nobody answers.
    private func answer(_ challenge: Challenge, _ error: APIError, _ attempt: inout Attempt, _ tokens: inout [Token]) async throws(APIError) {
        guard attempt.rounds < 5 else { throw error }
        if let answer = try await challenges.answer(challenge, error) {
            attempt.rounds += 1
            let keys = api.challenges
            switch (challenge, answer) {
            case (.captcha(let captcha), .answer(let text)): attempt.put((keys.captchaID, captcha.id), (keys.captchaAnswer, text))
            case (.confirmation, .confirm): attempt.put((keys.confirmationAnswer, "1"))
            case (.twoFactor, .answer(let code)): attempt.put((keys.twoFactorAnswer, code))
            case (.validation, .redirect(let url)): try validate(url, error, attempt.token)
            default: throw error.saying("the answer is of another kind than the challenge")
            }
        }
        if let token = account.token, token != attempt.token {
            tokens.append(token)
            attempt.token = token
        }
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
        if let old { account.credentials.adopt(token, after: old) } else if account.token == nil { account.replace(token) }
    }
}

extension HTTPResponse {
    /// `Retry-After` (RFC 9110, section 10.2.3): seconds, or a date in one of the three forms of section 5.6.7.
    func retryAfter(at now: Date) -> Duration? {
        guard let text = headers["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        if let seconds = Int(text) { return seconds < 0 ? nil : .seconds(min(seconds, 1 << 31)) }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        for format in ["EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy"] {
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return .seconds(max(0, date.timeIntervalSince(now))) }
        }
        return nil
    }
}
