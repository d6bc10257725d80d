/// The documentation of a function: the description, the request, the constants, the pages, the errors, and then the
/// documented parameters.
struct FunctionDocumentation {
    let emission: Emission
    let function: Function
    private var method: Method { function.method }
    private var variant: Variant { function.variant }

    func render(to out: inout Printer) {
        var paragraphs = [
            Paragraph(text: CommentText.clean(method.documentation ?? "")),
            // A line break inside the code would be hard to read.
            Paragraph(text: requests, isWrapped: false),
            Paragraph(text: constants.unlessEmpty(after: "Always sends ", before: ".")),
            Paragraph(text: needs),
            Paragraph(text: pages),
            Paragraph(text: operation),
            Paragraph(text: errors.unlessEmpty(after: "Errors: ", before: ".")),
            Paragraph(text: failures.unlessEmpty(after: "Failures: ", before: ".")),
        ]
        paragraphs.removeAll(where: \.text.isEmpty)
        out.separated(paragraphs, by: "///") { paragraph, out in
            if paragraph.isWrapped {
                out.doc(paragraph.text)
            } else {
                out.line("/// ", paragraph.text)
            }
        }
        parameters(to: &out)
    }

    private struct Paragraph {
        let text: String
        var isWrapped = true
    }

    /// Prints the documentation of the parameters about which the schema says something.
    private func parameters(to out: inout Printer) {
        var entries = function.parameters.map { parameter in
            (label: parameter.label, text: Self.text(for: parameter.parameter))
        }
        entries.removeAll(where: \.text.isEmpty)
        guard let first = entries.first else { return }
        out.line("///")
        if entries.count == 1, method.upload == nil {
            out.doc(first.text, first: "/// - Parameter \(first.label): ", rest: "///   ")
            return
        }
        if method.upload != nil {
            entries.insert((label: "file", text: "The file to upload."), at: 0)
        }
        out.line("/// - Parameters:")
        for entry in entries {
            out.doc(entry.text, first: "///   - \(entry.label): ", rest: "///     ")
        }
    }

    /// The constants that the function always sends.
    private var constants: String {
        variant.constants.map(sent).joined(separator: ", ")
    }

    private var errors: String {
        method.errors.compactMap(error).joined(separator: ", ")
    }

    /// The types of failures with their statuses.
    private var failures: String {
        let failures = method.failures.map { failure in
            let type = emission.text(of: failure.type, names: .short)
            let statuses = failure.statuses.joined(separator: ", ")
            return "\(CommentText.code(type)) (\(statuses))"
        }
        return failures.joined(separator: ", ")
    }

    /// The verbs and paths of all requests that the function leads to.
    private var requests: String {
        guard let server = emission.step(named: method.upload?.server) else {
            return "Request: \(request(of: method))."
        }
        var steps = [request(of: server), "the upload"]
        if let save = emission.step(named: method.upload?.save?.method) {
            steps.append(request(of: save))
        }
        let list = steps.joined(separator: ", ")
        return "Requests: \(list)."
    }

    private func request(of method: Method) -> String {
        let line = "\(method.style.verb.rawValue) \(method.path)"
        let request = CommentText.code(CommentText.line(line))
        if let server = method.server {
            return "\(request) on the server \(CommentText.code(server))"
        }
        return request
    }

    /// Returns the description of a constant. A flag that is sent as `true` needs only its name.
    private func sent(_ constant: Variant.Constant) -> String {
        let name = CommentText.code(constant.name)
        switch constant.value {
        case .flag(true), .client: return name
        default: break
        }
        let keys = method.parameters.filter(\.isKey)
        if keys.contains(where: { $0.name == constant.name }) {
            return "a new " + name
        }
        let value = CommentText.line(constant.value.text)
        if value.isEmpty {
            return name + " as an empty string"
        }
        return "\(name) as \(CommentText.code(value))"
    }

    /// The sentence that names the schemes of a method, or an empty string if it needs none.
    private var needs: String {
        if method.needs.allSatisfy(\.isEmpty) {
            return ""
        }
        let alternatives = method.needs.map { schemes in
            if schemes.isEmpty {
                return "nothing"
            }
            return schemes.map(scheme).joined(separator: " and ")
        }
        let list = alternatives.joined(separator: ", or ")
        return "Needs \(list)."
    }

    /// Returns the name of a scheme with its scopes.
    private func scheme(_ scheme: Method.SchemeUse) -> String {
        let scopes = scheme.scopes.map(CommentText.code).joined(separator: ", ")
        return CommentText.code(scheme.name) + scopes.unlessEmpty(after: " (", before: ")")
    }

    /// The sentence that names the parameters of a method's pages, or an empty string if the method has none.
    private var pages: String {
        guard let pages = method.pages else { return "" }
        if let other = method.continuation {
            return "Continued by \(CommentText.code(other))."
        }
        let parameters: [String]
        switch pages.kind {
        case .offset(let parameter, _), .number(let parameter, _):
            parameters = [parameter]
        case .cursor(let next):
            if let members = next.members {
                return "Paged by the members of \(CommentText.code(members))."
            }
            parameters = next.parameters
        case .link:
            return "Paged by the links in the responses."
        }
        var sentence = "Paged by " + parameters.map(label).joined(separator: ", ")
        if let size = pages.size {
            sentence += " and " + label(for: size)
        }
        return sentence + "."
    }

    /// The sentence about the operation that a method starts, or an empty string if it starts none.
    private var operation: String {
        guard let poll = method.poll else { return "" }
        let start = "Starts an operation and waits for its end"
        if let step = emission.step(named: poll.step?.method) {
            return "\(start), which \(request(of: step)) reports."
        }
        return start + "."
    }

    /// Returns a parameter's label as Markdown code, or its wire name if the function does not have it.
    private func label(for wire: String) -> String {
        let index = method.parameters.firstIndex { $0.name == wire }
        let name = index.map { function.labels[$0] } ?? wire
        return "`\(name)`"
    }

    /// Returns the Swift name and the code of an error, or `nil` if the schema does not define it.
    private func error(named name: String) -> String? {
        guard let error = emission.error(named: name) else { return nil }
        let code = CommentText.line(error.declaration.code)
        return "`\(error.name)` (\(code))"
    }

    /// Returns a parameter's documentation, or an empty string if the schema says nothing about it.
    static func text(for parameter: Parameter) -> String {
        var sentences = [parameter.documentation.map(CommentText.line) ?? ""]
        if let value = parameter.defaultText.map(CommentText.line), !value.isEmpty {
            sentences.append("Default: \(CommentText.code(value)).")
        }
        if parameter.isKey {
            sentences.append("If it is omitted, each call gets a new key.")
        }
        // Swift has no attribute that deprecates a parameter. Its documentation is the only place for this.
        if let deprecation = parameter.deprecation {
            sentences.append(CommentText.deprecation(for: deprecation.message))
        }
        sentences.removeAll(where: \.isEmpty)
        let last = sentences.popLast() ?? ""
        let others = sentences.map(CommentText.sentence)
        return (others + [last]).joined(separator: " ")
    }
}
