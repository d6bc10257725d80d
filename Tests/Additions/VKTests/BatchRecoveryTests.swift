import Foundation
import LoopbackServer
import MethodicalVK
import Testing

@testable import Methodical

/// Tests of failures of a batch, which are handled like those of a single call, so that the calls in it succeed.
@Suite struct BatchRecoveryTests {
    private func vk(
        _ server: ScriptServer, token: Token = Token("old"), refresher: (any TokenRefresher)? = nil, limit: Int? = nil,
        retries: RetryPolicy = .init()
    ) -> VK {
        var configuration = Client.Configuration(baseURL: server.baseURL, limits: [:], retries: retries)
        if let limit { configuration.limits = [.user: .init(limit, per: .seconds(3600))] }
        return VK(account: Account(id: 1, token: token, refresher: refresher), configuration: configuration)
    }

    /// A batch counts as one request of the rate limit: all calls go through, and the next call has to wait.
    @Test(arguments: [(calls: 25, requests: 1), (calls: 60, requests: 3)]) func limitsCountOnce(
        calls: Int, requests: Int
    ) async throws {
        let server = try ScriptServer()
        let vk = vk(server, limit: requests)
        let results = await vk.batch((1...calls).map { vk.users.get(userIDs: [$0]) })
        #expect(try results.map { try $0.get().map(\.id) } == (1...calls).map { [$0] })
        #expect(try await failure(vk.users.report(userID: 1).timeout(.milliseconds(50))).code == .timedOut)
        #expect(server.received.count == requests)
    }

    /// A batch whose calls are all cached does not count towards the rate limit.
    @Test func aBatchWithNothingToAskTakesNoTurn() async throws {
        let server = try ScriptServer()
        let vk = vk(server, limit: 2)
        _ = try await vk.users.get(userIDs: [1]).send()
        _ = await vk.batch(vk.users.get(userIDs: [1]), vk.users.get(userIDs: [1]))
        #expect(try await vk.users.get(userIDs: [2]).timeout(.seconds(300)).send().map(\.id) == [2])
    }

