import Foundation
import LoopbackServer
import Testing

@testable import Methodical
@testable import MethodicalVK

/// Tests of several calls in one request, against a server that reads VKScript as strictly as possible.
@Suite struct BatchTests {
    @Test func aTypedTuple() async throws {
        let server = try ScriptServer()
        let vk = server.vk()
        let (users, report, nobody) = await vk.batch(
            vk.users.get(userIDs: [1, 2], fields: ["city", "sex"]), vk.users.report(userID: 3),
            vk.users.get(userIDs: []))
        #expect(try users.get().map(\.id) == [1, 2])
        #expect(try report.get() == 1)
        #expect(try nobody.get() == [])
        #expect(
            server.codes == [
                #"return [API.users.get({"user_ids":"1,2","fields":"city,sex"}),API.users.report({"user_id":"3"}),API.users.get({"user_ids":""})];"#
            ])
        #expect(server.received.first?.line == "POST /execute HTTP/1.1")
    }

    /// Each call passes the middlewares, and so does the request that carries them. The attempts are those of the latter.
    @Test("Middlewares handle each call of a batch, and the attempts of only the requests that are sent")
    func middlewares() async throws {
        final class Names: Middleware {
            let calls = Locked<[String]>([])
            let attempts = Locked<[String]>([])
            func handleCall(
                _ settings: CallSettings, _ context: MiddlewareContext, next: NextCall
            ) async throws -> HTTPResponse {
                calls.withLock { $0.append(context.method) }
                var settings = settings
                if context.method == "users.report" { settings.headers["X-Alone"] = "1" }
                return try await next(settings)
            }
            func handleAttempt(
                _ request: HTTPRequest, _ context: MiddlewareContext, next: NextAttempt
            ) async throws -> HTTPResponse {
                attempts.withLock { $0.append(context.method) }
                return try await next(request)
            }
        }
        let server = try ScriptServer()
        let names = Names()
        let vk = server.vk(middlewares: [names])
        let (users, _, report) = await vk.batch(
            vk.users.get(userIDs: [1]), vk.users.get(userIDs: [2]), vk.users.report(userID: 3))
        #expect(try users.get().map(\.id) == [1])
        // A call with a request of its own cannot be part of the script.
        #expect(throws: APIError.self) { try report.get() }
        #expect(
            names.calls.withLock { $0.sorted() } == ["execute", "users.get", "users.get", "users.report"])
        #expect(names.attempts.withLock { $0.sorted() } == ["execute", "users.report"])
        #expect(server.codes.map { ScriptServer.calls(in: $0)?.count } == [2])
    }

    @Test func sixtyCallsGoOutAsThree() async throws {
        let server = try ScriptServer()
        let vk = server.vk()
        let results = await vk.batch((1...60).map { vk.users.report(userID: $0) })
        #expect(server.codes.map { ScriptServer.calls(in: $0)?.count } == [25, 25, 10])
        #expect(results.count == 60)
        for (result, id) in zip(results, 1...60) {
            switch result {
            case .success(let answer): #expect(answer == 1 && !id.isMultiple(of: 7))
            case .failure(let error):
                #expect(
                    id.isMultiple(of: 7) && error.code == .server && error.server?.code == VK.ErrorCode.accessDenied)
                #expect(error.method == "users.report" && error.server?.message == "no \(id)")
            }
        }
    }

    @Test(arguments: [
        #""}),API.users.delete({"#, #"\"#, #"\""#, "a\nb\r\t\u{0}\u{7F}", "\u{2028}\u{2029}", "*/ alert(1) /*",
        "</script><script>",
        "*/\u{301}<!-- -->", "'`${1}", "é漢🙂", "%22&=+ ",
    ])
    func nothingGetsOutOfAnArgument(_ text: String) async throws {
        let server = try ScriptServer()
        let vk = server.vk()
        let (user, _) = await vk.batch(vk.users.signIn(name: text, password: "p"), vk.users.get(userIDs: [1]))
        #expect(try Array(#require(user.get().firstName).utf8) == Array(text.utf8))
        let code = try #require(server.codes.first)
        #expect(ScriptServer.calls(in: code)?.map(\.name) == ["users.signIn", "users.get"])
        for bytes in ["\u{2028}", "\u{2029}", "*/", "</", "\n"] {
            #expect(Data(code.utf8).range(of: Data(bytes.utf8)) == nil)
        }
    }

    @Test func eachItemIsCachedByItself() async throws {
        let server = try ScriptServer()
        let vk = server.vk()
        _ = try await vk.users.get(userIDs: [1]).send()
        let (first, second) = await vk.batch(vk.users.get(userIDs: [1]), vk.users.get(userIDs: [2]))
        #expect(try first.get().map(\.id) == [1] && second.get().map(\.id) == [2])
        #expect(server.codes == [#"return [API.users.get({"user_ids":"2"})];"#])
        // The response to a call in a batch is cached for single calls too, also offline. A batch whose calls are all
        // cached sends no request.
        #expect(try await vk.users.get(userIDs: [2]).offline().send().map(\.id) == [2])
        #expect(try await vk.users.get(userIDs: [2]).response().source == .memory)
        let again = await vk.batch([
            vk.users.get(userIDs: [1]), vk.users.get(userIDs: [2]), vk.users.get(userIDs: [3]).offline(),
        ])
        #expect(try again[0].get().map(\.id) == [1] && again[1].get().map(\.id) == [2])
        #expect(throws: APIError.self) { try again[2].get() }
        #expect(server.received.count == 2)
    }

    @Test func whatIsWrongWithAnItemIsItsOwn() async throws {
        let server = try LoopbackServer(
            #"{"response":[[{"id":"1"}],{"id":1},false,false,[{"id":4}]],"execute_errors":[{"method":"users.get","error_code":5,"error_msg":"expired"}]}"#
        )
        let log = Log()
        let vk = ScriptServer.vk(server.baseURL, observers: [log])
        let (deviating, broken, refused, flag, fine) = await vk.batch(
            vk.users.get(userIDs: [1]), vk.users.get(userIDs: [2]), vk.users.get(userIDs: [3]), vk.flag(),
            vk.users.get(userIDs: [4]))
        #expect(try deviating.get().map(\.id) == [1])
        #expect(log.mismatches == ["users.get: response[].id: expected an integer, found a string (at response[0].id)"])
        #expect(
            broken.error?.code == .undecodable && broken.error?.method == "users.get"
                && broken.error?.problem?.path == "response")
        #expect(refused.error?.code == .notAuthorized && refused.error?.server?.message == "expired")
        // No error in the list is left for this call, so its `false` is a value.
        #expect(try flag.get() == false)
        #expect(try fine.get().map(\.id) == [4])
    }

    @Test func aBatchThatFailsFailsEachOfItsCalls() async throws {
        let server = try LoopbackServer { request in
            .http(200, [], #"{"error":{"error_code":15,"error_msg":"\#(request.body)"}}"#)
        }
        let vk = ScriptServer.vk(server.baseURL)
        let (user, users) = await vk.batch(
            vk.users.signIn(name: "n", password: "hush-hush"), vk.users.get(userIDs: [1]))
        for error in [user.error, users.error].compactMap(\.self) {
            #expect(error.server?.code == VK.ErrorCode.accessDenied)
            #expect(!"\(error)".contains("hush") && !"\(error)".contains("tok-en"))
        }
        #expect(user.error?.method == "users.signIn" && users.error?.method == "users.get")
        // If the server sends too few results, each call without one fails, and no other.
        let short = try LoopbackServer(#"{"response":[1]}"#)
        let other = ScriptServer.vk(short.baseURL)
        let results = await other.batch([other.users.report(userID: 1), other.users.report(userID: 2)])
        #expect(try results[0].get() == 1 && results[1].error?.code == .undecodable)
    }

    @Test func whatCannotBePartOfABatch() async throws {
        let server = try ScriptServer()
        let (vk, other) = (server.vk(), server.vk())
        func call(_ method: Method, _ style: ParameterStyle = []) -> Request<Int> {
            var call = Call(vk.client, method)
            call.add("a", [1, 2], style)
            return Request(call)
        }
        let results = await vk.batch([
            other.users.report(userID: 1), call(Method("a.b", .get, "a/b")), call(Method("a.b"), .query),
            call(Method("a.b"), .repeated),
            call(Method("execute")),
            call(Method("a.b({});")), call(Method("a..b")), vk.users.report(userID: 1),
        ])
        #expect(results.dropLast().allSatisfy { $0.error?.code == .invalidRequest })
        #expect(try results.last?.get() == 1)
        #expect(server.codes == [#"return [API.users.report({"user_id":"1"})];"#])
        let without = Client(APIDescription(name: "Plain", baseURL: "http://127.0.0.1/"))
        let answers = await VK(client: without).batch([1, 2].map { _ in Request<Int>(Call(without, Method("a.b"))) })
        #expect(answers.count == 2)
        for answer in answers {
            #expect(answer.error?.message == "the API has no method for batches: \"batch\" in its api.json")
        }
        #expect(await vk.batch([Request<Int>]()).isEmpty)
    }

    @Test func callsOfAWindowGoOutTogether() async throws {
        let server = try ScriptServer()
        let clock = Clock()
        let vk = server.vk(time: clock.time).batching(within: .milliseconds(50))
        async let users = vk.users.get(userIDs: [1]).send()
        async let report = vk.users.report(userID: 2).send()
        async let refused = failure(vk.users.report(userID: 7))
        async let same = vk.users.get(userIDs: [1]).send()
        await clock.passes(vk, calls: 3)
        let (found, again, number, error) = try await (users, same, report, refused)
        #expect(found.map(\.id) == [1] && again == found && number == 1)
        #expect(error.server?.code == VK.ErrorCode.accessDenied)
        #expect(server.codes.count == 1 && server.codes.first.flatMap(ScriptServer.calls)?.count == 3)
        // A full batch is sent without waiting for the end of the window.
        let all = try await withThrowingTaskGroup(of: Int.self) { group in
            for id in 100..<150 where !id.isMultiple(of: 7) {
                group.addTask { try await vk.users.report(userID: id).send() }
            }
            while server.codes.count < 2 { await Task.yield() }
            await clock.passes(vk, calls: 43 - 25)
            return try await group.reduce(0, +)
        }
        #expect(all == 43)
        #expect(server.codes.dropFirst().compactMap { ScriptServer.calls(in: $0)?.count }.sorted() == [18, 25])
    }

    @Test func cancelledCallsLeaveTheWindow() async throws {
        let server = try ScriptServer()
        let clock = Clock()
        let vk = server.vk(time: clock.time).batching()
        let leaving = Task { try await vk.users.report(userID: 1).send() }
        let staying = Task { try await vk.users.report(userID: 2).send() }
        await vk.client.batcher?.waits(for: 2)
        leaving.cancel()
        #expect(await leaving.result.error?.code == .cancelled)
        await clock.passes(vk, calls: 1)
        #expect(try await staying.value == 1)
        #expect(server.codes == [#"return [API.users.report({"user_id":"2"})];"#])
    }

    /// If the leader in a window is cancelled, the plain call that waits for it is sent and repeated by itself.
    @Test func aPlainCallGoesOnForACancelledOneOfAWindow() async throws {
        let refusals = Locked(1)
        let server = try ScriptServer { _ in
            let isRefused = refusals.withLock { left in
                defer { left -= 1 }
                return left > 0
            }
            return isRefused ? .http(503, [], "") : nil
        }
        let events = Observed()
        let vk = ScriptServer.vk(server.baseURL, observers: [events])
        let window = vk.batching(within: .seconds(600))
        let leaving = Task { try await window.users.get(userIDs: [1]).send() }
        await window.client.batcher?.waits(for: 1)
        let staying = Task { try await vk.users.get(userIDs: [1]).send() }
        while !events.all.contains(where: { if case .joined = $0.kind { true } else { false } }) { await Task.yield() }
        leaving.cancel()
        #expect(try await staying.value.map(\.id) == [1])
        #expect(server.received.count == 2 && server.codes.isEmpty)
        #expect(await leaving.result.error?.code == .cancelled)
    }

    @Test func aCancelledBatchEndsItsCalls() async throws {
        let server = try LoopbackServer { _ in .late(60, #"{"response":[1,1]}"#) }
        let vk = ScriptServer.vk(server.baseURL)
        let task = Task { await vk.batch(vk.users.report(userID: 1), vk.users.report(userID: 2)) }
        while server.received.isEmpty { await Task.yield() }
        task.cancel()
        let (first, second) = await task.value
        #expect(first.error?.code == .cancelled && second.error?.code == .cancelled)
    }
}

extension VK {
    fileprivate func flag() -> Request<Bool> { Request(Call(client, Method("account.flag"))) }
}

extension Client {
    fileprivate var batcher: Batcher? { (carrier as? BatchSlot)?.batcher }
}

extension Batcher {
    fileprivate func waits(for count: Int) async { while queue.count < count { await Task.yield() } }
}

extension Result where Failure == APIError {
    fileprivate var error: APIError? { if case .failure(let error) = self { error } else { nil } }
}

extension Result where Failure == any Error {
    fileprivate var error: APIError? { if case .failure(let error) = self { error as? APIError } else { nil } }
}

private final class Observed: ClientObserver {
    private let events = Locked([ClientEvent]())
    var all: [ClientEvent] { events.withLock { $0 } }

    func observe(_ event: ClientEvent) { events.withLock { $0.append(event) } }
}

/// A clock that tests move by hand.
private final class Clock: Sendable {
    private let sleepers = Locked<[CheckedContinuation<Void, Never>]>([])

    var time: TimeSource {
        TimeSource(
            now: { Date() },
            sleep: { [sleepers] _ in
                await withCheckedContinuation { sleeper in sleepers.withLock { $0.append(sleeper) } }
            })
    }

    /// Ends the window in which the given number of calls wait.
    func passes(_ vk: VK, calls: Int) async {
        guard let window = vk.client.batcher else { return }
        await window.waits(for: calls)
        // A window that became full before its end has a sleeper too.
        while await !window.queue.isEmpty {
            for sleeper in sleepers.withLock({ sleepers in
                defer { sleepers = [] }
                return sleepers
            }) { sleeper.resume() }
            await Task.yield()
        }
    }
}

private final class Log: ClientObserver {
    private let all = Locked<[String]>([])
    var mismatches: [String] { all.withLock { $0 } }

    func observe(_ event: ClientEvent) { if case .mismatches = event.kind { all.withLock { $0.append("\(event)") } } }
}
