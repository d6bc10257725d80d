/// A method's path, in which `{pin_id}` stands for a parameter and `{name}` for the method. The other expressions of
/// RFC 6570 stand for parameters, too.
struct PathTemplate {
    let path: String
    /// The names of the parameters in braces.
    private(set) var names: [String] = []
    /// Those of the names without whose values the path is complete, as in `{/version}`.
    private(set) var optionals: Set<String> = []
    /// The descriptions of malformed expressions.
    private var faults: [String] = []

    /// Reads a path. In a method's own path, `{name}` stands for the parameter of that name, if the method has one.
    init(_ path: String, hasParameterName: Bool) {
        self.path = path
        for piece in path.split(separator: "{", omittingEmptySubsequences: false).dropFirst() {
            guard let end = piece.firstIndex(of: "}") else {
                continue
            }
            let text = String(piece[..<end])
            let isMethodName = text == "name" && !hasParameterName
            if isMethodName || text.isEmpty {
                continue
            }
            if text.utf8.contains(where: { "+#./;?&,*:".utf8.contains($0) }) {
                add(text)
            } else {
                names.append(text)
            }
        }
    }

    /// Adds the names of an expression with an operator, several names or modifiers.
    private mutating func add(_ text: String) {
        var variables = text[...]
        var mark: Unicode.Scalar?
        if let first = text.unicodeScalars.first,
            "+#./;?&".unicodeScalars.contains(first)
        {
            mark = first
            variables.removeFirst()
        }
        if mark == "#" {
            faults.append("\"{\(text)}\", but the part of an address after \"#\" is never sent")
        }
        for variable in variables.split(separator: ",", omittingEmptySubsequences: false) {
            let parts = variable.split(
                separator: ":",
                maxSplits: 1,
                omittingEmptySubsequences: false)
            let isExploded = variable.utf8.last == UInt8(ascii: "*")
            let name = String(isExploded ? variable.dropLast() : parts[0])
            let prefix = parts.dropFirst().first
            if !Self.isName(name) || !Self.isPrefixLength(prefix) {
                let hint = "expected names as in \"{+path}\", \"{/list*}\" or \"{?page,size}\""
                return faults.append("the malformed expression \"{\(text)}\"; \(hint)")
            }
            names.append(name)
            if mark != nil, mark != "+" {
                optionals.insert(name)
            }
        }
    }

    /// Indicates whether a text is the length of a prefix (RFC 6570, section 2.4.1), which a variable may do without.
    private static func isPrefixLength(_ text: Substring?) -> Bool {
        guard let text else {
            return true
        }
        guard text.utf8.first != UInt8(ascii: "0"),
            let length = Int(text)
        else {
            return false
        }
        return 1..<10_000 ~= length
    }

    /// Indicates whether an expression may contain the name.
    private static func isName(_ name: String) -> Bool {
        name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
            guard !part.isEmpty else { return false }
            return part.utf8.allSatisfy {
                Unicode.Scalar($0).isAlphanumeric || "_-%".utf8.contains($0)
            }
        }
    }

    /// Reports names in the path that have no parameter, and other mistakes in the path.
    func check(
        _ method: Method,
        besides secrets: [String],
        at position: Place,
        problems: Problems
    ) {
        let known = method.parameters.map(\.name) + secrets
        let faults = faults + mistakes(parameters: known)
        for name in names where !known.contains(name) {
            let suggestion = problems.suggestion(for: name, among: known)
            problems.error(
                at: position,
                "the path of \"\(method.name)\" has {\(name)}, but there is no such parameter\(suggestion)")
        }
        for mistake in faults {
            problems.error(at: position, "the path \"\(path)\" has \(mistake)")
        }
    }

    /// Returns the forms in the path that other formats use for parameters, and wrong braces.
    private func mistakes(parameters: [String]) -> [String] {
        var mistakes: [String] = []
        if path.contains("{}") {
            mistakes.append("empty braces; write the name of a parameter between them")
        }
        // Most paths contain none of the characters that begin the forms of other formats.
        let marks = Set(":<$".utf8)
        let hasMark = path.utf8.contains(where: marks.contains)
        for name in parameters where hasMark {
            for form in ["/:\(name)/", "/<\(name)>/", "${\(name)}"] where "/\(path)/".contains(form) {
                let shown = form.split(separator: "/").joined()
                mistakes.append("\"\(shown)\"; write a parameter in braces: \"{\(name)}\"")
            }
        }
        let letters = path.unicodeScalars
        let openCount = letters.count { $0 == "{" }
        let closeCount = letters.count { $0 == "}" }
        if openCount != closeCount {
            mistakes.append("an unmatched brace")
        }
        return mistakes
    }
}
