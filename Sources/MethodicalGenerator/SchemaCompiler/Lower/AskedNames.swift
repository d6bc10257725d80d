/// The names for Swift that a schema asks for in one place: what was asked for is not to be changed behind its back.
struct AskedNames {
    private var takers: [String: (wire: String, node: JSONNode)] = [:]

    /// Gives `name` to what the schema calls `wire`, unless something else has it; asking again for oneself is no fault.
    mutating func take(_ name: String, for wire: String, at node: JSONNode, _ problems: Problems) {
        if let first = takers[name], first.wire != wire {
            problems.error(node, "\"\(wire)\" has the name \"\(name)\" already taken by \"\(first.wire)\", at \(shown(first.node.place))")
        } else {
            takers[name] = (wire, node)
        }
    }
}
