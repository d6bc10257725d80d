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
    init?(reading node: JSONNode, schemes known: [String], problems: Problems) {
        if node.string == "none" || node.string == "token" {
            isNeeded = node.string == "token"
            return
        }
        let elements = node.elements
        let hasSchemes = elements.contains { element in
            element.isArray || element.isObject || known.contains(element.string ?? "")
        }
        if hasSchemes {
            schemes = elements.map {
                Self.alternative(from: $0, schemes: known, problems: problems)
            }
            return
        }
        for element in elements {
            guard let kind = element.string.flatMap(Method.TokenKind.init(rawValue:)) else {
                var kinds = Method.TokenKind.allCases.map(\.rawValue)
                if !node.isArray {
                    kinds = ["none", "token"] + kinds
                }
                problems.error(at: element, expected: list(of: kinds + known))
                return nil
            }
            if !tokens.contains(kind) {
                tokens.append(kind)
            }
        }
        isNeeded = !tokens.isEmpty && !tokens.contains(.open)
    }

    /// Reads schemes that are sent together: a name, a list of names, or an object with the scopes of each.
    private static func alternative(
        from node: JSONNode,
        schemes known: [String],
        problems: Problems
    ) -> [Method.SchemeUse] {
        if node.isObject {
            return node.children.compactMap { scheme in
                guard isScheme(scheme.key, at: scheme.keyPlace, among: known, problems: problems) else {
                    return nil
                }
                let scopes = strings(from: scheme, problems: problems).compactMap(\.string)
                return Method.SchemeUse(name: scheme.key, scopes: scopes)
            }
        }
        return node.elements.compactMap { element in
            guard let name = element.string else {
                problems.error(at: element, expected: "the name of a scheme")
                return nil
            }
            guard isScheme(name, at: element.place, among: known, problems: problems) else {
                return nil
            }
            return Method.SchemeUse(name: name)
        }
    }

    /// Indicates whether `api.json` declares a scheme. Reports an error if it does not.
    private static func isScheme(
        _ name: String,
        at position: Place,
        among known: [String],
        problems: Problems
    ) -> Bool {
        if known.contains(name) {
            return true
        }
        let hint = problems.suggestion(
            for: name,
            among: known,
            otherwise: "; declare it under \"schemes\" of api.json")
        problems.error(at: position, "there is no scheme \"\(name)\"\(hint)")
        return false
    }
}
