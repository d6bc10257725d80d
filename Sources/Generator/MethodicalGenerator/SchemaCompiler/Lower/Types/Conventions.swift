/// The conventions that all calls share.
struct Conventions {
    let wire: WireDefaults

    /// Completes the settings with defaults. Reports a batch method that is probably misspelled.
    init(_ settings: Settings, methods: [MethodNode], problems: Problems) {
        var wire = WireDefaults(
            baseURL: settings.baseURL,
            version: settings.version,
            authorization: settings.authorization ?? .none,
            schemes: settings.schemes,
            servers: settings.servers,
            variables: settings.variables.map { ($0.key, $0[.default]?.scalarText ?? "") },
            signIn: settings.signIn,
            envelope: settings.envelope ?? WireDefaults.Envelope(),
            meanings: settings.meanings,
            limits: settings.limits,
            parallel: settings.parallel,
            limitHeaders: settings.limitHeaders,
            challenges: settings.challenges,
            batch: settings.batch)
        let common = CallSyntax(combining: settings.rules.filter { $0.pattern.text == "*" })
        wire.call = common.style
        wire.needs = common.needs?.schemes ?? []
        self.wire = wire
        guard let node = settings.node[.batch]?[.method],
            let name = settings.batch?.method,
            !methods.contains(where: { $0.name == name })
        else {
            return
        }
        // The schema does not have to describe the method. If it describes one with a similar name, the name is
        // probably misspelled.
        let suggestion = problems.suggestion(for: name, among: methods.map(\.name))
        if !suggestion.isEmpty {
            problems.missing(
                .warning,
                at: node.place,
                "there is no method \"\(name)\"\(suggestion)")
        }
    }

    /// Returns the schema inside the envelope if the schema is an object whose only property is the envelope's key.
    /// Otherwise returns the schema itself.
    func unwrapped(_ schema: SchemaSyntax) -> SchemaSyntax {
        guard let inside = schema.onlyProperty,
            inside.key == wire.envelope.result,
            inside.isObject
        else {
            return schema
        }
        return inside
    }
}
