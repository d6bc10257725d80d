import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of the refresh of a token: one refresh serves all waiters, whatever happens meanwhile.
@Suite struct RefreshTests {
    static let old = Token("old-secret", refresh: "refresh-secret")
    static let new = Token("new-secret")

    @Test func onceForAll() async throws {
        let refresher = Refreshing { _ in
            try await Task.sleep(for: .milliseconds(20))
            return Self.new
        }
        let account = Account(id: 1, token: Self.old, refresher: refresher)
        let tokens = await withTaskGroup(of: Result<Token, APIError>.self) { group in
            for _ in 0..<10_000 { group.addTask { await account.refreshed() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tokens.count == 10_000)
        #expect(try tokens.allSatisfy { try $0.get() == Self.new })
        #expect(refresher.count == 1)
        #expect(account.token == Self.new)
        // A call that arrives later with the old token gets the new one.
        #expect(try await account.refreshed().get() == Self.new)
        #expect(refresher.count == 1)
    }

    @Test("A refused refresh fails later calls, too, without its secret, until the account has a new token")
    func refusalSticks() async throws {
        let refresher = Refreshing { _ in throw APIError(.notAuthorized, "refresh-secret is no good") }
        let account = Account(id: 1, token: Self.old, refresher: refresher)
        for _ in 0..<3 {
            let error = try #require(await account.refreshed().error)
            #expect(error.code == .notAuthorized)
            #expect(error.message == "the token could not be refreshed: <secret> is no good")
        }
        #expect(refresher.count == 1)
        account.replace(Self.new)
        #expect(try await account.refreshed(after: Self.old).get() == Self.new)
    }

    @Test func connectionTroubleIsTriedAgain() async throws {
        let refresher = Refreshing { count in
            if count == 1 { throw URLError(.networkConnectionLost) }
            return Self.new
        }
        let account = Account(id: 1, token: Self.old, refresher: refresher)
        #expect(await account.refreshed().error?.code == .connection)
        #expect(try await account.refreshed().get() == Self.new)
        #expect(refresher.count == 2)
    }

    @Test func theCancelledLeaveAndTheOthersStay() async throws {
        let gate = Gate()
        let refresher = Refreshing { _ in
            await gate.wait()
            return Self.new
        }
        let account = Account(id: 1, token: Self.old, refresher: refresher)
        let first = Task { await account.refreshed() }
        while refresher.count == 0 { await Task.yield() }
        let second = Task { await account.refreshed() }
        first.cancel()
        #expect(await first.value.error?.code == .cancelled)
        await gate.open()
        #expect(try await second.value.get() == Self.new)
        #expect(refresher.count == 1)
    }

    @Test func cancelledBeforeItWaits() async throws {
        let refresher = Refreshing { _ in Self.new }
        let account = Account(id: 1, token: Self.old, refresher: refresher)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await account.refreshed()
        }
        #expect(await task.value.error?.code == .cancelled)
        #expect(refresher.count == 0)
    }

    @Test func signingInMeanwhileWins() async throws {
        let gate = Gate()
        let refresher = Refreshing { count in
            if count == 1 { await gate.wait() }
            return Token("refreshed \(count)")
        }
        let account = Account(id: 1, token: Self.old, refresher: refresher)
        let waiting = Task { await account.refreshed() }
        while refresher.count == 0 { await Task.yield() }
        account.replace(Self.new)
        #expect(try await waiting.value.get() == Self.new)
        // The newer token expires while the first refresh is still in progress, and gets a refresh of its own.
        #expect(try await account.refreshed(after: Self.new).get() == Token("refreshed 2"))
        await gate.open()
        while refresher.ended < 2 { await Task.yield() }
        #expect(account.token == Token("refreshed 2"))
    }

    @Test func signingOutFailsThoseWhoWait() async throws {
        let gate = Gate()
        let account = Account(
            id: 1, token: Self.old,
            refresher: Refreshing { _ in
                await gate.wait()
                return Self.new
            })
        let waiting = Task { await account.refreshed() }
        while await !gate.isAwaited { await Task.yield() }
        account.replace(nil)
        #expect(await waiting.value.error?.code == .notAuthorized)
        await gate.open()
        #expect(account.token == nil)
    }

    @Test("A token expires at the end of its lifetime, if it has one, and has only the permissions given")
    func expiry() {
        let created = Date(timeIntervalSince1970: 1000)
        let token = Token("t", permissions: ["friends"], created: created, lifetime: .seconds(60))
        #expect(!token.isExpired(at: created + 59))
        #expect(token.isExpired(at: created + 60))
        #expect(!Token("t", created: created).isExpired())
        #expect(token.has("friends"))
        #expect(!token.has("wall"))
    }
}

extension Account {
    fileprivate func refreshed(after old: Token = RefreshTests.old) async -> Result<Token, APIError> {
        do {
            return .success(try await state.token(after: old) { _ in })
        } catch {
            return .failure(error)
        }
    }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

/// A refresher that counts its calls.
final class Refreshing: TokenRefresher {
    private let body: @Sendable (Int) async throws -> Token
    private let counts = Locked((begun: 0, ended: 0))

    init(_ body: @escaping @Sendable (Int) async throws -> Token) { self.body = body }

    var count: Int { counts.withLock { $0.begun } }
    var ended: Int { counts.withLock { $0.ended } }

    func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
        let count = counts.withLock {
            $0.begun += 1
            return $0.begun
        }
        defer { counts.withLock { $0.ended += 1 } }
        return try await body(count)
    }
}

/// A gate that suspends all callers until it is opened.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    var isAwaited: Bool { !waiting.isEmpty }

