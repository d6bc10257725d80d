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
    /// The node with the name of the server.
    var server: JSONNode?
    /// The timeout in seconds.
    var timeout: Int?
    /// The key of the result inside the envelope.
    var result: String?
    /// The node with `true`, `false` or the name of a parameter.
    var idempotent: JSONNode?
    /// The schemas of failures by status.
    var failures: [JSONNode] = []
    /// The node with the way in which an operation is polled.
    var poll: JSONNode?

    /// Replaces the values that the other keywords set. Constants are added.
    mutating func override(with other: MethodWords) {
        // A place set for verbs with a body does not apply to `DELETE`, which seldom has one.
        if other.verb == .delete, parameters != .query {
            parameters = nil
        }
        verb = other.verb ?? verb
        path = other.path ?? path
        parameters = other.parameters ?? parameters
        constants = other.constants + constants
        arrays = other.arrays ?? arrays
        flags = other.flags ?? flags
        dates = other.dates ?? dates
        reads = other.reads ?? reads
        cache = other.cache ?? cache
        invalidates = other.invalidates ?? invalidates
        needs = other.needs ?? needs
        server = other.server ?? server
        timeout = other.timeout ?? timeout
        result = other.result ?? result
        idempotent = other.idempotent ?? idempotent
        let replaced = Set(other.failures.map(\.key))
        failures = other.failures + failures.filter { !replaced.contains($0.key) }
    }

    /// The style of calls, with defaults for everything that is not set.
    var style: CallStyle {
        let verb = verb ?? .post
        return CallStyle(
            verb: verb,
            path: path ?? "{name}",
            parameters: place(for: verb),
            arrays: arrays ?? .comma,
            flags: flags ?? .digits)
    }

    /// Returns the place of parameters that do not state one. A request that usually has no body sends them in the
    /// query.
    private func place(for verb: CallStyle.Verb) -> CallStyle.Place {
        guard verb.hasBody else { return .query }
        switch verb {
        case .delete, .options: return parameters ?? .query
        default: return parameters ?? .form
        }
    }
}

/// A rule of `defaults`: a pattern and the keywords for the methods that match it.
struct Rule {
    var pattern: Pattern
    var words: MethodWords

    /// Reads a member of `defaults`. Reports an error and returns `nil` if it is not an object.
    init?(
        reading node: JSONNode,
        schemes: [String],
        keywords: KeywordCheck,
        problems: Problems
    ) {
        guard node.isObject else {
            let isWord = dialectKeywords.contains { $0.place == .rule && $0.name == node.key }
            var hint = ""
            if isWord {
                hint = "; did you mean \"*\": {\"\(node.key)\": \(node.described)}?"
            }
            problems.error(
                at: node,
                "expected a rule like {\"reads\": true, \"cache\": \"1h\"}, found \(node.described)\(hint)")
            return nil
        }
        keywords.check(node, as: .rule, problems: problems)
        pattern = Pattern(node.key, at: node)
        words = MethodWords(reading: node, schemes: schemes, problems: problems)
        if let path = node[.path], words.path?.contains("{method}") == true {
            problems.error(
                at: path,
                "the path \(path.described) has {method}; the name of the method is {name}")
            words.path = nil
        }
        if let place = node[.parameters] {
            words.parameters = oneOf(place, among: [CallStyle.Place.query, .form, .body], problems: problems)
        }
        guard let list = node[.constants] else { return }
        if !list.isArray {
            problems.error(
                at: list,
                expected: "a list of parameters, [{\"name\": ..., \"const\": ...}]")
        }
        for child in list.children where list.isArray {
            if child.hasAny([.const, .type, .enum, .ref]) {
                words.constants.append(child)
            } else {
                problems.error(
                    at: child,
                    "a parameter of every call needs a \"const\", or a \"type\" if each app sets its value")
            }
        }
    }
}

extension MethodWords {
    /// Reads the keywords that rules and methods share. Skips `parameters`, which is a list in a method.
    init(reading node: JSONNode, schemes: [String], problems: Problems) {
        for member in node.children {
            switch Word(rawValue: member.key) {
            case .verb:
                verb = choice(from: member, problems: problems)
            case .path:
                path = Self.path(from: member, problems: problems)
            case .arrays:
                arrays = choice(from: member, problems: problems)
            case .flags:
                flags = choice(from: member, problems: problems)
            case .dates:
                dates = choice(from: member, problems: problems)
            case .reads:
                reads = flag(from: member, problems: problems)
            case .cache:
                cache = duration(from: member, problems: problems)
            case .invalidates:
                invalidates = Self.namespaces(from: member, problems: problems)
            case .needs:
                needs = Needs(reading: member, schemes: schemes, problems: problems)
            case .server:
                server = member
            case .timeout:
                timeout = seconds(from: member, problems: problems)
            case .poll:
                poll = member
            case .result:
                result = Self.result(from: member, problems: problems)
            case .failures:
                failures = Self.failures(from: member, problems: problems)
            case .idempotent:
                idempotent = member
                if member.bool == nil, member.string == nil {
                    problems.error(at: member, expected: "true, false or the name of a parameter")
                }
            default:
                break
            }
        }
    }

    /// Reads a list of namespaces. `*` becomes an empty string.
    private static func namespaces(from node: JSONNode, problems: Problems) -> [String]? {
        guard node.isArray else {
            problems.error(
                at: node,
                expected: "a list of namespaces, [\"tasks\", \"projects\"], [\"*\"] for all, or [] for none")
            return nil
        }
        var names: [String] = []
        for child in node.children {
            guard
                let name = text(
                    from: child, problems: problems,
                    expected: "the name of a namespace or of a method, or \"*\" for all")
            else {
                return nil
            }
            if name == "*" {
                names.append("")
            } else {
                names.append(name)
            }
        }
        return names
    }

    /// Reads the schemas of failures.
    private static func failures(from node: JSONNode, problems: Problems) -> [JSONNode] {
        guard node.isObject else {
            problems.error(at: node, expected: "{\"404\": {...}, \"4XX\": {...}, \"default\": {...}}")
            return []
        }
        return node.children.filter { child in
            let status = StatusName(child.key)
            if child.key != "default", status == nil || status?.isSuccess == true {
                problems.error(
                    at: child.keyPlace,
                    "\"\(child.key)\" is no status of a failure; expected one like \"404\" or \"4XX\", or \"default\"")
                return false
            }
            if !child.isObject {
                problems.error(at: child, expected: "a schema, an object")
            }
            return child.isObject
        }
    }

    /// Reads the key of the result. Warns about a dot in it, because the key is not split into parts.
    private static func result(from node: JSONNode, problems: Problems) -> String? {
        if node.string?.contains(".") == true {
            problems.warning(
                at: node,
                "this is one key, with its dot; \"response\" describes the objects around it")
        }
        return text(from: node, problems: problems)
    }

    /// Reads a path, and reports an error if it is not relative. A colon alone does not make a scheme: `v1:evaluate` is
    /// a path (RFC 3986, section 3.3).
    private static func path(from node: JSONNode, problems: Problems) -> String? {
        guard let path = text(from: node, problems: problems) else { return nil }
        if path.hasPrefix("/") {
            problems.error(
                at: node,
                "a path is relative to \"baseURL\"; leave out the \"/\" that \(node.described) begins with")
        } else if path.drop(while: { !":/{?".contains($0) }).hasPrefix("://") {
            problems.error(at: node, "a path is relative to \"baseURL\", found \(node.described)")
        }
        return path
    }
}
