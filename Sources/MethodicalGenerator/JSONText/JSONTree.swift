/// A tree of JSON texts, whose nodes are stored in one block of memory and know their places in the files.
///
/// Several files can share a tree. A node of one file can then be moved into another (`replace`, `append`) and
/// still has its own place. Keys are interned: equal keys have the same symbol. The keys given to `init` have
/// the symbols 0, 1, 2 and so on. Strings are created only on request.
///
/// The tree must outlive its nodes. A node refers to the tree without retaining it, because reference counting
/// would take longer than parsing itself.
package final class JSONTree {
    let store: UnsafeMutablePointer<Store>
    var texts: [Text] = []
    var symbols: Symbols
    /// The members of large objects by key. If a key is repeated, the last member counts. Without this index,
    /// looking up all members of an object would take quadratic time.
    private var indexes: [Int32: [Int32: Int32]] = [:]
    /// The members whose key occurs earlier in the same object, in the order of the files.
    package internal(set) var duplicates: [Duplicate] = []

    /// Creates an empty tree, and interns the given keys.
    package init(symbols names: [String] = []) {
        store = .allocate(capacity: 1)
        symbols = Symbols()
        store.initialize(to: Store(cells: .allocate(capacity: 1024), count: 0, capacity: 1024, tree: self))
        for name in names { _ = symbol(name) }
    }

    deinit {
        store.pointee.cells.deallocate()
        store.deinitialize(count: 1)
        store.deallocate()
        symbols.deallocate()
        for text in texts { text.bytes.deallocate() }
    }

    /// Two members of one object that have the same key.
    package struct Duplicate {
        package let first: JSONNode
        package let second: JSONNode
    }

    /// The memory of all nodes. Nodes refer to it by a pointer that never changes, while `cells` is reallocated
    /// when the tree grows.
    struct Store {
        var cells: UnsafeMutablePointer<Cell>
        var count: Int
        var capacity: Int
        unowned(unsafe) let tree: JSONTree

        func cell(_ index: Int32) -> UnsafeMutablePointer<Cell> { cells + Int(index) }
    }

    /// The data of a node. `first` (the first child) and `next` (the next sibling) are indexes of cells, or -1.
    struct Cell {
        var kind: JSONNode.Kind
        /// Indicates whether a string contains escapes.
        var isEscaped: Bool
        /// Indicates whether `indexes` contains the object's members.
        var isIndexed = false
        var file: Int32
        /// The offset of the value in its file.
        var start: Int32
        /// The number of bytes of a scalar. The quotes of a string are not counted.
        var length: Int32
        var first: Int32
        var next: Int32
        /// The symbol of a member's key, or -1 for elements and roots.
        var key: Int32
        var keyStart: Int32
    }

    /// The bytes of a file, followed by zeros, so that a look at the next bytes needs no check for the end.
    struct Text {
        let shownPath: String
        let bytes: UnsafeMutablePointer<UInt8>
        let count: Int
        /// The offsets at which lines begin. They are computed when a place is first needed.
        var lineStarts: [Int]?
    }

    /// Appends a cell, and returns its index.
    func append(_ cell: Cell) -> Int32 {
        let count = store.pointee.count
        if count == store.pointee.capacity {
            let larger = UnsafeMutablePointer<Cell>.allocate(capacity: count * 2)
            larger.moveInitialize(from: store.pointee.cells, count: count)
            store.pointee.cells.deallocate()
            store.pointee.cells = larger
            store.pointee.capacity = count * 2
        }
        (store.pointee.cells + count).initialize(to: cell)
        store.pointee.count = count + 1
        return Int32(truncatingIfNeeded: count)
    }

    /// Returns the last member with a key, from the index of a large object, or -1. Builds the index on first use.
    func lookUp(_ key: Int32, in object: Int32) -> Int32 {
        let cell = store.pointee.cell(object)
        if !cell.pointee.isIndexed {
            var index: [Int32: Int32] = [:]
            var child = cell.pointee.first
            while child >= 0 {
                let member = store.pointee.cell(child)
                index[member.pointee.key] = child
                child = member.pointee.next
            }
            indexes[object] = index
            cell.pointee.isIndexed = true
        }
        return indexes[object]?[key] ?? -1
    }

    func node(_ index: Int32) -> JSONNode { JSONNode(store: store, index: index) }

    /// Returns the symbol of a text. A new text gets the next free number.
    package func symbol(_ text: String) -> Int {
        var copy = text
        return copy.withUTF8 { buffer in
            guard let base = buffer.baseAddress else { return Int(symbols.intern(symbols.empty, 0)) }
            return Int(symbols.intern(base, buffer.count))
        }
    }

    /// Indicates whether any object has a member with this key.
    package func hasMembers(_ symbol: Int) -> Bool { symbols.isKey(symbol) }

    /// Returns the text of a symbol.
    package func text(ofSymbol symbol: Int) -> String { symbols.names[symbol] }

    /// The number of symbols. Every smaller number is a valid symbol.
    package var symbolCount: Int { symbols.names.count }
}

