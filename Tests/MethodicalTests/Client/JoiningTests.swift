import Foundation
import LoopbackServer
import Testing

@testable import Methodical

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Equal reads under way share one request.
@Suite struct JoiningTests {
    /// Every order in which two calls may ask, be cancelled and be answered, and their requests begin and end.
    @Test func everyOrderOfTwo() {
        var orders = 0
        func go(_ model: JoiningModel) {
            let choices = model.choices
            if choices.isEmpty {
                orders += 1
                model.checkEnd()
            }
            for choice in choices { go(model.after(choice)) }
        }
        go(JoiningModel(calls: 2))
        #expect(orders > 400)
    }

    @Test func manyOrdersOfFive() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<5000 {
            var model = JoiningModel(calls: 5)
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
        // They were equal while it was under way, not for ever.
        #expect(try await vk.users.get(userIDs: [1]).send() == [VK.User(id: 1)])
        #expect(server.received.count == 2)
        #expect(vk.client.joining.withLock { $0.isEmpty })
    }

    @Test func oneWaiterLeavesAndTheOthersStay() async throws {
        let held = Held(#"{"response":[]}"#)
        let server = try LoopbackServer { held.reply($0) }
        let events = Observed()
        let vk = VK(configuration: Client.Configuration(baseURL: server.baseURL, observers: [events]))
        // The one that began is cancelled, and then one that joined.
        let calls = (0..<3).map { _ in vk.users.get().start() }
        while events.joined < 2 { try await Task.sleep(for: .milliseconds(1)) }
        calls[0].cancel()
        calls[1].cancel()
        for call in calls[..<2] {
            await #expect(throws: APIError.self) { try await call.value }
            #expect(call.state == .cancelled)
        }
        #expect(calls[2].state == .running)
        held.release()
        #expect(try await calls[2].value == [])
        #expect(server.received.count == 1)
    }

    /// What one of them has begun, in whatever state it is, another goes on with: a pause before a repeat, too.
    @Test func theNextGoesOnFromThere() async throws {
        let server = try LoopbackServer { [count = Locked(0)] _ in
            let isFirst = count.withLock {
                $0 += 1; return $0 == 1
            }
            return isFirst ? .http(503) : .http(200, [], #"{"response":[]}"#)
        }
        let events = Observed()
        let sleeps = Locked([Duration]())
        let time = TimeSource(now: { Date() }) { pause in
            sleeps.withLock { $0.append(pause) }
            try await Task.sleep(for: sleeps.withLock { $0.count } == 1 ? .seconds(60) : .zero)
        }
        let retries = RetryPolicy(base: .seconds(1)) { 1 }
        let vk = VK(
            configuration: Client.Configuration(
                baseURL: server.baseURL, observers: [events], time: time, retries: retries))
        let calls = (0..<2).map { vk.users.get().signature($0).start() }
        while events.joined < 1 || sleeps.withLock({ $0.isEmpty }) { try await Task.sleep(for: .milliseconds(1)) }
        let first = try #require(events.all.first { if case .sent = $0.kind { true } else { false } }).signature
        let (sender, other) = first == Signature(0) ? (calls[0], calls[1]) : (calls[1], calls[0])
        sender.cancel()
        #expect(try await other.value == [])
        #expect(sleeps.withLock { $0 } == [.seconds(1), .seconds(1)] && server.received.count == 2)
        let attempts = events.all.compactMap { if case .sent(let attempt) = $0.kind { attempt } else { nil } }
        #expect(attempts == [1, 2])
    }

    /// Whether or not somebody followed the bytes before others came.
    @Test(arguments: [true, false]) func handedOverWhileItsBytesCome(isFollowed: Bool) async throws {
        let body = Data((#"{"response":["# + String(repeating: " ", count: 4000) + "]}").utf8)
        let (asked, released) = (Locked(0), Locked(0))
        let server = try LoopbackServer { _ in
            let round = asked.withLock {
                $0 += 1
                return $0
            }
            while released.withLock({ $0 }) < round { Thread.sleep(forTimeInterval: 0.001) }
            return .slow(200, [], body, piece: 40, pause: 0.0002)
        }
        let events = Observed()
        let vk = VK(configuration: Client.Configuration(baseURL: server.baseURL, observers: [events], cache: nil))
        for round in 1...20 {
            let calls = (0..<4).map { _ in
                isFollowed ? Task { try await vk.users.get().start().value } : Task { try await vk.users.get().send() }
            }
            while events.joined < 3 * round { try await Task.sleep(for: .milliseconds(1)) }
            released.withLock { $0 = round }
            for call in calls[..<3] {
                call.cancel()
                try await Task.sleep(for: .milliseconds(2))
            }
            #expect(try await calls[3].value == [])
        }
        #expect(server.received.count == 20)
        #expect(vk.client.joining.withLock { $0.isEmpty })
    }

    /// Who takes a request over may be cancelled before it comes to wait for it: the others' request goes on, and is
    /// not sent again.
    @Test(arguments: [true, false]) func handedOverToACancelledCall(hasBegun: Bool) async throws {
        let isReleased = Locked(false)
        let server = try LoopbackServer { _ in
            while !isReleased.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
            return .http(200, [], "answer")
        }
        let exchanges = SessionExchanges(SessionOptions())
        let session = URLSession(configuration: .ephemeral, delegate: exchanges, delegateQueue: nil)
        defer { session.invalidateAndCancel() }
        let observer = TransferObserver(isWanted: true)
        observer.join(nil)
        let request = HTTPRequest(verb: .get, url: try #require(URL(string: server.baseURL)))
        let exchange = try SessionExchange(session, request, exchanges.options, observer)
        exchanges.add(exchange)
        if hasBegun {
            let first = Task { try await exchange.response(within: .seconds(60)) }
            while server.received.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
            first.cancel()
            await #expect(throws: CancellationError.self) { try await first.value }
            try #require(observer.takeOver() === exchange)
        }
        let heir = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await exchange.response(within: .seconds(60))
        }
        await #expect(throws: CancellationError.self) { try await heir.value }
        try #require(observer.takeOver() === exchange)
        isReleased.withLock { $0 = true }
        #expect(try await exchange.response(within: .seconds(60)).body == Data("answer".utf8))
        #expect(server.received.count == 1)
    }

    /// Who comes later follows bytes that nobody followed, and holds back nothing that others wait for.
    @Test func followedLater() async throws {
        let body = Data((#"{"response":["# + String(repeating: " ", count: 4000) + "]}").utf8)
        let isReleased = Locked(false)
        let server = try LoopbackServer { _ in
            while !isReleased.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) }
            return .slow(200, [], body, piece: 400, pause: 0.01)
        }
        let events = Observed()
        let vk = VK(configuration: Client.Configuration(baseURL: server.baseURL, observers: [events], cache: nil))
        let first = Task { try await vk.users.get().send() }
        while server.received.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        let second = vk.users.get().start()
        while events.joined < 1 { try await Task.sleep(for: .milliseconds(1)) }
        second.suspend()
        isReleased.withLock { $0 = true }
        var steps: [TransferProgress.Part] = []
        for await step in second.progress { steps.append(step.received) }
        #expect(steps.last == TransferProgress.Part(bytes: body.count, total: body.count))
        #expect(steps.map(\.bytes) == steps.map(\.bytes).sorted())
        #expect(try await (first.value, second.value) == ([], []))
        #expect(server.received.count == 1)
    }

    /// `URLSessionTransport` lets the request go on for the others; another transport, which knows nothing of them, is
    /// asked again.
    @Test func anotherTransportIsAskedAgain() async throws {
        struct Holding: Transport {
            let calls = Locked(0)
            func send(_ request: HTTPRequest) async throws -> HTTPResponse {
                if calls.withLock({
                    $0 += 1; return $0
                }) == 1 {
                    try await Task.sleep(for: .seconds(60))
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
        #expect(vk.client.joining.withLock { $0.isEmpty })
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
        #expect(server.received.count == 1)
        #expect(vk.client.joining.withLock { $0.isEmpty })
        // The next one begins anew.
        let next = vk.users.get().start()
        while server.received.count < 2 { try await Task.sleep(for: .milliseconds(1)) }
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
                #expect(error.server?.code == VK.ErrorCode.accessDenied && error.signature == Signature(name))
                #expect(error.description == "users.get [\(name)]: server: 15: no (HTTP 200)")
            }
        }
        #expect(server.received.count == 1)
    }

    /// Writes, secrets, other arguments, other accounts, other tokens, other ways of reading, other types, a token or
    /// none: nothing of it is equal.
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

/// The state and what a client does with it: the calls' programs, who leads, and what became of each.
private struct JoiningModel {
    enum Choice { case ask(UInt64), wait(UInt64), cancel(UInt64), forget(UInt64), finish(UInt64), handOver(UInt64) }

    /// Work is known by the number of the call that made it.
    private var state = JoiningState<Int, UInt64, UInt64>()
    private var isToAsk: Set<UInt64>
    private var isToWait: Set<UInt64> = []
    private var isWaiting: Set<UInt64> = []
    private var isToForget: Set<UInt64> = []
    /// Who leads which work.
    private var leading: [UInt64: UInt64] = [:]
    /// Who waits for which work.
    private var joined: [UInt64: UInt64] = [:]
    private var isCancellable: Set<UInt64>
    private var wasCancelled: Set<UInt64> = []
    private var isServed: [UInt64: Bool] = [:]

    init(calls: UInt64) {
        isToAsk = Set(1...calls)
        isCancellable = isToAsk
    }

    var choices: [Choice] {
        let sending = leading.keys.filter { !isToForget.contains($0) }
        return isToAsk.map { .ask($0) } + isToWait.map { .wait($0) } + isCancellable.map { .cancel($0) }
            + isToForget.map { .forget($0) }
            + sending.map { .finish($0) } + sending.filter(wasCancelled.contains).map { .handOver($0) }
    }

    func after(_ choice: Choice) -> JoiningModel {
        var next = self
        next.perform(choice)
        return next
    }

    private mutating func perform(_ choice: Choice) {
        switch choice {
        case .ask(let call):
            isToAsk.remove(call)
            if state.lead(0, by: call, call) { lead(call, call) } else { isToWait.insert(call) }
        case .wait(let call):
            isToWait.remove(call)
            isWaiting.insert(call)
            switch state.wait(0, for: call, call, call) {
            case .lead:
                resume(call)
                lead(call, call)
            case .joined(let leader, let work):
                #expect(leader != call && leading[leader] == work)
                joined[call] = work
            case .leave: answer(call, false)
            }
        case .cancel(let call):
            isCancellable.remove(call)
            wasCancelled.insert(call)
            // Who leads, or does not ask yet, finds out by itself.
            guard isToWait.contains(call) || isWaiting.contains(call) || isToForget.contains(call) else { return }
            guard let (waiter, work) = state.cancel(0, call) else { return }
            #expect(waiter == call && joined[call] == work)
            answer(waiter, false)
        case .forget(let call):
            isToForget.remove(call)
            state.forget(call)
            if leading[call] == nil { isCancellable.remove(call) }
        case .finish(let call):
            for waiter in state.finish(0) {
                #expect(joined[waiter] == leading[call])
                answer(waiter, true)
            }
            end(call, true)
        case .handOver(let call):
            let work = leading[call]
            let heir = state.handOver(0)
            end(call, false)
            // Nobody's work is ended while somebody waits for it.
            guard let heir, let work else { return #expect(!isWaiting.contains { joined[$0] == work }) }
            #expect(joined[heir] == work)
            resume(heir)
            lead(heir, work)
        }
    }

    private mutating func lead(_ call: UInt64, _ work: UInt64) {
        #expect(leading.isEmpty)
        leading[call] = work
    }

    private mutating func end(_ call: UInt64, _ isServed: Bool) {
        leading[call] = nil
        isCancellable.remove(call)
        settle(call, isServed)
    }

    private mutating func resume(_ call: UInt64) {
        #expect(isWaiting.remove(call) != nil)
        joined[call] = nil
        isToForget.insert(call)
    }

    private mutating func answer(_ call: UInt64, _ isServed: Bool) {
        resume(call)
        settle(call, isServed)
    }

    private mutating func settle(_ call: UInt64, _ isServed: Bool) {
        #expect(self.isServed[call] == nil && (isServed || wasCancelled.contains(call)))
        self.isServed[call] = isServed
    }

    func checkEnd() {
        #expect(isWaiting.isEmpty && leading.isEmpty && state.isEmpty)
        #expect(isServed.count == wasCancelled.union(isServed.keys).count)
    }
}

/// A server's answer that waits for a word.
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
    fileprivate var joined: Int {
        all.count { if case .joined = $0.kind { true } else { false } }
    }
}
