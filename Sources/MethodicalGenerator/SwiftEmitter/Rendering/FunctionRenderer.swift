extension Emission {
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
        // What an alias stands for: `[VK.User]` tells a caller more than `VK.Users.GetResponse`.
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

    /// The name inside the function, where some are taken.
    func argument(_ label: String, _ method: Method) -> String {
        let isTaken =
            label == "call" || label == "client" || method.upload != nil && ["file", "server", "save"].contains(label)
        return isTaken ? label + "Value" : Reserved.escaped(label)
    }

    // MARK: The call

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
        // `open` is no kind of token: it says that none is needed.
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

    func style(_ parameter: Parameter, _ method: Method, isConstant: Bool = false) -> String {
        let words = words(parameter, method)
        return (words.isEmpty ? "" : ", " + words)
            + ((isConstant ? nil : spelling(parameter.type)).map { ", as: " + $0.type + ".self" } ?? "")
    }

    /// How a parameter departs from its method, as the runtime's `ParameterStyle`; empty if it does not.
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

    /// Whether there is no way to write it but as JSON.
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

    func value(_ constant: Variant.Constant) -> String {
        switch constant.value {
        case .flag(let flag): flag ? "true" : "false"
        case .text(let text): literal(text)
        case .integer(let number): String(number)
        }
    }

    /// That of the parameter it stands for. What the schema writes travels as it is written.
    func style(_ constant: Variant.Constant, _ method: Method) -> String {
        if let parameter = method.parameters.first(where: { $0.name == constant.name }) {
            return style(parameter, method, isConstant: true)
        }
        return constant.place == method.style.parameters && constant.place != .path
            ? "" : ", ." + constant.place.rawValue
    }
}

extension Emission {
    /// Description, pages, errors, then the parameters that the schema has something to say about.
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
        // A parameter has no attribute that would warn: all that its users see is this.
        if let deprecation = parameter.deprecation {
            text = CommentText.sentence(text) + (text.isEmpty ? "" : " ") + CommentText.deprecation(deprecation.message)
        }
        return text
    }

    /// A flag is sent where its variant is called; of anything else the value matters.
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

    private func pages(_ function: Function, _ method: Method) -> String? {
        guard let pages = method.pages else { return nil }
        let size = pages.size.map { " and " + label($0, function, method) } ?? ""
        switch pages.kind {
        case .offset(let parameter, _), .number(let parameter, _), .cursor(let parameter, _):
            return "Pages by " + label(parameter, function, method) + size + "."
        case .link: return "Pages by the links in the answers."
        }
    }

    private func label(_ wire: String, _ function: Function, _ method: Method) -> String {
        let place = method.parameters.firstIndex { $0.name == wire }
        return "`" + (place.map { function.labels[$0] } ?? wire) + "`"
    }
}

/// Which methods go on from page to page, and in which records their items lie.
extension Emission {
    /// A record has one list of items: where methods disagree about it, the first one wins.
    static func pageItems(_ api: API, _ resolver: Resolver) -> [Int: String] {
        var items: [Int: String] = [:]
        for method in api.methods {
            guard let key = method.pages?.items else { continue }
            for variant in method.variants {
                guard let i = resolver.record(variant.result), items[i] == nil,
                    case .record(let record) = api.types[i].shape,
                    let list = record.properties.first(where: { $0.path.joined(separator: ".") == key }),
                    case .array = peeled(list.type, resolver)
                else { continue }
                items[i] = key
            }
        }
        return items
    }

    private static func peeled(_ use: TypeUse, _ resolver: Resolver) -> TypeUse {
        var use = resolver.resolved(use)
        while case .optional(let inner) = use { use = resolver.resolved(inner) }
        return use
    }

    /// Whether any of its answers has items that can be gone through.
    func isPaged(_ method: Method) -> Bool {
        method.variants.contains { variant in
            if case .array = resolver.resolved(variant.result) { return true }
            guard let key = method.pages?.items, let i = resolver.record(variant.result) else { return false }
            return pageItems[i] == key
        }
    }

