import Foundation

extension APIClient {
    /// Sets the function that lets a person solve challenges. Without it, challenged calls fail with `.challenged`.
    ///
    /// A call that met a challenge is sent again with the solution. Challenges are asked one at a time, and the same
    /// challenge of several calls is asked once. The task that runs `solve` is cancelled if no call waits for it any
    /// more.
    ///
    /// A wrong solution leads to another challenge. A call asks five times at most. The time that the person takes does
    /// not count against the call's timeout.
    ///
    /// A call also asks if the account needs a new sign-in: it has no token, its token can no longer be refreshed, or
    /// the server refuses it. Return ``Challenge/Solution/signedIn(_:)`` with the account that has signed in. If it
    /// belongs to a store of accounts, add it to the store first. All calls of the account wait for one sign-in, even
    /// if they belong to several clients. If nobody signs in, they fail with `.notAuthorized`. An anonymous account is
    /// not asked for.
    public func onChallenge(_ solve: @escaping @Sendable (Challenge) async throws -> Challenge.Solution) {
        client.challenges.setSolver(solve)
    }
}

extension APIDescription {
    /// A part of a challenge that has a name of its own in each API: a key in the error, or a parameter of the
    /// solution.
    public enum ChallengeKey: Hashable, Sendable {
        /// The key of a captcha's identifier in the error, and the parameter that sends it back.
        case captchaID
        /// The key of the address of a captcha's picture.
        case captchaImage
        /// The parameter for the text in a captcha's picture.
        case captchaAnswer
        /// The key of the address of a captcha's page.
        case captchaPage
        /// The key of an identifier that belongs to a captcha's page, and the parameter that sends it back.
        case captchaSession
        /// The parameter for the token that a captcha's page yields.
        case captchaToken
        /// The key of the address of a validation's page.
        case validationPage
        /// The parameter with the value `1` in the address at which a validation without a new token ends.
        case validationSuccess
        /// The key of the text to confirm. Without it, the text is the error's message.
        case confirmationText
        /// The parameter that confirms, with the value `1`.
        case confirmationAnswer
        /// The parameter for the code from another device.
        case twoFactorAnswer
    }
}

extension Challenge {
    /// Creates the challenge that a server's error describes.
    ///
    /// Returns `nil` if the error is not a challenge, or lacks a fact that the solution needs.
    init?(_ server: ServerError, api: APIDescription) {
        let names = api.challenges
        let facts = ChallengeFacts(names: names, details: server.details)
        if api.means(.captcha, by: server), let captcha = facts.captcha {
            self = captcha
        } else if api.means(.validation, by: server),
            let page = facts.address(at: .validationPage)
        {
            self = .validation(page)
        } else if api.means(.confirmation, by: server),
            names[.confirmationAnswer] != nil
        {
            self = .confirmation(facts.text(at: .confirmationText) ?? server.message ?? "")
        } else if api.means(.twoFactor, by: server),
            names[.twoFactorAnswer] != nil
        {
            self = .twoFactor(server.message ?? "")
        } else {
            return nil
        }
    }
}

extension HTTPRequest {
    /// Returns the solutions of challenges that are secret: the token of a captcha's page, and the code from another
    /// device.
    package func secretSolutions(of call: Call) -> [String] {
        let names = call.client.api.challenges
        let secret: [APIDescription.ChallengeKey] = [.captchaToken, .twoFactorAnswer]
        return secret.compactMap { names[$0] }.compactMap { solutions[$0] }
    }
}

/// The facts about a challenge in a server's error.
private struct ChallengeFacts {
    let names: [APIDescription.ChallengeKey: String]
    let details: JSON?

    /// Returns the text or the number at a key of the error, or `nil` if there is none or it is empty.
    func text(at key: APIDescription.ChallengeKey) -> String? {
        guard let name = names[key],
            let value = details?[name]
        else { return nil }
        switch value {
        case .string(""): return nil
        case .string(let text): return text
        case .integer, .decimal: return value.description
        case .null, .bool, .number, .array, .object: return nil
        }
    }

    func address(at key: APIDescription.ChallengeKey) -> URL? {
        text(at: key).flatMap { URL(string: $0) }
    }

    /// The captcha: its page, or its picture if the error has no page.
    var captcha: Challenge? {
        var picture: Challenge.Captcha?
        if names[.captchaAnswer] != nil,
            let id = text(at: .captchaID),
            let image = address(at: .captchaImage)
        {
            picture = Challenge.Captcha(id: id, image: image)
        }
        guard names[.captchaToken] != nil,
            let page = address(at: .captchaPage)
        else {
            return picture.map { .captcha($0) }
        }
        return .captchaPage(Challenge.CaptchaPage(page: page, session: text(at: .captchaSession), picture: picture))
    }
}

/// The challenges of a client's calls that wait for a person.
final class PendingChallenges: Sendable {
    typealias Solver = @Sendable (Challenge) async throws -> Challenge.Solution

    private struct State: Sendable {
        var solver: Solver?
        var queue = ChallengeQueue()
        var asking: Task<Void, Never>?
    }

    /// The state that `change` updates by the steps of the queue.
    private let state = Locked(State())
    private let calls = WaitList<ChallengeQueue.Outcome>()

    /// Sets the function that solves challenges.
    func setSolver(_ solver: @escaping Solver) {
        state.withLock { $0.solver = solver }
    }

