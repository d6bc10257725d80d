import struct Foundation.Data

/// The result of one pass over an envelope.
struct EnvelopeReading<Value> {
    /// The result, or the reason why it could not be read. `nil` if its key is absent.
    var result: Result<Value, ReadingProblem>?
    /// The range of the value under the error's key.
    var error: Range<Int>?
    /// The mismatches that were found on the way.
    var log = MismatchLog()
}

extension JSONDocument {
    /// Reads the whole text, or the value at the end of `path`, and drops the mismatches.
    func decode<T: APIValue>(
        _ type: T.Type,
        policy: ReadingPolicy = .tolerant,
        path: [String] = []
    ) throws(ReadingProblem) -> T {
        var log = MismatchLog()
        return try decode(type, policy: policy, path: path, log: &log)
    }

    /// Reads the whole text, or the value at the end of `path`: a list of keys that lead through nested objects.
    func decode<T: APIValue>(
        _ type: T.Type,
        policy: ReadingPolicy,
        path: [String] = [],
        log: inout MismatchLog
    ) throws(ReadingProblem) -> T {
        var value = T(Blank())
        var isBlank = true
        log = try walk(policy: policy) { reader in
            reader.descend(along: path[...]) { reader in
                if !isBlank {
                    value = T(Blank())
                }
                isBlank = false
                value._read(&reader)
            }
        }
        return value
    }

    /// Reads the whole text, or the value at the end of `path`, as the case that a key selects, or else its group.
    func decode<T: APIEngine.KeyedUnion>(
        _ type: T.Type,
        key: String,
        or group: String? = nil,
        policy: ReadingPolicy,
        path: [String] = [],
        log: inout MismatchLog
    ) throws(ReadingProblem) -> T {
        guard let selected = T._keys[key] ?? group.flatMap({ T._keys[$0] }) else {
            if let json = try? decode(JSON.self, path: path) {
                return .unknown(key, json)
            }
            if count == 0 {
                return .unknown(key, .null)
            }
            return .unknown(key, .string(text))
        }
        var value = T(Blank())

        func read(from reader: inout JSONReader) {
            value = T._read(selected.index, &reader)
        }
        switch selected.content {
        case .json:
            log = try walk(policy: policy) { $0.descend(along: path[...], read: read) }
        case .text:
            _ = try JSONDocument(TableText.json(of: Array(text.utf8))).walk(policy: policy, body: read)
        case .bytes:
            let base64 = Data(bytes(in: 0..<count)).base64EncodedString()
            _ = try JSONDocument(TableText.json(of: Array(base64.utf8))).walk(policy: policy, body: read)
        case .nothing:
            var reader = JSONReader(self, policy: policy)
            read(from: &reader)
        }
        return value
    }

    /// The whole text. Bytes that are not UTF-8 are replaced.
    private var text: String {
        String(decoding: bytes(in: 0..<count), as: UTF8.self)
    }

    /// Reads the value in a range that one of the functions below has returned.
    func decode<T: APIValue>(
        _ type: T.Type,
        in range: Range<Int>,
        policy: ReadingPolicy = .tolerant
    ) throws(ReadingProblem) -> T {
        var value = T(Blank())
        var reader = JSONReader(self, from: range.lowerBound, policy: policy)
        value._read(&reader)
        if reader.failure == nil, reader.position > range.upperBound {
            reader.fail("the end of the value")
        }
        if let failure = reader.failure {
            throw problem(for: failure)
        }
        return value
    }

    /// Returns the ranges of the values under the given keys of the text's object, or of the object in `range`.
    ///
    /// The whole text or range is checked. If a key occurs twice, the last occurrence counts. A value that is not an
    /// object has none of the keys.
    func ranges(of keys: [String], in range: Range<Int>? = nil) throws(ReadingProblem) -> [Range<Int>?] {
        var found: [Range<Int>?] = Array(repeating: nil, count: keys.count)
        _ = try walk(policy: .strict, in: range) { reader in
            guard reader.kind() == .object else {
                return reader.skip()
            }
            reader.members { name, reader in
                guard let index = keys.firstIndex(where: name.equals) else { return false }
                found[index] = reader.skippedRange()
                return true
            }
        }
        return found
    }

