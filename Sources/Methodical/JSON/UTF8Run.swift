/// Checks UTF-8 beyond ASCII.
enum UTF8Run {
    /// Where text that is UTF-8 is ended by a quote, a backslash or a control character; -1 where it is not UTF-8, or has characters that want
    /// a closer look: of four bytes, or beginning with E0 or ED.
    ///
    /// Eight bytes at once and without branches on what they are, which no processor could predict.
    static func end(_ base: UnsafePointer<UInt8>, _ start: Int) -> Int {
        var at = start
        // Where this word must have continuation bytes for the one before.
        var carry: UInt64 = 0
        while true {
            let word = Word.load(base, at)
            let stop = Word.escaped(word)
            // The bytes before the stop; all, if there is none.
            let text = word & ((stop & (0 &- stop)) &>> 7 &- 1)
            let high = text & 0x8080_8080_8080_8080
            if high | carry != 0 {
                // 11xxxxxx, and 111xxxxx among them.
                let lead = high & text &<< 1
                let long = lead & text &<< 2
                // Leads of C0 and C1 would be overlong.
                var odd = lead & ~long & ~bytesBeyondZero(text & 0x1E1E_1E1E_1E1E_1E1E)
                if long != 0 {
                    let low = text & 0x0F0F_0F0F_0F0F_0F0F
                    odd |= long & (text &<< 3 | ~bytesBeyondZero(low) | ~bytesBeyondZero(low ^ 0x0D0D_0D0D_0D0D_0D0D))
                }
                if odd != 0 || high ^ lead != carry | lead &<< 8 | long &<< 16 { return -1 }
                carry = lead &>> 56 | long &>> 48
            }
            if stop != 0 { return at &+ stop.trailingZeroBitCount &>> 3 }
            at &+= 8
        }
    }

    /// Marks the bytes that are not zero, of bytes below 80.
    @_transparent
    private static func bytesBeyondZero(_ word: UInt64) -> UInt64 { word &+ 0x7F7F_7F7F_7F7F_7F7F }

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
