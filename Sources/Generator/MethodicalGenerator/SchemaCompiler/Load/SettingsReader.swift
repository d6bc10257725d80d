extension Settings {
    /// Reads the root of `api.json`. Reports problems, and returns `nil` if the root is not an object.
    init?(reading root: JSONNode, keywords: KeywordCheck, problems: Problems) {
        guard root.isObject else {
            problems.error(at: root, expected: "an object with \"name\" and \"baseURL\"")
            return nil
        }
        self.init(node: root)
        keywords.check(root, as: .api, problems: problems)
        reportMissingKeys(to: problems)
        // The name comes first, because renames must differ from it.
        if let name = root[.name] {
            read(name, keywords: keywords, problems: problems)
        }
        readNames(from: root, keywords: keywords, problems: problems)
        for member in root.children where member.key != "name" {
            read(member, keywords: keywords, problems: problems)
        }
    }

    private func reportMissingKeys(to problems: Problems) {
        let known = Array(Dialect.keywords(of: .api).keys)
        let hints = [
            ("name", ": the name of the API's Swift type, as in \"name\": \"Weather\""),
            ("baseURL", ": the address that paths are relative to, as in \"baseURL\": \"https://api.example.com/\""),
        ]
        for (key, hint) in hints where node[key] == nil {
            reportMissing(key, in: node, known: known, hint: hint, problems: problems)
        }
    }

    /// Reads a member of the root.
    private mutating func read(
        _ member: JSONNode,
        keywords: KeywordCheck,
        problems: Problems
    ) {
        switch Key(rawValue: member.key) {
        case .name:
            readName(member, problems: problems)
        case .baseURL:
            baseURL = member.string ?? ""
            checkAddress(member, problems: problems)
        case .description:
            documentation = member.string
        case .version:
            version = Self.version(from: member, problems: problems)
        case .authorization:
            authorization = Self.authorization(from: member, problems: problems)
        case .signIn:
            signIn = Self.signIn(from: member, problems: problems)
            user = member["user"].map { UserSyntax(reading: $0, problems: problems) }
        case .envelope:
            envelope = Self.envelope(from: member, problems: problems)
        case .batch:
            batch = Self.batch(from: member, problems: problems)
        case .errorCodes:
            readErrors(member, problems: problems)
        case .limits:
            readLimits(member, problems: problems)
        case .challenges:
            readChallenges(member, problems: problems)
        case .webhooks:
            let syntax = WebhookSyntax(reading: member, keywords: keywords, problems: problems)
            webhooks = Located(syntax, at: member)
        case .decoding:
            readDecoding(member, problems: problems)
        case .access:
            access = choice(from: member, problems: problems) ?? access
        case .initializers:
            initializers = choice(from: member, problems: problems)
        case .acronyms:
            readAcronyms(member, problems: problems)
        case .namespaces:
            namespaces = strings(from: member, problems: problems).compactMap(\.string)
        case .include:
            readIncluded(member, problems: problems)
        case .exclude:
            exclude = strings(from: member, problems: problems).map { Pattern($0.string ?? "", at: $0) }
        case .rename:
            readRenames(member, problems: problems)
        case .types:
            readReplacements(member, problems: problems)
        case .source:
            Self.checkSource(member, problems: problems)
            recordedTypes = RecordedTypes(in: node)
        case .defaults:
            readRules(member, keywords: keywords, problems: problems)
        default:
            break
        }
    }

    private mutating func readName(_ node: JSONNode, problems: Problems) {
        name = node.string ?? ""
        if !isIdentifier(name) {
            problems.error(at: node, expected: "the name of the Swift type, letters and digits")
        }
    }

    /// Adds acronyms to the usual ones.
    private mutating func readAcronyms(_ node: JSONNode, problems: Problems) {
        let usual = acronyms
        let words = strings(from: node, problems: problems).compactMap(\.string)
        acronyms += words.filter { !usual.contains($0) }
    }

    private mutating func readChallenges(_ node: JSONNode, problems: Problems) {
        for name in members(of: node, as: .challenges, problems: problems) {
            guard let key = WireDefaults.ChallengeKey(rawValue: name.key) else {
                continue
            }
            let text = text(from: name, in: .challenges, problems: problems)
            challenges.append((key, text ?? ""))
        }
    }

    /// Reads the patterns of methods, and those of definitions, which begin with `#`.
    private mutating func readIncluded(_ list: JSONNode, problems: Problems) {
        for node in strings(from: list, problems: problems) {
            let text = node.string ?? ""
            if text.hasPrefix("#") {
                definitions.append(Pattern(String(text.dropFirst()), at: node))
            } else {
                include.append(Pattern(text, at: node))
            }
        }
    }

    private mutating func readRules(
        _ node: JSONNode,
        keywords: KeywordCheck,
        problems: Problems
    ) {
        guard node.isObject else {
            return problems.error(at: node, expected: "{\"PATTERN\": {...}}")
        }
        for member in node.children {
            let rule = RuleSyntax(
                reading: member,
                schemes: schemes.map(\.name),
                keywords: keywords,
                problems: problems)
            if let rule {
                rules.append(rule)
            }
        }
    }

    private mutating func readLimits(_ node: JSONNode, problems: Problems) {
        for member in members(of: node, as: .limits, problems: problems) {
            switch member.key {
            case "headers":
                limitHeaders = Self.limitHeaders(from: member, problems: problems)
            case "parallel":
                if let number = member.integer, 1...10_000 ~= number {
                    parallel = number
                } else {
                    problems.error(at: member, expected: "a number of requests from 1 to 10000")
                }
            default:
                let rates = member.elements.compactMap { rateLimit(from: $0, problems: problems) }
                if member.isArray, member.children.isEmpty {
                    problems.error(at: member, expected: "at least one limit")
                }
                if !rates.isEmpty {
                    limits.append((Method.TokenKind(rawValue: member.key), rates))
                }
            }
        }
        if let member = node["parallel"], parallel != nil, limits.isEmpty {
            problems.error(
                at: member.keyPlace,
                "\"parallel\" needs a limit beside it, as in {\"*\": \"30/s\"}")
        }
    }

    private mutating func readErrors(_ node: JSONNode, problems: Problems) {
        for member in members(of: node, as: .errorCodes, problems: problems) {
            guard let meaning = WireDefaults.ErrorMeaning(rawValue: member.key) else {
                continue
            }
            if !member.isArray {
                problems.error(at: member, expected: "a list of error codes")
            }
            meanings[meaning] = member.children.map { code in
                let text = code.integer.map(String.init) ?? code.string ?? ""
                if text.isEmpty {
                    problems.error(at: code, expected: "an error code, a whole number or a word")
                }
                return text
            }
        }
    }

    private mutating func readDecoding(_ node: JSONNode, problems: Problems) {
        for member in members(of: node, as: .decoding, problems: problems) {
            switch member.key {
            case "mismatches":
                decoding.reading = choice(from: member, problems: problems) ?? decoding.reading
            case "flags":
                readFlags(member, problems: problems)
            case "format":
                decoding.format = choice(from: member, problems: problems) ?? decoding.format
            default:
                decoding.trustsRequired = member.string == "trusted"
                if member.isArray {
                    decoding.trustedNames = strings(from: member, problems: problems).compactMap(\.string)
                } else if member.string != "trusted", member.string != "untrusted" {
                    problems.error(
                        at: member,
                        expected: "\"trusted\", \"untrusted\", or the names of properties that are trusted, "
                            + "as in [\"id\"]")
                }
            }
        }
    }

    private mutating func readFlags(_ node: JSONNode, problems: Problems) {
        let styles: [CallStyle.FlagStyle] = [.digits, .words]
        guard let style = styles.first(where: { $0.rawValue == node.string }) else {
            return problems.error(
                at: node,
                expected: "\"1/0\" (0 and 1 are flags, too) or \"true/false\"")
        }
        decoding.flags = style
    }

    /// Checks the record of an import, which only `methodical import` reads.
    private static func checkSource(_ node: JSONNode, problems: Problems) {
        let found = members(of: node, as: .source, problems: problems)
        guard node.isObject else { return }
        if node["location"] == nil {
            reportMissing(
                "location",
                in: node,
                known: Dialect.names(of: .source),
                hint: ", as in \(DialectObject.source.form)",
                problems: problems)
        }
        for member in found {
            switch member.key {
            case "location":
                _ = text(from: member, problems: problems, expected: "a path or a URL")
            case "overlays":
                _ = strings(from: member, problems: problems)
            case "rules":
                if member.integer == nil {
                    problems.error(at: member, expected: "the version of the rules for names")
                }
            case "expandable":
                let kind = Dialect.value(of: member, in: .source)
                if !kind.accepts(member) {
                    problems.error(at: member, expected: kind.expectation)
                }
            case "files":
                if !member.isObject {
                    problems.error(
                        at: member,
                        expected: "{\"pets/types.json\": \"16 digits of a hash\"}")
                }
            case RecordedTypes.key:
                if !member.children.allSatisfy({ $0.isArray }) || !member.isObject {
                    problems.error(at: member, expected: "{\"*/address\": [\"orders.create/address\"]}")
                }
            case "settings":
                if !member.isObject {
                    problems.error(at: member, expected: "{\"/baseURL\": \"8 digits of a hash\"}")
                }
            default:
                _ = text(from: member, problems: problems, expected: "a text")
            }
        }
    }

    private mutating func readRenames(_ node: JSONNode, problems: Problems) {
        guard node.isObject else {
            return problems.error(at: node, expected: "{\"users_user_full\": \"User\"}")
        }
        var taken: [String: JSONNode] = [:]
        for member in node.children {
            guard let asked = askedName(of: member, problems: problems) else {
                continue
            }
            if asked == name {
                problems.error(
                    at: member,
                    "\"\(asked)\" is the name of the API itself; a type needs another name")
            } else if let first = taken[asked] {
                problems.error(
                    at: member,
                    "\"\(first.key)\" already has the name \"\(asked)\", at \(shown(first.place))")
            } else {
                taken[asked] = member
                renames.append(member)
            }
        }
    }

    private mutating func readReplacements(_ node: JSONNode, problems: Problems) {
        guard node.isObject else {
            return problems.error(at: node, expected: "{\"money\": \"MyMoney\"}")
        }
        for member in node.children {
            let type = member.string ?? ""
            let parts = type.split(separator: ".", omittingEmptySubsequences: false)
            let areNames = parts.allSatisfy { isIdentifier(String($0)) && $0 != "_" }
            if parts.isEmpty || !areNames {
                problems.error(at: member, expected: TextForm.swiftType.expectation)
            } else if member.key == "*", parts.count < 2 {
                problems.error(
                    at: member,
                    expected: "another client with its module, as in \"ShopTypes.Shop\"")
            } else {
                replacements.append(member)
            }
        }
    }

    /// Warns about trusted names that no property has.
    func checkTrustedNames(in files: [SchemaFile], problems: Problems) {
        let names = node[.decoding]?[.required]?.children ?? []
        var missing = Set(names.compactMap(\.string))
        var known: Set<String> = []
        var waiting = files.map(\.root)
        while !missing.isEmpty, let node = waiting.popLast() {
            waiting += node.children
            guard node.key == "properties" else { continue }
            known.formUnion(node.keys)
            missing.subtract(node.keys)
        }
        for name in names where missing.contains(name.string ?? "") {
            let suggestion = problems.suggestion(for: name.string, among: known.sorted())
            problems.missing(
                .warning,
                at: name.place,
                "no property has the name \(name.described)\(suggestion)")
        }
    }
}
