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
    /// The token that is being refreshed.
    private var refreshing: Token?
    private let remembersRefusals: Bool
    /// The error with which a refresh of the current token was refused for good.
    private var refusal: APIError?

    init(token: Token?, remembersRefusals: Bool = true) {
        (self.token, self.remembersRefusals) = (token, remembersRefusals)
    }

    /// Handles a caller that needs another token than `old`.
    mutating func request(after old: Token) -> Step {
        guard let token else { return .end(.failure(.signedOut)) }
        // The refresh that another call started has already finished.
        if token != old { return .end(.success(token)) }
        if let refusal { return .end(.failure(refusal)) }
        if refreshing == old { return .wait }
        refreshing = old
        return .begin
    }

    /// Handles the end of a refresh. Returns `nil` if the token was replaced in the meantime, because that token is
    /// newer than the one that the refresh brings.
    mutating func finish(_ outcome: Outcome, after old: Token) -> Outcome? {
        if refreshing == old { refreshing = nil }
        guard token == old else { return nil }
        switch outcome {
        case .success(let refreshed): return replace(refreshed)
        case .failure(let error):
            if error.code == .notAuthorized, remembersRefusals { refusal = error }
            return outcome
        }
    }

    /// Sets the token, for example after the user has signed in again.
    mutating func replace(_ token: Token?) -> Outcome {
        self.token = token
        refusal = nil
        return token.map { .success($0) } ?? .failure(.signedOut)
    }
}

extension APIError {
    fileprivate static var signedOut: APIError { APIError(.notAuthorized, "the account has been signed out") }
}
