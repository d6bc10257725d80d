extension Lowering {
    /// What `api.json` says of the envelope, the token and the version, or else what VK's own files imply.
    func decideEnvelope() {
        let isVK = looksLikeVK()
        let vk = WireDefaults.Envelope(result: "response", error: "error", code: "error_code", message: "error_msg")
        wire.envelope = settings.envelope ?? (isVK ? vk : WireDefaults.Envelope())
        wire.authorization = settings.authorization ?? (isVK ? .parameter("access_token") : .none)
        if wire.version == nil, isVK, let version = files.lazy.compactMap({ $0.root[.version]?.string }).first {
            wire.version = WireDefaults.Version(parameter: "v", value: version)
        }
        envelopeSymbol = wire.envelope.result.map { tree.symbol($0) }
    }

    /// Whether every response is an object whose only property is `response`.
    private func looksLikeVK() -> Bool {
        let symbol = tree.symbol("response")
        var hasResponses = false
        for method in methodNodes {
            guard method.node[.response] == nil, let responses = method.node[.responses] else { return false }
            for response in responses.children {
                hasResponses = true
                var node = response
                if let reference = response[.ref] {
                    // Where a reference leads nowhere, the others decide.
                    guard let target = resolver.look(reference) else { continue }
                    node = target
                }
                guard onlyProperty(of: node)?.symbol == symbol else { return false }
            }
        }
        return hasResponses
    }
}
