/// The lowering of methods. It applies all matching rules in order, and then the method's own keywords.
struct MethodLowering {
    let catalogue: Catalogue
    let errors: ErrorTable

    private var problems: Problems { catalogue.problems }

    /// Lowers the selected methods. Reports rules that match no method.
    func methods(_ types: inout TypeLowering) -> [Method] {
        let rules = catalogue.settings.rules
        var matches = PatternMatches(rules.map(\.pattern))
        var methods: [Method] = []
        for method in catalogue.methods {
            let matching = matches.match(method.name)
            guard method.isSelected else { continue }
            var words = MethodWords()
            for index in matching { words.override(with: rules[index].words) }
            catalogue.check(method.node, as: .method)
            words.override(with: MethodWords(reading: method.node, problems))
            methods.append(self.method(method, words, &types))
        }
        for pattern in matches.unused {
            catalogue.methods.reportUnused(pattern, pattern.node.keyPlace, problems)
        }
        checkNamespaces(rules.map(\.pattern.node) + catalogue.methods.filter(\.isSelected).map(\.node))
        return methods
    }

    /// Reports names in `invalidates` that are neither a method nor a namespace.
    private func checkNamespaces(_ nodes: [JSONNode]) {
        let stated = nodes.flatMap { $0.list(.invalidates) }.filter { !["", "*"].contains($0.string ?? "") }
        if stated.isEmpty { return }
        let known = catalogue.methods.allNamespaces.union(catalogue.methods.map(\.name))
        for node in stated where !known.contains(node.string ?? "") {
            let suggestion = problems.suggestion(for: node.string ?? "", among: known.sorted())
            problems.error(node, "there is no namespace or method \(node.described)\(suggestion)")
        }
    }

    /// Lowers a method with the given keywords.
    private func method(_ source: MethodNode, _ words: MethodWords, _ types: inout TypeLowering) -> Method {
        let node = source.node
        var method = Method(name: source.name, unit: source.file.unit, style: words.style, variants: [])
        method.swift = catalogue.swiftName(node)
        method.documentation = catalogue.documentation(node)
        method.deprecation = catalogue.deprecation(node)
        let path = PathTemplate(method.style.path)
        method.parameters = ParameterLowering(
            catalogue: catalogue, source: source, words: words, style: method.style, path: path
        ).parameters(&types)
        path.check(method, node, problems)
        if let idempotent = words.idempotent { markIdempotent(&method, idempotent) }
        method.resultKey = words.result == "" ? nil : words.result
        method.isRead = words.reads ?? isRead(source.function, method.style.verb)
        method.variants = VariantLowering(catalogue: catalogue, source: source, method: method).variants(&types).map {
            sendingConstants(of: method, $0)
        }
        method.errors = errors.names(in: node[.errors])
        method.tokens = words.needs?.tokens ?? []
        method.needsToken = words.needs?.isNeeded ?? false
        method.cacheSeconds = words.cache
        if !method.isRead { method.invalidates = words.invalidates }
        method.timeoutSeconds = words.timeout
        return method
    }

    /// Marks a method as safe to repeat, or one of its parameters as the idempotency key.
    private func markIdempotent(_ method: inout Method, _ word: JSONNode) {
        method.isIdempotent = word.bool ?? false
        guard let name = word.string else { return }
        guard let place = method.parameters.firstIndex(where: { $0.name == name }) else {
            return problems.noParameter(name, of: method, word.place)
        }
        guard method.parameters[place].type == .integer || method.parameters[place].type == .string else {
            problems.error(
                word, "\"\(name)\" of \"\(method.name)\" must be an integer or a string to carry the idempotency key")
            return
        }
        method.parameters[place].isKey = true
        method.parameters[place].isRequired = false
    }

    /// Adds the parameters with a constant value to the values that a variant always sends. They are not arguments.
    private func sendingConstants(of method: Method, _ variant: Variant) -> Variant {
        var variant = variant
        for parameter in method.parameters where !variant.omits.contains(parameter.name) {
            guard let value = parameter.constant else { continue }
            variant.omits.append(parameter.name)
            variant.constants.append(Variant.Constant(name: parameter.name, value: value, place: parameter.place))
        }
        return variant
    }

    /// Indicates whether a method only reads, judging by its verb or the first word of its function's name.
    private func isRead(_ name: String, _ verb: CallStyle.Verb) -> Bool {
        if !verb.hasBody { return true }
        let word = name.utf8.prefix { $0 >= 97 && $0 <= 122 }
        return ["get", "search", "is", "are", "check", "resolve", "list"].contains(String(word) ?? "")
    }
}

extension Problems {
    /// Reports a parameter that a method does not have.
    func noParameter(_ name: String, of method: Method, _ place: Place) {
        let suggestion = suggestion(for: name, among: method.parameters.map(\.name))
        error(place, "\"\(method.name)\" has no parameter \"\(name)\"\(suggestion)")
    }
}
