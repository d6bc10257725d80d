import Foundation
import LoopbackServer
import Testing

@testable import Methodical

/// Tests of every envelope: results, errors, and responses that are neither.
@Suite struct EnvelopeTests {
    static let vk = plainAPI {
        $0.envelope = Envelope(result: "response", error: "error", code: "error_code", message: "error_msg")
        $0.meanings = [.expiredToken: [5], .tooManyRequests: [6]]
    }
    static let huaban = plainAPI { $0.envelope = Envelope(error: "err", code: "err", message: "msg") }
    static let metrika = plainAPI { $0.envelope = Envelope(error: "errors", code: "code", message: "message") }

    @Test("A result is the whole body, or the value under the keys of the envelope and of the method")
    func results() async throws {
        #expect(try await outcome([Int].self, "[1,2]").get() == [1, 2])
        #expect(try await outcome(Int.self, #"{"response":1}"#, Self.vk).get() == 1)
        #expect(try await outcome(Int.self, #" {"x":{"response":2},"response" : 1 } "#, Self.vk).get() == 1)
        #expect(
            try await outcome([VK.User].self, #"{"response":{"users":[{"id":1}]}}"#, Self.vk, result: "users").get()
                == [VK.User(id: 1)])
        #expect(try await outcome([Int].self, #"{"pins":[1],"total":7}"#, Self.huaban, result: "pins").get() == [1])
        #expect(try await outcome(JSON.self, #"{"ok":true}"#).get() == ["ok": true])
        #expect(try await outcome(Int.self, "\u{FEFF}1").get() == 1)
    }

