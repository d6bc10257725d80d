/// The conventions that all calls share, and the key under which responses contain their result.
struct Conventions {
    let wire: WireDefaults
    /// The policy for responses.
    let answers: AnswerPolicy
    /// The result's key in the envelope, or `nil` if there is no such key.
    let envelopeKey: String?

    /// Reads the conventions from the settings. Warns about a batch method that is probably misspelled.
    init(_ settings: Settings, _ methods: [MethodNode], _ problems: Problems) {
        var wire = WireDefaults(
            baseURL: settings.baseURL, version: settings.version, signIn: settings.signIn, meanings: settings.meanings)
        (wire.limits, wire.challenges) = (settings.limits, settings.challenges)
        wire.envelope = settings.envelope ?? WireDefaults.Envelope()
        wire.authorization = settings.authorization ?? .none
        wire.batch = settings.batch
        if let batch = settings.batch, let node = settings.node[.batch]?[.method],
            !methods.contains(where: { $0.name == batch.method })
        {
            // The method need not be described. A described method with a similar name suggests a typing error.
            let suggestion = problems.suggestion(for: batch.method, among: methods.map(\.name))
            if !suggestion.isEmpty {
                problems.missing(.warning, node.place, "there is no method \"\(batch.method)\"\(suggestion)")
            }
        }
        var common = MethodWords()
        for rule in settings.rules where rule.pattern.text == "*" { common.override(with: rule.words) }
        wire.call = common.style
        self.wire = wire
        answers = settings.responses
        envelopeKey = wire.envelope.result
    }

    /// Returns the schema inside the envelope if the node is an object whose only property is the envelope's key.
    /// Otherwise returns the node itself.
    func unwrapped(_ node: JSONNode) -> JSONNode {
        guard let envelopeKey, let inside = node.onlyProperty, inside.key == envelopeKey, inside.isObject else {
            return node
        }
        return inside
    }
}
