/// The construction of a ``FieldTable`` from its text.
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
    private var readOnlyFields: Set<Int> = []

    init(_ keys: [UInt8]) {
        if keys.isEmpty {
            return
        }
        for key in TableText.split(keys[...], separator: ",") {
            add(TableKey(key))
            fieldCount += 1
        }
    }

    /// Adds the next field.
    private mutating func add(_ key: TableKey) {
        if key.isAdditional {
            nodes[0].additional = fieldCount
            return
        }
        var path = TableText.split(key.path, separator: "/").map(TableText.unescape)
        var member = Member(name: path.removeLast(), field: fieldCount)
        member.constant = key.value.map(TableText.unescape)
        member.isTrusted = key.isTrusted
        member.isNullable = key.isNullable
        if key.isReadOnly {
            readOnlyFields.insert(Int(fieldCount))
        }
        if key.isTrusted || key.isUntrusted {
            member.required = requiredCount
            requiredCount += 1
        }
        let node = path.reduce(0) { child($1, of: $0) }
        members[node].append(member)
    }

    /// Returns the node of the object under a key, which is created if it is new.
    private mutating func child(_ name: [UInt8], of node: Int) -> Int {
        if let known = members[node].first(where: { $0.node >= 0 && $0.name == name }) {
            return Int(known.node)
        }
        let made = nodes.count
        nodes.append(FieldTable.Node(parent: Int32(node)))
        members.append([])
        members[node].append(Member(name: name, node: Int32(made)))
        return made
    }

    /// Returns the finished table.
    func finish(hasNumericFlags: Bool) -> FieldTable.Storage {
        var nodes = nodes
        var entries: [FieldTable.Entry] = []
        var text: [UInt8] = []
        var constants: [FieldTable.Constant] = []
        for node in nodes.indices {
            nodes[node].first = Int32(entries.count)
            for member in members[node] {
                if member.node >= 0 {
                    nodes[Int(member.node)].parentEntry = Int32(entries.count)
                }
                if let constant = member.constant {
                    let copy = Self.kept(constant + [0])
                    constants.append(FieldTable.Constant(entry: entries.count, text: copy, count: constant.count))
                }
                entries.append(Self.entry(for: member, into: &text))
            }
            nodes[node].end = Int32(entries.count)
        }
        let kept = Self.kept(text + [UInt8](repeating: 0, count: FieldTable.padding))
        let slots = slots(for: nodes, entries: entries, text: kept)
        let steps = steps(of: 0, in: nodes)
        let requiredBits = entries.reduce(0) { $0 | $1.bit }
        let keys = members.joined().map {
            FieldKey(stringValue: String(decoding: $0.name, as: UTF8.self))
        }
        return FieldTable.Storage(
            entries: Self.kept(entries),
            nodes: Self.kept(nodes),
            nodeCount: nodes.count,
            text: kept,
            slots: Self.kept(slots),
            slotMask: slots.count - 1,
            steps: Self.kept(steps),
            stepCount: steps.count,
            isFlat: nodes.count == 1 && entries.count == Int(fieldCount),
            fieldCount: Int(fieldCount),
            requiredCount: Int(requiredCount),
            requiredBits: requiredBits,
            keys: keys,
            constants: constants,
            readOnlyFields: readOnlyFields.isEmpty ? nil : readOnlyFields,
            hasNumericFlags: hasNumericFlags)
    }

    /// Appends a key to the text, and returns its entry.
    private static func entry(for member: Member, into text: inout [UInt8]) -> FieldTable.Entry {
        let start = text.count
        let written = TableText.json(of: member.name)
        text += written + [.colon]
        let length = text.count - start

        func word(of bytes: ArraySlice<UInt8>) -> UInt64 {
            bytes.reversed().reduce(0) { $0 &<< 8 | UInt64($1) }
        }

        let head = word(of: text[start...].prefix(KeyBytes.wordSize))
        let tail = word(of: text[start...].suffix(KeyBytes.wordSize))
        var key = start + 1
        // An escaped key has its plain form after it.
        if written.count - 2 != member.name.count {
            key = text.count
            text += member.name
        }
        let mask = length < KeyBytes.wordSize ? KeyBytes.mask(count: length) : .max
        let isTracked = 0..<FieldTable.trackedBits ~= Int(member.required)
        let bit = isTracked ? FieldTable.bit(for: Int(member.required)) : 0
        return FieldTable.Entry(
            text: Int32(start),
            length: Int32(length),
            key: Int32(key),
            keyLength: Int32(member.name.count),
            head: head,
            mask: mask,
            tail: tail,
            bit: bit,
            field: member.field,
            node: member.node,
            required: member.required,
            isTrusted: member.isTrusted,
            isNullable: member.isNullable,
            isPlain: member.node < 0 && member.required < FieldTable.trackedBits && member.constant == nil,
            isConstant: member.constant != nil)
    }

    /// Returns the hash table. At most a quarter of the slots is used, so that few keys are outside of their own slot.
    private func slots(
        for nodes: [FieldTable.Node],
        entries: [FieldTable.Entry],
        text: UnsafePointer<UInt8>
    ) -> [FieldTable.Slot] {
        let slotsPerKey = 4
        var size = slotsPerKey
        while size < entries.count * slotsPerKey {
            size *= 2
        }
        var slots = [FieldTable.Slot](repeating: FieldTable.Slot(), count: size)
        for (node, range) in nodes.enumerated() {
            for entry in Int(range.first)..<Int(range.end) {
                let count = Int(entries[entry].keyLength)
                let words = KeyWords(text + Int(entries[entry].key), count: count)
                var slotIndex = words.hash(count: count, in: node) & (size - 1)
                while slots[slotIndex].entry >= 0 {
                    slotIndex = (slotIndex + 1) & (size - 1)
                }
                slots[slotIndex] = FieldTable.Slot(
                    key: words,
                    length: Int32(count),
                    node: Int32(node),
                    entry: Int32(entry))
            }
        }
        return slots
    }

    /// Returns the steps that visit the fields of a node.
    private func steps(of node: Int, in nodes: [FieldTable.Node]) -> [Int32] {
        var steps: [Int32] = []
        for (entry, member) in zip(nodes[node].first..., members[node]) {
            if member.field >= 0 {
                steps.append(entry)
            }
            if member.node >= 0 {
                steps += [FieldTable.Step.open, entry] + self.steps(of: Int(member.node), in: nodes)
                steps.append(FieldTable.Step.close)
            }
        }
        if nodes[node].additional >= 0 {
            steps += [FieldTable.Step.additional, nodes[node].additional]
        }
        return steps
    }

    /// Returns a copy of an array that is never freed.
    private static func kept<T>(_ elements: [T]) -> UnsafePointer<T> {
        let memory = UnsafeMutableBufferPointer<T>.allocate(capacity: elements.count)
        _ = memory.initialize(from: elements)
        return UnsafePointer(memory.baseAddress ?? .allocate(capacity: 1))
    }
}
