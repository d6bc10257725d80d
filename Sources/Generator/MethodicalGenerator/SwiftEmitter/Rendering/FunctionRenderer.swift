/// A renderer of the function that creates a request of a method.
struct FunctionRenderer {
    private let emission: Emission
    private let function: Function
    private let method: Method
    private let variant: Variant

    init(_ emission: Emission, function: Function) {
        self.emission = emission
        self.function = function
        method = emission.method(of: function)
        variant = method.variants[function.variant]
    }

    func render(to out: inout Printer) {
        let documentation = FunctionDocumentation(
            emission: emission,
            function: function,
            method: method,
            variant: variant)
        documentation.render(to: &out)
        if let deprecation = variant.deprecation ?? method.deprecation {
            out.attribute(for: deprecation)
        }
        let head = emission.access + "func " + Reserved.escaped(function.name)
        let result = " -> " + requestType + "<" + emission.result(of: variant) + ">"
        var parameters = parameters
        if method.poll == nil, method.upload != nil {
            parameters.insert("_ file: " + Emission.upload, at: 0)
        }
        out.signature(head, parameters: parameters, tail: result) { body(&$0) }
    }

    private func body(_ out: inout Printer) {
        if let poll = method.poll {
            operation(poll, to: &out)
        } else if let upload = method.upload {
            self.upload(upload, to: &out)
        } else if method.isUpload {
            sendingFiles(to: &out)
        } else if let stream = method.stream {
            self.stream(stream, to: &out)
        } else {
            returned("", to: &out)
        }
    }

    /// The type of the request that the function returns, without the type of its value.
    private var requestType: String {
        if method.poll != nil {
            return "MethodicalOperations.OperationRequest"
        }
        if method.isUpload {
            return "MethodicalTransfers.UploadRequest"
        }
        if method.stream != nil {
            return "MethodicalStreams.StreamRequest"
        }
        return "Methodical.Request"
    }

    /// The statement that returns a request, up to its arguments.
    private var returning: String {
        "return " + requestType + "("
    }

    private var parameters: [String] {
        function.parameters.map { place in
            let parameter = method.parameters[place]
            let label = function.labels[place]
            let type = type(of: parameter, isRequired: function.required.contains(label))
            return names(of: parameter, label: label) + ": " + type
        }
    }

    /// Returns the label of a parameter and its name inside the function, or one word for both.
    private func names(of parameter: Parameter, label: String) -> String {
        let inner = argument(for: label)
        if parameter.isWhole {
            return "_ " + inner
        }
        let shown = Reserved.escaped(label)
        if inner == shown {
            return inner
        }
        return shown + " " + inner
    }

    /// Returns the type of a parameter, with its default value if an argument may be left out.
    private func type(of parameter: Parameter, isRequired: Bool) -> String {
        let scalar = ScalarArgument(parameter, emission: emission)
        if isRequired {
            return scalar?.type ?? emission.text(for: parameter)
        }
        let type = scalar?.optionalType ?? emission.text(for: parameter) + "?"
        return type + " = nil"
    }

    /// Returns the name of a parameter inside the function. Names of the function's own variables get a suffix.
    private func argument(for label: String) -> String {
        var variables = ["call", "client"]
        if method.upload != nil {
            variables += ["file", "server", "save"]
        } else if method.poll != nil {
            variables.append("poll")
        }
        if method.isMultipart {
            variables.append("parts")
        }
        if variables.contains(label) {
            return label + "Value"
        }
        return Reserved.escaped(label)
    }

    /// Prints the body of a method that returns a stream.
    private func stream(_ stream: Stream, to out: inout Printer) {
        if stream.format == .chunks {
            return returned("chunks: ", to: &out)
        }
        let end = stream.end.map { ", end: " + literal($0) } ?? ""
        returned("", rest: ", ." + stream.format.rawValue + end, to: &out)
    }

    /// Prints a call of the method, and a request made of it.
    ///
    /// - Parameters:
    ///   - label: The label of the call in the request's initializer.
    ///   - rest: The further arguments of the initializer.
    private func returned(_ label: String, rest: String = "", to out: inout Printer) {
        call(of: method, variant: variant, in: "call", to: &out)
        out.line(returning, label, "call", rest, ")")
    }

