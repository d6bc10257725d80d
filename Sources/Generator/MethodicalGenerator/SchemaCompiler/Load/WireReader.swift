// Readers of the members of `api.json` that describe what calls send and receive.
extension Settings {
    static func version(from node: JSONNode, problems: Problems) -> WireDefaults.Version? {
        let keys = Dialect.names(of: .version)
        let found = members(of: node, as: .version, problems: problems)
        let texts = found.map { text(from: $0, problems: problems) }
        for key in keys where node.isObject && node[key] == nil {
            reportMissing(key, in: node, known: keys, problems: problems)
        }
        guard texts.count == 2,
            let parameter = texts[0],
            let value = texts[1]
        else {
            return nil
        }
        return WireDefaults.Version(parameter: parameter, value: value)
    }

    static func batch(from node: JSONNode, problems: Problems) -> WireDefaults.Batch? {
        _ = members(of: node, as: .batch, problems: problems)
        let limit = node[.limit]
        if let limit, limit.integer.map({ $0 < 1 }) ?? true {
            problems.error(at: limit, expected: "the greatest number of calls in a batch, at least 1")
        }
        guard let method = node[.method] else {
            if node.isObject {
                reportMissing(
                    "method",
                    in: node,
                    known: Dialect.names(of: .batch),
                    problems: problems)
            }
            return nil
        }
        return text(from: method, problems: problems).map {
            WireDefaults.Batch(method: $0, limit: limit?.integer ?? 25)
        }
    }

    static func envelope(from node: JSONNode, problems: Problems) -> WireDefaults.Envelope? {
        if node.string == "none" {
            return WireDefaults.Envelope()
        }
        for member in members(of: node, as: .envelope, problems: problems) {
            guard let text = text(from: member, in: .envelope, problems: problems),
                let error = node[.error]?.string,
                text.hasPrefix(error + "."),
                !["result", "error"].contains(member.key)
            else {
                continue
            }
            problems.error(
                at: member,
                "\"\(member.key)\" is a key inside \"\(error)\"; did you mean \"\(text.dropFirst(error.count + 1))\"?")
        }
        guard node.isObject else { return nil }
        return WireDefaults.Envelope(
            result: node[.result]?.string,
            error: node[.error]?.string,
            code: node[.code]?.string,
            message: node[.message]?.string,
            retryAfter: node[.retryAfter]?.string)
    }

    static func limitHeaders(from node: JSONNode, problems: Problems) -> WireDefaults.LimitHeaders? {
        if node.string == "RateLimit" {
            return .standard
        }
        let keys = Dialect.names(of: .limitHeaders)
        let found = members(of: node, as: .limitHeaders, in: .limits, problems: problems)
        let names = found.compactMap { fieldName(from: $0, problems: problems) }
        for key in keys where node.isObject && node[key] == nil {
            reportMissing(key, in: node, known: keys, problems: problems)
        }
        guard names.count == 2 else { return nil }
        return .fields(remaining: names[0], reset: names[1])
    }

    /// Reads the name of a header field.
    static func fieldName(from node: JSONNode, problems: Problems) -> String? {
        if let name = node.string, isFieldName(name) {
            return name
        }
        problems.error(at: node, expected: TextForm.fieldName.expectation)
        return nil
    }

    static func signIn(from node: JSONNode, problems: Problems) -> WireDefaults.SignIn {
        var signIn = WireDefaults.SignIn()
        for member in members(of: node, as: .signIn, problems: problems) {
            switch member.key {
            case "authorize":
                signIn.authorize = endpoint(from: member, problems: problems)
            case "token":
                signIn.token = endpoint(from: member, problems: problems)
            case "device":
                signIn.device = endpoint(from: member, problems: problems)
            case "issuer":
                signIn.issuer = endpoint(from: member, problems: problems)
            case "separator":
                signIn.separator = text(from: member, in: .signIn, problems: problems) ?? ""
            case "account":
                signIn.account = text(from: member, in: .signIn, problems: problems) ?? ""
            case "client":
                signIn.client = choice(from: member, problems: problems) ?? signIn.client
            // It is another setting, which refers to a method.
            case "user":
                break
            default:
                signIn.deviceGrant = text(from: member, in: .signIn, problems: problems) ?? ""
            }
        }
        return signIn
    }

    /// Reads a URL that passwords and tokens are sent to.
    private static func endpoint(from node: JSONNode, problems: Problems) -> String? {
        if let text = node.string, isEndpoint(text) {
            return text
        }
        problems.error(at: node, expected: TextForm.endpoint.expectation)
        return nil
    }
}
