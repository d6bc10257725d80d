/// A run of valid UTF-8 that ends at a quote, a backslash, a control character, or bytes that are not UTF-8.
struct UTF8Run {
    /// The position after the run. A complete character ends there.
    let end: Int
    /// Indicates whether the run is known to be ASCII.
    let isASCII: Bool

    /// Finds the end of the run at `start`. The byte before `start` must be readable, and must end a character.
    ///
    /// Checks sixteen bytes at a time. ASCII and two-byte characters, such as Greek and Cyrillic, are checked without
    /// branches on the content or on the position of the end, because no processor could predict such branches. A block
    /// that contains longer characters is checked one character at a time.
    init(_ base: UnsafePointer<UInt8>, _ start: Int) {
        #if DEBUG
            // Without inlining, vectors cost ten times as much as words.
            let clean = Word.firstSpecial(base, start)
            isASCII = base[clean] < 0x80
            end = isASCII ? clean : Self.end(base, clean)
        #else
            var at = start
            var beyond: UInt64 = 0
            while true {
                let text = Block.load(base, at)
                let stop = Block.escaped(text)
                // A continuation byte must follow a leading byte, and a leading byte must precede a continuation byte.
                // C0 and C1 would begin an overlong form.
                let tails = text & Block.of(0xC0C0_C0C0_C0C0_C0C0) .== Block.of(0x8080_8080_8080_8080)
                let leads = Block.load(base, at &- 1) .>= Block.of(0xC0C0_C0C0_C0C0_C0C0)
                let overlong = text & Block.of(0xFEFE_FEFE_FEFE_FEFE) .== Block.of(0xC0C0_C0C0_C0C0_C0C0)
                let odd = Block.marks(tails .^ leads .| overlong .| text .>= Block.of(0xE0E0_E0E0_E0E0_E0E0))
                // Bytes after the stop do not count. The stop itself does, because it must not follow a leading byte.
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
        /// Finds the end like the initializer, with words instead of vectors.
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

    /// Checks sixteen bytes or a few more, one character at a time. Returns the position after them, or its negative if
    /// the run ends there.
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

    /// Returns the length of the character at `at`, or 0 if the bytes are not a character or must be escaped.
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

/// Sixteen bytes of text in a vector, with the same functions as ``Word``.
enum Block {
    /// Loads a vector from any address.
    @_transparent
    static func load(_ base: UnsafePointer<UInt8>, _ at: Int) -> SIMD16<UInt8> {
        UnsafeRawPointer(base + at).loadUnaligned(as: SIMD16<UInt8>.self)
    }

    /// Returns a vector that consists of a word twice.
    @_transparent
    static func of(_ word: UInt64) -> SIMD16<UInt8> { unsafeBitCast((word, word), to: SIMD16<UInt8>.self) }

    /// Returns four bits for each byte of a mask, those of the first byte lowest.
    @inline(__always)
    static func marks(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
        let pairs = unsafeBitCast(mask, to: SIMD8<UInt16>.self) &>> 4
        return unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: pairs), to: UInt64.self)
    }

    /// Marks the bytes that JSON escapes, in the form that `marks(_:)` returns.
    @inline(__always)
    static func escaped(_ text: SIMD16<UInt8>) -> UInt64 {
        marks(
            text .== of(0x2222_2222_2222_2222) .| text .== of(0x5C5C_5C5C_5C5C_5C5C)
                .| text .< of(0x2020_2020_2020_2020))
    }

    /// Returns the index of the first byte at or after `start` that JSON escapes.
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
