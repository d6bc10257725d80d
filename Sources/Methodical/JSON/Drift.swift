/// Where the text departed from the schema, as reading met it: offsets, since nobody needs the paths of an answer that departs nowhere.
struct Drift {
    struct Record {
        let offset: Int
        let expected: Expectation
        /// Where a value stands whose kind has its values listed in the schema, and which may be shown therefore.
        var listed: Int?
        /// What stands there, where its first byte does not say it.
        var found: String?
    }

    /// What the schema asks for, spelled only where somebody reads it.
    enum Expectation {
        case text(StaticString)
        case oneOf(StaticString)
        case union(UnionTable)
        case constant(FieldTable.Constant)
        /// A value under the key of an entry.
        case key(FieldTable, entry: Int, node: Int)
        /// Why a value could not be read, which salvaging did without.
        case lost(String, key: String?, Departure.Loss)

        var text: String {
            switch self {
            case .text(let text): "\(text)"
            case .oneOf(let known):
                "one of " + Shown.text(TableText.list(known).map { $0.isEmpty ? "\"\"" : $0 }.joined(separator: ", "))
            case .union(let table): table.expected
            case .constant(let value):
                Shown.text(Array(UnsafeBufferPointer(start: value.text, count: value.count))[...])
            case .key: "a value"
            case .lost(let text, _, _): text
            }
        }

        /// A key that is missing from the object at the offset.
        var key: String? {
            switch self {
            case .key(let table, let entry, let node): table.name(of: entry, in: node)
            case .lost(_, let key, _): key
            default: nil
            }
        }

        var loss: Departure.Loss? { if case .lost(_, _, let loss) = self { loss } else { nil } }

        /// Equal for what is spelled alike, and found without spelling it: a million departures must not be a million texts.
        var identity: Identity {
            switch self {
            case .text(let text), .oneOf(let text): .text(text.utf8Start)
            case .union(let table): .text(table.tags.utf8Start)
            case .constant(let value): .text(value.text)
            case .key: .key
            case .lost(let text, _, let loss): .lost(text, loss)
            }
        }
    }

    enum Identity: Hashable {
        case text(UnsafePointer<UInt8>)
        case key
        case lost(String, Departure.Loss)
    }

    /// Enough for whoever reads them; an adversary can make a departure of every two bytes.
    static var limit: Int { 1 &<< 20 }

    private(set) var records: [Record] = []
    /// How many were met beyond the limit.
    private(set) var overflow = 0
    var count: Int { records.count + overflow }

    mutating func append(_ record: Record) {
        if records.count < Self.limit { records.append(record) } else { overflow += 1 }
    }

    /// Takes all but the first ones away.
    mutating func cut(to kept: Int) -> ArraySlice<Record> {
        let rest = records[min(kept, records.count)...]
        overflow = max(0, kept - Self.limit)
        if !rest.isEmpty { records.removeLast(rest.count) }
        return rest
    }
}

extension JSONReader {
    /// The value at the offset is not what the schema says and is readable all the same: strict reading refuses it, any other takes it down.
    @inline(never)
    mutating func depart(_ expected: Drift.Expectation, at offset: Int? = nil, listed: Int? = nil, found: String? = nil)
    {
        if failure != nil { return }
        let offset = min(offset ?? position, end)
        if policy != .strict {
            drift.append(Drift.Record(offset: offset, expected: expected, listed: listed, found: found))
        } else {
            fail(expected.text, at: offset, missing: expected.key, found: found, listed: listed)
        }
    }

    /// Moves behind a value that could not be read if salvaging is asked for, so that reading goes on without it.
    ///
    /// Invalid JSON is not salvaged: the value is checked again from its start. The innermost property or element around a mismatch comes first.
    @inline(never)
    mutating func loses(_ loss: Departure.Loss, from start: Int, _ level: Int) -> Bool {
        guard policy == .salvage, let failure, rereading > 0 else { return false }
        self.failure = nil
        position = start
        depth = level
        skip()
        rereading -= position - start + 1
        if self.failure != nil { return false }
        let expected = Drift.Expectation.lost(failure.expected, key: failure.missing, loss)
        drift.append(
            Drift.Record(offset: failure.offset, expected: expected, listed: failure.listed, found: failure.found))
        return true
    }
}

/// A walk over a text that has been read once, which knows at every step what keys and indices lead there.
struct PlaceWalk {
    struct Level {
        /// Where the key stands, quotes included; nil directly behind a brace or a comma.
        var key: Range<Int>?
        /// Of an array the index; -1 of an object.
        var index: Int
        /// Its number among ``Places``; -1 where nobody has asked yet, -2 where there are too many.
        var place = -1
    }

    let document: JSONDocument
    private(set) var at = 0
    var levels: [Level] = []
    private var expectsKey = false

    init(_ document: JSONDocument) { self.document = document }

