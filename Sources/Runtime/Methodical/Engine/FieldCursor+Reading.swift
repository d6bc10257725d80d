extension FieldCursor {
    /// Prepares to read the object at the reader's position. Returns `false` if there is no object, and thus no member
    /// to read.
    mutating func begin(in reader: UnsafeMutablePointer<JSONReader>) -> Bool {
        let table = table.storage
        start = reader.pointee.position
        go(to: 0, expecting: 0)
        if table.pointee.hasNumericFlags {
            reader.pointee.hasNumericFlags = true
        }
        // The words for the required fields after the first 64.
        let wordCount = (table.pointee.requiredCount - 1) / FieldTable.trackedBits
        if wordCount > 0 {
            let words = UnsafeMutablePointer<UInt64>.allocate(capacity: wordCount)
            words.initialize(repeating: 0, count: wordCount)
            seenMore = words
        }
        return openObject(in: reader)
    }

    /// Checks that an object begins here. `nextMember(in:)` consumes the opening brace in the same way as a comma.
    private mutating func openObject(in reader: UnsafeMutablePointer<JSONReader>) -> Bool {
        guard reader.pointee.base[reader.pointee.position] == .openBrace else {
            if !reader.pointee.emptyArrayAsObject() {
                reader.pointee.fail("an object")
            }
            return false
        }
        separator = .openBrace
        return reader.pointee.enter(limit: JSONReader.typedDepthLimit)
    }

    /// The number of keys that a member's key is compared with before it is looked up. Servers often leave out a few
    /// optional members in a row.
    private static var expectedKeys: Int { 4 }

    /// Moves the reader to the value of the next member that has a field. Returns the index of the field, or -1 at the
    /// end of the object and after a failure.
    ///
    /// Members usually arrive in the schema's order. The key is therefore compared with the entry after the last one,
    /// and with a few more in case some are absent: word by word with quotes and colon included, without a search for
    /// the key's end. Any other key is looked up in a hash table by `search(in:)`.
    mutating func nextMember(in reader: UnsafeMutablePointer<JSONReader>) -> Int {
        let storage = table.storage
        let base = reader.pointee.base
        var at = reader.pointee.position
        while true {
            at = JSONReader.afterSpace(in: base, at: at)
            if base[at] != separator {
                reader.pointee.position = at
                if endObject(in: reader) {
                    return -1
                }
                at = reader.pointee.position
                continue
            }
            at = JSONReader.afterSpace(in: base, at: at &+ 1)
            let head = Word.load(from: base, at: at)
            // The key that follows in the schema, or one of the next three if some are absent. It is the key of the
            // text if its first eight bytes are, and then its other bytes.
            var entry = predicted
            let last = min(entry &+ Self.expectedKeys, nodeEnd)
            var candidate = storage.pointee.entries + entry
            while entry < last,
                (head ^ candidate.pointee.head) & candidate.pointee.mask != 0
                    || !follows(base + at, candidate: candidate)
            {
                entry &+= 1
                candidate += 1
            }
            let field: Int
            if entry < last {
                separator = .comma
                reader.pointee.position = JSONReader.afterSpace(in: base, at: at &+ Int(candidate.pointee.length))
                field = accept(entry, candidate: candidate, in: reader)
            } else {
                reader.pointee.position = at
                field = search(in: reader)
            }
            if field >= 0 {
                return field
            }
            at = reader.pointee.position
        }
    }

    /// Indicates whether a text that begins with the first eight bytes of a key continues with the rest of that key.
    @inline(__always)
    private func follows(_ text: UnsafePointer<UInt8>, candidate: UnsafePointer<FieldTable.Entry>) -> Bool {
        let length = Int(candidate.pointee.length)
        if length <= 8 {
            return true
        }
        // The text may end after the bytes that are known to match. A load must therefore start no later than directly
        // after them. The last eight bytes of a key of up to sixteen do, and longer keys are compared word by word.
        if length <= 16 {
            return Word.load(from: text, at: length &- 8) == candidate.pointee.tail
        }
        return KeyBytes.equal(
            text + 8,
            table.storage.pointee.text + Int(candidate.pointee.text) + 8,
            count: length &- 8)
    }

    /// Handles a position where no member follows. Returns `true` at the end of the model's own object and after a
    /// failure. Leaves a nested object and returns `false`.
    private mutating func endObject(in reader: UnsafeMutablePointer<JSONReader>) -> Bool {
        guard reader.pointee.base[reader.pointee.position] == .closeBrace else {
            reader.pointee.fail("a comma or the end of the object")
            return true
        }
        reader.pointee.position &+= 1
        reader.pointee.depth &-= 1
        if node == 0 {
            return true
        }
        let left = table.storage.pointee.nodes[node]
        go(to: Int(left.parent), expecting: Int(left.parentEntry) &+ 1)
        return false
    }

    /// Continues in the object of a node.
    private mutating func go(to node: Int, expecting entry: Int) {
        self.node = node
        predicted = entry
        nodeEnd = Int(table.storage.pointee.nodes[node].end)
    }

    /// Looks up a key that is not among the expected ones. Returns the index of its field, or -1 if there is no field
    /// to read: the key is unknown or leads to a nested object, the object is empty, or reading has failed.
    @inline(never)
    private mutating func search(in reader: UnsafeMutablePointer<JSONReader>) -> Int {
        let base = reader.pointee.base
        let at = reader.pointee.position &+ 1
        let isFirst = separator == .openBrace
        separator = .comma
        // An empty object. The separator is a comma now, so the caller handles the brace as the object's end.
        if isFirst, base[at &- 1] == .closeBrace {
            return -1
        }
        #if DEBUG
            let stop = Word.firstEscaped(in: base, from: at)
        #else
            let stop = Block.firstEscaped(in: base, from: at)
        #endif
        // Nearly all keys are known, contain no escape, and are directly followed by a colon.
        if base[stop] == .quote,
            base[stop &+ 1] == .colon,
            base[at &- 1] == .quote
        {
            let found = table.find(base + at, count: stop &- at, in: node)
            if found >= 0 {
                reader.pointee.position = JSONReader.afterSpace(in: base, at: stop &+ 2)
                return accept(found, candidate: table.storage.pointee.entries + found, in: reader)
            }
        }
        return searchSlowly(in: reader)
    }

    /// Looks up a key of any spelling. Skips the member if there is no field for it.
    private mutating func searchSlowly(in reader: UnsafeMutablePointer<JSONReader>) -> Int {
        guard reader.pointee.base[reader.pointee.position] == .quote else {
            reader.pointee.fail("a key")
            return -1
        }
        let name = reader.pointee.characters()
        if reader.pointee.failure != nil {
            return -1
        }
        let found = table.find(name.start, count: name.count, in: node)
        if found >= 0 {
            reader.pointee.colon()
            return accept(found, candidate: table.storage.pointee.entries + found, in: reader)
        }
        let additional = Int(table.storage.pointee.nodes[node].additional)
        if additional >= 0 {
            key = name
            return additional
        }
        reader.pointee.colon()
        reader.pointee.skip()
        reader.pointee.passedOver &+= 1
        return -1
    }

    /// Records that the entry has been found, with the reader at its value. Returns the index of its field, or -1 if
    /// the entry is a nested object, which the visit then enters.
    @inline(__always)
    private mutating func accept(
        _ entry: Int,
        candidate: UnsafePointer<FieldTable.Entry>,
        in reader: UnsafeMutablePointer<JSONReader>
    ) -> Int {
        self.entry = entry
        predicted = entry &+ 1
        isRepeated = seen & candidate.pointee.bit != 0
        seen |= candidate.pointee.bit
        if candidate.pointee.isPlain {
            return Int(candidate.pointee.field)
        }
        return acceptSpecially(candidate, in: reader)
    }

    /// Does more for a required field after the first 64, which has no bit in `seen`, for a nested object and for a
    /// constant.
    @inline(never)
    private mutating func acceptSpecially(
        _ candidate: UnsafePointer<FieldTable.Entry>,
        in reader: UnsafeMutablePointer<JSONReader>
    ) -> Int {
        let number = Int(candidate.pointee.required)
        if number >= FieldTable.trackedBits, let seenMore {
            let word = seenMore + (number / FieldTable.trackedBits - 1)
            isRepeated = word.pointee & FieldTable.bit(for: number) != 0
            word.pointee |= FieldTable.bit(for: number)
        }
        if candidate.pointee.node >= 0 {
            enterNode(in: reader)
        }
        if candidate.pointee.isConstant {
            reader.pointee.checkConstant(in: table, entry: entry)
        }
        return Int(candidate.pointee.field)
    }

    /// Enters a nested object. If `null` is in its place, the fields inside are absent.
    private mutating func enterNode(in reader: UnsafeMutablePointer<JSONReader>) {
        if reader.pointee.null() {
            return
        }
        let start = reader.pointee.position
        let level = reader.pointee.depth
        guard openObject(in: reader) else {
            // If this is salvaged, the properties inside stay `nil`.
            _ = reader.pointee.loses(.property, from: start, level: level)
            return
        }
        let node = Int(table.storage.pointee.entries[entry].node)
        go(to: node, expecting: Int(table.storage.pointee.nodes[node].first))
    }

    /// Indicates whether the field is an optional property, which salvaging can set to `nil`. Additional members, which
    /// have no entry, are not.
    mutating func mayBeNil(at index: Int) -> Bool {
        let entry = table.storage.pointee.entries + entry
        guard Int(entry.pointee.field) == index else { return false }
        return !entry.pointee.isTrusted || entry.pointee.isNullable
    }

    /// Ends the visit after the object. Checks that the object had all required keys.
    mutating func end(in reader: UnsafeMutablePointer<JSONReader>) {
        let hasFirstKeys = seen == table.storage.pointee.requiredBits
        // Required keys after the first 64 are looked at one by one.
        let mayMissKeys = !hasFirstKeys || seenMore != nil
        if mayMissKeys, reader.pointee.failure == nil {
            reportMissingKeys(to: reader)
        }
        seenMore?.deallocate()
    }

    /// Fails if a trusted required key is missing. Reports any other missing key as a mismatch.
    @inline(never)
    private mutating func reportMissingKeys(to reader: UnsafeMutablePointer<JSONReader>) {
        let storage = table.storage
        for node in 0..<storage.pointee.nodeCount {
            for entry in storage.pointee.nodes[node].entries {
                let number = Int(storage.pointee.entries[entry].required)
                if number < 0 {
                    continue
                }
                let word = number / FieldTable.trackedBits
                let seenOfWord =
                    if word == 0 {
                        seen
                    } else {
                        seenMore?[word - 1] ?? 0
                    }
                if seenOfWord & FieldTable.bit(for: number) != 0 {
                    continue
                }
                if storage.pointee.entries[entry].isTrusted {
                    return reader.pointee.fail(
                        "a value",
                        at: start,
                        missing: table.name(of: entry, in: node),
                        found: "no such key")
                }
                reader.pointee.report(
                    .key(table, entry: entry, node: node),
                    at: start,
                    found: "no such key")
            }
        }
    }
}