    /// The number of calls that wait for a solution.
    var waiting: Int {
        state.withLock { $0.queue.count }
    }

    /// Waits until a person has solved the challenge of a call.
    ///
    /// Returns `nil` if the solution of another call's challenge makes it worth sending the call again without one.
    /// Throws `error` if there is no solution, and `.cancelled` if the call is cancelled.
    func solution(of challenge: Challenge, error: APIError) async throws(APIError) -> Challenge.Solution? {
        guard state.withLock({ $0.solver != nil }) else {
            throw error
        }
        if Task.isCancelled {
            throw APIError(.cancelled)
        }
        let call = calls.enter()
        change { $0.add(challenge, for: call) }
        switch try await calls.value(of: call, onCancel: { [self] in change { $0.remove(call) } }) {
        case .solution(let solution): return solution
        case .again: return nil
        case .refused(let reason): throw error.saying(reason)
        }
    }

    /// Changes the queue, resumes the calls that the step names, and starts or cancels the task that asks.
    private func change(_ body: (inout ChallengeQueue) -> ChallengeQueue.Step) {
        let (step, abandoned) = state.withLock { state in
            let step = body(&state.queue)
            var abandoned: Task<Void, Never>?
            if step.isAbandoned {
                abandoned = state.asking
            }
            if let (challenge, round) = step.ask,
                let solver = state.solver
            {
                state.asking = Task { [self] in
                    var outcome: ChallengeQueue.Outcome
                    do {
                        let solution: Challenge.Solution
                        switch challenge {
                        case .signIn(let signIn):
                            solution = try await signIn.solution(by: solver)
                        default:
                            solution = try await solver(challenge)
                        }
                        switch solution {
                        case .giveUp: outcome = .refused("the challenge was not solved")
                        default: outcome = .solution(solution)
                        }
                    } catch {
                        outcome = .refused(
                            "the challenge was not solved: \(APIError(transport: error, isCancelled: false))")
                    }
                    change { $0.finish(round, with: outcome) }
                }
            }
            return (step, abandoned)
        }
        // Outside the lock, which the cancellation handlers of waiting calls take.
        for (call, outcome) in step.resumed {
            calls.resume(call, with: .success(outcome))
        }
        abandoned?.cancel()
    }
}

/// The queue of challenges with the calls that wait for each of them.
///
/// This is a pure state machine, so that tests can try every order of events. Each method returns the step that the
/// caller must take.
struct ChallengeQueue: Sendable {
    /// The outcome of a challenge for a call.
    enum Outcome: Hashable, Sendable {
        /// The person has given this solution.
        case solution(Challenge.Solution)
        /// The solution of another call's challenge may be valid for this call too, so it is sent again.
        case again
        /// There is no solution, for this reason.
        case refused(String)
    }

    /// The work that an event leaves to the caller.
    struct Step: Sendable {
        /// The calls to resume with their outcomes.
        var resumed: [(Int, Outcome)] = []
        /// The challenge to ask now. `finish` takes the number of its round.
        var ask: (challenge: Challenge, round: Int)?
        /// Indicates whether no call waits for the challenge that is being asked.
        var isAbandoned = false
    }

    private var waiting: [(call: Int, challenge: Challenge)] = []
    private var asking: (call: Int, challenge: Challenge)?
    /// The number of the challenge that is being asked. An outcome with an older number is too late.
    private var round = 0

    /// The number of calls that wait for a solution.
    var count: Int { waiting.count }

    /// Adds a call with its challenge, and asks the challenge if no other one is being asked.
    mutating func add(_ challenge: Challenge, for call: Int) -> Step {
        waiting.append((call, challenge))
        guard asking == nil else {
            return Step()
        }
        return next(with: Step())
    }

    /// Removes a call that was cancelled, and asks the next challenge if no other call waits for the current one.
    mutating func remove(_ call: Int) -> Step {
        waiting.removeAll { $0.call == call }
        guard asking != nil,
            !waiting.contains(where: isAsked)
        else {
            return Step()
        }
        return next(with: Step(isAbandoned: true))
    }

    /// Ends the challenge that is being asked, and asks the next one.
    mutating func finish(_ round: Int, with outcome: Outcome) -> Step {
        guard round == self.round,
            let asking
        else {
            return Step()
        }
        var step = Step()
        var left: [(call: Int, challenge: Challenge)] = []
        // A call with another captcha may pass after one was solved, so it tries again without a solution of its own.
        for waiter in waiting {
            if isAsked(waiter) {
                step.resumed.append((waiter.call, outcome))
            } else if case .solution = outcome, asking.challenge.isShared,
                asking.challenge.kind == waiter.challenge.kind
            {
                step.resumed.append((waiter.call, .again))
            } else {
                left.append(waiter)
            }
        }
        waiting = left
        return next(with: step)
    }

    /// Indicates whether a call waits for the challenge that is being asked.
    private func isAsked(_ waiter: (call: Int, challenge: Challenge)) -> Bool {
        guard let asking else { return false }
        if waiter.call == asking.call {
            return true
        }
        return asking.challenge.isShared && waiter.challenge == asking.challenge
    }

    /// Makes the first call's challenge the next one to ask.
    private mutating func next(with step: Step) -> Step {
        var step = step
        round += 1
        asking = waiting.first
        step.ask = asking.map { ($0.challenge, round) }
        return step
    }
}
