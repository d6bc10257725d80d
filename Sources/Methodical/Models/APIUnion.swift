/// One of several shapes. What no case stands for is kept raw, as `unknown`.
public protocol APIUnion: APIValue, CustomDebugStringConvertible {
    static func unknown(_ value: JSON) -> Self
    static var _cases: UnionTable { get }
    /// Reads the case of an index; any other index is `unknown`.
    static func _read(_ index: Int, _ reader: inout JSONReader) -> Self
    var _payload: any APIValue { get }
}

extension APIUnion {
    public init(_: Blank) { self = .unknown(.null) }

    /// Swift's own would name the module and all types around it.
    public var debugDescription: String {
        Mirror(reflecting: self).children.first.map { "\($0.label ?? "")(\(String(reflecting: $0.value)))" }
            ?? "\(Self.self)"
    }

    /// A blank value of each case, and the tag or kind that means it: samples are made like these.
    package static var _blanks: [(tag: String, value: Self)] {
        _cases.all.map { tag, index in
            var reader = JSONReader(JSONDocument([]), policy: .tolerant)
            return (tag, _read(index, &reader))
        }
    }

    public mutating func _read(_ reader: inout JSONReader) {
        let indices = reader.unionCases(Self._cases)
        if reader.failure != nil { return }
        // What only one case can be is told what is wrong with it.
        self = indices.count == 1 ? Self._read(indices[0], &reader) : Self.choose(indices, &reader)
    }

    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(on: value, write: { $0._payload._write(&$1) }, argument: { $0._payload._argument })
    }

    /// By way of JSON text: which case it is shows only in what other coders do not keep, such as the order of members.
    public init(from decoder: any Decoder) throws {
        let json = try JSON(from: decoder)
        do {
            self = try JSONReader.decode(Self.self, from: try JSONWriter.write(json), policy: .tolerant)
        } catch {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "\(error)"))
        }
    }

    public func encode(to encoder: any Encoder) throws { try _payload.encode(to: encoder) }
}

// MARK: Choosing among several cases

extension APIUnion {
    /// Reads the value as the case that has a place for the most of its members, and for which nothing speaks against
    /// it.
    ///
    /// Strict reading takes cases that fit exactly. If none of these has a place for a member that another case
    /// describes, JSON Schema accepts the value, but no case would keep it: it stays raw. Any other reading takes the
    /// best case that can be read, and reports what is uncertain.
    @inline(never)
    fileprivate static func choose(_ indices: [Int], _ reader: inout JSONReader) -> Self {
        let table = _cases
        return withUnsafeTemporaryAllocation(
            of: Standing.self, capacity: indices.count + (table.shapes?.shapes.count ?? 0)
        ) { memory in
            let ranking = reader.rank(indices, table.shapes, memory)
            if reader.failure != nil { return .unknown(.null) }
            var attempts = UnionAttempts<Self>(&reader)
            let isStrict = attempts.policy == .strict
            var at = 0
            while at < ranking.standings.count {
                let leader = ranking.standings[at]
                var end = at + 1
                while end < ranking.standings.count, ranking.standings[end].ties(leader) { end += 1 }
                let isEligible =
                    isStrict ? leader.isExact : !leader.isOut && !leader.isWrong && leader.known == ranking.bar
                if isEligible, attempts.read(ranking, at..<end, &reader) {
                    if !isStrict || leader.known == ranking.bar { return attempts.accept(&reader) }
                    attempts.rewind(&reader)
                    return .unknown(reader.read())
                }
                at = end
            }
            return attempts.refuse(ranking, table, &reader)
        }
    }
}

/// Cases of a union that are tried one after the other, and the best of those that could be read.
private struct UnionAttempts<Value: APIUnion> {
    private struct Attempt {
        let value: Value
        let standing: Standing
        let end: Int
        let passedOver: Int
        let departures: ArraySlice<Drift.Record>
    }

