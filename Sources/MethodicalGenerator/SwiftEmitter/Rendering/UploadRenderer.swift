extension Emission {
    /// The module that uploads need, only where there are some; a clear word where the target does not depend on it.
    func transfers(_ contents: UnitContents, _ vanished: Vanished?, _ out: inout Printer) {
        let uploads = contents.functions.values.joined().filter { api.methods[functions[$0].method].upload != nil }
        let now = uploads.min().map { api.methods[functions[$0].method].name }
        guard let name = now ?? (vanished?.uses("Upload") == true ? "methodical.lock" : nil) else { return }
        out.line("#if canImport(MethodicalTransfers)")
        out.line("    import MethodicalTransfers")
        out.line("#else")
        out.line(
            "    #error(\"", name, " uploads a file: add .product(name: \\\"MethodicalTransfers\\\", package: \\\"methodical\\\") ",
            "to this target's dependencies\")")
        out.line("#endif")
    }

    /// A file first, then what the steps want to know.
    func upload(_ upload: Upload, _ function: Function, _ head: String, _ parameters: [String], _ result: String, _ out: inout Printer) {
        let method = api.methods[function.method]
        out.signature(head, ["_ file: Upload"] + parameters, " -> UploadRequest<" + result + ">") { out in
            var words = "file, field: " + literal(upload.field)
            guard let server = step(upload.server) else {
                call(method, "call", function, &out)
                out.line("return UploadRequest(", words, ", call)")
                return
            }
            call(server, "server", function, &out)
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
        let places = function.parameters.filter { place in step.parameters.contains { $0.name == method.parameters[place].name } }
        out.line(places.isEmpty && constants.isEmpty ? "let " : "var ", variable, " = ", call(step))
        for place in places {
            guard let parameter = step.parameters.first(where: { $0.name == method.parameters[place].name }) else { continue }
            let style = style(parameter, step)
            out.line(variable, ".add(", literal(parameter.name), ", ", argument(function.labels[place], method), style, ")")
        }
        for constant in constants { out.line(variable, ".add(", literal(constant.name), ", ", value(constant), style(constant, step), ")") }
    }
}
