import MethodicalGenerator

extension Surface {
    /// Creates the surface of an API.
    package init(_ api: API) {
        self = SurfaceBuilder(api).surface()
    }
}

/// A builder that collects what the emitter would print, without printing it.
private struct SurfaceBuilder {
    let api: API
    let emission: Emission

    init(_ api: API) {
        self.api = api
        emission = Emission(api)
    }

    func surface() -> Surface {
        var surface = Surface(name: emission.root, settings: settings())
        surface.functions = emission.functions.map(function).sorted { $0.id < $1.id }
        surface.types = emission.namedTypes.map(typeSurface).sorted { $0.id < $1.id }
        let errors = emission.errors.map { error in
            Surface.Member(
                id: error.declaration.name,
                swift: error.name,
                type: error.declaration.code)
        }
        surface.errors = errors.sorted { $0.id < $1.id }
        return surface
    }

    private func settings() -> [String: String] {
        let wire = api.wire
        var settings = ["baseURL": wire.baseURL, "access": api.access.rawValue]
        settings["version"] = wire.version.map { "\($0.parameter)=\($0.value)" }
        settings["authorization"] = wire.authorization.described
        for scheme in wire.schemes {
            settings["scheme.\(scheme.name)"] = scheme.place.described
        }
        for server in wire.servers {
            settings["server.\(server.name)"] = server.url
        }
        for (label, argument) in zip(emission.clientLabels, api.arguments) {
            let type = emission.text(
                of: emission.peeled(argument.type),
                asParameter: true,
                names: .short)
            var text = "\(label): \(type)"
            if !argument.isRequired {
                text += "?"
            }
            if let defaultText = argument.defaultText {
                text += " = \(defaultText)"
            }
            settings["argument.\(argument.name)"] = text
        }
        settings["limits"] = wire.limitHeaders?.described
        if let webhooks = api.webhooks {
            var parts = [webhooks.signature.rawValue]
            switch webhooks.name {
            case .header(let field): parts.append("header \(field)")
            case .member(let paths):
                parts.append("member " + paths.joined(separator: " or "))
            }
            if !webhooks.data.isEmpty {
                parts.append("data " + webhooks.data.joined(separator: "."))
            }
            settings["webhooks"] = parts.joined(separator: ", ")
        }
        let envelope = wire.envelope
        settings["result"] = envelope.result
        let errorMembers = [envelope.error, envelope.code, envelope.message]
        if errorMembers.contains(where: { $0 != nil }) {
            settings["error"] = errorMembers.map { $0 ?? "-" }.joined(separator: " ")
        }
        if api.decoding.reading != .tolerant {
            settings["mismatches"] = api.decoding.reading.rawValue
        }
        if api.decoding.flags != .words {
            settings["flags"] = api.decoding.flags.rawValue
        }
        for (meaning, codes) in wire.meanings where !codes.isEmpty {
            settings[meaning.rawValue] = codes.joined(separator: " ")
        }
        return settings
    }

    // MARK: Functions

    private func function(_ function: Function) -> Surface.Function {
        let method = function.method
        let variant = function.variant
        let entry = emission.entry(for: function)
        let parameters = zip(function.parameters, entry.members).map { argument, member in
            let parameter = argument.parameter
            var facts = style(
                arrays: parameter.arrays,
                flags: parameter.flags,
                usual: method.style)
            if parameter.place != method.style.parameters {
                facts["in"] = parameter.place.rawValue
            }
            if emission.sendsElementsAsJSON(parameter) {
                facts["as"] = "json elements"
            } else if parameter.isJSON || parameter.hasJSONContent {
                facts["as"] = "json"
            }
            if parameter.keepsReserved {
                facts["reserved"] = "yes"
            }
            facts["type"] = parameter.content?.text
            return Surface.Member(
                member,
                facts: facts,
                deprecated: parameter.deprecation.map(message))
        }
        return Surface.Function(
            id: entry.id,
            swift: entry.swift,
            parameters: parameters,
            result: entry.type,
            facts: facts(of: method, variant: variant).merging(entry.facts) { first, _ in first },
            deprecated: (variant.deprecation ?? method.deprecation).map(message))
    }

