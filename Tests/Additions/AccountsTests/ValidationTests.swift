import Foundation
import LoopbackServer
import Methodical
import MethodicalAccounts
import Testing

/// Tests of validation: the server demands a proof of the user's identity and returns a new token, which the account
/// stores.
@Suite struct ValidationTests {
    private let tokens = MemoryTokenStore()

    @Test(arguments: [true, false]) func aValidationsTokenIsStoredBeforeItIsUsed(refreshes: Bool) async throws {
        let stored = Locked([String?]())
        let server = try server { [tokens] in stored.withLock { $0.append(tokens.token(for: 1)?.secret) } }
        let accounts = try AccountStore(for: Validating.self, tokens: tokens, refresher: refreshes ? Refresh() : nil)
        var old = Token("old", kinds: .user)
        old.userName = "Ada"
        let account = try await accounts.add(Account(id: 1, token: old))
        var events = accounts.events.makeAsyncIterator()
        let api = Validating(account: account, configuration: Client.Configuration(baseURL: server.baseURL))
        api.onChallenge { _ in .redirect(try #require(URL(string: Self.page))) }
        #expect(try await api.call("m", as: Int.self).send() == 1)
        // Otherwise there is no event to wait for.
        try #require(stored.withLock { $0 } == ["old", "validated"])
        #expect(tokens.token(for: 1)?.kinds == .user && tokens.token(for: 1)?.userName == "Ada")
        #expect(await events.next() == .tokenRefreshed(1))
        // The token is refreshed like any other.
        if refreshes {
            #expect(
                try await account.refreshToken().secret == "refreshed" && tokens.token(for: 1)?.secret == "refreshed")
        }
        // Another start of the program finds it.
        let later = try AccountStore(for: Validating.self, tokens: tokens)
        #expect(later.current.token?.secret == (refreshes ? "refreshed" : "validated"))
    }

    /// A user who signs out while the page is open stays signed out. One who signs in again keeps the newer token.
    @Test(arguments: [nil, Token("newer")]) func aValidationBringsNoAccountBack(newer: Token?) async throws {
        let server = try server()
        let accounts = try AccountStore(for: Validating.self, tokens: tokens)
        let account = try await accounts.add(Account(id: 1, token: Token("old")))
        let api = Validating(account: account, configuration: Client.Configuration(baseURL: server.baseURL))
        let asked = Locked(0)
        api.onChallenge { _ in
            guard
                asked.withLock({
                    $0 += 1; return $0
                }) == 1
            else { return .giveUp }
            try await accounts.remove(1)
            if let newer { try await accounts.add(Account(id: 1, token: newer)) }
            return .redirect(try #require(URL(string: Self.page)))
        }
        await #expect { try await api.call("m", as: Int.self).send() } throws: {
            ($0 as? APIError)?.code == .challenged
        }
        #expect(tokens.token(for: 1) == newer && accounts[1]?.token == newer)
    }

    private static let page = "https://oauth.example/blank.html#success=1&access_token=validated&user_id=1"

    /// A server that accepts only the validated token.
    private func server(_ asked: @escaping @Sendable () -> Void = {}) throws -> LoopbackServer {
        try LoopbackServer { request in
            asked()
            let validation =
                #"{"error":{"error_code":17,"error_msg":"Validation required","redirect_uri":"https://m.example/login"}}"#
            return .http(200, [], request.body.contains("access_token=validated") ? #"{"response":1}"# : validation)
        }
    }
}

private struct Refresh: TokenRefresher {
    func refresh(_ token: Token, of account: Account.ID) async throws -> Token { Token("refreshed") }
}

private struct Validating: APIClient {
    let client: Client
    static let api = APIDescription(
        name: "Validating", baseURL: "https://sample.example/", authorization: .parameter("access_token"),
        envelope: APIEngine.Envelope(result: "response", error: "error", code: "error_code", message: "error_msg"),
        meanings: [.validation: [17]], challenges: [.validationPage: "redirect_uri"])
}
