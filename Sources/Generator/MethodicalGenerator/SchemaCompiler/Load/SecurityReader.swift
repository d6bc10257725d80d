// Readers of the members of `api.json` that describe credentials and servers.
extension Settings {
    /// Reads the variables, schemes and servers, which other members and rules refer to.
    mutating func readNames(
        from root: JSONNode,
        keywords: KeywordCheck,
        problems: Problems
    ) {
        if let node = root[.variables] {
            if node.isObject {
                variables = node.children.filter {
                    readVariable($0, keywords: keywords, problems: problems)
                }
            } else {
                problems.error(at: node, expected: "{\"region\": {\"enum\": [...], \"default\": ...}}")
            }
        }
        if let node = root[.schemes] {
            if !node.isObject {
                problems.error(at: node, expected: "{\"apiKey\": {\"query\": \"key\"}}")
            }
            for scheme in node.children where node.isObject {
                readScheme(scheme, keywords: keywords, problems: problems)
            }
        }
        if let node = root[.servers] {
            if !node.isObject {
                problems.error(at: node, expected: "{\"content\": \"https://...\"}")
            }
            for server in node.children where node.isObject {
                servers.append((server.key, server.string ?? ""))
                checkAddress(server, problems: problems)
            }
        }
        let addresses = [baseNode(of: root)] + servers.map(\.url)
        for variable in variables {
            let isUsed = addresses.contains { $0.contains("{" + variable.key + "}") }
            if !isUsed {
                problems.warning(
                    at: variable.keyPlace,
                    "no server has {\(variable.key)} in its address")
            }
        }
    }

    private func baseNode(of root: JSONNode) -> String {
        root[.baseURL]?.string ?? ""
    }

    /// Checks the address of a server, in which a name in braces stands for a variable.
    func checkAddress(_ node: JSONNode, problems: Problems) {
        var address = node.string ?? ""
        for variable in variables {
            let usual = variable[.default]?.scalarText
            let first = variable[.enum]?.first?.scalarText
            let sample = usual ?? first ?? "1"
            address = address.replacing("{" + variable.key + "}", with: sample)
        }
        if let open = address.firstIndex(of: "{"),
            let close = address[open...].firstIndex(of: "}")
        {
            let name = String(address[open...close].dropFirst().dropLast())
            let hint = problems.suggestion(
                for: name,
                among: variables.map(\.key),
                otherwise: "; expected {\"\(name)\": {\"enum\": [...], \"default\": ...}} there")
            return problems.error(at: node, "{\(name)} is not described under \"variables\"\(hint)")
        }
        if let fault = urlFault(in: address) {
            problems.error(at: node, "\(fault), found \(node.described)")
        }
        if address.contains(where: { "?#{".contains($0) }) {
            problems.error(
                at: node,
                expected: "a base URL without \"?\", \"#\" and braces, to which paths can be appended")
        }
    }

    /// Checks a variable, and returns `true` if it can be used.
    private func readVariable(
        _ node: JSONNode,
        keywords: KeywordCheck,
        problems: Problems
    ) -> Bool {
        guard node.isObject else {
            problems.error(at: node, expected: "a variable, {\"enum\": [...], \"default\": ...}")
            return false
        }
        keywords.check(node, as: .schema, problems: problems)
        let values = node.list(at: .enum)
        let usual = [node[.default]].compactMap(\.self)
        for value in values + usual where !isPartOfAddress(value.scalarText ?? "") {
            problems.error(
                at: value,
                expected: "a part of an address, with letters, digits and \"-._~\" only")
        }
        if let word = node[.default],
            !values.isEmpty,
            !values.contains(where: { $0.described == word.described })
        {
            problems.error(at: word, expected: "one of the values in \"enum\"")
        }
        return true
    }

    /// Indicates whether a text can stand in an address without changing the parts around it.
    private func isPartOfAddress(_ text: String) -> Bool {
        guard !text.isEmpty,
            !text.hasPrefix("."),
            !text.hasSuffix("."),
            !text.contains("..")
        else {
            return false
        }
        return text.utf8.allSatisfy { byte in
            Unicode.Scalar(byte).isAlphanumeric || "-._~".utf8.contains(byte)
        }
    }

    private mutating func readScheme(
        _ node: JSONNode,
        keywords: KeywordCheck,
        problems: Problems
    ) {
        let taken = ["none", "token"] + Method.TokenKind.allCases.map(\.rawValue)
        if taken.contains(node.key) {
            return problems.error(
                at: node.keyPlace,
                "\"\(node.key)\" has a meaning of its own in \"needs\"; a scheme needs another name")
        }
        guard node.isObject else {
            return problems.error(at: node, expected: "the place of a value, {\"query\": \"key\"}")
        }
        keywords.check(node, as: .scheme, problems: problems)
        // A scheme that cannot be read keeps its name, so that those who need it get no further error.
        schemeNames.append(Located(node.key, at: node))
        schemes.append((node.key, Self.place(from: node, problems: problems) ?? .none))
    }

    /// The keys that name the place of a secret.
    private static let places = Dialect.names(of: .authorization)

    static func authorization(from node: JSONNode, problems: Problems) -> WireDefaults.Authorization? {
        if node.string == "none" {
            return WireDefaults.Authorization.none
        }
        _ = members(of: node, as: .authorization, problems: problems)
        guard node.isObject else { return nil }
        let kind = Dialect.value(of: node, in: .api)
        return place(from: node, problems: problems, example: kind.expectation)
    }

