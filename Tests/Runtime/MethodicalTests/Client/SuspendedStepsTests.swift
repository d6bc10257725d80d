import Foundation
import Testing

@testable import Methodical

/// Tests of calls that are suspended between requests: before the first one, in the queue of the rate limit, and while
/// the token is refreshed.
@Suite struct SuspendedStepsTests {
    private let barrier = Barrier()

    private func vk(
        _ limits: APIDescription.Limit? = nil, _ account: Account = .anonymous, time: TimeSource = .system
    ) -> VK {
        VK(
            account: account, transport: barrier,
            configuration: Client.Configuration(
                middlewares: [barrier], cache: nil, time: time, limits: limits.map { [[]: $0] } ?? [:],
                retries: .never))
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
        let second = try await vk.waiting { vk.users.get(userIDs: [2]).start() }
        second.suspend()
        let third = try await vk.waiting { vk.users.get(userIDs: [3]).start() }
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
        let time = SteppedTime()
        let vk = vk(APIDescription.Limit(100, parallel: 1), time: time.source)
        barrier.isHeld.withLock { $0 = true }
        let first = vk.users.get(userIDs: [1]).start()
        try await reaches(1)
        let second = try await vk.waiting { vk.users.get(userIDs: [2]).timeout(.seconds(1)).start() }
        while time.sleepers == 0 { try await Task.sleep(for: .milliseconds(1)) }
        second.suspend()
        // The suspension is longer than the time by which the client's clock exceeds the timeout.
        try await Task.sleep(for: .milliseconds(50))
        time.advance(1.025)
        // Gives the queue time to see that the timeout is over. If it needs longer, it sees that after the suspension.
        try await Task.sleep(for: .milliseconds(50))
        barrier.isHeld.withLock { $0 = false }
        second.resume()
        for call in [first, second] { #expect(try await call.value == []) }
    }

    /// A refresh after a suspension has the rest of the timeout.
    @Test func refreshAfterASuspension() async throws {
        barrier.open()
        let (refresh, time) = (Refresh(), SteppedTime())
        refresh.isHeld.withLock { $0 = true }
        barrier.isHeld.withLock { $0 = true }
        barrier.refuses.withLock { $0 = true }
        let account = Account(id: 1, token: Token("expired", kinds: .user), refresher: refresh)
        let running = vk(nil, account, time: time.source).users.get().timeout(.seconds(1)).start()
        try await reaches(1)
        running.suspend()
        // The suspension is longer than the time by which the client's clock exceeds the timeout.
        try await Task.sleep(for: .milliseconds(50))
        time.advance(1.025)
        running.resume()
        barrier.isHeld.withLock { $0 = false }
        // A call that waits for the refresh sleeps for the rest of its timeout. Without a rest it fails.
        while time.sleepers == 0, running.state == .running { try await Task.sleep(for: .milliseconds(1)) }
        refresh.isHeld.withLock { $0 = false }
        #expect(try await running.value == [])
    }

    /// A call that is suspended while its token is refreshed sends nothing with the new one.
    @Test func suspendedDuringARefresh() async throws {
        barrier.open()
        let refresh = Refresh()
        refresh.isHeld.withLock { $0 = true }
        let running = vk(nil, Account(id: 1, token: expired, refresher: refresh)).users.get().start()
        while !refresh.hasBegun.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        running.suspend()
        refresh.isHeld.withLock { $0 = false }
        try await Task.sleep(for: .milliseconds(50))
        #expect(barrier.sent.withLock { $0 } == 0 && running.state == .suspended)
        running.resume()
        #expect(try await running.value == [])
    }

    /// The time of a suspension is not excluded a second time as a part of the sign-in.
    @Test func suspendedDuringTheFirstSignIn() async throws {
        let (transport, time) = (TimeoutRecorder(), SteppedTime())
        let configuration = Client.Configuration(cache: nil, time: time.source, retries: .never)
        let sample = SignInTests.Sample(
            client: Client(
                SignInTests.Sample.api, account: Account(id: 1), transport: transport, configuration: configuration))
        let (isAsked, gate) = (Locked(false), Gate())
        sample.onChallenge { _ in
            isAsked.withLock { $0 = true }
            await gate.wait()
            return .signedIn(Account(id: 1, token: Token("new")))
        }
        let running = sample.read().timeout(.seconds(1000)).start()
        while !isAsked.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        running.suspend()
        try await Task.sleep(for: .milliseconds(5))
        running.resume()
        // By the client's clock the sign-in takes 20 seconds, and nothing else takes any time.
        time.advance(20)
        await gate.open()
        #expect(try await running.value == 1)
        #expect(transport.timeout.withLock { $0 } == .seconds(1000))
    }

    /// A leader that is suspended still times out for a waiter that is not.
    @Test func theTimeoutOfAWaiter() async throws {
        barrier.open()
        let (refresh, time) = (Refresh(), SteppedTime())
        refresh.isHeld.withLock { $0 = true }
        let vk = vk(nil, Account(id: 1, token: expired, refresher: refresh), time: time.source)
        let leader = vk.users.get().timeout(.seconds(1)).start()
        // While the leader waits for the refresh, it sleeps until its timeout is over.
        while time.sleepers == 0 { try await Task.sleep(for: .milliseconds(1)) }
        let events = vk.events
        let waiter = vk.users.get().timeout(.seconds(1)).start()
        for await event in events { if case .joined = event.kind { break } }
        leader.suspend()
        time.advance(1)
        let patience = Task {
            try await Task.sleep(for: .seconds(600))
            waiter.cancel()
        }
        let error = await #expect(throws: APIError.self) { try await waiter.value }
        patience.cancel()
        #expect(error?.code == .timedOut)
        refresh.isHeld.withLock { $0 = false }
    }

    /// A middleware may send the call again after the attempts of the client have failed.
    @Test func suspendedInARetryOfAMiddleware() async throws {
        let transport = FailingOnce()
        let vk = VK(
            transport: transport,
            configuration: Client.Configuration(middlewares: [transport], cache: nil, retries: .never))
        let running = vk.users.get().start()
        while transport.held.withLock({ $0.count }) < 2 { try await Task.sleep(for: .milliseconds(1)) }
        running.suspend()
        #expect(transport.held.withLock { $0 } == [false, false, true] && running.state == .suspended)
        running.resume()
        #expect(transport.held.withLock { $0.last } == false && running.state == .running)
        running.cancel()
        _ = try? await running.value
    }

    private let expired = Token("expired", kinds: .user, created: .distantPast, lifetime: .seconds(1))

    private final class Refresh: TokenRefresher {
        let hasBegun = Locked(false)
        let isHeld = Locked(false)

        func refresh(_ token: Token, of account: Account.ID) async throws -> Token {
            hasBegun.withLock { $0 = true }
            while isHeld.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
            return Token("refreshed", kinds: .user)
        }
    }
}

extension VK {
    /// Starts a call, and returns it after it has begun to wait for the rate limit.
    fileprivate func waiting(_ start: () -> RunningCall<[VK.User]>) async throws -> RunningCall<[VK.User]> {
        let events = events
        let running = start()
        for await event in events { if case .waiting = event.kind { break } }
        return running
    }
}

/// A transport whose first request fails and whose others never end, and a middleware that sends a failed call again.
private final class FailingOnce: Middleware, Transport {
    let held = Locked([Bool]())

    func handleCall(
        _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
    ) async throws -> HTTPResponse {
        do { return try await next(settings) } catch { return try await next(settings) }
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await send(request, observing: nil) }

    func send(_ request: HTTPRequest, observing observer: TransferObserver?) async throws -> HTTPResponse {
        observer?.onPause { [held] isHeld in held.withLock { $0.append(isHeld) } }
        defer { observer?.onPause(nil) }
        if held.withLock({ $0.count }) == 1 { throw APIError(.connection) }
        try await Task.sleep(for: .seconds(3600))
        return HTTPResponse(status: 200)
    }
}

/// A transport that records the timeout of a request and answers it.
private final class TimeoutRecorder: Transport {
    let timeout = Locked(Duration?.none)

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        timeout.withLock { $0 = request.timeout }
        return HTTPResponse(status: 200, body: Data("1".utf8))
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
        _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
    ) async throws -> HTTPResponse {
        while !isOpen.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        return try await next(settings)
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
