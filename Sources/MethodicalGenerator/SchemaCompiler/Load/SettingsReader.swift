/// A reader of `api.json`.
struct SettingsReader {
    let problems: Problems
    let keywords: KeywordCheck

    /// Reads the root of `api.json`. Reports problems, and returns `nil` if the root is not an object.
    func read(_ root: JSONNode) -> Settings? {
        guard root.isObject else {
            problems.error(root, expected: "an object with \"name\" and \"baseURL\"")
            return nil
        }
        keywords.check(root, as: .api)
        var settings = Settings(node: root)
        readName(root, &settings)
        readWire(root, &settings)
        readSignIn(root, &settings.signIn)
        readErrors(root, &settings)
        readLimits(root, &settings)
        readChallenges(root, &settings)
        readAnswers(root, &settings)
        settings.documentation = root[.description]?.string
        if let access = root[.access] { settings.access = choice(access, Access.allCases) ?? settings.access }
        if let initializers = root[.initializers] {
            settings.initializers = choice(initializers, Initializers.allCases) ?? settings.initializers
        }
        for word in strings(root[.acronyms], "acronyms") where !settings.acronyms.contains(word.text) {
            settings.acronyms.append(word.text)
        }
        settings.namespaces = strings(root[.namespaces], "namespaces").map(\.text)
        settings.include = strings(root[.include], "include").map { Pattern($0.text, $0.node) }
        settings.exclude = strings(root[.exclude], "exclude").map { Pattern($0.text, $0.node) }
        readRenames(root, &settings)
        if let defaults = root[.defaults] {
            if !defaults.isObject { problems.error(defaults, expected: "{\"PATTERN\": {...}}") }
            let reader = RuleReader(problems: problems, keywords: keywords)
            if defaults.isObject { settings.rules = defaults.children.compactMap(reader.rule) }
        }
        return settings
    }

    private func readName(_ root: JSONNode, _ settings: inout Settings) {
        let known = dialectKeywords.filter { $0.place == .api }.map(\.name)
        if let name = root[.name] {
            settings.name = name.string ?? ""
            if !isIdentifier(settings.name) {
                problems.error(name, expected: "the name of the Swift type, letters and digits")
            }
        } else if !isMisspelt("name", in: root, known) {
            problems.error(root, "\"name\" is missing: the name of the API's Swift type, as in \"name\": \"VK\"")
        }
        guard let base = root[.baseURL] else {
            if isMisspelt("baseURL", in: root, known) { return }
            problems.error(
                root, "\"baseURL\" is missing: where the methods lie, as in \"baseURL\": \"https://api.example.com/\"")
            return
        }
        settings.baseURL = base.string ?? ""
        if let fault = urlFault(settings.baseURL) { problems.error(base, "\(fault), found \(base.described)") }
        if settings.baseURL.utf8.contains(where: { "?#{".utf8.contains($0) }) {
            problems.error(
                base,
                "paths are put behind a base URL as it stands; "
                    + "expected one without \"?\", \"#\" and braces, found \(base.described)")
        }
    }

