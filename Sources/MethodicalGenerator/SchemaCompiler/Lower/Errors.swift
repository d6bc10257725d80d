// The errors that the server can return.
extension Lowering {
    /// Collects the errors that files declare, as an object or a list, and those that methods describe themselves.
    func collectErrors() {
        var places: [String: JSONNode] = [:]
        for file in files {
            guard let group = file.root[.errors] else { continue }
            guard group.isObject || group.isArray else {
                problems.error(group, expected: "an object of errors by name, {\"access_denied\": {\"code\": 15}}")
                continue
            }
            for member in group.children {
                guard let name = group.isObject ? member.key : ownName(member) else { continue }
                if let first = places[name] {
                    problems.error(
                        member.keyPlace, "the error \"\(name)\" is declared already, at \(shown(first.keyPlace))")
                    continue
                }
                places[name] = member
                errors[name] = errorCode(member, name)
            }
        }
        for method in methodNodes where method.isSelected {
            method.node[.errors]?.children.forEach { declare($0, in: method, &places) }
        }
    }

    /// Declares an error that a method describes itself. Several methods may describe the same error.
    private func declare(_ node: JSONNode, in method: MethodNode, _ places: inout [String: JSONNode]) {
        guard isOwn(node), let name = ownName(node) else { return }
        let error = errorCode(node, name)
        guard let first = errors[name] else {
            places[name] = node
            errors[name] = error
            return
        }
        guard first.code != error.code else { return }
        let other = name + "_" + error.code
        let place = places[name].map { ", at \(shown($0.place))" } ?? ""
        problems.warning(
            node,
            "\"\(name)\" has the code \(first.code) already\(place); "
                + "with the code \(error.code) it is called \"\(other)\"")
        errors[other] = ErrorCode(
            name: other, code: error.code, isWord: error.isWord, documentation: error.documentation)
    }

    /// Indicates whether a node describes an error instead of referring to one.
    private func isOwn(_ node: JSONNode) -> Bool { node.isObject && node[.ref] == nil && node[.code] != nil }

    /// Returns the name in the description of an error, or reports that it has none.
    private func ownName(_ node: JSONNode) -> String? {
        if let name = node[.name]?.string, !name.isEmpty { return name }
        problems.error(
            node[.name] ?? node,
            "expected an error with its name and its code, {\"name\": \"access_denied\", \"code\": 15}")
        return nil
    }

    /// Lowers the description of an error.
    private func errorCode(_ node: JSONNode, _ name: String) -> ErrorCode {
        guard node.isObject else {
            problems.error(node, expected: "an error with its number, {\"code\": 15, \"description\": ...}")
            return ErrorCode(name: name, code: "0")
        }
        keywords.check(node, as: .error, &problems)
        let (code, word) = (node[.code], node[.code]?.string)
        let text = word ?? code?.integer.map(String.init) ?? ""
        if code == nil {
            problems.error(node, "\"code\" is missing: the number or the word by which the server names this error")
        }
        if let code, text.isEmpty || word != nil && Int(text) != nil {
            problems.error(code, expected: "a whole number without quotes, or a word")
        }
        if let global = node[.global] {
            if global.bool == nil { problems.error(global, expected: "true or false") }
            if global.bool == true { globalErrors.insert(name) }
        }
        return ErrorCode(name: name, code: text, isWord: word != nil, documentation: documentation(node))
    }

    /// If only some methods are selected, removes all errors except those that the methods list and those that any
    /// method can return.
    func keepErrors(of methods: [Method]) {
        guard settings.selects else { return }
        var kept = globalErrors
        for method in methods { kept.formUnion(method.errors) }
        errors = errors.filter { kept.contains($0.key) }
    }

    /// Returns the names of the errors that a method lists by name or by reference, or describes itself.
    func errorNames(_ node: JSONNode?) -> [String] {
        guard let node else { return [] }
        if !node.isArray { problems.error(node, expected: "a list of errors") }
        var names: [String] = []
        for element in node.isArray ? node.children : [] {
            guard let name = errorName(element) else { continue }
            if errors[name] == nil {
                let suggestion = problems.suggestion(for: name, among: Array(errors.keys))
                problems.missing(.error, element.place, "there is no error \"\(name)\"\(suggestion)")
            } else if !names.contains(name) {
                names.append(name)
            }
        }
        return names
    }

    /// Returns the name of an error in a method's list.
    private func errorName(_ element: JSONNode) -> String? {
        if let name = element.string { return name }
        if isOwn(element) {
            let code = element[.code].flatMap { $0.string ?? $0.integer.map(String.init) } ?? ""
            return element[.name]?.string.map {
                errors[$0]?.code == code || errors[$0 + "_" + code] == nil ? $0 : $0 + "_" + code
            }
        }
        guard let reference = element[.ref] else {
            problems.error(
                element, expected: "the name of an error, a reference to one, or {\"name\": ..., \"code\": ...}")
            return nil
        }
        guard let target = resolver.resolve(reference, &problems) else { return nil }
        return target.key.isEmpty ? target[.name]?.string ?? "" : target.key
    }
}