// MARK: Changing

extension JSONTree {
    /// Appends `member` to `object`. The member keeps its key and its place.
    package func append(_ member: JSONNode, to object: JSONNode) {
        forgetIndex(of: object)
        store.pointee.cell(member.index).pointee.next = -1
        var last = store.pointee.cell(object.index).pointee.first
        guard last >= 0 else {
            store.pointee.cell(object.index).pointee.first = member.index
            return
        }
        while store.pointee.cell(last).pointee.next >= 0 { last = store.pointee.cell(last).pointee.next }
        store.pointee.cell(last).pointee.next = member.index
    }

    /// Removes a member or element from its object or array.
    package func remove(_ child: JSONNode, from parent: JSONNode) {
        relink(child, in: parent, to: store.pointee.cell(child.index).pointee.next)
    }

    /// Replaces a member or element. The new node keeps its own key; see `takeKey(_:from:)`.
    package func replace(_ child: JSONNode, in parent: JSONNode, with new: JSONNode) {
        store.pointee.cell(new.index).pointee.next = store.pointee.cell(child.index).pointee.next
        relink(child, in: parent, to: new.index)
    }

    /// Gives a node the key of another node that it replaces.
    package func takeKey(_ node: JSONNode, from other: JSONNode) {
        store.pointee.cell(node.index).pointee.key = store.pointee.cell(other.index).pointee.key
    }

    /// Gives a member of `object` another key.
    package func setKey(of member: JSONNode, in object: JSONNode, to symbol: Int) {
        forgetIndex(of: object)
        store.pointee.cell(member.index).pointee.key = Int32(truncatingIfNeeded: symbol)
    }

    /// Discards the index of an object that is about to change.
    private func forgetIndex(of object: JSONNode) {
        store.pointee.cell(object.index).pointee.isIndexed = false
        indexes[object.index] = nil
    }

    /// Makes the link that leads to `child` lead to `target` instead.
    private func relink(_ child: JSONNode, in parent: JSONNode, to target: Int32) {
        forgetIndex(of: parent)
        var before = store.pointee.cell(parent.index).pointee.first
        if before == child.index {
            store.pointee.cell(parent.index).pointee.first = target
            return
        }
        while before >= 0, store.pointee.cell(before).pointee.next != child.index {
            before = store.pointee.cell(before).pointee.next
        }
        if before >= 0 { store.pointee.cell(before).pointee.next = target }
    }
}

// MARK: Making

extension JSONTree {
    /// Makes a node with the value, the children and the place of another, which stays as it is.
    package func copy(_ node: JSONNode, key: Int = -1) -> JSONNode {
        var cell = store.pointee.cell(node.index).pointee
        (cell.isIndexed, cell.next, cell.key) = (false, -1, Int32(truncatingIfNeeded: key))
        return self.node(append(cell))
    }

    /// Makes an object or a list at the place of another node. Its children belong to nothing else yet.
    package func make(_ kind: JSONNode.Kind, key: Int = -1, at place: JSONNode, _ children: [JSONNode]) -> JSONNode {
        let made = copy(place, key: key)
        store.pointee.cell(made.index).pointee.kind = kind
        store.pointee.cell(made.index).pointee.first = children.first?.index ?? -1
        for (child, next) in zip(children, children.dropFirst()) {
            store.pointee.cell(child.index).pointee.next = next.index
        }
        return made
    }
}

// MARK: Places

extension JSONTree {
    /// Returns the line and column of an offset in a file.
    func place(file: Int, offset: Int) -> Place {
        let starts = lineStarts(of: file)
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle } else { high = middle }
        }
        return Place(file: texts[file].shownPath, line: low + 1, column: offset - starts[low] + 1)
    }

    private func lineStarts(of file: Int) -> [Int] {
        if let known = texts[file].lineStarts { return known }
        let text = texts[file]
        var starts = [0]
        var offset = 0
        while offset < text.count {
            if text.bytes[offset] == UInt8(ascii: "\n") { starts.append(offset + 1) }
            offset += 1
        }
        texts[file].lineStarts = starts
        return starts
    }
}

/// These two conversions have only a generic initializer in the standard library. Each use of it costs the
/// compiler 6 ms for a specialization.
extension Int {
    init(_ value: Int32) { self.init(truncatingIfNeeded: value) }
    init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }
}
