/// Which methods go on from page to page, and in which records their items lie.
extension Emission {
    /// A record has one list of items: where methods disagree about it, the first one wins.
    static func pageItems(_ api: API, _ resolver: Resolver) -> [Int: String] {
        var items: [Int: String] = [:]
        for method in api.methods {
            guard let key = method.pages?.items else { continue }
            for variant in method.variants {
                guard let i = resolver.record(variant.result), items[i] == nil, case .record(let record) = api.types[i].shape,
                    let list = record.properties.first(where: { $0.path == [key] }), case .array = peeled(list.type, resolver)
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
        case .link: text += ".link"
        }
        if let size = pages.size { text += ", size: " + literal(size) }
        // The runtime sends it where the method's parameters travel.
        if let most = pages.most, words(pages.size, method).isEmpty { text += ", most: " + String(most) }
        if let total = pages.total { text += ", total: " + literal(total) }
        if !pages.identity.isEmpty { text += ", identity: [" + pages.identity.map { literal($0) }.joined(separator: ", ") + "]" }
        let style = words(parameter, method)
        return text + (style.isEmpty ? ")" : ", style: " + style + ")")
    }

    private func words(_ name: String?, _ method: Method) -> String {
        method.parameters.first { $0.name == name }.map { words($0, method) } ?? ""
    }
}

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
