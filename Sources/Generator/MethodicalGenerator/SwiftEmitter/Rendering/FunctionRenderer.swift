/// A renderer of the function that creates a request of a method.
struct FunctionRenderer {
    private let emission: Emission
    private let function: Function
    private let method: Method
    private let variant: Variant

    init(_ emission: Emission, function: Function) {
        self.emission = emission
        self.function = function
        method = function.method
        variant = function.variant
    }

    func render(to out: inout Printer) {
        let documentation = FunctionDocumentation(
            emission: emission,
            function: function)
        documentation.render(to: &out)
        if let deprecation = variant.deprecation ?? method.deprecation {
            out.attribute(for: deprecation)
        }
        let head = "\(emission.access)func \(Reserved.escaped(function.name))"
        let result = " -> \(requestType)<\(valueTypes)>"
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
        } else if method.isMultipart {
            form(to: &out)
        } else if method.isUpload {
            file(to: &out)
        } else if let stream = method.stream {
            self.stream(stream, to: &out)
        } else {
            ownCall(to: &out)
            out.line(returning, "call)")
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
        switch method.stream?.format {
        case .socket: return "MethodicalStreams.SocketRequest"
        case .events, .lines, .chunks: return "MethodicalStreams.StreamRequest"
        case nil: return "Methodical.Request"
        }
    }

    /// The type of the request's value, and for a socket that of the messages to the server.
    private var valueTypes: String {
        let value = emission.result(of: variant)
        guard method.stream?.format == .socket else {
            return value
        }
        return value + ", " + emission.sent(by: method)
    }

    /// The statement that returns a request, up to its arguments.
    private var returning: String {
        "return \(requestType)("
    }

    // MARK: Parameters

    private var parameters: [String] {
        function.parameters.map { parameter in
            "\(names(of: parameter)): \(type(of: parameter))"
        }
    }

    /// Returns the label of a parameter and its name inside the function, or one word for both.
    private func names(of parameter: FunctionParameter) -> String {
        let inner = innerName(for: parameter.label)
        if parameter.parameter.isWhole {
            return "_ " + inner
        }
        let shown = Reserved.escaped(parameter.label)
        if inner == shown {
            return inner
        }
        return "\(shown) \(inner)"
    }

    /// Returns the type of a parameter, with its default value if an argument may be left out.
    private func type(of parameter: FunctionParameter) -> String {
        let scalar = ScalarArgument(parameter.parameter, emission: emission)
        let ownType = emission.text(for: parameter.parameter)
        if parameter.isRequired {
            return scalar?.type ?? ownType
        }
        let type = scalar?.optionalType ?? ownType + "?"
        return type + " = nil"
    }

