import Foundation

/// What a server wants from a person before it does what a call says.
public enum Challenge: Hashable, Sendable {
    case captcha(Captcha)
    /// A page on which users prove who they are; where it leads in the end is the answer.
    case validation(URL)
    /// What is about to be done, in the server's words.
    case confirmation(String)
    /// A code from another device; what the server says of it.
    case twoFactor(String)

    public struct Captcha: Hashable, Sendable {
        public var id: String
        /// Where the picture lies.
        public var image: URL

        public init(id: String, image: URL) { (self.id, self.image) = (id, image) }
    }
}

/// What a person says to a challenge.
public enum ChallengeAnswer: Hashable, Sendable {
    /// What the captcha's picture shows, or the code from the other device.
    case answer(String)
    /// Where the page of a validation led in the end. A token in this address becomes the account's.
    case redirect(URL)
    case confirm
    /// The call fails with `.challenged`.
    case giveUp
}

extension APIClient {
    /// Who answers when the server wants a person: the calls that met the challenge go on with the answer. Without anybody they fail with `.challenged`.
    ///
    /// One challenge is asked at a time, and one that several calls met is asked once. The task that asks is cancelled when no call waits for its answer
    /// any more. A wrong answer brings another challenge; a call asks five times at most. The time that a person takes does not count as the call's.
    public func onChallenge(_ answer: @escaping @Sendable (Challenge) async throws -> ChallengeAnswer) {
        client.challenges.appoint(answer)
    }
}

extension APIDescription {
    /// The names of the keys that describe challenges inside an error, and of the parameters that answer them. By itself as VK calls them.
    public struct ChallengeKeys: Hashable, Sendable {
        public var captchaID: String
        public var captchaImage: String
        public var captchaAnswer: String
        public var validationPage: String
        public var confirmationText: String
        public var confirmationAnswer: String
        public var twoFactorAnswer: String

        public init(
            captchaID: String = "captcha_sid", captchaImage: String = "captcha_img",
            captchaAnswer: String = "captcha_key",
            validationPage: String = "redirect_uri", confirmationText: String = "confirmation_text",
            confirmationAnswer: String = "confirm",
            twoFactorAnswer: String = "code"
        ) {
            (self.captchaID, self.captchaImage, self.captchaAnswer) = (captchaID, captchaImage, captchaAnswer)
            (self.validationPage, self.twoFactorAnswer) = (validationPage, twoFactorAnswer)
            (self.confirmationText, self.confirmationAnswer) = (confirmationText, confirmationAnswer)
        }
    }
}

/// Shows its kind only: a validation's page is meant for one person's eyes.
extension Challenge: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { kind.rawValue }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }

    var kind: ErrorMeaning {
        switch self {
        case .captcha: .captcha
        case .validation: .validation
        case .confirmation: .confirmation
        case .twoFactor: .twoFactor
        }
    }

    /// Who confirms, confirms one call. A captcha or a page is the same for all who were given it.
    fileprivate var isShared: Bool { kind == .captcha || kind == .validation }

    /// Nil where the error is none, or lacks what it takes to answer.
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

/// Where the calls of a client bring their challenges, and a person answers them.
final class ChallengeDesk: Sendable {
    private typealias Waiting = CheckedContinuation<ChallengeQueue.Outcome, Never>

    private struct State: Sendable {
        var answerer: (@Sendable (Challenge) async throws -> ChallengeAnswer)?
        var queue = ChallengeQueue()
        var waiting: [ObjectIdentifier: Waiting] = [:]
        var cancelled: Set<ObjectIdentifier> = []
        var asking: Task<Void, Never>?
    }

    private let state = Locked(State())

    func appoint(_ answerer: @escaping @Sendable (Challenge) async throws -> ChallengeAnswer) {
        state.withLock { $0.answerer = answerer }
    }

