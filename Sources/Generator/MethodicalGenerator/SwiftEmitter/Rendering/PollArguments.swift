extension Emission {
    /// Returns the arguments of the runtime's `OperationRequest`, without those that equal its defaults.
    func arguments(of poll: Poll, step: Method?) -> [String] {
        // The variable `poll` holds the call of the step.
        let variable = step == nil ? nil : "poll"
        let taken = (poll.step?.values ?? []).map { text(of: $0, in: step) }
        let done = doneStates(of: poll)
        let arguments = [
            argument("method", variable),
            argument("taking", list: taken),
            argument("url", text: poll.url),
            argument("state", text: poll.state),
            argument("done", list: done.map(literal)),
            argument("failed", list: poll.failed.map(literal)),
            argument("result", text: poll.result),
            argument("error", text: poll.error),
            argument("progress", text: poll.progress),
            argument("interval", poll.interval.map { String($0) }),
        ]
        return arguments.compactMap { $0 }
    }

    /// Returns the parameter of a step that gets a value from the response: its name, the key of the value, its style.
    private func text(of taken: ResponseReference.Value, in step: Method?) -> String {
        var options: [StyleOption] = []
        if let step {
            options = styleOptions(ofParameter: taken.parameter, in: step)
        }
        var style = options.literalText
        if style.isEmpty {
            style = "[]"
        }
        return "(\(literal(taken.parameter)), \(literal(taken.key)), \(style))"
    }

    /// Returns the states of a finished operation that differ from the usual one.
    private func doneStates(of poll: Poll) -> [String] {
        if poll.state == nil || poll.done == ["true"] {
            return []
        }
        return poll.done
    }
}
