extension Emission {
    /// Prints a variable that holds a call of the method.
    ///
    /// - Parameters:
    ///   - variable: The declaration, such as `var call`.
    ///   - method: The method.
    ///   - variant: The variant of the method, or `nil` for a step whose response no caller sees.
    func printCall(in variable: String, of method: Method, _ variant: Variant?, to out: inout Printer) {
        var arguments = description(method, variant)
        if let pages = method.pages, isPaged(method) {
            arguments.append("pages: " + paging(pages, method))
        }
        out.filled(variable + " = Methodical.Call(client, .init(", arguments, "))")
    }

    /// Returns the arguments of the runtime's `Method`, without those that equal the API's defaults.
    func description(_ method: Method, _ variant: Variant? = nil) -> [String] {
        let (style, usual) = (method.style, api.wire.call)
        let hasPath = style.path != usual.path
        // `open` is not a kind of token. It says that the method needs none.
        let tokens = method.tokens.filter { $0 != .open }.map { "." + $0.rawValue }
        var arguments = [
            literal(method.name),
            style.verb != usual.verb || hasPath ? "." + style.verb.word : nil,
            hasPath ? literal(style.path) : nil,
        ]
        arguments += style.arguments(besides: usual)
        arguments += [
            argument("content", text: content(method)),
            argument("result", text: method.resultKey),
            argument("accept", text: variant?.accept),
            argument("statuses", text: variant.flatMap(statuses)),
            argument("headers", list: variant?.headers.map { literal($0.name) } ?? []),
            method.isRead ? "reads: true" : nil,
            argument("tokens", list: tokens),
            method.needsToken ? "needsToken: true" : nil,
            method.needs == api.wire.needs ? nil : "needs: " + needs(method.needs),
            argument("server", text: method.server),
            argument("cache", method.cacheSeconds.map { String($0) }),
            argument("invalidates", method.invalidates.map { "[" + $0.map(literal).joined(separator: ", ") + "]" }),
            argument("timeout", method.timeoutSeconds.map { String($0) }),
            method.isIdempotent ? "idempotent: true" : nil,
        ]
        return arguments.compactMap { $0 }
    }

    /// Returns the media type of the body, if it is neither the usual one nor that of the file.
    private func content(_ method: Method) -> String? {
        guard let content = method.whole?.content ?? method.content, !content.isRange,
            content.text != "application/json"
        else {
            return nil
        }
        return content.text
    }

    /// Returns the list of statuses that are results, or `nil` if the schema lists none.
    private func statuses(_ variant: Variant) -> String? {
        let texts = variant.statuses.map { $0.status + ($0.constant.map { $0 ? "=true" : "=false" } ?? "") }
        return texts.isEmpty ? nil : texts.joined(separator: ",")
    }

    /// Returns the style and the wire type of a parameter as further arguments of `add`, or an empty string if it has
    /// neither.
    func style(_ parameter: Parameter, _ method: Method) -> String {
        let words = words(parameter, method)
        let type = spelling(parameter.type).map { ", as: " + $0.type + ".self" } ?? ""
        return (words.isEmpty ? "" : ", " + words) + type
    }

    /// Returns the style of the parameter that a constant replaces. The value is sent exactly as the schema writes it,
    /// so it has no wire type.
    func style(_ constant: Variant.Constant, _ method: Method) -> String {
        let named = method.parameters.filter { $0.name == constant.name }
        if let parameter = named.first(where: { $0.place == constant.place }) ?? named.first {
            let words = words(parameter, method)
            return words.isEmpty ? "" : ", " + words
        }
        let isUsual = constant.place == method.style.parameters && constant.place != .path
        return isUsual ? "" : ", ." + constant.place.rawValue
    }

