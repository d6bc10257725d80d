import Foundation
import Testing

@testable import Methodical

/// One renewal for all who wait, whatever happens meanwhile.
@Suite struct RenewalTests {
    static let old = Token("old-secret", refresh: "refresh-secret")
    static let new = Token("new-secret")

    @Test func onceForAll() async throws {
        let renewal = Renewing { _ in
            try await Task.sleep(for: .milliseconds(20))
            return Self.new
        }
        let account = Account(id: 1, token: Self.old, renewal: renewal)
        let tokens = await withTaskGroup(of: Result<Token, APIError>.self) { group in
            for _ in 0..<10_000 { group.addTask { await account.renewed() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tokens.count == 10_000)
        #expect(try tokens.allSatisfy { try $0.get() == Self.new })
        #expect(renewal.count == 1)
        #expect(account.token == Self.new)
        // Who comes later with the old token gets the new one.
        #expect(try await account.renewed().get() == Self.new)
        #expect(renewal.count == 1)
    }

    @Test func refusalSticks() async throws {
        let renewal = Renewing { _ in throw APIError(.notAuthorized, "refresh-secret is no good") }
        let account = Account(id: 1, token: Self.old, renewal: renewal)
        for _ in 0..<3 {
            let error = try #require(await account.renewed().error)
            #expect(error.code == .notAuthorized)
            #expect(error.message == "the token could not be renewed: <secret> is no good")
        }
        #expect(renewal.count == 1)
        account.replace(Self.new)
        #expect(try await account.renewed(after: Self.old).get() == Self.new)
    }

    @Test func connectionTroubleIsTriedAgain() async throws {
        let renewal = Renewing { count in
            if count == 1 { throw URLError(.networkConnectionLost) }
            return Self.new
        }
        let account = Account(id: 1, token: Self.old, renewal: renewal)
        #expect(await account.renewed().error?.code == .connection)
        #expect(try await account.renewed().get() == Self.new)
        #expect(renewal.count == 2)
    }

    @Test func theCancelledLeaveAndTheOthersStay() async throws {
        let gate = Gate()
        let renewal = Renewing { _ in
            await gate.wait()
            return Self.new
        }
        let account = Account(id: 1, token: Self.old, renewal: renewal)
        let first = Task { await account.renewed() }
        while renewal.count == 0 { await Task.yield() }
        let second = Task { await account.renewed() }
        first.cancel()
        #expect(await first.value.error?.code == .cancelled)
        await gate.open()
        #expect(try await second.value.get() == Self.new)
        #expect(renewal.count == 1)
    }

    @Test func cancelledBeforeItWaits() async throws {
        let renewal = Renewing { _ in Self.new }
        let account = Account(id: 1, token: Self.old, renewal: renewal)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await account.renewed()
        }
        #expect(await task.value.error?.code == .cancelled)
        #expect(renewal.count == 0)
    }

    @Test func signingInMeanwhileWins() async throws {
        let gate = Gate()
        let renewal = Renewing { count in
            if count == 1 { await gate.wait() }
            return Token("renewed \(count)")
        }
        let account = Account(id: 1, token: Self.old, renewal: renewal)
        let waiting = Task { await account.renewed() }
        while renewal.count == 0 { await Task.yield() }
        account.replace(Self.new)
        #expect(try await waiting.value.get() == Self.new)
        // The newer token expires while the first renewal is still under way: it gets a renewal of its own.
        #expect(try await account.renewed(after: Self.new).get() == Token("renewed 2"))
        await gate.open()
        while renewal.ended < 2 { await Task.yield() }
        #expect(account.token == Token("renewed 2"))
    }

    @Test func signingOutFailsThoseWhoWait() async throws {
        let gate = Gate()
        let account = Account(
            id: 1, token: Self.old,
            renewal: Renewing { _ in
                await gate.wait()
                return Self.new
            })
        let waiting = Task { await account.renewed() }
        while await !gate.isAwaited { await Task.yield() }
        account.replace(nil)
        #expect(await waiting.value.error?.code == .notAuthorized)
        await gate.open()
        #expect(account.token == nil)
    }

    @Test func expiry() {
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
    fileprivate func renewed(after old: Token = RenewalTests.old) async -> Result<Token, APIError> {
        do {
            return .success(try await credentials.token(after: old) { _ in })
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

/// A renewal that counts.
final class Renewing: TokenRenewal {
    private let body: @Sendable (Int) async throws -> Token
    private let counts = Locked((begun: 0, ended: 0))

    init(_ body: @escaping @Sendable (Int) async throws -> Token) { self.body = body }

    var count: Int { counts.withLock { $0.begun } }
    var ended: Int { counts.withLock { $0.ended } }

    func renew(_ token: Token, of account: AccountID) async throws -> Token {
        let count = counts.withLock {
            $0.begun += 1
            return $0.begun
        }
        defer { counts.withLock { $0.ended += 1 } }
        return try await body(count)
    }
}

/// Keeps everybody until it is opened.
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
