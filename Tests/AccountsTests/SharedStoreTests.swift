import Foundation
import Methodical
import MethodicalAccounts
import Testing

/// Two processes with one folder of tokens, each with an `AccountStore` of its own.
@Suite struct SharedStoreTests {
    private static let now = Date()

    private static func token(_ secret: String, age: Double, lifetime: Duration = .seconds(3600)) -> Token {
        Token(secret, created: now.addingTimeInterval(-age), lifetime: lifetime, refresh: "refresh of \(secret)")
    }

    private func store(_ tokens: MemoryTokenStore, _ service: OneTimeTokens) throws -> (AccountStore, Account) {
        let accounts = try AccountStore(for: API.self, tokens: tokens, renewal: service)
        return (accounts, try #require(accounts[1]))
    }

    /// A refresh token serves once. Who comes second would have signed the user out.
    @Test func whatAnotherProcessHasRenewedIsNotRenewedAgain() async throws {
        let (tokens, service) = (MemoryTokenStore(), OneTimeTokens([Self.token("second", age: 10), Self.token("third", age: 0)]))
        tokens.store(Self.token("first", age: 5000), for: 1)
        let ((one, first), (other, second)) = try (store(tokens, service), store(tokens, service))
        #expect(try await first.renew().secret == "second")
        #expect(try await second.renew().secret == "second")
        #expect(service.spent == ["refresh of first"])
        // From then on it is the other's as well.
        #expect(try await second.renew().secret == "third")
        #expect(tokens.token(for: 1)?.secret == "third" && one[1]?.token?.secret == "second" && other[1]?.token?.secret == "third")
    }

    /// What the other has renewed may have ended since.
    @Test func anotherProcessesTokenThatHasExpiredIsRenewed() async throws {
        let (tokens, service) = (MemoryTokenStore(), OneTimeTokens([Self.token("third", age: 0)]))
        tokens.store(Self.token("first", age: 9000), for: 1)
        let (_, account) = try store(tokens, service)
        tokens.store(Self.token("second", age: 5000), for: 1)
        #expect(try await account.renew().secret == "third")
        #expect(service.spent == ["refresh of second"] && tokens.token(for: 1)?.secret == "third")
    }

    /// Both ask at once: the second is refused, and finds what the first one got.
    @Test func whoComesSecondTakesWhatTheFirstGot() async throws {
        let (tokens, service) = (MemoryTokenStore(), OneTimeTokens([]))
        tokens.store(Self.token("first", age: 5000), for: 1)
        let (accounts, account) = try store(tokens, service)
        service.meanwhile.withLock { $0 = { tokens.store(Self.token("second", age: 0), for: 1) } }
        #expect(try await account.renew().secret == "second")
        #expect(accounts[1]?.token?.secret == "second")
    }

    /// What could not be stored is newer than what lies there.
    @Test func anOlderTokenIsNoNewOne() async throws {
        let (tokens, service) = (MemoryTokenStore(), OneTimeTokens([Self.token("third", age: 0)]))
        tokens.store(Self.token("second", age: 100), for: 1)
        let (_, account) = try store(tokens, service)
        tokens.store(Self.token("first", age: 200), for: 1)
        #expect(try await account.renew().secret == "third")
        #expect(service.spent == ["refresh of second"])
    }
}

/// Hands out its tokens one after the other; none is left: the refresh token is spent.
private final class OneTimeTokens: TokenRenewal {
    private let state: Locked<(tokens: [Token], spent: [String])>
    /// What happens before the next one is refused.
    let meanwhile = Locked<(@Sendable () -> Void)?>(nil)

    init(_ tokens: [Token]) { state = Locked((tokens, [])) }

    var spent: [String] { state.withLock { $0.spent } }

    func renew(_ token: Token, of account: AccountID) async throws -> Token {
        meanwhile.withLock { $0 }?()
        return try state.withLock { state in
            state.spent.append(token.refresh ?? "")
            guard !state.tokens.isEmpty else { throw APIError(.notAuthorized, "invalid_grant") }
            return state.tokens.removeFirst()
        }
    }
}

private struct API: APIClient {
    let client: Client
    static let api = APIDescription(name: "Sample", baseURL: "https://sample.example/")
    static var _runtime: RuntimeVersion { .v1 }
}
