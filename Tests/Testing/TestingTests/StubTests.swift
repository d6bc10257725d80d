import Foundation
import HuabanAPI
import Methodical
import MethodicalTesting
import Testing
import VKAPI

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Tests that an app could have.
@Suite struct StubTests {
    private let stub = StubTransport()
    private var vk: VK { VK(account: .test, transport: stub, configuration: Client.Configuration(retries: .never)) }

    @Test func aMethodAnswersWithAValue() async throws {
        stub.on(vk.users.get()) { call in
            try (call.arguments["user_ids"] ?? "").split(separator: ",").map {
                try VK.User(json: #"{"id": \#($0), "first_name": "Ada"}"#)
            }
        }
        let users = try await vk.users.get(userIDs: [1, 2], fields: [.photo50]).send()
        #expect(users.map(\.id) == [1, 2])
        #expect(users[0].firstName == "Ada")
        #expect(stub.calls.map(\.method) == ["users.get"])
        #expect(stub.calls[0].arguments == ["user_ids": "1,2", "fields": "photo_50"])
    }

    @Test func aMethodAnswersWithJSON() async throws {
        stub.on(vk.users.get(), json: [["id": 7, "first_name": "Ada"]])
        #expect(try await vk.users.get().send().map(\.firstName) == ["Ada"])
        stub.on(vk.users.get(), json: [["first_name": 1]])
        let calls = stub.calls.count
        let error = await #expect(throws: APIError.self) { try await vk.users.get(userIDs: [1]).send() }
        #expect(error?.code == .invalidRequest && stub.calls.count == calls + 1, "a mistake of a stub is not retried")
        #expect(error.map { "\($0)" }?.contains("the stub of users.get failed: ") == true)
    }

    @Test func aMethodThatAnswersNothing() async throws {
        let request = Request<NoContent>(Call(vk.client, .init("tasks.remove")))
        stub.on(request) { _ in }
        try await request.send()
        stub.on(request)
        try await request.send()
        #expect(stub.calls.map(\.method) == ["tasks.remove", "tasks.remove"])
    }

    /// The value is wrapped like the API's results and read by the same reader as a server's response.
    @Test func resultsUnderAKey() async throws {
        let huaban = Huaban(account: .test, transport: stub)
        let comments = try await {
            stub.on(huaban.pins.comments.list(pinID: 1)) { _ in
                [try .init(json: #"{"comment_id": 7, "raw_text": "nice"}"#)]
            }
            return try await huaban.pins.comments.list(pinID: 42).response()
        }()
        #expect(comments.value.map(\.text) == ["nice"])
        #expect(comments.mismatches == [])
    }

    @Test func aServerThatSaysNo() async throws {
        stub.on(vk.wall.get()) { _ in throw ServerFailure(VK.ErrorCode.accessDenied, "Access denied") }
        let error = await #expect(throws: APIError.self) { try await vk.wall.get(ownerID: 1).send() }
        #expect(error?.code == .server)
        #expect(error?.server?.code == VK.ErrorCode.accessDenied)
        #expect(error?.server?.message == "Access denied")
    }

    /// If an envelope has no key for the code, the error's own key holds it.
    @Test func aServerThatSaysNoInAnotherWay() async throws {
        let huaban = Huaban(account: .test, transport: stub, configuration: Client.Configuration(retries: .never))
        stub.on(huaban.pins.comments.list(pinID: 1)) { _ in throw ServerFailure(403, "Not yours") }
        let error = await #expect(throws: APIError.self) { try await huaban.pins.comments.list(pinID: 1).send() }
        #expect(error?.server?.code?.number == 403 && error?.server?.message == "Not yours")
    }

    @Test func aServerThatWantsACaptcha() async throws {
        stub.on(vk.wall.get()) { _ in
            throw ServerFailure(14, details: ["captcha_sid": "7", "captcha_img": "https://example.com/7.png"])
        }
        let error = await #expect(throws: APIError.self) { try await vk.wall.get(ownerID: 1).send() }
        #expect(
            error?.challenge == .captcha(.init(id: "7", image: try #require(URL(string: "https://example.com/7.png")))))
    }

    /// A captcha of VK since July 2025 is a page, and the app sends the token that it yields.
    @Test func aCaptchaWithAPage() async throws {
        stub.on(vk.wall.post()) { call in
            guard call.arguments["success_token"] == "t" else {
                throw ServerFailure(14, details: ["redirect_uri": "https://example.com/captcha"])
            }
            return 1
        }
        let vk = vk
        let page = try #require(URL(string: "https://example.com/captcha"))
        vk.onChallenge { $0 == .captchaPage(.init(page: page)) ? .token("t") : .giveUp }
        #expect(try await vk.wall.post(message: "hi").send() == 1)
        let arguments = stub.calls.map { $0.arguments.filter { $0.key != "guid" } }
        #expect(arguments == [["message": "hi"], ["message": "hi", "success_token": "t"]])
    }

    /// The app sends the person's answer.
    @Test func aCaptchaThatIsAnswered() async throws {
        stub.on(vk.wall.post()) { call in
            guard call.arguments["captcha_key"] == "z8q" else {
                throw ServerFailure(14, details: ["captcha_sid": "7", "captcha_img": "https://example.com/7.png"])
            }
            return 1
        }
        let vk = vk
        vk.onChallenge { _ in .text("z8q") }
        #expect(try await vk.wall.post(message: "hi").send() == 1)
        let arguments = stub.calls.map { $0.arguments.filter { $0.key != "guid" } }
        #expect(arguments == [["message": "hi"], ["message": "hi", "captcha_sid": "7", "captcha_key": "z8q"]])
    }

    @Test func aConnectionThatBreaks() async throws {
        stub.on(vk.users.get()) { _ in throw URLError(.networkConnectionLost) }
        let error = await #expect(throws: APIError.self) { try await vk.users.get().send() }
        #expect(error?.code == .connection)
    }

    @Test func aServerThatIsSlow() async throws {
        let time = ManualTime()
        stub.on(vk.users.get()) { _ in
            try await time.source.sleep(.seconds(30))
            return []
        }
        let running = vk.users.get().start()
        await time.untilSomebodySleeps()
        time.advance(by: .seconds(29))
        #expect(running.state == .running)
        time.advance(by: .seconds(1))
        #expect(try await running.value == [])

        let cancelled = vk.users.get(userIDs: [3]).start()
        await time.untilSomebodySleeps()
        cancelled.cancel()
        let error = await #expect(throws: APIError.self) { try await cancelled.value }
        #expect(error?.code == .cancelled)
        #expect(time.sleepers == 0)
    }

    @Test func waitingForACall() async throws {
        let vk = vk
        stub.on(vk.status.get()) { _ in try .init(json: #"{"text": "hi"}"#) }
        async let call = stub.nextCall(of: vk.status.get())
        // The wait begins before the call.
        while !stub.isAwaited("status.get") { await Task.yield() }
        #expect(try await vk.status.get(userID: 5).send().text == "hi")
        #expect(try await call.arguments == ["user_id": "5"])
    }

    /// A test's time limit cancels the wait. A wait that ignored this would never end.
    @Test func aWaitThatIsCancelled() async throws {
        let waiting = Task { try await stub.nextCall(of: vk.status.get()) }
        while !stub.isAwaited("status.get") { await Task.yield() }
        waiting.cancel()
        try #require(!stub.isAwaited("status.get"))
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func whatIsNotSaid() async throws {
        let error = await #expect(throws: APIError.self) { try await vk.users.get().send() }
        #expect(error?.description == "users.get: invalidRequest: there is no stub for users.get")
    }

    /// A stub that the schema does not allow is a mistake of the test.
    @Test("A value for a stub that the schema does not allow cannot be read from JSON")
    func impossibleAnswers() {
        #expect(throws: ReadingProblem.self) { try VK.User(json: #"{"id": "one"}"#) }
    }

    @Test func secretsAreNotShown() async throws {
        let huaban = Huaban(transport: stub)
        _ = try? await huaban.auth.signIn(clientCredentials: "Basic abcd", username: "ada", password: "open sesame")
            .send()
        let call = try #require(stub.calls.first)
        #expect(call.arguments["password"] == "open sesame")
        #expect(!"\(call)".contains("sesame"))
        var dumped = ""
        dump(call, to: &dumped)
        #expect(!dumped.contains("sesame"))
    }

    @Test func timeMovesInOrder() async throws {
        let time = ManualTime()
        let (order, continuation) = AsyncStream.makeStream(of: Int.self)
        for seconds in [3, 1, 2] {
            Task {
                try await time.source.sleep(.seconds(seconds))
                continuation.yield(seconds)
            }
        }
        while time.sleepers < 3 { await Task.yield() }
        var woken = order.makeAsyncIterator()
        for expected in 1...3 {
            time.advance(by: .seconds(1))
            #expect(await woken.next() == expected)
        }
    }
}
