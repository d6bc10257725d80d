/// Random numbers that are the same on every machine: SplitMix64.
///
/// Each part of a sample has dice of its own, split off its owner's, so that a change in one part leaves all others as they were.
package struct Dice: Sendable {
    private var state: UInt64

    package init(_ seed: UInt64) { state = seed &* 0xD6E8_FEB8_6659_FD93 &+ 0x2545_F491_4F6C_DD1D }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed &>> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed &>> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed &>> 31
    }

    package mutating func split() -> Dice { Dice(next()) }

    /// The same for one name, whatever was thrown or is split off for other names. FNV-1a.
    package func split(for name: String) -> Dice { Dice(name.utf8.reduce(state ^ 0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }) }

    /// From 0 to one less than the bound, which is at least 1.
    package mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() % UInt64(max(bound, 1))) }

    package mutating func isOne(in count: Int) -> Bool { below(count) == 0 }

    package mutating func pick<Element>(_ elements: [Element], or none: Element) -> Element {
        let place = below(elements.count)
        return elements.isEmpty ? none : elements[place]
    }
}
