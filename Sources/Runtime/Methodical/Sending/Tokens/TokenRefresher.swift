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
