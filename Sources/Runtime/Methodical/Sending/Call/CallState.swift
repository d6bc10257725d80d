/// The state that a call keeps from step to step and from attempt to attempt. Each part belongs to one step.
struct CallState: Sendable {
    /// The cached response, or `nil` for calls that are not cached. `readCache` and `updateCache` use it.
    var cache: CallCache?
    /// The key under which equal calls find this one in flight, or `nil` if no other call may share it. `joinInFlight`
    /// sets it.
    var inFlightKey: InFlightKey?
    /// The observer of the bytes: the call's own, or the one that a leader shares with its waiters.
    var observer: TransferObserver?
    /// The observer by which the call takes part in a shared transfer.
    var follower: TransferObserver?
    /// The clock of the call's timeout, with the suspensions of the call.
    var clock = CallClock()
    /// The part of `refreshToken`.
    var tokens = Tokens()
    /// The part of `attempt`.
    var attempt = Attempt()
    /// The part of `retryOrFail`.
    var retries = Retries()
    /// The secret solutions of challenges: tokens of captchas and codes. Errors must not show them, even those that
    /// were replaced, because the server may repeat them.
    var secretSolutions: [String] = []

    /// Goes on with a new token. It gets all attempts again, without the solutions of challenges that the old one met.
    mutating func startOver(with token: Token) {
        attempt = Attempt()
        retries = Retries()
        tokens.replace(by: token)
    }

    /// The tokens of a call.
    struct Tokens: Sendable {
        /// The token in use.
        var current: Token?
        /// The tokens that were replaced during the call. Errors must not show them either.
        private(set) var earlier: [Token] = []
        /// Indicates whether the server has refused the token in use.
        var isRefused = false
        /// Indicates whether the token was refreshed for this call, which happens at most once.
        var hasRefreshed = false
        /// Indicates whether a refresh has brought the token in use while this call waited for it.
        var isFresh = false
        /// The number of times that the person has signed in for this call.
        var signIns = 0
        /// The greatest number of sign-ins of a call. A server may refuse each token.
        static var mostSignIns: Int { 5 }

        /// All tokens that were used.
        var all: [Token] {
            earlier + (current.map { [$0] } ?? [])
        }

        /// Replaces the token in use.
        mutating func replace(by token: Token) {
            if let current {
                earlier.append(current)
            }
            current = token
            isRefused = false
            isFresh = false
        }
    }

    /// The current attempt.
    struct Attempt: Sendable {
        /// The number of the attempt, from 1.
        var number = 1
        /// The instant at which the last request was sent, or `nil` before the first one.
        var sent: ContinuousClock.Instant?
        /// Indicates whether the request asks the server to revalidate the cached response.
        var isConditional = false
    }

    /// The failures of a call, and the preparation of its next attempt.
    struct Retries: Sendable {
        /// The number of failed attempts that count against the retry policy.
        var failures = 0
        /// The part of the retry budget that the last retry has cost.
        var cost: Int?
        /// The number of challenges that were solved.
        var challenges = 0
        /// The greatest number of solutions of a call. A server may refuse each one.
        static var mostChallenges: Int { 5 }
        /// The parameters that solve challenges. They travel with the call's own parameters but do not belong to its
        /// key.
        var solutions: [(name: String, value: String)] = []

        /// Adds the solution of a challenge to the next attempts, in place of an older one with the same name.
        mutating func addSolution(_ name: String?, value: String) {
            guard let name else { return }
            solutions.removeAll { $0.name == name }
            solutions.append((name, value))
        }

        /// Indicates whether a solution with this name was sent before.
        func hasSolution(named name: String?) -> Bool {
            solutions.contains { $0.name == name }
        }

        /// Adds the text of a captcha's picture in place of earlier solutions of captchas.
        mutating func solve(
            _ captcha: Challenge.Captcha,
            by text: String,
            named names: [APIDescription.ChallengeKey: String]
        ) {
            removeCaptcha(named: names)
            addSolution(names[.captchaID], value: captcha.id)
            addSolution(names[.captchaAnswer], value: text)
        }

        /// Adds the token of a captcha's page in place of earlier solutions of captchas.
        mutating func solve(
            _ captcha: Challenge.CaptchaPage,
            by token: String,
            named names: [APIDescription.ChallengeKey: String]
        ) {
            removeCaptcha(named: names)
            if let session = captcha.session {
                addSolution(names[.captchaSession], value: session)
            }
            addSolution(names[.captchaToken], value: token)
        }

        /// Removes earlier solutions of captchas. The server would compare them with the new captcha.
        private mutating func removeCaptcha(named names: [APIDescription.ChallengeKey: String]) {
            let keys: [APIDescription.ChallengeKey] = [
                .captchaID,
                .captchaAnswer,
                .captchaSession,
                .captchaToken,
            ]
            let earlier = keys.compactMap { names[$0] }
            solutions.removeAll { earlier.contains($0.name) }
        }
    }
}
