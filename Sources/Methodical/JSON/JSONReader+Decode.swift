extension JSONReader {
    /// Reads a text that is one value.
    static func decode<T: APIValue>(
        _ type: T.Type, from bytes: [UInt8], policy: ReadingPolicy = .tolerant
    ) throws(ReadingProblem) -> T {
        try JSONDocument(bytes).decode(type, policy: policy)
    }
}

/// What one pass over an envelope finds.
struct EnvelopeReading<Value> {
    /// The result, or why it could not be read; nil where its key is absent.
    var result: Result<Value, ReadingProblem>?
    /// The bytes of the values of the other keys asked for, in their order.
    var others: [Range<Int>?]
    var drift = Drift()
}

extension JSONDocument {
    func decode<T: APIValue>(_ type: T.Type, policy: ReadingPolicy = .tolerant, path: [String] = []) throws(ReadingProblem) -> T {
        var drift = Drift()
        return try decode(type, policy: policy, path: path, &drift)
    }

    /// Reads the whole text, or the value that `path` leads to: objects around it are walked by these keys.
    func decode<T: APIValue>(
        _ type: T.Type, policy: ReadingPolicy, path: [String] = [], _ drift: inout Drift
    ) throws(ReadingProblem) -> T {
        var value = T(Blank())
        guard let key = path.first else {
            drift = try walk(policy) { value._read(&$0) }
            return value
        }
        var found = false
        drift = try walk(policy) { reader in
            reader.members { name, reader in
                guard name.equals(Array(key.utf8)) else { return false }
                found = true
                value = T(Blank())
                reader.descend(path.dropFirst(), into: &value)
                return true
            }
            if !found { reader.fail("a value", at: reader.position, missing: key, found: "no such key") }
        }
        return value
    }

    /// Reads a value in the place that one of the ranges found below names.
    func decode<T: APIValue>(_ type: T.Type, in range: Range<Int>, policy: ReadingPolicy = .tolerant) throws(ReadingProblem) -> T {
        var value = T(Blank())
        var reader = JSONReader(self, from: range.lowerBound, policy: policy)
        value._read(&reader)
        if reader.failure == nil, reader.position > range.upperBound { reader.fail("the end of the value") }
        if let failure = reader.failure { throw problem(failure) }
        return value
    }

    /// Walks the members of the object that the text is, checks all of it, and answers where the values of these keys are. Of a key that
    /// occurs twice the last one counts. A text that is no object has none of them.
    func ranges(of keys: [String]) throws(ReadingProblem) -> [Range<Int>?] {
        try members(of: keys, in: nil)
    }

    /// The same within an object inside the text.
    func ranges(of keys: [String], in range: Range<Int>) throws(ReadingProblem) -> [Range<Int>?] {
        try members(of: keys, in: range)
    }

    /// Reads an envelope in one pass: the value of `key` as a `T`, in place, the others' places.
    func envelope<T: APIValue>(
        _ type: T.Type, under key: String, others: [String], policy: ReadingPolicy = .tolerant
    ) throws(ReadingProblem) -> EnvelopeReading<T> {
        let result = Array(key.utf8)
        let names = others.map { Array($0.utf8) }
        var reading = EnvelopeReading<T>(result: nil, others: Array(repeating: nil, count: names.count))
        reading.drift = try walk(policy) { reader in
            guard reader.kind() == .object else { return reader.skip() }
            reader.members { name, reader in
                if name.equals(result) {
                    reading.result = self.attempt(&reader)
                    return true
                }
                guard let index = names.firstIndex(where: { name.equals($0) }) else { return false }
                let start = reader.position
                reader.skip()
                reading.others[index] = start..<reader.position
                return true
            }
        }
        return reading
    }

    /// A result that does not fit its type is passed over, so that the rest of the envelope can still say more.
    private func attempt<T: APIValue>(_ reader: inout JSONReader) -> Result<T, ReadingProblem> {
        let start = reader.position
        let depth = reader.depth
        var value = T(Blank())
        value._read(&reader)
        guard let failure = reader.failure else { return .success(value) }
        reader.failure = nil
        reader.position = start
        reader.depth = depth
        reader.skip()
        return .failure(problem(failure))
    }

    private func members(of keys: [String], in range: Range<Int>?) throws(ReadingProblem) -> [Range<Int>?] {
        let names = keys.map { Array($0.utf8) }
        var found: [Range<Int>?] = Array(repeating: nil, count: names.count)
        _ = try walk(.strict, in: range) { reader in
            guard reader.kind() == .object else { return reader.skip() }
            reader.members { name, reader in
                guard let index = names.firstIndex(where: { name.equals($0) }) else { return false }
                let start = reader.position
                reader.skip()
                found[index] = start..<reader.position
                return true
            }
        }
        return found
    }

    /// One value from the first byte to the last, with nothing but white space around it.
    private func walk(_ policy: ReadingPolicy, in range: Range<Int>? = nil, _ body: (inout JSONReader) -> Void) throws(ReadingProblem) -> Drift {
        // A byte order mark may be ignored, says the RFC.
        let mark = range == nil && base[0] == 0xEF && base[1] == 0xBB && base[2] == 0xBF ? 3 : 0
        var reader = JSONReader(self, from: range?.lowerBound ?? mark, policy: policy)
        _ = reader.next()
        body(&reader)
        if range == nil, reader.failure == nil {
            _ = reader.next()
            if reader.position != count { reader.fail("the end of the text") }
        }
        if let failure = reader.failure { throw problem(failure) }
        return reader.drift
    }
}

extension JSONReader {
    /// Goes through the object that stands here. The body answers whether it took the value; the others are skipped.
    mutating func members(_ body: (Characters, inout JSONReader) -> Bool) {
        guard openObject() else { return }
        repeat {
            guard base[position] == UInt8(ascii: "\"") else { return fail("a key") }
            let name = characters()
            // The colon moves the reader, not the characters: those of an escaped key are in the scratch, where no string has been read since.
            colon()
            if !body(name, &self) { skip() }
        } while nextMember()
    }

    /// Through objects by their keys to a value.
    fileprivate mutating func descend<T: APIValue>(_ path: ArraySlice<String>, into value: inout T) {
        guard let key = path.first else { return value._read(&self) }
        let start = position
        var isFound = false
        members { name, reader in
            guard name.equals(Array(key.utf8)) else { return false }
            isFound = true
            value = T(Blank())
            reader.descend(path.dropFirst(), into: &value)
            return true
        }
        if !isFound { fail("a value", at: start, missing: key, found: "no such key") }
    }
}
