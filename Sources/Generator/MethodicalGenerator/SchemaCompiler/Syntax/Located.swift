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
