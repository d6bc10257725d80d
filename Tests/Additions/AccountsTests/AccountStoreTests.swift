import Foundation
import Methodical
import MethodicalAccounts
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct AccountStoreTests {
    static let ada = Account(id: 1, token: Token("ada's token", permissions: ["friends"]))
    static let bob = Account(id: 2, token: Token("bob's token"))

    @Test func addsActivatesAndFindsAgain() async throws {
        let tokens = MemoryTokenStore()
        let accounts = try AccountStore(for: Sample.self, tokens: tokens)
        #expect(accounts.current.id == .anonymous)
        try await accounts.add(Self.ada)
        try await accounts.add(Self.bob)
        #expect(accounts.all.map(\.id) == [1, 2])
        // The first account stays active until another is activated.
        #expect(accounts.current.id == 1)
        try await accounts.activate(2)
        #expect(accounts.current == Self.bob)

        let again = try AccountStore(for: Sample.self, tokens: tokens)
        #expect(again.all.map(\.token?.secret) == ["ada's token", "bob's token"])
        #expect(again.current.id == 2)
        #expect(again[1]?.token?.has("friends") == true)
        #expect(again[3] == nil)
    }

    /// The old SDK lost its accounts when an anonymous one existed, and never found the anonymous one again.
    @Test func theAnonymousAccountIsBesideTheOthers() async throws {
        let accounts = try AccountStore(for: Sample.self, tokens: MemoryTokenStore())
        let nobody = accounts.current
        try await accounts.add(Self.ada)
        try await accounts.activate(.anonymous)
        #expect(accounts.current == nobody)
        #expect(accounts.current.token == nil)
        #expect(accounts.all.map(\.id) == [1])
        try await accounts.activate(1)
        #expect(accounts.current.id == 1)
    }

    @Test func signingInAgainUpdatesTheTokenForAllWhoHoldTheAccount() async throws {
        let cache = Removals()
        let accounts = try AccountStore(for: Sample.self, tokens: MemoryTokenStore(), cache: cache)
        let held = try await accounts.add(Self.ada)
        try await accounts.add(Account(id: 1, token: Token("newer")))
        #expect(held.token?.secret == "newer")
        #expect(accounts.all.count == 1)
        #expect(cache.removed == [])
    }

    @Test func removingTakesThatAccountOnly() async throws {
        let tokens = MemoryTokenStore()
        let cache = Removals()
        let jar = try Self.jar()
        let accounts = try AccountStore(
            for: Sample.self, tokens: tokens, cache: cache, cookies: { $0 == 1 ? jar : nil })
        let ada = try await accounts.add(Self.ada)
        let bob = try await accounts.add(Self.bob)
        try await accounts.remove(1)
        #expect(ada.token == nil)
        #expect(bob.token?.secret == "bob's token")
        #expect(accounts.all == [bob])
        #expect(accounts.current.id == .anonymous)
        #expect(tokens.ids() == [2])
        #expect(cache.removed == [1])
        #expect(jar.cookies ?? [] == [])
        // No account is left.
        try await accounts.remove(1)
        #expect(cache.removed == [1])
        try await accounts.removeAll()
        #expect(accounts.all == [])
        #expect(tokens.ids() == [])
    }

    /// A user can sign out although another process holds the cache, and the cache can be cleared after it is free
    /// again.
    @Test func aCacheThatCannotBeClearedKeepsNobodySignedIn() async throws {
        let (tokens, cache) = (MemoryTokenStore(), Removals())
        let accounts = try AccountStore(for: Sample.self, tokens: tokens, cache: cache)
        for account in [Self.ada, Self.bob] { try await accounts.add(account) }
        var events = accounts.events.makeAsyncIterator()
        cache.isLocked.withLock { $0 = true }
        await #expect { try await accounts.removeAll() } throws: { ($0 as? APIError)?.code == .storage }
        #expect(accounts.all == [] && tokens.ids() == [] && tokens.current() == nil)
        try await accounts.add(Account(id: 3, token: Token("t")))
        var told: [AccountEvent] = []
        while told.last != .signedIn(3), let event = await events.next() { told.append(event) }
        #expect(told == [.signedOut(1), .signedOut(2), .signedIn(3)])
        cache.isLocked.withLock { $0 = false }
        for id: Account.ID in [1, 2, 1] { try await accounts.remove(id) }
        #expect(cache.removed == [1, 2])
    }

    private static func jar() throws -> HTTPCookieStorage {
        let jar = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        let cookie = HTTPCookie(properties: [.name: "session", .value: "1", .domain: "example.com", .path: "/"])
        jar.setCookie(try #require(cookie))
        #expect(jar.cookies?.count == 1)
        return jar
    }

    @Test func unknownAndUnusableAccountsAreRefused() async throws {
        let accounts = try AccountStore(for: Sample.self, tokens: MemoryTokenStore())
        await #expect { try await accounts.activate(9) } throws: { "\($0)" == "invalidRequest: there is no account 9" }
        await #expect { try await accounts.add(.anonymous) } throws: { ($0 as? APIError)?.code == .invalidRequest }
        await #expect { try await accounts.add(Account(id: 1, token: nil)) } throws: {
            ($0 as? APIError)?.code == .invalidRequest
        }
    }

    @Test func tokensAreReadOnce() async throws {
        let tokens = Counting()
        try tokens.store(Token("t"), for: 1)
        let accounts = try AccountStore(for: Sample.self, tokens: tokens)
        for _ in 0..<100 { _ = (accounts.all, accounts.current, accounts[1]?.token) }
        #expect(tokens.reads == 1)
    }

    @Test func anotherProcessIsSeenWhenAsked() async throws {
        let tokens = MemoryTokenStore()
        let here = try AccountStore(for: Sample.self, tokens: tokens)
        let there = try AccountStore(for: Sample.self, tokens: tokens)
        let ada = try await here.add(Self.ada)
        try there.reload()
        #expect(there.current.id == 1)
        try await there.add(Account(id: 1, token: Token("newer")))
        try await there.add(Self.bob)
        try here.reload()
        #expect(ada.token?.secret == "newer")
        try await there.remove(1)
        try here.reload()
        #expect(here.all.map(\.id) == [2])
        #expect(ada.token == nil)
    }

    @Test func refreshedTokensAreStored() async throws {
        let tokens = MemoryTokenStore()
        let accounts = try AccountStore(
            for: Sample.self, tokens: tokens, refresher: Fixed(result: .success(Token("refreshed"))))
        let account = try await accounts.add(Self.ada)
        var events = accounts.events.makeAsyncIterator()
        #expect(try await account.refreshToken().secret == "refreshed")
        #expect(tokens.token(for: 1)?.secret == "refreshed")
        #expect(await events.next() == .tokenRefreshed(1))
    }

    /// A refresh may end after the user has signed out or signed in again.
    @Test(arguments: [nil, Token("signed in again")]) func aRefreshBringsNoAccountBack(newer: Token?) async throws {
        let tokens = MemoryTokenStore()
        let (asked, asking) = AsyncStream.makeStream(of: Void.self)
        let (answers, answering) = AsyncStream.makeStream(of: Token.self)
        let refresher = Waiting(asked: asking, answers: answers)
        let accounts = try AccountStore(for: Sample.self, tokens: tokens, refresher: refresher)
        let expired = Token("ada's token", created: Date(timeIntervalSince1970: 0), lifetime: .seconds(1))
        let account = try await accounts.add(Account(id: 1, token: expired))
        let (events, observer) = Observing.make()
        let client = Client(Sample.api, account: account, configuration: Client.Configuration(observers: [observer]))
        let call = Task { try await Request<Int>(Call(client, .init("m"))).send() }
        for await _ in asked { break }
        try await accounts.remove(1)
        if let newer { try await accounts.add(Account(id: 1, token: newer)) }
        answering.yield(Token("refreshed"))
        for await event in events where [.tokenRefreshed, .tokenRefreshFailed(.notAuthorized)].contains(event.kind) {
            break
        }
        #expect(tokens.token(for: 1) == newer)
        #expect(accounts[1]?.token == newer)
        call.cancel()
    }

    /// Another process has signed the account out. A refresh in this process does not store a token for it.
    @Test func aRefreshBringsNoAccountBackForOthers() async throws {
        let tokens = MemoryTokenStore()
        let accounts = try AccountStore(
            for: Sample.self, tokens: tokens, refresher: Fixed(result: .success(Token("refreshed"))))
        let account = try await accounts.add(Self.ada)
        tokens.remove(1)
        #expect(try await account.refreshToken().secret == "refreshed")
        #expect(tokens.token(for: 1) == nil)
    }

    @Test func theEventsTellHowARefreshFailed() async throws {
        for (error, event) in [
            (APIError(.notAuthorized), AccountEvent.expired(1)), (APIError(.offline), .tokenRefreshFailed(1, .offline)),
        ] {
            let accounts = try AccountStore(
                for: Sample.self, tokens: MemoryTokenStore(), refresher: Fixed(result: .failure(error)))
            let account = try await accounts.add(Self.ada)
            var events = accounts.events.makeAsyncIterator()
            await #expect { try await account.refreshToken() } throws: { ($0 as? APIError)?.code == error.code }
            #expect(await events.next() == event)
        }
    }

    /// Reloading the store during a refresh does not bring back the old token, whose refresh token is spent.
    @Test func reloadingDuringARefreshKeepsTheNewToken() async throws {
        let tokens = SlowToRead()
        let refresher = Fixed(result: .success(Token("refreshed")))
        let accounts = try AccountStore(for: Sample.self, tokens: tokens, refresher: refresher)
        let account = try await accounts.add(Self.ada)
        let (reads, read) = AsyncStream.makeStream(of: Void.self)
        tokens.onRead.withLock { $0 = { read.yield() } }
        let (ends, end) = AsyncStream.makeStream(of: Bool.self)
        Thread.detachNewThread { end.yield((try? accounts.reload()) != nil) }
        for await _ in reads { break }
        // The reload has already read the old token.
        #expect(try await account.refreshToken().secret == "refreshed")
        for await isRead in ends {
            #expect(isRead)
            break
        }
        #expect(account.token?.secret == "refreshed")
    }

    /// A full disk does not fail the call. The token works until the program ends, and an event reports the failure.
    @Test func aRefreshedTokenServesEvenWhereItCannotBeStored() async throws {
        let tokens = Counting()
        let accounts = try AccountStore(
            for: Sample.self, tokens: tokens, refresher: Fixed(result: .success(Token("refreshed"))))
        let account = try await accounts.add(Self.ada)
        var events = accounts.events.makeAsyncIterator()
        tokens.fill()
        #expect(try await account.refreshToken().secret == "refreshed")
        #expect(account.token?.secret == "refreshed")
        #expect(await events.next() == .tokenRefreshFailed(1, .storage))
        #expect(await events.next() == .tokenRefreshed(1))
        #expect(try tokens.token(for: 1)?.secret == "ada's token")
    }

    @Test func aBrokenStoreIsAClearError() async throws {
        let accounts = try AccountStore(for: Sample.self, tokens: Counting(isFull: true))
        await #expect { try await accounts.add(Self.ada) } throws: { error in
            "\(error)" == "storage: the accounts could not be read or written: no space left (Full)"
        }
        // An account that could not be stored is not listed.
        #expect(accounts.all == [])
    }
}