    /// Reads an envelope in one pass: the value of `key` as a `T`, and the range of the error under the key `error`.
    func envelope<T: APIValue>(
        _ type: T.Type,
        under key: String,
        error: String?,
        policy: ReadingPolicy = .tolerant
    ) throws(ReadingProblem) -> EnvelopeReading<T> {
        var reading = EnvelopeReading<T>()
        var failure: JSONReader.Failure?
        reading.log = try walk(policy: policy) { reader in
            guard reader.kind() == .object else {
                return reader.skip()
            }
            reader.members { name, reader in
                if name.equals(key) {
                    failure = nil
                    reading.result =
                        self
                        .attempt(from: &reader, failure: &failure)
                        .map { .success($0) }
                    return true
                }
                guard let error, name.equals(error) else { return false }
                reading.error = reader.skippedRange()
                return true
            }
        }
        // Only the last occurrence of the key is described, because a description takes a walk over the text.
        if let failure {
            reading.result = .failure(problem(for: failure))
        }
        return reading
    }

    /// Reads a value. A value that does not fit its type is skipped, so that the rest of the envelope can still be
    /// read.
    private func attempt<T: APIValue>(
        from reader: inout JSONReader,
        failure failed: inout JSONReader.Failure?
    ) -> T? {
        let start = reader.position
        let depth = reader.depth
        var value = T(Blank())
        value._read(&reader)
        guard let failure = reader.failure else {
            return value
        }
        failed = failure
        reader.failure = nil
        reader.position = start
        reader.depth = depth
        reader.skip()
        return nil
    }

    /// Reads one value from the first byte to the last, with only white space around it.
    private func walk(
        policy: ReadingPolicy,
        in range: Range<Int>? = nil,
        body: (inout JSONReader) -> Void
    ) throws(ReadingProblem) -> MismatchLog {
        // The RFC lets parsers ignore a byte order mark.
        let mark = "\u{FEFF}"
        let start =
            if let range {
                range.lowerBound
            } else if hasPrefix(mark, at: 0) {
                mark.utf8.count
            } else {
                0
            }
        var reader = JSONReader(self, from: start, policy: policy)
        _ = reader.next()
        body(&reader)
        if range == nil, reader.failure == nil {
            _ = reader.next()
            if reader.position != count {
                reader.fail("the end of the text")
            }
        }
        if let failure = reader.failure {
            throw problem(for: failure)
        }
        return reader.log
    }
}

extension JSONReader {
    /// Visits the members of the object at the reader's position. The body returns whether it has consumed the value;
    /// other values are skipped.
    mutating func members(_ body: (Characters, inout JSONReader) -> Bool) {
        guard openObject() else { return }
        repeat {
            guard base[position] == .quote else {
                return fail("a key")
            }
            let name = characters()
            // Consuming the colon does not invalidate the characters. Those of an escaped key are in the scratch
            // memory, which only changes when another string is read.
            colon()
            if !body(name, &self) {
                skip()
            }
        } while nextMember()
    }

    /// Skips a value and returns its range.
    fileprivate mutating func skippedRange() -> Range<Int> {
        let start = position
        skip()
        return start..<position
    }

    /// Follows a path of keys through nested objects, and calls `read` at its end.
    fileprivate mutating func descend(along path: ArraySlice<String>, read: (inout JSONReader) -> Void) {
        guard let key = path.first else {
            return read(&self)
        }
        let start = position
        var isFound = false
        members { name, reader in
            guard name.equals(key) else { return false }
            isFound = true
            reader.descend(along: path.dropFirst(), read: read)
            return true
        }
        if !isFound {
            fail("a value", at: start, missing: key, found: "no such key")
        }
    }
}
