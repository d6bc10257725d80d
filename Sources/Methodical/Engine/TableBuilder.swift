/// Builds a ``FieldTable`` from its text.
struct TableBuilder {
    /// A key in an object. Becomes an entry of the table.
    private struct Member {
        var name: [UInt8]
        var field: Int32 = -1
        var node: Int32 = -1
        var required: Int32 = -1
        var isTrusted = false
        var isNullable = false
        var constant: [UInt8]?
    }

    /// The members of each node.
    private var members: [[Member]] = [[]]
    private var nodes = [FieldTable.Node()]
    private var fieldCount: Int32 = 0
    private var requiredCount: Int32 = 0

    init(_ keys: [UInt8]) {
        guard !keys.isEmpty else { return }
        for key in TableText.split(keys, UInt8(ascii: ",")) {
            add(key)
            fieldCount += 1
        }
    }

    /// Adds the next field.
    private mutating func add(_ key: ArraySlice<UInt8>) {
        if key.elementsEqual([UInt8(ascii: "*")]) {
            nodes[0].additional = fieldCount
            return
        }
        let sides = TableText.split(key, UInt8(ascii: "="))
        let key = sides[0].drop { TableText.marks.contains($0) }
        let marks = sides[0][..<key.startIndex]
        let path = TableText.split(key, UInt8(ascii: "/")).map(TableText.unescape)
        var node = 0
        for name in path.dropLast() { node = child(name, of: node) }
        var member = Member(name: path.last ?? [], field: fieldCount)
        if sides.count > 1 { member.constant = TableText.unescape(sides[1]) }
        member.isTrusted = marks.contains(UInt8(ascii: "!"))
        member.isNullable = marks.contains(UInt8(ascii: "?"))
        if member.isTrusted || marks.contains(UInt8(ascii: "+")) {
            member.required = requiredCount
            requiredCount += 1
        }
        members[node].append(member)
    }

    /// Returns the node of the object under a key, which is created if it is new.
    private mutating func child(_ name: [UInt8], of node: Int) -> Int {
        if let known = members[node].first(where: { $0.node >= 0 && $0.name == name }) { return Int(known.node) }
        let made = nodes.count
        nodes.append(FieldTable.Node(parent: Int32(node)))
        members.append([])
        members[node].append(Member(name: name, node: Int32(made)))
        return made
    }

    /// Returns the finished table.
    func finish() -> FieldTable.Storage {
        var nodes = nodes
        var entries: [FieldTable.Entry] = []
        var text: [UInt8] = []
        var slots: [FieldTable.Slot] = []
        var keys: [FieldKey] = []
        var constants: [FieldTable.Constant] = []
        for node in nodes.indices {
            nodes[node].first = Int32(entries.count)
            for member in members[node] {
                if member.node >= 0 { nodes[Int(member.node)].parentEntry = Int32(entries.count) }
                if let constant = member.constant {
                    let copy = Kept.copy(constant + [0])
                    constants.append(FieldTable.Constant(entry: entries.count, text: copy, count: constant.count))
                }
                entries.append(Self.entry(member, &text))
                keys.append(FieldKey(stringValue: String(decoding: member.name, as: UTF8.self)))
            }
            nodes[node].end = Int32(entries.count)
        }
        // Padding, so that words can be loaded from any position in the last key.
        text += [UInt8](repeating: 0, count: 16)
        let kept = Kept.copy(text)
        for node in nodes.indices { fillSlots(&slots, &nodes[node], entries, kept) }
        let steps = steps(of: 0, nodes)
        return FieldTable.Storage(
            entries: Kept.copy(entries), nodes: Kept.copy(nodes), nodeCount: nodes.count, text: kept,
            slots: Kept.copy(slots), steps: Kept.copy(steps), stepCount: steps.count,
            isFlat: nodes.count == 1 && entries.count == Int(fieldCount), fieldCount: Int(fieldCount),
            requiredCount: Int(requiredCount), keys: keys, constants: constants)
    }

