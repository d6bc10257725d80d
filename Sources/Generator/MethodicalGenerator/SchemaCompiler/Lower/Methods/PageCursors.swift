/// Cursors of several parameters, and methods that continue others.
extension PageReader {
    private var problems: Problems { schemas.catalogue.problems }

    /// Reads the parameters of a cursor, and pairs them with the keys of their next values.
    func cursor(
        from node: JSONNode,
        next: [String],
        of method: Method,
        result: TypeUse
    ) -> Pages.Kind? {
        let words = node[.cursor]?.elements ?? []
        let names = words.compactMap { parameter(from: $0, of: method) }
        if names.count < words.count {
            return nil
        }
        guard let values = node[.next] else {
            let name = names.first ?? ""
            problems.error(
                at: node,
                "\"next\" is missing; expected the result's key with the next value of \"\(name)\"")
            return nil
        }
        if next.count < values.elements.count {
            return nil
        }
        if names.isEmpty, !isDictionary(type(at: next[0], in: result)) {
            problems.error(
                at: values,
                "without \"cursor\", \"next\" is the key of an object with parameters of any names")
        }
        if next.count != max(1, names.count) {
            problems.error(at: values, "expected a key for each parameter of \"cursor\"")
        }
        let parameters = method.parameters.filter { names.contains($0.name) }
        if Set(parameters.map(\.place)).count > 1 {
            problems.error(
                at: words[0],
                "the parameters of a cursor must be in the same place of the request")
        }
        return .cursor(parameters: names, next: next)
    }

    /// Indicates whether values of a type can have members of any names.
    private func isDictionary(_ type: TypeUse?) -> Bool {
        switch type.map(resolved) {
        case .any, .dictionary, nil: true
        default: false
        }
    }

    /// Returns the type of the value at a key, or at several keys with dots between them.
    func type(at path: String, in use: TypeUse) -> TypeUse? {
        for property in record(behind: use)?.properties ?? [] {
            let key = property.path.joined(separator: ".")
            if key == path {
                return property.type
            }
            guard path.hasPrefix(key + ".") else { continue }
            let rest = String(path.dropFirst(key.count + 1))
            if let type = type(at: rest, in: property.type) {
                return type
            }
        }
        return nil
    }

    /// Reads the name of the method that continues another. It must return the same, and take nothing but the cursor.
    func continuation(from node: JSONNode, of method: Method, among methods: [Method]) -> Method? {
        guard let word = node[.continue], let other = step(from: word, among: methods) else {
            return nil
        }
        if node[.cursor] == nil {
            problems.error(
                at: word,
                "\"continue\" needs \"cursor\", the parameter of \"\(other.name)\" for the next page")
        }
        if other.variants[0].result != method.variants[0].result {
            problems.error(
                at: word,
                "\"\(other.name)\" must have the same response as \"\(method.name)\"; "
                    + "expected the same \"$ref\" in both")
        }
        let cursors = node[.cursor]?.elements.map(\.string) ?? []
        for parameter in other.parameters where !cursors.contains(parameter.name) {
            let isNeeded =
                if parameter.constant == nil {
                    parameter.isRequired
                } else {
                    parameter.place != .header
                }
            if isNeeded {
                problems.error(
                    at: word,
                    "\"\(other.name)\" requires \"\(parameter.name)\", which is not part of the cursor")
            }
        }
        return other
    }

    /// Returns the method with a name. Reports an error if there is none.
    func step(from node: JSONNode, named name: String? = nil, among methods: [Method]) -> Method? {
        let name = name ?? node.string
        if let method = methods.first(where: { $0.name == name }) {
            return method
        }
        if let name, schemas.catalogue.excludesMethod(named: name) {
            problems.error(
                at: node,
                "\"\(name)\" is needed here, but api.json excludes it; include it too")
        } else {
            let hint = problems.suggestion(for: name, among: methods.map(\.name))
            problems.missing(
                .error,
                at: node.place,
                "expected the name of a method, found \(node.described)\(hint)")
        }
        return nil
    }
}

extension JSONNode {
    /// The elements of a list, or the node itself.
    var elements: [JSONNode] {
        guard isArray else { return [self] }
        return children
    }
}
