import Foundation

/// The policy by which a client sends failed calls again. <doc:Recovery> has the whole table of failures.
///
/// The numbers are those of the AWS SDKs' standard mode of 2026. The back-off before the first retry is a random part
/// of `base`, or of `throttlingBase` if the server has refused the call for its rate limit. For each further retry the
/// base doubles ("full jitter").
///
/// All calls of a client share a retry budget, so that retries do not multiply the load of a server in trouble. The
/// budget lasts for 35 retries, or for 100 after rate limits, and each success gives some of it back.
public struct RetryPolicy: Sendable {
    /// The largest number of attempts of a call, including the first one.
    public var attempts: Int
    /// The longest back-off before the first retry, unless the server has refused the call for its rate limit.
    public var base: Duration
    /// The longest back-off before the first retry after the server has refused the call for its rate limit.
    public var throttlingBase: Duration
    /// The longest pause before a retry. If the server asks for a longer one in `Retry-After`, the call fails at once.
    ///
    /// A random part of at least `base` or `throttlingBase` is added to a pause that the server asks for, even beyond
    /// the cap, so that its clients do not all come back at once.
    public var cap: Duration
    /// A function that returns the random part of the back-off, from 0 to 1. Tests replace it.
    public var random: @Sendable () -> Double

    /// Creates a retry policy.
    public init(
        attempts: Int = 3,
        base: Duration = .milliseconds(50),
        throttlingBase: Duration = .seconds(1),
        cap: Duration = .seconds(20),
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.attempts = attempts
        self.base = base
        self.throttlingBase = throttlingBase
        self.cap = cap
        self.random = random
    }

    /// A policy that never sends a call again.
    public static var never: RetryPolicy { RetryPolicy(attempts: 1) }

    /// The failures of `URLSession` whose cause is the address, its redirects or its certificate. A retry would fail
    /// again.
    private static let permanentFailures: [URLError.Code] = [
        .badURL,
        .unsupportedURL,
        .httpTooManyRedirects,
        .serverCertificateHasBadDate,
        .serverCertificateUntrusted,
        .serverCertificateHasUnknownRoot,
        .serverCertificateNotYetValid,
    ]

    /// The statuses of servers and gateways that could not process the request in time, or not at the moment, and 500,
    /// which many send for such failures.
    private static let temporaryStatuses: Set<Int> = [408, 425, 500, 502, 503, 504]

    /// Returns the pause before the next attempt, or `nil` if the call must not be sent again.
    ///
    /// - Parameters:
    ///   - error: The failure of the last attempt.
    ///   - attempt: The number of attempts that have failed.
    ///   - isRepeatable: Indicates whether the server may receive the call twice without harm.
    ///   - meansInternal: Indicates whether the API declares the server's error code as an internal error.
    package func pause(
        after error: APIError,
        attempt: Int,
        isRepeatable: Bool,
        meansInternal: Bool = false
    ) -> Duration? {
        guard attempt < attempts else { return nil }
        switch error.code {
        // The server has refused to process the request, so that even a write can be sent again.
        case .rateLimited: break
        case .connection, .timedOut:
            let isPermanent = Self.permanentFailures.contains { $0.rawValue == error.cause?.code }
            guard isRepeatable, !isPermanent else { return nil }
        case .server:
            let hasTemporaryStatus = error.status.map { Self.temporaryStatuses.contains($0) } ?? false
            guard isRepeatable, meansInternal || hasTemporaryStatus else { return nil }
        default: return nil
        }
        let asked = error.retryAfter ?? .zero
        guard asked <= cap else { return nil }
        let base = error.code == .rateLimited ? throttlingBase : base
        // The exponent is limited so that the shift cannot overflow. The cap cuts off such pauses anyway.
        let doubled = base * (1 << min(attempt - 1, 30))
        var longest = cap - asked
        if asked > .zero {
            longest = max(base, longest)
        }
        return asked + min(doubled, longest) * random()
    }
}

