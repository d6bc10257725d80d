extension Lowering {
    /// Combines the steps of each upload into one method. Runs after all methods have been lowered.
    func addUploads(to methods: inout [Method]) {
        for source in methodNodes where source.isSelected {
            guard let node = source.node[.upload], let index = methods.firstIndex(where: { $0.name == source.name })
            else { continue }
            guard node.isObject else {
                problems.error(
                    node, expected: "{\"server\": METHOD, \"file\": {\"field\": NAME}, \"save\": METHOD, ...}")
                continue
            }
            keywords.check(node, as: .upload, &problems)
            guard let upload = file(node) else { continue }
            methods[index].upload = upload
            if node[.server] == nil {
                sendItself(node, &methods[index])
            } else {
                join(node, source.node, index, &methods)
            }
        }
    }

    /// Reads the name of the form's field for the file, or the verb of a request whose body is the file.
    private func file(_ node: JSONNode) -> Upload? {
        guard let file = node[.file] else {
            problems.error(node, "\"file\" is missing: {\"field\": NAME}, the form's field with the file")
            return nil
        }
        if file.isObject { keywords.check(file, as: .uploadFile, &problems) }
        if let verb = file[.verb], file[.field] == nil {
            return oneOf(verb, CallStyle.Verb.allCases.filter(\.hasBody), problems).map { Upload(field: "", verb: $0) }
        }
        guard let field = file[.field]?.string, !field.isEmpty, file[.verb] == nil else {
            problems.error(
                file,
                expected:
                    "{\"field\": NAME}, the form's field with the file, or {\"verb\": \"PUT\"} for the file as it is")
            return nil
        }
        return Upload(field: field)
    }

    /// Prepares a method whose own request contains the file. All parameters of the form or the body move to the query.
    private func sendItself(_ node: JSONNode, _ method: inout Method) {
        for word in [Word.url, .response, .save] {
            guard let key = node[word] else { continue }
            problems.error(
                key.keyPlace,
                "\"\(word.rawValue)\" means something only beside \"server\"; "
                    + "without it, the file goes to the method itself")
        }
        if method.upload?.verb == nil, method.style.verb == .get || method.style.verb == .head {
            problems.error(node.keyPlace, "\(method.style.verb.rawValue) carries no file; say \"verb\": \"POST\"")
        }
        method.style.verb = method.upload?.verb ?? method.style.verb
        method.style.parameters = .query
        for index in method.parameters.indices where [.form, .body].contains(method.parameters[index].place) {
            method.parameters[index].place = .query
        }
    }

    /// Gives an upload in steps the parameters of its steps and the result of the last one.
    private func join(_ node: JSONNode, _ source: JSONNode, _ index: Int, _ methods: inout [Method]) {
        for word in [Word.verb, .path, .parameters, .response, .responses, .result] {
            guard let key = source[word] else { continue }
            problems.error(key.keyPlace, "an upload in steps has no \"\(word.rawValue)\" of its own: its steps have")
        }
        guard let server = step(node[.server], methods) else { return }
        var save: Method?
        if let word = node[.save] {
            guard let found = step(word, methods) else { return }
            save = found
        }
        let answers = self.answers(node, save)
        methods[index].upload?.server = server.name
        methods[index].upload?.save = save?.name
        methods[index].upload?.answers = answers
        if let url = node[.url] {
            if url.string == nil {
                problems.error(url, "expected a key of the answer of \"\(server.name)\", found \(url.described)")
            }
            methods[index].upload?.url = url.string ?? ""
        }
        methods[index].parameters = server.parameters
        for parameter in save?.parameters ?? [] where !answers.contains(where: { $0.parameter == parameter.name }) {
            guard let known = methods[index].parameters.firstIndex(where: { $0.name == parameter.name }) else {
                methods[index].parameters.append(parameter)
                continue
            }
            if methods[index].parameters[known].type != parameter.type {
                problems.error(
                    node,
                    "\"\(parameter.name)\" is of one type in \"\(server.name)\" and of another in "
                        + "\"\(save?.name ?? "")\"; the upload can have but one")
            }
            if parameter.isRequired { methods[index].parameters[known].isRequired = true }
        }
        methods[index].errors = server.errors + (save?.errors ?? []).filter { !server.errors.contains($0) }
        guard var variant = (save ?? server).variants.first else { return }
        let steps = [server, save].compactMap { $0?.variants.first }
        variant.omits = steps.flatMap { $0.omits + $0.constants.map(\.name) }
        variant.constants = []
        methods[index].variants = [variant]
    }

    /// Returns the method that an upload uses as a step, or reports an error if there is none.
    private func step(_ node: JSONNode?, _ methods: [Method]) -> Method? {
        guard let node else { return nil }
        let known = methods.filter { $0.upload == nil }
        if let method = known.first(where: { $0.name == node.string }) { return method }
        if let name = node.string, methodNodes.contains(where: { $0.name == name && !$0.isSelected }) {
            problems.error(
                node,
                "\"\(name)\" is a step of an upload, and api.json leaves it out: "
                    + "include it, or exclude the upload as well")
            return nil
        }
        let suggestion = problems.suggestion(for: node.string, among: known.map(\.name))
        problems.missing(.error, node.place, "expected the name of a method, found \(node.described)\(suggestion)")
        return nil
    }

    /// Reads the values that the last step takes from the upload server's response.
    private func answers(_ node: JSONNode, _ save: Method?) -> [Upload.Answer] {
        guard let save else {
            if let answers = node[.response] {
                problems.error(
                    answers.keyPlace, "\"response\" is for a method that keeps the file: \"save\" is missing")
            }
            return []
        }
        guard let list = node[.response], list.isArray || list.isObject else {
            problems.error(
                node[.response] ?? node,
                "\"response\" is missing: what the file's server answers and \"\(save.name)\" takes, "
                    + "as [PARAMETER, ...] or {PARAMETER: KEY, ...}")
            return []
        }
        var answers: [Upload.Answer] = []
        for child in list.children {
            let name = list.isArray ? child.string : child.key
            guard let name, let parameter = save.parameters.first(where: { $0.name == name }), let key = child.string
            else {
                let suggestion = problems.suggestion(for: name, among: save.parameters.map(\.name))
                let place = list.isArray || child.string == nil ? child.place : child.keyPlace
                problems.error(
                    place,
                    "expected a parameter of \"\(save.name)\""
                        + (list.isArray ? "" : " and a key of the answer") + suggestion)
                continue
            }
            answers.append(Upload.Answer(parameter: parameter.name, key: key))
        }
        return answers
    }
}
