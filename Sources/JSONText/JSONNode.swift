/// One value of a JSON text, and its key where it is the member of an object.
public struct JSONNode: Hashable {
    public let tree: JSONTree
    let index: Int32

    public enum Kind: UInt8, Sendable { case object, array, string, number, bool, null }

    public static func == (a: JSONNode, b: JSONNode) -> Bool { a.index == b.index }
    public func hash(into hasher: inout Hasher) { hasher.combine(index) }

    /// Distinct for every node of a tree; grows in the order of the text.
    public var number: Int { Int(index) }
    public var kind: Kind { tree.cells[Int(index)].kind }
    public var isObject: Bool { tree.cells[Int(index)].kind == .object }
    public var isArray: Bool { tree.cells[Int(index)].kind == .array }

    /// The key's symbol; -1 of what has no key.
    public var symbol: Int { Int(tree.cells[Int(index)].key) }
    /// Empty for what has no key.
    public var key: String {
        let symbol = tree.cells[Int(index)].key
        return symbol < 0 ? "" : tree.symbols.names[Int(symbol)]
    }

    public var first: JSONNode? {
        let first = tree.cells[Int(index)].first
        return first < 0 ? nil : JSONNode(tree: tree, index: first)
    }
    public var next: JSONNode? {
        let next = tree.cells[Int(index)].next
        return next < 0 ? nil : JSONNode(tree: tree, index: next)
    }

    /// The members of an object or the elements of an array, in their order; nothing of a scalar.
    public var children: Children { Children(tree: tree, upcoming: tree.cells[Int(index)].first) }

    /// The member with this key, the last where there are several.
    public subscript(symbol: Int) -> JSONNode? {
        let tree = tree
        guard tree.cells[Int(index)].kind == .object else { return nil }
        var child = tree.cells[Int(index)].first
        var found: Int32 = -1
        while child >= 0 {
            if Int(tree.cells[Int(child)].key) == symbol { found = child }
            child = tree.cells[Int(child)].next
        }
        return found < 0 ? nil : JSONNode(tree: tree, index: found)
    }

    public subscript(key: String) -> JSONNode? { self[tree.symbol(key)] }

    /// The file's number, in the order in which the files were added.
    public var file: Int { Int(tree.cells[Int(index)].file) }
    public var place: Place { tree.place(file: file, offset: Int(tree.cells[Int(index)].start)) }
    /// Where the key stands; of what has no key, the value itself.
    public var keyPlace: Place {
        let cell = tree.cells[Int(index)]
        return tree.place(file: Int(cell.file), offset: Int(cell.key < 0 ? cell.start : cell.keyStart))
    }

    public struct Children: Sequence, IteratorProtocol {
        let tree: JSONTree
        var upcoming: Int32

        public mutating func next() -> JSONNode? {
            guard upcoming >= 0 else { return nil }
            let node = JSONNode(tree: tree, index: upcoming)
            upcoming = tree.cells[Int(upcoming)].next
            return node
        }
    }
}

extension JSONTree {
    /// The children of what has none.
    public var nothing: JSONNode.Children { JSONNode.Children(tree: self, upcoming: -1) }
}

// MARK: Values

extension JSONNode {
    /// The text of a string.
    public var string: String? {
        let cell = tree.cells[Int(index)]
        guard cell.kind == .string else { return nil }
        let start = tree.texts[Int(cell.file)].bytes + Int(cell.start) + 1
        if cell.isEscaped { return String(decoding: unescaped(start, Int(cell.length)), as: UTF8.self) }
        return String(decoding: UnsafeBufferPointer(start: start, count: Int(cell.length)), as: UTF8.self)
    }

    /// The symbol of a string's text.
    public var stringSymbol: Int? {
        let cell = tree.cells[Int(index)]
        guard cell.kind == .string else { return nil }
        if cell.isEscaped { return tree.symbol(string ?? "") }
        return Int(tree.symbols.intern(tree.texts[Int(cell.file)].bytes + Int(cell.start) + 1, Int(cell.length)))
    }

    public var bool: Bool? {
        let cell = tree.cells[Int(index)]
        return cell.kind == .bool ? cell.length == 4 : nil
    }

    /// A number as it is written.
    public var numberText: String? {
        let cell = tree.cells[Int(index)]
        guard cell.kind == .number else { return nil }
        let start = tree.texts[Int(cell.file)].bytes + Int(cell.start)
        return String(decoding: UnsafeBufferPointer(start: start, count: Int(cell.length)), as: UTF8.self)
    }

    /// A number that is written without a fraction or an exponent and fits.
    public var integer: Int? {
        let cell = tree.cells[Int(index)]
        guard cell.kind == .number else { return nil }
        let bytes = tree.texts[Int(cell.file)].bytes + Int(cell.start)
        let isNegative = bytes[0] == UInt8(ascii: "-")
        var value = 0
        var at = isNegative ? 1 : 0
        while at < Int(cell.length) {
            let digit = Int(bytes[at]) - 48
            guard digit >= 0, digit <= 9 else { return nil }
            let (product, over) = value.multipliedReportingOverflow(by: 10)
            let (sum, past) = isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            if over || past { return nil }
            value = sum
            at += 1
        }
        return value
    }

    /// The value in words, for a diagnostic that says what was found.
    public var described: String {
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
