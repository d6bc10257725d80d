// Keywords of a method that exclude one another.
extension MethodSyntax {
    /// Reports keywords that cannot stand beside a poll, a stream, or an upload in steps.
    func reportConflicts(to problems: Problems) {
        let node = source.node
        if let poll = own.poll, !poll.isTurnedOff {
            let others = [Key.pages, .upload].compactMap { node[$0] }
            for member in others where member.string != "none" {
                problems.error(
                    at: member.keyPlace,
                    "a method with \"poll\" cannot have \"\(member.key)\"")
            }
        }
        stream?.value?.reportConflicts(in: node, problems: problems)
        if stream == nil, let events = node[.events] {
            problems.error(
                at: events.keyPlace,
                "\"events\" has no effect without \"stream\": \"events\"")
        }
        guard upload?.value?.steps != nil else { return }
        let keywords: [Key] = [.verb, .path, .parameters, .response, .variants, .statuses, .result]
        for member in keywords.compactMap({ node[$0] }) {
            problems.error(
                at: member.keyPlace,
                "an upload in steps cannot have \"\(member.key)\"; its steps have it")
        }
    }
}