    mutating func advance(to offset: Int) {
        let base = document.base
        while at < offset {
            switch base[at] {
            case UInt8(ascii: "{"):
                levels.append(Level(index: -1))
                expectsKey = true
            case UInt8(ascii: "["):
                levels.append(Level(index: 0))
                expectsKey = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = levels.popLast()
                expectsKey = false
            case UInt8(ascii: ","):
                guard let last = levels.indices.last else { break }
                expectsKey = levels[last].index < 0
                if !expectsKey { levels[last].index += 1 }
            case UInt8(ascii: "\""):
                let stop = document.stringEnd(from: at)
                if stop > offset { break }
                if expectsKey, let last = levels.indices.last {
                    levels[last] = Level(key: at..<stop, index: -1)
                    expectsKey = false
                }
                at = stop - 1
            default: break
            }
            at += 1
        }
    }

    /// `response.items[3].city.title`
    var path: String {
        var path = ""
        for level in levels {
            if level.index >= 0 {
                path += "[\(level.index)]"
            } else if let key = level.key {
                Self.append(document.key(key), to: &path)
            }
        }
        return path
    }

    static func append(_ key: String, to path: inout String) { path += path.isEmpty ? key : "." + key }
}

/// Places of a text with the indices left out: many elements are one place.
private struct Places {
    private struct Step: Hashable {
        let parent: Int
        /// Nil for any element of an array.
        let key: String?
    }

    private var steps: [Step] = [Step(parent: -1, key: nil)]
    private var numbers: [Step: Int] = [:]

    /// The place where the walk stands; nil if there are too many already.
    mutating func number(_ walk: inout PlaceWalk) -> Int? {
        var known = walk.levels.count
        while known > 0, walk.levels[known - 1].place < 0 {
            if walk.levels[known - 1].place == -2 { return nil }
            known -= 1
        }
        var place = known > 0 ? walk.levels[known - 1].place : 0
        for level in known..<walk.levels.count {
            let key = walk.levels[level].index >= 0 ? nil : walk.levels[level].key.map { walk.document.key($0) }
            guard let next = number(Step(parent: place, key: key)) else {
                // Its key, however long, is not read again for each record below it.
                walk.levels[level].place = -2
                return nil
            }
            place = next
            walk.levels[level].place = next
        }
        return place
    }

    mutating func number(_ key: String, in place: Int) -> Int? { number(Step(parent: place, key: key)) }

    private mutating func number(_ step: Step) -> Int? {
        if let number = numbers[step] { return number }
        guard steps.count < 1 &<< 15 else { return nil }
        numbers[step] = steps.count
        steps.append(step)
        return steps.count - 1
    }

    func path(_ place: Int) -> String {
        var way: [Int] = []
        var place = place
        while place > 0 {
            way.append(place)
            place = steps[place].parent
        }
        var path = ""
        for place in way.reversed() {
            if let key = steps[place].key { PlaceWalk.append(key, to: &path) } else { path += "[]" }
        }
        return path
    }
}

extension JSONDocument {
    /// More places than anybody reads: what departs elsewhere is counted in one.
    static var departureLimit: Int { 1000 }

    /// The departures by place, in one pass over the text.
    func departures(_ drift: Drift) -> [Departure] {
        struct Key: Hashable {
            let place: Int
            let expected: Drift.Identity
        }
        var departures: [Departure] = []
        var known: [Key: Int] = [:]
        var walk = PlaceWalk(self)
        var places = Places()
        var others = drift.overflow
        for record in drift.records.sorted(by: { $0.offset < $1.offset }) {
            walk.advance(to: record.offset)
            var place = places.number(&walk)
            let missing = record.expected.key
            if let missing { place = place.flatMap { places.number(missing, in: $0) } }
            let key = place.map { Key(place: $0, expected: record.expected.identity) }
            if let key, let index = known[key] {
                departures[index].add(found(record))
            } else if let key, departures.count < Self.departureLimit {
                known[key] = departures.count
                var example = walk.path
                if let missing { PlaceWalk.append(missing, to: &example) }
                departures.append(
                    Departure(
                        path: places.path(key.place), example: example, expected: record.expected.text,
                        found: found(record),
                        loss: record.expected.loss))
            } else {
                others += 1
            }
        }
        if others > 0 { departures.append(Departure(others: others, beside: departures.count)) }
        return departures
    }

    private func found(_ record: Drift.Record) -> String {
        if let found = record.found { return found }
        if case .key = record.expected { return "no such key" }
        return record.listed.map(listed) ?? found(at: record.offset)
    }

    /// A value of an enumeration as it stands there.
    func listed(at offset: Int) -> String {
        var reader = JSONReader(self, from: offset, policy: .strict)
        reader.skip()
        return Shown.text(bytes(offset..<reader.position))
    }

    func key(_ range: Range<Int>) -> String {
        var reader = JSONReader(self, from: range.lowerBound, policy: .strict)
        return Shown.text(reader.string())
    }

    /// Behind the closing quote.
    fileprivate func stringEnd(from start: Int) -> Int {
        var at = start + 1
        while at < count, base[at] != UInt8(ascii: "\"") { at += base[at] == UInt8(ascii: "\\") ? 2 : 1 }
        return at + 1
    }
}
