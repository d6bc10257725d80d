import Foundation
import Methodical

/// A client of OAuth 2 that signs users in and refreshes their tokens.
///
/// The service decides which way to sign in is possible. Most services want `authorize(presenting:)`, which is the
/// authorization code with a proof key (RFC 6749, section 4.1; RFC 7636). Each way returns an account to add to an
/// ``AccountStore``. An `OAuth` is also a `TokenRefresher` that spends refresh tokens.
public struct OAuth: Sendable {
    /// The endpoints and rules of the service.
    public var server: OAuthServer
    /// The id of the application, as registered with the service.
    public var clientID: String
    /// The application's secret. Use it only in a program that can keep a secret. An app on a user's device cannot.
    public var clientSecret: String?
    /// The permissions that the user is asked for, by the service's names.
    public var permissions: [String]
    /// More parameters for the address of the sign-in page, such as VK's `display` or Yandex's `force_confirm`.
    public var pageParameters: [String: String] = [:]
    /// More parameters for a sign-in by password. VK asks for a second factor only if `2fa_supported` is `1`.
    public var passwordParameters: [String: String] = [:]
    /// The function that solves the service's challenges in a sign-in by password. A closure for `vk.onChallenge`
    /// works here too.
    public var onChallenge: (@Sendable (Challenge) async throws -> Challenge.Solution)?
    /// The secrets that accounts have besides the token, by the names of the API's schemes, such as the key of the app.
    /// An ``AccountStore`` does not keep them: pass them to `with(_:)` of its accounts.
    public var credentials: [String: Credential] = [:]
    /// The transport of all requests to the service.
    public var transport: any Transport
    /// The function that receives the events of a sign-in: a page appears or closes, or the user or the service
    /// refuses.
    public var report: @Sendable (AccountEvent) -> Void = { _ in }
    /// The policy for sending a request again that the service has certainly not acted on.
    public var retries = RetryPolicy()
    /// The function that returns the current time. Tests replace it.
    public var now: @Sendable () -> Date = { Date() }
    /// The function that waits between the requests of a sign-in with a device code, and before retries. Tests replace
    /// it.
    public var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// The function that fetches the user of a new token, or `nil` if the API is not known.
    package var fetchUser: (@Sendable (Account, any Transport) async throws(APIError) -> SignedInUser)?

    /// Creates a client for one application at one service.
    public init(
        _ server: OAuthServer,
        clientID: String,
        clientSecret: String? = nil,
        permissions: [String] = [],
        transport: any Transport = URLSessionTransport()
    ) {
        self.server = server
        self.clientID = clientID
        self.clientSecret = clientSecret
        self.permissions = permissions
        self.transport = transport
    }

    /// Signs a user in on the service's own page, and exchanges its code for a token.
    ///
    /// Only this program can use the code, because only it knows the proof key.
    ///
    /// - Parameters:
    ///   - presenter: Shows the page and returns the address that it leads to.
    ///   - id: The account's id, if the service does not name it.
    /// - Throws: An `APIError` with the code `.notAuthorized` if the user or the service refuses, or `.cancelled` if
    ///   the user closes the page.
    public func authorize(presenting presenter: any AuthorizationPresenter, as id: Account.ID? = nil)
        async throws(APIError) -> Account
    {
        let key = try ProofKey()
        let state = Random.text(count: 24)
        let (redirect, used) = try await page(with: presenter) { redirect in
            parameters(of: "code", redirect: redirect, state: state) + [
                ("code_challenge", key.challenge), ("code_challenge_method", "S256"),
            ]
        }
        let response = try reportingRefusal { () throws(APIError) in
            try Redirect(redirect, state: state, of: server)
        }
        let code = try response.value(of: "code")
        return try await requestAccount(
            with: [
                ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", used.absoluteString),
                ("code_verifier", key.verifier),
            ],
            id: id ?? response[server.accountKey].map { Account.ID($0) })
    }

