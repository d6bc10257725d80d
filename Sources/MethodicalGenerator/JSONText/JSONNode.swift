/// One value of a JSON text, and its key where it is the member of an object. Valid as long as its tree lives.
package struct JSONNode: Hashable {
    let store: UnsafeMutablePointer<JSONTree.Store>
    let index: Int32

    package var tree: JSONTree { store.pointee.tree }
    private var cell: UnsafeMutablePointer<JSONTree.Cell> { store.pointee.cell(index) }

    package enum Kind: UInt8, Sendable { case object, array, string, number, bool, null }

    package static func == (a: JSONNode, b: JSONNode) -> Bool { a.index == b.index }
    package func hash(into hasher: inout Hasher) { hasher.combine(index) }

    /// Distinct for every node of a tree; grows in the order of the text.
    package var number: Int { Int(index) }
    package var kind: Kind { cell.pointee.kind }
    package var isObject: Bool { cell.pointee.kind == .object }
    package var isArray: Bool { cell.pointee.kind == .array }

    /// The key's symbol; -1 of what has no key.
    package var symbol: Int { Int(cell.pointee.key) }
    /// Empty for what has no key.
    package var key: String {
        let symbol = self.symbol
        return symbol < 0 ? "" : tree.symbols.names[symbol]
    }

    package var first: JSONNode? {
        let first = cell.pointee.first
        return first < 0 ? nil : JSONNode(store: store, index: first)
    }
    package var next: JSONNode? {
        let next = cell.pointee.next
        return next < 0 ? nil : JSONNode(store: store, index: next)
    }

    /// The members of an object or the elements of an array, in their order; nothing of a scalar.
    package var children: Children { Children(store: store, upcoming: cell.pointee.first) }

    /// The member with this key, the last where there are several.
    package subscript(symbol: Int) -> JSONNode? {
        let object = cell
        guard object.pointee.kind == .object else { return nil }
        let key = Int32(truncatingIfNeeded: symbol)
        var child = object.pointee.first
        var found: Int32 = -1
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

    package subscript(key: String) -> JSONNode? { self[tree.symbol(key)] }

    /// The file's number, in the order in which the files were added.
    package var file: Int { Int(cell.pointee.file) }
    package var place: Place { tree.place(file: file, offset: Int(cell.pointee.start)) }
    /// Where the key stands; of what has no key, the value itself.
    package var keyPlace: Place {
        let cell = cell.pointee
        return tree.place(file: Int(cell.file), offset: Int(cell.key < 0 ? cell.start : cell.keyStart))
    }

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
    /// The children of what has none.
    package var nothing: JSONNode.Children { JSONNode.Children(store: store, upcoming: -1) }
}

// MARK: Values

extension JSONNode {
    /// Where it begins: the quote of a string.
    private var bytes: UnsafeMutablePointer<UInt8> { tree.texts[Int(cell.pointee.file)].bytes + Int(cell.pointee.start) }

    /// The text of a string.
    package var string: String? {
        let cell = cell.pointee
        guard cell.kind == .string else { return nil }
        if cell.isEscaped { return String(decoding: unescaped(bytes + 1, Int(cell.length)), as: UTF8.self) }
        return String(decoding: UnsafeBufferPointer(start: bytes + 1, count: Int(cell.length)), as: UTF8.self)
    }

    /// The bytes of a string that has no escapes, where the tree keeps them.
    package var plainBytes: UnsafeBufferPointer<UInt8>? {
        let cell = cell.pointee
        guard cell.kind == .string, !cell.isEscaped else { return nil }
        return UnsafeBufferPointer(start: bytes + 1, count: Int(cell.length))
    }

    /// The symbol of a string's text.
    package var stringSymbol: Int? {
        let cell = cell.pointee
        guard cell.kind == .string else { return nil }
        if cell.isEscaped { return tree.symbol(string ?? "") }
        return Int(tree.symbols.intern(bytes + 1, Int(cell.length)))
    }

    package var bool: Bool? {
        let cell = cell.pointee
        return cell.kind == .bool ? cell.length == 4 : nil
    }

    /// A number as it is written.
    package var numberText: String? {
        let cell = cell.pointee
        guard cell.kind == .number else { return nil }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: Int(cell.length)), as: UTF8.self)
    }

    /// A number that is written without a fraction or an exponent and fits.
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
            let (sum, past) = isNegative ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            if over || past { return nil }
            value = sum
            at += 1
        }
        return value
    }

    /// The value in words, for a diagnostic that says what was found.
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