    /// Returns the differences between a parameter's style and its method's as the runtime's `ParameterStyle`, or an
    /// empty string if there are none.
    func words(_ parameter: Parameter, _ method: Method) -> String {
        let (place, arrays, flags) = (parameter.place, parameter.arrays, parameter.flags)
        if parameter.isWhole {
            let json = (parameter.content?.kind ?? .json) == .json ? ", .json" : ""
            let more = json + (parameter.isSecret ? ", .secret" : "")
            return more.isEmpty ? ".whole" : "[.whole" + more + "]"
        }
        let isSpread =
            (arrays ?? method.style.arrays) == .brackets && [.form, .query, .multipart].contains(place)
            && parameter.content == nil
        let needsJSON = !isSpread && isOnlyJSON(parameter)
        let isJSON = parameter.isJSON || parameter.hasJSONContent || needsJSON
        let json = sendsElementsAsJSON(parameter) ? "jsonElements" : "json"
        let words = [
            place == method.style.parameters && place != .path ? nil : place.rawValue,
            arrays == method.style.arrays ? nil : arrays?.rawValue,
            flags == method.style.flags ? nil : flags?.word,
            isJSON ? json : nil,
            parameter.keepsReserved ? "reserved" : nil,
            parameter.isSecret ? "secret" : nil,
            parameter.isKey ? "key" : nil,
        ].compactMap { $0 }
        switch words.count {
        case 0: return ""
        case 1: return "." + words[0]
        default: return "[." + words.joined(separator: ", .") + "]"
        }
    }

    /// Indicates whether each element of a list is JSON text of its own, because the list itself states that its name
    /// is repeated.
    package func sendsElementsAsJSON(_ parameter: Parameter) -> Bool {
        guard parameter.arrays == .repeated, [.query, .form, .multipart].contains(parameter.place), !parameter.isJSON,
            case .array(let element) = resolver.wireType(parameter.type)
        else { return false }
        return parameter.hasJSONContent || isObject(element, inList: true)
    }

    /// Indicates whether only JSON text can hold the argument outside of a body. An object in the path is the list of
    /// its members (RFC 6570).
    private func isOnlyJSON(_ parameter: Parameter) -> Bool {
        switch parameter.place {
        case .body: return false
        case .path:
            guard case .array = resolver.wireType(parameter.type) else { return false }
            return isObject(parameter.type)
        case .query, .form, .header, .cookie, .multipart: return isObject(parameter.type)
        }
    }

    /// Indicates whether a value of the type can only be written as JSON.
    private func isObject(_ use: TypeUse, inList: Bool = false, depth: Int = 0) -> Bool {
        switch resolver.wireType(use) {
        case .any, .dictionary: return true
        case .array(let element): return inList || isObject(element, inList: true, depth: depth)
        case .optional(let inner): return isObject(inner, inList: inList, depth: depth)
        case .named(let id):
            switch resolver.wireShape(id) {
            case .enumeration: return false
            case .union(let union) where depth < 4:
                return union.cases.contains { isObject($0.type, inList: inList, depth: depth + 1) }
            default: return true
            }
        default: return false
        }
    }
}

extension Variant.Constant.Value {
    /// The value as text.
    var text: String {
        switch self {
        case .flag(let flag): String(flag)
        case .text(let text): text
        case .integer(let number): String(number)
        case .client: ""
        }
    }

    /// Indicates whether the app gives the value to its client.
    var isOfClient: Bool { if case .client = self { true } else { false } }

    /// The value as a Swift literal.
    var literalText: String {
        if case .text(let text) = self {
            literal(text)
        } else {
            text
        }
    }
}

/// Returns the alternatives of schemes as an array literal.
func needs(_ alternatives: [[Method.SchemeUse]]) -> String {
    func list(_ items: [String]) -> String { "[" + items.joined(separator: ", ") + "]" }
    return list(
        alternatives.map { alternative in
            list(
                alternative.map { use in
                    let name = literal(use.name)
                    if use.scopes.isEmpty {
                        return name
                    }
                    return ".init(" + name + ", scopes: " + list(use.scopes.map(literal)) + ")"
                })
        })
}
