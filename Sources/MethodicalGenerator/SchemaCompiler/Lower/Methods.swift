/// A method in a schema file.
package struct MethodNode {
    /// The dotted name of the method.
    package let name: String
    /// The method's object.
    package let node: JSONNode
    /// The file that contains the method.
    let file: SchemaFile
    /// Indicates whether `include` and `exclude` select the method.
    let isSelected: Bool
}

extension Lowering {
    /// Finds all methods, and the namespaces that methods and `api.json` use.
    func collectMethods() {
        var firsts: [String: JSONNode] = [:]
        var includeHits = [Bool](repeating: false, count: settings.include.count)
        var excludeHits = [Bool](repeating: false, count: settings.exclude.count)
        for name in settings.namespaces { namespaces[name.lowercased()] = name }
        for file in files {
            guard let list = file.root[.methods] else { continue }
            if !list.isArray { problems.error(list, expected: "a list of methods") }
            for node in list.isArray ? list.children : [] {
                guard let name = methodName(node) else { continue }
                if let first = firsts[name] {
                    problems.error(
                        node[.name] ?? node,
                        "the method \"\(name)\" is declared already, at \(shown((first[.name] ?? first).place))")
                    continue
                }
                firsts[name] = node
                let bytes = Array(name.utf8)
                var isSelected = settings.include.isEmpty
                for (index, pattern) in settings.include.enumerated() where pattern.matches(bytes) {
                    isSelected = true
                    includeHits[index] = true
                }
                for (index, pattern) in settings.exclude.enumerated() where pattern.matches(bytes) {
                    isSelected = false
                    excludeHits[index] = true
                }
                methodNodes.append(MethodNode(name: name, node: node, file: file, isSelected: isSelected))
                if let dot = bytes.firstIndex(of: UInt8(ascii: ".")) {
                    let namespace = String(decoding: bytes[..<dot], as: UTF8.self)
                    let known = namespaces[namespace.lowercased()] ?? namespace
                    namespaces[namespace.lowercased()] = min(known, namespace)
                }
            }
        }
        reportUnused(settings.include, includeHits)
        reportUnused(settings.exclude, excludeHits)
    }

    /// Returns the name of a method, or reports an error if it has no valid one.
    private func methodName(_ node: JSONNode) -> String? {
        guard node.isObject else {
            problems.error(node, expected: "a method, an object with a \"name\"")
            return nil
        }
        guard let name = node[.name] else {
            problems.error(node, "this method has no \"name\"")
            return nil
        }
        if let text = name.string, isMethodName(text) { return text }
        problems.error(
            name, expected: "a method's name, words of letters and digits with dots between, as in \"users.get\"")
        return nil
    }

    private func reportUnused(_ patterns: [Pattern], _ hits: [Bool]) {
        for (pattern, isHit) in zip(patterns, hits) where !isHit { reportUnused(pattern, pattern.node.place) }
    }

    /// Warns about a pattern that matches no method.
    private func reportUnused(_ pattern: Pattern, _ place: Place) {
        let suggestion = problems.suggestion(for: pattern.text, among: methodNodes.map(\.name) + namespacePatterns())
        problems.missing(.warning, place, "the pattern \"\(pattern.text)\" matches no method\(suggestion)")
    }

