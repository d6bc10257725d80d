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
        let errors = method.errors.compactMap { error($0) }.map { "`" + $0.name + "` (" + String($0.code) + ")" }
        if !errors.isEmpty { paragraphs.append("Errors: " + errors.joined(separator: ", ") + ".") }
        var isFirst = true
        for paragraph in paragraphs {
            if !isFirst { out.line("///") }
            out.doc(paragraph)
            isFirst = false
        }
        let parameters = function.parameters.compactMap { place -> (String, String)? in
            let text = documentation(method.parameters[place])
            return text.isEmpty ? nil : (function.labels[place], text)
        }
        if parameters.isEmpty { return }
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
        case .text(let text): return name + " as " + (text.isEmpty ? "an empty string" : CommentText.code(CommentText.line(text)))
        }
    }

    private func pages(_ function: Function, _ method: Method) -> String? {
        guard let pages = method.pages else { return nil }
        let size = pages.size.map { " and " + label($0, function, method) } ?? ""
        switch pages.kind {
        case .offset(let parameter, _), .number(let parameter, _): return "Pages by " + label(parameter, function, method) + size + "."
        case .cursor(let parameter, _): return "Pages by " + label(parameter, function, method) + size + "."
        case .link: return "Pages by the links in the answers."
        }
    }

    private func label(_ wire: String, _ function: Function, _ method: Method) -> String {
        let place = method.parameters.firstIndex { $0.name == wire }
        return "`" + (place.map { function.labels[$0] } ?? wire) + "`"
    }
}
