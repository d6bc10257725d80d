extension Emission {
    /// Returns the arguments of the runtime's `OperationRequest`, without those that equal its defaults.
    func arguments(of poll: Poll, step: Method?) -> [String] {
        let taken = poll.taken.map { taken in
            let options = step.map { styleOptions(ofParameter: taken.parameter, in: $0) } ?? []
            var style = options.literalText
            if style.isEmpty {
                style = "[]"
            }
            let texts = [literal(taken.parameter), literal(taken.key), style]
            return "(" + texts.joined(separator: ", ") + ")"
        }
        let arguments = [
            argument("method", step.map { _ in "poll" }),
            argument("taking", list: taken),
            argument("url", text: poll.url),
            argument("state", text: poll.state),
            argument("done", list: doneStates(of: poll).map(literal)),
            argument("failed", list: poll.failed.map(literal)),
            argument("result", text: poll.result),
            argument("error", text: poll.error),
            argument("progress", text: poll.progress),
            argument("interval", poll.interval.map { String($0) }),
        ]
        return arguments.compactMap { $0 }
    }

    /// Returns the states of a finished operation that differ from the usual one.
    private func doneStates(of poll: Poll) -> [String] {
        if poll.state == nil || poll.done == ["true"] {
            return []
        }
        return poll.done
    }
}