/// A token store whose reads take long.
private final class SlowToRead: TokenStore {
    let onRead = Locked<(@Sendable () -> Void)?>(nil)
    private let tokens = MemoryTokenStore()

    func ids() -> [Account.ID] { tokens.ids() }
    func token(for id: Account.ID) -> Token? {
        let token = tokens.token(for: id)
        let tell = onRead.withLock { hook in
            defer { hook = nil }
            return hook
        }
        guard let tell else { return token }
        tell()
        Thread.sleep(forTimeInterval: 0.3)
        return token
    }
    func store(_ token: Token, for id: Account.ID) { tokens.store(token, for: id) }
    func remove(_ id: Account.ID) { tokens.remove(id) }
    func current() -> Account.ID? { tokens.current() }
    func setCurrent(_ id: Account.ID?) { tokens.setCurrent(id) }
}

private struct Fixed: TokenRefresher {
    let result: Result<Token, APIError>
    func refresh(_ token: Token, of account: Account.ID) async throws -> Token { try result.get() }
}

/// A refresher that reports each request and waits for the test's token.
private struct Waiting: TokenRefresher {
    let asked: AsyncStream<Void>.Continuation
    let answers: AsyncStream<Token>

    func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
        asked.yield()
        for await answer in answers { return answer }
        throw APIError(.cancelled)
    }
}

