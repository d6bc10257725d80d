/// The lowering of methods. It applies all matching rules in order, and then the method's own keywords.
struct MethodLowering {
    let catalogue: Catalogue
    let errors: ErrorTable

    var problems: Problems { catalogue.problems }

    /// Lowers the selected methods. Reports rules that match no method.
    func methods(types: inout TypeLowering) -> [Method] {
        let rules = catalogue.settings.rules
        let schemes = catalogue.settings.schemes.map(\.name)
        var matches = PatternMatches(rules.map(\.pattern))
        var methods: [Method] = []
        for method in catalogue.methods {
            let matching = matches.match(method.name)
            guard method.isSelected else { continue }
            var words = MethodWords()
            for index in matching {
                words.override(with: rules[index].words)
            }
            catalogue.check(method.node, as: .method)
            words.override(with: MethodWords(reading: method.node, schemes: schemes, problems: problems))
            methods.append(self.method(from: method, words: words, types: &types))
        }
        for pattern in matches.unused {
            catalogue.methods.reportUnused(pattern, at: pattern.node.keyPlace, problems: problems)
        }
        checkSchemes(methods)
        let selected = catalogue.methods.filter(\.isSelected)
        checkNamespaces(rules.map(\.pattern.node) + selected.map(\.node))
        return methods
    }

    /// Reports names in `invalidates` that are neither a method nor a namespace.
    private func checkNamespaces(_ nodes: [JSONNode]) {
        let all = nodes.flatMap { $0.list(at: .invalidates) }
        let stated = all.filter { !["", "*"].contains($0.string ?? "") }
        if stated.isEmpty {
            return
        }
        let known = catalogue.methods.allNamespaces.union(catalogue.methods.map(\.name))
        for node in stated where !known.contains(node.string ?? "") {
            let suggestion = problems.suggestion(for: node.string ?? "", among: known.sorted())
            problems.error(at: node, "there is no namespace or method \(node.described)\(suggestion)")
        }
    }

    /// Lowers a method with the given keywords.
    private func method(
        from source: MethodNode,
        words: MethodWords,
        types: inout TypeLowering
    ) -> Method {
        let node = source.node
        var method = Method(
            name: source.name,
            unit: source.file.unit,
            style: words.style,
            variants: [])
        setFacts(of: &method, node, words)
        // The body is taken, so everything else is sent in the query.
        if node[.body] != nil {
            method.style.parameters = .query
        }
        let isNameParameter = node.list(at: .parameters).contains { $0[.name]?.string == "name" }
        let path = PathTemplate(
            method.style.path,
            hasParameterName: node[.path] != nil && isNameParameter)
        let parameters = ParameterLowering(
            catalogue: catalogue,
            source: source,
            words: words,
            style: method.style,
            path: path)
        method.parameters = parameters.parameters(types: &types)
        completeBody(of: &method, node)
        let secrets = secretNames(of: method, path: path, node: node)
        path.check(method, besides: secrets, at: node, problems: problems)
        method.isRead = words.reads ?? isRead(source.function, verb: method.style.verb)
        method.stream = node[.stream].flatMap { stream(from: $0, of: node) }
        if let stream = node[.stream], method.isUpload {
            problems.error(
                at: stream.keyPlace,
                "\"\(method.name)\" cannot have \"stream\", because it sends a file or a form of parts")
        }
        if let idempotent = words.idempotent {
            markIdempotent(&method, word: idempotent, isOwn: node[.idempotent] != nil)
        }
        if words.result != "" {
            method.resultKey = words.result
        }
        let variants = VariantLowering(catalogue: catalogue, source: source, method: method)
        method.variants = variants.variants(types: &types).map { sendingConstants(of: method, in: $0) }
        method.errors = errors.names(in: node[.errors])
        method.failures = failures(from: words.failures, of: source, types: &types)
        // A key of the cache holds no files.
        method.cacheSeconds = words.cache
        if method.isUpload, method.isRead {
            method.cacheSeconds = 0
        }
        if !method.isRead {
            method.invalidates = words.invalidates
        }
        return method
    }

