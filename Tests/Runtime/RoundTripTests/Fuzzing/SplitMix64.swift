/// A generator with the same numbers for a seed on every machine.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    /// Creates the generator of one input, so that the input can be made without the inputs before it.
    init(seed: UInt64, input: Int) {
        self.init(seed: seed)
        state = next() &+ UInt64(truncatingIfNeeded: input) &* 0xD134_2543_DE82_EF95
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// Returns a number below the bound, or 0 if the bound is 0.
    mutating func below(_ bound: Int) -> Int { Int(next().multipliedFullWidth(by: UInt64(bound)).high) }

    mutating func oneIn(_ number: Int) -> Bool { below(number) == 0 }

    mutating func range(in count: Int, atMost length: Int = .max) -> Range<Int> {
        let start = below(count + 1)
        return start..<start + below(min(count - start, length) + 1)
    }
}
