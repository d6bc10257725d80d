extension Emission {
    /// Prints a function with its documentation.
    func function(_ function: Function, _ out: inout Printer) {
        let method = api.methods[function.method]
        let variant = method.variants[function.variant]
        documentation(function, method, &out)
        if let deprecation = variant.deprecation ?? method.deprecation { self.deprecation(deprecation, &out) }
        var parameters: [String] = []
        parameters.reserveCapacity(function.parameters.count)
        for place in function.parameters {
            let label = function.labels[place]
            let use = peeled(method.parameters[place].type)
            let inner = argument(label, method)
            let name = inner == label || inner.utf8.first == 0x60 ? inner : Reserved.escaped(label) + " " + inner
            let suffix = function.required.contains(label) ? "" : "? = nil"
            parameters.append(name + ": " + text(use, asParameter: true) + suffix)
        }
        // The target of an alias: `[VK.User]` tells a caller more than `VK.Users.GetResponse`.
        let result = variant.isEmpty ? Self.nothing : text(resolver.resolved(variant.result))
        let head = access + "func " + Reserved.escaped(function.name)
        if let upload = method.upload { return self.upload(upload, function, head, parameters, result, &out) }
        out.signature(head, parameters, " -> Request<" + result + ">") { out in
            if function.parameters.isEmpty && variant.constants.isEmpty {
                out.line("Request(", call(method), ")")
                return
            }
            out.line("var call = ", call(method))
            for place in function.parameters {
                let parameter = method.parameters[place]
                let style = self.style(parameter, method)
                out.line(
                    "call.add(", literal(parameter.name), ", ", argument(function.labels[place], method), style, ")")
            }
            for constant in variant.constants {
                out.line("call.add(", literal(constant.name), ", ", value(constant), style(constant, method), ")")
            }
            out.line("return Request(call)")
        }
    }

    /// Returns the name of a parameter inside the function. Names of the function's own variables get a suffix.
    func argument(_ label: String, _ method: Method) -> String {
        let isTaken =
            label == "call" || label == "client" || method.upload != nil && ["file", "server", "save"].contains(label)
        return isTaken ? label + "Value" : Reserved.escaped(label)
    }

    // MARK: The call

    /// Returns the expression that creates a call of the method.
    func call(_ method: Method) -> String {
        let description = description(method)
        guard let pages = method.pages, isPaged(method) else { return "Call(client, Method(" + description + "))" }
        let paging = "pages: " + paging(pages, method) + "))"
        let line = "Call(client, Method(" + description + ", " + paging
        if line.utf8.count <= 130 { return line }
        let start = "\n            "
        return "Call(" + start + "client," + start + "Method(" + start + "    " + description + "," + start + "    "
            + paging
    }

    /// Returns the arguments of the runtime's `Method`, without those that equal the API's defaults.
    private func description(_ method: Method) -> String {
        var text = literal(method.name)
        let usual = api.wire.call
        let hasPath = method.style.path != usual.path
        if method.style.verb != usual.verb || hasPath { text += ", ." + name(method.style.verb) }
        if hasPath { text += ", " + literal(method.style.path) }
        if method.style.parameters != usual.parameters { text += ", parameters: ." + method.style.parameters.rawValue }
        if method.style.arrays != usual.arrays { text += ", arrays: ." + method.style.arrays.rawValue }
        if method.style.flags != usual.flags { text += ", flags: ." + name(method.style.flags) }
        if let key = method.resultKey { text += ", result: " + literal(key) }
        if method.isRead { text += ", reads: true" }
        // `open` is not a kind of token. It says that the method needs none.
        let tokens = method.tokens.filter { $0 != .open }
        if !tokens.isEmpty { text += ", tokens: [" + tokens.map { "." + $0.rawValue }.joined(separator: ", ") + "]" }
        if method.needsToken { text += ", needsToken: true" }
        if let seconds = method.cacheSeconds { text += ", cache: " + String(seconds) }
        if let names = method.invalidates {
            text += ", invalidates: [" + names.map(literal).joined(separator: ", ") + "]"
        }
        if let seconds = method.timeoutSeconds { text += ", timeout: " + String(seconds) }
        if method.isIdempotent { text += ", idempotent: true" }
        return text
    }

    func name(_ verb: CallStyle.Verb) -> String { verb.rawValue.lowercased() }

    func name(_ flags: CallStyle.FlagStyle) -> String { flags == .digits ? "digits" : "words" }

    /// Returns the style and the wire type of a parameter as further arguments of `add`, or an empty string if it has
    /// neither.
    func style(_ parameter: Parameter, _ method: Method, isConstant: Bool = false) -> String {
        let words = words(parameter, method)
        return (words.isEmpty ? "" : ", " + words)
            + ((isConstant ? nil : spelling(parameter.type)).map { ", as: " + $0.type + ".self" } ?? "")
    }

    /// Returns the differences between a parameter's style and its method's as the runtime's `ParameterStyle`, or an
    /// empty string if there are none.
    func words(_ parameter: Parameter, _ method: Method) -> String {
        var words: [String] = []
        if parameter.place != method.style.parameters || parameter.place == .path {
            words.append(parameter.place.rawValue)
        }
        if let arrays = parameter.arrays, arrays != method.style.arrays { words.append(arrays.rawValue) }
        if let flags = parameter.flags, flags != method.style.flags { words.append(name(flags)) }
        let isSpread =
            (parameter.arrays ?? method.style.arrays) == .brackets
            && (parameter.place == .form || parameter.place == .query)
        if parameter.isJSON || (parameter.place != .body && !isSpread && isObject(parameter.type)) {
            words.append("json")
        }
        if parameter.isSecret { words.append("secret") }
        if parameter.isKey { words.append("key") }
        return words.isEmpty ? "" : words.count == 1 ? "." + words[0] : "[." + words.joined(separator: ", .") + "]"
    }

    /// Indicates whether a value of the type can only be written as JSON.
    private func isObject(_ use: TypeUse, inList: Bool = false, depth: Int = 0) -> Bool {
        switch resolver.resolved(use) {
        case .any, .dictionary: return true
        case .array(let element): return inList || isObject(element, inList: true, depth: depth)
        case .optional(let inner): return isObject(inner, inList: inList, depth: depth)
        case .named(let id):
            switch resolver.shape(id) {
            case .enumeration: return false
            case .union(let union) where depth < 4:
                return union.cases.contains { isObject($0.type, inList: inList, depth: depth + 1) }
            default: return true
            }
        default: return false
        }
    }

    /// Returns the Swift literal of a constant.
    func value(_ constant: Variant.Constant) -> String {
        switch constant.value {
        case .flag(let flag): flag ? "true" : "false"
        case .text(let text): literal(text)
        case .integer(let number): String(number)
        }
    }

    /// Returns the style of the parameter that a constant replaces. The value is sent exactly as the schema writes it,
    /// so it has no wire type.
    func style(_ constant: Variant.Constant, _ method: Method) -> String {
        if let parameter = method.parameters.first(where: { $0.name == constant.name }) {
            return style(parameter, method, isConstant: true)
        }
        return constant.place == method.style.parameters && constant.place != .path
            ? "" : ", ." + constant.place.rawValue
    }
}

