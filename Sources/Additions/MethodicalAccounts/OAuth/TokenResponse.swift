import Foundation
import Methodical

/// The token that a service sends, in a response's body (RFC 6749, section 5.1) or in a redirect's fragment
/// (section 4.2.2).
struct TokenResponse {
    var token: Token
    /// The id of the token's account, if the service names it.
    let account: Account.ID?

    /// Reads a token from a redirect.
    init(_ redirect: Redirect, from server: OAuthServer, at date: Date) throws(APIError) {
        self.init(
            try IssuedToken(redirect.parameters).token(from: server, at: date),
            account: redirect[server.accountKey])
    }

    /// Reads a token from a response's body.
    init(_ response: JSON, from server: OAuthServer, at date: Date) throws(APIError) {
        let scope = response["scope"].flatMap { scope -> String? in
            guard let names = scope.arrayValue else {
                return scope.text
            }
            return names.compactMap(\.stringValue).joined(separator: " ")
        }
        let issued = IssuedToken(
            secret: response["access_token"]?.stringValue,
            type: response["token_type"]?.text,
            seconds: response["expires_in"]?.text,
            scope: scope,
            refresh: response["refresh_token"]?.text)
        self.init(try issued.token(from: server, at: date), account: response[server.accountKey]?.text)
    }

    private init(_ token: Token, account: String?) {
        self.token = token
        if let account, !account.isBlank {
            self.account = Account.ID(account)
        } else {
            self.account = nil
        }
    }
}

extension JSON {
    /// The value as text, because services send numbers as text and text as numbers. `nil` for null, Booleans, arrays
    /// and objects.
    fileprivate var text: String? {
        if let stringValue {
            return stringValue
        }
        guard doubleValue != nil else { return nil }
        return description
    }
}

extension OAuth {
    /// Requests a token and returns its account.
    func requestAccount(with parameters: [(String, String)], id: Account.ID?) async throws(APIError) -> Account {
        let reply = try await post(to: server.token, parameters: parameters)
        return try await account(for: read(reply, to: parameters), id: id)
    }

    /// Reads the token in a reply. Secrets that were sent are removed from the error, because a service may repeat
    /// them.
    func read(_ reply: EndpointReply, to parameters: [(String, String)]) throws(APIError) -> TokenResponse {
        try reportingRefusal { () throws(APIError) in
            do throws(APIError) {
                return try TokenResponse(reply.checked(), from: server, at: now())
            } catch {
                // The error stays the same, except that the secrets are removed from it.
                throw APIError(transport: error, hiding: secrets(in: parameters))
            }
        }
    }
}
