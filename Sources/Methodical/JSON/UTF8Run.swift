/// Checks UTF-8 beyond ASCII.
enum UTF8Run {
    /// How many bytes from `at`, which is not ASCII, are whole characters; 0 if the first one is not.
    ///
    /// Runs of two-byte characters (Cyrillic, Greek, Arabic ...) go four at a time, and the spaces between words belong to the run.
    static func length(_ base: UnsafePointer<UInt8>, _ start: Int) -> Int {
        var at = start
        while true {
            let word = Word.load(base, at)
            // Leading bytes 110xxxxx and continuation bytes 10xxxxxx in turn; a lead of C0 or C1 would be overlong.
            if word & 0xC0E0_C0E0_C0E0_C0E0 == 0x80C0_80C0_80C0_80C0, noOverlongPair(word) {
                at &+= 8
                continue
            }
            let first = base[at]
            if first == 0x20 {
                at &+= 1
            } else if first < 0x80 {
                return at &- start
            } else if first >= 0xC2, first < 0xE0, base[at &+ 1] & 0xC0 == 0x80 {
                at &+= 2
            } else {
                let length = character(base, at)
                if length == 0 { return at &- start }
                at &+= length
            }
        }
    }

    @inline(__always)
    private static func noOverlongPair(_ word: UInt64) -> Bool {
        let bits = word & 0x001E_001E_001E_001E
        return (bits &+ 0x00FE_00FE_00FE_00FE) & 0x0100_0100_0100_0100 == 0x0100_0100_0100_0100
    }

    /// The length of the character at `at`; 0 if it is none.
    static func character(_ base: UnsafePointer<UInt8>, _ at: Int) -> Int {
        let first = base[at]
        let second = base[at &+ 1]
        switch first {
        case 0xC2...0xDF: return second & 0xC0 == 0x80 ? 2 : 0
        case 0xE0...0xEF:
            // No overlong forms (E0 80...9F) and no surrogates (ED A0...BF).
            let low: UInt8 = first == 0xE0 ? 0xA0 : 0x80
            let high: UInt8 = first == 0xED ? 0x9F : 0xBF
            guard second >= low, second <= high else { return 0 }
            return base[at &+ 2] & 0xC0 == 0x80 ? 3 : 0
        case 0xF0...0xF4:
            // No overlong forms (F0 80...8F), nothing beyond U+10FFFF (F4 90...).
            let low: UInt8 = first == 0xF0 ? 0x90 : 0x80
            let high: UInt8 = first == 0xF4 ? 0x8F : 0xBF
            guard second >= low, second <= high, base[at &+ 2] & 0xC0 == 0x80 else { return 0 }
            return base[at &+ 3] & 0xC0 == 0x80 ? 4 : 0
        default: return 0
        }
    }
}
