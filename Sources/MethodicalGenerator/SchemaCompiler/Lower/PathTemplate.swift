/// A method's path, in which `{pin_id}` stands for a parameter and `{name}` for the method.
struct PathTemplate {
    let path: String
    /// The names in braces, except `{name}`.
    let names: [String]

    init(_ path: String) {
        self.path = path
        let pieces = path.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
        names = pieces.compactMap { piece in
            let name = piece.firstIndex(of: "}").map { String(piece[..<$0]) }
            return name == "name" || name == "" ? nil : name
        }
    }

    /// Reports names in the path that have no parameter, and other mistakes in the path.
    func check(_ method: Method, _ node: JSONNode, _ problems: Problems) {
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
                "{name} in a path stands for the method's name; the path cannot contain the parameter \"name\"")
        }
        for mistake in mistakes(known) { problems.error(place, "the path \"\(path)\" has \(mistake)") }
    }

    /// Returns the forms in the path that other formats use for parameters, and wrong braces.
    private func mistakes(_ parameters: [String]) -> [String] {
        var mistakes: [String] = []
        if path.contains("{}") { mistakes.append("empty braces; write the name of a parameter between them") }
        // Most paths contain none of the characters that begin the forms of other formats.
        let marks = Set(":<$".utf8)
        for name in path.utf8.contains(where: marks.contains) ? parameters : [] {
            for form in ["/:\(name)/", "/<\(name)>/", "${\(name)}"] where "/\(path)/".contains(form) {
                mistakes.append(
                    "\"\(form.split(separator: "/").joined())\"; write a parameter in braces: \"{\(name)}\"")
            }
        }
        let letters = path.unicodeScalars
        if letters.count(where: { $0 == "{" }) != letters.count(where: { $0 == "}" }) {
            mistakes.append("an unmatched brace")
        }
        return mistakes
    }
}