    /// Reads the place of a secret: an object with one of the keys.
    private static func place(
        from node: JSONNode,
        problems: Problems,
        example: String = "the place of a value, {\"query\": \"key\"}"
    ) -> WireDefaults.Authorization? {
        let found = node.children.filter { places.contains($0.key) }
        guard let member = places.lazy.compactMap({ node[$0] }).first else {
            if node.children.allSatisfy({ $0.key == "description" }) {
                problems.error(at: node, expected: example)
            }
            return nil
        }
        if found.count > 1 {
            problems.error(
                at: found[1].keyPlace,
                "expected only one of \(list(of: places, conjunction: "and"))")
        }
        switch member.key {
        case "parameter":
            let name = text(
                from: member,
                problems: problems,
                expected: "the name of a parameter")
            return name.map { .parameter($0) }
        case "query":
            let name = text(
                from: member,
                problems: problems,
                expected: "the name of a parameter")
            return name.map { .query($0) }
        case "path":
            let name = text(
                from: member,
                problems: problems,
                expected: "the name in braces in paths")
            return name.map { .path($0) }
        case "header":
            return header(from: member, problems: problems).map { .header(scheme: $0) }
        case "field":
            return .field(fieldName(from: member, problems: problems) ?? member.string ?? "")
        default:
            return .cookie(cookieName(member, problems))
        }
    }

    /// Reads the name of a cookie. Reports a text that cannot be one, and returns it nevertheless.
    private static func cookieName(_ node: JSONNode, _ problems: Problems) -> String {
        let name = node.string ?? ""
        let separators = ":;,=\"".utf8
        let isValid = name.utf8.allSatisfy {
            $0 > 0x20 && $0 < 0x7F && !separators.contains($0)
        }
        if name.isEmpty || !isValid {
            problems.error(at: node, expected: "the name of a cookie, as in \"session\"")
        }
        return name
    }

    /// Reads the scheme before the token in the header field `Authorization`.
    private static func header(from node: JSONNode, problems: Problems) -> String? {
        guard let scheme = text(from: node, problems: problems) else { return nil }
        if scheme.lowercased() == "authorization" || scheme.lowercased().hasPrefix("x-") {
            problems.error(
                at: node,
                "expected the scheme before the token in Authorization, as in \"Bearer\", found \"\(scheme)\"; "
                    + "for a token alone in a header field, write \"field\": \"\(scheme)\"")
        }
        return scheme
    }
}

/// The names that the runtime needs to recognise and answer challenges.
extension Settings {
    /// VK's names, with the meaning of the errors that they belong to.
    private static let vk: [(meaning: WireDefaults.ErrorMeaning, key: WireDefaults.ChallengeKey, name: String)] = [
        (.captcha, .captchaID, "captcha_sid"),
        (.captcha, .captchaImage, "captcha_img"),
        (.captcha, .captchaAnswer, "captcha_key"),
        (.captcha, .captchaPage, "redirect_uri"),
        (.captcha, .captchaSession, "remixstlid"),
        (.captcha, .captchaToken, "success_token"),
        (.validation, .validationPage, "redirect_uri"),
        (.validation, .validationSuccess, "success"),
        (.confirmation, .confirmationText, "confirmation_text"),
        (.confirmation, .confirmationAnswer, "confirm"),
        (.twoFactor, .twoFactorAnswer, "code"),
    ]

    /// Adds VK's names for the challenges among `errorCodes`, unless `api.json` states others.
    mutating func addVKChallenges() {
        challenges = Self.vk.compactMap { meaning, key, name in
            if let stated = challenges.first(where: { $0.key == key }) {
                return stated
            }
            guard isListed(meaning) else { return nil }
            return (key, name)
        }
    }

    /// Indicates whether `errorCodes` lists codes with this meaning.
    private func isListed(_ meaning: WireDefaults.ErrorMeaning) -> Bool {
        meanings[meaning]?.contains { !$0.isEmpty } ?? false
    }

    /// The warnings about challenges among `errorCodes` without the names that the runtime needs.
    var unnamedChallenges: [Diagnostic] {
        WireDefaults.ErrorMeaning.allCases.compactMap { meaning in
            let missing = missingKeys(for: meaning)
            guard isListed(meaning),
                !missing.isEmpty,
                let node = node[.errorCodes]?[meaning.rawValue]
            else {
                return nil
            }
            let keys = missing.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
            return Diagnostic(
                .warning,
                at: node.place,
                "calls fail with this challenge, because \"challenges\" lacks \(keys)")
        }
    }

    /// Returns the keys without which a challenge cannot be answered and which `challenges` lacks.
    ///
    /// A captcha needs the keys of a picture or of a page. Each form that is begun must be complete.
    private func missingKeys(for meaning: WireDefaults.ErrorMeaning) -> [WireDefaults.ChallengeKey] {
        let picture: [WireDefaults.ChallengeKey] = [
            .captchaID,
            .captchaImage,
            .captchaAnswer,
        ]
        let page: [WireDefaults.ChallengeKey] = [.captchaPage, .captchaToken]
        let begun = [picture, page].filter { $0.contains(where: isNamed) }
        let captcha = begun.isEmpty ? picture : begun.flatMap(\.self)
        let needed: [WireDefaults.ChallengeKey] =
            switch meaning {
            case .captcha: captcha
            case .validation: [.validationPage]
            case .confirmation: [.confirmationAnswer]
            case .twoFactor: [.twoFactorAnswer]
            case .expiredToken, .tooManyRequests, .internal: []
            }
        return needed.filter { !isNamed($0) }
    }

    /// Indicates whether `challenges` names a part of a challenge.
    private func isNamed(_ key: WireDefaults.ChallengeKey) -> Bool {
        challenges.contains { $0.key == key }
    }
}
