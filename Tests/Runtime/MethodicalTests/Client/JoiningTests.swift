import Foundation
import LoopbackServer
import Testing

@testable import Methodical

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests of in-flight requests that equal reads share.
@Suite struct JoiningTests {
    /// Three calls each receive one outcome in every order in which they may join, be cancelled and end.
    @Test func everyOrderOfThree() {
        var orders = 0
        func go(_ model: JoiningModel) {
            let choices = model.choices
            if choices.isEmpty {
                orders += 1
                model.checkEnd()
            }
            for choice in choices { go(model.after(choice)) }
        }
        go(JoiningModel(calls: 3))
        #expect(orders > 100)
    }

    @Test func manyOrdersOfSix() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<5000 {
            var model = JoiningModel(calls: 6)
            while let choice = model.choices.randomElement(using: &random) { model = model.after(choice) }
            model.checkEnd()
        }
    }

    @Test func aHundredEqualReadsAreOneRequest() async throws {
        let held = Held(#"{"response":[{"id":1}]}"#)
        let server = try LoopbackServer { held.reply($0) }
        let events = Observed()
        let vk = VK(configuration: Client.Configuration(baseURL: server.baseURL, observers: [events], cache: nil))
        let values = try await withThrowingTaskGroup(of: [VK.User].self) { group in
            for number in 0..<100 {
                group.addTask { try await vk.users.get(userIDs: [1]).signature(number).priority(.high).send() }
            }
            while events.joined < 99 { try await Task.sleep(for: .milliseconds(1)) }
            held.release()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: [VK.User(id: 1)], count: 100))
        #expect(server.received.count == 1)
        // An equal read after the end of the shared request sends a new one.
        #expect(try await vk.users.get(userIDs: [1]).send() == [VK.User(id: 1)])
        #expect(server.received.count == 2)
        #expect(vk.client.inFlight.withLock { $0.isEmpty })
    }

    @Test("Reads with different cache policies share a request, and the response is kept if one of them says so")
    func cachePolicies() async throws {
        let held = Held(#"{"response":[{"id":1}]}"#)
        let server = try LoopbackServer { held.reply($0) }
        let events = Observed()
        let vk = VK(configuration: Client.Configuration(baseURL: server.baseURL, observers: [events]))
        let leader = vk.users.get(userIDs: [1]).start()
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        let waiter = vk.users.get(userIDs: [1]).caching(.networkOnly).start()
        while events.joined < 1 { try await Task.sleep(for: .milliseconds(1)) }
        held.release()
        #expect(try await leader.value == [VK.User(id: 1)])
        #expect(try await waiter.value == [VK.User(id: 1)])
        #expect(server.received.count == 1)
        #expect(try await vk.users.get(userIDs: [1]).caching(.cacheOnly).send() == [VK.User(id: 1)])
    }

    @Test func oneWaiterLeavesAndTheOthersStay() async throws {
        let held = Held(#"{"response":[]}"#)
        let server = try LoopbackServer { held.reply($0) }
        let events = Observed()
        let vk = VK(configuration: Client.Configuration(baseURL: server.baseURL, observers: [events]))
        let leader = vk.users.get().start()
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        let waiters = (0..<2).map { _ in vk.users.get().start() }
        while events.joined < 2 { try await Task.sleep(for: .milliseconds(1)) }
        waiters[0].cancel()
        await #expect(throws: APIError.self) { try await waiters[0].value }
        #expect(waiters[0].state == .cancelled)
        #expect(leader.state == .running && waiters[1].state == .running)
        held.release()
        #expect(try await leader.value == [])
        #expect(try await waiters[1].value == [])
        #expect(server.received.count == 1)
    }

    /// If the leader is cancelled, its request ends, and the first waiter sends it again for all waiters.
    @Test func theFirstWaiterSendsAnew() async throws {
        let held = Held(#"{"response":[]}"#)
        let server = try LoopbackServer { held.reply($0) }
        let events = Observed()
        let vk = VK(configuration: Client.Configuration(baseURL: server.baseURL, observers: [events]))
        var calls: [RunningCall<[VK.User]>] = []
        for number in 0..<4 {
            calls.append(vk.users.get().signature(number).start())
            while server.received.isEmpty || events.joined < number { try await Task.sleep(for: .milliseconds(1)) }
        }
        calls[0].cancel()
        await #expect(throws: APIError.self) { try await calls[0].value }
        while server.received.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
        held.release()
        for call in calls[1...] { #expect(try await call.value == []) }
        #expect(server.received.count == 2)
        let senders = events.all.filter { if case .sent = $0.kind { true } else { false } }.map(\.signature)
        #expect(senders == [Call.Signature(0), Call.Signature(1)])
    }

    /// The first waiter sends the request again even if the leader is cancelled during the pause before a retry.
    @Test func theLeaderIsCancelledBeforeARetry() async throws {
        let server = try LoopbackServer { [count = Locked(0)] _ in
            let isFirst = count.withLock {
                $0 += 1
                return $0 == 1
            }
            return isFirst ? .http(503) : .http(200, [], #"{"response":[]}"#)
        }
        let events = Observed()
        let sleeps = Locked([Duration]())
        let time = TimeSource(now: { Date() }) { pause in
            sleeps.withLock { $0.append(pause) }
            try await Task.sleep(for: .seconds(3600))
        }
        let retries = RetryPolicy(base: .seconds(1)) { 1 }
        let vk = VK(
            configuration: Client.Configuration(
                baseURL: server.baseURL, observers: [events], time: time, retries: retries))
        let leader = vk.users.get().start()
        while sleeps.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(1)) }
        let waiter = vk.users.get().start()
        while events.joined < 1 { try await Task.sleep(for: .milliseconds(1)) }
        leader.cancel()
        #expect(try await waiter.value == [])
        #expect(sleeps.withLock { $0 } == [.seconds(1)] && server.received.count == 2)
        let attempts = events.all.compactMap { if case .sent(let attempt) = $0.kind { attempt } else { nil } }
        #expect(attempts == [1, 1])
    }

    /// Leaders can be cancelled while bytes arrive, with and without observers of the progress.
    @Test(arguments: [true, false]) func leadersAreCancelledWhileBytesCome(isObserved: Bool) async throws {
        let body = Data((#"{"response":["# + String(repeating: " ", count: 4000) + "]}").utf8)
        let isReleased = Locked(false)
        let server = try LoopbackServer { _ in
            while !isReleased.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
            return .slow(200, [], body, piece: 40, pause: 0.0002)
        }
        let events = Observed()
        let vk = VK(configuration: Client.Configuration(baseURL: server.baseURL, observers: [events], cache: nil))
        for round in 1...20 {
            isReleased.withLock { $0 = false }
            let calls = (0..<4).map { _ in
                isObserved ? Task { try await vk.users.get().start().value } : Task { try await vk.users.get().send() }
            }
            while events.joined < 3 * round { try await Task.sleep(for: .milliseconds(1)) }
            isReleased.withLock { $0 = true }
            for call in calls[..<3] {
                call.cancel()
                try await Task.sleep(for: .milliseconds(2))
            }
            #expect(try await calls[3].value == [])
            // A cancelled waiter leaves the list when its task runs again.
            for call in calls[..<3] { _ = await call.result }
        }
        #expect(20...80 ~= server.received.count)
        #expect(vk.client.inFlight.withLock { $0.isEmpty } && vk.client.waiters.count == 0)
    }

    /// A waiter that observes its bytes sees the progress of every leader, even of one that observes none.
    @Test func progressGoesOnWithTheNextLeader() async throws {
        let body = Data((#"{"response":["# + String(repeating: " ", count: 4000) + "]}").utf8)
        let isReleased = Locked(false)
        let server = try LoopbackServer { _ in
            while !isReleased.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
            return .slow(200, [], body, piece: 400, pause: 0.01)
        }
        let events = Observed()
        let vk = VK(configuration: Client.Configuration(baseURL: server.baseURL, observers: [events], cache: nil))
        let leader = vk.users.get().start()
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        // The next leader does not observe its bytes.
        let plain = Task { try await vk.users.get().send() }
        while events.joined < 1 { try await Task.sleep(for: .milliseconds(1)) }
        let observed = vk.users.get().start()
        while events.joined < 2 { try await Task.sleep(for: .milliseconds(1)) }
        // Suspending a waiter does not hold back a transfer that others wait for.
        observed.suspend()
        leader.cancel()
        isReleased.withLock { $0 = true }
        var steps: [TransferProgress.Part] = []
        for await step in observed.progress { steps.append(step.received) }
        #expect(steps.last == TransferProgress.Part(bytes: body.count, total: body.count))
        #expect(try await (plain.value, observed.value) == ([], []))
        #expect(server.received.count == 2)
    }

    /// A call that observes its bytes does not join a call that observes none, because it would see no progress.
    @Test func anObservedCallDoesNotJoinAnUnobservedOne() async throws {
        let body = Data((#"{"response":["# + String(repeating: " ", count: 4000) + "]}").utf8)
        let isReleased = Locked(false)
        let server = try LoopbackServer { _ in
            while !isReleased.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
            return .slow(200, [], body, piece: 400, pause: 0.01)
        }
        let vk = VK(configuration: Client.Configuration(baseURL: server.baseURL, cache: nil))
        let first = Task { try await vk.users.get().send() }
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        let second = vk.users.get().start()
        while server.received.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
        isReleased.withLock { $0 = true }
        var steps: [TransferProgress.Part] = []
        for await step in second.progress { steps.append(step.received) }
        #expect(steps.last == TransferProgress.Part(bytes: body.count, total: body.count))
        #expect(steps.map(\.bytes) == steps.map(\.bytes).sorted())
        #expect(try await (first.value, second.value) == ([], []))
        #expect(vk.client.inFlight.withLock { $0.isEmpty })
    }

    @Test func aCustomTransportIsAskedAgain() async throws {
        struct Holding: Transport {
            let calls = Locked(0)
            func send(_ request: HTTPRequest) async throws -> HTTPResponse {
                if calls.withLock({
                    $0 += 1; return $0
                }) == 1 {
                    try await Task.sleep(for: .seconds(3600))
                }
                return HTTPResponse(status: 200, body: Data(#"{"response":[{"id":1}]}"#.utf8))
            }
        }
        let (transport, events) = (Holding(), Observed())
        let vk = VK(transport: transport, configuration: Client.Configuration(observers: [events]))
        let first = vk.users.get().start()
        while transport.calls.withLock({ $0 == 0 }) { try await Task.sleep(for: .milliseconds(1)) }
        let others = (0..<3).map { _ in vk.users.get().start() }
        while events.joined < 3 { try await Task.sleep(for: .milliseconds(1)) }
        first.cancel()
        for call in others { #expect(try await call.value == [VK.User(id: 1)]) }
        #expect(transport.calls.withLock { $0 } == 2)
        #expect(vk.client.inFlight.withLock { $0.isEmpty })
    }

    @Test func theLastWaiterClosesTheConnection() async throws {
        let server = try LoopbackServer { _ in .silence }
        let events = Observed()
        let vk = VK(configuration: Client.Configuration(baseURL: server.baseURL, observers: [events]))
        let calls = (0..<5).map { _ in vk.users.get().start() }
        while events.joined < 4 || server.received.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        for call in calls { call.cancel() }
        for call in calls {
            do throws(APIError) {
                _ = try await call.value
                Issue.record("no error")
            } catch {
                #expect(error.code == .cancelled && error.signature == "users.get")
            }
        }
        while server.openConnections > 0 { try await Task.sleep(for: .milliseconds(1)) }
        #expect(vk.client.inFlight.withLock { $0.isEmpty })
        // The next call sends a new request.
        let count = server.received.count
        let next = vk.users.get().start()
        while server.received.count <= count { try await Task.sleep(for: .milliseconds(1)) }
        next.cancel()
    }

    @Test func theirErrorIsEveryones() async throws {
        let held = Held(#"{"error":{"error_code":15,"error_msg":"no"}}"#)
        let server = try LoopbackServer { held.reply($0) }
        let events = Observed()
        let vk = VK(configuration: Client.Configuration(baseURL: server.baseURL, observers: [events]))
        let calls = ["a", "b"].map { vk.users.get().signature($0).start() }
        while events.joined < 1 { try await Task.sleep(for: .milliseconds(1)) }
        held.release()
        for (call, name) in zip(calls, ["a", "b"]) {
            do throws(APIError) {
                _ = try await call.value
                Issue.record("no error")
            } catch {
                #expect(error.server?.code == VK.ErrorCode.accessDenied && error.signature == Call.Signature(name))
                #expect(error.description == "users.get [\(name)]: server: 15: no (HTTP 200)")
            }
        }
        #expect(server.received.count == 1)
    }

    /// Calls are not shared if they are writes or have secrets, or if their arguments, accounts, tokens, reading
    /// policies or value types differ.
    @Test func whatIsNotShared() async throws {
        let held = Held(#"{"response":null}"#)
        let server = try LoopbackServer { held.reply($0) }
        func request(_ client: Client, reads: Bool = true, _ arguments: [(String, String, ParameterStyle)] = [])
            -> Request<JSON>
        {
            var call = Call(client, Method("m", reads: reads))
            for (name, value, style) in arguments { call.add(name, value, style) }
            return Request(call)
        }
        let account = Account(id: 1, token: Token("a"))
        let session = URLSessionConfiguration.ephemeral
        session.httpMaximumConnectionsPerHost = 20
        let vk = VK(
            account: account, transport: URLSessionTransport(configuration: session),
            configuration: Client.Configuration(baseURL: server.baseURL, cache: nil)
        ).client
        var calls = [request(vk, reads: false), request(vk, reads: false)].map { $0.start() }
        calls += (0..<2).map { _ in request(vk, [("key", "1", .secret)]).start() }
        calls += [request(vk), request(vk, [("a", "é", [])]), request(vk, [("a", "e\u{301}", [])])].map { $0.start() }
        calls += [request(vk).reading(.strict), request(vk).timeout(.seconds(99))].map { $0.start() }
        let other = Request<JSON?>(request(vk).call).start()
        let plain = [false, true].map { VK(client: vk).request(.get, server.baseURL, authorized: $0).start() }
        while server.received.count < 12 { try await Task.sleep(for: .milliseconds(1)) }
        account.replace(Token("b"))
        calls.append(request(vk).start())
        while server.received.count < 13 { try await Task.sleep(for: .milliseconds(1)) }
        held.release()
        for call in calls { #expect(try await call.value == .null) }
        #expect(try await other.value == nil)
        for call in plain { #expect(try await call.value.status == 200) }
        #expect(server.received.count == 13)
    }
}

/// A model of the table of in-flight requests and of the calls that use it as a client does.
private struct JoiningModel {
    enum Choice { case join(UInt64), leave(UInt64), end, handOver }

    private var table = InFlightRequests<Int>()
    /// The calls that have not joined yet.
    private var toJoin: Set<UInt64>
    /// The calls that wait, in the order of their arrival.
    private var waiting: [UInt64] = []
    private var leader: UInt64?
    /// The calls that have ended, each with a Boolean value that indicates whether it received a response.
    private var ended: [UInt64: Bool] = [:]

    init(calls: UInt64) { toJoin = Set(1...calls) }

    var choices: [Choice] {
        toJoin.map { .join($0) } + waiting.map { .leave($0) } + (leader == nil ? [] : [.end, .handOver])
    }

    func after(_ choice: Choice) -> JoiningModel {
        var next = self
        next.perform(choice)
        return next
    }

    private mutating func perform(_ choice: Choice) {
        switch choice {
        case .join(let call):
            toJoin.remove(call)
            switch table.join(0, by: call, observer: nil, { Int(call) }) {
            case .leader:
                #expect(leader == nil)
                leader = call
            case .waiter(let other, let observer):
                #expect(other == leader && observer == nil)
                waiting.append(call)
            case .alone: Issue.record("alone")
            }
        case .leave(let call):
            table.leave(0, caller: Int(call))
            waiting.removeAll { $0 == call }
            end(call, false)
        case .end:
            let callers = table.end(0).map { UInt64($0) }
            #expect(callers == waiting)
            for call in callers { end(call, true) }
            endLeader(true)
            waiting = []
        case .handOver:
            let heir = table.handOver(0).map { UInt64($0.caller) }
            #expect(heir == waiting.first)
            endLeader(false)
            leader = heir
            waiting = Array(waiting.dropFirst())
        }
    }

    private mutating func endLeader(_ hasResponse: Bool) {
        if let leader { end(leader, hasResponse) }
        leader = nil
    }

    private mutating func end(_ call: UInt64, _ hasResponse: Bool) {
        #expect(ended[call] == nil)
        ended[call] = hasResponse
    }

    func checkEnd() { #expect(waiting.isEmpty && leader == nil && toJoin.isEmpty && table.isEmpty) }
}

/// A server's response that is held back until it is released.
final class Held: Sendable {
    private let body: String
    private let isReleased = Locked(false)

    init(_ body: String) { self.body = body }

    func release() { isReleased.withLock { $0 = true } }

    func reply(_ request: Received) -> LoopbackServer.Reply {
        while !isReleased.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
        return .http(200, [], body)
    }
}

extension Observed {
    var joined: Int {
        all.count { if case .joined = $0.kind { true } else { false } }
    }
}