    let policy: ReadingPolicy
    private let start: Int
    private let depth: Int
    private let departures: Int
    private let passedOver: Int
    private var best: Attempt?
    private var isAmbiguous = false
    private var failure: JSONReader.Failure?

    init(_ reader: inout JSONReader) {
        policy = reader.policy
        start = reader.position
        depth = reader.depth
        departures = reader.drift.count
        passedOver = reader.passedOver
    }

    /// Reads cases for which the evidence is the same and keeps the one that loses the fewest members, and then the one
    /// with the fewest mismatches.
    mutating func read(_ ranking: Ranking, _ places: Range<Int>, _ reader: inout JSONReader) -> Bool {
        // Salvaging makes nearly anything fit: it waits until the case is known.
        let isOnly = places.count == 1
        if policy == .salvage, !isOnly { reader.policy = .tolerant }
        for place in places {
            attempt(ranking.standings[place], &reader)
            guard let best else { continue }
            if reader.rereading <= 0 || !ranking.isDeep && best.passedOver == 0 && best.departures.isEmpty {
                isAmbiguous = place + 1 < places.endIndex
                break
            }
        }
        reader.policy = policy
        if policy == .salvage, best == nil, !isOnly { attempt(ranking.standings[places.lowerBound], &reader) }
        if ranking.isCertain { isAmbiguous = false }
        return best != nil
    }

    private mutating func attempt(_ standing: Standing, _ reader: inout JSONReader) {
        let value = Value._read(standing.index, &reader)
        if let failure = reader.failure {
            if self.failure == nil { self.failure = failure }
        } else {
            let made = Attempt(
                value: value, standing: standing, end: reader.position, passedOver: reader.passedOver - passedOver,
                departures: reader.drift.cut(to: departures))
            let (cost, least) = (
                (made.passedOver, made.departures.count),
                best.map { ($0.passedOver, $0.departures.count) } ?? (.max, .max)
            )
            if cost == least { isAmbiguous = true }
            if cost < least {
                best = made
                isAmbiguous = false
            }
        }
        rewind(&reader)
    }

    /// Back to where the value begins, as if it had not been read.
    func rewind(_ reader: inout JSONReader) {
        reader.rereading -= (reader.failure?.reached ?? reader.position) - start + 1
        reader.failure = nil
        reader.position = start
        reader.depth = depth
        reader.passedOver = passedOver
        _ = reader.drift.cut(to: departures)
    }

    /// Takes the best case, and reports what speaks against it.
    func accept(_ reader: inout JSONReader) -> Value {
        guard let best else { return .unknown(.null) }
        if policy != .strict {
            if isAmbiguous {
                reader.depart(.text("a value that fits one alternative only"), found: "one that fits several")
            }
            if best.standing.isExceeded { reader.depart(.text("no members but those of the schema"), found: "others") }
            if best.standing.missed != 0 {
                reader.depart(.text("members of one alternative"), found: "members of several")
            }
        }
        for record in best.departures { reader.drift.append(record) }
        reader.position = best.end
        reader.passedOver += best.passedOver
        return best.value
    }

    /// No case fits. Strict reading tells what is wrong with the likeliest one; any other keeps the value raw and
    /// reports it.
    mutating func refuse(_ ranking: Ranking, _ table: UnionTable, _ reader: inout JSONReader) -> Value {
        guard policy == .strict else {
            reader.departFrom(table)
            return .unknown(reader.read())
        }
        let leader = ranking.standings.first { !$0.isOut }
        if failure == nil, let leader, ranking.standings.filter({ $0.ties(leader) }).count == 1 {
            attempt(leader, &reader)
            if failure == nil, !leader.isExceeded { return accept(&reader) }
            if failure == nil { reader.depart(.text("no members but those of the schema"), found: "others") }
        }
        if let failure, table.discriminator == nil || reader.tag(table) != nil {
            reader.failure = failure
            reader.position = reader.end
        } else if reader.failure == nil {
            reader.departFrom(table)
        }
        return .unknown(.null)
    }
}
