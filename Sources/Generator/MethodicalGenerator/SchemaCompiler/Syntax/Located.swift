/// A value of a file, with its position.
struct Located<Value> {
    let value: Value
    /// The node that the value was read from. It is only used for positions and descriptions.
    private let node: JSONNode
    /// Indicates whether the value is the key of the node.
    private let isKey: Bool

    init(_ value: Value, at node: JSONNode) {
        self.init(value, at: node, isKey: false)
    }

    fileprivate init(_ value: Value, at node: JSONNode, isKey: Bool) {
        self.value = value
        self.node = node
        self.isKey = isKey
    }

    /// The position of the value.
    var position: Place {
        isKey ? node.keyPlace : node.place
    }
    /// The position of the key, or of the value if it has no key.
    var keyPosition: Place { node.keyPlace }
    /// A description of the value for diagnostics, after the word "found".
    var found: String {
        isKey ? "\"\(node.key)\"" : node.described
    }
}

/// A name that must be found elsewhere: that of a method or of a parameter, or a key of a result. It is `nil` in place
/// of a value that is not a string. The search reports both, because it knows what was expected.
typealias LocatedName = Located<String?>

extension LocatedName {
    /// Reads a name.
    init(reading node: JSONNode) {
        self.init(node.string, at: node)
    }

    /// Reads a name that is the key of a member.
    static func key(of node: JSONNode) -> LocatedName {
        LocatedName(node.key, at: node, isKey: true)
    }
}

extension Problems {
    /// Reports a value with an unexpected content.
    func error<Value>(at located: Located<Value>, _ message: String) {
        error(at: located.position, message)
    }

    /// Reports an unexpected value, as in `expected a key of the result, found 3`.
    func error<Value>(at located: Located<Value>, expected: String) {
        error(at: located, "expected " + expected + ", found " + located.found)
    }
}

/// A part of a schema file that knows its position.
protocol PositionedSyntax {
    /// The JSON that the part was read from. It serves for positions and for the text of values, and not for reading
    /// further keywords.
    var node: JSONNode { get }
}

extension PositionedSyntax {
    /// The position of the value.
    var position: Place { node.place }
    /// The position of the key, or of the value if there is no key.
    var keyPosition: Place { node.keyPlace }
    /// The key of a member, or an empty string for other values.
    var key: String { node.key }
    /// A description of the value for diagnostics, after the word "found".
    var described: String { node.described }
}

extension Problems {
    func error(at syntax: some PositionedSyntax, _ message: String) {
        error(at: syntax.position, message)
    }

    func warning(at syntax: some PositionedSyntax, _ message: String) {
        warning(at: syntax.position, message)
    }

    func weakness(at syntax: some PositionedSyntax, _ message: String) {
        weakness(at: syntax.position, message)
    }

    /// Reports an unexpected value, as in `expected a string, found 3`. A hint can follow.
    func error(at syntax: some PositionedSyntax, expected: String, hint: String = "") {
        error(at: syntax.node, expected: expected, hint: hint)
    }

    func warning(at syntax: some PositionedSyntax, expected: String) {
        warning(at: syntax.node, expected: expected)
    }
}

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