    @Test("A text is returned whole, while a body of a JSON type is read and refused if it is not JSON")
    func text() async throws {
        let table = "ym:s:visitID\tё\n1\t2\n"
        #expect(
            try await outcome(String.self, table, headers: ["Content-Type: text/tab-separated-values"], Self.metrika)
                .get() == table)
        #expect(
            try await outcome(
                String.self, #""a""#, headers: ["Content-Type: application/json; charset=utf-8"], Self.metrika
            ).get() == "a")
        #expect(try await outcome(String.self, #""a""#, headers: ["Content-Type: text/javascript"]).get() == "a")
        #expect(try await problem(String.self, table).expected == "a string")
        #expect(try await problem(Int.self, "x").found == "`x`")
    }

    @Test func nothingWhereAnythingIsExpected() async throws {
        #expect(try await outcome(JSON.self, "", status: 204).get() == .null)
        #expect(try await outcome(JSON.self, "", Self.vk).get() == .null)
        let problem = try await problem(Int.self, "")
        #expect(problem.expected == "an integer" && problem.found == "the end of the text")
        #expect(try await self.problem(Int.self, "", Self.vk).found == "the end of the text")
    }

    /// An error key with an empty value is not an error. Many APIs send `"code": 0` or `"errors": []` with a success.
    @Test(arguments: [
        #"{"error":null,"response":1}"#, #"{"response":1,"error":false}"#, #"{"error":0,"response":1}"#,
        #"{"response":1,"error":[]}"#,
        #"{"error":{},"response":1}"#, #"{"response":1,"error":""}"#,
    ])
    func errorKeyThatSaysNothing(body: String) async throws {
        #expect(try await outcome(Int.self, body, Self.vk).get() == 1)
        #expect(
            try await outcome(Int.self, body.replacingOccurrences(of: "1", with: #"{"n":1}"#), Self.vk, result: "n")
                .get() == 1)
    }

    /// The description of an error is a single line, whatever the server sends, and `server` holds the unchanged text.
    @Test func errorsAreShownInOneLine() async throws {
        let error = try await failure(
            Int.self, #"{"error":{"error_code":"a\nb","error_msg":"no\r\nINFO all is well\u001b[2K"}}"#, Self.vk)
        #expect("\(error)" == "m: server: a b: no  INFO all is well [2K (HTTP 200)")
        #expect(error.server?.message == "no\r\nINFO all is well\u{1B}[2K" && error.server?.code == "a\nb")
    }

    @Test("An error object gives the error its code, message, and details")
    func errorObject() async throws {
        let body =
            #"{"error":{"error_code":15,"error_msg":"Access denied","request_params":[{"key":"v","value":"5"}]}}"#
        for result in [nil, "items"] {
            let error = try await failure(Int.self, body, Self.vk, result: result)
            #expect(error.code == .server)
            #expect(error.status == 200)
            #expect(error.method == "m")
            #expect(error.server?.code == 15)
            #expect(error.server?.code == VK.ErrorCode.accessDenied)
            #expect(error.server?.message == "Access denied")
            #expect(error.server?.details?["request_params"]?[0]?["value"] == "5")
            #expect(error.description == "m: server: 15: Access denied (HTTP 200)")
        }
    }

    @Test func errorBesideResult() async throws {
        #expect(try await failure(Int.self, #"{"response":1,"error":{"error_code":1}}"#, Self.vk).server?.code == 1)
        #expect(
            try await failure(Int.self, #"{"response":"no number","error":{"error_code":1}}"#, Self.vk).server?.code
                == 1)
    }

    @Test("An error is also read from a number, a text, or a flag with a code beside it")
    func scalarError() async throws {
        let number = try await failure([Int].self, #"{"err":404,"msg":"not found"}"#, Self.huaban, result: "pins")
        #expect(number.server == ServerError(code: 404, message: "not found", details: 404))
        let text = try await failure(Int.self, #"{"error":"invalid_client","error_msg":"who?"}"#, Self.vk)
        #expect(text.server?.code == "invalid_client")
        #expect(text.server?.message == "who?")
        let flag = try await failure(Int.self, #"{"error":true,"error_code":3}"#, Self.vk)
        #expect(flag.server?.code == 3)
    }

    /// The code may lie beside an error that is a scalar. Twitch sends the name of the status in `error` and its number
    /// beside it.
    @Test func codeBesideAScalarError() async throws {
        let twitch = plainAPI { $0.envelope = Envelope(error: "error", code: "status", message: "message") }
        let error = try await failure(Int.self, #"{"error":"Unauthorized","status":401,"message":"who?"}"#, twitch)
        #expect(error.server == ServerError(code: 401, message: "who?", details: "Unauthorized"))
    }

    /// An error may have several messages. Jira sends all of them at once.
    @Test("The first of several messages is the error's message, and an empty list has none")
    func severalMessages() async throws {
        let jira = plainAPI { $0.envelope = Envelope(message: "errorMessages") }
        let error = try await failure(Int.self, #"{"errorMessages":["no such issue","gone"]}"#, status: 404, jira)
        #expect(error.server?.message == "no such issue" && error.server?.details?["errorMessages"]?[1] == "gone")
        let fields = try await failure(Int.self, #"{"errorMessages":[],"errors":{"a":"blank"}}"#, status: 400, jira)
        #expect(
            fields.description == #"m: server: the server said {"errorMessages":[],"errors":{"a":"blank"}} (HTTP 400)"#)
    }

    /// Only the status tells a failure if the envelope names no key for it. Google's long operations have an `error`.
    @Test func codeAndMessageByPath() async throws {
        let google = plainAPI { $0.envelope = Envelope(code: "error.code", message: "error.message") }
        let error = try await failure(Int.self, #"{"error":{"code":5,"message":"gone"}}"#, status: 404, google)
        #expect(error.server?.code == 5 && error.server?.message == "gone")
    }

    @Test("An empty message is not shown, and the code or the body takes its place")
    func emptyMessages() async throws {
        let api = plainAPI { $0.envelope = Envelope(code: "error", message: "reason") }
        #expect(
            try await failure(Int.self, #"{"error":"gone","reason":""}"#, status: 404, api).description
                == "m: server: gone (HTTP 404)")
        let nothing = try await failure(Int.self, #"{"reason":""}"#, status: 404, api)
        #expect(nothing.description == #"m: server: the server said {"reason":""} (HTTP 404)"#)
    }

    /// A plain text body is the reason of a failure, as Dropbox and Trello send it. A proxy's HTML page is not.
    @Test func aReasonInPlainText() async throws {
        func reason(_ body: String, _ type: String) async throws -> String? {
            guard
                case .failure(let error) = try await outcome(
                    Int.self, body, status: 400, headers: ["Content-Type: \(type)"], Self.metrika)
            else { return nil }
            #expect(error.server?.details == nil)
            return error.description
        }
        #expect(try await reason("invalid id\n", "text/plain; charset=utf-8") == "m: server: invalid id (HTTP 400)")
        let none = "m: server: the server gave no reason (HTTP 400)"
        #expect(try await reason(" \n", "text/plain") == none)
        #expect(try await reason("<html>", "text/html") == none)
        #expect(try await reason(String(repeating: "a", count: 1001), "text/plain") == none)
    }

    @Test("An error takes its message from a list of errors and its code from beside the list")
    func errorList() async throws {
        let body = #"{"errors":[{"error_type":"invalid_parameter","message":"Wrong id"}],"code":400,"message":"Wrong"}"#
        let error = try await failure(Int.self, body, status: 400, Self.metrika)
        #expect(error.code == .server && error.status == 400)
        #expect(error.server?.code == 400)
        #expect(error.server?.message == "Wrong id")
    }

    @Test("A status that means no success is an error whatever the body, which the description shows in short")
    func statusAlone() async throws {
        for (body, message) in [("", String?.none), ("<html>", nil), (#"{"message":"gone"}"#, "gone"), ("[1]", nil)] {
            let error = try await failure(Int.self, body, status: 500, Self.metrika)
            #expect(error.code == .server && error.status == 500)
            #expect(error.server?.message == message)
        }
        #expect(try await failure(Int.self, #"{"response":1}"#, status: 404, Self.vk).code == .server)
        #expect(try await failure(Int.self, "", status: 304, Self.vk).code == .server)
        #expect(
            try await failure(Int.self, "", status: 503).description
                == "m: server: the server gave no reason (HTTP 503)")
        // If the envelope finds no error, the description shows the body, so that people see its keys.
        let unnamed = try await failure(Int.self, #"{"error":{"text":"blank"}}"#, status: 422)
        #expect(unnamed.description == #"m: server: the server said {"error":{"text":"blank"}} (HTTP 422)"#)
        #expect(
            try await failure(Int.self, "\"\(String(repeating: "a", count: 1000))\"", status: 422).description.count
                < 300)
    }

    /// An error holds the header fields of the response, such as a request ID for support or a rate limit whose name
    /// differs by service, and shows no cookies.
    @Test func headerFieldsOfFailures() async throws {
        let fields = ["X-Request-Id: 7f", "X-RateLimit-Reset: 1767312000", "Set-Cookie: s=hidden"]
        for (body, status) in [("{}", 429), ("{}", 500), ("[", 200)] {
            guard case .failure(let error) = try await outcome(Int.self, body, status: status, headers: fields) else {
                throw CancellationError()
            }
            #expect(error.headers["x-request-id"] == "7f" && error.headers["X-RateLimit-Reset"] == "1767312000")
            #expect(!"\(error) \(error.headers)".contains("hidden"))
        }
        #expect(try await failure(Int.self, "{}", status: 500).headers["X-Request-Id"] == nil)
        #expect(APIError(.offline).headers.fields.isEmpty)
    }

    @Test("Statuses and the API's codes say that a token is refused or that requests are too many")
    func meanings() async throws {
        #expect(try await failure(Int.self, "{}", status: 401).code == .notAuthorized)
        #expect(try await failure(Int.self, "{}", status: 429).code == .rateLimited)
        // GitHub responds with 403 and `Retry-After` to clients that are too fast. Without that field, 403 is an
        // ordinary refusal.
        guard case .failure(let slow) = try await outcome(Int.self, "{}", status: 403, headers: ["Retry-After: 60"])
        else {
            throw CancellationError()
        }
        #expect(slow.code == .rateLimited && slow.retryAfter == .seconds(60))
        #expect(try await failure(Int.self, "{}", status: 403).code == .server)
        let expired = try await failure(Int.self, #"{"error":{"error_code":5,"error_msg":"old"}}"#, Self.vk)
        #expect(expired.code == .notAuthorized && expired.server?.code == 5 && expired.server?.message == "old")
        #expect(try await failure(Int.self, #"{"error":{"error_code":"6"}}"#, Self.vk).code == .rateLimited)
        let words = plainAPI {
            $0.envelope.error = "error"
            $0.meanings = [.expiredToken: ["token_expired"], .tooManyRequests: ["ratelimited", 7]]
        }
        for (code, meaning) in [
            #""token_expired""#: APIError.Code.notAuthorized, #""ratelimited""#: .rateLimited, "7": .rateLimited,
            #""x""#: .server,
        ] {
            #expect(try await failure(Int.self, #"{"ok":false,"error":\#(code)}"#, words).code == meaning)
        }
    }

    /// The pause may be in the body. Telegram sends it beside the error, other services inside it with fractions of a
    /// second.
    @Test func howLongToWaitInTheAnswer() async throws {
        let telegram = plainAPI {
            $0.envelope = Envelope(error: "error_code", message: "description", retryAfter: "parameters.retry_after")
        }
        let flood = try await failure(
            Int.self, #"{"ok":false,"error_code":420,"parameters":{"retry_after":35}}"#, telegram)
        #expect(flood.retryAfter == .seconds(35) && flood.server?.code == 420)
        let inside = plainAPI { $0.envelope = Envelope(error: "error", retryAfter: "wait") }
        #expect(try await failure(Int.self, #"{"error":{"wait":0.64}}"#, inside).retryAfter == .seconds(0.64))
        for nonsense in ["-1", #""soon""#, "null", "1e400", "{}"] {
            #expect(try await failure(Int.self, #"{"error":{"wait":\#(nonsense)}}"#, inside).retryAfter == nil)
        }
    }

    @Test(
        "A 401 with any challenge in `WWW-Authenticate` is an error with the server's message",
        arguments: [
            #"Basic realm="x""#, "Bearer", #"Digest realm="x", nonce="1""#,
            #"Newauth realm="apps", Basic realm="simple""#,
        ])
    func challenge(header: String) async throws {
        let result = try await outcome(
            Int.self, #"{"message":"who?"}"#, status: 401, headers: ["WWW-Authenticate: \(header)"], Self.metrika)
        guard case .failure(let error) = result else {
            Issue.record("no error")
            return
        }
        #expect(error.code == .notAuthorized && error.status == 401)
        #expect(error.server?.message == "who?")
    }

    // MARK: Responses that cannot be decoded

    @Test("A result without the key of the envelope or of the method is an error that names the path")
    func missingKey() async throws {
        let problem = try await problem(Int.self, #"{"answer":1}"#, Self.vk)
        #expect(problem.path == "response" && problem.found == "no such key")
        let inner = try await self.problem(Int.self, #"{"response":{"users":[]}}"#, Self.vk, result: "items")
        #expect(inner.path == "response.items" && inner.found == "no such key")
        let error = try await failure(Int.self, #"{"answer":1}"#, Self.vk)
        #expect(error.description.hasPrefix("m: undecodable: response: expected a value, found no such key"))
    }

    @Test("A value of another type is an error that names its path inside the response")
    func wrongType() async throws {
        let problem = try await problem(
            [VK.User].self, #"{"response":[{"id":1},{"id":2,"first_name":{"a":3}}]}"#, Self.vk)
        #expect(problem.path == "response[1].first_name")
        #expect(problem.expected == "a string" && problem.found == "an object")
        #expect(problem.excerpt.contains(#""first_name":{"a":3}"#))
        let list = try await self.problem([Int].self, #"{"pins":[1,"x"]}"#, Self.huaban, result: "pins")
        #expect(list.path == "pins[1]")
    }

    @Test(
        "A body that is not one complete JSON object is undecodable if the API has an envelope",
        arguments: ["<html>", #"{"response":1"#, "[1]", "null", #"{"response":1}x"#])
    func noEnvelope(body: String)
        async throws
    {
        #expect(try await failure(Int.self, body, Self.vk).code == .undecodable)
    }

    @Test func anEmptyAnswer() async throws {
        let error = try await failure(Int.self, "", Self.vk)
        #expect(
            error.description
                == "m: undecodable: expected a value, found the end of the text at byte 0 (line 1, column 1) (HTTP 200)"
        )
    }

    @Test("A response has a value, a status, header fields, and a body")
    func answerAround() async throws {
        let server = try LoopbackServer { _ in
            .http(201, ["X-Request-Id: 7"], #"{"response":[{"id":1,"first_name":"Ada"}]}"#)
        }
        let answer = try await VK(server).users.get(userIDs: [1]).response()
        #expect(answer.value == [VK.User(id: 1, firstName: "Ada")])
        #expect(answer.status == 201)
        #expect(answer.headers["x-request-id"] == "7")
        #expect(answer.body == Data(#"{"response":[{"id":1,"first_name":"Ada"}]}"#.utf8))
    }

    @Test("Requests accept responses that are compressed with gzip")
    func compressed() async throws {
        let server = try LoopbackServer { request in
            .http(200, ["X-Asked: \(request["Accept-Encoding"] ?? "")"], #"{"response":[]}"#)
        }
        #expect(try await VK(server).users.get().response().headers["X-Asked"]?.contains("gzip") == true)
    }

    // MARK: Helpers

    private func failure<Value: APIValue>(
        _ type: Value.Type, _ body: String, status: Int = 200, _ api: APIDescription = plainAPI(), result: String? = nil
    ) async throws -> APIError {
        switch try await outcome(type, body, status: status, api, result: result) {
        case .success(let value):
            Issue.record("no error, but \(value)")
            return APIError(.cancelled)
        case .failure(let error): return error
        }
    }

    private func problem<Value: APIValue>(
        _ type: Value.Type, _ body: String, _ api: APIDescription = plainAPI(), result: String? = nil
    ) async throws -> ReadingProblem {
        let error = try await failure(type, body, api, result: result)
        #expect(error.code == .undecodable && error.status == 200)
        return try #require(error.problem)
    }
}
