// Readers of the members of `api.json` that describe what calls send and receive.
extension Settings {
    static func version(from node: JSONNode, problems: Problems) -> WireDefaults.Version? {
        let keys = ["parameter", "value"]
        let found = members(
            of: node,
            known: keys,
            like: "{\"parameter\": \"v\", \"value\": \"5.199\"}",
            problems: problems)
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
        let keys = ["method", "limit"]
        _ = members(
            of: node,
            known: keys,
            like: "{\"method\": \"execute\", \"limit\": 25}",
            problems: problems)
        let limit = node[.limit]
        if let limit, limit.integer.map({ $0 < 1 }) ?? true {
            problems.error(at: limit, expected: "the greatest number of calls in a batch, at least 1")
        }
        guard let method = node[.method] else {
            if node.isObject {
                reportMissing("method", in: node, known: keys, problems: problems)
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
        let keys = ["result", "error", "code", "message", "retryAfter"]
        let example = "\"none\" or {\"result\", \"error\", \"code\", \"message\", \"retryAfter\"}"
        for member in members(of: node, known: keys, like: example, problems: problems) {
            guard let text = text(from: member, problems: problems, expected: "a key of the response"),
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
        let keys = ["remaining", "reset"]
        let example = "\"RateLimit\" or {\"remaining\": \"X-RateLimit-Remaining\", \"reset\": \"X-RateLimit-Reset\"}"
        let found = members(of: node, known: keys, like: example, problems: problems)
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
        problems.error(at: node, expected: "the name of a header field, as in \"X-Api-Key\"")
        return nil
    }

    static func signIn(from node: JSONNode, problems: Problems) -> WireDefaults.SignIn {
        var signIn = WireDefaults.SignIn()
        let keys = ["authorize", "token", "device", "issuer", "separator", "account", "client", "deviceGrant", "user"]
        let example = "{\"authorize\": \"https://...\", \"token\": \"https://...\"}"
        for member in members(of: node, known: keys, like: example, problems: problems) {
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
                let separator = text(from: member, problems: problems, expected: "the separator of permissions")
                signIn.separator = separator ?? ""
            case "account":
                let key = text(from: member, problems: problems, expected: "the key of the user's id beside a token")
                signIn.account = key ?? ""
            case "client":
                signIn.client = choice(from: member, problems: problems) ?? signIn.client
            // `UserReader` reads it when the methods are known.
            case "user":
                break
            default:
                signIn.deviceGrant = text(from: member, problems: problems, expected: "the name of a grant") ?? ""
            }
        }
        return signIn
    }

    /// Reads a URL that passwords and tokens are sent to.
    private static func endpoint(from node: JSONNode, problems: Problems) -> String? {
        if let text = node.string, isEndpoint(text) {
            return text
        }
        problems.error(
            at: node,
            expected: "an absolute https URL, or http on this machine (127.0.0.1), without a fragment")
        return nil
    }
}
