/// A value in a JSON text, with its key if it is a member of an object, and with its place.
///
/// A node can be moved into another file's tree, and still has its own place.
package final class JSONNode: Hashable {
    /// The types of JSON values.
    package enum Kind: Int, Sendable { case object, array, string, number, bool, null }

    /// A number that identifies the node among the nodes of all files. In a file, numbers increase in the order of the
    /// text.
    package let number: Int
    /// The type of the value.
    package let kind: Kind
    /// The key of a member, or an empty string for elements and roots.
    package let key: String
    /// The members of an object or the elements of an array, in order. A scalar has no children.
    package var children: [JSONNode] = [] {
        didSet { index = nil }
    }
    /// The text of a string without its escapes, or a number or literal as it is written.
    private let text: String
    /// The number of the file that the node belongs to. References are resolved from there.
    package var file: Int
    private let source: ParsedFile
    /// The offset of the value in its file, in bytes.
    package let offset: Int
    /// The offset of the key, or of the value if there is no key.
    let keyOffset: Int
    /// The members of a large object by key, so that looking up all of them does not take quadratic time.
    private var index: [String: JSONNode]?

    package init(
        _ kind: Kind, text: String = "", key: String = "", in source: ParsedFile, at offset: Int, keyOffset: Int
    ) {
        self.kind = kind
        self.text = text
        self.key = key
        self.source = source
        self.offset = offset
        self.keyOffset = keyOffset
        file = source.number
        number = file &<< 32 | source.nodeCount
        source.nodeCount += 1
    }

    /// Creates an object or an array at the place of another node.
    convenience init(_ kind: Kind, key: String = "", at place: JSONNode, children: [JSONNode]) {
        self.init(kind, key: key, in: place.source, at: place.offset, keyOffset: place.keyOffset)
        self.children = children
        file = place.file
    }

    /// Creates a string at the place of another node.
    convenience init(string: String, key: String = "", at place: JSONNode) {
        self.init(.string, text: string, key: key, in: place.source, at: place.offset, keyOffset: place.keyOffset)
        file = place.file
    }

    /// Returns a node with the same value, children and place, and with another key.
    ///
    /// - Parameter string: Another text for a string.
    package func copy(key: String = "", string: String? = nil) -> JSONNode {
        let copy = JSONNode(kind, text: string ?? text, key: key, in: source, at: offset, keyOffset: keyOffset)
        copy.children = children
        copy.file = file
        return copy
    }

    package static func == (a: JSONNode, b: JSONNode) -> Bool {
        a === b
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }

    package var isObject: Bool { kind == .object }
    package var isArray: Bool { kind == .array }

    /// Returns the member with the given key, or `nil` if there is none.
    package subscript(key: String) -> JSONNode? {
        guard kind == .object else { return nil }
        if children.count > 100 {
            if index == nil {
                index = Dictionary(children.map { ($0.key, $0) }) { first, _ in first }
            }
            return index?[key]
        }
        // In unoptimized builds, this loop takes half the time of `for child in children`.
        let children = children
        var index = 0
        while index < children.count {
            let child = children[index]
            if child.key == key {
                return child
            }
            index += 1
        }
        return nil
    }

    /// The place of the value in its file.
    package var place: Place { source.place(at: offset) }
    /// The place of the key, or of the value if there is no key.
    package var keyPlace: Place { source.place(at: keyOffset) }
}

// MARK: Values

extension JSONNode {
    /// The first member or element, or `nil` if there is none.
    package var first: JSONNode? { children.first }

    /// The text of a string without its escapes, or `nil` for other types.
    package var string: String? {
        guard kind == .string else { return nil }
        return text
    }

    /// The value of a Boolean, or `nil` for other types.
    package var bool: Bool? {
        guard kind == .bool else { return nil }
        return text == "true"
    }

    /// A number as it is written, or `nil` for other types.
    package var numberText: String? {
        guard kind == .number else { return nil }
        return text
    }

    /// The value of a number without fraction and exponent, or `nil` if it does not fit into an `Int` or is of
    /// another type.
    package var integer: Int? {
        guard kind == .number else { return nil }
        return Int(text)
    }

    /// A description of the value for diagnostics, after the word "found".
    package var described: String {
        switch kind {
        case .object: "an object"
        case .array: "an array"
        case .string: "\"\(text)\""
        case .number, .bool, .null: text
        }
    }
}

// MARK: Changes

extension JSONNode {
    /// Removes a member or element.
    func remove(_ child: JSONNode) {
        children.removeAll { $0 == child }
    }

    /// Replaces a member or element. The new node keeps its own key.
    func replace(_ child: JSONNode, with new: JSONNode) {
        children = children.map { current in
            if current == child {
                return new
            }
            return current
        }
    }
}
