import MethodicalGenerator

extension Surface {
    package init(_ api: API) { self = SurfaceBuilder(api).surface() }
}

/// Takes down what the emitter would print, without printing it.
private struct SurfaceBuilder {
    let api: API
    let emission: Emission
    /// How each namespace is reached from the client: `pins.comments.`
    private var calls: [String]

    init(_ api: API) {
        self.api = api
        emission = Emission(api)
        let namespaces = emission.namespaces.all
        calls = namespaces.map { _ in "" }
        var queue = [0]
        while let parent = queue.popLast() {
            for child in namespaces[parent].children {
                calls[child] = calls[parent] + namespaces[child].property + "."
                queue.append(child)
            }
        }
    }

    func surface() -> Surface {
        var surface = Surface(name: emission.root, settings: settings())
        surface.functions = emission.functions.map(function).sorted { $0.id < $1.id }
        surface.types = api.types.indices.map(type).sorted { $0.id < $1.id }
        surface.errors = zip(api.errors, emission.errorNames).map { Surface.Member(id: $0.name, swift: $1, type: String($0.code)) }
            .sorted { $0.id < $1.id }
        return surface
    }

    private func settings() -> [String: String] {
        let wire = api.wire
        var settings = ["baseURL": wire.baseURL, "access": api.access.rawValue]
        settings["version"] = wire.version.map { "\($0.parameter)=\($0.value)" }
        switch wire.authorization {
        case .none: break
        case .parameter(let name): settings["authorization"] = "parameter \(name)"
        case .header(let scheme): settings["authorization"] = "header \(scheme)"
        }
        let envelope = wire.envelope
        settings["result"] = envelope.result
        settings["error"] =
            [envelope.error, envelope.code, envelope.message].contains { $0 != nil }
            ? [envelope.error, envelope.code, envelope.message].map { $0 ?? "-" }.joined(separator: " ") : nil
        if api.answers.reading != .tolerant { settings["reading"] = api.answers.reading.rawValue }
        for (meaning, codes) in wire.meanings where !codes.isEmpty {
            settings[meaning.rawValue] = codes.map(String.init).joined(separator: " ")
        }
        return settings
    }

    // MARK: Functions

    private func function(_ function: Function) -> Surface.Function {
        let method = api.methods[function.method]
        let variant = method.variants[function.variant]
        let parameters = function.parameters.map { place in
            let parameter = method.parameters[place]
            var facts = style(parameter.arrays, parameter.flags, method.style)
            if parameter.place != method.style.parameters { facts["in"] = parameter.place.rawValue }
            if parameter.isJSON { facts["as"] = "json" }
            return Surface.Member(
                id: parameter.name, swift: function.labels[place], type: type(emission.peeled(parameter.type), asParameter: true),
                isOptional: !function.required.contains(function.labels[place]), facts: facts, deprecated: parameter.deprecation.map(message))
        }
        return Surface.Function(
            id: method.name + (variant.wire == method.variants[0].wire ? "" : ":" + variant.wire),
            swift: calls[function.namespace] + function.name, parameters: parameters,
            result: type(emission.resolver.resolved(variant.result)), facts: facts(method, variant),
            deprecated: (variant.deprecation ?? method.deprecation).map(message))
    }

    private func facts(_ method: Method, _ variant: Variant) -> [String: String] {
        let usual = CallStyle.usual
        var facts = style(method.style.arrays, method.style.flags, usual)
        facts["call"] = "\(method.style.verb.rawValue) \(method.style.path)"
        if method.style.parameters != usual.parameters { facts["in"] = method.style.parameters.rawValue }
        if method.isRead { facts["reads"] = "yes" }
        if method.needsToken || !method.tokens.isEmpty {
            facts["token"] =
                (method.needsToken ? ["needed"] : []).joined() + (method.tokens.isEmpty ? "" : " ")
                + method.tokens.map(\.rawValue).sorted().joined(separator: " ")
        }
        facts["result"] = method.resultKey
        facts["cache"] = method.cacheSeconds.map { "\($0)s" }
        facts["timeout"] = method.timeoutSeconds.map { "\($0)s" }
        facts["pages"] = method.pages.map(described)
        if !variant.constants.isEmpty { facts["sends"] = variant.constants.map { "\($0.name)=\(value($0.value))" }.sorted().joined(separator: " ") }
        return facts
    }

    private func style(_ arrays: CallStyle.ArrayStyle?, _ flags: CallStyle.FlagStyle?, _ usual: CallStyle) -> [String: String] {
        var facts: [String: String] = [:]
        if let arrays, arrays != usual.arrays { facts["arrays"] = arrays.rawValue }
        if let flags, flags != usual.flags { facts["flags"] = flags.rawValue }
        return facts
    }

    private func described(_ pages: Pages) -> String {
        switch pages.kind {
        case .offset(let parameter, let first): "offset \(parameter) from \(first)"
        case .number(let parameter, let first): "number \(parameter) from \(first)"
        case .cursor(let parameter, let next): "cursor \(parameter) by \(next)"
        case .link: "link"
        }
    }

    private func value(_ value: Variant.Constant.Value) -> String {
        switch value {
        case .flag(let flag): flag ? "1" : "0"
        case .text(let text): text
        case .integer(let number): String(number)
        }
    }

    private func message(_ deprecation: Deprecation) -> String { deprecation.message ?? "" }

    // MARK: Types

    private func type(_ i: Int) -> Surface.TypeSurface {
        let declared = api.types[i]
        var type = Surface.TypeSurface(id: declared.id.text, swift: emission.types.paths[i], kind: .alias, members: [])
        switch declared.shape {
        case .record(let record):
            type.kind = .record
            type.hasInitializer = api.initializers == .all || (api.initializers == .inputs && record.isInput)
            type.members = emission.fields(of: i, record).map { field in
                Surface.Member(
                    id: field.property.path.joined(separator: "/"), swift: field.name, type: self.type(field.use), isOptional: field.isOptional,
                    deprecated: field.property.deprecation.map(message))
            }
            type.detail = record.additional.map { self.type($0) } ?? ""
        case .enumeration(let enumeration):
            type.kind = .enumeration
            type.detail = enumeration.raw == .string ? "String" : enumeration.raw == .integer ? "Int" : "JSON"
            let distinct = emission.distinct(enumeration)
            type.members = zip(distinct.members, emission.speller.members(distinct)).map {
                Surface.Member(id: $0.isText && enumeration.raw == .mixed ? "\"\($0.value)\"" : $0.value, swift: $1, type: "")
            }
        case .union(let union):
            type.kind = .union
            type.detail = union.discriminator ?? ""
            type.members = zip(union.cases, emission.speller.cases(union, emission.resolver)).map { member, name in
                Surface.Member(
                    id: member.tags.isEmpty ? self.type(member.type) : member.tags.joined(separator: "|"), swift: name, type: self.type(member.type))
            }
        case .alias(let target): type.detail = self.type(target)
        }
        type.members.sort { $0.id < $1.id }
        return type
    }

    /// As Swift spells it, but for the ids of declared types.
    private func type(_ use: TypeUse, asParameter: Bool = false) -> String {
        switch use {
        case .named(let id): "<" + id.text + ">"
        case .array(let element) where !asParameter || emission.spelling(use) == nil: "[" + type(element) + "]"
        case .dictionary(let value): "[String: " + type(value) + "]"
        case .optional(let inner): type(emission.peeled(inner)) + "?"
        default: emission.text(use, asParameter: asParameter)
        }
    }
}
