/// The possible cases of a value, the likeliest first.
struct UnionRanking {
    /// The evidence for each case.
    fileprivate(set) var cases: UnsafeMutableBufferPointer<UnionEvidence>
    /// The largest number of members for which a case that is not ruled out has a place.
    fileprivate(set) var bar = 0
    /// Indicates whether reading the cases can reveal more than the look at the members.
    fileprivate(set) var isDeep = true
    /// Indicates whether several equal cases are not ambiguous, because the value is a scalar or an empty array.
    fileprivate(set) var isCertain = false

    /// Indicates whether tolerant reading may take the object for a case. A case that would lose a member that another
    /// possible case has a place for is not eligible.
    func isEligible(_ evidence: UnionEvidence) -> Bool {
        !evidence.isRuledOut && !evidence.isContradicted && evidence.known == bar
    }

    /// Records the evidence of one member for and against each shape. `facts` are the expectations for its key.
    fileprivate func add(
        _ member: UnionEvidence.Member,
        facts: [UnionShapes.Fact],
        shapes: UnionShapes
    ) {
        let isListed = facts.contains { fact in
            guard fact.values.contains(where: { member.text.equals($0) }) else { return false }
            return cases.contains { $0.shape == fact.shape }
        }
        var knowing: UInt64 = 0
        for place in cases.indices where cases[place].shape >= 0 {
            let shape = cases[place].shape
            let fact = facts.first { $0.shape == shape }
            if cases[place].add(member, fact: fact, shape: shapes.shapes[shape], isListed: isListed) {
                knowing |= cases[place].bit
            }
        }
        for place in cases.indices where cases[place].shape >= 0 && knowing & cases[place].bit == 0 {
            cases[place].missed |= knowing
        }
    }

    /// Sorts the cases after the last of `total` members. A case with several shapes keeps its likeliest one only.
    fileprivate mutating func finish(with shapes: UnionShapes, total: Int) {
        var possible: UInt64 = 0
        for place in cases.indices {
            let shape = cases[place].shape
            if shape >= 0 {
                cases[place].finish(with: shapes.shapes[shape], total: total)
            }
            if cases[place].isRuledOut {
                continue
            }
            bar = max(bar, cases[place].known)
            possible |= cases[place].bit
        }
        cases.sort { $0.precedes($1) }
        var count = 0
        for evidence in cases where !cases[..<count].contains(where: { $0.index == evidence.index }) {
            cases[count] = evidence
            cases[count].missed &= possible
            count += 1
        }
        cases = UnsafeMutableBufferPointer(rebasing: cases[..<count])
    }
}

extension JSONReader {
    /// Ranks the cases by the members of the object at the reader's position, without reading the members' values. The
    /// reader does not move.
    ///
    /// The evidence is created in `memory`, which must have room for one for each case and one for each shape.
    mutating func rank(
        _ indices: [Int],
        by shapes: UnionShapes?,
        in memory: UnsafeMutableBufferPointer<UnionEvidence>
    ) -> UnionRanking {
        var count = 0
        for index in indices {
            let first = count
            for (place, shape) in (shapes?.shapes ?? []).enumerated() where shape.index == index {
                memory.initializeElement(at: count, to: UnionEvidence(index: index, shape: place))
                count += 1
            }
            if count > first {
                continue
            }
            memory.initializeElement(at: count, to: UnionEvidence(index: index, shape: -1))
            count += 1
        }
        var ranking = UnionRanking(cases: UnsafeMutableBufferPointer(rebasing: memory[..<count]))
        if let shapes, base[position] == .openBrace {
            let start = position
            let level = depth
            look(for: shapes, ranking: &ranking)
            goBack(to: start, level: level)
        } else {
            let isScalar = base[position] != .openBrace && base[position] != .openBracket
            ranking.isDeep = !isScalar
            ranking.isCertain = isScalar || isEmptyArray
        }
        return ranking
    }

    /// Indicates whether the value at the reader's position is an empty array.
    private var isEmptyArray: Bool {
        base[position] == .openBracket && base[Self.afterSpace(in: base, at: position &+ 1)] == .closeBracket
    }

    /// Visits the members of the object.
    private mutating func look(for shapes: UnionShapes, ranking: inout UnionRanking) {
        withUnsafeTemporaryAllocation(of: Bool.self, capacity: shapes.facts.count) { found in
            found.initialize(repeating: false)
            look(for: shapes, ranking: &ranking, found: found)
        }
    }

    /// Visits the members of the object. `found` has a place for each key of the shapes.
    private mutating func look(
        for shapes: UnionShapes,
        ranking: inout UnionRanking,
        found: UnsafeMutableBufferPointer<Bool>
    ) {
        var total = 0
        ranking.isDeep = false
        members { name, reader in
            let entry = shapes.keys.find(name.start, count: name.count, in: 0)
            guard let kind = reader.kind() else { return false }
            ranking.isDeep = ranking.isDeep || kind == .object || kind == .array
            let isEmptyArray = reader.isEmptyArray
            let start = reader.position
            var text: Characters
            if kind == .string {
                text = reader.characters()
            } else {
                reader.skip()
                text = Characters(start: reader.base + start, count: reader.position &- start)
            }
            let isRepeated = entry >= 0 && found[entry]
            if entry >= 0 {
                found[entry] = true
            }
            if !isRepeated {
                total += 1
            }
            let member = UnionEvidence.Member(
                kind: kind,
                text: text,
                isEmptyArray: isEmptyArray,
                isRepeated: isRepeated)
            let facts = entry < 0 ? [] : shapes.facts[entry]
            ranking.add(member, facts: facts, shapes: shapes)
            return true
        }
        if failure == nil {
            ranking.finish(with: shapes, total: total)
        }
    }
}
