/// A value in a JSON text, with its key if it is a member of an object. A node is valid for as long as its tree
/// exists.
package struct JSONNode: Hashable {
    let store: UnsafeMutablePointer<JSONTree.Store>
    let index: Int32

    /// The tree that the node belongs to.
    package var tree: JSONTree { store.pointee.tree }
    private var cell: UnsafeMutablePointer<JSONTree.Cell> { store.pointee.cell(index) }

    /// The types of JSON values.
    package enum Kind: UInt8, Sendable { case object, array, string, number, bool, null }

    package static func == (a: JSONNode, b: JSONNode) -> Bool { a.index == b.index }
    package func hash(into hasher: inout Hasher) { hasher.combine(index) }

    /// A number that identifies the node in its tree. Numbers increase in the order of the text.
    package var number: Int { Int(index) }
    /// The type of the value.
    package var kind: Kind { cell.pointee.kind }
    package var isObject: Bool { cell.pointee.kind == .object }
    package var isArray: Bool { cell.pointee.kind == .array }

    /// The symbol of the key, or -1 if the node has no key.
    package var symbol: Int { Int(cell.pointee.key) }
    /// The key, or an empty string if the node has no key.
    package var key: String {
        let symbol = self.symbol
        return symbol < 0 ? "" : tree.symbols.names[symbol]
    }

    /// The first member or element, or `nil` if there is none.
    package var first: JSONNode? {
        let first = cell.pointee.first
        return first < 0 ? nil : JSONNode(store: store, index: first)
    }
    /// The member or element that follows in the same object or array.
    package var next: JSONNode? {
        let next = cell.pointee.next
        return next < 0 ? nil : JSONNode(store: store, index: next)
    }

    /// The members of an object or the elements of an array, in order. A scalar has no children.
    package var children: Children { Children(store: store, upcoming: cell.pointee.first) }

    /// Returns the member whose key has the given symbol, or the last one if there are several.
    ///
    /// Objects with more than 200 members are looked up in an index, which the tree builds on first use.
    package subscript(symbol: Int) -> JSONNode? {
        let object = cell
        guard object.pointee.kind == .object else { return nil }
        let key = Int32(truncatingIfNeeded: symbol)
        var child = object.pointee.first
        var found: Int32 = -1
        // In an object with an index, the search below ends at once.
        var steps = object.pointee.isIndexed ? 200 : 0
        while child >= 0 {
            if steps == 200 {
                found = tree.lookUp(key, in: index)
                break
            }
            let cell = store.pointee.cell(child)
            if cell.pointee.key == key { found = child }
            child = cell.pointee.next
            steps &+= 1
        }
        return found < 0 ? nil : JSONNode(store: store, index: found)
    }

    /// Returns the member with the given key, or the last one if there are several.
    package subscript(key: String) -> JSONNode? { self[tree.symbol(key)] }

    /// The index of the file, in the order in which files were added to the tree.
    package var file: Int { Int(cell.pointee.file) }
    /// The place of the value in its file.
    package var place: Place { tree.place(file: file, offset: Int(cell.pointee.start)) }
    /// The place of the key, or of the value if there is no key.
    package var keyPlace: Place {
        let cell = cell.pointee
        return tree.place(file: Int(cell.file), offset: Int(cell.key < 0 ? cell.start : cell.keyStart))
    }

    /// A sequence of members or elements.
    package struct Children: Sequence, IteratorProtocol {
        let store: UnsafeMutablePointer<JSONTree.Store>
        var upcoming: Int32

        package mutating func next() -> JSONNode? {
            guard upcoming >= 0 else { return nil }
            let node = JSONNode(store: store, index: upcoming)
            upcoming = store.pointee.cell(upcoming).pointee.next
            return node
        }
    }
}

extension JSONTree {
    /// An empty sequence of children.
    package var nothing: JSONNode.Children { JSONNode.Children(store: store, upcoming: -1) }
}

// MARK: Values

extension JSONNode {
    /// The first byte of the value. For a string, this is its opening quote.
    private var bytes: UnsafeMutablePointer<UInt8> {
        tree.texts[Int(cell.pointee.file)].bytes + Int(cell.pointee.start)
    }

    /// The text of a string without its escapes, or `nil` for other types.
    package var string: String? {
        let cell = cell.pointee
        guard cell.kind == .string else { return nil }
        if cell.isEscaped { return String(decoding: unescaped(bytes + 1, Int(cell.length)), as: UTF8.self) }
        return String(decoding: UnsafeBufferPointer(start: bytes + 1, count: Int(cell.length)), as: UTF8.self)
    }

    /// The bytes of a string without escapes, in the tree's own memory. `nil` for other types, and for strings
    /// with escapes.
    package var plainBytes: UnsafeBufferPointer<UInt8>? {
        let cell = cell.pointee
        guard cell.kind == .string, !cell.isEscaped else { return nil }
        return UnsafeBufferPointer(start: bytes + 1, count: Int(cell.length))
    }

    /// The symbol of a string's text, or `nil` for other types.
    package var stringSymbol: Int? {
        let cell = cell.pointee
        guard cell.kind == .string else { return nil }
        if cell.isEscaped { return tree.symbol(string ?? "") }
        return Int(tree.symbols.intern(bytes + 1, Int(cell.length)))
    }

    /// The value of a Boolean, or `nil` for other types.
    package var bool: Bool? {
        let cell = cell.pointee
        // `true` has four bytes, `false` has five.
        return cell.kind == .bool ? cell.length == 4 : nil
    }

    /// A number as it is written, or `nil` for other types.
    package var numberText: String? {
        let cell = cell.pointee
        guard cell.kind == .number else { return nil }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(cell.length)), as: UTF8.self)
    }

    /// The value of a number without fraction and exponent, or `nil` if it does not fit into an `Int` or is of
    /// another type.
    package var integer: Int? {
        let cell = cell.pointee
        guard cell.kind == .number else { return nil }
        let bytes = bytes
        let length = Int(cell.length)
        let isNegative = bytes[0] == UInt8(ascii: "-")
        var value = 0
        var at = isNegative ? 1 : 0
        while at < length {
            let digit = Int(bytes[at]) - 48
            guard digit >= 0, digit <= 9 else { return nil }
            let (product, over) = value.multipliedReportingOverflow(by: 10)
            let (sum, past) =
                isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            if over || past { return nil }
            value = sum
            at += 1
        }
        return value
    }

    /// A description of the value for diagnostics, after the word "found".
    package var described: String {
        switch kind {
        case .object: "an object"
        case .array: "an array"
        case .string: "\"\(string ?? "")\""
        case .number: numberText ?? "a number"
        case .bool: bool == true ? "true" : "false"
        case .null: "null"
        }
    }
}
