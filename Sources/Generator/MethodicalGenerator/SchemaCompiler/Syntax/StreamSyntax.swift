/// The value of `stream`: the way in which the elements of a response follow one another.
struct StreamSyntax {
    var format: Stream.Format
    /// The data of the event, or the line, that ends the stream.
    var end: String?
    /// The schema of a message that the client sends.
    var sends: SchemaSyntax?
}

extension StreamSyntax {
    /// Reads a format, or an object with a format and an end mark. Reports problems, and returns `nil` if there is no
    /// valid format.
    init?(reading node: JSONNode, catalogue: Catalogue) {
        let problems = catalogue.problems
        guard node.isObject || node.string != nil else {
            problems.error(
                at: node,
                expected: "\"events\", \"lines\", \"chunks\", \"socket\" "
                    + "or {\"format\": \"events\", \"end\": \"[DONE]\"}")
            return nil
        }
        var word: JSONNode? = node
        if node.isObject {
            catalogue.check(node, as: .stream)
            word = node[.format]
            if word == nil {
                reportMissing("format", in: node, known: ["format", "end", "sends"], problems: problems)
            }
        }
        guard let word,
            let format: Stream.Format = choice(from: word, problems: problems)
        else {
            return nil
        }
        self.format = format
        readSends(from: node, catalogue: catalogue)
        guard let end = node[.end] else { return }
        self.end = text(
            from: end,
            problems: problems,
            expected: "the data of the event, or the line, that ends the stream")
        if format == .chunks || format == .socket {
            problems.error(at: end.keyPlace, "a stream of \(format.noun) cannot have \"end\"")
        }
    }

    /// Reads the schema of a message that the client sends.
    private mutating func readSends(from node: JSONNode, catalogue: Catalogue) {
        guard let member = node[.sends] else { return }
        guard format == .socket else {
            return catalogue.problems.error(
                at: member.keyPlace,
                "a stream of \(format.noun) cannot have \"sends\", because only a socket sends")
        }
        guard member.isObject else {
            return catalogue.problems.error(at: member, expected: "the schema of a message that the client sends")
        }
        sends = catalogue.reader.schema(at: member)
    }

    /// Reports the keywords of a method that do not belong beside a stream of this format.
    func reportConflicts(in method: JSONNode, problems: Problems) {
        let others: [Key] =
            switch format {
            case .events: [.variants, .statuses]
            case .lines: [.variants, .statuses, .events]
            case .chunks: [.response, .variants, .statuses, .events, .result]
            case .socket: [.variants, .statuses, .events, .body]
            }
        for word in [.pages, .upload, .cache] + others {
            guard let member = method[word],
                !member.isTurnedOff
            else {
                continue
            }
            problems.error(
                at: member.keyPlace,
                "a stream of \(format.noun) cannot have \"\(word.rawValue)\"")
        }
    }
}

extension Stream.Format {
    /// The elements of a stream of this format, for messages.
    fileprivate var noun: String {
        switch self {
        case .events, .lines, .chunks: rawValue
        case .socket: "messages"
        }
    }
}

extension JSONNode {
    /// Indicates whether the value only turns off what a rule or a usual name would turn on.
    fileprivate var isTurnedOff: Bool {
        ["none", "never"].contains(string)
    }
}

/// A member of `events`: an event that the service sends.
struct EventSyntax {
    /// The name of the event.
    var name: String
    /// The schema of the event's data.
    var schema: SchemaSyntax
    /// Indicates whether the event has no data.
    var isEmpty: Bool
}

extension EventSyntax {
    /// Reads the events of each file that has some. Reports an event that has been described before.
    static func lists(in catalogue: Catalogue) -> [Located<[EventSyntax]>] {
        let problems = catalogue.problems
        var firsts: [String: JSONNode] = [:]
        var lists: [Located<[EventSyntax]>] = []
        for list in catalogue.files.compactMap({ $0.root[.events] }) {
            if !list.isObject {
                problems.error(at: list, expected: "an object with a schema for each event")
            }
            var events: [EventSyntax] = []
            for event in list.children where list.isObject {
                if let first = firsts[event.key] {
                    problems.error(
                        at: event.keyPlace,
                        "\"\(event.key)\" is already described at \(shown(first.place))")
                    continue
                }
                firsts[event.key] = event
                let isEmpty = event[.type]?.string == "null"
                let schema = catalogue.reader.schema(at: event)
                events.append(EventSyntax(name: event.key, schema: schema, isEmpty: isEmpty))
            }
            lists.append(Located(events, at: list))
        }
        return lists
    }
}