    /// Returns the name of a parameter inside the function. Names of the function's own variables get a suffix.
    private func innerName(for label: String) -> String {
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

    // MARK: Calls

    /// Prints a variable that holds a call of the method itself.
    private func ownCall(to out: inout Printer) {
        call(of: method, variant: variant, in: "call", to: &out)
    }

    /// Prints a variable that holds a call of a method. The call gets the constants, and those of the function's
    /// arguments that the method takes, or only those with the given names.
    private func call(
        of step: Method,
        variant: Variant?,
        in variable: String,
        only names: [String]? = nil,
        to out: inout Printer
    ) {
        var statements = argumentStatements(for: step, in: variable, only: names)
        statements += constantStatements(for: step, variant: variant, in: variable)
        // A body has its members in the order of the record, whatever the order of the arguments.
        if method.record != nil {
            statements.sort { $0.index < $1.index }
        }
        var declaration = "let " + variable
        if !statements.isEmpty {
            declaration = "var " + variable
        }
        emission.printCall(in: declaration, of: step, variant: variant, to: &out)
        for statement in statements {
            out.line(statement.line)
        }
    }

    /// A statement that adds a value to a call.
    private struct CallStatement {
        /// The index of the value among the method's parameters.
        let index: Int
        let line: String
    }

    /// Returns the statements that add the function's arguments to a call.
    private func argumentStatements(for step: Method, in variable: String, only names: [String]?) -> [CallStatement] {
        var taken = step.parameters
        if let names {
            taken.removeAll { !names.contains($0.name) }
        }
        let takenByName = Dictionary(grouping: taken, by: \.name)
        var statements: [CallStatement] = []
        for argument in function.parameters {
            let own = argument.parameter
            let namesakes = takenByName[own.name] ?? []
            let target = namesakes.first { $0.place == own.place } ?? namesakes.first
            guard let target else { continue }
            var value = innerName(for: argument.label)
            if let scalar = ScalarArgument(own, emission: emission) {
                value = scalar.label + value
            }
            if let line = emission.adding(value, for: target, of: step, to: variable) {
                statements.append(CallStatement(index: argument.index, line: line))
            }
        }
        return statements
    }

    /// Returns the statements that add a variant's constants to a call.
    private func constantStatements(for step: Method, variant: Variant?, in variable: String) -> [CallStatement] {
        guard let variant else { return [] }
        var nextIndex = method.parameters.count
        return variant.constants.map { constant in
            let line = adding(constant, of: step, to: variable)
            let index = method.parameters.firstIndex { $0.isSent(as: constant) }
            defer { nextIndex += 1 }
            return CallStatement(index: index ?? nextIndex, line: line)
        }
    }

    /// Returns the statement that adds a constant to a call.
    private func adding(_ constant: Variant.Constant, of step: Method, to variable: String) -> String {
        let style = emission.styleArguments(for: constant, in: step)
        let name = literal(constant.name)
        switch constant.value {
        case .client(isRequired: true):
            return "\(variable).add(constant: \(name)\(style))"
        case .client(isRequired: false):
            return "\(variable).add(constant: \(name)\(style), isRequired: false)"
        case .flag, .text, .integer:
            var adder = constant.value.adder
            if !style.isEmpty {
                adder = .value
            }
            return "\(variable).\(adder.rawValue)(\(name), \(constant.value.literalText)\(style))"
        }
    }

    // MARK: Streams and operations

    /// Prints the body of a method that returns a stream.
    private func stream(_ stream: Stream, to out: inout Printer) {
        ownCall(to: &out)
        switch stream.format {
        case .chunks:
            out.line(returning, "chunks: call)")
        case .events, .lines:
            let format = "." + stream.format.rawValue
            let end = argument("end", text: stream.end)
            let arguments = ["call", format, end].compactMap(\.self)
            out.line(returning, arguments.joined(separator: ", "), ")")
        case .socket:
            out.line(returning, "call)")
        }
    }

    /// Prints the body of a method that starts an operation.
    private func operation(_ poll: Poll, to out: inout Printer) {
        ownCall(to: &out)
        let step = emission.step(named: poll.step?.method)
        if let step {
            let stated = poll.step?.arguments ?? []
            call(of: step, variant: step.variants.first, in: "poll", only: stated, to: &out)
        }
        let arguments = ["call"] + emission.arguments(of: poll, step: step)
        out.filled(returning, items: arguments, tail: ")")
    }

    // MARK: Uploads

    /// Prints the body of a method whose body is a file.
    private func file(to out: inout Printer) {
        ownCall(to: &out)
        let file = function.parameters.first(where: \.parameter.isWhole)
        out.line(returning, "raw: ", innerName(for: file?.label ?? ""), ", call)")
    }

    /// Prints the body of a method whose body is a form that may hold files.
    private func form(to out: inout Printer) {
        let types = method.parameters.compactMap { parameter -> String? in
            guard let type = emission.partType(of: parameter, in: method) else { return nil }
            let name = emission.partName(of: parameter, in: method)
            return "\(literal(name)): \(literal(type))"
        }
        var declaration = "let parts"
        if function.parameters.contains(where: \.parameter.isFile) {
            declaration = "var parts"
        }
        let list = argument("types", list: types) ?? ""
        out.line(declaration, " = MethodicalTransfers.FormParts(", list, ")")
        ownCall(to: &out)
        out.line(returning, "parts, call)")
    }

    /// Prints the body of a method that uploads a file in one or three steps.
    private func upload(_ upload: Upload, to out: inout Printer) {
        var arguments = ["raw: file"]
        if upload.verb == nil {
            arguments = ["file", "field: " + literal(upload.field)]
        }
        guard let server = emission.step(named: upload.server) else {
            ownCall(to: &out)
            return out.filled(returning, items: arguments + ["call"], tail: ")")
        }
        call(of: server, variant: server.variants.first, in: "server", to: &out)
        if let verb = upload.verb {
            arguments.append("verb: ." + verb.runtimeName)
        }
        arguments.append("name: " + literal(method.name))
        arguments += ["client", "server: server"]
        if upload.url != "upload_url" {
            arguments.append("url: " + literal(upload.url))
        }
        if let reference = upload.save, let save = emission.step(named: reference.method) {
            call(of: save, variant: save.variants.first, in: "save", to: &out)
            let taken = arrayLiteral(reference.values.map(\.runtimeText))
            arguments += ["save: save", "answers: " + taken]
        }
        out.filled(returning, items: arguments, tail: ")")
    }
}

extension ResponseReference.Value {
    /// The literal by which the runtime finds the value of the parameter. It is the key alone if the parameter has the
    /// same name.
    fileprivate var runtimeText: String {
        if key == parameter {
            return literal(key)
        }
        return literal("\(parameter)=\(key)")
    }
}
