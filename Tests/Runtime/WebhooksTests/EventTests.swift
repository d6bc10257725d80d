import Foundation
import Methodical
import MethodicalWebhooks
import Testing
import VKAPI

#if canImport(CryptoKit) || Crypto
    /// Tests of events: the signature is checked, the name selects the case, and the data becomes its value.
    @Suite struct EventTests {
        private let secret = "It's a Secret to Everybody"

        @Test func aGeneratedEvent() throws {
            let body = #"{"ref": "refs/heads/main", "commits": [{"id": "7fd1a60", "message": "Merge"}], "x": 1}"#
            let push = try #require(try github("push", body)._payload.value as? GitHub.Push)
            #expect(push.ref == "refs/heads/main" && push.commits.map(\.message) == ["Merge"])
            let event = try github("ping", #"{"zen": "Design for failure.", "hook_id": 5}"#)
            let ping = try #require(event._payload.value as? GitHub.Webhook.Ping)
            #expect(ping.hookID == 5)
            let other = try github("fork", #"{"forkee": 1}"#)._payload
            #expect(other.key == "fork" && other.value as? JSON == ["forkee": 1])
        }

        /// GitHub can send a form whose field `payload` is the JSON. The whole form is signed.
        @Test func anEventInAForm() throws {
            let event = try github(
                "ping", "payload=%7B%22zen%22%3A+%22Keep+it%2C+%C3%BC%22%2C%22hook_id%22%3A1%7D&other=1",
                ["Content-Type": "application/x-www-form-urlencoded"])
            let ping = try #require(event._payload.value as? GitHub.Webhook.Ping)
            #expect(ping.zen == "Keep it, ü")
        }

        @Test func theSignatureIsCheckedFirst() {
            let broken = Data("not JSON".utf8)
            #expect(throws: WebhookError.unsigned("X-Hub-Signature-256")) {
                try GitHub.Webhook(headers: [:], body: broken, secret: secret)
            }
            #expect(throws: WebhookError.wrongSignature) {
                try GitHub.Webhook(
                    headers: WebhookSignature.github.headers(for: broken, secret: "other"), body: broken,
                    secret: secret)
            }
            #expect(throws: WebhookError.unnamed) { try github(nil, "not JSON") }
            let error = #expect(throws: WebhookError.self) { try github("ping", #"{"zen": 1}"#) }
            if case .unreadable(let problem) = error {
                #expect(problem.path == "hook_id" && problem.excerpt.isEmpty)
            } else {
                Issue.record("\(String(describing: error))")
            }
        }

        @Test func headersOfOtherFrameworks() {
            let fields = [
                (name: "x-github-event", value: "ping"), (name: "Accept", value: "a"), (name: "accept", value: "b"),
            ]
            #expect(HTTPHeaders(fields)["X-GitHub-Event"] == "ping" && HTTPHeaders(fields).fields.count == 3)
        }

        // MARK: Names and data in the body

        @Test func anEventOfVK() throws {
            func event(_ text: String) throws -> VK.Webhook {
                try VK.Webhook(headers: [:], body: Data(text.utf8), secret: "s")
            }
            let join = #"{"type":"group_join","object":{"user_id":1,"join_type":"approved"},"group_id":1,"secret":"s"}"#
            let joined = try VK.Webhook.GroupJoin(json: Array(#"{"user_id":1,"join_type":"approved"}"#.utf8))
            #expect(try event(join) == .groupJoin(joined) && joined.userID == 1 && joined.joinType == .approved)
            // The request by which VK checks the address of a new server has no object.
            let start = #"{"type":"confirmation","group_id":1,"secret":"s"}"#
            #expect(try event(start) == .confirmation(.init(json: Array(#"{"group_id":1}"#.utf8))))
            #expect(throws: WebhookError.unnamed) { try event(#"{"secret":"s"}"#) }
        }

        /// The example of Slack's documentation for `url_verification`, and an event.
        @Test func anEventOfSlack() throws {
            let time = Date(timeIntervalSince1970: 1_531_420_618)
            func event(_ text: String) throws -> SlackEvent {
                let body = Data(text.utf8)
                let headers = WebhookSignature.slack.headers(for: body, secret: "s", at: time)
                return try SlackEvent(headers: headers, body: body, secret: "s", at: time)
            }
            let challenge = "3eZbrw1aBm2rZgRNFdxV2595E9CY3gmdALWMmHkvFXO7tYXAYM8P"
            #expect(
                try event(
                    #"{"token":"Jhj5dZrVaK7ZwHHjRyZWjbDl","challenge":"\#(challenge)","type":"url_verification"}"#)
                    == .verification([
                        "token": "Jhj5dZrVaK7ZwHHjRyZWjbDl", "challenge": .string(challenge),
                        "type": "url_verification",
                    ]))
            #expect(
                try event(#"{"type":"event_callback","event":{"type":"app_mention","text":"hi"}}"#)
                    == .mention(["type": "app_mention", "text": "hi"]))
        }

        @Test func nothingShowsTheSecret() {
            let error = #expect(throws: WebhookError.self) {
                try VK.Webhook(
                    headers: [:], body: Data(#"{"secret":"sesame","type":"group_join","object":"#.utf8),
                    secret: "sesame")
            }
            #expect(!"\(String(reflecting: error))".contains("sesame"))
        }

        private func github(
            _ name: String?, _ text: String, _ more: HTTPHeaders = [:]
        ) throws(WebhookError) -> GitHub.Webhook {
            let body = Data(text.utf8)
            var headers = WebhookSignature.github.headers(for: body, secret: secret)
            headers["X-GitHub-Event"] = name
            for field in more.fields { headers[field.name] = field.value }
            return try GitHub.Webhook(headers: headers, body: body, secret: secret)
        }
    }
#endif
