/// The members of the objects that a union's cases are for, as evidence of the case before any is read.
///
/// A text for each record: `"0,!id=i,type=s|gif|mpeg4"`. First the index of the case, with a `!` if the record has no
/// other members; then each key with its marks as in ``FieldTable``, the letters of the kinds that its value can have
/// (`s`, `i`, `n`, `b`, `a`, `o`; none for any) and the values of a constant or an enumeration. `*=i` gives the kinds
/// of the members that no key names. A case that is a union has several texts.
final class UnionShapes: @unchecked Sendable {
    struct Shape {
        var index: Int
        var isClosed: Bool
        var trusted = 0
        var untrusted = 0
        /// The kinds of members without a key; nil if the record has no place for them.
        var additional: UInt8?
    }

    /// What one shape says of the value of a key.
    struct Fact {
        var shape: Int
        var kinds: UInt8
        var isTrusted: Bool
        var isUntrusted: Bool
        var isNullable: Bool
        var values: [[UInt8]]
    }

    let shapes: [Shape]
    /// The distinct keys of all shapes.
    let keys: FieldTable
    /// By key.
    let facts: [[Fact]]

    init(_ texts: [[UInt8]]) {
        var shapes: [Shape] = []
        var order: [[UInt8]] = []
        var facts: [[Fact]] = []
        for text in texts {
            let parts = TableText.split(text, UInt8(ascii: ","))
            let isClosed = parts[0].last == UInt8(ascii: "!")
            var shape = Shape(
                index: Int(TableText.string(parts[0].dropLast(isClosed ? 1 : 0))) ?? 0, isClosed: isClosed)
            for part in parts.dropFirst() {
                let sides = TableText.split(part, UInt8(ascii: "="))
                let values = TableText.split(sides.last ?? [], UInt8(ascii: "|"))
                let kinds = Self.kinds(values[0])
                if sides[0].elementsEqual([UInt8(ascii: "*")]) {
                    shape.additional = kinds
                    continue
                }
                let key = sides[0].drop { TableText.marks.contains($0) }
                let marks = sides[0][..<key.startIndex]
                let fact = Fact(
                    shape: shapes.count, kinds: kinds, isTrusted: marks.contains(UInt8(ascii: "!")),
                    isUntrusted: marks.contains(UInt8(ascii: "+")),
                    isNullable: marks.contains(UInt8(ascii: "?")), values: values.dropFirst().map(TableText.unescape))
                if fact.isTrusted { shape.trusted += 1 }
                if fact.isUntrusted { shape.untrusted += 1 }
                if let place = order.firstIndex(where: { $0.elementsEqual(key) }) {
                    facts[place].append(fact)
                } else {
                    order.append(Array(key))
                    facts.append([fact])
                }
            }
            shapes.append(shape)
        }
        self.shapes = shapes
        self.facts = facts
        keys = FieldTable(Array(order.joined(separator: [UInt8(ascii: ",")])))
    }

    /// One bit for each kind of JSON value.
    private static func kinds(_ letters: ArraySlice<UInt8>) -> UInt8 {
        let all = Array("?binsao".utf8)
        return letters.reduce(0) { bits, letter in
            let bit = UInt8(1) << UInt8(all.firstIndex(of: letter) ?? 0)
            return bits | (letter == UInt8(ascii: "n") ? bit | bit >> 1 : bit)
        }
    }
}

/// How well one shape fits an object, by what a look at the object's members tells.
struct Standing {
    /// The index of the case.
    let index: Int
    let shape: Int
    /// Members that the shape has a place for, and members that it names.
    var known = 0
    var named = 0
    /// A constant contradicts the object, and no other case has the value that stands there.
    var isWrong = false
    /// Another case has the value that contradicts this one.
    var isOut = false
    /// Members and gaps that no tolerance covers, and those that it does.
    var severe = 0
    var soft = 0
    /// Texts of constants and enumerations that stand there: those are hardly there by chance.
    var texts = 0
    /// Other listed values that stand there, and members with a key in the shape.
    var hints = 0
    var trusted = 0
    var untrusted = 0
    /// The object has members beside those that the shape allows.
    var isExceeded = false
    /// The shapes, a bit for each, that have a place for a member that this one has none for.
    var missed: UInt64 = 0

    /// Indicates whether strict reading may take the object for this case.
    var isExact: Bool { !isOut && !isWrong && severe == 0 && soft == 0 }

