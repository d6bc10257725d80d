/// The evidence for and against one shape of a union's case, from a look at the object's members.
struct UnionEvidence {
    /// The index of the case.
    let index: Int
    /// The number of the shape, or -1 if the case has none.
    let shape: Int
    /// The number of members that the shape has a place for.
    var known = 0
    /// The number of members that the shape names, whether or not their values fit.
    var named = 0
    /// Indicates whether a value contradicts this shape and is one that another case lists.
    var isRuledOut = false
    /// Indicates whether a value contradicts a constant of this shape, and no other case lists that value.
    var isContradicted = false
    /// The number of members and of missing keys that no tolerance covers.
    var severe = 0
    /// The number of members and of missing keys that are tolerated.
    var tolerated = 0
    /// The number of strings that the shape lists. Such a match is hardly a coincidence.
    var texts = 0
    /// The number of listed values that are not strings, and of members whose key the shape has.
    var hints = 0
    /// The number of required keys that were found.
    var trusted = 0
    /// The number of keys found that the schema requires but is not trusted with.
    var untrusted = 0
    /// The number of members for which the shape has no place and whose key has occurred before.
    var skippedRepeats = 0
    /// Indicates whether the object has more members than the shape allows.
    var isExceeded = false
    /// The shapes that have a place for a member for which this one has none. Each shape is a bit.
    var missed: UInt64 = 0

    /// The bit of the shape in sets of shapes. From the 65th shape on, shapes share bits; then a report of members of
    /// several alternatives can be missing.
    var bit: UInt64 {
        guard shape >= 0 else { return 0 }
        return 1 << UInt64(shape % UInt64.bitWidth)
    }

    /// Indicates whether strict reading may take the object for this case.
    var isExact: Bool {
        !isRuledOut && !isContradicted && severe == 0 && tolerated == 0
    }

    /// The evidence in the order in which it decides. The smaller weight is the likelier case.
    private var weight: (Int, Int, Int, Int, Int, Int) {
        let ruledOut = isRuledOut ? 1 : 0
        let contradicted = isContradicted ? 1 : 0
        return (ruledOut, contradicted, -known, severe, tolerated, -texts)
    }

    /// Indicates whether the evidence for both is the same, apart from hints.
    func ties(with other: UnionEvidence) -> Bool {
        weight == other.weight
    }

    /// Indicates whether this case is to be tried before the other one.
    func precedes(_ other: UnionEvidence) -> Bool {
        if ties(with: other) {
            return (-hints, index) < (-other.hints, other.index)
        }
        return weight < other.weight
    }
}

extension UnionEvidence {
    /// A member of the object.
    struct Member {
        let kind: JSONKind
        /// The value's text; a string is without quotes.
        let text: Characters
        let isEmptyArray: Bool
        /// Indicates whether an earlier member has the same key, which a shape names.
        let isRepeated: Bool
    }

    /// Records the evidence of one member. Returns whether the shape has a place for it.
    ///
    /// A repeated key counts as one member. Reading reads each of its values, so each that does not fit is a mismatch.
    ///
    /// - Parameters:
    ///   - fact: The expectation for the member's key, or `nil` if the shape does not have the key.
    ///   - isListed: Indicates whether any possible case lists the value.
    mutating func add(
        _ member: Member,
        fact: UnionShapes.Fact?,
        shape: UnionShapes.Shape,
        isListed: Bool
    ) -> Bool {
        let count = member.isRepeated ? 0 : 1
        guard let kinds = fact?.kinds ?? shape.additional else {
            skippedRepeats += 1 - count
            return false
        }
        named += count
        if let fact {
            hints += count
            if fact.isTrusted {
                trusted += count
            }
            if fact.isUntrusted {
                untrusted += count
            }
            if !fact.values.isEmpty, member.kind != .null, contradicts(member, values: fact.values, isListed: isListed)
            {
                return false
            }
        }
        if !fits(member.kind, kinds: kinds, fact: fact) {
            guard isTolerable(member, kinds: kinds, fact: fact) else {
                severe += 1
                return false
            }
            tolerated += 1
        }
        known += count
        return true
    }

    /// Compares a member with the values of a constant or an enumeration. Returns whether it contradicts the shape.
    private mutating func contradicts(
        _ member: Member,
        values: [[UInt8]],
        isListed: Bool
    ) -> Bool {
        if values.contains(where: { member.text.equals($0) }) {
            if !member.isRepeated {
                if member.kind == .string {
                    texts += 1
                } else {
                    hints += 1
                }
            }
            return false
        }
        // A number has several spellings, so a different text proves nothing.
        let isFraction = member.kind == .integer && member.text.hasFraction
        if isFraction || member.kind == .number {
            return false
        }
        if isListed {
            isRuledOut = true
        } else if values.count == 1 {
            isContradicted = true
        } else {
            // Servers add values to enumerations.
            tolerated += 1
            return false
        }
        return true
    }

    /// Indicates whether a member can have a value of a kind.
    private func fits(
        _ kind: JSONKind,
        kinds: JSONKind.Set,
        fact: UnionShapes.Fact?
    ) -> Bool {
        if kinds.isEmpty || kinds.contains(JSONKind.Set(kind)) {
            return true
        }
        return kind == .null && fact?.isNullable == true
    }

    /// Indicates whether tolerant reading accepts a value of a kind that does not fit: a scalar in the place of another
    /// scalar, an empty array for an object, or `null` unless the key is required.
    private func isTolerable(
        _ member: Member,
        kinds: JSONKind.Set,
        fact: UnionShapes.Fact?
    ) -> Bool {
        if member.kind == .null {
            return fact?.isTrusted == false
        }
        if JSONKind.Set.scalars.contains(JSONKind.Set(member.kind)),
            !kinds.isDisjoint(with: .scalars)
        {
            return true
        }
        return member.isEmptyArray && kinds.contains(JSONKind.Set(.object))
    }

    /// Records the evidence that is known after the last of `total` members: missing keys and extra members.
    mutating func finish(with shape: UnionShapes.Shape, total: Int) {
        severe += max(0, shape.trusted - trusted)
        tolerated += max(0, shape.untrusted - untrusted)
        hints += trusted + untrusted
        if shape.isClosed, total > named {
            isExceeded = true
            tolerated += 1
        }
    }
}

extension Characters {
    fileprivate var hasFraction: Bool {
        (0..<count).contains {
            start[$0] == .point || start[$0] | 0x20 == UInt8(ascii: "e")
        }
    }
}