    /// Signs a user in on the service's own page, which returns the token in the address's fragment.
    ///
    /// Use it only if the service or the app's registration allows no other way. The code with a proof key is safer
    /// (RFC 9700, section 2.1.2).
    public func authorizeImplicitly(presenting presenter: any AuthorizationPresenter, as id: Account.ID? = nil)
        async throws(APIError) -> Account
    {
        let state = Random.text(count: 24)
        let (redirect, _) = try await page(with: presenter) { redirect in
            parameters(of: "token", redirect: redirect, state: state)
        }
        let response = try reportingRefusal { () throws(APIError) in
            try Redirect(redirect, state: state, of: server)
        }
        return try await account(for: TokenResponse(response, from: server, at: now()), id: id)
    }

    /// Signs in as the application itself, without a user (RFC 6749, section 4.4).
    public func signInAsApplication() async throws(APIError) -> Account {
        Account(id: Account.ID(clientID), token: try await applicationToken(), refresher: self)
    }

    private func applicationToken() async throws(APIError) -> Token {
        let parameters = [("grant_type", "client_credentials")] + scope
        let reply = try await post(to: server.token, parameters: parameters)
        var issued = try read(reply, to: parameters).token
        issued.kinds = .service
        return issued
    }

    // MARK: The page

    /// Shows the page. Returns the address that it led to, and the redirect address that the service was given.
    private func page(
        with presenter: any AuthorizationPresenter, _ parameters: @Sendable (URL) -> [(String, String)]
    ) async throws(APIError) -> (URL, URL) {
        guard let address = server.authorize, let url = URL(string: address) else {
            throw APIError(.invalidRequest, "the service description has no sign-in page")
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

    private func parameters(
        of kind: String,
        redirect: URL,
        state: String
    ) -> [(String, String)] {
        let own = [
            ("response_type", kind),
            ("client_id", clientID),
            ("redirect_uri", redirect.absoluteString),
            ("state", state),
        ]
        let further = pageParameters.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        return own + scope + further
    }

    var scope: [(String, String)] {
        guard !permissions.isEmpty else { return [] }
        return [("scope", permissions.joined(separator: server.separator))]
    }

    /// Runs `body` and reports a refusal as ``AccountEvent/denied(_:)``.
    func reportingRefusal<Value>(_ body: () throws(APIError) -> Value) throws(APIError) -> Value {
        do {
            return try body()
        } catch {
            if error.code == .notAuthorized {
                report(.denied(error.message ?? error.server?.description ?? ""))
            }
            throw error
        }
    }
}

extension OAuth: TokenRefresher {
    /// Spends the refresh token (RFC 6749, section 6).
    ///
    /// The old refresh token stays if the response contains no new one, or an empty one. A token of the application
    /// itself has no refresh token, so the application signs in again.
    ///
    /// The request is sent again only if the service has certainly not acted on it: if it refuses the connection, or
    /// responds with 503 or 429. A service that replaces refresh tokens may have replaced this one before its response
    /// was lost.
    ///
    /// - Throws: An `APIError` with the code `.notAuthorized` if the user has to sign in again, because the service
    ///   responds with `invalid_grant`, or because there is no refresh token.
    public func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
        guard let refresh = token.refresh, !refresh.isBlank else {
            if token.kinds == .service {
                do throws(APIError) {
                    return try await applicationToken()
                } catch {
                    throw error.afterRefresh
                }
            }
            throw APIError(.notAuthorized, "there is no refresh token: the user has to sign in again")
        }
        let parameters = [("grant_type", "refresh_token"), ("refresh_token", refresh)]
        var refreshed: Token
        do throws(APIError) {
            let reply = try await post(to: server.token, parameters: parameters)
            refreshed = try read(reply, to: parameters).token
        } catch {
            throw error.afterRefresh
        }
        if refreshed.refresh == nil {
            refreshed.refresh = refresh
        }
        if refreshed.permissions == nil {
            refreshed.permissions = token.permissions
        }
        refreshed.kinds = token.kinds
        return refreshed
    }
}

/// Descriptions that do not show the client's secret.
extension OAuth: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "OAuth(\(clientID))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: ["server": server, "clientID": clientID, "permissions": permissions])
    }
}
