/// Text up to where a quote, a backslash or a control character ends it, or bytes that are not UTF-8.
struct UTF8Run {
    /// A complete character ends before it.
    let end: Int
    let isASCII: Bool

    /// Looks for the end of what begins at `start`, behind a complete character.
    ///
    /// Sixteen bytes at once and without branches on what they are or where among them the end is, which no processor could predict: ASCII and
    /// characters of two bytes as they come, a block with longer ones by characters.
    init(_ base: UnsafePointer<UInt8>, _ start: Int) {
        #if DEBUG
            // Where nothing is inlined, vectors cost ten times as much as words.
            let clean = Word.firstSpecial(base, start)
            isASCII = base[clean] < 0x80
            end = isASCII ? clean : Self.end(base, clean)
        #else
            var at = start
            var beyond: UInt64 = 0
            while true {
                let text = Block.load(base, at)
                let stop = Block.escaped(text)
                // Continuation bytes belong behind leading ones, and nowhere else; C0 and C1 would be overlong.
                let tails = text & Block.of(0xC0C0_C0C0_C0C0_C0C0) .== Block.of(0x8080_8080_8080_8080)
                let leads = Block.load(base, at &- 1) .>= Block.of(0xC0C0_C0C0_C0C0_C0C0)
                let overlong = text & Block.of(0xFEFE_FEFE_FEFE_FEFE) .== Block.of(0xC0C0_C0C0_C0C0_C0C0)
                let odd = Block.marks(tails .^ leads .| overlong .| text .>= Block.of(0xE0E0_E0E0_E0E0_E0E0))
                // What stands behind the stop does not count; without one, all does.
                let counting = stop ^ (stop &- 1)
                if odd & counting != 0 {
                    at = Self.characters(base, at)
                    beyond = .max
                    if at > 0 { continue }
                    at = 0 &- at
                    break
                }
                beyond |= Block.marks(tails) & counting
                if stop != 0 {
                    at &+= stop.trailingZeroBitCount &>> 2
                    break
                }
                at &+= 16
            }
            end = at
            isASCII = beyond == 0
        #endif
    }

    #if DEBUG
        private static func end(_ base: UnsafePointer<UInt8>, _ start: Int) -> Int {
            var at = start
            while true {
                let word = Word.load(base, at)
                let before = Word.load(base, at &- 1)
                let stop = Word.escaped(word)
                let high = word & 0x8080_8080_8080_8080
                let overlong = ~((word & 0x1E1E_1E1E_1E1E_1E1E) &+ 0x7F7F_7F7F_7F7F_7F7F)
                let odd =
                    (high & ~(word &<< 1)) ^ (before & before &<< 1 & 0x8080_8080_8080_8080) | high & word &<< 1
                    & (word &<< 2 | overlong)
                if stop == 0, odd == 0 {
                    at &+= 8
                    continue
                }
                if stop != 0, odd & (stop ^ (stop &- 1)) == 0 { return at &+ stop.trailingZeroBitCount &>> 3 }
                at = characters(base, at)
                if at < 0 { return 0 &- at }
            }
        }
    #endif

    /// Goes over sixteen bytes or a few more, character by character. Negative if text ends there.
    private static func characters(_ base: UnsafePointer<UInt8>, _ start: Int) -> Int {
        var at = base[start &- 1] >= 0xC0 ? start &- 1 : start
        let limit = at &+ 16
        while at < limit {
            let length = character(base, at)
            if length == 0 { return 0 &- at }
            at &+= length
        }
        return at
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
enum Block {
    @_transparent
    static func load(_ base: UnsafePointer<UInt8>, _ at: Int) -> SIMD16<UInt8> {
        UnsafeRawPointer(base + at).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    @_transparent
    static func of(_ word: UInt64) -> SIMD16<UInt8> { unsafeBitCast((word, word), to: SIMD16<UInt8>.self) }

    /// Four bits for each byte, the first one's lowest.
    @inline(__always)
    static func marks(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
        let pairs = unsafeBitCast(mask, to: SIMD8<UInt16>.self) &>> 4
        return unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: pairs), to: UInt64.self)
    }

    /// Quotes, backslashes, control characters, as ``marks(_:)``.
    @inline(__always)
    static func escaped(_ text: SIMD16<UInt8>) -> UInt64 {
        marks(
            text .== of(0x2222_2222_2222_2222) .| text .== of(0x5C5C_5C5C_5C5C_5C5C) .| text
                .< of(0x2020_2020_2020_2020))
    }

    @inline(__always)
    static func firstEscaped(_ base: UnsafePointer<UInt8>, _ start: Int) -> Int {
        #if DEBUG
            return Word.firstEscaped(base, start)
        #else
            var at = start
            while true {
                let stop = escaped(load(base, at))
                if stop != 0 { return at &+ stop.trailingZeroBitCount &>> 2 }
                at &+= 16
            }
        #endif
    }
}
