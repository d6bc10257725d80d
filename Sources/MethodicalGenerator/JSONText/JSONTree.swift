/// JSON texts as one arena of nodes that know where they stand.
///
/// Several files share a tree, so that a node of one can be put into another (`replace`, `append`) and still tells its own place. Keys are
/// interned: equal keys have the same symbol, and the symbols given to `init` are numbered from 0 in their order. Strings are made when asked for.
///
/// The tree must outlive its nodes: they point into it without holding it, since counting references would cost more than reading does.
package final class JSONTree {
    let store: UnsafeMutablePointer<Store>
    var texts: [Text] = []
    var symbols: Symbols
    /// Of large objects, the last member of each key; without it, many lookups in one object would cost the square of its size.
    private var indexes: [Int32: [Int32: Int32]] = [:]
    /// Members whose key their object has already, in the order of the files.
    package internal(set) var duplicates: [Duplicate] = []

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

    /// A key that stands twice in one object.
    package struct Duplicate {
        package let first: JSONNode
        package let second: JSONNode
    }

    /// All nodes, behind a pointer that never changes.
    struct Store {
        var cells: UnsafeMutablePointer<Cell>
        var count: Int
        var capacity: Int
        unowned(unsafe) let tree: JSONTree

        func cell(_ index: Int32) -> UnsafeMutablePointer<Cell> { cells + Int(index) }
    }

    struct Cell {
        var kind: JSONNode.Kind
        /// Whether a string has escapes.
        var isEscaped: Bool
        /// Whether `indexes` knows an object's members.
        var isIndexed = false
        var file: Int32
        var start: Int32
        /// Bytes between the quotes of a string, or of a number.
        var length: Int32
        var first: Int32
        var next: Int32
        /// The symbol of the key of a member; -1 of elements and roots.
        var key: Int32
        var keyStart: Int32
    }

    /// A file's bytes with zeros behind them, so that a look at the next byte needs no test for the end.
    struct Text {
        let shownPath: String
        let bytes: UnsafeMutablePointer<UInt8>
        let count: Int
        var lineStarts: [Int]?
    }

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

    /// The last member with a key, of an object that is too large to look through.
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

    /// The number of a key or text, given to it on first sight.
    package func symbol(_ text: String) -> Int {
        var copy = text
        return copy.withUTF8 { buffer in
            guard let base = buffer.baseAddress else { return Int(symbols.intern(symbols.empty, 0)) }
            return Int(symbols.intern(base, buffer.count))
        }
    }

    /// Indicates whether any object has a member with this key.
    package func hasMembers(_ symbol: Int) -> Bool { symbols.isKey(symbol) }

    package func text(ofSymbol symbol: Int) -> String { symbols.names[symbol] }

    /// How many symbols there are; every number below it is one.
    package var symbolCount: Int { symbols.names.count }
}

// MARK: Changing

extension JSONTree {
    /// Puts `member`, with the key and place it has, at the end of `object`.
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

    package func remove(_ child: JSONNode, from parent: JSONNode) {
        relink(child, in: parent, to: store.pointee.cell(child.index).pointee.next)
    }

    /// Puts `new` where `child` stands, under the key that `new` has.
    package func replace(_ child: JSONNode, in parent: JSONNode, with new: JSONNode) {
        store.pointee.cell(new.index).pointee.next = store.pointee.cell(child.index).pointee.next
        relink(child, in: parent, to: new.index)
    }

    /// Gives a node the key of another, for a value that takes the other's place.
    package func takeKey(_ node: JSONNode, from other: JSONNode) {
        store.pointee.cell(node.index).pointee.key = store.pointee.cell(other.index).pointee.key
    }

    /// Gives a member of `object` another key.
    package func setKey(of member: JSONNode, in object: JSONNode, to symbol: Int) {
        forgetIndex(of: object)
        store.pointee.cell(member.index).pointee.key = Int32(truncatingIfNeeded: symbol)
    }

    private func forgetIndex(of object: JSONNode) {
        store.pointee.cell(object.index).pointee.isIndexed = false
        indexes[object.index] = nil
    }