    /// Returns a pattern such as `users.*` for every namespace.
    private func namespacePatterns() -> [String] {
        var patterns: Set<String> = []
        for method in methodNodes {
            let bytes = Array(method.name.utf8)
            for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: ".") {
                patterns.insert(String(decoding: bytes[...index], as: UTF8.self) + "*")
            }
        }
        return patterns.sorted()
    }

    /// Lowers the selected methods. Applies all matching rules in order, and then the method's own keywords.
    func lowerMethods() -> [Method] {
        var base = MethodWords()
        for rule in settings.rules where rule.pattern.text == "*" { base.override(with: rule.words) }
        wire.call = base.style
        var hits = [Bool](repeating: false, count: settings.rules.count)
        var methods: [Method] = []
        for method in methodNodes {
            let bytes = Array(method.name.utf8)
            var words = MethodWords()
            for (index, rule) in settings.rules.enumerated() where rule.pattern.matches(bytes) {
                hits[index] = true
                if method.isSelected { words.override(with: rule.words) }
            }
            guard method.isSelected else { continue }
            keywords.check(method.node, as: .method, &problems)
            words.override(with: MethodWords(reading: method.node, &problems))
            methods.append(self.method(method, words))
        }
        for (rule, isHit) in zip(settings.rules, hits) where !isHit {
            reportUnused(rule.pattern, rule.pattern.node.keyPlace)
        }
        checkNamespaces(settings.rules.map(\.pattern.node) + methodNodes.filter(\.isSelected).map(\.node))
        return methods
    }

    /// Reports names in `invalidates` that are neither a method nor a namespace.
    private func checkNamespaces(_ nodes: [JSONNode]) {
        let stated = nodes.flatMap { $0[.invalidates]?.children.filter { !["", "*"].contains($0.string ?? "") } ?? [] }
        if stated.isEmpty { return }
        var known: Set<String> = []
        for method in methodNodes {
            let bytes = Array(method.name.utf8)
            for end in bytes.indices where bytes[end] == UInt8(ascii: ".") {
                known.insert(String(decoding: bytes[..<end], as: UTF8.self))
            }
            known.insert(method.name)
        }
        for node in stated where !known.contains(node.string ?? "") {
            let suggestion = problems.suggestion(for: node.string ?? "", among: known.sorted())
            problems.error(node, "there is no namespace and no method \(node.described)\(suggestion)")
        }
    }

    /// Lowers a method with the given keywords.
    private func method(_ source: MethodNode, _ words: MethodWords) -> Method {
        let node = source.node
        let parts = source.name.split(separator: ".").map(String.init)
        let context = MethodContext(
            name: source.name, parts: parts, unit: source.file.unit, words: words, sendsFile: node[.upload] != nil)
        var method = Method(name: source.name, unit: source.file.unit, style: words.style, variants: [])
        method.swift = swiftName(node)
        method.documentation = documentation(node)
        method.deprecation = deprecation(node)
        let pathNames = pathNames(in: method.style.path)
        method.parameters = parameters(node[.parameters], context, method.style, pathNames)
        checkPath(pathNames, method, node)
        if let idempotent = words.idempotent { markIdempotent(&method, idempotent) }
        method.resultKey = words.result == "" ? nil : words.result
        method.isRead = words.reads ?? isRead(parts.last ?? "", method.style.verb)
        method.variants = variants(of: node, context, method).map { sendingConstants(of: method, $0) }
        method.errors = errorNames(node[.errors])
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
            let suggestion = problems.suggestion(for: name, among: method.parameters.map(\.name))
            problems.error(word, "\"\(method.name)\" has no parameter \"\(name)\"\(suggestion)")
            return
        }
        guard method.parameters[place].type == .integer || method.parameters[place].type == .string else {
            problems.error(
                word, "\"\(name)\" of \"\(method.name)\" is no plain integer or string, in which a key could travel")
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
        if verb == .get || verb == .head { return true }
        let word = name.utf8.prefix { $0 >= 97 && $0 <= 122 }
        let reading = ["get", "search", "is", "are", "check", "resolve", "list"]
        return reading.contains(String(word) ?? "")
    }

    /// Returns the names in braces in a path, except `{name}`, which stands for the method.
    private func pathNames(in path: String) -> [String] {
        var names: [String] = []
        for piece in path.utf8.split(separator: UInt8(ascii: "{"), omittingEmptySubsequences: false).dropFirst() {
            guard let end = piece.firstIndex(of: UInt8(ascii: "}")) else { continue }
            let name = String(decoding: piece[..<end], as: UTF8.self)
            if name != "name", !name.isEmpty { names.append(name) }
        }
        return names
    }

    /// Reports names in a path that have no parameter, and other mistakes in the path.
    private func checkPath(_ names: [String], _ method: Method, _ node: JSONNode) {
        let known = method.parameters.map(\.name)
        let place = (node[.path] ?? node[.name] ?? node).place
        for name in names where !known.contains(name) {
            let suggestion = problems.suggestion(for: name, among: known)
            problems.error(
                place, "the path of \"\(method.name)\" has {\(name)}, but there is no such parameter\(suggestion)")
        }
        if known.contains("name"), node[.path]?.string?.contains("{name}") == true {
            problems.error(
                place,
                "{name} in a path is the method's own name; a parameter called \"name\" cannot travel in the path")
        }
        if method.style.path.contains("{}") {
            problems.error(
                place, "the path \"\(method.style.path)\" has empty braces; write the name of a parameter between them")
        }
        if method.style.path.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "<") }) {
            for part in method.style.path.split(separator: "/") {
                guard let name = known.first(where: { part == ":" + $0 || part == "<" + $0 + ">" }) else { continue }
                problems.error(
                    place,
                    "the path \"\(method.style.path)\" has \"\(part)\"; a parameter stands in braces, \"{\(name)}\"")
            }
        }
        if let name = names.first(where: { method.style.path.contains("${" + $0) }) {
            problems.error(
                place,
                "the path \"\(method.style.path)\" has \"${\(name)}\"; "
                    + "a parameter stands in braces alone, \"{\(name)}\"")
        }
        let braces = method.style.path.utf8.reduce(0) {
            $1 == UInt8(ascii: "{") ? $0 + 1 : $1 == UInt8(ascii: "}") ? $0 - 1 : $0
        }
        if braces != 0 { problems.error(place, "the path \"\(method.style.path)\" has a brace without its partner") }
    }
}