    private func readWire(_ root: JSONNode, _ settings: inout Settings) {
        if let version = root[.version] {
            if version.isObject {
                let parameter = member(.parameter, of: version)
                let value = member(.value, of: version)
                checkKeys(of: version, ["parameter", "value"])
                if let parameter, let value {
                    settings.version = WireDefaults.Version(parameter: parameter, value: value)
                }
            } else {
                problems.error(version, expected: "{\"parameter\": \"v\", \"value\": \"5.199\"}")
            }
        }
        if let authorization = root[.authorization] { settings.authorization = self.authorization(authorization) }
        if let batch = root[.batch] { settings.batch = self.batch(batch) }
        guard let envelope = root[.envelope] else { return }
        if envelope.string == "none" {
            settings.envelope = WireDefaults.Envelope()
            return
        }
        guard envelope.isObject else {
            return problems.error(
                envelope, expected: "\"none\" or {\"result\", \"error\", \"code\", \"message\", \"retryAfter\"}")
        }
        let known = ["result", "error", "code", "message", "retryAfter"]
        checkKeys(of: envelope, known)
        for member in envelope.children where known.contains(member.key) && member.string == nil {
            problems.error(member, expected: "a key of the answer")
        }
        if let error = envelope[.error]?.string {
            for word in [Word.code, .message, .retryAfter] {
                guard let node = envelope[word], let text = node.string, text.utf8.starts(with: (error + ".").utf8)
                else { continue }
                problems.error(
                    node,
                    "\"\(word.text)\" is looked for inside \"\(error)\"; "
                        + "did you mean \"\(text.dropFirst(error.count + 1))\"?")
            }
        }
        settings.envelope = WireDefaults.Envelope(
            result: envelope[.result]?.string, error: envelope[.error]?.string, code: envelope[.code]?.string,
            message: envelope[.message]?.string, retryAfter: envelope[.retryAfter]?.string)
    }

    private func batch(_ node: JSONNode) -> WireDefaults.Batch? {
        guard node.isObject else {
            problems.error(node, expected: "{\"method\": \"execute\", \"limit\": 25}")
            return nil
        }
        checkKeys(of: node, ["method", "limit"])
        let limit = node[.limit]?.integer ?? 25
        if let word = node[.limit], word.integer == nil || limit < 1 {
            problems.error(word, expected: "how many calls the method takes, 1 at least")
        }
        return member(.method, of: node).map { WireDefaults.Batch(method: $0, limit: limit) }
    }

    private func authorization(_ node: JSONNode) -> WireDefaults.Authorization? {
        if node.string == "none" { return WireDefaults.Authorization.none }
        guard node.isObject, node.first != nil else {
            problems.error(
                node,
                expected: "\"none\", {\"parameter\": \"access_token\"}, {\"header\": \"Bearer\"} "
                    + "or {\"field\": \"X-Api-Key\"}")
            return nil
        }
        checkKeys(of: node, ["parameter", "header", "field"])
        if let second = node.children.dropFirst().first(where: { ["parameter", "header", "field"].contains($0.key) }) {
            problems.error(second.keyPlace, "expected \"parameter\", \"header\" or \"field\", found several")
        }
        if let header = node[.header], let text = header.string?.lowercased(),
            text == "authorization" || text.utf8.starts(with: "x-".utf8)
        {
            problems.error(
                header,
                "expected the scheme that stands before the token in Authorization, as in \"Bearer\", "
                    + "found \(header.described); "
                    + "for a token alone in a header field, write \"field\": \(header.described)")
        }
        if node[.parameter] != nil { return member(.parameter, of: node).map { .parameter($0) } }
        if node[.header] != nil { return member(.header, of: node).map { .header(scheme: $0) } }
        if let field = node[.field] {
            let isName = field.string?.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") } ?? false
            if field.string == "" || !isName {
                problems.error(field, expected: "the name of a header field, as in \"X-Api-Key\"")
            }
            return .field(field.string ?? "")
        }
        return nil
    }

    private func readSignIn(_ root: JSONNode, _ signIn: inout WireDefaults.SignIn) {
        guard let node = root[.signIn] else { return }
        guard node.isObject else {
            return problems.error(node, expected: "{\"authorize\": \"https://...\", \"token\": \"https://...\"}")
        }
        checkKeys(
            of: node, ["authorize", "token", "device", "issuer", "separator", "account", "client", "deviceGrant"])
        for member in node.children {
            switch member.key {
            case "authorize": signIn.authorize = endpoint(member)
            case "token": signIn.token = endpoint(member)
            case "device": signIn.device = endpoint(member)
            case "issuer": signIn.issuer = endpoint(member)
            case "separator": signIn.separator = text(member, "what stands between permissions")
            case "account": signIn.account = text(member, "the key of the user's id beside a token")
            case "client": signIn.client = choice(member, WireDefaults.SignIn.Client.allCases) ?? signIn.client
            case "deviceGrant": signIn.deviceGrant = text(member, "the name of a grant")
            default: break
            }
        }
    }