    private func relink(_ child: JSONNode, in parent: JSONNode, to target: Int32) {
        forgetIndex(of: parent)
        var before = store.pointee.cell(parent.index).pointee.first
        if before == child.index {
            store.pointee.cell(parent.index).pointee.first = target
            return
        }
        while before >= 0, store.pointee.cell(before).pointee.next != child.index { before = store.pointee.cell(before).pointee.next }
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
        for (child, next) in zip(children, children.dropFirst()) { store.pointee.cell(child.index).pointee.next = next.index }
        return made
    }
}

// MARK: Places

extension JSONTree {
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

/// Keys by number: a hash table over bytes, since `Dictionary` of `String` costs ten times as much without optimisation.
struct Symbols {
    private(set) var names: [String] = []
    /// Somewhere to point to for a text of no bytes.
    let empty = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    private var slots: UnsafeMutablePointer<Int32>
    private var mask = 4095
    private var entries: UnsafeMutablePointer<Entry>
    private var room = 1024
    private var count = 0

    private struct Entry {
        var hash: Int
        var bytes: UnsafeMutablePointer<UInt8>
        var length: Int
        /// The object that was last seen with it, and the member.
        var object: Int32 = -1
        var member: Int32 = -1
    }

    init() {
        slots = .allocate(capacity: 4096)
        slots.initialize(repeating: -1, count: 4096)
        entries = .allocate(capacity: 1024)
        empty.pointee = 0
    }

    func deallocate() {
        var index = 0
        while index < count {
            entries[index].bytes.deallocate()
            index += 1
        }
        entries.deallocate()
        slots.deallocate()
        empty.deallocate()
    }

    mutating func intern(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Int32 {
        var hash = length
        var index = 0
        while index < length {
            hash = (hash &* 31) &+ Int(truncatingIfNeeded: bytes[index])
            index &+= 1
        }
        hash ^= hash &>> 15
        var slot = hash & mask
        while true {
            let found = slots[slot]
            if found < 0 { break }
            let entry = entries + Int(found)
            if entry.pointee.hash == hash, entry.pointee.length == length {
                let other = entry.pointee.bytes
                var same = 0
                while same < length, other[same] == bytes[same] { same &+= 1 }
                if same == length { return found }
            }
            slot = (slot &+ 1) & mask
        }
        return add(bytes, length, hash, slot)
    }

    private mutating func add(_ bytes: UnsafePointer<UInt8>, _ length: Int, _ hash: Int, _ slot: Int) -> Int32 {
        if count == room {
            let larger = UnsafeMutablePointer<Entry>.allocate(capacity: room * 2)
            larger.moveInitialize(from: entries, count: count)
            entries.deallocate()
            entries = larger
            room *= 2
        }
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(length, 1))
        copy.initialize(from: bytes, count: length)
        (entries + count).initialize(to: Entry(hash: hash, bytes: copy, length: length))
        names.append(String(decoding: UnsafeBufferPointer(start: copy, count: length), as: UTF8.self))
        let symbol = Int32(truncatingIfNeeded: count)
        slots[slot] = symbol
        count += 1
        if count * 2 > mask { grow() }
        return symbol
    }

    /// Notes that an object has a member with this key, and returns the member that had it before, or -1.
    func mark(_ symbol: Int32, by object: Int32, with member: Int32) -> Int32 {
        let entry = entries + Int(symbol)
        if entry.pointee.object == object { return entry.pointee.member }
        entry.pointee.object = object
        entry.pointee.member = member
        return -1
    }

    func isKey(_ symbol: Int) -> Bool { entries[symbol].member >= 0 }

    private mutating func grow() {
        let size = (mask + 1) * 2
        slots.deallocate()
        slots = .allocate(capacity: size)
        slots.initialize(repeating: -1, count: size)
        mask = size - 1
        var index = 0
        while index < count {
            var slot = entries[index].hash & mask
            while slots[slot] >= 0 { slot = (slot &+ 1) & mask }
            slots[slot] = Int32(truncatingIfNeeded: index)
            index += 1
        }
    }
}

// MARK: Widening

/// For these two the library has a generic initializer only, which the compiler specialises wherever it is written, in 6 ms of its time each.
extension Int {
    init(_ value: Int32) { self.init(truncatingIfNeeded: value) }
    init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }
}
