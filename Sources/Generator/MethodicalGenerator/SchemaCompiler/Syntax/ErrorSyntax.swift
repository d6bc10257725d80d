/// An error that the server can return, as a file or a method describes it.
struct ErrorSyntax {
    let name: Located<String>
    /// The number or word that the server sends.
    let code: String
    /// Indicates whether the code is a word.
    let isWord: Bool
    /// Indicates whether any method can return the error without listing it.
    let isGlobal: Bool
    let documentation: String?
}

/// An element of a method's list of errors.
enum ListedErrorSyntax {
    /// The name of an error that is described elsewhere.
    case name(Located<String>)
    case description(ErrorSyntax)
}

extension ErrorSyntax {
    /// Reads the errors that files declare, as an object or a list.
    static func declared(in catalogue: Catalogue) -> [ErrorSyntax] {
        var errors: [ErrorSyntax] = []
        for group in catalogue.files.compactMap({ $0.root[.errors] }) {
            if !group.isObject, !group.isArray {
                catalogue.problems.error(
                    at: group,
                    expected: "an object of errors by name, {\"access_denied\": {\"code\": 15}}")
            }
            errors += group.children.compactMap { member in
                if group.isObject {
                    return ErrorSyntax(reading: member, name: member.key, catalogue: catalogue)
                }
                return ErrorSyntax(readingNamed: member, catalogue: catalogue)
            }
        }
        return errors
    }

    /// Reads an error that contains its name. Reports an error and returns `nil` if it has none.
    fileprivate init?(readingNamed node: JSONNode, catalogue: Catalogue) {
        guard let name = node[.name]?.nonEmptyString else {
            catalogue.problems.error(
                at: node[.name] ?? node,
                "expected an error with its name and its code, {\"name\": \"access_denied\", \"code\": 15}")
            return nil
        }
        self.init(reading: node, name: name, catalogue: catalogue)
    }

    /// Reads the description of an error.
    private init(reading node: JSONNode, name: String, catalogue: Catalogue) {
        let problems = catalogue.problems
        self.name = Located(name, at: node)
        guard node.isObject else {
            problems.error(
                at: node,
                expected: "an error with its number, {\"code\": 15, \"description\": ...}")
            code = "0"
            isWord = false
            isGlobal = false
            documentation = nil
            return
        }
        catalogue.check(node, as: .error)
        code = Self.code(of: node, problems: problems)
        isWord = node[.code]?.string != nil
        isGlobal = problems.flag(from: node[.global]) ?? false
        documentation = catalogue.documentation(of: node)
    }

    /// Reads the code of an error.
    private static func code(of error: JSONNode, problems: Problems) -> String {
        guard let node = error[.code] else {
            problems.error(
                at: error,
                "\"code\" is missing; expected the number or word that the server sends for this error")
            return ""
        }
        let code = node.string ?? node.integer.map(String.init) ?? ""
        let isQuotedNumber = node.string != nil && Int(code) != nil
        if code.isEmpty || isQuotedNumber {
            problems.error(at: node, expected: "a whole number without quotes, or a word")
        }
        return code
    }
}

extension ListedErrorSyntax {
    /// Reads the errors that a method lists.
    static func list(from node: JSONNode?, catalogue: Catalogue) -> [ListedErrorSyntax] {
        guard let node else { return [] }
        guard node.isArray else {
            catalogue.problems.error(at: node, expected: "a list of errors")
            return []
        }
        return node.children.compactMap { ListedErrorSyntax(reading: $0, catalogue: catalogue) }
    }

    /// Reads an element of the list: a name, a reference or a description.
    private init?(reading node: JSONNode, catalogue: Catalogue) {
        if let name = node.string {
            self = .name(Located(name, at: node))
            return
        }
        if let reference = node[.ref] {
            guard let target = catalogue.resolve(reference) else {
                return nil
            }
            let name = target.key.isEmpty ? target[.name]?.string : target.key
            self = .name(Located(name ?? "", at: node))
            return
        }
        guard node[.code] != nil else {
            catalogue.problems.error(
                at: node,
                expected: "the name of an error, a reference to one, or {\"name\": ..., \"code\": ...}")
            return nil
        }
        guard let error = ErrorSyntax(readingNamed: node, catalogue: catalogue) else {
            return nil
        }
        self = .description(error)
    }
}
