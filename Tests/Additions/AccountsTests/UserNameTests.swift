import Foundation
import Methodical
import MethodicalAccounts
import Testing
import VKAPI

/// Tests of the name of an account's user after the sign-in.
@Suite struct UserNameTests {
    private struct Refresh: TokenRefresher {
        var name: String?
        func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
            var token = Token("refreshed")
            token.userName = name
            return token
        }
    }

    private var token: Token {
        var token = Token("T")
        token.userName = "Ada Secretary"
        return token
    }

    @Test func itSurvivesTheStoreAndRefreshes() async throws {
        let tokens = MemoryTokenStore()
        let accounts = try AccountStore(for: VK.self, tokens: tokens, refresher: Refresh())
        let account = try await accounts.add(Account(id: 7, token: token))
        #expect(try await account.refreshToken().userName == "Ada Secretary")
        #expect(account.name == "Ada Secretary" && tokens.token(for: 7)?.secret == "refreshed")
        #expect(try AccountStore(for: VK.self, tokens: tokens).current.name == "Ada Secretary")
        // A sign-in that could not fetch the user keeps the name that is known.
        try await accounts.add(Account(id: 7, token: Token("T2")))
        #expect(account.token?.secret == "T2" && account.name == "Ada Secretary")
    }

    /// Another process has signed in with the same token, and has fetched the user.
    @Test func itComesWithAReload() async throws {
        let tokens = MemoryTokenStore()
        let accounts = try AccountStore(for: VK.self, tokens: tokens)
        let account = try await accounts.add(Account(id: 7, token: Token("T")))
        let others = try AccountStore(for: VK.self, tokens: tokens)
        var named = try #require(tokens.token(for: 7))
        named.userName = "Ada Secretary"
        try await others.add(Account(id: 7, token: named))
        try accounts.reload()
        #expect(account.name == "Ada Secretary" && account.token?.secret == "T")
    }

    @Test func itSurvivesARefreshWithoutAStore() async throws {
        let account = Account(id: 7, token: token, refresher: Refresh())
        try await account.refreshToken()
        #expect(account.token?.secret == "refreshed" && account.name == "Ada Secretary")
        let renamed = Account(id: 7, token: token, refresher: Refresh(name: "Ada Lovelace"))
        try await renamed.refreshToken()
        #expect(renamed.name == "Ada Lovelace")
    }

    @Test func recordsWithAndWithoutIt() throws {
        let record = try TokenRecord(TokenRecord(token, of: 7).bytes())
        #expect(record.token.userName == "Ada Secretary")
        let earlier = try TokenRecord(Data(#"{"format":1,"account":"7","secret":"T","kinds":1}"#.utf8))
        #expect(earlier.id == 7 && earlier.token.secret == "T" && earlier.token.userName == nil)
    }

    @Test func nothingPrintsIt() async throws {
        let account = Account(id: 7, token: token)
        let user = SignedInUser(id: 7, name: "Ada Secretary")
        for value in [account, token, user, AccountEvent.signedIn(7), account.token as Any] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains("Secretary")) }
        }
        #expect("\(user)" == "user 7")
    }
}
