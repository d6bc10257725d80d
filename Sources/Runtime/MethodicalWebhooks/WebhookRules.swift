/// The rules by which a service sends its events. Generated code creates them from `webhooks` in `api.json`.
public struct WebhookRules: Sendable {
    /// The place of an event's name.
    public enum Name: Hashable, Sendable {
        /// A header field: `X-GitHub-Event`.
        case header(String)
        /// Keys of the body, with dots between those of nested objects: `type`, `event.type`. The first one that the
        /// body has counts.
        case member([String])
    }

    /// The place of the event's name.
    public let name: Name
    /// The keys that lead to the data of the event. The whole body is the data of events without them.
    public let data: [String]
    /// The signature of requests.
    public let signature: WebhookSignature

    /// Creates rules.
    public init(_ name: Name, data: [String] = [], signature: WebhookSignature) {
        self.name = name
        self.data = data
        self.signature = signature
    }
}
