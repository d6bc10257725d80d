import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of VK's captchas since July 2025: a page that yields a token, beside the picture of the older form or alone.
@Suite struct CaptchaPageTests {
    private static let page = "https://id.vk.com/not_robot_captcha?domain=vk.com&session_token=s1&variant=popup"
    private static let picture = #","captcha_sid":"77","captcha_img":"https://vk.com/captcha.php?sid=77""#

    private static func error(_ details: String) -> String {
        #"{"error":{"error_code":14,"error_msg":"Captcha needed"\#(details)}}"#
    }

    private static func withPage(_ details: String = "") -> String { error(#","redirect_uri":"\#(page)""# + details) }

    /// Returns a server that sends the captcha until a request contains the answer.
    private static func server(_ captcha: String, until answer: String) throws -> LoopbackServer {
        try LoopbackServer { request in
            .http(200, [], request.body.contains(answer) ? #"{"response":1}"# : captcha)
        }
    }

    /// Returns the parameters that the second request has in addition to those of the first.
    private static func added(_ server: LoopbackServer) -> Set<String> {
        let fields = server.received.map { Set($0.body.split(separator: "&").map(String.init)) }
        return fields.count == 2 ? fields[1].subtracting(fields[0]) : []
    }

    /// Since August 2026, errors have a page and no picture (https://dev.vk.com/ru/api/captcha-error).
    @Test func theTokenOfThePageResumesTheCall() async throws {
        let server = try Self.server(Self.withPage(), until: "success_token=t%3D1")
        let api = Captchas(server)
        let shown = Locked([Challenge]())
        api.onChallenge { challenge in
            shown.withLock { $0.append(challenge) }
            return .token("t=1")
        }
        #expect(try await api.post.send() == 1)
        let page = try #require(URL(string: Self.page))
        #expect(shown.withLock { $0 } == [.captchaPage(.init(page: page))])
        #expect(Self.added(server) == ["success_token=t%3D1"])
    }

    /// An error may have an identifier beside the page, which is sent back with the token. It may exceed `Int`.
    @Test(arguments: ["9069780796616521905", "99069780796616521905", #""a-b""#])
    func theSessionOfThePageIsSentBack(session: String) async throws {
        let server = try Self.server(Self.withPage(#","remixstlid":"# + session), until: "success_token")
        let api = Captchas(server)
        api.onChallenge { _ in .token("t") }
        #expect(try await api.post.send() == 1)
        let plain = session.replacing("\"", with: "")
        #expect(Self.added(server) == ["success_token=t", "remixstlid=\(plain)"])
    }

    /// Between July 2025 and August 2026, errors had both forms. The page comes first, and either answer is sent.
    @Test(arguments: [
        Challenge.Solution.token("t"): ["success_token=t"], .text("zq"): ["captcha_key=zq", "captcha_sid=77"],
    ])
    func aCaptchaWithBothFormsTakesEitherAnswer(answer: Challenge.Solution, parameters: [String]) async throws {
        let server = try LoopbackServer { request in
            let isAnswered = request.body.contains("success_token=t") || request.body.contains("captcha_key=zq")
            return .http(200, [], isAnswered ? #"{"response":1}"# : Self.withPage(Self.picture))
        }
        let api = Captchas(server)
        api.onChallenge { challenge in
            guard case .captchaPage(let captcha) = challenge, captcha.picture?.id == "77" else { return .giveUp }
            return answer
        }
        #expect(try await api.post.send() == 1)
        #expect(Self.added(server) == Set(parameters))
    }

    /// VK sends an empty page with a picture to old programs.
    @Test(arguments: [#","redirect_uri":"""#, #","redirect_uri":null"#, ""])
    func aCaptchaWithoutAPageIsAPicture(page: String) async throws {
        let server = try Self.server(Self.error(page + Self.picture), until: "captcha_key=zq")
        let api = Captchas(server)
        api.onChallenge { challenge in
            guard case .captcha(let captcha) = challenge, captcha.id == "77" else { return .giveUp }
            return .text("zq")
        }
        #expect(try await api.post.send() == 1)
    }

    /// A refused token leads to another page, and the older token is not sent with the new one.
    @Test func aRefusedTokenLeadsToAnotherPage() async throws {
        let server = try Self.server(Self.withPage(), until: "success_token=second")
        let api = Captchas(server)
        let asked = Locked(0)
        api.onChallenge { _ in
            let count = asked.withLock {
                $0 += 1
                return $0
            }
            return .token(count == 1 ? "first" : "second")
        }
        #expect(try await api.post.send() == 1)
        #expect(server.received.last?.body.contains("first") == false)
    }

    /// After a picture, the server may ask for the page. The answer to the picture is not sent with the token.
    @Test func aPageAfterAPictureReplacesItsAnswer() async throws {
        let server = try LoopbackServer { request in
            if request.body.contains("success_token") { return .http(200, [], #"{"response":1}"#) }
            let isAnswered = request.body.contains("captcha_key")
            return .http(200, [], isAnswered ? Self.withPage() : Self.error(Self.picture))
        }
        let api = Captchas(server)
        api.onChallenge { challenge in if case .captcha = challenge { .text("zq") } else { .token("t") } }
        #expect(try await api.post.send() == 1)
        #expect(server.received.count == 3)
        #expect(server.received.last?.body.contains("captcha_") == false)
    }

    /// A handler for the older form is told what is expected, instead of being asked five times.
    @Test func theOlderAnswerToAPageIsRefusedAtOnce() async throws {
        let server = try Self.server(Self.withPage(), until: "success_token")
        let api = Captchas(server)
        api.onChallenge { _ in .text("zq") }
        let error = try await failure(api.post)
        #expect(error.code == .challenged)
        #expect(error.message == "the captcha has no picture: return the token of its page, .token")
        #expect(server.received.count == 1)
    }

    /// The picture beside a page may show no text. A refused text ends the call after one request.
    @Test func aRefusedTextBesideAPageEndsTheCall() async throws {
        let server = try Self.server(Self.withPage(Self.picture), until: "success_token")
        let api = Captchas(server)
        api.onChallenge { _ in .text("zq") }
        let error = try await failure(api.post)
        #expect(error.code == .challenged)
        #expect(error.message?.hasPrefix("the server refused the text of the captcha's picture") == true)
        #expect(server.received.count == 2)
    }

    @Test(arguments: [Challenge.Solution.token("t"), .confirm])
    func aPictureTakesOnlyAText(answer: Challenge.Solution) async throws {
        let server = try Self.server(Self.error(Self.picture), until: "captcha_key")
        let api = Captchas(server)
        api.onChallenge { _ in answer }
        #expect(try await failure(api.post).code == .challenged)
        #expect(server.received.count == 1)
    }

    @Test func anEmptyTokenIsNotSent() async throws {
        let server = try Self.server(Self.withPage(), until: "success_token")
        let api = Captchas(server)
        api.onChallenge { _ in .token("") }
        #expect(try await failure(api.post).message == "the token of the captcha's page is empty")
        #expect(server.received.count == 1)
    }

    /// The address of the page contains a session of the person, and the token proves that they are one.
    @Test func nothingShowsThePageOrTheToken() async throws {
        let server = try Self.server(Self.withPage(Self.picture), until: "success_token")
        let challenge = try #require(try await failure(Captchas(server).post).challenge)
        var text = "\(challenge) \(String(reflecting: challenge))"
        dump(challenge, to: &text)
        #expect(!text.contains("session_token"))
    }
}

private struct Captchas: APIClient {
    let client: Client
    static let api = plainAPI {
        $0.envelope = Envelope(result: "response", error: "error", code: "error_code", message: "error_msg")
        $0.meanings = [.captcha: [14], .validation: [17]]
        $0.challenges = [
            .captchaID: "captcha_sid", .captchaImage: "captcha_img", .captchaAnswer: "captcha_key",
            .captchaPage: "redirect_uri", .captchaSession: "remixstlid", .captchaToken: "success_token",
            .validationPage: "redirect_uri",
        ]
    }

    init(client: Client) { self.client = client }

    init(_ server: LoopbackServer) {
        self.init(account: Account(id: 1), configuration: Client.Configuration(baseURL: server.baseURL))
    }

    var post: Request<Int> {
        var call = Call(client, Method("wall.post"))
        call.add("message", "hi")
        return Request(call)
    }
}
