/// The value of `poll`: the way in which an operation is polled until it has ended.
enum PollSyntax {
    /// The method starts no operation, even if a rule states one.
    case turnedOff
    /// The header field `Location` has the address that is polled.
    case location
    /// The keys of the operation are stated.
    case stated(StatedPoll)
}

/// A poll whose keys are stated.
struct StatedPoll {
    /// The method that reads the operation, which is malformed if its value is `nil`.
    var step: Located<ResponseReferenceSyntax?>?
    /// The key of the address that is polled.
    var url: LocatedName?
    /// The key of the state.
    var state: LocatedName?
    /// The states of an operation that has succeeded. A state is `nil` in place of a list or an object.
    var done: [LocatedName]?
    /// The states of an operation that has failed.
    var failed: [LocatedName]
    /// The key of the result.
    var result: LocatedName?
    /// The key of the reason for a failure.
    var error: LocatedName?
    /// The key of the progress.
    var progress: LocatedName?
    /// The seconds before the first poll.
    var interval: Int?
}

extension PollSyntax {
    /// Reads the value of `poll`. Reports a malformed one, and returns `nil`.
    init?(reading node: JSONNode, keywords: KeywordCheck, problems: Problems) {
        if node.string == "none" {
            self = .turnedOff
            return
        }
        if node.string == "location" {
            self = .location
            return
        }
        guard node.isObject else {
            problems.error(
                at: node,
                expected: "\"location\", \"none\" or {\"state\": KEY, \"done\": [STATE, ...], ...}")
            return nil
        }
        keywords.check(node, as: .poll, problems: problems)
        self = .stated(StatedPoll(reading: node, problems: problems))
    }
}

extension StatedPoll {
    /// Reads the members of a poll.
    fileprivate init(reading node: JSONNode, problems: Problems) {
        func key(at word: Key) -> LocatedName? {
            node[word].map(LocatedName.init)
        }
        func states(at word: Key) -> [LocatedName]? {
            node[word]?.elements.map { Located($0.scalarText, at: $0) }
        }
        step = node[.call].map { method in
            Located(ResponseReferenceSyntax(reading: method, problems: problems), at: method)
        }
        url = key(at: .url)
        state = key(at: .state)
        done = states(at: .done)
        failed = states(at: .failed) ?? []
        result = key(at: .result)
        error = key(at: .error)
        progress = key(at: .progress)
        interval = node[.interval].flatMap { seconds(from: $0, problems: problems) }
        reportWithoutEffect(in: node, problems: problems)
    }

    /// Reports members that have no effect beside others or without them.
    private func reportWithoutEffect(in node: JSONNode, problems: Problems) {
        if step != nil, let url {
            problems.error(
                at: url.keyPosition,
                "\"url\" has no effect beside \"call\", which has the address")
        }
        if state != nil {
            return
        }
        for key in [Key.done, .failed, .error].compactMap({ node[$0] }) {
            problems.error(at: key.keyPlace, "\"\(key.key)\" has no effect without \"state\"")
        }
    }
}

extension Located<PollSyntax?> {
    /// Indicates whether the value only overrides a rule.
    var isTurnedOff: Bool {
        guard case .turnedOff? = value else { return false }
        return true
    }
}
