extension Lowering {
    /// Whether what a reference leads to is a schema, and not a list, a scalar or an object of schemas; an error at the reference says what it is.
    func isSchema(_ target: JSONNode, _ reference: JSONNode) -> Bool {
        var found = target.described
        if target.bool != nil { return true }
        if target.isObject {
            let text = Array((reference.string ?? "").utf8)
            let hash = text.firstIndex(of: UInt8(ascii: "#")) ?? text.count
            let pointer = Array(text[min(hash + 1, text.count)...])
            guard pointer.isEmpty || endsInGroup(pointerTokens(pointer)) else { return true }
            found = pointer.isEmpty ? "a whole file" : "an object of schemas"
        }
        problems.error(reference, "\(reference.described) leads to \(found), not to a schema")
        return false
    }

    /// Whether the last key is the dialect's word for schemas by name, and not such a name itself.
    private func endsInGroup(_ tokens: [String]) -> Bool {
        var isGroup = false
        for token in tokens {
            isGroup = !isGroup && ["definitions", "$defs", "properties", "patternProperties", "responses"].contains(token)
        }
        return isGroup
    }
}