extension Emission {
    /// Prints the description, the constants, the pages, the errors, and then the documented parameters.
    func documentation(_ function: Function, _ method: Method, _ out: inout Printer) {
        var paragraphs: [String] = []
        if let text = method.documentation { paragraphs.append(text) }
        let variant = method.variants[function.variant]
        if !variant.constants.isEmpty {
            let sent = variant.constants.map(sent).joined(separator: ", ")
            paragraphs.append("Always sends " + sent + ".")
        }
        if let pages = pages(function, method) { paragraphs.append(pages) }
        let errors = method.errors.compactMap { error($0) }.map {
            "`" + $0.name + "` (" + CommentText.line($0.code) + ")"
        }
        if !errors.isEmpty { paragraphs.append("Errors: " + errors.joined(separator: ", ") + ".") }
        var isFirst = true
        for paragraph in paragraphs {
            if !isFirst { out.line("///") }
            out.doc(paragraph)
            isFirst = false
        }
        var parameters = function.parameters.compactMap { place -> (String, String)? in
            let text = documentation(method.parameters[place])
            return text.isEmpty ? nil : (function.labels[place], text)
        }
        if parameters.isEmpty { return }
        if method.upload != nil { parameters.insert(("file", "What goes up."), at: 0) }
        if !isFirst { out.line("///") }
        if parameters.count == 1 {
            out.doc(parameters[0].1, first: "/// - Parameter " + parameters[0].0 + ": ", rest: "///   ")
            return
        }
        out.line("/// - Parameters:")
        for (label, text) in parameters { out.doc(text, first: "///   - " + label + ": ", rest: "///     ") }
    }

    /// Returns a parameter's documentation, or an empty string if the schema says nothing about it.
    private func documentation(_ parameter: Parameter) -> String {
        var text = parameter.documentation.map(CommentText.line) ?? ""
        if let value = parameter.defaultText.map(CommentText.line), !value.isEmpty {
            text = CommentText.sentence(text) + (text.isEmpty ? "" : " ") + "Default: " + CommentText.code(value) + "."
        }
        if parameter.isKey {
            text =
                CommentText.sentence(text) + (text.isEmpty ? "" : " ")
                + "Made anew each time the call is sent, unless given."
        }
        // Swift has no attribute that deprecates a parameter. Its documentation is the only place for this.
        if let deprecation = parameter.deprecation {
            text = CommentText.sentence(text) + (text.isEmpty ? "" : " ") + CommentText.deprecation(deprecation.message)
        }
        return text
    }

    /// Returns the description of a constant. A flag that is sent as `true` needs only its name.
    private func sent(_ constant: Variant.Constant) -> String {
        let name = CommentText.code(constant.name)
        switch constant.value {
        case .flag(true): return name
        case .flag(false): return name + " as `false`"
        case .integer(let number): return name + " as " + CommentText.code(String(number))
        case .text(let text):
            return name + " as " + (text.isEmpty ? "an empty string" : CommentText.code(CommentText.line(text)))
        }
    }

    /// Returns the sentence that names the parameters of a method's pages, or `nil` if the method has none.
    private func pages(_ function: Function, _ method: Method) -> String? {
        guard let pages = method.pages else { return nil }
        let size = pages.size.map { " and " + label($0, function, method) } ?? ""
        switch pages.kind {
        case .offset(let parameter, _), .number(let parameter, _), .cursor(let parameter, _):
            return "Pages by " + label(parameter, function, method) + size + "."
        case .link: return "Pages by the links in the answers."
        }
    }

    /// Returns a parameter's label as Markdown code, or its wire name if the function does not have it.
    private func label(_ wire: String, _ function: Function, _ method: Method) -> String {
        let place = method.parameters.firstIndex { $0.name == wire }
        return "`" + (place.map { function.labels[$0] } ?? wire) + "`"
    }
}
