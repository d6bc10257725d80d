/// Methods that upload files.
extension Emission {
    /// Prints the import of the module for uploads if the unit has any.
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

    /// Prints the signature and the body of a method that uploads a file. The file is its first parameter, followed by
    /// the parameters of all steps.
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

    /// Returns the method of a step of the upload.
    private func step(_ name: String?) -> Method? { name.flatMap { name in api.methods.first { $0.name == name } } }

    /// Prints the call of a step, with those of the function's arguments that the step takes.
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
