import Foundation
import Methodical
import MethodicalWebhooks
import Testing

#if canImport(CryptoKit) || Crypto
    /// Tests of signatures, with the examples of each service's documentation.
    @Suite struct SignatureTests {
        private let now = Date(timeIntervalSince1970: 1_531_420_618)

        /// The example in "Validating webhook deliveries".
        @Test("GitHub's signature is checked and made, and another body is refused")
        func github() throws {
            let value = "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"
            let secret = "It's a Secret to Everybody"
            let body = Data("Hello, World!".utf8)
            try check(.github, ["x-hub-signature-256": value], body, [secret])
            #expect(WebhookSignature.github.headers(for: body, secret: secret)["X-Hub-Signature-256"] == value)
            #expect(throws: WebhookError.wrongSignature) {
                try check(.github, ["X-Hub-Signature-256": value], body + [10], [secret])
            }
        }

        /// The example in "Verifying requests from Slack".
        @Test("Slack's signature is checked and made, and another time is refused")
        func slack() throws {
            let body = Data(
                """
                token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V\
                &channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=\
                &response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554\
                %2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c
                """.utf8)
            let secret = "8f742231b10e8888abcd99yyyzzz85a5"
            let headers: HTTPHeaders = [
                "X-Slack-Request-Timestamp": "1531420618",
                "X-Slack-Signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
            ]
            try check(.slack, headers, body, [secret])
            let made = WebhookSignature.slack.headers(for: body, secret: secret, at: now)
            for field in headers.fields { #expect(made[field.name] == field.value) }
            // Another time would have another signature.
            var later = headers
            later["X-Slack-Request-Timestamp"] = "1531420619"
            #expect(throws: WebhookError.wrongSignature) { try check(.slack, later, body, [secret]) }
        }

        /// A header field that Stripe's library for Python accepts.
        @Test("Stripe's signature is checked and made, among others of its version but of no other version")
        func stripe() throws {
            let body = Data(#"{"id": "evt_test_webhook", "object": "event", "name": "😀"}"#.utf8)
            let value = "t=1531420618,v1=1745f0abd120fda7531e4e69a62c8a53aa409fdec7ca9ea480212e632e59617f"
            let secret = "whsec_test_secret"
            try check(.stripe, ["Stripe-Signature": value], body, [secret])
            let made = WebhookSignature.stripe.headers(for: body, secret: secret, at: now)
            #expect(made["Stripe-Signature"] == value)
            // While a secret is replaced, Stripe sends the signatures of both. Those of other versions do not count.
            let others = value.replacingOccurrences(of: ",", with: ",v1=\(String(repeating: "0", count: 64)),v0=1,")
            try check(.stripe, ["Stripe-Signature": others], body, [secret])
            let old = value.replacingOccurrences(of: "v1=", with: "v0=")
            #expect(throws: WebhookError.unsigned("Stripe-Signature")) {
                try check(.stripe, ["Stripe-Signature": old], body, [secret])
            }
        }

        /// The example of VK's documentation, with the secret that a community may set.
        @Test("VK's secret in the body is compared, and a body without one is unsigned")
        func vk() throws {
            let body = Data(
                """
                {"type": "group_join", "object": {"user_id": 1, "join_type": "approved"}, "group_id": 1, \
                "secret": "aaQ13axAPQEcczQa"}
                """.utf8)
            try check(.vk, [:], body, ["aaQ13axAPQEcczQa"])
            #expect(throws: WebhookError.wrongSignature) { try check(.vk, [:], body, ["aaQ13axAPQEcczQ"]) }
            #expect(throws: WebhookError.unsigned("secret")) { try check(.vk, [:], Data("{}".utf8), ["a"]) }
            #expect(throws: WebhookError.unsigned("secret")) { try check(.vk, [:], Data("ok".utf8), ["a"]) }
        }

        @Test(arguments: WebhookSignature.allCases) func oneOfSeveralSecretsMatches(signature: WebhookSignature) throws
        {
            let body = Data(#"{"secret": "new"}"#.utf8)
            let headers = signature.headers(for: body, secret: "new", at: now)
            for secrets in [["new"], ["old", "new"], ["new", "old"]] { try check(signature, headers, body, secrets) }
            #expect(throws: WebhookError.wrongSignature) { try check(signature, headers, body, ["old", "older"]) }
            // An empty secret is one that anyone knows.
            let open = signature.headers(for: body, secret: "", at: now)
            for secrets in [[], [""], ["new", ""]] {
                #expect(throws: WebhookError.noSecret) { try check(signature, open, body, secrets) }
            }
        }

        @Test(
            "A signed request is accepted within 300 seconds of its time, if the signature is right",
            arguments: [WebhookSignature.slack, .stripe])
        func recordedRequests(signature: WebhookSignature) throws {
            let headers = signature.headers(for: Data(), secret: "s", at: now)
            for seconds in [-300.0, -1, 0, 300] { try check(signature, headers, Data(), ["s"], at: now + seconds) }
            for seconds in [-301.0, 301] {
                #expect(throws: WebhookError.outOfTime(by: .seconds(301))) {
                    try check(signature, headers, Data(), ["s"], at: now + seconds)
                }
            }
            // Only a right signature vouches for its time.
            #expect(throws: WebhookError.wrongSignature) {
                try check(signature, headers, Data(), ["t"], at: now + 1000)
            }
        }

        @Test(
            arguments: [
                (WebhookSignature.github, [:]), (.github, ["X-Hub-Signature-256": "sha1=00"]),
                (.github, ["X-Hub-Signature": "sha1=00"]), (.slack, ["X-Slack-Signature": "v0=00"]),
                (.slack, ["X-Slack-Signature": "00", "X-Slack-Request-Timestamp": "1"]),
                (.slack, ["X-Slack-Signature": "v0=00", "X-Slack-Request-Timestamp": "1e9"]),
                (.slack, ["X-Slack-Signature": "v0=00", "X-Slack-Request-Timestamp": "-1"]), (.stripe, [:]),
                (.stripe, ["Stripe-Signature": "v1=00"]), (.stripe, ["Stripe-Signature": "t=,v1=00"]),
                (.stripe, ["Stripe-Signature": "t=1"]), (.stripe, ["Stripe-Signature": ",=,"]),
            ] as [(WebhookSignature, [String: String])])
        func requestsWithoutASignature(signature: WebhookSignature, fields: [String: String]) {
            var headers = HTTPHeaders()
            for (name, value) in fields { headers[name] = value }
            let error = #expect(throws: WebhookError.self) { try check(signature, headers, Data(), ["s"]) }
            if case .unsigned = error {} else { Issue.record("\(String(describing: error))") }
        }

        private func check(
            _ signature: WebhookSignature, _ headers: HTTPHeaders, _ body: Data, _ secrets: [String],
            at time: Date? = nil
        ) throws(WebhookError) {
            try signature.check(headers: headers, body: body, secrets: secrets, at: time ?? now)
        }
    }
#endif
