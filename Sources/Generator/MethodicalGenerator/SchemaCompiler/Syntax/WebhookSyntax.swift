/// The value of `webhooks` of `api.json`: the way in which the service sends events.
struct WebhookSyntax {
    /// The part of a request with the event's name.
    var name: Webhooks.Name
    var signature: Webhooks.Signature
    /// The keys that lead to the data of an event.
    var data: [String]
}

extension WebhookSyntax {
    /// Reads the value of `webhooks`. Reports problems, and returns `nil` if something is missing.
    init?(reading node: JSONNode, keywords: KeywordCheck, problems: Problems) {
        guard node.isObject else {
            problems.error(at: node, expected: DialectObject.webhooks.form)
            return nil
        }
        keywords.check(node, as: .webhooks, problems: problems)
        let known = Dialect.names(of: .webhooks)
        for key in known.dropLast() where node[key] == nil {
            reportMissing(key, in: node, known: known, problems: problems)
        }
        let signature: Webhooks.Signature? = node[.signature].flatMap {
            choice(from: $0, problems: problems)
        }
        let name = node[.event].flatMap { Webhooks.Name(reading: $0, problems: problems) }
        let data = node[.data].flatMap { text(from: $0, in: .webhooks, problems: problems) }
        guard let signature, let name else { return nil }
        self.name = name
        self.signature = signature
        self.data = data?.split(separator: ".").map(String.init) ?? []
    }
}

extension Webhooks.Name {
    fileprivate init?(reading node: JSONNode, problems: Problems) {
        let found = members(of: node, as: .eventName, in: .webhooks, problems: problems)
        guard let only = found.first,
            found.count == 1
        else {
            if node.isObject {
                let form = DialectObject.eventName.form
                problems.error(at: node, "expected either \"header\" or \"member\", as in \(form)")
            }
            return nil
        }
        if only.key == "header" {
            guard let name = Settings.fieldName(from: only, problems: problems) else {
                return nil
            }
            self = .header(name)
            return
        }
        let paths = only.elements.compactMap { node in
            text(from: node, problems: problems, expected: "a key of the body")
        }
        if paths.isEmpty {
            return nil
        }
        self = .member(paths)
    }
}
