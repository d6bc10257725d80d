/// The events that a service sends to a server of the user's.
package struct Webhooks: Sendable {
    /// The place of an event's name.
    package enum Name: Sendable {
        case header(String)
        /// Keys of the body with dots between them. The first one that the body has counts.
        case member([String])
    }

    /// The signatures that the product `MethodicalWebhooks` checks.
    package enum Signature: String, Sendable, CaseIterable { case github, slack, stripe, vk }

    package var name: Name
    package var signature: Signature
    /// The keys that lead to the data of an event.
    package var data: [String]
    /// The union of all events.
    package var type: TypeID
}
