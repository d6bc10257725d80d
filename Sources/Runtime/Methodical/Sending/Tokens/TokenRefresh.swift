/// The token of an account, and the state of its refresh.
///
/// The state is pure, so that tests can try every order of events. Each method returns the result that the waiting
/// callers receive.
struct TokenRefresh: Sendable {
    typealias Outcome = Result<Token, APIError>

    /// The work that remains for a caller that needs a new token.
    enum Step {
        /// The caller waits for a refresh that another caller has begun.
        case wait
        /// The caller begins the refresh, and then waits for it.
        case begin
        /// The caller receives this result at once.
        case end(Outcome)
    }

    private(set) var token: Token?
    /// The time at which a refresh of this process has brought the current token. `nil` if the token came in another
    /// way, for example from a store in which it may have been for long.
    private(set) var issued: ContinuousClock.Instant?
    /// Indicates whether the server has accepted the current token in a call.
    private var isAccepted = false
    /// The methods whose calls the server has refused with the current token, although a refresh had just brought it.
    private var refusedMethods: Set<String> = []
    /// The token that is being refreshed.
    private var refreshing: Token?
    private let remembersRefusals: Bool
    /// The error with which a refresh of the current token was refused for good.
    private var refusal: APIError?

    /// The time in which a refusal of a refreshed token means that the refresh has not helped. Later, the service may
    /// have ended the token. With a shorter time, calls that take long would refresh again.
    private static var trialTime: Duration { .seconds(60) }

    init(token: Token?, remembersRefusals: Bool = true) {
        self.token = token
        self.remembersRefusals = remembersRefusals
    }

    /// Handles a caller that needs another token than `old`.
    mutating func request(after old: Token) -> Step {
        guard let token else {
            return .end(.failure(.signedOut))
        }
        // The refresh that another call started has already finished.
        if token != old {
            return .end(.success(token))
        }
        if let refusal {
            return .end(.failure(refusal))
        }
        if refreshing == old {
            return .wait
        }
        refreshing = old
        return .begin
    }

    /// Handles the end of a refresh. Returns `nil` if the token was replaced in the meantime, because that token is
    /// newer than the one that the refresh brings.
    ///
    /// - Parameters:
    ///   - outcome: The new token, or the failure.
    ///   - old: The token that was refreshed.
    ///   - isRefresh: Indicates whether the service has just issued the new token, by a refresh of this process.
    mutating func finish(
        _ outcome: Outcome,
        after old: Token,
        isRefresh: Bool = true
    ) -> Outcome? {
        if refreshing == old {
            refreshing = nil
        }
        guard token == old else { return nil }
        switch outcome {
        case .success(let refreshed):
            let result = replace(refreshed)
            if isRefresh {
                issued = .now
            }
            return result
        case .failure(let error):
            if error.code == .notAuthorized, remembersRefusals {
                refusal = error
            }
            return outcome
        }
    }

    /// Sets the token, for example after the user has signed in again.
    mutating func replace(_ token: Token?) -> Outcome {
        self.token = token
        refusal = nil
        issued = nil
        isAccepted = false
        refusedMethods = []
        return token.map { .success($0) } ?? .failure(.signedOut)
    }

    /// Handles a call that the server has accepted with a token.
    mutating func accept(_ accepted: Token) {
        if !isAccepted, accepted == token {
            isAccepted = true
        }
    }

    /// Indicates whether a refresh has just brought a token, and the server has not accepted it in a call yet.
    func isOnTrial(_ token: Token) -> Bool {
        guard let issued,
            token == self.token,
            !isAccepted
        else { return false }
        return ContinuousClock.now - issued < Self.trialTime
    }

    /// Handles a call that the server has refused with a token, although a refresh had just brought it.
    mutating func refuse(_ refused: Token, in method: String) {
        if refused == token {
            refusedMethods.insert(method)
        }
    }

    /// Indicates whether a refresh may help a call of a method that the server has refused with a token.
    ///
    /// It does not if the last refresh has not helped. A token that the server has accepted meanwhile is good, and the
    /// refusal says something about the method. If the server refuses other methods later, the token has ended.
    func mayHelp(_ refused: Token, in method: String) -> Bool {
        if refused != token || refusedMethods.isEmpty {
            return true
        }
        return isAccepted && !refusedMethods.contains(method)
    }
}

extension APIError {
    fileprivate static var signedOut: APIError {
        APIError(.notAuthorized, "the account has been signed out")
    }
}

/// A way to get a new token in place of one that has expired: with OAuth's refresh token, from the application's own
/// server, or by asking the user.
public protocol TokenRefresher: Sendable {
    /// Returns a new token in place of an expired one.
    ///
    /// The client calls this method once for all calls that wait for the new token. If it throws an ``APIError`` with
    /// the code ``APIError/Code/notAuthorized``, no new token is possible, and all calls with the old one fail from
    /// then on. After any other error the next call tries again.
    ///
    /// - Parameters:
    ///   - token: The token that has expired.
    ///   - account: The id of the account that the token belongs to.
    func refresh(_ token: Token, of account: Account.ID) async throws -> Token
}

/// A token refresher for accounts whose tokens several processes share through a store.
package protocol SharedTokenRefresher: TokenRefresher {
    /// Returns the valid token that another process has stored in place of `old`, or `nil` if there is none. Asks no
    /// service.
    func newerToken(than old: Token, of account: Account.ID) async -> Token?
    /// Returns a Boolean value that indicates whether the service has issued a token to this process, and no later one
    /// since. Any other token of the account was issued to another process.
    func isLastIssued(_ token: Token, to account: Account.ID) -> Bool
}

extension TokenRefresher {
    /// Refreshes a token. The new one keeps the user's name, and keeps the old refresh token if its own is blank. A new
    /// token without a refresh token (`nil`) stays without one.
    ///
    /// - Throws: An error with the code `.undecodable` if the new token has no text.
    package func refreshed(_ token: Token, of account: Account.ID) async throws -> Token {
        var new = try await refresh(token, of: account).keepingUserName(of: token)
        if new.secret.isBlank {
            throw APIError(.undecodable, "the new token is empty")
        }
        if new.refresh?.isBlank == true {
            new.refresh = token.refresh
        }
        return new
    }
}

/// A right that one task has at a time. The others wait for it in the order in which they came.
final class Turn: Sendable {
    private struct State: Sendable {
        var isTaken = false
        var queue: [Int] = []

        /// Returns the next caller. If there is none, nobody has the right from now on.
        mutating func next() -> Int? {
            isTaken = !queue.isEmpty
            guard isTaken else { return nil }
            return queue.removeFirst()
        }
    }

    private let state = Locked(State())
    private let waiting = WaitList<Void>()

    /// Waits for the right. Throws `.cancelled` if the task is cancelled while it waits.
    func take() async throws(APIError) {
        let caller = state.withLock { state -> Int? in
            if !state.isTaken {
                state.isTaken = true
                return nil
            }
            let caller = waiting.enter()
            state.queue.append(caller)
            return caller
        }
        if let caller {
            try await waiting.value(of: caller)
        }
    }

    /// Ends the right, which the next caller gets.
    func end() {
        // A caller that was cancelled does not take it.
        while let next = state.withLock({ $0.next() }) {
            if waiting.resume(next, with: .success(())) {
                return
            }
        }
    }
}
