import Foundation
import LoopbackServer
import Methodical
import Testing

/// Tests of idempotency keys by a rule, and of limits in header fields.
@Suite struct RetryTests {
    @Test func aRuleMakesWritesSafeToRepeat() async throws {
        let server = try server([.http(503), .reset])
        let api = RetryAPI(account: .anonymous, configuration: .init(baseURL: server.baseURL, retries: quick))
        #expect(try await api.payments.create(amount: 5).send() == 1)
        let received = server.received
        #expect(received.map(\.line) == Array(repeating: "POST /payments HTTP/1.1", count: 3))
        #expect(Set(received.map(\.body)) == [#"{"amount":5}"#])
        let keys = received.compactMap { $0["Idempotency-Key"] }
        #expect(keys.count == 3 && Set(keys).count == 1 && keys.allSatisfy { UUID(uuidString: $0) != nil })
        // Each call has a key of its own, even if it is the same request.
        let request = api.payments.create(amount: 5)
        _ = try await request.send()
        _ = try await request.send()
        #expect(Set(server.received.compactMap { $0["Idempotency-Key"] }).count == 3)
        #expect(request.description == "payments.create(amount: 5)")
    }

    @Test func theRuleIsForPostsOnly() async throws {
        let server = try server([.http(503)])
        let api = RetryAPI(account: .anonymous, configuration: .init(baseURL: server.baseURL, retries: quick))
        #expect(try await failure(api.payments.edit(id: 1)).status == 503)
        _ = try await api.payments.get(id: 1).send()
        #expect(server.received.count == 2 && server.received.allSatisfy { $0["Idempotency-Key"] == nil })
    }

    @Test func callsWaitForTheResetThatTheServerStates() async throws {
        let start = Date()
        let server = try server([
            .http(200, [#"RateLimit: "minute";r=7;t=60, "second";r=0;t=1"#], "1"),
            .http(429, [#"RateLimit: "second";r=0;t=1"#]),
        ])
        let account = Account(id: 1, token: nil)
        let api = RetryAPI(account: account, configuration: .init(baseURL: server.baseURL, retries: quick))
        for id in 1...2 { #expect(try await api.payments.get(id: id).send() == 1) }
        #expect(server.received.count == 3)
        #expect(Date().timeIntervalSince(start) >= 2)
    }

    private let quick = RetryPolicy(base: .zero, throttlingBase: .zero)

    /// Returns a server that sends the given replies in order and then succeeds.
    private func server(_ replies: [LoopbackServer.Reply]) throws -> LoopbackServer {
        let rest = Replies(replies)
        return try LoopbackServer { _ in rest.next() ?? .http(200, [], "1") }
    }

    private final class Replies: @unchecked Sendable {
        private let lock = NSLock()
        private var rest: ArraySlice<LoopbackServer.Reply>

        init(_ replies: [LoopbackServer.Reply]) { rest = replies[...] }

        func next() -> LoopbackServer.Reply? { lock.withLock { rest.popFirst() } }
    }
}