    private func facts(of method: Method, variant: Variant) -> [String: String] {
        let usual = CallStyle.usual
        var facts = style(
            arrays: method.style.arrays,
            flags: method.style.flags,
            usual: usual)
        facts["call"] = "\(method.style.verb.rawValue) \(method.style.path)"
        if method.style.parameters != usual.parameters {
            facts["in"] = method.style.parameters.rawValue
        }
        if method.isRead {
            facts["reads"] = "yes"
        }
        facts["token"] = token(of: method)
        if !method.needs.isEmpty {
            facts["needs"] = method.needs.described
        }
        facts["type"] = method.content?.text
        facts["server"] = method.server
        facts["result"] = method.resultKey
        facts["accept"] = variant.accept
        if !variant.statuses.isEmpty {
            facts["statuses"] = variant.statuses.map(\.status).joined(separator: " ")
        }
        if !variant.headers.isEmpty {
            let headers = variant.headers.map { header in
                let type = emission.text(of: header.type, names: .short)
                return "\(header.name) as \(emission.speller.header(header)): \(type)"
            }
            facts["headers"] = headers.joined(separator: ", ")
        }
        if !method.failures.isEmpty {
            let failures = method.failures.map { failure in
                let type = emission.text(of: failure.type, names: .short)
                return failure.statuses.joined(separator: " ") + ": " + type
            }
            facts["failures"] = failures.joined(separator: ", ")
        }
        facts["cache"] = method.cacheSeconds.map { "\($0)s" }
        facts["invalidates"] = method.invalidates.map { namespaces in
            if namespaces.isEmpty {
                return "nothing"
            }
            return namespaces.map { $0.isEmpty ? "*" : $0 }.joined(separator: ", ")
        }
        facts.merge(method.settings.mapValues(\.shown)) { fact, _ in fact }
        facts["pages"] = method.pages.map { described($0, of: method) }
        if !variant.constants.isEmpty {
            let keys = method.parameters.filter(\.isKey).map(\.name)
            let sent = variant.constants.map { constant in
                if keys.contains(constant.name) {
                    return "a new \(constant.name)"
                }
                return "\(constant.name)=\(value(of: constant))"
            }
            facts["sends"] = sent.sorted().joined(separator: " ")
        }
        return facts
    }

    /// Returns the need for a token and its kinds, or `nil` if the method takes none.
    private func token(of method: Method) -> String? {
        if !method.needsToken, method.tokens.isEmpty {
            return nil
        }
        // Without the need, the text begins with a space.
        let need = method.needsToken ? "needed" : ""
        let kinds = method.tokens.map(\.rawValue).sorted()
        return ([need] + kinds).joined(separator: " ")
    }

    private func style(
        arrays: CallStyle.ArrayStyle?,
        flags: CallStyle.FlagStyle?,
        usual: CallStyle
    ) -> [String: String] {
        var facts: [String: String] = [:]
        if let arrays, arrays != usual.arrays {
            facts["arrays"] = arrays.rawValue
        }
        if let flags, flags != usual.flags {
            facts["flags"] = flags.rawValue
        }
        return facts
    }

    private func described(_ pages: Pages, of method: Method) -> String {
        switch pages.kind {
        case .offset(let parameter, let first):
            "offset \(parameter) from \(first)"
        case .number(let parameter, let first) where pages.totalsPages:
            "number \(parameter) from \(first) up to \(pages.total ?? "")"
        case .number(let parameter, let first):
            "number \(parameter) from \(first)"
        case .cursor(let next): described(next, of: method.continuation)
        case .link(let next): "link" + (next.map { " by \($0)" } ?? "")
        }
    }

    private func described(_ next: ResponseReference, of continuation: String?) -> String {
        var text = "cursor "
        if next.members == nil {
            text += next.parameters.joined(separator: ", ")
        } else {
            text += "of members"
        }
        text += " by " + next.keys.joined(separator: ", ")
        if let continuation {
            text += " of \(continuation)"
        }
        return text
    }

    private func value(of constant: Variant.Constant) -> String {
        switch constant.value {
        case .flag(let flag) where constant.place == .body: String(flag)
        case .flag(true): "1"
        case .flag(false): "0"
        case .text(let text): text
        case .integer(let number): String(number)
        case .client: "…"
        }
    }

    private func message(for deprecation: Deprecation) -> String {
        deprecation.message ?? ""
    }

    // MARK: Types

    private func typeSurface(of emitted: EmittedType) -> Surface.TypeSurface {
        let entry = emission.entry(for: emitted)
        var type = Surface.TypeSurface(
            id: entry.id,
            swift: entry.swift,
            shape: .alias(target: nil),
            members: entry.members.map { Surface.Member($0) })
        if emitted.declaration.replacement != nil {
            return type
        }
        switch emitted.declaration.shape {
        case .record(let record):
            type.shape = .record(undeclaredMembers: record.additional.map { emission.notation(of: $0) })
            type.hasInitializer = api.hasInitializer(record)
            for (place, property) in record.properties.enumerated() {
                type.members[place].deprecated = property.deprecation.map(message)
            }
        case .enumeration(let enumeration):
            let values =
                switch enumeration.raw {
                case .string: "String"
                case .integer: "Int"
                case .mixed: "JSON"
                }
            type.shape = .enumeration(values: values)
        case .union(let union) where union.isKeyed:
            type.shape = .union(discriminator: "a key outside the value")
        case .union(let union):
            type.shape = .union(discriminator: union.discriminator)
        case .alias(let target):
            type.shape = .alias(target: emission.notation(of: target))
        }
        type.members.sort { $0.id < $1.id }
        return type
    }
}

extension Surface.Member {
    init(
        _ entry: Lock.Entry,
        facts: [String: String] = [:],
        deprecated: String? = nil
    ) {
        self.init(
            id: entry.id,
            swift: entry.swift,
            type: entry.type,
            isOptional: entry.isOptional,
            facts: facts,
            deprecated: deprecated)
    }
}

extension Poll {
    /// The way in which the operation is polled, in words.
    var summary: String {
        let place =
            step?.method
            ?? url.map { "the address in \($0)" }
            ?? "the address in a header field"
        var text = "polled by \(place)"
        if let state {
            text += ", until \(state) is " + (done + failed).joined(separator: ", ")
        }
        if let result {
            text += ", with its result in \(result)"
        }
        return text
    }
}
