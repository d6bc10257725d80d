extension Lowering {
    /// The error codes of all files, by name.
    func collectErrors() {
        var places: [String: JSONNode] = [:]
        for file in files {
            guard let group = file.root[.errors] else { continue }
            guard group.isObject else {
                problems.error(group, "expected an object of errors by name, {\"access_denied\": {\"code\": 15}}, found \(group.described)")
                continue
            }
            for member in group.children {
                let name = member.key
                if let first = places[name] {
                    problems.error(member.keyPlace, "the error \"\(name)\" is declared already, at \(shown(first.keyPlace))")
                    continue
                }
                places[name] = member
                guard member.isObject else {
                    problems.error(member, "expected an error with its number, {\"code\": 15, \"description\": ...}, found \(member.described)")
                    continue
                }
                keywords.check(member, as: .error)
                if let code = member[.code] {
                    if code.integer == nil { problems.error(code, "expected a whole number, found \(code.described)") }
                } else {
                    problems.error(member, "\"code\" is missing: the number by which the server names this error")
                }
                errors[name] = ErrorCode(name: name, code: member[.code]?.integer ?? 0, documentation: documentation(member))
                if let global = member[.global] {
                    if global.bool == nil { problems.error(global, "expected true or false, found \(global.described)") }
                    if global.bool == true { globalErrors.insert(name) }
                }
            }
        }
    }

    /// Where only some methods are wanted, only the errors that these list or that any method can have.
    func keepErrors(of methods: [Method]) {
        guard settings.selects else { return }
        var kept = globalErrors
        for method in methods { kept.formUnion(method.errors) }
        errors = errors.filter { kept.contains($0.key) }
    }

    /// The names of the errors that a method lists, by name or by reference.
    func errorNames(_ node: JSONNode?) -> [String] {
        guard let node else { return [] }
        if !node.isArray { problems.error(node, "expected a list of errors, found \(node.described)") }
        var names: [String] = []
        for element in node.isArray ? node.children : tree.nothing {
            guard let name = errorName(element) else { continue }
            if errors[name] == nil {
                let suggestion = problems.suggestion(for: name, among: Array(errors.keys))
                problems.error(element, "there is no error \"\(name)\"\(suggestion)")
            } else if !names.contains(name) {
                names.append(name)
            }
        }
        return names
    }

    private func errorName(_ element: JSONNode) -> String? {
        if let name = element.string { return name }
        guard let reference = element[.ref] else {
            problems.error(element, "expected the name of an error or a reference to one, found \(element.described)")
            return nil
        }
        guard let target = resolver.resolve(reference) else { return nil }
        return target.key
    }
}
