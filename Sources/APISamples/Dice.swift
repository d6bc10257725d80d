/// Random numbers that are the same on every machine: SplitMix64.
///
/// Each part of a sample has dice of its own, split off its owner's, so that a change in one part leaves all others as they were.
struct Dice {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0xD6E8_FEB8_6659_FD93 &+ 0x2545_F491_4F6C_DD1D }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed &>> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed &>> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed &>> 31
    }

    mutating func split() -> Dice { Dice(next()) }

    /// From 0 to one less than the bound, which is at least 1.
    mutating func below(_ bound: Int) -> Int { Int(truncatingIfNeeded: next() % UInt64(max(bound, 1))) }

    mutating func isOne(in count: Int) -> Bool { below(count) == 0 }

    mutating func pick<Element>(_ elements: [Element], or none: Element) -> Element {
        let place = below(elements.count)
        return elements.isEmpty ? none : elements[place]
    }
}