    func ties(_ other: Standing) -> Bool {
        isOut == other.isOut && isWrong == other.isWrong && known == other.known && severe == other.severe
            && soft == other.soft
            && texts == other.texts
    }

    func precedes(_ other: Standing) -> Bool {
        if isOut != other.isOut { return !isOut }
        if isWrong != other.isWrong { return !isWrong }
        if known != other.known { return known > other.known }
        if severe != other.severe { return severe < other.severe }
        if soft != other.soft { return soft < other.soft }
        if texts != other.texts { return texts > other.texts }
        if hints != other.hints { return hints > other.hints }
        return index < other.index
    }
}

/// The cases that an object may be, the likeliest first.
struct Ranking {
    var standings: UnsafeMutableBufferPointer<Standing>
    /// How many members some case has a place for that nothing rules out.
    var bar = 0
    /// Indicates whether reading the cases can tell more than the look at the members.
    var isDeep = true
    /// Indicates whether one of several equal cases is as good as another.
    var isCertain = false
}

extension JSONReader {
    /// Looks at the members of the object that stands here, without reading any, and ranks the cases by them.
    mutating func rank(_ indices: [Int], _ shapes: UnionShapes?, _ memory: UnsafeMutableBufferPointer<Standing>)
        -> Ranking
    {
        var count = 0
        for index in indices {
            var isDescribed = false
            for (place, shape) in (shapes?.shapes ?? []).enumerated() where shape.index == index {
                memory.initializeElement(at: count, to: Standing(index: index, shape: place))
                count += 1
                isDescribed = true
            }
            if isDescribed { continue }
            memory.initializeElement(at: count, to: Standing(index: index, shape: -1))
            count += 1
        }
        var ranking = Ranking(standings: UnsafeMutableBufferPointer(rebasing: memory[..<count]))
        guard let shapes, base[position] == UInt8(ascii: "{") else {
            let isScalar = base[position] != UInt8(ascii: "{") && base[position] != UInt8(ascii: "[")
            ranking.isDeep = !isScalar
            ranking.isCertain = isScalar || isEmptyArray
            return ranking
        }
        let start = position
        let level = depth
        ranking.isDeep = look(shapes, ranking.standings)
        if failure != nil { return ranking }
        position = start
        depth = level
        var possible: UInt64 = 0
        for standing in ranking.standings where !standing.isOut {
            ranking.bar = max(ranking.bar, standing.known)
            if standing.shape >= 0 { possible |= 1 &<< UInt64(standing.shape & 63) }
        }
        for place in 0..<count { ranking.standings[place].missed &= possible }
        ranking.sort()
        return ranking
    }

    private var isEmptyArray: Bool {
        base[position] == UInt8(ascii: "[") && base[Self.behindSpace(base, position &+ 1)] == UInt8(ascii: "]")
    }

    /// Goes through the members; answers whether one of them is an object or an array.
    private mutating func look(_ shapes: UnionShapes, _ standings: UnsafeMutableBufferPointer<Standing>) -> Bool {
        var isDeep = false
        var total = 0
        guard openObject() else {
            finish(standings, shapes, total)
            return false
        }
        repeat {
            guard base[position] == UInt8(ascii: "\"") else {
                fail("a key")
                return false
            }
            let name = characters()
            let entry = shapes.keys.find(name.start, name.count, in: 0)
            colon()
            guard let kind = kind() else {
                skip()
                return false
            }
            isDeep = isDeep || kind == .object || kind == .array
            let isEmpty = isEmptyArray
            let start = position
            var text = Characters(start: base, count: 0)
            if kind == .string {
                text = characters()
            } else {
                skip()
                text = Characters(start: base + start, count: position &- start)
            }
            total += 1
            note(kind, text, isEmpty, entry < 0 ? [] : shapes.facts[entry], shapes, standings)
        } while nextMember()
        finish(standings, shapes, total)
        return isDeep
    }

