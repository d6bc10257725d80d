/// A renderer of the function that creates a request of a method.
struct FunctionRenderer {
    private let emission: Emission
    private let function: Function
    private let method: Method
    private let variant: Variant

    init(_ emission: Emission, _ function: Function) {
        self.emission = emission
        self.function = function
        method = emission.api.methods[function.method]
        variant = method.variants[function.variant]
    }

    func render(_ out: inout Printer) {
        FunctionDocumentation(emission: emission, function: function, method: method, variant: variant).render(&out)
        if let deprecation = variant.deprecation ?? method.deprecation { out.attribute(deprecation) }
        let head = emission.access + "func " + Reserved.escaped(function.name)
        // An alias is replaced by its target, because `[VK.User]` tells a caller more than `VK.Users.GetResponse`.
        let result = variant.isEmpty ? Emission.nothing : emission.text(emission.resolver.resolved(variant.result))
        if let upload = method.upload {
            let parameters = ["_ file: Upload"] + parameters
            out.signature(head, parameters, " -> UploadRequest<" + result + ">") { self.upload(upload, &$0) }
        } else {
            out.signature(head, parameters, " -> Request<" + result + ">") { request(&$0) }
        }
    }

    private var parameters: [String] {
        function.parameters.map { place in
            let label = function.labels[place]
            let type = emission.text(emission.peeled(method.parameters[place].type), asParameter: true)
            let inner = argument(label)
            let name = inner == Reserved.escaped(label) ? inner : Reserved.escaped(label) + " " + inner
            return name + ": " + type + (function.required.contains(label) ? "" : "? = nil")
        }
    }

    /// Returns the name of a parameter inside the function. Names of the function's own variables get a suffix.
    private func argument(_ label: String) -> String {
        let variables = ["call", "client"] + (method.upload == nil ? [] : ["file", "server", "save"])
        return variables.contains(label) ? label + "Value" : Reserved.escaped(label)
    }

    private func request(_ out: inout Printer) {
        if function.parameters.isEmpty && variant.constants.isEmpty {
            return out.line("Request(", emission.call(method), ")")
        }
        call(method, variant.constants, "call", &out)
        out.line("return Request(call)")
    }

    /// Prints a variable that holds a call of a method. The call gets the constants, and those of the function's
    /// arguments that the method takes.
    private func call(_ step: Method, _ constants: [Variant.Constant], _ variable: String, _ out: inout Printer) {
        let arguments = function.parameters.compactMap { place in
            let parameter = step.parameters.first { $0.name == method.parameters[place].name }
            return parameter.map { parameter in
                literal(parameter.name) + ", " + argument(function.labels[place]) + emission.style(parameter, step)
            }
        }
        let all =
            arguments + constants.map { literal($0.name) + ", " + $0.value.literalText + emission.style($0, step) }
        out.line(all.isEmpty ? "let " : "var ", variable, " = ", emission.call(step))
        for argument in all { out.line(variable, ".add(", argument, ")") }
    }

    // MARK: Uploads

    /// Prints the body of a method that uploads a file.
    private func upload(_ upload: Upload, _ out: inout Printer) {
        var words = upload.verb == nil ? "file, field: " + literal(upload.field) : "raw: file"
        guard let server = emission.step(upload.server) else {
            call(method, variant.constants, "call", &out)
            return out.line("return UploadRequest(", words, ", call)")
        }
        call(server, server.variants.first?.constants ?? [], "server", &out)
        if let verb = upload.verb { words += ", verb: ." + verb.word }
        words += ", name: " + literal(method.name) + ", client, server: server"
        if upload.url != "upload_url" { words += ", url: " + literal(upload.url) }
        guard let save = emission.step(upload.save) else { return out.line("return UploadRequest(", words, ")") }
        call(save, save.variants.first?.constants ?? [], "save", &out)
        let answers = upload.answers.map { literal($0.key == $0.parameter ? $0.key : $0.parameter + "=" + $0.key) }
        let list = "answers: [" + answers.joined(separator: ", ") + "]"
        out.list("return UploadRequest(", [words + ", save: save", list], ")")
    }
}

extension Emission {
    /// Returns the method of a step of an upload.
    func step(_ name: String?) -> Method? { name.flatMap { name in api.methods.first { $0.name == name } } }
}
