import Foundation
import Methodical

/// Signs a user in to a service by OAuth 2, and renews what it got.
///
/// Which way is the service's to say: most want `authorize(presenting:)`, the authorization code with a proof key (RFC 6749, section 4.1; RFC 7636).
/// Every way ends in an account to be added to an ``AccountStore``. An `OAuth` is also a `TokenRenewal`: it spends refresh tokens.
public struct OAuth: Sendable {
    public var server: OAuthServer
    public var clientID: String
    /// Only for programs that can keep one: an app on a user's device cannot.
    public var clientSecret: String?
    /// What the user is asked to agree to, in the service's words.
    public var permissions: [String]
    /// Further parameters of the sign-in page's address, such as VK's `display` or Yandex's `force_confirm`.
    public var pageParameters: [String: String] = [:]
    /// Further parameters of a sign-in by password: VK asks for a second factor only who says `2fa_supported=1`.
    public var passwordParameters: [String: String] = [:]
    /// Who answers when the service wants more than a password: what `vk.onChallenge` takes serves here too.
    public var onChallenge: (@Sendable (Challenge) async throws -> ChallengeAnswer)?
    public var transport: any Transport
    /// Told when a page appears and goes, and when the user or the service says no.
    public var report: @Sendable (AccountEvent) -> Void = { _ in }
    /// The time of this moment, and how to wait: for tests.
    public var now: @Sendable () -> Date = { Date() }
    public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    public init(
        _ server: OAuthServer, clientID: String, clientSecret: String? = nil, permissions: [String] = [],
        transport: any Transport = URLSessionTransport()
    ) {
        self.server = server
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.permissions = permissions
        self.transport = transport
    }

    /// By the service's own page, which answers with a code that only this program can turn into a token.
    ///
    /// - Parameters:
    ///   - presenter: shows the page and waits for where it leads.
    ///   - id: whose account it is, where the service does not say (Yandex does not).
    public func authorize(presenting presenter: any AuthorizationPresenter, as id: AccountID? = nil)
        async throws(APIError) -> Account
    {
        let key = try ProofKey()
        let state = Random.text(24)
        let (redirect, used) = try await page(presenter) { redirect in
            parameters(of: "code", redirect, state) + [
                ("code_challenge", key.challenge), ("code_challenge_method", "S256"),
            ]
        }
        let answer = try reported { () throws(APIError) in try Redirect(redirect, state: state, issuer: server.issuer) }
        let code = try answer.value(of: "code")
        return try await account(
            of: [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", used.absoluteString),
                ("code_verifier", key.verifier),
            ],
            id: id ?? answer[server.accountKey].map { AccountID($0) })
    }

    /// By the service's own page, which hands over the token in the address's fragment: for services that know nothing better, and apps whose
    /// registration allows only this. The code with a proof key is safer (RFC 9700, section 2.1.2).
    public func authorizeImplicitly(presenting presenter: any AuthorizationPresenter, as id: AccountID? = nil)
        async throws(APIError) -> Account
    {
        let state = Random.text(24)
        let (redirect, _) = try await page(presenter) { redirect in parameters(of: "token", redirect, state) }
        let answer = try reported { () throws(APIError) in try Redirect(redirect, state: state, issuer: server.issuer) }
        return try account(TokenAnswer(answer, key: server.accountKey, at: now()), id)
    }

    /// As the application itself, without a user (RFC 6749, section 4.4).
    public func signInAsApplication() async throws(APIError) -> Account {
        Account(id: AccountID(clientID), token: try await applicationToken(), renewal: self)
    }

    private func applicationToken() async throws(APIError) -> Token {
        var token = try await token(of: [("grant_type", "client_credentials")] + scope)
        token.kinds = .service
        return token
    }

    // MARK: The page

    /// Shows the page; where it led, and the address that the service was told to lead to.
    private func page(
        _ presenter: any AuthorizationPresenter, _ parameters: @Sendable (URL) -> [(String, String)]
    ) async throws(APIError) -> (URL, URL) {
        guard let address = server.authorize, let url = URL(string: address) else {
            throw APIError(.invalidRequest, "the service names no sign-in page")
        }
        let used = Locked(url)
        report(.pageShown)
        defer { report(.pageGone) }
        do {
            let redirect = try await presenter.present { redirect in
                used.withLock { $0 = redirect }
                return try url.adding(parameters(redirect))
            }
            return (redirect, used.withLock { $0 })
        } catch let error as APIError {
            throw error
        } catch is CancellationError {
            report(.denied("cancelled"))
            throw APIError(.cancelled)
        } catch {
            throw APIError(
                .connection, "the sign-in page could not be shown",
                cause: APIError.Cause(domain: "\(type(of: error))", message: "\(error)"))
        }
    }

    private func parameters(of kind: String, _ redirect: URL, _ state: String) -> [(String, String)] {
        [("response_type", kind), ("client_id", clientID), ("redirect_uri", redirect.absoluteString), ("state", state)]
            + scope
            + pageParameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    var scope: [(String, String)] {
        permissions.isEmpty ? [] : [("scope", permissions.joined(separator: server.separator))]
    }

    func reported<Value>(_ body: () throws(APIError) -> Value) throws(APIError) -> Value {
        do { return try body() } catch {
            if error.code == .notAuthorized { report(.denied(error.message ?? "")) }
            throw error
        }
    }
}

extension OAuth: TokenRenewal {
    /// Spends the refresh token (RFC 6749, section 6). Where the answer brings no new one, the old one stays. The application itself has none, and
    /// signs in again.
    public func renew(_ token: Token, of account: AccountID) async throws -> Token {
        if token.refresh == nil, token.kinds == .service { return try await applicationToken() }
        guard let refresh = token.refresh else {
            throw APIError(.notAuthorized, "there is no refresh token: the user has to sign in again")
        }
        var renewed = try await self.token(of: [("grant_type", "refresh_token"), ("refresh_token", refresh)])
        if renewed.refresh == nil { renewed.refresh = refresh }
        if renewed.permissions == nil { renewed.permissions = token.permissions }
        renewed.kinds = token.kinds
        return renewed
    }
}

/// The client's secret is not shown.
extension OAuth: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "OAuth(\(clientID))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: ["server": server, "clientID": clientID, "permissions": permissions])
    }
}