    /// Notes what one member says for and against each shape.
    private func note(
        _ kind: JSONKind, _ text: Characters, _ isEmptyArray: Bool, _ facts: [UnionShapes.Fact], _ shapes: UnionShapes,
        _ standings: UnsafeMutableBufferPointer<Standing>
    ) {
        var knowing: UInt64 = 0
        let isListed = facts.contains { fact in
            fact.values.contains { text.equals($0) } && standings.contains { $0.shape == fact.shape }
        }
        // Facts and standings are both in the order of the shapes.
        var next = 0
        for place in standings.indices where standings[place].shape >= 0 {
            let shape = standings[place].shape
            while next < facts.count, facts[next].shape < shape { next += 1 }
            let fact = next < facts.count && facts[next].shape == shape ? facts[next] : nil
            guard let kinds = fact?.kinds ?? shapes.shapes[shape].additional else { continue }
            standings[place].named += 1
            if let fact {
                standings[place].hints += 1
                if fact.isTrusted { standings[place].trusted += 1 }
                if fact.isUntrusted { standings[place].untrusted += 1 }
                if !fact.values.isEmpty, kind != .null {
                    if standings[place].judge(fact.values, text, kind, isListed) { continue }
                }
            }
            switch Fit(kind, kinds, isEmptyArray, fact) {
            case .exact: break
            case .soft: standings[place].soft += 1
            case .severe:
                standings[place].severe += 1
                continue
            }
            standings[place].known += 1
            knowing |= 1 << UInt64(shape & 63)
        }
        for place in standings.indices
        where standings[place].shape >= 0 && knowing & (1 << UInt64(standings[place].shape & 63)) == 0 {
            standings[place].missed |= knowing
        }
    }

    private func finish(_ standings: UnsafeMutableBufferPointer<Standing>, _ shapes: UnionShapes, _ total: Int) {
        for place in standings.indices where standings[place].shape >= 0 {
            let shape = shapes.shapes[standings[place].shape]
            // A key that stands twice may hide one that is missing; reading finds out.
            standings[place].severe += max(0, shape.trusted - standings[place].trusted)
            standings[place].soft += max(0, shape.untrusted - standings[place].untrusted)
            standings[place].hints += standings[place].trusted + standings[place].untrusted
            if shape.isClosed, total > standings[place].named {
                standings[place].isExceeded = true
                standings[place].soft += 1
            }
        }
    }
}

extension Standing {
    /// Compares a member with the values of a constant or an enumeration. True if the member has no place here.
    fileprivate mutating func judge(_ values: [[UInt8]], _ text: Characters, _ kind: JSONKind, _ isListed: Bool) -> Bool
    {
        if values.contains(where: { text.equals($0) }) {
            if kind == .string { texts += 1 } else { hints += 1 }
            return false
        }
        // A number may be spelled in several ways.
        if kind == .number || kind == .integer && text.hasFraction { return false }
        if isListed {
            isOut = true
        } else if values.count == 1 {
            isWrong = true
        } else {
            // Servers add values to enumerations.
            soft += 1
            return false
        }
        return true
    }
}

extension Characters {
    fileprivate var hasFraction: Bool {
        (0..<count).contains { start[$0] == UInt8(ascii: ".") || start[$0] | 0x20 == UInt8(ascii: "e") }
    }
}

/// How a kind of JSON value fits the kinds that a member can have.
private enum Fit {
    case exact, soft, severe

    init(_ kind: JSONKind, _ kinds: UInt8, _ isEmptyArray: Bool, _ fact: UnionShapes.Fact?) {
        let scalars: UInt8 = 0b1_1110
        let bit = UInt8(1) << kind.rawValue
        if kinds == 0 || kinds & bit != 0 {
            self = .exact
        } else if kind == .null {
            self = fact?.isNullable == true ? .exact : fact?.isTrusted == false ? .soft : .severe
        } else if kinds & scalars != 0 && bit & scalars != 0 || isEmptyArray && kinds & 0b100_0000 != 0 {
            self = .soft
        } else {
            self = .severe
        }
    }
}

extension Ranking {
    /// Sorts the cases, each at its best place only.
    fileprivate mutating func sort() {
        var count = 0
        for place in standings.indices {
            let standing = standings[place]
            if let known = standings[..<count].firstIndex(where: { $0.index == standing.index }) {
                guard standing.precedes(standings[known]) else { continue }
                standings[known] = standing
            } else {
                standings[count] = standing
                count += 1
            }
        }
        standings = UnsafeMutableBufferPointer(rebasing: standings[..<count])
        for place in standings.indices {
            var at = place
            while at > 0, standings[at].precedes(standings[at - 1]) {
                standings.swapAt(at, at - 1)
                at -= 1
            }
        }
    }
}
