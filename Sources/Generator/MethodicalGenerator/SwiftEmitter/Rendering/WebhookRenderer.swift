/// A renderer of the rules by which a service sends its events.
struct WebhookRenderer {
    let emission: Emission
    private let webhooks: Webhooks
    private let type: String

    /// Creates a renderer, or returns `nil` if the API has no webhooks.
    init?(_ emission: Emission) {
        guard let webhooks = emission.api.webhooks else {
            return nil
        }
        guard let union = emission.type(named: webhooks.type) else { return nil }
        self.emission = emission
        self.webhooks = webhooks
        type = union.path
    }

    /// Prints the conformance of the union to the product's protocol.
    func render(to out: inout Printer) {
        let name =
            switch webhooks.name {
            case .header(let field): ".header(\(literal(field)))"
            case .member(let paths): ".member(\(arrayLiteral(paths.map(literal))))"
            }
        let arguments = [
            name,
            argument("data", list: webhooks.data.map(literal)),
            "signature: ." + webhooks.signature.rawValue,
        ].compactMap { $0 }
        out.blank()
        out.block("nonisolated extension \(type): MethodicalWebhooks.WebhookEvent") { out in
            out.block(emission.access + "static var _webhooks: MethodicalWebhooks.WebhookRules") { out in
                out.line(".init(", arguments.joined(separator: ", "), ")")
            }
        }
    }
}
