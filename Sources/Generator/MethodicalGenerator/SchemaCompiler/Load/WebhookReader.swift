extension Webhooks {
    /// Reads `webhooks` of `api.json`. Reports problems, and returns `nil` if something is missing.
    init?(reading node: JSONNode, keywords: KeywordCheck, problems: Problems) {
        let example = "{\"event\": {\"header\": \"X-GitHub-Event\"}, \"signature\": \"github\"}"
        guard node.isObject else {
            problems.error(at: node, expected: example)
            return nil
        }
        keywords.check(node, as: .webhooks, problems: problems)
        let known = ["event", "signature", "data"]
        for key in known.dropLast() where node[key] == nil {
            reportMissing(key, in: node, known: known, problems: problems)
        }
        let signature: Signature? = node[.signature].flatMap { choice(from: $0, problems: problems) }
        let name = node[.event].flatMap { Name(reading: $0, problems: problems) }
        let data = node[.data].flatMap { text(from: $0, problems: problems, expected: "a key of the body") }
        guard let signature, let name else { return nil }
        let keys = data?.split(separator: ".").map(String.init)
        self.init(name: name, signature: signature, data: keys ?? [])
    }
}

extension Webhooks.Name {
    fileprivate init?(reading node: JSONNode, problems: Problems) {
        let example = "{\"header\": \"X-GitHub-Event\"} or {\"member\": \"type\"}"
        let found = members(of: node, known: ["header", "member"], like: example, problems: problems)
        guard found.count == 1 else {
            if node.isObject {
                problems.error(at: node, "expected either \"header\" or \"member\", as in \(example)")
            }
            return nil
        }
        if found[0].key == "header" {
            guard let name = Settings.fieldName(from: found[0], problems: problems) else {
                return nil
            }
            self = .header(name)
        } else {
            let paths = found[0].elements.compactMap { node in
                text(from: node, problems: problems, expected: "a key of the body")
            }
            if paths.isEmpty {
                return nil
            }
            self = .member(paths)
        }
    }
}
