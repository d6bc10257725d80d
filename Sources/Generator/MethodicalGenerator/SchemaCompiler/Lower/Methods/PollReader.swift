/// A reader of the keyword `poll`.
struct PollReader {
    /// The reader of pages, which looks up keys in the same way.
    let reader: PageReader
    let methods: [Method]

    private var catalogue: Catalogue { reader.schemas.catalogue }
    private var problems: Problems { catalogue.problems }

    /// Determines how operations are polled, from the keyword of a method or of the last rule that matches it. Runs
    /// after the pages, because an operation has none.
    static func addPolls(to methods: inout [Method], reader: PageReader) {
        let poller = PollReader(reader: reader, methods: methods)
        let rules = poller.catalogue.settings.rules.filter { $0.words.poll != nil }
        var nodes: [String: (poll: JSONNode, source: JSONNode)] = [:]
        for method in poller.catalogue.methods where method.isSelected {
            let rule = rules.last {
                $0.pattern.matches(Array(method.name.utf8))
            }
            guard let node = method.node[.poll] ?? rule?.words.poll,
                node.string != "none"
            else {
                continue
            }
            for word in [Word.pages, .upload] {
                guard let key = method.node[word],
                    key.string != "none",
                    method.node[.poll] != nil
                else {
                    continue
                }
                poller.problems.error(
                    at: key.keyPlace,
                    "a method with \"poll\" cannot have \"\(word.rawValue)\"")
            }
            nodes[method.name] = (node, method.node)
        }
        for index in methods.indices where methods[index].upload == nil {
            guard let (node, source) = nodes[methods[index].name] else {
                continue
            }
            // The method that is polled may match the rule, too.
            let polled = node[.method]?.string ?? node[.method]?.first?.key
            if polled == methods[index].name {
                continue
            }
            poller.checkRequest(of: methods[index], source: source)
            methods[index].poll = poller.poll(from: node, of: methods[index])
            methods[index].pages = nil
        }
    }

    /// Reports a method whose request is of another kind than an operation's.
    private func checkRequest(of method: Method, source: JSONNode) {
        if !method.isUpload, method.stream == nil {
            return
        }
        let reason = method.stream == nil ? "it sends a file or a form of parts" : "its response is a stream"
        var hint = ""
        if source[.poll] == nil {
            hint = "; expected \"poll\": \"none\""
        }
        problems.error(
            at: source[.poll]?.keyPlace ?? (source[.name] ?? source).place,
            "\"\(method.name)\" cannot have \"poll\", because \(reason)\(hint)")
    }

    private func poll(from node: JSONNode, of method: Method) -> Poll? {
        if node.string == "location" {
            return Poll()
        }
        guard node.isObject else {
            problems.error(
                at: node,
                expected: "\"location\", \"none\" or {\"state\": KEY, \"done\": [STATE, ...], ...}")
            return nil
        }
        catalogue.check(node, as: .poll)
        var poll = Poll()
        let step = node[.method].flatMap(self.step)
        if node[.method] != nil, step == nil {
            return nil
        }
        if node[.method] != nil, let url = node[.url] {
            problems.error(
                at: url.keyPlace,
                "\"url\" has no effect beside \"method\", which has the address")
        }
        // With a `result`, the response of the method describes only the value under it.
        let own = node[.result] == nil ? method.variants[0].result : .any
        let operation = step?.method.variants[0].result ?? own
        poll.url = reader.key(from: node[.url], in: own)
        poll.state = reader.key(from: node[.state], in: operation)
        poll.result = reader.key(from: node[.result], in: operation)
        poll.error = reader.key(from: node[.error], in: operation)
        poll.progress = reader.key(from: node[.progress], in: operation)
        poll.interval = node[.interval].flatMap { seconds(from: $0, problems: problems) }
        readStates(from: node, into: &poll, of: operation)
        guard let step else {
            return poll
        }
        poll.method = step.method.name
        connect(step, to: operation, of: method, in: &poll)
        return poll
    }

    /// Reads the states in which an operation has ended. If the schema lists the states, they must be among them.
    private func readStates(from node: JSONNode, into poll: inout Poll, of operation: TypeUse) {
        guard let state = poll.state else {
            let others = [Word.done, .failed, .error].compactMap { node[$0] }
            for key in others where node[.state] == nil {
                problems.error(at: key.keyPlace, "\"\(key.key)\" has no effect without \"state\"")
            }
            return
        }
        let type = reader.type(at: state, in: operation).map(reader.resolved)
        var known: [String]?
        if case .named(let id)? = type,
            case .enumeration(let listed)? = reader.declarations[id]?.shape
        {
            known = listed.members.map(\.value)
        }
        func states(from node: JSONNode?) -> [String] {
            (node?.elements ?? []).compactMap { word in
                let text = word.scalarText
                let isKnown = text.map { known?.contains($0) ?? true } ?? false
                if !isKnown {
                    let hint = problems.suggestion(for: text, among: known ?? [])
                    problems.error(at: word, "\"\(state)\" cannot be \(word.described)\(hint)")
                }
                return text
            }
        }
        poll.done = node[.done].map(states) ?? ["true"]
        poll.failed = states(from: node[.failed])
        if node[.done] == nil, type != .boolean {
            problems.error(
                at: node,
                "\"done\" is missing; expected the states in which the operation has succeeded")
        }
    }

    // MARK: The method that reads the operation

    /// Reads the name of the method that is polled, or an object with its name and the keys of its parameters.
    private func step(from node: JSONNode) -> (method: Method, keys: [JSONNode], node: JSONNode)? {
        let named = node.isObject ? node.first : nil
        if node.isObject, node.children.count != 1 || named?.isObject != true {
            problems.error(
                at: node,
                expected: "the name of a method, or {METHOD: {PARAMETER: KEY, ...}}")
            return nil
        }
        guard let method = reader.step(from: node, named: named?.key, among: methods) else {
            return nil
        }
        if method.style.verb != .get {
            problems.error(at: node, "\"\(method.name)\" is polled, so its verb must be GET")
        }
        return (method, named?.children ?? [], node)
    }

    /// Determines the source of each parameter of the method that is polled: the key that the schema states, the key
    /// of the same name in the operation, or else the argument of the same name.
    private func connect(
        _ step: (method: Method, keys: [JSONNode], node: JSONNode),
        to operation: TypeUse,
        of method: Method,
        in poll: inout Poll
    ) {
        let parameters = step.method.parameters.filter { $0.constant == nil }
        for key in step.keys {
            guard parameters.contains(where: { $0.name == key.key }),
                let text = key.string
            else {
                let hint = problems.suggestion(for: key.key, among: parameters.map(\.name))
                problems.error(
                    at: key.keyPlace,
                    "expected a parameter of \"\(step.method.name)\" and a key\(hint)")
                continue
            }
            poll.taken.append(Upload.Answer(parameter: key.key, key: text))
        }
        let keys = reader.record(behind: operation)?.properties.map(\.path) ?? []
        for parameter in parameters where parameter.isRequired {
            let name = parameter.name
            if poll.taken.contains(where: { $0.parameter == name }) {
                continue
            }
            if keys.contains([name]) {
                poll.taken.append(Upload.Answer(parameter: name, key: name))
            } else if let known = method.parameters.first(where: { $0.name == name }),
                known.isRequired
            {
                poll.arguments.append(name)
            } else {
                let call = "\"\(step.method.name)\""
                problems.error(
                    at: step.node,
                    "\"\(name)\" of \(call) is neither a key of its response nor an argument; "
                        + "expected {\(call): {\"\(name)\": KEY}} with a key of the response to \"\(method.name)\"")
            }
        }
    }
}
