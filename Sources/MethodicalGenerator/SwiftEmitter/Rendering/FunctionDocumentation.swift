/// The documentation of a function: the description, the request, the constants, the pages, the errors, and then the
/// documented parameters.
struct FunctionDocumentation {
    let emission: Emission
    let function: Function
    let method: Method
    let variant: Variant

    func render(_ out: inout Printer) {
        let constants = variant.constants.map(sent).joined(separator: ", ")
        let errors = method.errors.compactMap(error).joined(separator: ", ")
        let failures = method.failures.map { failure in
            let type = emission.text(failure.type, names: .short)
            return CommentText.code(type) + " (" + failure.statuses.joined(separator: ", ") + ")"
        }.joined(separator: ", ")
        // A line break inside the code would be hard to read, so the requests are not wrapped.
        let requests = requests
        let paragraphs = [
            CommentText.clean(method.documentation ?? ""), requests,
            constants.isEmpty ? "" : "Always sends " + constants + ".", needs, pages, operation,
            errors.isEmpty ? "" : "Errors: " + errors + ".",
            failures.isEmpty ? "" : "Failures: " + failures + ".",
        ]
        out.separated(paragraphs.filter { !$0.isEmpty }, by: "///") { paragraph, out in
            if paragraph == requests {
                out.line("/// ", requests)
            } else {
                out.doc(paragraph)
            }
        }
        var parameters = function.parameters.map { (function.labels[$0], Self.text(method.parameters[$0])) }
        parameters.removeAll { $0.1.isEmpty }
        if parameters.isEmpty {
            return
        }
        if method.upload != nil {
            parameters.insert(("file", "The file to upload."), at: 0)
        }
        out.line("///")
        if parameters.count == 1 {
            out.doc(parameters[0].1, first: "/// - Parameter " + parameters[0].0 + ": ", rest: "///   ")
            return
        }
        out.line("/// - Parameters:")
        for (label, text) in parameters {
            out.doc(text, first: "///   - " + label + ": ", rest: "///     ")
        }
    }

    /// The verbs and paths of all requests that the function leads to.
    private var requests: String {
        guard let upload = method.upload, let server = emission.step(upload.server) else {
            return "Request: " + request(method) + "."
        }
        let save = emission.step(upload.save).map { ", " + request($0) } ?? ""
        return "Requests: " + request(server) + ", the upload" + save + "."
    }

    private func request(_ method: Method) -> String {
        let server = method.server.map { " on the server " + CommentText.code($0) } ?? ""
        return CommentText.code(CommentText.line(method.style.verb.rawValue + " " + method.path)) + server
    }

    /// Returns the description of a constant. A flag that is sent as `true` needs only its name.
    private func sent(_ constant: Variant.Constant) -> String {
        let (name, value) = (CommentText.code(constant.name), CommentText.line(constant.value.text))
        if case .flag(true) = constant.value {
            return name
        }
        if constant.value.isOfClient {
            return name
        }
        if method.parameters.contains(where: { $0.isKey && $0.name == constant.name }) {
            return "a new " + name
        }
        return name + " as " + (value.isEmpty ? "an empty string" : CommentText.code(value))
    }

    /// The sentence that names the schemes of a method, or an empty string if it needs none.
    private var needs: String {
        let alternatives = method.needs.map { schemes in
            schemes.map { scheme in
                let scopes = scheme.scopes.map(CommentText.code).joined(separator: ", ")
                return CommentText.code(scheme.name) + (scopes.isEmpty ? "" : " (" + scopes + ")")
            }.joined(separator: " and ")
        }
        if alternatives.allSatisfy(\.isEmpty) {
            return ""
        }
        return "Needs " + alternatives.map { $0.isEmpty ? "nothing" : $0 }.joined(separator: ", or ") + "."
    }

    /// The sentence that names the parameters of a method's pages, or an empty string if the method has none.
    private var pages: String {
        guard let pages = method.pages else { return "" }
        let size = pages.size.map { " and " + label($0) } ?? ""
        if let other = pages.continuation {
            return "Continued by " + CommentText.code(other) + "."
        }
        switch pages.kind {
        case .offset(let parameter, _), .number(let parameter, _):
            return "Paged by " + label(parameter) + size + "."
        case .cursor(let parameters, let next):
            let names = parameters.map(label).joined(separator: ", ")
            return "Paged by " + (names.isEmpty ? "the members of " + CommentText.code(next[0]) : names + size) + "."
        case .link: return "Paged by the links in the responses."
        }
    }

    /// The sentence about the operation that a method starts, or an empty string if it starts none.
    private var operation: String {
        guard let poll = method.poll else { return "" }
        let end = "Starts an operation and waits for its end"
        return end + (emission.step(poll.method).map { ", which " + request($0) + " reports" } ?? "") + "."
    }

    /// Returns a parameter's label as Markdown code, or its wire name if the function does not have it.
    private func label(_ wire: String) -> String {
        let place = method.parameters.firstIndex { $0.name == wire }
        return "`" + (place.map { function.labels[$0] } ?? wire) + "`"
    }

    /// Returns the Swift name and the code of an error, or `nil` if the schema does not define it.
    private func error(_ name: String) -> String? {
        emission.errors[name].map { i in
            "`" + emission.errorNames[i] + "` (" + CommentText.line(emission.api.errors[i].code) + ")"
        }
    }

    /// Returns a parameter's documentation, or an empty string if the schema says nothing about it.
    static func text(_ parameter: Parameter) -> String {
        var sentences = [parameter.documentation.map(CommentText.line) ?? ""]
        if let value = parameter.defaultText.map(CommentText.line), !value.isEmpty {
            sentences.append("Default: " + CommentText.code(value) + ".")
        }
        if parameter.isKey {
            sentences.append("If it is omitted, each call gets a new key.")
        }
        // Swift has no attribute that deprecates a parameter. Its documentation is the only place for this.
        if let deprecation = parameter.deprecation {
            sentences.append(CommentText.deprecation(deprecation.message))
        }
        sentences.removeAll(where: \.isEmpty)
        let last = sentences.popLast() ?? ""
        return (sentences.map(CommentText.sentence) + [last]).joined(separator: " ")
    }
}