    /// Prints a variable that holds a call of a method. The call gets the constants, and those of the function's
    /// arguments that the method takes, or only those with the given names.
    private func call(
        of step: Method, variant: Variant?, in variable: String, only names: [String]? = nil, to out: inout Printer
    ) {
        var sent = step.parameters
        if let names {
            sent.removeAll { !names.contains($0.name) }
        }
        let parametersByName = Dictionary(grouping: sent, by: \.name)
        var statements: [(place: Int, line: String)] = []
        for place in function.parameters {
            let own = method.parameters[place]
            let named = parametersByName[own.name] ?? []
            let target = named.first { $0.place == own.place } ?? named.first
            guard let target else { continue }
            let label = ScalarArgument(own, emission: emission)?.label ?? ""
            let value = label + argument(for: function.labels[place])
            if let line = emission.adding(value, for: target, of: step, to: variable) {
                statements.append((place, line))
            }
        }
        for (number, constant) in (variant?.constants ?? []).enumerated() {
            let place = place(of: constant) ?? method.parameters.count + number
            statements.append((place, adding(constant, of: step, to: variable)))
        }
        // A body has its members in the order of the record, whatever the order of the arguments.
        if method.record != nil {
            statements.sort { $0.place < $1.place }
        }
        let keyword = statements.isEmpty ? "let " : "var "
        emission.printCall(in: keyword + variable, of: step, variant: variant, to: &out)
        for statement in statements {
            out.line(statement.line)
        }
    }

    /// Returns the index of the member of the body that a constant is, or `nil` if the body has no order.
    private func place(of constant: Variant.Constant) -> Int? {
        if method.record == nil {
            return nil
        }
        return method.parameters.firstIndex { $0.isSent(as: constant) }
    }

    /// Returns the statement that adds a constant to a call.
    private func adding(_ constant: Variant.Constant, of step: Method, to variable: String) -> String {
        let style = emission.style(of: constant, in: step)
        let name = literal(constant.name)
        switch constant.value {
        case .client(isRequired: true):
            return variable + ".add(constant: " + name + style + ")"
        case .client(isRequired: false):
            return variable + ".add(constant: " + name + style + ", isRequired: false)"
        default:
            return variable + ".add(" + name + ", " + constant.value.literalText + style + ")"
        }
    }

    // MARK: Operations

    /// Prints the body of a method that starts an operation.
    private func operation(_ poll: Poll, to out: inout Printer) {
        call(of: method, variant: variant, in: "call", to: &out)
        let step = emission.step(named: poll.method)
        if let step {
            call(of: step, variant: step.variants.first, in: "poll", only: poll.arguments, to: &out)
        }
        let arguments = ["call"] + emission.arguments(of: poll, step: step)
        out.filled(returning, items: arguments, tail: ")")
    }

    // MARK: Uploads

    /// Prints the body of a method whose body is a file, or a form that may hold files.
    private func sendingFiles(to out: inout Printer) {
        guard method.isMultipart else {
            call(of: method, variant: variant, in: "call", to: &out)
            let label = function.labels.first ?? ""
            return out.line(returning, "raw: ", argument(for: label), ", call)")
        }
        let types = method.parameters.compactMap { parameter -> String? in
            guard let type = emission.partType(of: parameter, in: method) else { return nil }
            let name = emission.partName(of: parameter, in: method)
            return literal(name) + ": " + literal(type)
        }
        let list = types.joined(separator: ", ").unlessEmpty(after: "types: [", before: "]")
        let hasFile = function.parameters.contains { method.parameters[$0].isFile }
        let keyword = hasFile ? "var" : "let"
        out.line(keyword, " parts = MethodicalTransfers.FormParts(", list, ")")
        call(of: method, variant: variant, in: "call", to: &out)
        out.line(returning, "parts, call)")
    }

    /// Prints the body of a method that uploads a file.
    private func upload(_ upload: Upload, to out: inout Printer) {
        var arguments = ["raw: file"]
        if upload.verb == nil {
            arguments = ["file", "field: " + literal(upload.field)]
        }
        guard let server = emission.step(named: upload.server) else {
            call(of: method, variant: variant, in: "call", to: &out)
            return out.filled(returning, items: arguments + ["call"], tail: ")")
        }
        call(of: server, variant: server.variants.first, in: "server", to: &out)
        if let verb = upload.verb {
            arguments.append("verb: ." + verb.word)
        }
        arguments.append("name: " + literal(method.name))
        arguments += ["client", "server: server"]
        if upload.url != "upload_url" {
            arguments.append("url: " + literal(upload.url))
        }
        guard let save = emission.step(named: upload.save) else {
            return out.filled(returning, items: arguments, tail: ")")
        }
        call(of: save, variant: save.variants.first, in: "save", to: &out)
        let answers = upload.answers.map { answer in
            if answer.key == answer.parameter {
                return literal(answer.key)
            }
            return literal(answer.parameter + "=" + answer.key)
        }
        arguments += ["save: save", "answers: " + arrayLiteral(answers)]
        out.filled(returning, items: arguments, tail: ")")
    }
}

extension Emission {
    /// Returns the method of a step of an upload, or the one that another method needs.
    func step(named name: String?) -> Method? {
        guard let name else { return nil }
        return api.methods.first { $0.name == name }
    }
}
