import MethodicalGenerator

import struct Methodical.UnionSelector

// The weights of mismatches, by which the nearest of several types is chosen.
extension Judge {
    /// The weight of all mismatches. Of several types, the response has the one with the least weight. A different
    /// structure weighs more than everything that can be corrected.
    var weight: Int { weight(unknown: 1) }

    /// The weight for finding the nearest case of a union. A value that contradicts a constant weighs most, then a
    /// member that the case does not have.
    var distance: Int {
        1_000_000_000 * contradictions + weight(unknown: 50_000)
    }

    private func weight(unknown: Int) -> Int {
        tallies.keys.reduce(0) { sum, key in
            guard let tally = tallies[key] else { return sum }
            let each =
                switch key.mismatch {
                case .shape: 100_000
                case .unknown: unknown
                case .limit, .newValue: 0
                case _ where tally.isTolerated: 100
                default: 200
                }
            return sum + each * tally.count
        }
    }

    /// Indicates whether strict reading accepts the response.
    var isExact: Bool {
        tallies.keys.allSatisfy { !$0.mismatch.isRefused }
    }
}

extension UnionSelector.Effect {
    /// Adds a mismatch to the effect of reading under a policy.
    mutating func add(
        _ mismatch: Mismatch,
        isTolerated: Bool,
        reading: DecodingRules.Reading
    ) {
        if mismatch.isUnknown {
            skippedMembers += 1
        } else if !mismatch.isRefused {
            return
        } else if isTolerated, reading != .strict {
            mismatches += 1
        } else {
            isRefused = true
        }
    }
}