    /// The runtime's `Paging`; only what departs from its defaults is said.
    func paging(_ pages: Pages, _ method: Method) -> String {
        var text = ".by("
        var parameter: String?
        switch pages.kind {
        case .offset(let name, let first):
            text += ".offset(" + literal(name) + (first == 0 ? "" : ", first: " + String(first)) + ")"
            parameter = name
        case .number(let name, let first):
            text += ".number(" + literal(name) + (first == 1 ? "" : ", first: " + String(first)) + ")"
            parameter = name
        case .cursor(let name, let next):
            text += ".cursor(" + literal(name) + ", next: " + literal(next) + ")"
            parameter = name
        case .link(let next): text += next.map { ".address(" + literal($0) + ")" } ?? ".link"
        }
        if let size = pages.size { text += ", size: " + literal(size) }
        // The runtime sends it where the method's parameters travel.
        if let most = pages.most, words(pages.size, method).isEmpty { text += ", most: " + String(most) }
        if let total = pages.total { text += ", total: " + literal(total) }
        if let more = pages.more { text += ", more: " + literal(more) }
        if !pages.identity.isEmpty {
            text += ", identity: [" + pages.identity.map { literal($0) }.joined(separator: ", ") + "]"
        }
        let style = words(parameter, method)
        return text + (style.isEmpty ? ")" : ", style: " + style + ")")
    }

    private func words(_ name: String?, _ method: Method) -> String {
        method.parameters.first { $0.name == name }.map { words($0, method) } ?? ""
    }
}

extension Emission {
    /// The module that uploads need, only where there are some; a clear word where the target does not depend on it.
    func transfers(_ contents: UnitContents, _ out: inout Printer) {
        let uploads = contents.functions.values.joined().filter { api.methods[functions[$0].method].upload != nil }
        if let first = uploads.min() { bringTransfers(for: api.methods[functions[first].method].name, &out) }
    }

    /// Prints the import of the module for uploads, and a clear error if the target does not depend on it.
    package func bringTransfers(for name: String, _ out: inout Printer) {
        out.line("#if canImport(MethodicalTransfers)")
        out.nest { out in bring("MethodicalTransfers", &out) }
        out.line("#else")
        out.line(
            "    #error(\"", name,
            " uploads a file: add .product(name: \\\"MethodicalTransfers\\\", package: \\\"methodical\\\") ",
            "to this target's dependencies\")")
        out.line("#endif")
    }

    /// A file first, then what the steps want to know.
    func upload(
        _ upload: Upload, _ function: Function, _ head: String, _ parameters: [String], _ result: String,
        _ out: inout Printer
    ) {
        let method = api.methods[function.method]
        out.signature(head, ["_ file: Upload"] + parameters, " -> UploadRequest<" + result + ">") { out in
            var words = upload.verb == nil ? "file, field: " + literal(upload.field) : "raw: file"
            guard let server = step(upload.server) else {
                call(method, "call", function, &out)
                out.line("return UploadRequest(", words, ", call)")
                return
            }
            call(server, "server", function, &out)
            if let verb = upload.verb { words += ", verb: ." + name(verb) }
            words += ", name: " + literal(method.name) + ", client, server: server"
            if upload.url != "upload_url" { words += ", url: " + literal(upload.url) }
            guard let save = step(upload.save) else { return out.line("return UploadRequest(", words, ")") }
            call(save, "save", function, &out)
            let answers = upload.answers.map { literal($0.key == $0.parameter ? $0.key : $0.parameter + "=" + $0.key) }
            out.line("return UploadRequest(")
            out.nest { out in
                out.line(words, ", save: save,")
                out.line("answers: [", answers.joined(separator: ", "), "])")
            }
        }
    }

    private func step(_ name: String?) -> Method? { name.flatMap { name in api.methods.first { $0.name == name } } }

    /// A step's call, with those of the function's arguments that it takes.
    private func call(_ step: Method, _ variable: String, _ function: Function, _ out: inout Printer) {
        let method = api.methods[function.method]
        let constants = step.variants.first?.constants ?? []
        let places = function.parameters.filter { place in
            step.parameters.contains { $0.name == method.parameters[place].name }
        }
        out.line(places.isEmpty && constants.isEmpty ? "let " : "var ", variable, " = ", call(step))
        for place in places {
            guard let parameter = step.parameters.first(where: { $0.name == method.parameters[place].name }) else {
                continue
            }
            let style = style(parameter, step)
            out.line(
                variable, ".add(", literal(parameter.name), ", ", argument(function.labels[place], method), style, ")")
        }
        for constant in constants {
            out.line(variable, ".add(", literal(constant.name), ", ", value(constant), style(constant, step), ")")
        }
    }
}
