/// The errors that the server can return.
struct ErrorTable {
    private let catalogue: Catalogue
    private var codes: [String: ErrorCode] = [:]
    /// The first description of each error.
    private var firsts: [String: ErrorSyntax] = [:]
    /// The names of errors that any method can return without listing them.
    private var globals: Set<String> = []

    private var problems: Problems { catalogue.problems }

    /// Collects the errors that files declare, and those that methods describe themselves.
    init(_ syntax: APISyntax, catalogue: Catalogue) {
        self.catalogue = catalogue
        for error in syntax.errors {
            let name = error.name.value
            if let first = firsts[name] {
                problems.error(
                    at: error.name.keyPosition,
                    "the error \"\(name)\" is already declared at \(shown(first.name.keyPosition))")
                continue
            }
            add(error)
        }
        for method in syntax.methods {
            for case .description(let error) in method.errors {
                declare(error)
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

    /// Returns the names of the errors that a method lists. Reports names that no error has.
    func names(in list: [ListedErrorSyntax]) -> [String] {
        var names: [String] = []
        for element in list {
            let name: String
            switch element {
            case .name(let stated):
                name = stated.value
                if codes[name] == nil {
                    reportMissing(stated)
                    continue
                }
            case .description(let error):
                name = self.name(of: error)
            }
            if !names.contains(name) {
                names.append(name)
            }
        }
        return names
    }

    private func reportMissing(_ name: Located<String>) {
        let suggestion = problems.suggestion(for: name.value, among: Array(codes.keys))
        problems.missing(
            .error,
            at: name.position,
            "there is no error \"\(name.value)\"\(suggestion)")
    }

    /// Returns the name of an error that a method describes. It contains the code if an error with another code has the
    /// stated name.
    private func name(of error: ErrorSyntax) -> String {
        let name = error.name.value
        let isOther = codes[name]?.code != error.code
        return isOther ? error.nameWithCode : name
    }

    // MARK: Descriptions

    /// Declares an error that a method describes itself. Several methods may describe the same error.
    private mutating func declare(_ error: ErrorSyntax) {
        let name = error.name.value
        guard let first = codes[name] else {
            add(error)
            return
        }
        if error.isGlobal {
            globals.insert(name)
        }
        guard first.code != error.code else { return }
        let position = firsts[name].map { ", at \(shown($0.name.position))" } ?? ""
        problems.warning(
            at: error.name.position,
            "\"\(name)\" already has the code \(first.code)\(position); "
                + "the error with the code \(error.code) is named \"\(error.nameWithCode)\"")
        codes[error.nameWithCode] = ErrorCode(error, name: error.nameWithCode)
    }

    /// Adds the first error of its name.
    private mutating func add(_ error: ErrorSyntax) {
        let name = error.name.value
        firsts[name] = error
        codes[name] = ErrorCode(error, name: name)
        if error.isGlobal {
            globals.insert(name)
        }
    }
}

extension ErrorSyntax {
    /// The name of the error if another one has the stated name.
    fileprivate var nameWithCode: String { name.value + "_" + code }
}

extension ErrorCode {
    /// Lowers the description of an error.
    fileprivate init(_ error: ErrorSyntax, name: String) {
        self.init(
            name: name,
            code: error.code,
            isWord: error.isWord,
            documentation: error.documentation)
    }
}
