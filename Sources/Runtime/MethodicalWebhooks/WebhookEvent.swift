import Foundation
import Methodical

/// An event that a service has sent to a server of yours.
///
/// The generated type has a case for each event of the schema:
///
/// ```swift
/// switch try GitHub.Webhook(headers: request.headers, body: request.body, secret: secret) {
/// case .push(let push): print(push.ref)
/// case .unknown(let name, _): print("another event: \(name)")
/// }
/// ```
public protocol WebhookEvent: APIEngine.KeyedUnion {
    /// The rules by which the service sends its events.
    static var _webhooks: WebhookRules { get }
}

#if canImport(CryptoKit) || Crypto
    extension WebhookEvent {
        /// Checks the signature of a request, and then reads its event.
        ///
        /// - Parameters:
        ///   - headers: The header fields of the request.
        ///   - body: The body, exactly as it arrived. A body that was parsed and written again has another signature.
        ///   - secret: The secret that the service shares with you.
        ///   - now: The time at which the request arrived.
        ///   - tolerance: The greatest difference between `now` and the time in the signature. It protects against
        ///     requests that someone has recorded and sends again. GitHub and VK sign no time.
        ///   - policy: The policy for values that do not match the schema.
        /// - Throws: A ``WebhookError``.
        public init(
            headers: HTTPHeaders,
            body: Data,
            secret: String,
            at now: Date = Date(),
            tolerance: Duration = .seconds(300),
            reading policy: ReadingPolicy = .tolerant
        ) throws(WebhookError) {
            self = try Self(
                headers: headers,
                body: body,
                secrets: [secret],
                at: now,
                tolerance: tolerance,
                reading: policy)
        }

        /// Checks the signature of a request with several secrets, and then reads its event.
        ///
        /// While a secret is replaced, the service may use the old or the new one. One of them has to match.
        public init(
            headers: HTTPHeaders,
            body: Data,
            secrets: [String],
            at now: Date = Date(),
            tolerance: Duration = .seconds(300),
            reading policy: ReadingPolicy = .tolerant
        ) throws(WebhookError) {
            let rules = Self._webhooks
            try rules.signature.check(
                headers: headers,
                body: body,
                secrets: secrets,
                at: now,
                tolerance: tolerance)
            let delivery = WebhookDelivery(headers: headers, body: body)
            let name = try delivery.name(by: rules)
            let path = delivery.path(by: rules)
            // Without an object, the whole body is the data of the event, and VK's body contains the secret.
            var json = Array(delivery.json)
            if rules.signature == .vk, path.isEmpty {
                json = delivery.withoutSecret
            }
            do {
                var mismatches: [Mismatch] = []
                self = try Self._decode(
                    json,
                    key: name,
                    path: path,
                    reading: policy,
                    mismatches: &mismatches)
            } catch {
                var problem = error
                // The body may contain the secret.
                problem.excerpt = ""
                throw .unreadable(problem)
            }
        }
    }
#else
    extension WebhookEvent {
        /// Needs swift-crypto on this system: enable the package trait `Crypto`.
        @available(*, unavailable, message: "Signatures need the package trait Crypto on this system.")
        public init(
            headers: HTTPHeaders,
            body: Data,
            secret: String,
            at now: Date = Date()
        ) throws(WebhookError) {
            throw .noSecret
        }
    }
#endif