extension Client {
    /// Returns the back-off before the next attempt and takes its cost from the retry budget.
    ///
    /// - Parameters:
    ///   - run: The sending of the call.
    ///   - error: The failure of the last attempt.
    ///   - failed: The instant at which the last attempt failed.
    /// - Throws: The error if the retry policy, the timeout or the budget allows no other attempt.
    func backOff(
        _ run: Run,
        after error: APIError,
        at failed: ContinuousClock.Instant,
        state: inout CallState
    ) throws(APIError) -> Duration {
        // A download that has grown since the last attempt gets all its retries and its whole timeout again.
        let hasGained = try run.transfer?.pieces?.hasGained() ?? false
        if hasGained {
            state.retries.failures = 0
            state.clock.restart(run.call.longestTime, at: failed)
        }
        state.retries.failures += 1
        let timeLeft = state.clock.deadline.map { $0 - failed }
        guard
            let pause = configuration.retries.pause(
                after: error,
                attempt: state.retries.failures,
                isRepeatable: run.call.isRepeatable,
                meansInternal: api.means(.internal, by: error.server)),
            timeLeft.map({ pause < $0 }) ?? true,
            let cost = hasGained ? 0 : budget.withLock({ $0.spend(after: error.code) })
        else { throw error }
        state.retries.cost = cost
        return pause
    }
}

extension HTTPResponse {
    /// Returns the pause that the header field `Retry-After` asks for, or `nil` without a valid one.
    ///
    /// The value is a number of seconds or a date in one of three forms (RFC 9110, sections 10.2.3 and 5.6.7). Shopify
    /// sends fractions such as `2.0`. A date is compared with the server's own clock.
    package func retryAfter(at now: Date) -> Duration? {
        guard let text = headers["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
        if let seconds = Int(text) {
            guard seconds >= 0 else { return nil }
            return .seconds(min(Double(seconds), .greatestDeltaSeconds))
        }
        if text.utf8.allSatisfy({ $0 == .point || $0.isDigit }),
            let seconds = Double(text)
        {
            return .seconds(min(seconds, .greatestDeltaSeconds))
        }
        guard let end = Date(httpDate: text, at: now) else { return nil }
        return .seconds(min(max(0, seconds(until: end, at: now)), .greatestDeltaSeconds))
    }

    /// Returns the seconds until a date that the server has named. They are negative if the date has passed.
    ///
    /// Both clocks may be wrong, so the date is compared with the response's own `Date` (RFC 9110, section 6.6.1), to
    /// which a cache on the way adds `Age` (RFC 9111, section 5.1). A result of more than a day is not trusted: the two
    /// dates of the response may come from different clocks. Then the lesser of that and of the time by this machine's
    /// clock counts.
    func seconds(until end: Date, at now: Date) -> Double {
        let byThisClock = end.timeIntervalSince(now)
        guard let sent = headers["Date"].flatMap({ Date(httpDate: $0, at: now) }) else {
            return byThisClock
        }
        let age = headers.listMembers(of: "Age").first.flatMap { Double(deltaSeconds: $0) } ?? 0
        let byServersClock = end.timeIntervalSince(sent) - age
        let day = 86_400.0
        guard byServersClock > day else {
            return byServersClock
        }
        return min(byServersClock, max(0, byThisClock))
    }
}

/// The budget for the retries of all calls of a client. The numbers are those of the AWS SDKs' standard
/// mode of 2026.
struct RetryBudget: Sendable {
    /// The budget of a new client, and the most that a budget can hold.
    static let full = 500
    /// The part of the budget that is left.
    private(set) var left = full

    /// Takes the cost of a retry from the budget and returns it, or returns `nil` if not enough is left.
    ///
    /// A server that refuses calls for its rate limit has told the client to come back, so such a retry costs less.
    mutating func spend(after code: APIError.Code) -> Int? {
        let cost = code == .rateLimited ? 5 : 14
        guard left >= cost else { return nil }
        left -= cost
        return cost
    }

    /// Gives back the cost of the last retry after a call has succeeded, or 1 if the call needed no retry.
    mutating func earn(_ cost: Int?) {
        left = min(Self.full, left + (cost ?? 1))
    }
}
