/// The cases of a union, as far as the choice among them needs to know them.
///
/// Generated unions are Swift types. A tool that has compiled a schema knows the cases as data.
protocol UnionCases<Value> {
    /// The type of the values that are read.
    associatedtype Value
    /// Reads the value at the reader's position as the case with the given index.
    func read(as index: Int, from reader: inout APIEngine.JSONReader) -> Value
    /// Creates the value for a JSON value that no case describes.
    func unknown(_ value: JSON) -> Value
}

/// The cases of a generated union.
struct GeneratedCases<Union: APIEngine.Union>: UnionCases {
    func read(as index: Int, from reader: inout APIEngine.JSONReader) -> Union {
        Union._read(index, &reader)
    }

    func unknown(_ value: JSON) -> Union { .unknown(value) }
}

/// The choice among several cases of a union.
enum UnionChoice {
    /// Reads the value as the case that has a place for most of its members and that nothing contradicts.
    ///
    /// Strict reading only accepts cases that fit exactly. If such a case lacks a place for a member that another case
    /// describes, JSON Schema accepts the value, but no case can hold all of it. The value then stays raw. All other
    /// policies accept the best case that can be read, and report the uncertainty as a mismatch.
    @inline(never)
    static func read<Cases: UnionCases>(
        _ cases: Cases,
        among indices: [Int],
        table: APIEngine.UnionTable,
        from reader: inout APIEngine.JSONReader
    ) -> Cases.Value {
        withUnsafeTemporaryAllocation(
            of: UnionEvidence.self,
            capacity: indices.count + (table.shapes?.shapes.count ?? 0)
        ) { memory in
            let ranking = reader.rank(indices, by: table.shapes, in: memory)
            if reader.failure != nil {
                return cases.unknown(.null)
            }
            var attempts = UnionAttempts(cases, reader: &reader)
            let isStrict = reader.policy == .strict
            var rest = ranking.cases[...]
            while let leader = rest.first {
                let equals = rest.prefix { $0.ties(with: leader) }
                rest = rest.dropFirst(equals.count)
                let mayFit =
                    if isStrict {
                        leader.isExact
                    } else {
                        ranking.isEligible(leader)
                    }
                guard mayFit,
                    attempts.read(equals, ranking: ranking, from: &reader)
                else { continue }
                guard leader.known == ranking.bar else {
                    return cases.unknown(reader.read())
                }
                return attempts.accept(from: &reader)
            }
            return attempts.refuse(ranking: ranking, table: table, from: &reader)
        }
    }
}

/// The attempts to read a value as one case after another, and the best attempt so far.
private struct UnionAttempts<Cases: UnionCases> {
    /// A case that could be read, with the state of the reader after it.
    private struct Attempt {
        let value: Cases.Value
        let evidence: UnionEvidence
        /// The position after the value.
        let end: Int
        /// The number of members that this case skipped.
        let passedOver: Int
        let mismatches: ArraySlice<MismatchLog.Record>

        /// The loss of this attempt. The number of skipped members decides first; a repeated key counts once.
        var cost: (Int, Int) {
            (passedOver - evidence.skippedRepeats, mismatches.count)
        }
    }

    private let cases: Cases
    private let policy: ReadingPolicy
    private let start: Int
    private let depth: Int
    private let mismatches: Int
    private let passedOver: Int
    private var best: Attempt?
    /// Indicates whether another case is as good as the best one.
    private var isAmbiguous = false
    /// The failure of the first case that could not be read.
    private var failure: JSONReader.Failure?

    init(_ cases: Cases, reader: inout JSONReader) {
        self.cases = cases
        policy = reader.policy
        start = reader.position
        depth = reader.depth
        mismatches = reader.log.count
        passedOver = reader.passedOver
    }

