/// The keywords that a rule can set for many methods and that a method can set for itself.
struct CallSyntax {
    var verb: CallStyle.Verb?
    var path: String?
    /// The place of parameters that do not state one.
    var parameters: CallStyle.Place?
    var arrays: CallStyle.ArrayStyle?
    var flags: CallStyle.FlagStyle?
    var dates: CallStyle.DateStyle?
    var reads: Bool?
    /// The time in seconds for which a response is fresh. 0 means that responses are not cached.
    var cache: Int?
    /// The namespaces or methods whose cached responses become stale. An empty string stands for the whole API.
    var invalidates: [Located<String>]?
    var needs: Needs?
    /// The name of the server.
    var server: LocatedName?
    /// The settings that only the runtime understands, by their names.
    var settings: [String: CallSetting] = [:]
    /// The key of the result inside the envelope.
    var result: String?
    var idempotent: Located<IdempotencySyntax>?
    var failures: [FailureSyntax] = []
    /// The way in which an operation is polled. The value in it is `nil` if the stated one is malformed.
    var poll: Located<PollSyntax?>?

    /// Replaces the values that the other keywords set. Failures are replaced one by one.
    mutating func override(with other: CallSyntax) {
        // A place set for verbs with a body does not apply to `DELETE`, which seldom has one.
        if other.verb == .delete, parameters != .query {
            parameters = nil
        }
        verb = other.verb ?? verb
        path = other.path ?? path
        parameters = other.parameters ?? parameters
        arrays = other.arrays ?? arrays
        flags = other.flags ?? flags
        dates = other.dates ?? dates
        reads = other.reads ?? reads
        cache = other.cache ?? cache
        invalidates = other.invalidates ?? invalidates
        needs = other.needs ?? needs
        server = other.server ?? server
        settings.merge(other.settings) { _, new in new }
        result = other.result ?? result
        idempotent = other.idempotent ?? idempotent
        poll = other.poll ?? poll
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

/// The value of `idempotent`.
enum IdempotencySyntax {
    /// The method can be repeated, or it cannot. A malformed value counts as `false`.
    case flag(Bool)
    /// The parameter or header field with the name carries the idempotency key.
    case key(String)
}

/// The schema of the response with which the server refuses a call.
struct FailureSyntax {
    /// The status as it is written: `404`, `4XX` or `default`.
    var key: String
    var schema: JSONNode
}

/// A rule of `defaults`: a pattern and the keywords for the methods that match it.
struct RuleSyntax {
    var pattern: Pattern
    var call: CallSyntax
    /// The parameters with a constant value that the rule adds to its methods. `MethodReader` reads them.
    var constants: [JSONNode] = []

    /// Reads a member of `defaults`. Reports an error and returns `nil` if it is not an object.
    init?(
        reading node: JSONNode,
        schemes: [String],
        keywords: KeywordCheck,
        problems: Problems
    ) {
        guard node.isObject else {
            let isKeyword = Dialect.keywords(of: .rule)[node.key] != nil
            var hint = ""
            if isKeyword {
                hint = "; did you mean \"*\": {\"\(node.key)\": \(node.described)}?"
            }
            problems.error(
                at: node,
                "expected a rule like {\"reads\": true, \"cache\": \"1h\"}, found \(node.described)\(hint)")
            return nil
        }
        keywords.check(node, as: .rule, problems: problems)
        pattern = Pattern(node.key, at: node)
        call = CallSyntax(
            reading: node,
            schemes: schemes,
            keywords: keywords,
            problems: problems)
        if let path = node[.path], call.path?.contains("{method}") == true {
            problems.error(
                at: path,
                "the path \(path.described) has {method}; the name of the method is {name}")
            call.path = nil
        }
        guard let list = node[.constants] else { return }
        if !list.isArray {
            problems.error(
                at: list,
                expected: "a list of parameters, [{\"name\": ..., \"const\": ...}]")
        }
        for child in list.children where list.isArray {
            if child.hasAny([.const, .type, .enum, .ref]) {
                constants.append(child)
            } else {
                problems.error(
                    at: child,
                    "a parameter of every call needs a \"const\", or a \"type\" if each app sets its value")
            }
        }
    }
}

extension CallSyntax {
    /// Reads the keywords that rules and methods share.
    init(
        reading node: JSONNode,
        schemes: [String],
        keywords: KeywordCheck,
        problems: Problems
    ) {
        for member in node.children {
            switch Key(rawValue: member.key) {
            case .verb:
                verb = choice(from: member, problems: problems)
            case .path:
                path = Self.path(from: member, problems: problems)
            case .in:
                parameters = oneOf(
                    member,
                    among: CallStyle.Place.ofParameters,
                    problems: problems)
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
                server = LocatedName(reading: member)
            case .timeout:
                readTimeout(from: member, problems: problems)
            case .poll:
                let syntax = PollSyntax(
                    reading: member,
                    keywords: keywords,
                    problems: problems)
                poll = Located(syntax, at: member)
            case .result:
                result = Self.result(from: member, problems: problems)
            case .failures:
                failures = Self.failures(from: member, problems: problems)
            case .idempotent:
                idempotent = Located(IdempotencySyntax(reading: member, problems: problems), at: member)
            default:
                break
            }
        }
    }

    private mutating func readTimeout(from node: JSONNode, problems: Problems) {
        if let seconds = seconds(from: node, problems: problems) {
            set(.timeout, to: "\(seconds)", shown: "\(seconds)s")
        }
    }

    private mutating func set(_ key: Key, to argument: String, shown: String) {
        settings[key.rawValue] = CallSetting(name: key.rawValue, argument: argument, shown: shown)
    }

    /// Reads a list of namespaces. `*` becomes an empty string.
    private static func namespaces(from node: JSONNode, problems: Problems) -> [Located<String>] {
        if !node.isArray {
            problems.error(
                at: node,
                expected: "a list of namespaces, [\"tasks\", \"projects\"], [\"*\"] for all, or [] for none")
        }
        let malformed = node.children.first { $0.nonEmptyString == nil }
        if node.isArray, let malformed {
            problems.error(
                at: malformed,
                expected: "the name of a namespace or of a method, or \"*\" for all")
        }
        return node.children.compactMap { child in
            guard let name = child.nonEmptyString else { return nil }
            return Located(name == "*" ? "" : name, at: child)
        }
    }

    /// Reads the schemas of failures.
    private static func failures(from node: JSONNode, problems: Problems) -> [FailureSyntax] {
        guard node.isObject else {
            problems.error(at: node, expected: "{\"404\": {...}, \"4XX\": {...}, \"default\": {...}}")
            return []
        }
        return node.children.compactMap { child in
            let status = StatusName(child.key)
            if child.key != "default", status == nil || status?.isSuccess == true {
                problems.error(
                    at: child.keyPlace,
                    "\"\(child.key)\" is no status of a failure; expected one like \"404\" or \"4XX\", or \"default\"")
                return nil
            }
            guard child.isObject else {
                problems.error(at: child, expected: "a schema, an object")
                return nil
            }
            return FailureSyntax(key: child.key, schema: child)
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

extension IdempotencySyntax {
    /// Reads `true`, `false` or the name of a parameter.
    fileprivate init(reading node: JSONNode, problems: Problems) {
        if let name = node.string {
            self = .key(name)
            return
        }
        if node.bool == nil {
            problems.error(at: node, expected: "true, false or the name of a parameter")
        }
        self = .flag(node.bool ?? false)
    }
}
