import Foundation

/// A task that the server sets a person before it does what a call asks for.
public enum Challenge: Hashable, Sendable {
    /// The person must read the text in a picture.
    case captcha(Captcha)
    /// The person must prove their identity on this page. The address at which the page ends is the answer.
    case validation(URL)
    /// The person must confirm the action that this text of the server describes.
    case confirmation(String)
    /// The person must enter a code from another device. The text is the server's message.
    case twoFactor(String)

    /// A picture with a text that a program cannot easily read.
    public struct Captcha: Hashable, Sendable {
        /// The identifier of the captcha, which is sent with the answer.
        public var id: String
        /// The address of the picture.
        public var image: URL

        /// Creates a captcha.
        public init(id: String, image: URL) { (self.id, self.image) = (id, image) }
    }
}

/// The answer of a person to a challenge.
public enum ChallengeAnswer: Hashable, Sendable {
    /// The text in the captcha's picture, or the code from the other device.
    case answer(String)
    /// The address at which the page of a validation ended. If it holds a token, that becomes the account's.
    case redirect(URL)
    /// The person confirms the action.
    case confirm
    /// The person does not answer, and the call fails with `.challenged`.
    case giveUp
}

extension APIClient {
    /// Sets the function that lets a person answer challenges. Without it, challenged calls fail with `.challenged`.
    ///
    /// A call that met a challenge is sent again with the answer. Challenges are asked one at a time, and the same
    /// challenge of several calls is asked once. The task that runs `answer` is cancelled if no call waits for it any
    /// more.
    ///
    /// A wrong answer leads to another challenge. A call asks five times at most. The time in which the person answers
    /// does not count against the call's timeout.
    public func onChallenge(_ answer: @escaping @Sendable (Challenge) async throws -> ChallengeAnswer) {
        client.challenges.setAnswerer(answer)
    }
}

extension APIDescription {
    /// The keys that describe challenges inside an error, and the parameters that answer them. The defaults are VK's
    /// names.
    public struct ChallengeKeys: Hashable, Sendable {
        /// The key of a captcha's identifier in the error, and the parameter that sends it back.
        public var captchaID: String
        /// The key of the address of a captcha's picture.
        public var captchaImage: String
        /// The parameter for the text in a captcha's picture.
        public var captchaAnswer: String
        /// The key of the address of a validation's page.
        public var validationPage: String
        /// The key of the text to confirm.
        public var confirmationText: String
        /// The parameter that confirms, with the value `1`.
        public var confirmationAnswer: String
        /// The parameter for the code from another device.
        public var twoFactorAnswer: String

        /// Creates the names of keys and parameters.
        public init(
            captchaID: String = "captcha_sid", captchaImage: String = "captcha_img",
            captchaAnswer: String = "captcha_key", validationPage: String = "redirect_uri",
            confirmationText: String = "confirmation_text", confirmationAnswer: String = "confirm",
            twoFactorAnswer: String = "code"
        ) {
            (self.captchaID, self.captchaImage, self.captchaAnswer) = (captchaID, captchaImage, captchaAnswer)
            (self.validationPage, self.twoFactorAnswer) = (validationPage, twoFactorAnswer)
            (self.confirmationText, self.confirmationAnswer) = (confirmationText, confirmationAnswer)
        }
    }
}

// The description shows only the kind, because the page of a validation is meant for one person.
extension Challenge: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { kind.rawValue }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    /// The kind of the challenge, without its contents.
    var kind: ErrorMeaning {
        switch self {
        case .captcha: .captcha
        case .validation: .validation
        case .confirmation: .confirmation
        case .twoFactor: .twoFactor
        }
    }

    /// Indicates whether one answer serves all calls that met the challenge. A confirmation or a code serves one call
    /// only.
    fileprivate var isShared: Bool { kind == .captcha || kind == .validation }

    /// Creates the challenge that a server's error describes.
    ///
    /// Returns `nil` if the error is not a challenge, or lacks a fact that the answer needs.
    init?(_ server: ServerError, _ api: APIDescription) {
        func text(_ key: String) -> String? {
            server.details?[key].flatMap { $0.stringValue ?? $0.intValue.map { String($0) } }
        }
        let keys = api.challenges
        if api.means(.captcha, server), let id = text(keys.captchaID),
            let image = text(keys.captchaImage).flatMap({ URL(string: $0) })
        {
            self = .captcha(Captcha(id: id, image: image))
        } else if api.means(.validation, server), let page = text(keys.validationPage).flatMap({ URL(string: $0) }) {
            self = .validation(page)
        } else if api.means(.confirmation, server) {
            self = .confirmation(text(keys.confirmationText) ?? server.message ?? "")
        } else if api.means(.twoFactor, server) {
            self = .twoFactor(server.message ?? "")
        } else {
            return nil
        }
    }
}

