extension Emission {
    /// Prints a variable that holds a call of the method.
    ///
    /// - Parameters:
    ///   - variable: The declaration, such as `var call`.
    ///   - method: The method.
    ///   - variant: The variant of the method, or `nil` for a step whose response no caller sees.
    func printCall(in variable: String, of method: Method, variant: Variant?, to out: inout Printer) {
        var arguments = description(of: method, variant: variant)
        if let pages = method.pages, isPaged(method) {
            arguments.append("pages: " + paging(pages, of: method))
        }
        out.filled(variable + " = Methodical.Call(client, .init(", items: arguments, tail: "))")
    }

    /// Returns the arguments of the runtime's `Method`, without those that equal the API's defaults.
    func description(of method: Method, variant: Variant? = nil) -> [String] {
        let style = method.style
        let usual = api.wire.call
        // `open` is not a kind of token. It says that the method needs none.
        let tokens = method.tokens.filter { $0 != .open }
        let headers = variant?.headers.map { literal($0.name) } ?? []
        var arguments: [String?] = [literal(method.name)]
        if style.path != usual.path {
            arguments += ["." + style.verb.runtimeName, literal(style.path)]
        } else if style.verb != usual.verb {
            arguments.append("." + style.verb.runtimeName)
        }
        arguments += style.arguments(besides: usual)
        arguments += [
            argument("content", text: content(of: method)),
            argument("result", text: method.resultKey),
            argument("accept", text: variant?.accept),
            argument("statuses", text: variant.flatMap(statuses)),
            argument("headers", list: headers),
            argument("reads", flag: method.isRead),
            argument("tokens", list: tokens.map { "." + $0.rawValue }),
            argument("needsToken", flag: method.needsToken),
            argument("needs", schemes(of: method)),
            argument("server", text: method.server),
            argument("cache", method.cacheSeconds.map { String($0) }),
            argument("invalidates", method.invalidates.map { arrayLiteral($0.map(literal)) }),
            argument("timeout", method.timeoutSeconds.map { String($0) }),
            argument("idempotent", flag: method.isIdempotent),
        ]
        return arguments.compactMap { $0 }
    }

    /// Returns the schemes that a method needs, or `nil` if they are those of the API.
    private func schemes(of method: Method) -> String? {
        if method.needs == api.wire.needs {
            return nil
        }
        return needs(method.needs)
    }

    /// Returns the media type of the body, if it is neither the usual one nor that of the file.
    private func content(of method: Method) -> String? {
        guard let content = method.whole?.content ?? method.content else {
            return nil
        }
        if content.isRange || content.text == "application/json" {
            return nil
        }
        return content.text
    }

    /// Returns the list of statuses that are results, or `nil` if the schema lists none.
    private func statuses(of variant: Variant) -> String? {
        if variant.statuses.isEmpty {
            return nil
        }
        let texts = variant.statuses.map { status in
            switch status.constant {
            case true: status.status + "=true"
            case false: status.status + "=false"
            case nil: status.status
            }
        }
        return texts.joined(separator: ",")
    }

    /// Returns the style and the wire type of a parameter as further arguments of `add`, or an empty string if it has
    /// neither.
    func style(of parameter: Parameter, in method: Method) -> String {
        let style = words(of: parameter, in: method).unlessEmpty(after: ", ")
        if let spelling = spelling(of: parameter.type) {
            return style + ", as: " + spelling.type + ".self"
        }
        return style
    }

    /// Returns the style of the parameter that a constant replaces. The value is sent exactly as the schema writes it,
    /// so it has no wire type.
    func style(of constant: Variant.Constant, in method: Method) -> String {
        let named = method.parameters.filter { $0.name == constant.name }
        let replaced = named.first { $0.place == constant.place } ?? named.first
        if let replaced {
            return words(of: replaced, in: method).unlessEmpty(after: ", ")
        }
        guard let place = unusualPlace(constant.place, method) else {
            return ""
        }
        return ", ." + place
    }

    /// Returns the name of a parameter's place, or `nil` if it is the usual place of the method's parameters. The path
    /// is never the usual one.
    private func unusualPlace(_ place: CallStyle.Place, _ method: Method) -> String? {
        if place == method.style.parameters, place != .path {
            return nil
        }
        return place.rawValue
    }