    @Test(arguments: [false, true]) func anExpiredTokenIsRefreshedOnce(knows: Bool) async throws {
        let server = try ScriptServer { form in
            form["access_token"] == "new" ? nil : .http(200, [], #"{"error":{"error_code":5,"error_msg":"expired"}}"#)
        }
        // Expired by its own lifetime, or because the server says so.
        let old = knows ? Token("old", created: .distantPast, lifetime: .seconds(1)) : Token("old")
        let refresher = Refresh()
        let vk = vk(server, token: old, refresher: refresher)
        let (users, report, refused) = await vk.batch(
            vk.users.get(userIDs: [1]), vk.users.report(userID: 2), vk.users.report(userID: 7))
        #expect(try users.get().map(\.id) == [1] && report.get() == 1)
        #expect(refused.error?.server?.code == VK.ErrorCode.accessDenied)
        #expect(refresher.count == 1 && server.codes.count == (knows ? 1 : 2) && Set(server.codes).count == 1)
        #expect(vk.client.account.token?.secret == "new")
    }

    @Test func aRefreshThatFailsFailsEachCall() async throws {
        let server = try ScriptServer { _ in .http(200, [], #"{"error":{"error_code":5,"error_msg":"expired"}}"#) }
        let refresher = Refresh(.failure(APIError(.notAuthorized, "revoked")))
        let vk = vk(server, refresher: refresher)
        let (users, report) = await vk.batch(vk.users.get(userIDs: [1]), vk.users.report(userID: 2))
        for (error, method) in [(users.error, "users.get"), (report.error, "users.report")] {
            #expect(error?.description == "\(method): notAuthorized: the token could not be refreshed: revoked")
        }
        #expect(refresher.count == 1 && server.codes.count == 1)
    }

    // MARK: Retries

    /// A batch is repeated only if all of its calls may be repeated. An overloaded server may already have performed
    /// the writes.
    @Test func readsAreRepeatedAndWritesAreNot() async throws {
        let server = try ScriptServer(Self.once(.http(503)))
        let vk = vk(server)
        let (first, second) = await vk.batch(vk.users.get(userIDs: [1]), vk.users.get(userIDs: [2]))
        #expect(try first.get().map(\.id) == [1] && second.get().map(\.id) == [2])
        #expect(server.codes.count == 2)
        let other = try ScriptServer(Self.once(.http(503)))
        let writing = self.vk(other)
        let (read, write) = await writing.batch(writing.users.get(userIDs: [1]), writing.users.report(userID: 1))
        #expect(read.error?.status == 503 && write.error?.status == 503)
        #expect(other.codes.count == 1)
    }

    /// Writes with idempotency keys are repeated with the same keys, by which the server recognises them.
    @Test func writesWithKeysAreRepeatedWithThem() async throws {
        let server = try ScriptServer(Self.once(.reset))
        let vk = vk(server)
        let results = await vk.batch([vk.message("hi"), vk.message("there")])
        let keys = try results.map { try $0.get() }
        #expect(Set(keys).count == 2 && !keys.contains(0))
        #expect(server.codes.count == 2 && server.codes[0] == server.codes[1])
    }

    /// Writes are repeated after "too many requests", because the server has not performed them.
    @Test(arguments: [
        LoopbackServer.Reply.http(429), .http(200, [], #"{"error":{"error_code":6,"error_msg":"Too many requests"}}"#),
    ])
    func tooManyRequests(refusal: LoopbackServer.Reply) async throws {
        let server = try ScriptServer(Self.once(refusal))
        let vk = vk(server)
        let (read, write) = await vk.batch(vk.users.get(userIDs: [1]), vk.users.report(userID: 1))
        #expect(try read.get().map(\.id) == [1] && write.get() == 1)
        #expect(server.codes.count == 2)
        let never = try ScriptServer(Self.once(refusal))
        let once = self.vk(never, retries: .never)
        let (refused, _) = await once.batch(once.users.get(), once.users.get())
        #expect(refused.error?.code == .rateLimited)
    }

    // MARK: Challenges

    @Test func aCaptchaIsAskedOnceForAllCalls() async throws {
        let server = try ScriptServer { form in
            if form["captcha_sid"] == "77", form["captcha_key"] == "zq" { return nil }
            return .http(
                200, [],
                #"{"error":{"error_code":14,"error_msg":"Captcha needed","captcha_sid":"77","captcha_img":"https://vk.com/77"}}"#
            )
        }
        let vk = vk(server)
        let (read, challenged) = await vk.batch(vk.users.get(userIDs: [1]), vk.users.report(userID: 1))
        #expect(read.error?.code == .challenged && challenged.error?.challenge != nil && server.codes.count == 1)
        let asked = Locked(0)
        vk.onChallenge { _ in
            asked.withLock { $0 += 1 }
            return .text("zq")
        }
        let (users, report) = await vk.batch(vk.users.get(userIDs: [1]), vk.users.report(userID: 1))
        #expect(try users.get().map(\.id) == [1] && report.get() == 1)
        #expect(asked.withLock { $0 } == 1 && server.codes.count == 3 && Set(server.codes).count == 1)
        // The captcha's answer is not part of the cache key.
        #expect(try await vk.users.get(userIDs: [1]).response().source == .memory)
    }

    // MARK: Batching windows

    @Test func aWindowGoesOnAsABatchDoes() async throws {
        let server = try ScriptServer { form in
            form["access_token"] == "new" ? nil : .http(200, [], #"{"error":{"error_code":5,"error_msg":"expired"}}"#)
        }
        let refresher = Refresh()
        let vk = vk(server, refresher: refresher, limit: 2).batching(within: .seconds(3600))
        let users = try await withThrowingTaskGroup(of: [VK.User].self) { group in
            // These calls fill the batch, so it is sent at once.
            for id in 1...25 { group.addTask { try await vk.users.get(userIDs: [id]).send() } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(Set(users.map(\.id)) == Set(1...25))
        #expect(refresher.count == 1 && server.codes.count == 2)
    }

    /// Returns a closure that gives the reply for the first request, and `nil` for the others.
    private static func once(_ reply: LoopbackServer.Reply) -> @Sendable ([String: String]) -> LoopbackServer.Reply? {
        let count = Locked(0)
        return { _ in
            count.withLock {
                $0 += 1; return $0
            } == 1 ? reply : nil
        }
    }
}

private final class Refresh: TokenRefresher {
    private let result: Result<Token, APIError>
    private let calls = Locked(0)
    var count: Int { calls.withLock { $0 } }

    init(_ result: Result<Token, APIError> = .success(Token("new"))) { self.result = result }

    func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
        calls.withLock { $0 += 1 }
        return try result.get()
    }
}

extension VK {
    /// Returns a call whose result is the key that the server received.
    fileprivate func message(_ text: String) -> Request<Int> {
        var call = Call(client, Method("messages.send"))
        call.add("message", text)
        call.add("random_id", Int?.none, .key)
        return Request(call)
    }
}

extension Result where Failure == APIError {
    fileprivate var error: APIError? { if case .failure(let error) = self { error } else { nil } }
}
