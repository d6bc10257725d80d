/// The value of `stream`: the way in which the elements of a response follow one another.
struct StreamSyntax {
    var format: Stream.Format
    /// The data of the event, or the line, that ends the stream.
    var end: String?
}

extension StreamSyntax {
    /// Reads a format, or an object with a format and an end mark. Reports problems, and returns `nil` if there is no
    /// valid format.
    init?(reading node: JSONNode, catalogue: Catalogue) {
        let problems = catalogue.problems
        guard node.isObject || node.string != nil else {
            problems.error(
                at: node,
                expected: "\"events\", \"lines\", \"chunks\" or {\"format\": \"events\", \"end\": \"[DONE]\"}")
            return nil
        }
        var word: JSONNode? = node
        if node.isObject {
            catalogue.check(node, as: .stream)
            word = node[.format]
            if word == nil {
                reportMissing("format", in: node, known: ["format", "end"], problems: problems)
            }
        }
        guard let word,
            let format: Stream.Format = choice(from: word, problems: problems)
        else {
            return nil
        }
        self.format = format
        guard let end = node[.end] else { return }
        self.end = text(
            from: end,
            problems: problems,
            expected: "the data of the event, or the line, that ends the stream")
        if format == .chunks {
            problems.error(at: end.keyPlace, "a stream of chunks cannot have \"end\"")
        }
    }

    /// Reports the keywords of a method that do not belong beside a stream of this format.
    func reportConflicts(in method: JSONNode, problems: Problems) {
        let others: [Key] =
            switch format {
            case .events: [.variants, .statuses]
            case .lines: [.variants, .statuses, .events]
            case .chunks: [.response, .variants, .statuses, .events, .result]
            }
        for word in [.pages, .upload, .cache] + others {
            guard let member = method[word],
                !member.isTurnedOff
            else {
                continue
            }
            problems.error(
                at: member.keyPlace,
                "a stream of \(format.rawValue) cannot have \"\(word.rawValue)\"")
        }
    }
}

extension JSONNode {
    /// Indicates whether the value only turns off what a rule or a usual name would turn on.
    fileprivate var isTurnedOff: Bool {
        ["none", "never"].contains(string)
    }
}
