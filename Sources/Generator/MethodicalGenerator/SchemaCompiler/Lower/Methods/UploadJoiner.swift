/// The combination of the steps of each upload into one method.
struct UploadJoiner {
    private let catalogue: Catalogue
    private var methods: [Method]

    private var problems: Problems { catalogue.problems }

    /// Returns the methods with their uploads.
    static func join(_ methods: [Method], catalogue: Catalogue) -> [Method] {
        var joiner = UploadJoiner(catalogue: catalogue, methods: methods)
        let nodes = catalogue.methods.filter(\.isSelected).map(\.node)
        for (index, node) in nodes.enumerated() {
            if let upload = node[.upload] {
                joiner.join(upload, source: node, index: index)
            }
        }
        return joiner.methods
    }

    private mutating func join(_ node: JSONNode, source: JSONNode, index: Int) {
        guard node.isObject else {
            problems.error(
                at: node,
                expected: "{\"server\": METHOD, \"file\": {\"field\": NAME}, \"save\": METHOD, ...}")
            return
        }
        catalogue.check(node, as: .upload)
        guard let upload = file(of: node) else { return }
        methods[index].upload = upload
        if node[.server] == nil {
            sendItself(node, method: &methods[index])
        } else {
            joinSteps(of: node, source: source, index: index)
        }
    }

    /// Reads the name of the form's field for the file, or the verb of a request whose body is the file.
    private func file(of node: JSONNode) -> Upload? {
        guard let file = node[.file] else {
            problems.error(
                at: node,
                "\"file\" is missing; expected {\"field\": NAME} with the name of the form field")
            return nil
        }
        if file.isObject {
            catalogue.check(file, as: .uploadFile)
        }
        if let verb = file[.verb], file[.field] == nil {
            let verbs = CallStyle.Verb.allCases.filter { $0.hasBody && !$0.isSafe }
            return oneOf(verb, among: verbs, problems: problems).map { Upload(field: "", verb: $0) }
        }
        if let field = file[.field]?.string, !field.isEmpty, file[.verb] == nil {
            return Upload(field: field)
        }
        problems.error(
            at: file,
            expected:
                "{\"field\": NAME} with the name of the form field, or {\"verb\": \"PUT\"} to send the file as the body"
        )
        return nil
    }

    /// Prepares a method whose own request contains the file. All parameters of the form or the body move to the query.
    private func sendItself(_ node: JSONNode, method: inout Method) {
        for word in [Word.url, .response, .save] {
            guard let key = node[word] else { continue }
            problems.error(
                at: key.keyPlace,
                "\"\(word.rawValue)\" has no effect without \"server\"; the method itself receives the file")
        }
        if method.upload?.verb == nil, !method.style.verb.hasBody {
            problems.error(
                at: node.keyPlace,
                "\(method.style.verb.rawValue) requests cannot send a file; set \"verb\": \"POST\"")
        }
        method.style.verb = method.upload?.verb ?? method.style.verb
        method.style.parameters = .query
        for index in method.parameters.indices {
            let place = method.parameters[index].place
            if place == .form || place == .body {
                method.parameters[index].place = .query
            }
        }
    }

    /// Gives an upload in steps the parameters of its steps and the result of the last one.
    private mutating func joinSteps(of node: JSONNode, source: JSONNode, index: Int) {
        for word in [Word.verb, .path, .parameters, .response, .responses, .result] {
            guard let key = source[word] else { continue }
            problems.error(
                at: key.keyPlace,
                "an upload in steps cannot have \"\(word.rawValue)\"; its steps have it")
        }
        guard let server = node[.server].flatMap(step) else {
            return
        }
        let save = node[.save].flatMap(step)
        if node[.save] != nil, save == nil {
            return
        }
        let answers = answers(from: node, save: save)
        var method = methods[index]
        method.upload?.server = server.name
        method.upload?.save = save?.name
        method.upload?.answers = answers
        if let url = node[.url] {
            if url.string == nil {
                problems.error(at: url, expected: "a key of the response of \"\(server.name)\"")
            }
            method.upload?.url = url.string ?? ""
        }
        method.parameters = server.parameters
        let answered = Set(answers.map(\.parameter))
        for parameter in save?.parameters ?? [] where !answered.contains(parameter.name) {
            guard let known = method.parameters.firstIndex(where: { $0.name == parameter.name }) else {
                method.parameters.append(parameter)
                continue
            }
            if method.parameters[known].type != parameter.type {
                problems.error(
                    at: node,
                    "\"\(parameter.name)\" has different types in \"\(server.name)\" and \"\(save?.name ?? "")\"; "
                        + "use the same type in both")
            }
            if parameter.isRequired {
                method.parameters[known].isRequired = true
            }
        }
        let failures = server.failures + (save?.failures ?? [])
        method.failures = []
        for failure in failures where !method.failures.contains(failure) {
            method.failures.append(failure)
        }
        let errors = save?.errors ?? []
        method.errors = server.errors + errors.filter { !server.errors.contains($0) }
        if var variant = (save ?? server).variants.first {
            let steps = [server, save].compactMap { $0?.variants.first }
            variant.omits = steps.flatMap { step in
                step.omits + step.constants.map(\.name)
            }
            variant.constants = []
            method.variants = [variant]
        }
        methods[index] = method
    }

    /// Returns the method that an upload uses as a step, or reports an error if there is none.
    private func step(from node: JSONNode) -> Method? {
        let known = methods.filter { !$0.isUpload }
        if let method = known.first(where: { $0.name == node.string }) {
            return method
        }
        if let name = node.string, catalogue.excludesMethod(named: name) {
            problems.error(
                at: node,
                "\"\(name)\" is a step of an upload, but api.json excludes it; "
                    + "include it, or exclude the upload too")
            return nil
        }
        let suggestion = problems.suggestion(for: node.string, among: known.map(\.name))
        problems.missing(
            .error,
            at: node.place,
            "expected the name of a method, found \(node.described)\(suggestion)")
        return nil
    }

    /// Reads the values that the last step takes from the upload server's response.
    private func answers(from node: JSONNode, save: Method?) -> [Upload.Answer] {
        let list = node[.response]
        guard let save else {
            if let list {
                problems.error(at: list.keyPlace, "\"response\" has no effect without \"save\"")
            }
            return []
        }
        guard let list, list.isArray || list.isObject else {
            problems.error(
                at: list ?? node,
                "\"response\" is missing; expected the parameters of \"\(save.name)\" that come from the upload "
                    + "server's response, as [PARAMETER, ...] or {PARAMETER: KEY, ...}")
            return []
        }
        return list.children.compactMap { child in
            let name = list.isArray ? child.string : child.key
            if let parameter = save.parameters.first(where: { $0.name == name }),
                let key = child.string
            {
                return Upload.Answer(parameter: parameter.name, key: key)
            }
            let suggestion = problems.suggestion(for: name, among: save.parameters.map(\.name))
            if list.isArray {
                problems.error(at: child.place, "expected a parameter of \"\(save.name)\"\(suggestion)")
            } else {
                let place = child.string == nil ? child.place : child.keyPlace
                problems.error(
                    at: place,
                    "expected a parameter of \"\(save.name)\" and a key of the response\(suggestion)")
            }
            return nil
        }
    }
}
