extension FieldCursor {
    /// Takes the opening brace; false if there is none, and there is nothing to read then.
    mutating func begin(_ reader: UnsafeMutablePointer<JSONReader>) -> Bool {
        let table = table.storage
        start = reader.pointee.position
        if table.pointee.requiredCount > 64 {
            let words = (table.pointee.requiredCount - 1) / 64
            let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: words)
            memory.initialize(repeating: 0, count: words)
            seenMore = memory
        }
        return openObject(reader)
    }

    private mutating func openObject(_ reader: UnsafeMutablePointer<JSONReader>) -> Bool {
        guard reader.pointee.base[reader.pointee.position] == UInt8(ascii: "{") else {
            if !reader.pointee.emptyArrayAsObject() { reader.pointee.fail("an object") }
            return false
        }
        guard reader.pointee.enter(JSONReader.typedDepthLimit) else { return false }
        reader.pointee.position &+= 1
        isFirst = true
        return true
    }

    /// Reads on to the value of the next known member, and answers its field; -1 at the object's end.
    mutating func nextMember(_ reader: UnsafeMutablePointer<JSONReader>) -> Int {
        let storage = table.storage
        let base = reader.pointee.base
        while separator(reader) {
            let at = reader.pointee.position
            let head = Word.load(base, at)
            // The key that follows in the schema, or one of the next few where some are absent.
            let last = min(predicted &+ 4, Int(storage.pointee.nodes[node].end))
            var found = predicted
            while found < last {
                let candidate = storage.pointee.entries + found
                if (head ^ candidate.pointee.head) & candidate.pointee.mask == 0 {
                    let length = Int(candidate.pointee.length)
                    if length <= 8 || KeyBytes.equal(base + at, storage.pointee.text + Int(candidate.pointee.text), length) {
                        reader.pointee.position = at &+ length
                        break
                    }
                }
                found &+= 1
            }
            if found < last {
                _ = reader.pointee.next()
                let field = met(found, reader)
                if field >= 0 { return field }
                continue
            }
            let field = search(reader)
            if field >= 0 { return field }
        }
        return -1
    }

    /// Moves to the next key. Answers false at the end of the model's own object, having left those inside it.
    @inline(__always)
    private mutating func separator(_ reader: UnsafeMutablePointer<JSONReader>) -> Bool {
        while true {
            let byte = reader.pointee.next()
            if byte == UInt8(ascii: ","), !isFirst {
                reader.pointee.position &+= 1
                _ = reader.pointee.next()
                return true
            }
            if byte == UInt8(ascii: "}") {
                reader.pointee.position &+= 1
                reader.pointee.depth &-= 1
                isFirst = false
                if node == 0 { return false }
                leave()
                continue
            }
            if isFirst {
                isFirst = false
                return true
            }
            reader.pointee.fail("a comma or the end of the object")
            return false
        }
    }

    private mutating func leave() {
        let node = table.storage.pointee.nodes[node]
        predicted = Int(node.parentEntry) &+ 1
        self.node = Int(node.parent)
    }

    /// A key that is not the expected one.
    private mutating func search(_ reader: UnsafeMutablePointer<JSONReader>) -> Int {
        guard reader.pointee.base[reader.pointee.position] == UInt8(ascii: "\"") else {
            reader.pointee.fail("a key")
            return -1
        }
        let name = reader.pointee.characters()
        if reader.pointee.failure != nil { return -1 }
        let found = table.find(name.start, name.count, in: node)
        if found >= 0 {
            reader.pointee.colon()
            return met(found, reader)
        }
        let additional = Int(table.storage.pointee.nodes[node].additional)
        if additional >= 0 {
            key = name
            return additional
        }
        reader.pointee.colon()
        reader.pointee.skip()
        return -1
    }

    /// The reader is at the value of this entry: a field, whose index is the answer, or an object to go into.
    private mutating func met(_ entry: Int, _ reader: UnsafeMutablePointer<JSONReader>) -> Int {
        let candidate = table.storage.pointee.entries + entry
        self.entry = entry
        predicted = entry &+ 1
        isRepeated = false
        let required = Int(candidate.pointee.required)
        if required >= 0 { mark(required) }
        if candidate.pointee.node >= 0 { goInto(reader) }
        return Int(candidate.pointee.field)
    }

    @inline(__always)
    private mutating func mark(_ required: Int) {
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: required & 63)
        if required < 64 {
            isRepeated = seen & bit != 0
            seen |= bit
        } else if let seenMore {
            isRepeated = seenMore[required / 64 - 1] & bit != 0
            seenMore[required / 64 - 1] |= bit
        }
    }

    /// Into the object that holds values from further down. Null in its place: they are absent.
    private mutating func goInto(_ reader: UnsafeMutablePointer<JSONReader>) {
        if reader.pointee.null() { return }
        guard openObject(reader) else { return }
        node = Int(table.storage.pointee.entries[entry].node)
        predicted = Int(table.storage.pointee.nodes[node].first)
    }

    /// Behind the object: looks for required keys that it lacks.
    mutating func end(_ reader: UnsafeMutablePointer<JSONReader>) {
        let required = table.storage.pointee.requiredCount
        var isWhole = required == 0 || required >= 64 ? required == 0 || seen == .max : seen == (1 &<< UInt64(required)) &- 1
        if let seenMore {
            for bit in 64..<required where seenMore[bit / 64 - 1] & (1 &<< UInt64(bit & 63)) == 0 { isWhole = false }
        }
        if !isWhole, reader.pointee.failure == nil { departs(reader) }
        seenMore?.deallocate()
    }

    /// Refuses an object that lacks what it must have, and takes down what else it lacks.
    @inline(never)
    private func departs(_ reader: UnsafeMutablePointer<JSONReader>) {
        let storage = table.storage
        for node in 0..<storage.pointee.nodeCount {
            for entry in Int(storage.pointee.nodes[node].first)..<Int(storage.pointee.nodes[node].end) {
                let bit = Int(storage.pointee.entries[entry].required)
                if bit < 0 { continue }
                let word = bit < 64 ? seen : seenMore?[bit / 64 - 1] ?? 0
                if word & (1 &<< UInt64(bit & 63)) != 0 { continue }
                if storage.pointee.entries[entry].isTrusted {
                    return reader.pointee.fail("a value", at: start, missing: table.name(of: entry, in: node), found: "no such key")
                }
                reader.pointee.depart(.key(table, entry: entry, node: node), at: start, found: "no such key")
            }
        }
    }
}