    func wait() async {
        if !isOpen { await withCheckedContinuation { waiting.append($0) } }
    }

    func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

/// Tests of a refresh within a call, over real sockets.
@Suite struct RefreshingCallsTests {
    static let api = plainAPI {
        $0.envelope = Envelope(result: "response", error: "error", code: "error_code", message: "error_msg")
        $0.meanings = [.expiredToken: [5]]
        $0.authorization = .parameter("access_token")
    }

    private func client(
        _ server: LoopbackServer, _ refresher: (any TokenRefresher)?, _ observers: [any ClientObserver] = []
    ) -> Client {
        let account = Account(id: 1, token: Token("old", refresh: "r"), refresher: refresher)
        // The last of ten thousand calls may wait for a connection for more than a minute, which counts as silence.
        let session = SessionOptions { $0.idleTimeout = .seconds(3600) }
        return Client(
            Self.api, account: account,
            configuration: Client.Configuration(
                baseURL: server.baseURL, observers: observers, cache: nil, session: session))
    }

    private static func server(_ expired: LoopbackServer.Reply) throws -> LoopbackServer {
        try LoopbackServer { request in
            request.body.contains("access_token=new") ? .http(200, [], #"{"response":1}"#) : expired
        }
    }

    @Test(arguments: [
        LoopbackServer.Reply.http(200, [], #"{"error":{"error_code":5,"error_msg":"expired"}}"#), .http(401, [], ""),
    ])
    func anExpiredTokenIsRefreshedAndTheCallGoesOn(expired: LoopbackServer.Reply) async throws {
        let server = try Self.server(expired)
        let refresher = Refreshing { _ in Token("new") }
        let events = Observed()
        let client = client(server, refresher, [events])
        let request = Request<Int>(Call(client, Method("m")))
        #expect(try await request.send() == 1)
        #expect(try await request.send() == 1)
        #expect(refresher.count == 1)
        #expect(server.received.count == 3)
        #expect(events.all.count { $0.kind == .tokenRefreshed } == 1)
    }

    @Test func aTokenKnownToBeExpiredIsNotSent() async throws {
        let server = try Self.server(.http(500))
        let account = Account(
            id: 1, token: Token("old", created: Date() - 100, lifetime: .seconds(99)),
            refresher: Refreshing { _ in Token("new") })
        let client = Client(Self.api, account: account, configuration: Client.Configuration(baseURL: server.baseURL))
        #expect(try await Request<Int>(Call(client, Method("m"))).send() == 1)
        #expect(server.received.count == 1)
    }

    @Test func noLoopWhereTheNewTokenIsRefusedToo() async throws {
        let server = try LoopbackServer { _ in .http(401, [], "") }
        let refresher = Refreshing { count in Token("new \(count)") }
        let error = try await failure(Request<Int>(Call(client(server, refresher), Method("m"))))
        #expect(error.code == .notAuthorized && error.status == 401)
        #expect(refresher.count == 1)
        #expect(server.received.count == 2)
    }

    @Test func aRefreshThatFailsFailsAll() async throws {
        let server = try Self.server(.http(401, [], ""))
        let refresher = Refreshing { _ in throw APIError(.notAuthorized, "signed out elsewhere, token=r") }
        let client = client(server, refresher)
        let errors = await withTaskGroup(of: APIError?.self) { group in
            for _ in 0..<50 { group.addTask { try? await failure(Request<Int>(Call(client, Method("m")))) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.count == 50)
        #expect(errors.allSatisfy { $0?.code == .notAuthorized })
        #expect(
            Set(errors.map { $0?.description }) == [
                "m: notAuthorized: the token could not be refreshed: signed out elsewhere, token=<secret>"
            ])
        #expect(refresher.count == 1)
        #expect(try await failure(Request<Int>(Call(self.client(server, nil), Method("m")))).status == 401)
    }

    /// A refresh counts towards the call's timeout, so that a token server without a response holds no call longer. The
    /// refresh goes on for later calls.
    @Test func aRefreshTakesOfTheCallsTime() async throws {
        let server = try Self.server(.http(401, [], ""))
        let gate = Gate()
        let refresher = Refreshing { _ in
            await gate.wait()
            return Token("new")
        }
        let client = client(server, refresher)
        let error = try await failure(Request<Int>(Call(client, Method("m"))).timeout(.milliseconds(200)))
        #expect(error.code == .timedOut)
        await gate.open()
        #expect(try await Request<Int>(Call(client, Method("m"))).send() == 1)
        #expect(refresher.count == 1)
    }

    @Test func tenThousandCalls() async throws {
        let answered = Locked(0)
        let server = try LoopbackServer { request in
            guard request.body.hasSuffix("access_token=new") else { return .http(401, [], "") }
            answered.withLock { $0 += 1 }
            return .http(200, [], #"{"response":\#(request.body.dropFirst("n=".count).prefix { $0 != "&" })}"#)
        }
        let refresher = Refreshing { _ in
            try await Task.sleep(for: .milliseconds(50))
            return Token("new")
        }
        let client = client(server, refresher)
        let values = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<10_000 {
                group.addTask {
                    var call = Call(client, Method("m"))
                    call.add("n", number)
                    return try await Request<Int>(call).send()
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values.sorted() == Array(0..<10_000))
        #expect(refresher.count == 1)
        #expect(answered.withLock { $0 } == 10_000)
    }
}