    /// How many calls wait for an answer.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Nil where somebody else's answer makes it worth trying again without one. Throws the error where there will be no answer.
    func answer(_ challenge: Challenge, _ error: APIError) async throws(APIError) -> ChallengeAnswer? {
        guard state.withLock({ $0.answerer != nil }) else { throw error }
        let waiter = Waiter()
        let id = ObjectIdentifier(waiter)
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { (continuation: Waiting) in
                change { state in
                    if state.cancelled.contains(id) {
                        continuation.resume(returning: .cancelled)
                        return ChallengeQueue.Step()
                    }
                    state.waiting[id] = continuation
                    return state.queue.meet(challenge, id)
                }
            }
        } onCancel: {
            change { state in
                if let continuation = state.waiting.removeValue(forKey: id) {
                    continuation.resume(returning: .cancelled)
                } else {
                    state.cancelled.insert(id)
                }
                return state.queue.leave(id)
            }
        }
        state.withLock { _ = $0.cancelled.remove(id) }
        withExtendedLifetime(waiter) {}
        switch outcome {
        case .answer(let answer): return answer
        case .again: return nil
        case .cancelled: throw APIError(.cancelled)
        case .refused(let reason): throw error.saying(reason)
        }
    }

    private func change(_ body: (inout State) -> ChallengeQueue.Step) {
        let abandoned = state.withLock { state in
            let step = body(&state)
            for (id, outcome) in step.told { state.waiting.removeValue(forKey: id)?.resume(returning: outcome) }
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
                    change { $0.queue.finish(round, outcome) }
                }
            }
            return abandoned
        }
        abandoned?.cancel()
    }
}

/// Which challenge is being asked and who waits for which: pure, so that every order of events can be tested. What is to be done is returned.
struct ChallengeQueue: Sendable {
    enum Outcome: Hashable, Sendable {
        case answer(ChallengeAnswer)
        /// Another call's answer may have settled it.
        case again
        case refused(String)
        case cancelled
    }

    struct Step: Sendable {
        var told: [(ObjectIdentifier, Outcome)] = []
        var ask: (challenge: Challenge, round: Int)?
        /// Nobody waits for what is being asked.
        var isAbandoned = false
    }

    private var waiting: [(id: ObjectIdentifier, challenge: Challenge)] = []
    private var asking: (id: ObjectIdentifier, challenge: Challenge)?
    private var round = 0

    mutating func meet(_ challenge: Challenge, _ id: ObjectIdentifier) -> Step {
        waiting.append((id, challenge))
        return asking == nil ? next(Step()) : Step()
    }

    mutating func leave(_ id: ObjectIdentifier) -> Step {
        waiting.removeAll { $0.id == id }
        guard asking != nil, !waiting.contains(where: isAsked) else { return Step() }
        return next(Step(isAbandoned: true))
    }

    mutating func finish(_ round: Int, _ outcome: Outcome) -> Step {
        guard round == self.round, let asking else { return Step() }
        var step = Step()
        var left: [(id: ObjectIdentifier, challenge: Challenge)] = []
        for waiter in waiting {
            if isAsked(waiter) {
                step.told.append((waiter.id, outcome))
            } else if case .answer = outcome, asking.challenge.isShared, asking.challenge.kind == waiter.challenge.kind
            {
                step.told.append((waiter.id, .again))
            } else {
                left.append(waiter)
            }
        }
        waiting = left
        return next(step)
    }

    private func isAsked(_ waiter: (id: ObjectIdentifier, challenge: Challenge)) -> Bool {
        guard let asking else { return false }
        return waiter.id == asking.id || asking.challenge.isShared && waiter.challenge == asking.challenge
    }

    private mutating func next(_ step: Step) -> Step {
        var step = step
        round += 1
        asking = waiting.first
        step.ask = asking.map { ($0.challenge, round) }
        return step
    }
}

extension APIError {
    func saying(_ message: String) -> APIError {
        var contents = contents
        contents.message = message
        return APIError(contents)
    }
}
