import Foundation
import Testing

@testable import Methodical

/// Tests of calls that are suspended between requests: before the first one, in the queue of the rate limit, and while
/// the token is refreshed.
@Suite struct SuspendedStepsTests {
    private let barrier = Barrier()

    private func vk(_ limits: APIDescription.Limit? = nil, _ account: Account = .anonymous) -> VK {
        VK(
            account: account, transport: barrier,
            configuration: Client.Configuration(
                middlewares: [barrier], cache: nil, limits: limits.map { [[]: $0] } ?? [:], retries: .never))
    }

    private func reaches(_ count: Int) async throws {
        while barrier.sent.withLock({ $0 }) < count { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test func nothingIsSentBeforeTheCallIsResumed() async throws {
        let running = vk().users.get().start()
        running.suspend()
        barrier.open()
        try await Task.sleep(for: .milliseconds(50))
        #expect(barrier.sent.withLock { $0 } == 0 && running.state == .suspended)
        running.resume()
        try await reaches(1)
        #expect(try await running.value == [])
    }

    @Test func aSuspendedCallCanBeCancelled() async throws {
        let running = vk().users.get().start()
        running.suspend()
        barrier.open()
        try await Task.sleep(for: .milliseconds(20))
        running.cancel()
        let error = await #expect(throws: APIError.self) { try await running.value }
        #expect(error?.code == .cancelled && barrier.sent.withLock { $0 } == 0)
    }

    /// Suspended calls take no permits, so that others are sent meanwhile.
    @Test func suspendedCallsLeaveTheirPermits() async throws {
        let vk = vk(APIDescription.Limit(100, parallel: 1))
        let suspended = (1...3).map { vk.users.get(userIDs: [$0]).start() }
        for call in suspended { call.suspend() }
        barrier.open()
        #expect(try await vk.users.get(userIDs: [9]).send() == [])
        #expect(barrier.sent.withLock { $0 } == 1)
        for call in suspended { call.resume() }
        for call in suspended { #expect(try await call.value == []) }
        #expect(barrier.sent.withLock { $0 } == 4)
    }

    /// A call that is suspended in the queue gives its permit to the next one.
    @Test func suspendedInTheQueue() async throws {
        barrier.open()
        let vk = vk(APIDescription.Limit(100, parallel: 1))
        barrier.isHeld.withLock { $0 = true }
        let first = vk.users.get(userIDs: [1]).start()
        try await reaches(1)
        let events = vk.events
        let second = vk.users.get(userIDs: [2]).start()
        for await event in events { if case .waiting = event.kind { break } }
        second.suspend()
        let third = vk.users.get(userIDs: [3]).start()
        for await event in vk.events { if case .waiting = event.kind { break } }
        barrier.isHeld.withLock { $0 = false }
        for call in [first, third] { #expect(try await call.value == []) }
        #expect(barrier.sent.withLock { $0 } == 2 && second.state == .suspended)
        second.resume()
        #expect(try await second.value == [])
        #expect(barrier.sent.withLock { $0 } == 3)
    }

    /// The time of a suspension in the queue does not count against the timeout.
    @Test func suspendedInTheQueueForLonger() async throws {
        barrier.open()
        let vk = vk(APIDescription.Limit(100, parallel: 1))
        for timeout in [Duration.seconds(1), .seconds(4), .seconds(16)] {
            let sent = barrier.sent.withLock { $0 }
            barrier.isHeld.withLock { $0 = true }
            let first = vk.users.get(userIDs: [1]).start()
            try await reaches(sent + 1)
            let begin = ContinuousClock.now
            let second = vk.users.get(userIDs: [2]).timeout(timeout).start()
            second.suspend()
            let isQuick = .now - begin < timeout / 4
            try await Task.sleep(for: timeout * 1.25)
            #expect(!isQuick || second.state == .suspended)
            barrier.isHeld.withLock { $0 = false }
            second.resume()
            _ = try await first.value
            if (try? await second.value) != nil { return }
        }
        Issue.record("the suspension counts against the timeout")
    }

    /// A refresh after a suspension has the rest of the timeout.
    @Test func refreshAfterASuspension() async throws {
        barrier.open()
        for timeout in [Duration.seconds(1), .seconds(4), .seconds(16)] {
            let account = Account(id: 1, token: Token("expired", kinds: .user), refresher: Refresh())
            let vk = vk(nil, account)
            let sent = barrier.sent.withLock { $0 }
            barrier.isHeld.withLock { $0 = true }
            barrier.refuses.withLock { $0 = true }
            let running = vk.users.get().timeout(timeout).start()
            try await reaches(sent + 1)
            running.suspend()
            try await Task.sleep(for: timeout * 1.25)
            running.resume()
            barrier.isHeld.withLock { $0 = false }
            if (try? await running.value) != nil { return }
        }
        Issue.record("the suspension counts against the timeout")
    }

    private struct Refresh: TokenRefresher {
        func refresh(_ token: Token, of account: AccountID) async throws -> Token {
            try await Task.sleep(for: .milliseconds(20))
            return Token("refreshed", kinds: .user)
        }
    }
}

/// A middleware and a transport that hold calls back. The middleware lets none through before it is open.
private final class Barrier: Middleware, Transport {
    private let isOpen = Locked(false)
    /// The number of requests that have reached the transport.
    let sent = Locked(0)
    let isHeld = Locked(false)
    /// Indicates whether the transport refuses the next token.
    let refuses = Locked(false)

    func open() { isOpen.withLock { $0 = true } }

    func handleCall(
        _ request: HTTPRequest, _ context: MiddlewareContext, next: MiddlewareNext
    ) async throws -> HTTPResponse {
        while !isOpen.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        return try await next(request)
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        sent.withLock { $0 += 1 }
        while isHeld.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        let isRefusal = refuses.withLock { refuses in
            defer { refuses = false }
            return refuses
        }
        let body = isRefusal ? #"{"error":{"error_code":5,"error_msg":"expired"}}"# : #"{"response":[]}"#
        return HTTPResponse(status: 200, body: Data(body.utf8))
    }
}
