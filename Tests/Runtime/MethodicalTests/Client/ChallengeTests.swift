import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of challenges: the server requires a person, and the call goes on with the person's answer.
@Suite struct ChallengeTests {
    private static let captcha =
        #"{"error":{"error_code":14,"error_msg":"Captcha needed","captcha_sid":"77","captcha_img":"https://vk.com/captcha.php?sid=77"}}"#
    private static let validation =
        #"{"error":{"error_code":17,"error_msg":"Validation required","redirect_uri":"https://m.vk.com/login?hash=h1"}}"#
    private static let confirmation =
        #"{"error":{"error_code":24,"error_msg":"Confirmation required","confirmation_text":"Delete all?"}}"#
    private static let twoFactor = #"{"error":{"error_code":4100,"error_msg":"code sent to +7 ***"}}"#

    /// A call resumes with the answer to a captcha. The old SDK took the answer but sent no request.
    @Test func aCaptchasAnswerResumesTheCall() async throws {
        let server = try Self.server { $0.contains("captcha_key=z%C3%BCq") ? nil : Self.captcha }
        let vk = Plain(server)
        let shown = Locked([Challenge.Captcha]())
        vk.onChallenge { challenge in
            guard case .captcha(let captcha) = challenge else { return .giveUp }
            shown.withLock { $0.append(captcha) }
            return .text("züq")
        }
        let request = vk.request(Method("wall.post")) {
            $0.add("message", "hi")
            $0.add("guid", String?.none, .key)
        }
        #expect(try await request.send() == 1)
        let image = try #require(URL(string: "https://vk.com/captcha.php?sid=77"))
        #expect(shown.withLock { $0 } == [Challenge.Captcha(id: "77", image: image)])
        #expect(server.received.count == 2)
        let bodies = server.received.map(\.body)
        let fields = bodies.map { Set($0.split(separator: "&").map(String.init)) }
        // The second request has the same parameters, the idempotency key included, and the answer in addition.
        #expect(fields[0].isSubset(of: fields[1]))
        #expect(fields[1].subtracting(fields[0]) == ["captcha_sid=77", "captcha_key=z%C3%BCq"])
    }

    /// If the leader is cancelled while a person is asked, the challenge ends, and the waiting equal call asks it
    /// again.
    @Test func anEqualCallIsAskedInItsTurn() async throws {
        let server = try Self.server { $0.contains("captcha_key=right") ? nil : Self.captcha }
        let vk = Plain(server)
        let asked = Locked(0)
        vk.onChallenge { _ in
            let isFirst = asked.withLock {
                $0 += 1
                return $0 == 1
            }
            if isFirst { try await Task.sleep(for: .seconds(3600)) }
            return .text("right")
        }
        let events = vk.events
        let first = vk.request(Method("users.get", reads: true)).start()
        while asked.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
        let second = vk.request(Method("users.get", reads: true)).start()
        for await event in events { if case .joined = event.kind { break } }
        first.cancel()
        #expect(try await second.value == 1)
        #expect(asked.withLock { $0 } == 2 && server.received.count == 3)
    }

