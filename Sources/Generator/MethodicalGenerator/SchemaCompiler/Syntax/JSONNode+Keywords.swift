// The questions that readers of keywords ask a node.
extension JSONNode {
    /// The text of a string, or `nil` for an empty string and for other types.
    var nonEmptyString: String? {
        guard let string, !string.isEmpty else { return nil }
        return string
    }

    /// The text of a string, a number or a Boolean, or `nil` for other types.
    var scalarText: String? {
        switch kind {
        case .string: string
        case .number, .bool: described
        case .object, .array, .null: nil
        }
    }

    /// Returns the members or elements of a keyword's value, or an empty list if the node does not have the keyword.
    func list(at word: Key) -> [JSONNode] {
        self[word]?.children ?? []
    }

    /// The schemas of a method's responses.
    var responseNodes: [JSONNode] {
        let several = [Key.variants, .statuses, .events].flatMap { list(at: $0) }
        return several + [self[.response]].compactMap(\.self)
    }

    /// Returns the members that are neither among the known ones nor an extension, whose key begins with `x-`.
    func members(besides known: [String]) -> [JSONNode] {
        children.filter { !known.contains($0.key) && !$0.key.hasPrefix("x-") }
    }

    /// Indicates whether the node has at least one of the keywords.
    func hasAny(_ words: [Key]) -> Bool {
        words.contains { self[$0] != nil }
    }
}
