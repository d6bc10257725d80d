import Foundation
import Methodical

#if canImport(CryptoKit)
    import CryptoKit
#elseif Crypto
    import Crypto
#endif

/// A way in which services sign the requests of their webhooks.
public enum WebhookSignature: String, Hashable, Sendable, CaseIterable {
    /// GitHub's, and of others with the same header field: `X-Hub-Signature-256: sha256=…` signs the body.
    case github
    /// Slack's: `X-Slack-Signature: v0=…` signs the body and `X-Slack-Request-Timestamp`.
    case slack
    /// Stripe's: `Stripe-Signature: t=…,v1=…` signs the body and the time `t`.
    case stripe
    /// That of VK's Callback API: no signature, but the secret itself in the member `secret` of the body.
    case vk

    #if canImport(CryptoKit) || Crypto
        /// Checks the signature of a request, for requests that are not events, such as Slack's commands.
        ///
        /// The comparison takes the same time for all signatures of the same length.
        ///
        /// - Parameters:
        ///   - headers: The header fields of the request.
        ///   - body: The body, exactly as it arrived.
        ///   - secrets: The secrets of which one has to match.
        ///   - now: The time at which the request arrived.
        ///   - tolerance: The greatest difference between `now` and the signed time.
        /// - Throws: A ``WebhookError``.
        public func check(
            headers: HTTPHeaders,
            body: Data,
            secrets: [String],
            at now: Date = Date(),
            tolerance: Duration = .seconds(300)
        ) throws(WebhookError) {
            guard !secrets.isEmpty, !secrets.contains("") else {
                throw .noSecret
            }
            let claim = try claim(in: headers, body: body)
            var isRight = false
            // No comparison is left out, so that the time tells nothing about the secrets.
            for secret in secrets {
                let expected = expectation(at: claim.time, for: body, secret: secret)
                for signature in claim.signatures where Self.areEqual(signature, expected) {
                    isRight = true
                }
            }
            if !isRight {
                throw .wrongSignature
            }
            guard let seconds = claim.time.map(Double.init) ?? nil else { return }
            let difference = abs(now.timeIntervalSince1970 - seconds)
            if difference > tolerance / .seconds(1) {
                throw .outOfTime(by: .seconds(difference))
            }
        }

        /// Returns the header fields by which a service would sign a body. Tests of your server send them.
        ///
        /// They are empty for VK, whose body contains the secret.
        public func headers(
            for body: Data,
            secret: String,
            at time: Date = Date()
        ) -> HTTPHeaders {
            let seconds = String(Int(time.timeIntervalSince1970))
            switch self {
            case .github: return ["X-Hub-Signature-256": "sha256=" + expectation(at: nil, for: body, secret: secret)]
            case .slack:
                let signature = "v0=" + expectation(at: seconds, for: body, secret: secret)
                return ["X-Slack-Request-Timestamp": seconds, "X-Slack-Signature": signature]
            case .stripe:
                return ["Stripe-Signature": "t=\(seconds),v1=" + expectation(at: seconds, for: body, secret: secret)]
            case .vk: return [:]
            }
        }

        /// Returns the signature that the service would make, in hexadecimal digits, or VK's secret itself.
        private func expectation(at time: String?, for body: Data, secret: String) -> String {
            let start: String
            switch self {
            case .github: start = ""
            case .slack: start = "v0:\(time ?? ""):"
            case .stripe: start = "\(time ?? "")."
            case .vk: return secret
            }
            let key = SymmetricKey(data: Data(secret.utf8))
            let code = HMAC<SHA256>.authenticationCode(for: Data(start.utf8) + body, using: key)
            return code.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }
    #else
        @available(
            *, unavailable, message: "Signatures need swift-crypto on this system: enable the package trait Crypto."
        )
        public func check(
            headers: HTTPHeaders,
            body: Data,
            secrets: [String],
            at now: Date = Date(),
            tolerance: Duration = .seconds(300)
        ) throws(WebhookError) {}
    #endif

    /// The signatures that a request claims to have, and the time that they sign.
    private typealias Claim = (signatures: [String], time: String?)

    /// Reads the signatures of a request. Throws `.unsigned` if there is none, or no time if the service signs one.
    private func claim(in headers: HTTPHeaders, body: Data) throws(WebhookError) -> Claim {
        switch self {
        case .github:
            return (
                [try Self.signature(in: headers["X-Hub-Signature-256"], after: "sha256=", name: "X-Hub-Signature-256")],
                nil
            )
        case .slack:
            let signature = try Self.signature(
                in: headers["X-Slack-Signature"],
                after: "v0=",
                name: "X-Slack-Signature")
            return (
                [signature], try Self.time(in: headers["X-Slack-Request-Timestamp"], name: "X-Slack-Request-Timestamp")
            )
        case .stripe:
            let field = headers["Stripe-Signature"] ?? ""
            let parts = field.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            func values(of key: String) -> [String] {
                parts.filter { $0.hasPrefix(key) }.map { String($0.dropFirst(key.count)) }
            }
            let signatures = values(of: "v1=")
            if signatures.isEmpty {
                throw .unsigned("Stripe-Signature")
            }
            return (signatures, try Self.time(in: values(of: "t=").first, name: "Stripe-Signature"))
        case .vk:
            let json = JSON(String(decoding: body, as: UTF8.self))
            guard let secret = json?["secret"]?.stringValue else {
                throw .unsigned("secret")
            }
            return ([secret], nil)
        }
    }

    private static func signature(
        in text: String?,
        after start: String,
        name: String
    ) throws(WebhookError) -> String {
        guard let text, text.hasPrefix(start) else {
            throw .unsigned(name)
        }
        return String(text.dropFirst(start.count))
    }

    /// Checks that a time is a number of seconds. It is signed as the service has written it.
    private static func time(in text: String?, name: String) throws(WebhookError) -> String {
        guard let text,
            !text.isEmpty,
            text.utf8.count <= 15,
            text.utf8.allSatisfy({ 48...57 ~= $0 })
        else {
            throw .unsigned(name)
        }
        return text
    }

    /// Compares two texts in a time that depends only on their lengths.
    private static func areEqual(_ left: String, _ right: String) -> Bool {
        guard left.utf8.count == right.utf8.count else { return false }
        var differences: UInt8 = 0
        for (own, other) in zip(left.utf8, right.utf8) {
            differences |= own ^ other
        }
        return differences == 0
    }
}
