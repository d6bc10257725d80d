import MethodicalGenerator

extension Surface {
    /// Creates the surface of an API.
    package init(_ api: API) { self = SurfaceBuilder(api).surface() }
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
        surface.types = emission.namedTypes.map(type).sorted { $0.id < $1.id }
        surface.errors = zip(api.errors, emission.errorNames).map {
            Surface.Member(id: $0.name, swift: $1, type: $0.code)
        }
        .sorted { $0.id < $1.id }
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
            settings["argument.\(argument.name)"] =
                "\(label): \(emission.text(emission.peeled(argument.type), asParameter: true, names: .short))"
                + (argument.isRequired ? "" : "?")
                + (argument.defaultText.map { " = \($0)" } ?? "")
        }
        settings["limits"] = wire.limitHeaders?.described
        if let webhooks = api.webhooks {
            let name =
                switch webhooks.name {
                case .header(let field): "header \(field)"
                case .member(let paths): "member " + paths.joined(separator: " or ")
                }
            let data = webhooks.data.isEmpty ? "" : ", data \(webhooks.data.joined(separator: "."))"
            settings["webhooks"] = "\(webhooks.signature.rawValue), \(name)\(data)"
        }
        let envelope = wire.envelope
        settings["result"] = envelope.result
        settings["error"] =
            [envelope.error, envelope.code, envelope.message].contains { $0 != nil }
            ? [envelope.error, envelope.code, envelope.message].map { $0 ?? "-" }.joined(separator: " ") : nil
        if api.answers.reading != .tolerant {
            settings["reading"] = api.answers.reading.rawValue
        }
        if api.answers.flags != .words {
            settings["responseFlags"] = api.answers.flags.rawValue
        }
        for (meaning, codes) in wire.meanings where !codes.isEmpty {
            settings[meaning.rawValue] = codes.joined(separator: " ")
        }
        return settings
    }

    // MARK: Functions

    private func function(_ function: Function) -> Surface.Function {
        let method = emission.method(of: function)
        let variant = method.variants[function.variant]
        let entry = emission.entry(function)
        let parameters = zip(function.parameters, entry.members).map { place, member in
            let parameter = method.parameters[place]
            var facts = style(parameter.arrays, parameter.flags, method.style)
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
            return Surface.Member(member, facts: facts, deprecated: parameter.deprecation.map(message))
        }
        return Surface.Function(
            id: entry.id, swift: entry.swift, parameters: parameters, result: entry.type,
            facts: facts(method, variant).merging(entry.facts) { first, _ in first },
            deprecated: (variant.deprecation ?? method.deprecation).map(message))
    }

    private func facts(_ method: Method, _ variant: Variant) -> [String: String] {
        let usual = CallStyle.usual
        var facts = style(method.style.arrays, method.style.flags, usual)
        facts["call"] = "\(method.style.verb.rawValue) \(method.style.path)"
        if method.style.parameters != usual.parameters {
            facts["in"] = method.style.parameters.rawValue
        }
        if method.isRead {
            facts["reads"] = "yes"
        }
        if method.needsToken || !method.tokens.isEmpty {
            let need = method.needsToken ? "needed" : ""
            let kinds = method.tokens.map(\.rawValue).sorted().joined(separator: " ")
            facts["token"] = kinds.isEmpty ? need : need + " " + kinds
        }
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
            facts["headers"] = variant.headers.map {
                "\($0.name) as \(emission.speller.header($0)): \(emission.text($0.type, names: .short))"
            }.joined(separator: ", ")
        }
        if !method.failures.isEmpty {
            facts["failures"] = method.failures.map {
                "\($0.statuses.joined(separator: " ")): \(emission.text($0.type, names: .short))"
            }.joined(separator: ", ")
        }
        facts["cache"] = method.cacheSeconds.map { "\($0)s" }
        facts["invalidates"] = method.invalidates.map { namespaces in
            let names = namespaces.map { $0.isEmpty ? "*" : $0 }
            return names.isEmpty ? "nothing" : names.joined(separator: ", ")
        }
        facts["timeout"] = method.timeoutSeconds.map { "\($0)s" }
        facts["pages"] = method.pages.map(described)
        if !variant.constants.isEmpty {
            let keys = method.parameters.filter(\.isKey).map(\.name)
            facts["sends"] = variant.constants.map {
                keys.contains($0.name) ? "a new \($0.name)" : "\($0.name)=\(value($0))"
            }.sorted().joined(separator: " ")
        }
        return facts
    }

    private func style(
        _ arrays: CallStyle.ArrayStyle?, _ flags: CallStyle.FlagStyle?, _ usual: CallStyle
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

    private func described(_ pages: Pages) -> String {
        switch pages.kind {
        case .offset(let parameter, let first): "offset \(parameter) from \(first)"
        case .number(let parameter, let first):
            "number \(parameter) from \(first)" + (pages.totalsPages ? " up to \(pages.total ?? "")" : "")
        case .cursor(let parameters, let next):
            "cursor \((parameters.isEmpty ? ["of members"] : parameters).joined(separator: ", ")) "
                + "by \(next.joined(separator: ", "))" + (pages.continuation.map { " of \($0)" } ?? "")
        case .link(let next): "link" + (next.map { " by \($0)" } ?? "")
        }
    }

    private func value(_ constant: Variant.Constant) -> String {
        switch constant.value {
        case .flag(let flag) where constant.place == .body: String(flag)
        case .flag(let flag): flag ? "1" : "0"
        case .text(let text): text
        case .integer(let number): String(number)
        case .client: "…"
        }
    }

    private func message(_ deprecation: Deprecation) -> String { deprecation.message ?? "" }

    // MARK: Types

    private func type(_ i: Int) -> Surface.TypeSurface {
        let entry = emission.entry(type: i)
        var type = Surface.TypeSurface(
            id: entry.id, swift: entry.swift, kind: .alias, members: entry.members.map { Surface.Member($0) })
        if api.types[i].replacement != nil {
            return type
        }
        switch api.types[i].shape {
        case .record(let record):
            type.kind = .record
            type.hasInitializer = api.hasInitializer(record)
            for (place, property) in record.properties.enumerated() {
                type.members[place].deprecated = property.deprecation.map(message)
            }
            type.detail = record.additional.map { emission.notation($0) } ?? ""
        case .enumeration(let enumeration):
            type.kind = .enumeration
            type.detail =
                switch enumeration.raw {
                case .string: "String"
                case .integer: "Int"
                case .mixed: "JSON"
                }
        case .union(let union):
            type.kind = .union
            type.detail = union.isKeyed ? "a key outside the value" : union.discriminator ?? ""
        case .alias(let target): type.detail = emission.notation(target)
        }
        type.members.sort { $0.id < $1.id }
        return type
    }
}

extension Surface.Member {
    init(_ entry: Lock.Entry, facts: [String: String] = [:], deprecated: String? = nil) {
        self.init(
            id: entry.id, swift: entry.swift, type: entry.type, isOptional: entry.isOptional, facts: facts,
            deprecated: deprecated)
    }
}

extension Poll {
    /// The way in which the operation is polled, in words.
    var summary: String {
        let place = method ?? url.map { "the address in \($0)" } ?? "the address in a header field"
        let end = state.map { ", until \($0) is \((done + failed).joined(separator: ", "))" } ?? ""
        return "polled by \(place)\(end)" + (result.map { ", with its result in \($0)" } ?? "")
    }
}