    /// Sets what a method states about itself, regardless of its parameters and responses.
    private func setFacts(of method: inout Method, _ node: JSONNode, _ words: MethodWords) {
        method.swift = catalogue.swiftName(of: node)
        method.documentation = catalogue.documentation(of: node)
        method.deprecation = catalogue.deprecation(of: node)
        method.needs = words.needs?.schemes ?? []
        method.tokens = words.needs?.tokens ?? []
        method.needsToken = words.needs?.isNeeded ?? false
        method.server = words.server.flatMap(server)
        method.timeoutSeconds = words.timeout
    }

    /// Completes a method with the record that its flattened body makes, and with the place and the media type of the
    /// parameters in the body.
    private func completeBody(of method: inout Method, _ node: JSONNode) {
        if let record = method.parameters.first, record.isWhole, isFlattened(node) {
            method.record = record
            // Parameters in a form make a body of this type anyway.
            if record.content?.text != "application/x-www-form-urlencoded" {
                method.content = record.content
            }
            method.parameters.removeFirst()
            let hasSecret = method.parameters.contains { $0.place.isBody && $0.isSecret }
            method.record?.isSecret = record.isSecret || hasSecret
            method.style.parameters = record.content?.kind == .form ? .form : .body
        }
        if method.isMultipart, method.style.parameters.isBody {
            method.style.parameters = .multipart
        }
        if let content = node[.content] {
            method.content = self.content(from: content, of: method)
        }
    }

    /// Lowers the schemas of failures. Statuses with the same type share an element.
    private func failures(
        from nodes: [JSONNode],
        of source: MethodNode,
        types: inout TypeLowering
    ) -> [Method.Failure] {
        var failures: [Method.Failure] = []
        for node in nodes.sorted(by: { $0.key < $1.key }) {
            let status = StatusName(node.key)
            let name = (status?.name ?? "default") + "_failure"
            var spot = Spot(owner: .root, parent: "failures", key: name, unit: "")
            let isOwn = source.node[.failures]?[node.key] == node
            if isOwn {
                spot = source.spot(of: name)
            }
            let type = types.use(of: node, at: spot).element
            let key = status?.status ?? node.key
            if let place = failures.firstIndex(where: { $0.type == type }) {
                failures[place].statuses.append(key)
            } else {
                failures.append(Method.Failure(statuses: [key], type: type))
            }
        }
        return failures
    }

    /// Reads the media type of the body that parameters make. Reports one that contradicts their place.
    private func content(from node: JSONNode, of method: Method) -> MediaType? {
        guard let type = MediaType(node, problems: problems) else {
            return nil
        }
        if method.whole != nil || method.record != nil {
            problems.error(
                at: node.keyPlace,
                "the \"content\" of a whole body is a keyword of \"body\"")
            return nil
        }
        guard let place = method.parameters.map(\.place).first(where: \.isBody) else {
            problems.warning(
                at: node.keyPlace,
                "\"content\" has no effect, because no parameter is sent in a body")
            return nil
        }
        let isFitting =
            switch place {
            case .body: type.kind == .json
            case .form: type.kind == .form
            default: type.essence == "multipart/form-data"
            }
        if isFitting {
            return type
        }
        problems.error(
            at: node,
            "the parameters are sent in \(place.title), which cannot have the type \(node.described)")
        return nil
    }

    /// Reports schemes that no method needs.
    private func checkSchemes(_ methods: [Method]) {
        let uses = methods.flatMap { $0.needs.joined() }
        let needed = Set(uses.map(\.name))
        let known = catalogue.settings.schemes.map(\.name)
        if catalogue.settings.selects {
            return
        }
        for node in catalogue.settings.node.list(at: .schemes)
        where known.contains(node.key) && !needed.contains(node.key) {
            problems.missing(.warning, at: node.keyPlace, "no method needs the scheme \"\(node.key)\"")
        }
    }

