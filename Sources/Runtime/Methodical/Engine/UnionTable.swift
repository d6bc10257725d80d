extension APIEngine {
    /// The rule by which a union finds its case: by the value of one key, the discriminator, or by the kind of the JSON
    /// value.
    ///
    /// A table is created from texts:
    ///
    /// - `UnionTable("type", "post=0,photo=1")`: the discriminator, and the index of the case for each of its values,
    ///   the tags.
    /// - `UnionTable("string=0,object=1|2")`: the index of the case for each kind (string, integer, number, boolean,
    ///   object, array).
    /// - `UnionTable("type", "gif=0|1")`: several cases for one tag or kind. The members of the object decide between
    ///   them; see `UnionShapes` for the texts that describe the members.
    ///
    /// Escapes are those of ``FieldTable``.
    public struct UnionTable: Sendable {
        /// The key of the tag, or `nil` if kinds decide.
        let discriminator: [UInt8]?
        private let cases: [Case]
        /// All cases, for objects without a tag.
        let every: [Int]
        /// The text from which the table was created.
        let tags: StaticString
        /// The members of the objects that more than one case describes.
        let shapes: UnionShapes?

        /// The cases of one tag or kind.
        private struct Case: Sendable {
            let tag: [UInt8]
            let indices: [Int]
        }

        /// Creates a table that finds the case by the tag under the key `discriminator`.
        public init(
            _ discriminator: StaticString,
            _ tags: StaticString,
            shapes: StaticString...
        ) {
            let key = TableText.unescape(TableText.bytes(of: discriminator)[...])
            self.init(
                discriminator: key,
                tags: tags,
                shapes: shapes.map(TableText.bytes))
        }

        /// Creates a table that finds the case by the kind of the JSON value.
        public init(_ kinds: StaticString, shapes: StaticString...) {
            self.init(
                discriminator: nil,
                tags: kinds,
                shapes: shapes.map(TableText.bytes))
        }

        /// Creates a table from texts that are known only when the program runs. A reader that uses such a table must
        /// not report mismatches, because the table has no text that outlives it.
        package init(discriminator: String?, tags: String, shapes: [String]) {
            let key = discriminator.map { TableText.unescape(Array($0.utf8)[...]) }
            self.init(
                discriminator: key,
                tags: Array(tags.utf8),
                shapes: shapes.map { Array($0.utf8) },
                text: "")
        }

        init(discriminator: [UInt8]?, tags: StaticString, shapes: [[UInt8]]) {
            self.init(
                discriminator: discriminator,
                tags: TableText.bytes(of: tags),
                shapes: shapes,
                text: tags)
        }

        private init(
            discriminator: [UInt8]?,
            tags: [UInt8],
            shapes: [[UInt8]],
            text: StaticString
        ) {
            self.discriminator = discriminator
            self.tags = text
            self.shapes = shapes.isEmpty ? nil : UnionShapes(shapes)
            cases = TableText.split(tags[...], separator: ",").map(TableKey.init).map { key in
                let indices = TableText.split(key.value ?? [], separator: "|").compactMap {
                    Int(TableText.string(from: $0))
                }
                return Case(tag: TableText.unescape(key.path), indices: indices)
            }
            every = Set(cases.flatMap(\.indices)).sorted()
        }
    }
}

extension APIEngine.UnionTable {
    /// The key of the tag, or `nil` if kinds decide.
    package var key: String? {
        discriminator.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Each tag or kind with its case. A tag with several cases occurs several times.
    var all: [(tag: String, index: Int)] {
        cases.flatMap { item in item.indices.map { (String(decoding: item.tag, as: UTF8.self), $0) } }
    }

    /// Returns the indices of the cases for a tag or a kind's name. An unknown one has none.
    func indices(for tag: Characters) -> [Int] {
        for candidate in cases where tag.equals(candidate.tag) {
            return candidate.indices
        }
        return []
    }

    /// Returns the indices of the cases for a kind. An integer falls back to the cases for numbers.
    func indices(for kind: JSONKind) -> [Int] {
        let name = kind.name
        let found = indices(for: Characters(start: name.utf8Start, count: name.utf8CodeUnitCount))
        if found.isEmpty, kind == .integer {
            return indices(for: .number)
        }
        return found
    }

    /// The expectation, for messages.
    var expected: String {
        let tags = cases.map { String(decoding: $0.tag, as: UTF8.self) }
        let names = tags.joined(separator: ", ")
        guard let key else {
            return "one of these kinds: \(names)"
        }
        return "an object whose \"\(key)\" is one of \(names)"
    }
}

extension JSONReader {
    /// Returns the cases that the value at the reader's position can be. Looks into the value, but does not move the
    /// reader.
    mutating func unionCases(for table: borrowing UnionTable) -> [Int] {
        guard let discriminator = table.discriminator else {
            return kind().map(table.indices) ?? []
        }
        let start = position
        let level = depth
        var found: [Int] = []
        switch lookAhead(for: discriminator) {
        case .string:
            found = table.indices(for: characters())
        case .integer, .boolean:
            let tag = position
            skip()
            found = table.indices(for: Characters(start: base + tag, count: position - tag))
        // An object without the tag can be any case, because JSON Schema demands a tag only if it is required.
        case nil:
            if base[start] == .openBrace {
                found = table.every
            }
        default:
            break
        }
        goBack(to: start, level: level)
        return found
    }

    /// Reports that no case describes the value at the reader's position, and shows the tag if there is one.
    @inline(never)
    mutating func reportNoCase(for table: UnionTable) {
        let tag = tag(for: table)
        if failure != nil {
            return
        }
        if tag != nil, !unionCases(for: table).isEmpty {
            return report(.text("an object that fits an alternative of its tag"))
        }
        if tag == nil, table.discriminator != nil, kind() == .object {
            report(.union(table), found: "no such key")
        } else {
            report(.union(table), listed: tag)
        }
    }

    /// Returns the position of the tag's value, or `nil` if there is no tag.
    mutating func tag(for table: UnionTable) -> Int? {
        guard let discriminator = table.discriminator else { return nil }
        let start = position
        let level = depth
        var tag: Int?
        if lookAhead(for: discriminator) != nil {
            tag = position
        }
        goBack(to: start, level: level)
        return tag
    }

    /// Returns to the start of a value after a look into it. After a failure, the reader stays at the end of the text.
    mutating func goBack(to start: Int, level: Int) {
        if failure != nil {
            return
        }
        position = start
        depth = level
    }
}