extension JSONReader {
    /// Compares the value at the reader's position with the only value that the schema allows. Numbers are equal
    /// regardless of their spelling.
    @inline(never)
    mutating func checkConstant(in table: FieldTable, entry: Int) {
        guard let constant = table.constant(of: entry) else { return }
        let start = position
        // Usually the value is spelled like the constant. The text of a number can be the beginning of another number.
        let isNumber = constant.count > 0 && constant.text[constant.count - 1].isDigit
        if !isNumber,
            (0..<constant.count).allSatisfy({ base[start &+ $0] == constant.text[$0] })
        {
            return
        }
        // The property's own type reports `null` and values of another kind. Strict reading also refuses another kind
        // here, because the constant may be all that restricts the kind.
        let document = JSONDocument(Array(UnsafeBufferPointer(start: constant.text, count: constant.count)))
        defer { withExtendedLifetime(document) {} }
        var expected = JSONReader(document, policy: .strict)
        let foundKind = kind()
        if foundKind == .null {
            return
        }
        if policy != .strict, foundKind?.base != expected.kind()?.base {
            return
        }
        let level = depth
        let found: JSON = read()
        guard failure == nil else { return }
        position = start
        depth = level
        if found != expected.read() {
            report(.constant(constant), at: start, listed: start)
        }
    }
}
