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
        #expect(orders > 1000)
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
            for number in 0..<100 { group.addTask { try await vk.users.get(userIDs: [1]).signature(number).priority(.high).send() } }
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

    /// Writes, secrets, other arguments, other accounts, other tokens, other ways of reading, other types: nothing of it is equal.
    @Test func whatIsNotShared() async throws {
        let held = Held(#"{"response":null}"#)
        let server = try LoopbackServer { held.reply($0) }
        func request(_ client: Client, reads: Bool = true, _ arguments: [(String, String, ParameterStyle)] = []) -> Request<JSON> {
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
        while server.received.count < 10 { try await Task.sleep(for: .milliseconds(1)) }
        account.replace(Token("b"))
        calls.append(request(vk).start())
        while server.received.count < 11 { try await Task.sleep(for: .milliseconds(1)) }
        held.release()
        for call in calls { #expect(try await call.value == .null) }
        #expect(try await other.value == nil)
        #expect(server.received.count == 11)
    }
}

/// The state and what a client does with it: the calls' programs, the requests that are under way, and what became of each.
private struct JoiningModel {
    enum Choice { case ask(UInt64), cancel(UInt64), forget(UInt64), begun(UInt64), finish(UInt64) }

    private var state = JoiningState<Int, UInt64, UInt64>()
    private var isToAsk: Set<UInt64>
    private var isWaiting: Set<UInt64> = []
    private var isCancellable: Set<UInt64>
    private var isToForget: Set<UInt64> = []
    private var isToBegin: Set<UInt64> = []
    private var isToFinish: Set<UInt64> = []
    private var wasCancelled: Set<UInt64> = []
    private var answers: [UInt64: Bool] = [:]
    private var ended: Set<UInt64> = []
    /// Whose request is whose, by what the state said.
    private var serving: [UInt64: UInt64] = [:]

    init(calls: UInt64) {
        isToAsk = Set(1...calls)
        isCancellable = isToAsk
    }

    var choices: [Choice] {
        isToAsk.map { .ask($0) } + isCancellable.map { .cancel($0) } + isToForget.map { .forget($0) } + isToBegin.map { .begun($0) }
            + isToFinish.map { .finish($0) }
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
            isWaiting.insert(call)
            switch state.ask(0, for: call, call) {
            case .begin:
                serving[call] = call
                isToBegin.insert(call)
                isToFinish.insert(call)
            case .joined(let other, _):
                #expect(other != call && isToFinish.contains(other) && !ended.contains(other))
                serving[call] = other
            case let step: perform(step)
            }
        case .cancel(let call):
            isCancellable.remove(call)
            wasCancelled.insert(call)
            perform(state.cancel(0, call))
        case .forget(let call):
            isToForget.remove(call)
            isCancellable.remove(call)
            state.forget(call)
        case .begun(let call):
            isToBegin.remove(call)
            perform(state.begun(0, by: call, call))
        case .finish(let call):
            isToFinish.remove(call)
            for waiter in state.finish(0, begunBy: call) {
                #expect(serving[waiter] == call)
                answer(waiter, true)
            }
        }
    }

    private mutating func perform(_ step: JoiningState<Int, UInt64, UInt64>.Step) {
        guard case .cancel(let waiter, let work) = step else { return }
        if let waiter { answer(waiter, false) }
        guard let work else { return }
        ended.insert(work)
        // Nobody's work is ended while somebody waits for it.
        #expect(!isWaiting.contains { serving[$0] == work && $0 != waiter })
    }

    private mutating func answer(_ call: UInt64, _ isServed: Bool) {
        #expect(isWaiting.remove(call) != nil && answers[call] == nil)
        #expect(isServed || wasCancelled.contains(call))
        answers[call] = isServed
        isToForget.insert(call)
    }

    func checkEnd() {
        #expect(isWaiting.isEmpty && state.isEmpty)
        for call in serving.keys where !wasCancelled.contains(call) { #expect(answers[call] == true) }
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
