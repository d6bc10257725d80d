/// A pattern of method names, in which `*` stands for any number of characters.
struct Pattern {
    let text: String
    let node: JSONNode
    private let bytes: [UInt8]

    init(_ text: String, _ node: JSONNode) {
        self.text = text
        self.node = node
        bytes = Array(text.utf8)
    }

    /// Indicates whether the pattern matches a name. The search goes back to the last star only, so that a pattern with
    /// many stars stays cheap.
    func matches(_ name: [UInt8]) -> Bool {
        var p = 0
        var n = 0
        var star = -1
        var mark = 0
        while n < name.count {
            if p < bytes.count, bytes[p] == UInt8(ascii: "*") {
                star = p
                mark = n
                p += 1
            } else if p < bytes.count, bytes[p] == name[n] {
                p += 1
                n += 1
            } else if star >= 0 {
                p = star + 1
                mark += 1
                n = mark
            } else {
                return false
            }
        }
        while p < bytes.count, bytes[p] == UInt8(ascii: "*") { p += 1 }
        return p == bytes.count
    }
}

/// The keywords that a rule can set for many methods and that a method can set for itself.
struct MethodWords {
    var verb: CallStyle.Verb?
    var path: String?
    /// The place of parameters that do not state one.
    var parameters: CallStyle.Place?
    /// The parameters with a constant value that a rule adds to its methods.
    var constants: [JSONNode] = []
    var arrays: CallStyle.ArrayStyle?
    var flags: CallStyle.FlagStyle?
    var dates: CallStyle.DateStyle?
    var reads: Bool?
    /// The time in seconds for which a response is fresh. 0 means that responses are not cached.
    var cache: Int?
    /// The namespaces or methods whose cached responses become stale. An empty string stands for the whole API.
    var invalidates: [String]?
    var needs: Needs?
    /// The timeout in seconds.
    var timeout: Int?
    /// The key of the result inside the envelope.
    var result: String?
    /// The node with `true`, `false` or the name of a parameter.
    var idempotent: JSONNode?

    /// The kinds of token that a method accepts. An empty list stands for all kinds.
    struct Needs {
        var tokens: [Method.TokenKind] = []
        /// Indicates whether a call without a token fails.
        var isNeeded = false
    }

    /// Replaces the values that the other keywords set. Constants are added.
    mutating func override(with other: MethodWords) {
        if let verb = other.verb {
            self.verb = verb
            // A place set for verbs with a body does not apply to `DELETE`, which seldom has one.
            if verb == .delete, parameters != .query { parameters = nil }
        }
        if let value = other.path { path = value }
        if let value = other.parameters { parameters = value }
        constants = other.constants + constants
        if let value = other.arrays { arrays = value }
        if let value = other.flags { flags = value }
        if let value = other.dates { dates = value }
        if let value = other.reads { reads = value }
        if let value = other.cache { cache = value }
        if let value = other.invalidates { invalidates = value }
        if let value = other.needs { needs = value }
        if let value = other.timeout { timeout = value }
        if let value = other.result { result = value }
        if let value = other.idempotent { idempotent = value }
    }

    /// The style of calls, with defaults for everything that is not set.
    var style: CallStyle {
        let verb = verb ?? .post
        let place = verb.hasBody ? parameters ?? (verb == .delete ? .query : .form) : .query
        return CallStyle(
            verb: verb, path: path ?? "{name}", parameters: place, arrays: arrays ?? .comma, flags: flags ?? .digits)
    }
}

/// A rule of `defaults`: a pattern and the keywords for the methods that match it.
struct Rule {
    var pattern: Pattern
    var words: MethodWords
}

/// A reader of the rules in `api.json`, and of the keywords that methods share with them.
struct RuleReader {
    let problems: Problems
    let keywords: KeywordCheck

    /// Reads one member of `defaults`. Returns `nil` and reports an error if it is not an object.
    func rule(_ node: JSONNode) -> Rule? {
        guard node.isObject else {
            let isWord = dialectKeywords.contains { $0.place == .rule && $0.name == node.key }
            let hint = isWord ? "; did you mean \"*\": {\"\(node.key)\": \(node.described)}?" : ""
            problems.error(
                node, "expected a rule as {\"reads\": true, \"cache\": \"1h\"}, found \(node.described)\(hint)")
            return nil
        }
        keywords.check(node, as: .rule)
        var words = words(of: node)
        if let path = node[.path], words.path?.contains("{method}") == true {
            problems.error(path, "the path \(path.described) has {method}; the name of the method is {name}")
            words.path = nil
        }
        if let place = node[.parameters] {
            words.parameters = oneOf(place, CallStyle.Place.allCases.filter { $0 != .path && $0 != .header }, problems)
        }
        if let list = node[.constants], !list.isArray {
            problems.error(list, expected: "a list of parameters, [{\"name\": ..., \"const\": ...}]")
        } else if let list = node[.constants] {
            for child in list.children where child[.const] == nil {
                problems.error(child, "what every call sends needs a \"const\"")
            }
            words.constants = list.children.filter { $0[.const] != nil }
        }
        return Rule(pattern: Pattern(node.key, node), words: words)
    }