    /// The redirect of a validation page brings a token, and the call goes on with it. The old SDK could not continue
    /// after VK's page.
    @Test func aValidationsRedirectBringsATokenAndTheCallGoesOn() async throws {
        let server = try Self.server { $0.contains("access_token=new") ? nil : Self.validation }
        let vk = Plain(server)
        vk.onChallenge { challenge in
            guard case .validation(let page) = challenge, page.absoluteString == "https://m.vk.com/login?hash=h1" else {
                return .giveUp
            }
            return .redirect(
                try #require(
                    URL(string: "https://oauth.vk.com/blank.html#success=1&access_token=new&user_id=1&expires_in=86400")
                ))
        }
        #expect(try await vk.request(Method("users.get", reads: true)).send() == 1)
        #expect(vk.client.account.token?.secret == "new")
        #expect(vk.client.account.token?.kinds == .user && vk.client.account.token?.lifetime == .seconds(86_400))
        #expect(server.received.map { $0.body.contains("access_token=old") } == [true, false])
    }

    @Test(arguments: [
        "https://oauth.vk.com/blank.html#fail=1", "https://oauth.vk.com/blank.html",
        "https://oauth.vk.com/blank.html#access_token=new&user_id=2",
    ])
    func aValidationThatFails(address: String) async throws {
        let server = try Self.server { _ in Self.validation }
        let vk = Plain(server)
        vk.onChallenge { _ in .redirect(try #require(URL(string: address))) }
        let error = try await failure(vk.request(Method("m")))
        #expect(error.code == .challenged && error.server?.code == 17)
        #expect(vk.client.account.token?.secret == "old")
        #expect(server.received.count == 1)
    }

    @Test func whoWasValidatedWithoutANewTokenGoesOnWithTheOld() async throws {
        let count = Locked(0)
        let server = try Self.server { _ in
            count.withLock {
                $0 += 1; return $0
            } == 1 ? Self.validation : nil
        }
        let vk = Plain(server)
        vk.onChallenge { _ in .redirect(try #require(URL(string: "https://oauth.vk.com/blank.html#success=1"))) }
        #expect(try await vk.request(Method("m")).send() == 1)
    }

    @Test func confirmationAndTheSecondFactor() async throws {
        let server = try Self.server { body in
            if !body.contains("confirm=1") { return Self.confirmation }
            return body.contains("code=123456") ? nil : Self.twoFactor
        }
        let vk = Plain(server)
        vk.onChallenge { challenge in
            switch challenge {
            case .captcha, .captchaPage, .validation, .signIn: .giveUp
            case .confirmation(let text): text == "Delete all?" ? .confirm : .giveUp
            case .twoFactor(let text): text == "code sent to +7 ***" ? .text("123456") : .giveUp
            }
        }
        #expect(try await vk.request(Method("m")).send() == 1)
        #expect(server.received.count == 3)
    }

    /// Installs the handler that the article `Recovery.md` shows.
    private func documented(
        _ vk: Plain, _ askPerson: @escaping @Sendable (URL) async throws -> String,
        _ solve: @escaping @Sendable (URL) async throws -> String,
        _ open: @escaping @Sendable (URL) async throws -> URL,
        _ ask: @escaping @Sendable (String) async throws -> Bool,
        _ askCode: @escaping @Sendable (String) async throws -> String,
        _ signInAgain: @escaping @Sendable (Account.ID) async throws -> Account = { _ in .anonymous }
    ) {
        vk.onChallenge { challenge in
            switch challenge {
            case .captcha(let captcha): .text(try await askPerson(captcha.image))
            case .captchaPage(let captcha): .token(try await solve(captcha.page))
            case .validation(let page): .redirect(try await open(page))
            case .confirmation(let text): try await ask(text) ? .confirm : .giveUp
            case .twoFactor(let text): .text(try await askCode(text))
            case .signIn(let signIn): .signedIn(try await signInAgain(signIn.account))
            }
        }
    }

    // MARK: Challenges without an answer

    @Test func withoutAnybodyTheCallSaysWhatIsWanted() async throws {
        let server = try Self.server { _ in Self.captcha }
        let error = try await failure(Plain(server).request(Method("m")))
        #expect(error.code == .challenged)
        guard case .captcha(let captcha) = error.challenge else { return _ = Issue.record("no captcha in \(error)") }
        #expect(captcha.id == "77")
        #expect(error.description == "m: challenged: 14: Captcha needed (HTTP 200)")
        #expect(server.received.count == 1)
    }

    struct NoScreen: Error {}

    @Test func whoGivesUpOrCannotAsk() async throws {
        let server = try Self.server { _ in Self.confirmation }
        let vk = Plain(server)
        vk.onChallenge { _ in .giveUp }
        #expect(try await failure(vk.request(Method("m"))).message == "the challenge was not solved")
        vk.onChallenge { _ in throw NoScreen() }
        let error = try await failure(vk.request(Method("m")))
        #expect(error.code == .challenged && error.message?.contains("NoScreen") == true)
        vk.onChallenge { _ in .redirect(try #require(URL(string: "https://vk.com"))) }
        #expect(
            try await failure(vk.request(Method("m"))).message == "the solution is of another kind than the challenge")
        #expect(server.received.count == 3)
    }

    @Test func wrongAnswersEnd() async throws {
        let server = try Self.server { _ in Self.captcha }
        let vk = Plain(server)
        let asked = Locked(0)
        vk.onChallenge { _ in
            asked.withLock { $0 += 1 }
            return .text("wrong")
        }
        #expect(try await failure(vk.request(Method("m"))).code == .challenged)
        #expect(asked.withLock { $0 } == 5)
        #expect(server.received.count == 6)
    }

    @Test func aCaptchaWithoutAPictureIsAnError() async throws {
        let server = try Self.server { _ in #"{"error":{"error_code":14,"error_msg":"Captcha needed"}}"# }
        let vk = Plain(server)
        vk.onChallenge { _ in .text("x") }
        let error = try await failure(vk.request(Method("m")))
        #expect(error.code == .server && error.challenge == nil)
    }

    // MARK: Several calls

    @Test func onePersonIsAskedOnce() async throws {
        let server = try Self.server { $0.contains("captcha_key=seen") ? nil : Self.captcha }
        let vk = Plain(server)
        let asked = Locked(0)
        let gate = Gate()
        vk.onChallenge { _ in
            asked.withLock { $0 += 1 }
            await gate.wait()
            return .text("seen")
        }
        let calls = (0..<20).map { _ in Task { try await vk.request(Method("m")).send() } }
        while vk.client.challenges.waiting < 20 { try await Task.sleep(for: .milliseconds(1)) }
        await gate.open()
        for call in calls { #expect(try await call.value == 1) }
        #expect(asked.withLock { $0 } == 1)
    }

    @Test func theLastWhoLeavesEndsTheAsking() async throws {
        let server = try Self.server { _ in Self.captcha }
        let vk = Plain(server)
        let state = Locked((asked: 0, ended: 0))
        vk.onChallenge { _ in
            state.withLock { $0.asked += 1 }
            defer { state.withLock { $0.ended += 1 } }
            try await Task.sleep(for: .seconds(3600))
            return .giveUp
        }
        let calls = (0..<3).map { _ in Task { try await failure(vk.request(Method("m"))) } }
        while server.received.count < 3 || state.withLock({ $0.asked }) == 0 {
            try await Task.sleep(for: .milliseconds(1))
        }
        for call in calls.dropLast() { call.cancel() }
        for call in calls.dropLast() { #expect(try await call.value.code == .cancelled) }
        calls[2].cancel()
        #expect(try await calls[2].value.code == .cancelled)
        while state.withLock({ $0.ended < $0.asked }) { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("One challenge is asked at a time, equal captchas share an answer, and confirmations share none")
    func theQueue() throws {
        let ids = Array(0..<4)
        let image = try #require(URL(string: "https://vk.com/1"))
        let (one, two) = (
            Challenge.captcha(.init(id: "1", image: image)), Challenge.captcha(.init(id: "2", image: image))
        )
        var queue = ChallengeQueue()
        let first = queue.add(one, for: ids[0])
        #expect(first.ask?.challenge == one)
        #expect(queue.add(one, for: ids[1]).ask == nil)
        #expect(queue.add(two, for: ids[2]).ask == nil)
        #expect(queue.add(.confirmation("sure?"), for: ids[3]).ask == nil)
        let round = try #require(first.ask?.round)
        let step = queue.finish(round, with: .solution(.text("x")))
        // Equal captchas share the answer, a call with another captcha is sent again without one, and the confirmation
        // is asked next.
        #expect(step.resumed.map(\.0) == [ids[0], ids[1], ids[2]])
        #expect(step.resumed.map(\.1) == [.solution(.text("x")), .solution(.text("x")), .again])
        #expect(step.ask?.challenge == .confirmation("sure?"))
        // An answer that arrives after its challenge has ended has no effect.
        #expect(queue.finish(round, with: .solution(.confirm)).resumed.isEmpty)
        // A confirmation is never shared with another call.
        #expect(queue.add(.confirmation("sure?"), for: ids[0]).ask == nil)
        let left = queue.remove(ids[3])
        #expect(left.isAbandoned && left.ask?.challenge == .confirmation("sure?"))
        let last = queue.finish(try #require(left.ask?.round), with: .refused("no"))
        #expect(last.resumed.map(\.0) == [ids[0]] && last.ask == nil)
    }

    // MARK: Answers, requests and secrets

    @Test func anAnswerIsNoPartOfTheCallsIdentity() async throws {
        let server = try Self.server { $0.contains("captcha_key") ? nil : Self.captcha }
        let vk = Plain(server, cache: MemoryStore())
        vk.onChallenge { _ in .text("x") }
        let request = vk.request(Method("m", reads: true, cache: 60))
        #expect(try await request.send() == 1)
        #expect(try await request.response().source == .memory)
        #expect(server.received.count == 2)
        #expect(!request.description.contains("captcha"))
    }

    /// The time that a person takes does not count towards the call's timeout.
    @Test func aPersonMayTakeTheirTime() async throws {
        let server = try Self.server { $0.contains("confirm=1") ? nil : Self.confirmation }
        let time = ManualTime()
        let vk = Plain(server, time: time.source)
        vk.onChallenge { _ in
            time.advance(600)
            return .confirm
        }
        #expect(try await vk.request(Method("m")).timeout(.seconds(300)).send() == 1)
    }

    @Test func nothingShowsThePage() async throws {
        let server = try Self.server { _ in Self.validation }
        let challenge = try #require(try await failure(Plain(server).request(Method("m"))).challenge)
        var text = "\(challenge) \(String(reflecting: challenge))"
        dump(challenge, to: &text)
        #expect(!text.contains("hash=h1"))
    }

    /// Returns a server that responds with the body that the closure returns for a request's body, or with 1 if it
    /// returns `nil`.
    private static func server(_ challenge: @escaping @Sendable (String) -> String?) throws -> LoopbackServer {
        try LoopbackServer { request in .http(200, [], challenge(request.body) ?? #"{"response":1}"#) }
    }
}

private struct Plain: APIClient {
    let client: Client
    static let api = plainAPI {
        $0.envelope = Envelope(result: "response", error: "error", code: "error_code", message: "error_msg")
        $0.meanings = [.captcha: [14], .validation: [17], .confirmation: [24], .twoFactor: [4100]]
        $0.challenges = [
            .captchaID: "captcha_sid", .captchaImage: "captcha_img", .captchaAnswer: "captcha_key",
            .captchaPage: "redirect_uri", .captchaSession: "remixstlid", .captchaToken: "success_token",
            .validationPage: "redirect_uri", .validationSuccess: "success", .confirmationText: "confirmation_text",
            .confirmationAnswer: "confirm", .twoFactorAnswer: "code",
        ]
        $0.authorization = .parameter("access_token")
    }

    init(client: Client) { self.client = client }

    init(_ server: LoopbackServer, cache: (any CacheStore)? = nil, time: TimeSource = .system) {
        self.init(
            account: Account(id: 1, token: Token("old", kinds: .user)),
            configuration: Client.Configuration(baseURL: server.baseURL, cache: cache, time: time))
    }

    func request(_ method: APIEngine.Method, _ arguments: (inout Call) -> Void = { _ in }) -> Request<Int> {
        var call = Call(client, method)
        arguments(&call)
        return Request(call)
    }
}
