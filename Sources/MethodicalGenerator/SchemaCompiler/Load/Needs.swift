/// The value of `needs`: the kinds of token that a method accepts, or the schemes by which its calls are authorized.
struct Needs {
    /// The kinds of token. An empty list stands for all kinds.
    var tokens: [Method.TokenKind] = []
    /// Indicates whether a call without a token fails.
    var isNeeded = false
    /// The alternatives of schemes. An empty alternative allows a call without any.
    var schemes: [[Method.SchemeUse]] = []

    /// Reads `none`, `token`, a kind of token, a list of kinds, or schemes. A call needs a token unless `open` is among
    /// the kinds.
    init?(reading node: JSONNode, schemes known: [String], _ problems: Problems) {
        if node.string == "none" || node.string == "token" {
            isNeeded = node.string == "token"
            return
        }
        let elements = node.isArray ? node.children : [node]
        if elements.contains(where: { $0.isArray || $0.isObject || known.contains($0.string ?? "") }) {
            schemes = elements.map { Self.alternative($0, known, problems) }
            return
        }
        for element in elements {
            guard let kind = element.string.flatMap(Method.TokenKind.init(rawValue:)) else {
                let kinds = (node.isArray ? [] : ["none", "token"]) + Method.TokenKind.allCases.map(\.rawValue)
                problems.error(element, expected: list(kinds + known))
                return nil
            }
            if !tokens.contains(kind) {
                tokens.append(kind)
            }
        }
        isNeeded = !tokens.isEmpty && !tokens.contains(.open)
    }

    /// Reads schemes that are sent together: a name, a list of names, or an object with the scopes of each.
    private static func alternative(_ node: JSONNode, _ known: [String], _ problems: Problems) -> [Method.SchemeUse] {
        (node.isArray || node.isObject ? node.children : [node]).compactMap { element in
            let name = node.isObject ? element.key : element.string
            guard let name, known.contains(name) else {
                let suggestion = problems.suggestion(for: name, among: known)
                let hint = suggestion.isEmpty ? "; declare it under \"schemes\" of api.json" : suggestion
                problems.error(
                    node.isObject ? element.keyPlace : element.place,
                    name.map { "there is no scheme \"\($0)\"\(hint)" }
                        ?? "expected the name of a scheme, found \(element.described)")
                return nil
            }
            let scopes = node.isObject ? strings(element, problems).compactMap(\.string) : []
            return Method.SchemeUse(name: name, scopes: scopes)
        }
    }
}
