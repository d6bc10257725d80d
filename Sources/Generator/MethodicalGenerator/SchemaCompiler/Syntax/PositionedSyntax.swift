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
