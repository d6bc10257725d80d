/// A generator of random numbers (SplitMix64) that yields the same numbers on every machine.
///
/// Each part of a sample uses a generator that was split off that of its parent. A change to one part therefore
/// leaves all other parts unchanged.
package struct Dice: Sendable {
    private var state: UInt64

    /// Creates a generator with the given seed.
    package init(seed: UInt64) {
        state = seed &* 0xD6E8_FEB8_6659_FD93 &+ 0x2545_F491_4F6C_DD1D
    }

    /// Returns the next number of 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed &>> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed &>> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed &>> 31
    }

    /// Returns a new generator whose seed is the next number.
    package mutating func split() -> Dice {
        Dice(seed: next())
    }

    /// Returns a new generator for a name. It depends only on the name and on this generator's state, and
    /// leaves this generator unchanged. The name is hashed with FNV-1a.
    package func split(for name: String) -> Dice {
        var hash = state ^ 0xCBF2_9CE4_8422_2325
        for byte in name.utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return Dice(seed: hash)
    }

    /// Returns a number from 0 to `bound - 1`. A bound below 1 counts as 1.
    package mutating func below(_ bound: Int) -> Int {
        let positiveBound = UInt64(max(bound, 1))
        return Int(truncatingIfNeeded: next() % positiveBound)
    }

    /// Returns `true` with a probability of 1 in `count`.
    package mutating func isOne(in count: Int) -> Bool {
        below(count) == 0
    }

    /// Returns a random element, or `none` if there are no elements.
    package mutating func pick<Element>(_ elements: [Element], or none: Element) -> Element {
        let place = below(elements.count)
        if elements.isEmpty {
            return none
        }
        return elements[place]
    }
}