    /// Reads a URL that passwords and tokens are sent to.
    private func endpoint(_ node: JSONNode) -> String? {
        if let text = node.string, isEndpoint(text) { return text }
        problems.error(node, expected: "an absolute https URL, or http on this machine (127.0.0.1), without a fragment")
        return nil
    }

    private func text(_ node: JSONNode, _ meaning: String) -> String {
        let text = node.string ?? ""
        if text.isEmpty { problems.error(node, "expected \(meaning), found \(node.described)") }
        return text
    }

    /// Returns the string that an object must have under a key. Reports an error if there is none.
    private func member(_ word: Word, of node: JSONNode) -> String? {
        guard let value = node[word] else {
            if !isMisspelt(word.text, in: node, [word.text]) { problems.error(node, "\"\(word.text)\" is missing") }
            return nil
        }
        if value.string == nil { problems.error(value, expected: "a string") }
        return value.string
    }

    /// Reports the members of an object that are not among the known keys.
    private func checkKeys(of node: JSONNode, _ known: [String]) {
        for member in node.children where !known.contains(member.key) && !member.key.utf8.starts(with: "x-".utf8) {
            let suggestion = problems.suggestion(for: member.key, among: known)
            let hint = suggestion.isEmpty ? "; expected \(list(known))" : suggestion
            problems.error(member.keyPlace, "unknown key \"\(member.key)\" in \"\(node.key)\"\(hint)")
        }
    }

    /// Indicates whether a missing key is present in a misspelled form. The misspelling is reported separately.
    private func isMisspelt(_ key: String, in node: JSONNode, _ known: [String]) -> Bool {
        node.children.contains { !known.contains($0.key) && nearest(to: $0.key, among: known) == key }
    }

    private func readErrors(_ root: JSONNode, _ settings: inout Settings) {
        guard let errors = root[.errors] else { return }
        guard errors.isObject else { return problems.error(errors, expected: "{\"expiredToken\": [5]}") }
        for member in errors.children {
            guard let meaning = WireDefaults.ErrorMeaning(rawValue: member.key) else {
                let known = WireDefaults.ErrorMeaning.allCases.map(\.rawValue)
                let suggestion = problems.suggestion(for: member.key, among: known)
                problems.error(member.keyPlace, "expected \(list(known)), found \"\(member.key)\"\(suggestion)")
                continue
            }
            var codes: [String] = []
            for code in member.children {
                codes.append(code.integer.map(String.init) ?? code.string ?? "")
                if codes.last == "" {
                    problems.error(code, "expected an error code, a whole number or a word, found \(code.described)")
                }
            }
            if !member.isArray { problems.error(member, expected: "a list of error codes") }
            settings.meanings[meaning] = codes
        }
    }

    private func readLimits(_ root: JSONNode, _ settings: inout Settings) {
        guard let limits = root[.limits] else { return }
        if !limits.isObject { problems.error(limits, expected: "{\"user\": \"3/s\", \"*\": \"5/s\"}") }
        let known = ["user", "group", "service", "*"]
        for member in limits.children where limits.isObject {
            guard known.contains(member.key) else {
                let suggestion = problems.suggestion(for: member.key, among: known)
                problems.error(
                    member.keyPlace, "expected a kind of token, \(list(known)), found \"\(member.key)\"\(suggestion)")
                continue
            }
            if let limit = limit(member) { settings.limits.append((Method.TokenKind(rawValue: member.key), limit)) }
        }
        settings.limits.sort {
            known.firstIndex(of: $0.kind?.rawValue ?? "*") ?? 0 < known.firstIndex(of: $1.kind?.rawValue ?? "*") ?? 0
        }
    }