private struct Observing: ClientObserver {
    let continuation: AsyncStream<ClientEvent>.Continuation

    static func make() -> (AsyncStream<ClientEvent>, Observing) {
        let (stream, continuation) = AsyncStream.makeStream(of: ClientEvent.self)
        return (stream, Observing(continuation: continuation))
    }

    func observe(_ event: ClientEvent) { continuation.yield(event) }
}

/// A token store that counts its reads. If it is full, it stores no token.
private final class Counting: TokenStore {
    private let tokens = MemoryTokenStore()
    private let count = Locked(0)
    private let isFull: Locked<Bool>

    init(isFull: Bool = false) { self.isFull = Locked(isFull) }

    func fill() { isFull.withLock { $0 = true } }

    struct Full: Error, CustomStringConvertible { var description: String { "no space left" } }

    var reads: Int { count.withLock { $0 } }
    func ids() throws -> [Account.ID] { tokens.ids() }
    func token(for id: Account.ID) throws -> Token? {
        count.withLock { $0 += 1 }
        return tokens.token(for: id)
    }
    func store(_ token: Token, for id: Account.ID) throws {
        if isFull.withLock({ $0 }) { throw Full() }
        tokens.store(token, for: id)
    }
    func remove(_ id: Account.ID) throws { tokens.remove(id) }
    func current() throws -> Account.ID? { tokens.current() }
    func setCurrent(_ id: Account.ID?) throws { tokens.setCurrent(id) }
}

/// A cache store that only records the accounts to remove.
private final class Removals: CacheStore {
    let isLocked = Locked(false)
    private let ids = Locked([Account.ID]())
    var removed: [Account.ID] { ids.withLock { $0 } }
    func entry(_ key: CacheKey) -> CacheEntry? { nil }
    func store(_ entry: CacheEntry, _ key: CacheKey) {}
    func remove(_ key: CacheKey) {}
    func size(_ scope: CacheKey.Scope) -> Int { 0 }
    func removeAll(_ scope: CacheKey.Scope) throws {
        if isLocked.withLock({ $0 }) { throw APIError(.storage, "the cache is locked by another process") }
        if case .account(let id, api: "Sample") = scope { ids.withLock { $0.append(id) } }
    }
}

private struct Sample: APIClient {
    let client: Client
    static let api = APIDescription(name: "Sample", baseURL: "https://sample.example/")
}
