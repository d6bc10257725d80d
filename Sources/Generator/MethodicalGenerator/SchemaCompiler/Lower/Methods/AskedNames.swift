/// The Swift names that schemas ask for within one scope. A requested name is never changed silently, so two different
/// elements must not ask for the same name.
struct AskedNames {
    /// The elements that have asked for names, by Swift name.
    private var takers: [String: (wire: String, position: Place)] = [:]

    /// Records that the element `wire` asks for `name`. Reports an error if another element has already asked for it.
    /// An element may ask for its own name again.
    mutating func take(
        _ name: String,
        for wire: String,
        at position: Place,
        problems: Problems
    ) {
        if let first = takers[name], first.wire != wire {
            problems.error(
                at: position,
                "\"\(wire)\" asks for the name \"\(name)\", which \"\(first.wire)\" already has, "
                    + "at \(shown(first.position))"
            )
        } else {
            takers[name] = (wire, position)
        }
    }
}