    /// Reads a rate limit such as `3/s`, `100/min` or `30/10s`.
    private func limit(_ node: JSONNode) -> WireDefaults.Limit? {
        let parts = (node.string ?? "").utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if parts.count == 2, let count = Int(String(parts[0]) ?? ""), count > 0, count <= 10_000 {
            let digits = parts[1].prefix { $0 >= 48 && $0 <= 57 }
            let units = ["s": 1, "min": 60, "h": 3600, "d": 86_400]
            if let unit = units[String(parts[1].dropFirst(digits.count)) ?? ""],
                let times = digits.isEmpty ? 1 : Int(String(digits) ?? ""),
                times > 0, times * unit <= 86_400
            {
                return WireDefaults.Limit(count: count, seconds: times * unit)
            }
        }
        problems.error(
            node, expected: "a limit like \"3/s\", \"100/min\", \"30/10s\", of 10000 calls and a day at most")
        return nil
    }

    private func readChallenges(_ root: JSONNode, _ settings: inout Settings) {
        guard let node = root[.challenges] else { return }
        guard node.isObject else { return problems.error(node, expected: "{\"captchaID\": \"captcha_sid\"}") }
        let words = WireDefaults.ChallengeWord.allCases
        checkKeys(of: node, words.map(\.rawValue))
        for word in words {
            guard let member = node.children.first(where: { $0.key == word.rawValue }) else { continue }
            settings.challenges.append((word, text(member, "a key of the error or a parameter")))
        }
    }

    private func readAnswers(_ root: JSONNode, _ settings: inout Settings) {
        guard let answers = root[.answers] else { return }
        if !answers.isObject { problems.error(answers, expected: "{\"reading\": ..., \"required\": ...}") }
        for member in answers.children where answers.isObject {
            switch member.key {
            case "reading":
                settings.answers.reading = choice(member, AnswerPolicy.Reading.allCases) ?? settings.answers.reading
            case "required":
                settings.answers.trustsRequired = member.string == "trusted"
                if member.isArray {
                    settings.answers.trustedNames = strings(member, "required").map(\.text)
                } else if member.string != "trusted", member.string != "untrusted" {
                    problems.error(
                        member,
                        expected: "\"trusted\", \"untrusted\", or the names of properties that are trusted, "
                            + "as in [\"id\"]")
                }
            case "format":
                settings.answers.format = choice(member, AnswerPolicy.Format.allCases) ?? settings.answers.format
            default:
                let suggestion = problems.suggestion(for: member.key, among: ["reading", "required", "format"])
                problems.error(member.keyPlace, "unknown key \"\(member.key)\" in \"answers\"\(suggestion)")
            }
        }
    }

    private func readRenames(_ root: JSONNode, _ settings: inout Settings) {
        guard let rename = root[.rename] else { return }
        if !rename.isObject { problems.error(rename, expected: "{\"users_user_full\": \"User\"}") }
        var taken: [String: JSONNode] = [:]
        for member in rename.children where rename.isObject {
            guard let name = askedName(member, problems) else { continue }
            if name == settings.name {
                problems.error(member, "\"\(name)\" is the name of the API itself; a type of it needs another")
            } else if let first = taken[name] {
                problems.error(member, "\"\(first.key)\" has the name \"\(name)\" already, at \(shown(first.place))")
            } else {
                taken[name] = member
                settings.renames.append(member)
            }
        }
    }

    private func choice<Value: RawRepresentable>(_ node: JSONNode, _ all: [Value]) -> Value?
    where Value.RawValue == String {
        oneOf(node, all, problems)
    }

    private func strings(_ node: JSONNode?, _ name: String) -> [(text: String, node: JSONNode)] {
        guard let node else { return [] }
        if !node.isArray { problems.error(node, expected: "a list of strings") }
        var result: [(text: String, node: JSONNode)] = []
        for element in node.children where node.isArray {
            if let text = element.string {
                result.append((text, element))
            } else {
                problems.error(element, expected: "a string")
            }
        }
        return result
    }
}
