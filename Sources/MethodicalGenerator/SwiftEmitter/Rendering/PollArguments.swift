extension Emission {
    /// Returns the arguments of the runtime's `OperationRequest`, without those that equal its defaults.
    func arguments(of poll: Poll, _ step: Method?) -> [String] {
        let taken = poll.taken.map { taken in
            let parameter = step?.parameters.first { $0.name == taken.parameter }
            let style = step.flatMap { step in parameter.map { words($0, step) } } ?? ""
            let texts = [literal(taken.parameter), literal(taken.key), style.isEmpty ? "[]" : style]
            return "(" + texts.joined(separator: ", ") + ")"
        }
        return [
            step == nil ? nil : "method: poll", argument("taking", list: taken), argument("url", text: poll.url),
            argument("state", text: poll.state),
            argument("done", list: poll.state == nil || poll.done == ["true"] ? [] : poll.done.map(literal)),
            argument("failed", list: poll.failed.map(literal)), argument("result", text: poll.result),
            argument("error", text: poll.error), argument("progress", text: poll.progress),
            argument("interval", poll.interval.map { String($0) }),
        ].compactMap { $0 }
    }
}
