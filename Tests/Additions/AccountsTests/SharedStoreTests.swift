import Foundation
import Methodical
import MethodicalAccounts
import Testing

/// Tests of two processes that share a folder of tokens, each with its own `AccountStore`.
@Suite struct SharedStoreTests {
    private static let now = Date()

    private static func token(_ secret: String, age: Double, generation: UInt64 = 0) -> Token {
        var token = Token(
            secret, created: now.addingTimeInterval(-age), lifetime: .seconds(3600), refresh: "refresh of \(secret)")
        token.generation = generation
        return token
    }

    private func store(_ tokens: MemoryTokenStore, _ service: OneTimeTokens) throws -> (AccountStore, Account) {
        let accounts = try AccountStore(
            for: API.self, tokens: tokens, refresher: service, patience: .seconds(3600))
        return (accounts, try #require(accounts[1]))
    }

    /// A refresh token works once. The second process would have signed the user out.
    @Test func whatAnotherProcessHasRefreshedIsNotRefreshedAgain() async throws {
        let (tokens, service) = (
            MemoryTokenStore(), OneTimeTokens([Self.token("second", age: 10), Self.token("third", age: 0)])
        )
        tokens.store(Self.token("first", age: 5000), for: 1)
        let ((one, first), (other, second)) = try (store(tokens, service), store(tokens, service))
        #expect(try await first.refreshToken().secret == "second")
        #expect(try await second.refreshToken().secret == "second")
        #expect(service.spent == ["refresh of first"])
        // The new token is the other store's as well.
        #expect(try await second.refreshToken().secret == "third")
        #expect(
            tokens.token(for: 1)?.secret == "third" && one[1]?.token?.secret == "second"
                && other[1]?.token?.secret == "third")
    }

    /// The token that the other process got may have expired since.
    @Test func anotherProcessesTokenThatHasExpiredIsRefreshed() async throws {
        let (tokens, service) = (MemoryTokenStore(), OneTimeTokens([Self.token("third", age: 0)]))
        tokens.store(Self.token("first", age: 9000), for: 1)
        let (_, account) = try store(tokens, service)
        tokens.store(Self.token("second", age: 5000), for: 1)
        #expect(try await account.refreshToken().secret == "third")
        #expect(service.spent == ["refresh of second"] && tokens.token(for: 1)?.secret == "third")
    }

    /// Both refresh at once. The second is refused and finds the first one's token.
    @Test func whoComesSecondTakesWhatTheFirstGot() async throws {
        let (tokens, service) = (MemoryTokenStore(), OneTimeTokens([]))
        tokens.store(Self.token("first", age: 5000), for: 1)
        let (accounts, account) = try store(tokens, service)
        service.meanwhile.withLock { $0 = { tokens.store(Self.token("second", age: 0), for: 1) } }
        #expect(try await account.refreshToken().secret == "second")
        #expect(accounts[1]?.token?.secret == "second")
    }

    /// The stored token may come from a backup.
    @Test func anOlderTokenIsNoNewOne() async throws {
        let (tokens, service) = (MemoryTokenStore(), OneTimeTokens([Self.token("third", age: 0)]))
        tokens.store(Self.token("second", age: 100, generation: 2), for: 1)
        let (accounts, account) = try store(tokens, service)
        tokens.store(Self.token("first", age: 200, generation: 1), for: 1)
        try accounts.reload()
        #expect(account.token?.secret == "second")
        #expect(try await account.refreshToken().secret == "third")
        #expect(service.spent == ["refresh of second"] && tokens.token(for: 1)?.generation == 3)
    }

    /// Another process refreshed after its clock was set back two hours. Its token looks older but is newer.
    @Test(arguments: [0, 1] as [UInt64]) func aClockThatWasSetBackMakesNoTokenOlder(generation: UInt64) async throws {
        let (tokens, service) = (MemoryTokenStore(), OneTimeTokens([]))
        tokens.store(Self.token("first", age: -5400, generation: generation), for: 1)
        let (_, account) = try store(tokens, service)
        tokens.store(Self.token("second", age: 1800, generation: generation == 0 ? 0 : generation + 1), for: 1)
        #expect(try await account.refreshToken().secret == "second")
        #expect(service.spent == [])
    }

    /// A refused token counts as refused until another process stores a newer one.
    @Test func aRefusalEndsWithTheNextStoredToken() async throws {
        let (tokens, service) = (MemoryTokenStore(), OneTimeTokens([]))
        tokens.store(Self.token("first", age: 5000), for: 1)
        let (_, account) = try store(tokens, service)
        for _ in 1...3 {
            await #expect { try await account.refreshToken() } throws: { ($0 as? APIError)?.code == .notAuthorized }
        }
        // The refused refresh token is not spent again.
        #expect(service.spent == ["refresh of first"])
        tokens.store(Self.token("second", age: 0), for: 1)
        #expect(try await account.refreshToken().secret == "second")
        #expect(service.spent == ["refresh of first"])
    }

    /// Two stores that refresh at the same moment spend one refresh token.
    @Test func refreshesOfTwoStoresExcludeEachOther() async throws {
        let (tokens, service) = (
            MemoryTokenStore(), OneTimeTokens([Self.token("second", age: 0)], delay: .milliseconds(100))
        )
        tokens.store(Self.token("first", age: 5000), for: 1)
        let stores = try (0..<8).map { _ in try store(tokens, service) }
        let secrets = try await withThrowingTaskGroup(of: String.self) { group in
            for (_, account) in stores { group.addTask { try await account.refreshToken().secret } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(secrets == ["second"] && service.spent == ["refresh of first"])
    }

    /// A process that hangs during a refresh delays the others' calls, but does not block the account.
    @Test func aStuckRefreshIsNotWaitedForWithoutEnd() async throws {
        let (tokens, service) = (MemoryTokenStore(), OneTimeTokens([Self.token("second", age: 0)]))
        tokens.store(Self.token("first", age: 5000), for: 1)
        let account = try #require(
            try AccountStore(for: API.self, tokens: tokens, refresher: service, patience: .milliseconds(50))[1])
        let stuck = try #require(tokens.refreshLock(for: 1))
        await #expect { try await account.refreshToken() } throws: { ($0 as? APIError)?.code == .timedOut }
        #expect(service.spent == [])
        stuck.release()
        #expect(try await account.refreshToken().secret == "second")
    }

    /// The user signs out and in again in another process. The generations of the two sign-ins are unrelated.
    @Test func anotherSignInCounts() async throws {
        let (tokens, service) = (MemoryTokenStore(), OneTimeTokens([]))
        tokens.store(Self.token("first", age: 5000, generation: 7 << 32 | 9), for: 1)
        let (_, account) = try store(tokens, service)
        let other = try AccountStore(for: API.self, tokens: tokens)
        try await other.remove(1)
        try await other.add(Account(id: 1, token: Self.token("again", age: 10)))
        #expect(try await account.refreshToken().secret == "again")
        #expect(service.spent == [])
    }
}

/// A refresher that returns its tokens in order. After the last one, the refresh token is spent.
private final class OneTimeTokens: TokenRefresher {
    private let state: Locked<(tokens: [Token], spent: [String])>
    /// An action before the next refusal.
    let meanwhile = Locked<(@Sendable () -> Void)?>(nil)
    private let delay: Duration

    init(_ tokens: [Token], delay: Duration = .zero) { (state, self.delay) = (Locked((tokens, [])), delay) }

    var spent: [String] { state.withLock { $0.spent } }

    func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
        meanwhile.withLock { $0 }?()
        try await Task.sleep(for: delay)
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
}
