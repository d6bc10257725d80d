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
        guard upload?.value?.steps != nil else { return }
        let words: [Key] = [.verb, .path, .parameters, .response, .responses, .result]
        for member in words.compactMap({ node[$0] }) {
            problems.error(
                at: member.keyPlace,
                "an upload in steps cannot have \"\(member.key)\"; its steps have it")
        }
    }
}
