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
    func refresh(_ token: Token, of account: AccountID) async throws -> Token
}

extension TokenRefresher {
    /// Refreshes a token. The new one keeps the user's name.
    package func refreshed(_ token: Token, of account: AccountID) async throws -> Token {
        try await refresh(token, of: account).replacing(token)
    }
}