    /// Appends a key to the text, and returns its entry.
    private static func entry(_ member: Member, _ text: inout [UInt8]) -> FieldTable.Entry {
        let start = text.count
        let written = TableText.escape(member.name)
        text += [UInt8(ascii: "\"")] + written + [UInt8(ascii: "\""), UInt8(ascii: ":")]
        let length = text.count - start
        func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 &<< 8 | UInt64($1) } }
        let head = word(text[start...].prefix(8))
        let tail = word(text[start...].suffix(8))
        var key = start + 1
        if written.count != member.name.count {
            key = text.count
            text += member.name
        }
        let bit: UInt64 = 0..<64 ~= member.required ? 1 &<< UInt64(truncatingIfNeeded: member.required) : 0
        return FieldTable.Entry(
            text: Int32(start), length: Int32(length), key: Int32(key), keyLength: Int32(member.name.count), head: head,
            mask: length < 8 ? KeyBytes.mask(length) : .max, tail: tail, bit: bit, field: member.field,
            node: member.node, required: member.required, isTrusted: member.isTrusted, isNullable: member.isNullable,
            isPlain: member.node < 0 && member.required < 64 && member.constant == nil,
            isConstant: member.constant != nil)
    }

    /// Appends the hash table of a node. At most a quarter of the slots is used, so that few keys are outside of their
    /// own slot.
    private func fillSlots(
        _ slots: inout [FieldTable.Slot], _ node: inout FieldTable.Node, _ entries: [FieldTable.Entry],
        _ text: UnsafePointer<UInt8>
    ) {
        var size = 4
        while size < Int(node.end - node.first) * 4 { size *= 2 }
        let start = slots.count
        node.slots = Int32(start)
        node.mask = Int32(size - 1)
        slots += [FieldTable.Slot](repeating: FieldTable.Slot(), count: size)
        for entry in Int(node.first)..<Int(node.end) {
            let count = Int(entries[entry].keyLength)
            let words = KeyWords(text + Int(entries[entry].key), count)
            var place = (words.hash &+ count) & (size - 1)
            while slots[start + place].entry >= 0 { place = (place + 1) & (size - 1) }
            slots[start + place] = FieldTable.Slot(key: words, length: Int32(count), entry: Int32(entry))
        }
    }

    /// Returns the steps that visit the fields of a node.
    private func steps(of node: Int, _ nodes: [FieldTable.Node]) -> [Int32] {
        var steps: [Int32] = []
        for (offset, member) in members[node].enumerated() {
            let entry = nodes[node].first + Int32(offset)
            if member.field >= 0 { steps.append(entry) }
            if member.node >= 0 {
                steps +=
                    [FieldTable.Step.open, entry] + self.steps(of: Int(member.node), nodes) + [FieldTable.Step.close]
            }
        }
        if nodes[node].additional >= 0 { steps += [FieldTable.Step.additional, nodes[node].additional] }
        return steps
    }
}

/// Memory that is never freed.
enum Kept {
    /// Returns a copy of an array that is never freed.
    static func copy<T>(_ elements: [T]) -> UnsafePointer<T> {
        let memory = UnsafeMutablePointer<T>.allocate(capacity: max(elements.count, 1))
        elements.withUnsafeBufferPointer { source in
            if let start = source.baseAddress { memory.initialize(from: start, count: source.count) }
        }
        return UnsafePointer(memory)
    }
}

/// The small language of the tables.
enum TableText {
    static func split(_ text: ArraySlice<UInt8>, _ separator: UInt8) -> [ArraySlice<UInt8>] {
        text.split(separator: separator, omittingEmptySubsequences: false)
    }

    static func split(_ text: [UInt8], _ separator: UInt8) -> [ArraySlice<UInt8>] { split(text[...], separator) }

    /// The marks that can precede a key.
    static let marks = Array("!+?".utf8)

    /// The characters for which `~0`, `~1` and so on are escapes.
    static let meanings: [UInt8] = Array("~/,!=*|+?".utf8)

    /// Replaces the escapes of tables with their characters.
    static func unescape(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        var isEscaped = false
        for byte in text {
            if isEscaped {
                let index = Int(byte) - 0x30
                result.append(meanings.indices.contains(index) ? meanings[index] : byte)
                isEscaped = false
            } else if byte == UInt8(ascii: "~") {
                isEscaped = true
            } else {
                result.append(byte)
            }
        }
        return result
    }

    static func string(_ text: ArraySlice<UInt8>) -> String { String(decoding: unescape(text), as: UTF8.self) }

    /// Returns the elements of a comma-separated list, unescaped. An empty text has no elements.
    static func list(_ text: StaticString) -> [String] {
        text.utf8CodeUnitCount == 0 ? [] : split(Array("\(text)".utf8), UInt8(ascii: ",")).map(string)
    }

    /// Replaces the characters that have a meaning in tables with their escapes.
    static func escaped(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            if let index = meanings.firstIndex(of: byte) {
                result += [UInt8(ascii: "~"), 0x30 + UInt8(index)]
            } else {
                result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the name as JSON writes it between quotes.
    static func escape(_ name: [UInt8]) -> [UInt8] {
        if !name.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) { return name }
        var writer = JSONWriter()
        writer.string(String(decoding: name, as: UTF8.self))
        return Array(UnsafeBufferPointer(start: writer.base + 1, count: writer.count - 2))
    }
}