    /// Returns the names in the path that stand for secrets. Reports schemes with a place that the path does not have.
    private func secretNames(
        of method: Method,
        path: PathTemplate,
        node: JSONNode
    ) -> [String] {
        var names: [String] = []
        if case .path(let name)? = catalogue.settings.authorization {
            names.append(name)
        }
        for scheme in catalogue.settings.schemes {
            let isNeeded = method.needs.joined().contains { $0.name == scheme.name }
            guard case .path(let name) = scheme.place, isNeeded else {
                continue
            }
            names.append(name)
            if !path.names.contains(name) {
                problems.error(
                    at: (node[.path] ?? node[.name] ?? node).place,
                    "\"\(method.name)\" needs the scheme \"\(scheme.name)\", "
                        + "but its path \"\(path.path)\" does not have {\(name)}")
            }
        }
        return names
    }

    /// Returns the name of a server, or reports that there is none.
    private func server(from node: JSONNode) -> String? {
        let known = catalogue.settings.servers.map(\.name)
        if let name = node.string, known.contains(name) {
            return name
        }
        let hint = problems.suggestion(
            for: node.string,
            among: known,
            otherwise: "; declare it under \"servers\" of api.json")
        problems.error(at: node, expected: "the name of a server", hint: hint)
        return nil
    }

    /// Marks a method as safe to repeat, or one of its parameters as the idempotency key.
    ///
    /// A name with a hyphen that no parameter has is the name of a header field. A rule adds it only to the requests
    /// that HTTP does not define as idempotent (RFC 9110, section 9.2.2).
    private func markIdempotent(_ method: inout Method, word: JSONNode, isOwn: Bool) {
        method.isIdempotent = word.bool ?? false
        guard let name = word.string else { return }
        let place = method.parameters.firstIndex { parameter in
            guard parameter.place == .header else {
                return parameter.name == name
            }
            return parameter.name.lowercased() == name.lowercased()
        }
        guard let place else {
            guard isFieldName(name), name.utf8.contains(UInt8(ascii: "-")) else {
                return problems.noParameter(name, of: method, at: word.place)
            }
            let isIdempotentVerb = ![.post, .patch].contains(method.style.verb)
            if !isOwn, method.isRead || isIdempotentVerb {
                return
            }
            var key = Parameter(name: name, type: .string, place: .header, isKey: true)
            // The runtime replaces an empty key by a new one for each call.
            key.constant = .text("")
            method.parameters.append(key)
            return
        }
        guard [.integer, .string].contains(method.parameters[place].type) else {
            problems.error(
                at: word,
                "\"\(name)\" of \"\(method.name)\" must be an integer or a string to carry the idempotency key")
            return
        }
        method.parameters[place].isKey = true
        method.parameters[place].isRequired = false
    }

    /// Adds the parameters with a constant value to the values that a variant always sends. They are not arguments.
    private func sendingConstants(of method: Method, in variant: Variant) -> Variant {
        var variant = variant
        for parameter in method.parameters where !variant.omits.contains(parameter.name) {
            guard let value = parameter.constant else { continue }
            variant.constants.append(
                Variant.Constant(
                    name: parameter.name,
                    value: value,
                    place: parameter.place))
        }
        return variant
    }

    /// Indicates whether a method only reads, judging by its verb or the first word of its function's name.
    private func isRead(_ name: String, verb: CallStyle.Verb) -> Bool {
        if verb.isSafe {
            return true
        }
        let word = name.utf8.prefix { $0 >= 97 && $0 <= 122 }
        return ["get", "search", "is", "are", "check", "resolve", "list"].contains(String(word) ?? "")
    }
}

extension Problems {
    /// Reports a parameter that a method does not have.
    func noParameter(_ name: String, of method: Method, at place: Place) {
        let suggestion = suggestion(for: name, among: method.parameters.map(\.name))
        error(at: place, "\"\(method.name)\" has no parameter \"\(name)\"\(suggestion)")
    }
}
