/// The mismatches between a text and its schema, as reading finds them.
///
/// Reading records offsets only. The paths are determined later, so that a response without mismatches does not pay for
/// them.
struct MismatchLog {
    /// A mismatch.
    struct Record {
        /// The position of the value, or of the object that lacks a key.
        let offset: Int
        let expected: Expectation
        /// The position of a value whose kind has its values listed in the schema. Such a value may be shown.
        var listed: Int?
        /// A description of the value, if its first byte does not suffice.
        var found: String?
    }

    /// The schema's expectation. It is put into words only if the mismatch is reported.
    enum Expectation {
        case text(StaticString)
        case oneOf(StaticString)
        case union(UnionTable)
        case constant(FieldTable.Constant)
        /// A value under the key of an entry.
        case key(FieldTable, entry: Int, node: Int)
        /// The reason why salvaging left out a value.
        case lost(String, key: String?, Mismatch.Loss)

        /// Returns the known values, with quotation marks in place of an empty one.
        private static func values(_ known: StaticString) -> [String] {
            TableText.list(from: known).map { value in
                guard !value.isEmpty else { return "\"\"" }
                return value
            }
        }

        /// The expectation in words.
        var text: String {
            switch self {
            case .text(let text): "\(text)"
            case .oneOf(let known):
                "one of " + Excerpt.text(of: Self.values(known).joined(separator: ", "))
            case .union(let table): table.expected
            case .constant(let value):
                Excerpt.text(of: Array(UnsafeBufferPointer(start: value.text, count: value.count))[...])
            case .key: "a value"
            case .lost(let text, _, _): text
            }
        }

        /// The path of the key that is missing from the object at the offset.
        var key: String? {
            switch self {
            case .key(let table, let entry, let node):
                table.name(of: entry, in: node)
            case .lost(_, let key, _):
                key
            default:
                nil
            }
        }

        /// The kind of the loss, if the value was left out.
        var loss: Mismatch.Loss? {
            if case .lost(_, _, let loss) = self {
                loss
            } else {
                nil
            }
        }

        /// A number that is equal for expectations with the same text.
        ///
        /// It is found without creating that text, so that a million mismatches do not create a million strings. Static
        /// texts are never freed, so their addresses identify them.
        var identity: Int {
            switch self {
            case .text(let text), .oneOf(let text):
                Int(bitPattern: text.utf8Start)
            case .union(let table):
                Int(bitPattern: table.tags.utf8Start)
            case .constant(let value):
                Int(bitPattern: value.text)
            case .key:
                0
            case .lost(let text, _, let loss):
                text.hashValue ^ loss.hashValue
            }
        }
    }

    /// The number of records that are kept. It is more than a person reads, and limits the memory: a hostile text can
    /// contain a mismatch in every two bytes.
    static var limit: Int { 1 &<< 20 }

    private(set) var records: [Record] = []
    /// The number of mismatches beyond the limit.
    private(set) var overflow = 0
    /// The number of all mismatches.
    var count: Int { records.count + overflow }

    /// Adds a record, or counts it if the limit is reached.
    mutating func append(_ record: Record) {
        if records.count < Self.limit {
            records.append(record)
        } else {
            overflow += 1
        }
    }

    /// Removes and returns all records except the first `kept`.
    mutating func cut(to kept: Int) -> ArraySlice<Record> {
        let rest = records[min(kept, records.count)...]
        overflow = max(0, kept - Self.limit)
        if !rest.isEmpty {
            records.removeLast(rest.count)
        }
        return rest
    }
}

extension JSONReader {
    /// Reports a value that does not match the schema but is readable. Strict reading fails; the other policies record
    /// a mismatch.
    @inline(never)
    mutating func report(
        _ expected: MismatchLog.Expectation,
        at offset: Int? = nil,
        listed: Int? = nil,
        found: String? = nil
    ) {
        if failure != nil {
            return
        }
        let offset = min(offset ?? position, end)
        if policy != .strict {
            log.append(MismatchLog.Record(offset: offset, expected: expected, listed: listed, found: found))
        } else {
            fail(
                expected.text,
                at: offset,
                missing: expected.key,
                found: found,
                listed: listed)
        }
    }

    /// Skips a value that could not be read if the policy is to salvage, so that reading continues without it. Returns
    /// `false` if the failure remains.
    ///
    /// Invalid JSON is not salvaged, because the value is checked again from its start. The innermost property or
    /// element around a mismatch calls this function first.
    @inline(never)
    mutating func loses(_ loss: Mismatch.Loss, from start: Int, level: Int) -> Bool {
        guard policy == .salvage,
            let failure,
            rereading > 0
        else { return false }
        self.failure = nil
        position = start
        depth = level
        skip()
        rereading -= position - start + 1
        if self.failure != nil {
            return false
        }
        let expected = MismatchLog.Expectation.lost(
            failure.expected,
            key: failure.missing,
            loss)
        log.append(
            MismatchLog.Record(
                offset: failure.offset,
                expected: expected,
                listed: failure.listed,
                found: failure.found))
        return true
    }
}

extension JSONDocument {
    /// The number of kinds of mismatches that are reported. All others are counted in one entry.
    static var mismatchLimit: Int { 1000 }

    /// Returns the mismatches grouped by place, after one pass over the text.
    func mismatches(in log: MismatchLog) -> [Mismatch] {
        struct Key: Hashable {
            let pathHash: Int
            let expected: Int
        }
        var mismatches: [Mismatch] = []
        var known: [Key: Int] = [:]
        var walk = PlaceWalk(self)
        var others = log.overflow
        for record in log.records.sorted(by: { $0.offset < $1.offset }) {
            walk.advance(to: record.offset)
            let missing = record.expected.key
            let key = Key(pathHash: walk.pathHash(of: missing), expected: record.expected.identity)
            if let index = known[key] {
                mismatches[index].add(found(in: record))
            } else if mismatches.count < Self.mismatchLimit {
                known[key] = mismatches.count
                mismatches.append(
                    Mismatch(
                        path: walk.path(of: missing, indices: false),
                        example: walk.path(of: missing),
                        expected: record.expected.text,
                        found: found(in: record),
                        loss: record.expected.loss))
            } else {
                others += 1
            }
        }
        if others > 0 {
            mismatches.append(Mismatch(others: others, beside: mismatches.count))
        }
        return mismatches
    }

    /// Returns a description of the value of a record.
    private func found(in record: MismatchLog.Record) -> String {
        if let found = record.found {
            return found
        }
        if case .key = record.expected {
            return "no such key"
        }
        return record.listed.map(listed) ?? found(at: record.offset)
    }

    /// Returns the value of an enumeration with its spelling in the text.
    func listed(at offset: Int) -> String {
        var reader = JSONReader(self, from: offset, policy: .strict)
        reader.skip()
        return Excerpt.text(of: bytes(in: offset..<reader.position))
    }
}
