/// The conventions that all calls share, and the key under which responses contain their result.
struct Conventions {
    let wire: WireDefaults
    /// The policy for responses.
    let answers: AnswerPolicy
    /// Indicates whether the files come from VK.
    let isVK: Bool
    /// The symbol of the result's key in the envelope, or `nil` if there is no such key.
    let envelopeSymbol: Int?

    /// Combines `api.json` with the values implied by VK's files. `api.json` takes precedence.
    init(_ settings: Settings, _ files: [SchemaFile], _ methods: [MethodNode], isVK: Bool, _ problems: Problems) {
        var wire = WireDefaults(
            baseURL: settings.baseURL, version: settings.version, signIn: settings.signIn, meanings: settings.meanings)
        (wire.limits, wire.challenges) = (settings.limits, settings.challenges)
        let vk = WireDefaults.Envelope(result: "response", error: "error", code: "error_code", message: "error_msg")
        wire.envelope = settings.envelope ?? (isVK ? vk : WireDefaults.Envelope())
        wire.authorization = settings.authorization ?? (isVK ? .parameter("access_token") : .none)
        let versions = isVK ? files.compactMap { $0.root[.version]?.string } : []
        if wire.version == nil, let version = versions.max(by: isVersion) {
            wire.version = WireDefaults.Version(parameter: "v", value: version)
        }
        wire.batch = settings.batch
        if settings.node[.batch] == nil, isVK, methods.contains(where: { $0.name == "execute" }) {
            wire.batch = WireDefaults.Batch(method: "execute", limit: 25)
        }
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
        var answers = settings.answers
        // VK's servers leave out a required property in one of five responses.
        if isVK, settings.node[.answers]?[.required] == nil { answers.trustsRequired = false }
        envelopeSymbol = wire.envelope.result.map { settings.node.tree.symbol($0) }
        (self.wire, self.answers, self.isVK) = (wire, answers, isVK)
    }

    /// Returns the schema inside the envelope if the node is an object whose only property is the envelope's key.
    /// Otherwise returns the node itself.
    func unwrapped(_ node: JSONNode) -> JSONNode {
        guard let envelopeSymbol, let inside = onlyProperty(of: node), inside.symbol == envelopeSymbol, inside.isObject
        else { return node }
        return inside
    }
}

/// The responses of all methods, divided into those described with VK's envelope and those without.
///
/// The majority decides whether there is an envelope, because a server has only one.
struct EnvelopeSurvey {
    private var wrapped: [JSONNode] = []
    private var bare: [JSONNode] = []
    private var otherCount = 0

    /// Indicates whether responses are described as in VK's files: as objects whose only property is `response`.
    var isVK: Bool { !wrapped.isEmpty && wrapped.count >= bare.count + otherCount }

    init(methods: [MethodNode], resolver: ReferenceResolver) {
        for method in methods where method.node[.upload] == nil {
            if method.node[.response] != nil {
                otherCount += 1
                continue
            }
            for response in method.node.list(.responses) {
                // A reference without a target does not count.
                guard let node = resolver.followed(response) else { continue }
                if onlyProperty(of: node)?.key == "response" { wrapped.append(response) } else { bare.append(response) }
            }
        }
    }

    /// Warns about the responses that are described unlike most others, unless `api.json` sets the envelope.
    func reportContradictions(_ settings: Settings, _ problems: Problems) {
        guard settings.envelope == nil, !settings.isUnread, !wrapped.isEmpty else { return }
        let reading =
            isVK
            ? "is read as the value of \"response\", because most responses describe this envelope and this one does "
                + "not; describe the envelope"
            : "is read as an object with the property \"response\", because most responses have no such envelope; "
                + "describe only the value of \"response\""
        for response in isVK ? bare : wrapped {
            problems.warning(
                response[.ref] ?? response,
                "\"\(response.key)\" \(reading), or set \"envelope\" in api.json")
        }
    }
}

/// Returns the only property of an object, or `nil` if it has several or is combined from other schemas.
private func onlyProperty(of node: JSONNode) -> JSONNode? {
    guard let properties = node[.properties], properties.isObject, let only = properties.first, only.next == nil,
        !node.hasAny([.allOf, .oneOf, .anyOf, .ref])
    else { return nil }
    return only
}
