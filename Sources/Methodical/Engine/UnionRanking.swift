/// The evidence for and against one shape, from a look at the object's members.
struct Standing {
    /// The index of the case.
    let index: Int
    /// The number of the shape, or -1 if the case has none.
    let shape: Int
    /// The number of members that the shape has a place for.
    var known = 0
    /// The number of members that the shape names, whether or not their values fit.
    var named = 0
    /// Indicates whether a value contradicts a constant of this shape, and no other case lists that value.
    var isWrong = false
    /// Indicates whether a value contradicts this shape and is one that another case lists.
    var isOut = false
    /// The number of members and of missing keys that no tolerance covers.
    var severe = 0
    /// The number of members and of missing keys that are tolerated.
    var soft = 0
    /// The number of strings that the shape lists. Such a match is hardly a coincidence.
    var texts = 0
    /// The number of listed values that are not strings, and of members whose key the shape has.
    var hints = 0
    /// The number of required keys that were found.
    var trusted = 0
    /// The number of keys found that the schema requires but is not trusted with.
    var untrusted = 0
    /// Indicates whether the object has more members than the shape allows.
    var isExceeded = false
    /// The shapes that have a place for a member for which this one has none. Each shape is a bit.
    var missed: UInt64 = 0

    /// Indicates whether strict reading may take the object for this case.
    var isExact: Bool { !isOut && !isWrong && severe == 0 && soft == 0 }

    /// Returns whether the evidence for both is the same, apart from hints.
    func ties(_ other: Standing) -> Bool {
        isOut == other.isOut && isWrong == other.isWrong && known == other.known && severe == other.severe
            && soft == other.soft && texts == other.texts
    }

    /// Returns whether this case is more likely than the other one.
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

/// The possible cases of an object, the likeliest first.
struct Ranking {
    var standings: UnsafeMutableBufferPointer<Standing>
    /// The largest number of members for which a case that is not ruled out has a place.
    var bar = 0
    /// Indicates whether reading the cases can reveal more than the look at the members.
    var isDeep = true
    /// Indicates whether several equal cases are not ambiguous, because the value is a scalar or an empty array.
    var isCertain = false
}

extension JSONReader {
    /// Ranks the cases by the members of the object at the reader's position, without reading the members' values.
    ///
    /// Standings are created in `memory`, which must hold one for each case and one for each shape.
    mutating func rank(
        _ indices: [Int], _ shapes: UnionShapes?, _ memory: UnsafeMutableBufferPointer<Standing>
    ) -> Ranking {
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

    /// Indicates whether the value at the reader's position is an empty array.
    private var isEmptyArray: Bool {
        base[position] == UInt8(ascii: "[") && base[Self.afterSpace(base, position &+ 1)] == UInt8(ascii: "]")
    }

    /// Visits the members. Returns whether one of them is an object or an array.
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

    /// Records the evidence of one member for and against each shape.
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

    /// Records the evidence that is known after the last member: missing keys and extra members.
    private func finish(_ standings: UnsafeMutableBufferPointer<Standing>, _ shapes: UnionShapes, _ total: Int) {
        for place in standings.indices where standings[place].shape >= 0 {
            let shape = shapes.shapes[standings[place].shape]
            // A key that occurs twice can hide one that is missing. Reading finds that out.
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
    /// Compares a member with the values of a constant or an enumeration. Returns `true` if the value contradicts the
    /// shape.
    fileprivate mutating func judge(
        _ values: [[UInt8]], _ text: Characters, _ kind: JSONKind, _ isListed: Bool
    ) -> Bool {
        if values.contains(where: { text.equals($0) }) {
            if kind == .string { texts += 1 } else { hints += 1 }
            return false
        }
        // A number has several spellings, so a different text proves nothing.
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

/// The degree to which a kind of JSON value fits the kinds that a member can have.
private enum Fit {
    case exact, soft, severe

    /// Compares a kind with the expected ones. A scalar in the place of another scalar is tolerated, as are an empty
    /// array for an object, and `null` unless the key is required.
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
    /// Sorts the cases. A case with several shapes keeps its best place only.
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
