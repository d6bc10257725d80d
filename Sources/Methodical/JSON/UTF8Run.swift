/// Checks UTF-8 beyond ASCII.
enum UTF8Run {
    /// Where text is ended by a quote, a backslash or a control character, or is not UTF-8. A complete character ends before `start`.
    ///
    /// Sixteen bytes at once and without branches on what they are, which no processor could predict: characters of two bytes as they come, a
    /// block with longer ones by characters.
    static func end(_ base: UnsafePointer<UInt8>, _ start: Int) -> Int {
        var at = start
        while true {
            #if DEBUG
                // Where nothing is inlined, vectors cost ten times as much as this.
                let word = Word.load(base, at)
                let before = Word.load(base, at &- 1)
                let stop = Word.escaped(word)
                let high = word & 0x8080_8080_8080_8080
                let overlong = ~((word & 0x1E1E_1E1E_1E1E_1E1E) &+ 0x7F7F_7F7F_7F7F_7F7F)
                let odd = (high & ~(word &<< 1)) ^ (before & before &<< 1 & 0x8080_8080_8080_8080) | high & word &<< 1 & (word &<< 2 | overlong)
                if stop == 0, odd == 0 {
                    at &+= 8
                    continue
                }
                if stop != 0, odd & (stop ^ (stop &- 1)) == 0 { return at &+ stop.trailingZeroBitCount &>> 3 }
            #else
                let text = Block.load(base, at)
                let stops =
                    text .== Block.of(0x2222_2222_2222_2222) .| text .== Block.of(0x5C5C_5C5C_5C5C_5C5C) .| text .< Block.of(0x2020_2020_2020_2020)
                // Continuation bytes belong behind leading ones, and nowhere else; C0 and C1 would be overlong.
                let tails = text & Block.of(0xC0C0_C0C0_C0C0_C0C0) .== Block.of(0x8080_8080_8080_8080)
                let leads = Block.load(base, at &- 1) .>= Block.of(0xC0C0_C0C0_C0C0_C0C0)
                let overlong = text & Block.of(0xFEFE_FEFE_FEFE_FEFE) .== Block.of(0xC0C0_C0C0_C0C0_C0C0)
                let odd = unsafeBitCast(tails .^ leads .| overlong .| text .>= Block.of(0xE0E0_E0E0_E0E0_E0E0), to: Block.Words.self)
                let stop = unsafeBitCast(stops, to: Block.Words.self)
                if stop.0 | stop.1 == 0 {
                    if odd.0 | odd.1 == 0 {
                        at &+= 16
                        continue
                    }
                } else if stop.0 != 0 {
                    // What stands behind the stop does not count.
                    if odd.0 & (stop.0 ^ (stop.0 &- 1)) == 0 { return at &+ stop.0.trailingZeroBitCount &>> 3 }
                } else if odd.0 | odd.1 & (stop.1 ^ (stop.1 &- 1)) == 0 {
                    return at &+ 8 &+ stop.1.trailingZeroBitCount &>> 3
                }
            #endif
            if base[at &- 1] >= 0xC0 { at &-= 1 }
            let limit = at &+ 16
            while at < limit {
                let length = character(base, at)
                if length == 0 { return at }
                at &+= length
            }
        }
    }

    /// The length of the character at `at`; 0 if it is none, or must be escaped.
    private static func character(_ base: UnsafePointer<UInt8>, _ at: Int) -> Int {
        let first = base[at]
        let second = base[at &+ 1]
        switch first {
        case 0x22, 0x5C: return 0
        case 0x20...0x7F: return 1
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

/// Sixteen bytes; see ``Word``.
private enum Block {
    typealias Words = (UInt64, UInt64)

    @_transparent
    static func load(_ base: UnsafePointer<UInt8>, _ at: Int) -> SIMD16<UInt8> {
        UnsafeRawPointer(base + at).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    @_transparent
    static func of(_ word: UInt64) -> SIMD16<UInt8> { unsafeBitCast((word, word), to: SIMD16<UInt8>.self) }
}