    /// Returns the differences between a parameter's style and its method's as the runtime's `ParameterStyle`, or an
    /// empty string if there are none.
    func words(of parameter: Parameter, in method: Method) -> String {
        let words =
            if parameter.isWhole {
                wordsOfWhole(parameter)
            } else {
                wordsOfPart(parameter, method)
            }
        switch words.count {
        case 0: return ""
        case 1: return "." + words[0]
        default: return "[." + words.joined(separator: ", .") + "]"
        }
    }

    /// Returns the style of a parameter, or an empty string if the method has no such parameter.
    func words(of name: String?, in method: Method) -> String {
        let parameter = method.parameters.first { $0.name == name }
        guard let parameter else {
            return ""
        }
        return words(of: parameter, in: method)
    }

    /// Returns the words for a parameter that is the whole body.
    private func wordsOfWhole(_ parameter: Parameter) -> [String] {
        var words = ["whole"]
        let kind = parameter.content?.kind ?? .json
        if kind == .json {
            words.append("json")
        }
        if parameter.isSecret {
            words.append("secret")
        }
        return words
    }

    /// Returns the words for a parameter that is one of several.
    private func wordsOfPart(_ parameter: Parameter, _ method: Method) -> [String] {
        var words: [String] = []
        if let place = unusualPlace(parameter.place, method) {
            words.append(place)
        }
        if let arrays = parameter.arrays, arrays != method.style.arrays {
            words.append(arrays.rawValue)
        }
        if let flags = parameter.flags, flags != method.style.flags {
            words.append(flags.runtimeName)
        }
        if isJSON(parameter, method) {
            let word = sendsElementsAsJSON(parameter) ? "jsonElements" : "json"
            words.append(word)
        }
        if parameter.keepsReserved {
            words.append("reserved")
        }
        if parameter.isSecret {
            words.append("secret")
        }
        if parameter.isKey {
            words.append("key")
        }
        return words
    }

    /// Indicates whether a parameter, or each of its elements, is sent as JSON text.
    private func isJSON(_ parameter: Parameter, _ method: Method) -> Bool {
        if parameter.isJSON || parameter.hasJSONContent {
            return true
        }
        let arrays = parameter.arrays ?? method.style.arrays
        if arrays == .brackets, parameter.content == nil, parameter.isInList {
            return false
        }
        return isOnlyJSON(parameter)
    }

    /// Indicates whether each element of a list is JSON text of its own, because the list itself states that its name
    /// is repeated.
    package func sendsElementsAsJSON(_ parameter: Parameter) -> Bool {
        guard parameter.arrays == .repeated, parameter.isInList, !parameter.isJSON else {
            return false
        }
        guard case .array(let element) = resolver.wireType(of: parameter.type) else {
            return false
        }
        return parameter.hasJSONContent || isObject(element, inList: true)
    }

    /// Indicates whether only JSON text can hold the argument outside of a body. An object in the path is the list of
    /// its members (RFC 6570).
    private func isOnlyJSON(_ parameter: Parameter) -> Bool {
        switch parameter.place {
        case .body: return false
        case .path:
            guard case .array = resolver.wireType(of: parameter.type) else { return false }
            return isObject(parameter.type)
        case .query, .form, .header, .cookie, .multipart: return isObject(parameter.type)
        }
    }

    /// Indicates whether a value of the type can only be written as JSON.
    private func isObject(_ use: TypeUse, inList: Bool = false, depth: Int = 0) -> Bool {
        switch resolver.wireType(of: use) {
        case .any, .dictionary: return true
        case .array(let element): return inList || isObject(element, inList: true, depth: depth)
        case .optional(let inner): return isObject(inner, inList: inList, depth: depth)
        case .named(let id):
            switch resolver.wireShape(of: id) {
            case .enumeration: return false
            case .union(let union) where depth < 4:
                return union.cases.contains { isObject($0.type, inList: inList, depth: depth + 1) }
            default: return true
            }
        default: return false
        }
    }
}

extension Parameter {
    /// Indicates whether the parameter's place is a list of names and values, in which a name can occur several times.
    fileprivate var isInList: Bool {
        switch place {
        case .query, .form, .multipart: true
        case .path, .body, .header, .cookie: false
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
    arrayLiteral(alternatives.map { arrayLiteral($0.map(scheme)) })
}

/// Returns a scheme with its scopes, or the name alone if the method needs no scopes.
private func scheme(_ use: Method.SchemeUse) -> String {
    let name = literal(use.name)
    if use.scopes.isEmpty {
        return name
    }
    return ".init(" + name + ", scopes: " + arrayLiteral(use.scopes.map(literal)) + ")"
}