/// The challenges of a client's calls that wait for a person.
final class PendingChallenges: Sendable {
    typealias Answerer = @Sendable (Challenge) async throws -> ChallengeAnswer

    private struct State: Sendable {
        var answerer: Answerer?
        var queue = ChallengeQueue()
        var asking: Task<Void, Never>?
    }

    /// The state that `change` updates by the steps of the queue.
    private let state = Locked(State())
    private let calls = WaitList<ChallengeQueue.Outcome>()

    /// Sets the function that answers challenges.
    func setAnswerer(_ answerer: @escaping Answerer) { state.withLock { $0.answerer = answerer } }

    /// The number of calls that wait for an answer.
    var waiting: Int { calls.count }

    /// Waits until a person has answered the challenge of a call.
    ///
    /// Returns `nil` if the answer to another call's challenge makes it worth sending the call again without one.
    /// Throws `error` if there is no answer, and `.cancelled` if the call is cancelled.
    func answer(_ challenge: Challenge, _ error: APIError) async throws(APIError) -> ChallengeAnswer? {
        guard state.withLock({ $0.answerer != nil }) else { throw error }
        if Task.isCancelled { throw APIError(.cancelled) }
        let call = calls.enter()
        change { $0.add(challenge, call) }
        switch try await calls.value(of: call, onCancel: { [self] in change { $0.remove(call) } }) {
        case .answer(let answer): return answer
        case .again: return nil
        case .refused(let reason): throw error.saying(reason)
        }
    }

    /// Changes the queue, resumes the calls that the step names, and starts or cancels the task that asks.
    private func change(_ body: (inout ChallengeQueue) -> ChallengeQueue.Step) {
        let abandoned = state.withLock { state in
            let step = body(&state.queue)
            for (call, outcome) in step.resumed { calls.resume(call, with: .success(outcome)) }
            let abandoned = step.isAbandoned ? state.asking : nil
            if let (challenge, round) = step.ask, let answerer = state.answerer {
                state.asking = Task { [self] in
                    var outcome: ChallengeQueue.Outcome
                    do {
                        let answer = try await answerer(challenge)
                        outcome = answer == .giveUp ? .refused("nobody answered") : .answer(answer)
                    } catch {
                        outcome = .refused("nobody answered: \(APIError(transport: error, isCancelled: false))")
                    }
                    change { $0.finish(round, outcome) }
                }
            }
            return abandoned
        }
        // The task is cancelled outside the lock, because its cancellation handlers may come back here.
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
        /// The person has given this answer.
        case answer(ChallengeAnswer)
        /// The answer to another call's challenge may serve this call too, so it is sent again.
        case again
        /// There is no answer, for this reason.
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

    /// Adds a call with its challenge, and asks the challenge if no other one is being asked.
    mutating func add(_ challenge: Challenge, _ call: Int) -> Step {
        waiting.append((call, challenge))
        return asking == nil ? next(Step()) : Step()
    }

    /// Removes a call that was cancelled, and asks the next challenge if no other call waits for the current one.
    mutating func remove(_ call: Int) -> Step {
        waiting.removeAll { $0.call == call }
        guard asking != nil, !waiting.contains(where: isAsked) else { return Step() }
        return next(Step(isAbandoned: true))
    }

    /// Ends the challenge that is being asked, and asks the next one.
    mutating func finish(_ round: Int, _ outcome: Outcome) -> Step {
        guard round == self.round, let asking else { return Step() }
        var step = Step()
        var left: [(call: Int, challenge: Challenge)] = []
        // A call with another captcha may pass after one was solved, so it tries again without an answer of its own.
        for waiter in waiting {
            if isAsked(waiter) {
                step.resumed.append((waiter.call, outcome))
            } else if case .answer = outcome, asking.challenge.isShared, asking.challenge.kind == waiter.challenge.kind
            {
                step.resumed.append((waiter.call, .again))
            } else {
                left.append(waiter)
            }
        }
        waiting = left
        return next(step)
    }

    /// Indicates whether a call waits for the challenge that is being asked.
    private func isAsked(_ waiter: (call: Int, challenge: Challenge)) -> Bool {
        guard let asking else { return false }
        return waiter.call == asking.call || asking.challenge.isShared && waiter.challenge == asking.challenge
    }

    /// Makes the first call's challenge the next one to ask.
    private mutating func next(_ step: Step) -> Step {
        var step = step
        round += 1
        asking = waiting.first
        step.ask = asking.map { ($0.challenge, round) }
        return step
    }
}

extension APIError {
    /// Returns the error with another message.
    func saying(_ message: String) -> APIError {
        var contents = contents
        contents.message = message
        return APIError(contents)
    }
}
