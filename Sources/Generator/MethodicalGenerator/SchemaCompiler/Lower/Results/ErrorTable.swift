/// The errors that the server can return.
struct ErrorTable {
    private let catalogue: Catalogue
    private var codes: [String: ErrorCode] = [:]
    private var places: [String: JSONNode] = [:]
    /// The names of errors that any method can return without listing them.
    private var globals: Set<String> = []

    private var problems: Problems { catalogue.problems }

    /// Collects the errors that files declare, as an object or a list, and those that methods describe themselves.
    init(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        for group in catalogue.files.compactMap({ $0.root[.errors] }) {
            if !group.isObject, !group.isArray {
                problems.error(
                    at: group,
                    expected: "an object of errors by name, {\"access_denied\": {\"code\": 15}}")
            }
            for member in group.children {
                let stated = group.isObject ? member.key : ownName(of: member)
                guard let name = stated else { continue }
                if let first = places[name] {
                    problems.error(
                        at: member.keyPlace,
                        "the error \"\(name)\" is already declared at \(shown(first.keyPlace))")
                    continue
                }
                places[name] = member
                codes[name] = code(from: member, name: name)
            }
        }
        for method in catalogue.methods where method.isSelected {
            for node in method.node.list(at: .errors) where isDescription(node) {
                declare(node)
            }
        }
    }

    /// Returns the errors, sorted by code. If only some methods are selected, they are the errors that the methods list
    /// and those that any method can return.
    func sorted(for methods: [Method]) -> [ErrorCode] {
        let kept = globals.union(methods.flatMap(\.errors))
        let codes = codes.values.filter {
            !catalogue.settings.selects || kept.contains($0.name)
        }
        return codes.sorted { first, second in
            // Numbers come before words.
            let number = Int(first.code) ?? .max
            let otherNumber = Int(second.code) ?? .max
            return (number, first.code, first.name) < (otherNumber, second.code, second.name)
        }
    }

    /// Returns the names of the errors that a method lists by name or by reference, or describes itself.
    func names(in list: JSONNode?) -> [String] {
        guard let list else { return [] }
        if !list.isArray {
            problems.error(at: list, expected: "a list of errors")
        }
        var names: [String] = []
        for element in list.children where list.isArray {
            guard let name = name(of: element) else { continue }
            if codes[name] == nil {
                let suggestion = problems.suggestion(for: name, among: Array(codes.keys))
                problems.missing(
                    .error,
                    at: element.place,
                    "there is no error \"\(name)\"\(suggestion)")
            } else if !names.contains(name) {
                names.append(name)
            }
        }
        return names
    }

    /// Returns the name of an error in a method's list.
    private func name(of element: JSONNode) -> String? {
        if let name = element.string {
            return name
        }
        if isDescription(element) {
            guard let name = element[.name]?.string else {
                return nil
            }
            let code = text(of: element[.code])
            let other = name + "_" + code
            if codes[name]?.code != code, codes[other] != nil {
                return other
            }
            return name
        }
        guard let reference = element[.ref] else {
            problems.error(
                at: element,
                expected: "the name of an error, a reference to one, or {\"name\": ..., \"code\": ...}")
            return nil
        }
        guard let target = catalogue.resolve(reference) else {
            return nil
        }
        if target.key.isEmpty {
            return target[.name]?.string ?? ""
        }
        return target.key
    }

    // MARK: Descriptions

    /// Declares an error that a method describes itself. Several methods may describe the same error.
    private mutating func declare(_ node: JSONNode) {
        guard let name = ownName(of: node) else { return }
        var error = code(from: node, name: name)
        guard let first = codes[name] else {
            places[name] = node
            codes[name] = error
            return
        }
        guard first.code != error.code else { return }
        error.name = name + "_" + error.code
        let place = places[name].map { ", at \(shown($0.place))" } ?? ""
        problems.warning(
            at: node,
            "\"\(name)\" already has the code \(first.code)\(place); "
                + "the error with the code \(error.code) is named \"\(error.name)\"")
        codes[error.name] = error
    }

    /// Indicates whether a node describes an error instead of referring to one.
    private func isDescription(_ node: JSONNode) -> Bool {
        node.isObject && node[.ref] == nil && node[.code] != nil
    }

    /// Returns the name in the description of an error, or reports that it has none.
    private func ownName(of node: JSONNode) -> String? {
        if let name = node[.name]?.string, !name.isEmpty {
            return name
        }
        problems.error(
            at: node[.name] ?? node,
            "expected an error with its name and its code, {\"name\": \"access_denied\", \"code\": 15}")
        return nil
    }

    private func text(of code: JSONNode?) -> String {
        code?.string ?? code?.integer.map(String.init) ?? ""
    }

    /// Lowers the description of an error.
    private mutating func code(from node: JSONNode, name: String) -> ErrorCode {
        guard node.isObject else {
            problems.error(
                at: node,
                expected: "an error with its number, {\"code\": 15, \"description\": ...}")
            return ErrorCode(name: name, code: "0")
        }
        catalogue.check(node, as: .error)
        let text = text(of: node[.code])
        let isWord = node[.code]?.string != nil
        if let code = node[.code] {
            let isQuotedNumber = isWord && Int(text) != nil
            if text.isEmpty || isQuotedNumber {
                problems.error(at: code, expected: "a whole number without quotes, or a word")
            }
        } else {
            problems.error(
                at: node,
                "\"code\" is missing; expected the number or word that the server sends for this error")
        }
        if problems.flag(from: node[.global]) == true {
            globals.insert(name)
        }
        return ErrorCode(
            name: name,
            code: text,
            isWord: isWord,
            documentation: catalogue.documentation(of: node))
    }
}
