import EachTransport
import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of calls that are suspended.
@Suite(.eachTransport) struct SuspendingTests {
    /// Options with a limit for silence that ends a request after an hour if its timeout does not.
    private static let patient = SessionOptions { $0.idleTimeout = .seconds(3600) }

    @Test func theStateShowsIt() async throws {
        let isReleased = Locked(false)
        let server = try LoopbackServer { _ in
            while !isReleased.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
            return .http(200, [], #"{"response":[{"id":1}]}"#)
        }
        let running = VK(server).users.get().signature("members").start()
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        #expect(running.state == .running)
        running.suspend()
        #expect(running.state == .suspended && "\(running)" == "members: suspended")
        running.resume()
        #expect(running.state == .running)
        isReleased.withLock { $0 = true }
        #expect(try await running.value == [VK.User(id: 1)])
        running.suspend()
        #expect(running.state == .finished)
    }

    @Test("A suspended call can be cancelled, which closes its connection")
    func cancelling() async throws {
        let server = try LoopbackServer { _ in .silence }
        let running = VK(server).users.get().start()
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        running.suspend()
        running.cancel()
        await #expect(throws: APIError.self) { try await running.value }
        #expect(running.state == .cancelled)
        while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    /// A call does not time out while it is suspended, before the request and within it.
    @Test(arguments: [true, false]) func theTimeoutStandsStill(isSent: Bool) async throws {
        let server = try LoopbackServer { _ in .silence }
        // A busy machine may need longer than the timeout to send the request. Then a longer timeout follows.
        for timeout in [Duration.seconds(1), .seconds(4), .seconds(16), .seconds(64)] {
            let (observer, hasEnded) = (TransferObserver(), Locked(false))
            var request = server.request()
            request.timeout = timeout
            if !isSent { observer.suspend() }
            let (begin, received) = (ContinuousClock.now, server.received.count)
            let task = Task { [request] in
                defer { hasEnded.withLock { $0 = true } }
                _ = try await TestedTransport.make().send(request, observing: observer)
            }
            defer { task.cancel() }
            while isSent, server.received.count == received, !hasEnded.withLock({ $0 }) {
                try await Task.sleep(for: .milliseconds(1))
            }
            observer.suspend()
            guard !isSent || .now - begin < timeout else { continue }
            try await Task.sleep(for: timeout * 1.25)
            #expect(!hasEnded.withLock { $0 })
            return
        }
        Issue.record("no request arrived within a minute")
    }

    /// After a pause the rest of the timeout still counts.
    @Test func theTimeoutContinues() async throws {
        let server = try LoopbackServer { _ in .silence }
        let configuration = Client.Configuration(baseURL: server.baseURL, session: Self.patient, retries: .never)
        let running = VK(over: configuration).users.get().timeout(.seconds(1)).start()
        running.suspend()
        try await Task.sleep(for: .milliseconds(50))
        let resumed = ContinuousClock.now
        running.resume()
        let error = await #expect(throws: APIError.self) { try await running.value }
        #expect(error?.code == .timedOut && running.state == .failed)
        #expect(.now - resumed < .seconds(3000))
    }

    /// The timeout also continues if the suspension is over before the transport has ended the request.
    @Test func aShortSuspensionOfARequest() async throws {
        let server = try LoopbackServer { _ in .silence }
        let (observer, isOver) = (TransferObserver(), Locked(false))
        var request = server.request()
        (request.timeout, request.isRepeatable) = (.seconds(2), true)
        let task = Task { [request] in
            defer { isOver.withLock { $0 = true } }
            _ = try await TestedTransport.make(Self.patient).send(request, observing: observer)
        }
        defer { task.cancel() }
        while server.received.isEmpty, !isOver.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        let resumed = ContinuousClock.now
        observer.suspend()
        observer.resume()
        await #expect(throws: (any Error).self) { try await task.value }
        #expect(.now - resumed < .seconds(3000))
    }

    /// The time of a suspension before the request, here in a middleware, does not count either.
    @Test func suspendedBeforeTheRequest() async throws {
        // A busy machine may stop the call between two readings of the clock. Then a longer suspension follows.
        for pause in [Duration.seconds(1), .seconds(4), .seconds(16)] {
            // The client's clock stands still, so that only the suspension changes what is left of the timeout.
            let (held, time) = (HeldBack(), SteppedTime())
            let vk = VK(
                transport: held,
                configuration: Client.Configuration(
                    middlewares: [held], cache: nil, time: time.source, retries: .never))
            let running = vk.users.get().timeout(.seconds(1000)).start()
            running.suspend()
            while !held.isReached.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
            try await Task.sleep(for: pause)
            held.isOpen.withLock { $0 = true }
            running.resume()
            _ = try? await running.value
            let left = try #require(held.timeout.withLock { $0 })
            if left > .seconds(1000) + pause / 2 { return }
        }
        Issue.record("the suspension counts against the timeout")
    }

    @Test func theTimeIsCounted() async throws {
        let observer = TransferObserver()
        #expect(observer.suspendedTime == .zero)
        observer.suspend()
        try await Task.sleep(for: .milliseconds(20))
        #expect(observer.suspendedTime >= .milliseconds(20))
        try await Task.sleep(for: .milliseconds(20))
        observer.resume()
        let whole = observer.suspendedTime
        #expect(whole >= .milliseconds(40) && observer.suspendedTime == whole)
    }

    // MARK: Equal reads in flight

    /// A suspended leader does not keep a waiter from its response.
    @Test(arguments: [true, false]) func aSuspendedLeader(isObserved: Bool) async throws {
        let isReleased = Locked(false)
        let server = try LoopbackServer { _ in
            while !isReleased.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
            return .http(200, [], #"{"response":[{"id":1}]}"#)
        }
        let events = Observed()
        let vk = VK(over: Client.Configuration(baseURL: server.baseURL, observers: [events], cache: nil))
        let leader = vk.users.get().start()
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        let waiter = Task {
            isObserved ? try await vk.users.get().start().value : try await vk.users.get().send()
        }
        while events.joined < 1 { try await Task.sleep(for: .milliseconds(1)) }
        leader.suspend()
        #expect(leader.state == .suspended)
        isReleased.withLock { $0 = true }
        #expect(try await waiter.value == [VK.User(id: 1)])
        #expect(try await leader.value == [VK.User(id: 1)])
        #expect(leader.state == .finished && server.received.count == 1)
    }

    /// A waiter that became the leader and was cancelled no longer keeps the transfer of the next leader going.
    @Test func anHeirThatLeaves() async throws {
        let (transport, events) = (Holding(), Observed())
        let vk = VK(transport: transport, configuration: Client.Configuration(observers: [events], cache: nil))
        let first = vk.users.get().start()
        while transport.held.withLock({ $0.isEmpty }) { await Task.yield() }
        let heir = Task { try await vk.users.get().send() }
        while events.joined < 1 { await Task.yield() }
        let last = vk.users.get().start()
        while events.joined < 2 { await Task.yield() }
        first.cancel()
        _ = try? await first.value
        while transport.held.withLock({ $0.count }) < 2 { await Task.yield() }
        heir.cancel()
        _ = try? await heir.value
        while transport.held.withLock({ $0.count }) < 3 { await Task.yield() }
        last.suspend()
        #expect(last.state == .suspended && transport.held.withLock { $0 } == [false, false, false, true])
        last.cancel()
        _ = try? await last.value
    }

    /// A suspended waiter that becomes the leader sends nothing before it is resumed.
    @Test func aSuspendedWaiterTakesOver() async throws {
        let (transport, events) = (Holding(), Observed())
        let vk = VK(transport: transport, configuration: Client.Configuration(observers: [events], cache: nil))
        let first = vk.users.get().start()
        while transport.held.withLock({ $0.isEmpty }) { await Task.yield() }
        let next = vk.users.get().start()
        while events.joined < 1 { await Task.yield() }
        next.suspend()
        first.cancel()
        _ = try? await first.value
        try await Task.sleep(for: .milliseconds(50))
        #expect(transport.sent.withLock { $0 } == 1 && next.state == .suspended)
        next.resume()
        while transport.sent.withLock({ $0 }) < 2 { await Task.yield() }
        next.cancel()
        _ = try? await next.value
    }

    /// A suspended call that joins a suspended one does not let the transfer continue.
    @Test func joiningWhileSuspended() {
        let (shared, first, second) = (TransferObserver(), TransferObserver(), TransferObserver())
        let held = Locked([Bool]())
        shared.share(with: first)
        shared.onPause { isHeld in held.withLock { $0.append(isHeld) } }
        first.suspend()
        second.suspend()
        shared.share(with: second)
        #expect(held.withLock { $0 } == [false, true])
        second.resume()
        #expect(held.withLock { $0 } == [false, true, false])
    }

    /// A call that has ended has no effect on the others that share its transfer.
    @Test func resumingACallThatHasEnded() {
        let (shared, first, second) = (TransferObserver(), TransferObserver(), TransferObserver())
        let held = Locked([Bool]())
        shared.onPause { isHeld in held.withLock { $0.append(isHeld) } }
        for call in [first, second] { shared.share(with: call) }
        for call in [first, second] { call.suspend() }
        first.end()
        first.resume()
        #expect(shared.isSuspended && held.withLock { $0 } == [false, true])
        second.resume()
        #expect(!shared.isSuspended && held.withLock { $0 } == [false, true, false])
    }

    /// A waiter that was cancelled no longer keeps the transfer of a suspended leader going.
    @Test(arguments: [true, false]) func aWaiterThatLeaves(isObserved: Bool) async throws {
        let (transport, events) = (Holding(), Observed())
        let vk = VK(transport: transport, configuration: Client.Configuration(observers: [events], cache: nil))
        let leader = vk.users.get().start()
        while transport.held.withLock({ $0.isEmpty }) { await Task.yield() }
        let waiter = Task {
            isObserved ? try await vk.users.get().start().value : try await vk.users.get().send()
        }
        while events.joined < 1 { await Task.yield() }
        leader.suspend()
        #expect(transport.held.withLock { $0 } == [false])
        waiter.cancel()
        _ = try? await waiter.value
        #expect(transport.held.withLock { $0 } == [false, true])
        leader.cancel()
        _ = try? await leader.value
    }
}

/// A middleware that holds calls until it is open, and a transport that records the timeout of a request and fails.
private final class HeldBack: Middleware, Transport {
    let isReached = Locked(false)
    let isOpen = Locked(false)
    let timeout = Locked(Duration?.none)

    func handleCall(
        _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
    ) async throws -> HTTPResponse {
        isReached.withLock { $0 = true }
        while !isOpen.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) }
        return try await next(settings)
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        timeout.withLock { $0 = request.timeout }
        throw APIError(.connection)
    }
}

/// A transport that never answers, and records its requests and when its transfer is held back.
private final class Holding: Transport {
    let sent = Locked(0)
    let held = Locked([Bool]())

    func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await send(request, observing: nil) }

    func send(_ request: HTTPRequest, observing observer: TransferObserver?) async throws -> HTTPResponse {
        sent.withLock { $0 += 1 }
        observer?.onPause { [held] isHeld in held.withLock { $0.append(isHeld) } }
        try await Task.sleep(for: .seconds(3600))
        return HTTPResponse(status: 200)
    }
}