    /// Reads cases that have the same evidence. Keeps the case that skips the fewest members, and among equals the one
    /// with the fewest mismatches. Returns `false` if none of them could be read.
    mutating func read(
        _ equals: Slice<UnsafeMutableBufferPointer<UnionEvidence>>,
        ranking: UnionRanking,
        from reader: inout JSONReader
    ) -> Bool {
        // Salvaging makes nearly any case fit, so it is postponed until the case is known.
        if policy == .salvage, equals.count > 1 {
            reader.policy = .tolerant
        }
        for place in equals.indices {
            attempt(equals[place], from: &reader)
            guard let best else { continue }
            // Stops if the budget for re-reading is spent. Also stops if the ranking has seen all of the value and this
            // case fits without loss: the remaining cases could at most be as good.
            let isBudgetSpent = reader.rereading <= 0
            let fitsWithoutLoss = !ranking.isDeep && best.cost == (0, 0)
            if isBudgetSpent || fitsWithoutLoss {
                isAmbiguous = place + 1 < equals.endIndex
                break
            }
        }
        if reader.policy != policy {
            reader.policy = policy
            if best == nil, let first = equals.first {
                attempt(first, from: &reader)
            }
        }
        if ranking.isCertain {
            isAmbiguous = false
        }
        return best != nil
    }

    /// Reads the value as one case, keeps the attempt if it is the best, and returns to the start of the value, as if
    /// the value had not been read. The bytes that were read count against the reader's budget for re-reading.
    private mutating func attempt(_ evidence: UnionEvidence, from reader: inout JSONReader) {
        let value = cases.read(as: evidence.index, from: &reader)
        reader.rereading -= (reader.failure?.reached ?? reader.position) - start + 1
        let made = Attempt(
            value: value,
            evidence: evidence,
            end: reader.position,
            passedOver: reader.passedOver - passedOver,
            mismatches: reader.log.cut(to: mismatches))
        if let failure = reader.failure {
            self.failure = self.failure ?? failure
        } else if let best, best.cost <= made.cost {
            isAmbiguous = isAmbiguous || best.cost == made.cost
        } else {
            best = made
            isAmbiguous = false
        }
        reader.failure = nil
        reader.position = start
        reader.depth = depth
        reader.passedOver = passedOver
    }

    /// Returns the best case, moves the reader past the value, and reports the evidence against the choice.
    func accept(from reader: inout JSONReader) -> Cases.Value {
        guard let best else {
            return cases.unknown(.null)
        }
        if policy != .strict {
            if isAmbiguous {
                reader.report(.text("a value that fits one alternative only"), found: "one that fits several")
            }
            if best.evidence.isExceeded {
                Self.reportMembers(to: &reader)
            }
            if best.evidence.missed != 0 {
                reader.report(.text("members of one alternative"), found: "members of several")
            }
        }
        for record in best.mismatches {
            reader.log.append(record)
        }
        reader.position = best.end
        reader.passedOver += best.passedOver
        return best.value
    }

    /// Handles a value that fits no case.
    ///
    /// Strict reading reports the failure of the likeliest case. All other policies keep the value raw and report a
    /// mismatch.
    mutating func refuse(
        ranking: UnionRanking,
        table: UnionTable,
        from reader: inout JSONReader
    ) -> Cases.Value {
        guard policy == .strict else {
            reader.reportNoCase(for: table)
            return cases.unknown(reader.read())
        }
        let leader = ranking.cases.first { !$0.isRuledOut }
        if failure == nil,
            let leader,
            ranking.cases.count(where: leader.ties) == 1
        {
            attempt(leader, from: &reader)
            if failure == nil {
                if !leader.isExceeded {
                    return accept(from: &reader)
                }
                Self.reportMembers(to: &reader)
            }
        }
        if let failure,
            table.discriminator == nil || reader.tag(for: table) != nil
        {
            reader.failure = failure
            reader.position = reader.end
        } else if reader.failure == nil {
            reader.reportNoCase(for: table)
        }
        return cases.unknown(.null)
    }

    private static func reportMembers(to reader: inout JSONReader) {
        reader.report(.text("no members but those of the schema"), found: "others")
    }
}