    /// Reads the keywords that rules and methods share. Skips `parameters`, which is a list in a method.
    func words(of node: JSONNode) -> MethodWords {
        var words = MethodWords()
        for member in node.children {
            guard member.symbol < Word.allCases.count, let word = Word(rawValue: member.symbol) else { continue }
            switch word {
            case .verb: words.verb = oneOf(member, CallStyle.Verb.allCases, problems)
            case .path: words.path = path(member)
            case .arrays: words.arrays = oneOf(member, CallStyle.ArrayStyle.allCases, problems)
            case .flags: words.flags = oneOf(member, CallStyle.FlagStyle.allCases, problems)
            case .dates: words.dates = oneOf(member, CallStyle.DateStyle.allCases, problems)
            case .reads: words.reads = flag(member)
            case .cache: words.cache = duration(member)
            case .invalidates: words.invalidates = namespaces(member)
            case .needs: words.needs = needs(member)
            case .access_token_type: if words.needs == nil { words.needs = needs(member) }
            case .timeout: words.timeout = seconds(member)
            case .result: words.result = key(member)
            case .idempotent:
                words.idempotent = member
                if member.bool == nil, member.string == nil {
                    problems.error(member, expected: "true, false or the name of a parameter")
                }
            default: break
            }
        }
        return words
    }

    /// Reads a list of namespaces. `*` becomes an empty string.
    private func namespaces(_ node: JSONNode) -> [String]? {
        guard node.isArray else {
            problems.error(
                node, expected: "a list of namespaces, [\"tasks\", \"projects\"], [\"*\"] for all, or [] for none")
            return nil
        }
        for child in node.children where child.string?.isEmpty != false {
            problems.error(child, expected: "the name of a namespace or of a method, or \"*\" for all")
            return nil
        }
        return node.children.map { $0.string == "*" ? "" : $0.string ?? "" }
    }

    private func text(_ node: JSONNode) -> String? {
        if node.string == nil { problems.error(node, expected: "a string") }
        return node.string
    }

    /// Reads a key. Warns about a dot in it, because the key is not split into parts.
    private func key(_ node: JSONNode) -> String? {
        if node.string?.utf8.contains(UInt8(ascii: ".")) == true {
            problems.warning(node, "this is one key, with its dot; \"response\" says what lies around it")
        }
        return text(node)
    }

    /// Reads a path, and reports an error if it is not relative.
    private func path(_ node: JSONNode) -> String? {
        guard let path = text(node) else { return nil }
        if path.utf8.first == UInt8(ascii: "/") {
            problems.error(
                node, "a path is relative to \"baseURL\"; leave out the \"/\" that \(node.described) begins with")
        } else if hasScheme(path) {
            problems.error(node, "a path is relative to \"baseURL\", found \(node.described)")
        }
        return path
    }

    /// Indicates whether a path begins with a scheme, as `https://` does. A colon alone does not make a scheme:
    /// `v1:evaluate` is a path (RFC 3986, section 3.3).
    private func hasScheme(_ path: String) -> Bool {
        path.utf8.drop { !":/{?".utf8.contains($0) }.starts(with: "://".utf8)
    }

    private func flag(_ node: JSONNode) -> Bool? {
        if node.bool == nil { problems.error(node, expected: "true or false") }
        return node.bool
    }

    /// Reads a time in whole seconds.
    private func seconds(_ node: JSONNode) -> Int? {
        if let value = node.integer, value > 0, value <= 86_400 { return value }
        problems.error(node, expected: "whole seconds, from 1 to 86400")
        return nil
    }

    /// Reads a time such as `30s`, `5min`, `1h`, `1d`, `1w`, `1month`, `1y` or `never`. Returns it in seconds.
    private func duration(_ node: JSONNode) -> Int? {
        let text = node.string ?? ""
        if text == "never" { return 0 }
        let digits = text.utf8.prefix { $0 >= 48 && $0 <= 57 }
        let units = ["s": 1, "min": 60, "h": 3600, "d": 86_400, "w": 604_800, "month": 2_592_000, "y": 31_536_000]
        if let count = Int(String(digits) ?? ""), count > 0, count <= 10_000,
            let unit = units[String(text.utf8.dropFirst(digits.count)) ?? ""]
        {
            return count * unit
        }
        problems.error(
            node, expected: "\"never\" or a time like \"30s\", \"5min\", \"1h\", \"1d\", \"1w\", \"1month\", \"1y\"")
        return nil
    }

    /// Reads `none`, `token`, a kind of token or a list of kinds. A call needs a token unless `open` is among the
    /// kinds.
    private func needs(_ node: JSONNode) -> MethodWords.Needs? {
        if node.string == "none" { return MethodWords.Needs() }
        if node.string == "token" { return MethodWords.Needs(tokens: [], isNeeded: true) }
        var kinds: [Method.TokenKind] = []
        for element in node.isArray ? Array(node.children) : [node] {
            if let kind = Method.TokenKind.allCases.first(where: { $0.rawValue == element.string }) {
                if !kinds.contains(kind) { kinds.append(kind) }
            } else {
                let known = (node.isArray ? [] : ["none", "token"]) + Method.TokenKind.allCases.map(\.rawValue)
                problems.error(element, "expected \(list(known)), found \(element.described)")
                return nil
            }
        }
        return MethodWords.Needs(tokens: kinds, isNeeded: !kinds.isEmpty && !kinds.contains(.open))
    }
}
