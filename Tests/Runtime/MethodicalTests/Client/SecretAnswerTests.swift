import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of servers that repeat the secret answer to a challenge.
@Suite struct SecretAnswerTests {
    private static let first = "first-token-of-the-page"
    private static let second = "second token/of+the page"
    private static let code = "918273"

    private static let captcha =
        #"{"error":{"error_code":14,"error_msg":"Captcha","redirect_uri":"https://id.vk.com/captcha"}}"#
    private static let twoFactor = #"{"error":{"error_code":4100,"error_msg":"Enter the code"}}"#

    /// The bodies that repeat the secrets, and the code of the resulting error.
    private static let refusals: [String: APIError.Code] = [
        #"{"error":{"error_code":100,"error_msg":"wrong: SECRETS","request":{"success_token":"SECRETS"}}}"#: .server,
        #"{"error":{"error_code":"SECRETS"}}"#: .server,
        #"{"response":"SECRETS"}"#: .undecodable,
        #"{"response":{"SECRETS":1}}"#: .undecodable,
        #"SECRETS"#: .undecodable,
    ]

    /// Returns a server that asks for two tokens and a code, and then sends the body with all three.
    private static func server(_ body: String, status: Int = 200) throws -> LoopbackServer {
        let requests = Locked(0)
        return try LoopbackServer { request in
            let number = requests.withLock {
                $0 += 1
                return $0
            }
            switch number {
            case 1, 2: return .http(200, [], captcha)
            case 3: return .http(200, [], twoFactor)
            default:
                // The form of the request contains the second token with its escapes.
                let secrets = "\(first) \(second) \(code) \(request.body)"
                return .http(status, ["X-Answer: \(first)"], body.replacing("SECRETS", with: secrets))
            }
        }
    }

    private static func answer(_ api: Challenged) {
        let tokens = Locked([first, second])
        api.onChallenge { challenge in
            if case .twoFactor = challenge { return .text(code) }
            return .token(tokens.withLock { $0.removeFirst() })
        }
    }

    private static func showsNothing(_ text: String) -> Bool {
        ![first, second, code, "of%2Bthe", "of+the"].contains { text.contains($0) }
    }

    @Test("An error does not show the tokens of captchas and the codes that the call sent", arguments: refusals)
    func errors(body: String, code: APIError.Code) async throws {
        let server = try Self.server(body)
        let api = Challenged(server)
        Self.answer(api)
        let error = try await failure(api.post)
        #expect(error.code == code && server.received.count == 4)
        var text = "\(error) \(String(reflecting: error)) \(error.localizedDescription)"
        dump(error, to: &text)
        #expect(Self.showsNothing(text), "\(text)")
        #expect(text.contains("<secret>"))
    }

    @Test("Mismatches of a response do not show the tokens and codes either")
    func mismatches() async throws {
        let server = try Self.server(#"{"response":{"SECRETS":"x"}}"#)
        let api = Challenged(server)
        Self.answer(api)
        let response = try await api.counts.response()
        let text = response.mismatches.map(\.description).joined()
        #expect(text.contains("<secret>") && Self.showsNothing(text), "\(text)")
    }

    @Test("A middleware can remove the tokens and codes from texts that it logs")
    func middlewares() async throws {
        let server = try Self.server(#"{"response":1}"#)
        let texts = Locked([String]())
        let api = Challenged(server, middlewares: [Logging(texts: texts)])
        Self.answer(api)
        #expect(try await api.post.send() == 1)
        let last = try #require(texts.withLock { $0.last })
        #expect(last.contains("success_token=<secret>") && Self.showsNothing(last), "\(last)")
    }

    /// A middleware that keeps the bodies of attempts without their secrets.
    private struct Logging: Middleware {
        let texts: Locked<[String]>

        func handleAttempt(
            _ request: HTTPRequest, _ context: MiddlewareContext,
            next: @Sendable (HTTPRequest) async throws -> HTTPResponse
        ) async throws -> HTTPResponse {
            let body = String(decoding: request.body ?? Data(), as: UTF8.self)
            texts.withLock { $0.append(context.redacted(body)) }
            return try await next(request)
        }
    }
}

private struct Challenged: APIClient {
    let client: Client
    static let api = plainAPI {
        $0.envelope = Envelope(result: "response", error: "error", code: "error_code", message: "error_msg")
        $0.meanings = [.captcha: [14], .twoFactor: [4100]]
        $0.challenges = [
            .captchaPage: "redirect_uri", .captchaToken: "success_token", .twoFactorAnswer: "code",
        ]
    }

    init(client: Client) { self.client = client }

    init(_ server: LoopbackServer, middlewares: [any Middleware] = []) {
        self.init(
            account: Account(id: 1),
            configuration: Client.Configuration(baseURL: server.baseURL, middlewares: middlewares))
    }

    var post: Request<Int> { Request(Call(client, Method("wall.post"))) }
    var counts: Request<[String: OnlyOne]> { Request(Call(client, Method("wall.count"))) }
}

/// A value with one listed text.
private struct OnlyOne: APIEngine.OpenEnum {
    let rawValue: String
    static var _known: StaticString { "one" }
}
