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
    /// with characters of three bytes, such as Chinese and Japanese, takes more comparisons. A block with longer ones,
    /// such as emoji, is checked one character at a time.
    init(in base: UnsafePointer<UInt8>, at start: Int) {
        var at = start
        // Bits of the bytes that are not ASCII.
        var beyond: UInt64 = 0
        #if DEBUG
            // Without inlining, vectors cost ten times as much as words.
            while true {
                let special = Word.special(in: Word.load(from: base, at: at))
                at &+= min(special.trailingZeroBitCount &>> 3, 8)
                if special == 0 {
                    continue
                }
                if base[at] < 0x80 {
                    break
                }
                at = Self.characters(in: base, at: at)
                beyond = .max
                if at > 0 {
                    continue
                }
                at = 0 &- at
                break
            }
        #else
            while true {
                let text = Block.load(from: base, at: at)
                let stop = Block.escaped(in: text)
                // A continuation byte must follow a leading byte, and a leading byte must precede a continuation byte.
                // C0 and C1 would begin an overlong form.
                let tails = text & Block.of(0xC0) .== Block.of(0x80)
                let leads = Block.load(from: base, at: at &- 1) .>= Block.of(0xC0)
                let overlong = text & Block.of(0xFE) .== Block.of(0xC0)
                let odd = Block.marks(of: tails .^ leads .| overlong .| text .>= Block.of(0xE0))
                // Bytes after the stop do not count. The stop itself does, because it must not follow a leading byte.
                let counting = stop ^ (stop &- 1)
                if odd & counting != 0 {
                    at = Self.longerCharacters(in: base, at: at, stop: stop)
                    beyond = .max
                    if at > 0 {
                        continue
                    }
                    at = 0 &- at
                    break
                }
                beyond |= Block.marks(of: tails) & counting
                if stop != 0 {
                    at &+= stop.trailingZeroBitCount &>> 2
                    break
                }
                at &+= 16
            }
        #endif
        end = at
        isASCII = beyond == 0
    }

    #if !DEBUG
        /// Checks a block with characters of three or four bytes, or with bytes that are not UTF-8. Returns the
        /// position after it, or its negative if the run ends there.
        private static func longerCharacters(in base: UnsafePointer<UInt8>, at: Int, stop: UInt64) -> Int {
            let counting = stop ^ (stop &- 1)
            if Block.misplaced(in: base, at: at) & counting != 0 {
                return characters(in: base, at: at)
            }
            if stop != 0 {
                return 0 &- (at &+ stop.trailingZeroBitCount &>> 2)
            }
            // A block checks the second byte of a character that begins before it, but no third one.
            let end = at &+ 16
            if base[end &- 1] >= 0xE0 {
                return end &- 1
            }
            if base[end &- 2] >= 0xE0 {
                return end &- 2
            }
            return end
        }
    #endif

    /// Checks sixteen bytes or a few more, one character at a time. Returns the position after them, or its negative if
    /// the run ends there.
    private static func characters(in base: UnsafePointer<UInt8>, at start: Int) -> Int {
        var at = start
        if base[start &- 1] >= 0xC0 {
            at &-= 1
        }
        let limit = at &+ 16
        while at < limit {
            let length = character(in: base, at: at)
            if length == 0 {
                return 0 &- at
            }
            at &+= length
        }
        return at
    }

    /// Returns the length of the character at `at`, or 0 if the bytes are not a character or must be escaped.
    ///
    /// The ranges are those of table 3-7 of the Unicode Standard. They exclude overlong forms (C0, C1, E0 80 to 9F, F0
    /// 80 to 8F), surrogates (ED A0 to BF) and numbers beyond U+10FFFF (F4 90 and above).
    private static func character(in base: UnsafePointer<UInt8>, at: Int) -> Int {
        let second = base[at &+ 1]
        let length: Int
        switch (base[at], second) {
        case (.quote, _), (.backslash, _): return 0
        case (0x20...0x7F, _): return 1
        case (0xC2...0xDF, 0x80...0xBF): return 2
        case (0xE0, 0xA0...0xBF), (0xE1...0xEC, 0x80...0xBF), (0xED, 0x80...0x9F), (0xEE...0xEF, 0x80...0xBF):
            length = 3
        case (0xF0, 0x90...0xBF), (0xF1...0xF3, 0x80...0xBF), (0xF4, 0x80...0x8F): length = 4
        default: return 0
        }
        guard base[at &+ 2].continuesCharacter,
            length == 3 || base[at &+ 3].continuesCharacter
        else { return 0 }
        return length
    }
}

#if !DEBUG
    /// Sixteen bytes of text in a vector, with the same functions as ``Word``.
    enum Block {
        /// Loads a vector from any address.
        @_transparent
        static func load(from base: UnsafePointer<UInt8>, at: Int) -> SIMD16<UInt8> {
            UnsafeRawPointer(base + at).loadUnaligned(as: SIMD16<UInt8>.self)
        }

        /// Returns a vector that repeats a byte.
        @_transparent
        static func of(_ byte: UInt8) -> SIMD16<UInt8> {
            unsafeBitCast((Word.repeating(byte), Word.repeating(byte)), to: SIMD16<UInt8>.self)
        }

        /// Returns four bits for each byte of a mask, those of the first byte lowest.
        @inline(__always)
        static func marks(of mask: SIMDMask<SIMD16<Int8>>) -> UInt64 {
            let pairs = unsafeBitCast(mask, to: SIMD8<UInt16>.self) &>> 4
            // The lower byte of each pair. The initializer of `SIMD8` for this is not inlined everywhere.
            var lower = SIMD8<UInt8>()
            for index in lower.indices {
                lower[index] = UInt8(truncatingIfNeeded: pairs[index])
            }
            return unsafeBitCast(lower, to: UInt64.self)
        }

        /// Marks the bytes that are wrong in characters of one to three bytes, and all longer characters. No character
        /// of three bytes may begin before `at`.
        ///
        /// A byte must be a continuation byte exactly if the byte before it begins a character, or the second byte
        /// before it begins one of three bytes. C0 and C1 would begin an overlong form, and so would E0 before a byte
        /// below A0. ED before a byte from A0 would begin a surrogate.
        @inline(never)
        static func misplaced(in base: UnsafePointer<UInt8>, at: Int) -> UInt64 {
            let text = load(from: base, at: at)
            let previous = load(from: base, at: at &- 1)
            let tails = text & of(0xC0) .== of(0x80)
            let secondBytes = previous .>= of(0xC0)
            let thirdBytes = marks(of: text .>= of(0xE0)) &<< 8
            let overlong = text & of(0xFE) .== of(0xC0) .| (previous .== of(0xE0) .& text .< of(0xA0))
            let surrogates = previous .== of(0xED) .& text .>= of(0xA0)
            let longer = text .>= of(0xF0)
            return marks(of: tails .^ secondBytes) ^ thirdBytes | marks(of: overlong .| surrogates .| longer)
        }

        /// Copies sixteen bytes. Returns the number of bytes before the first one that is not ASCII or that JSON
        /// escapes.
        @inline(__always)
        static func copy(from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) -> Int {
            let text = load(from: source, at: 0)
            UnsafeMutableRawPointer(target).storeBytes(of: text, as: SIMD16<UInt8>.self)
            // With the highest bit inverted, control characters and the bytes that are not ASCII are all less than a
            // space.
            let isSpecial =
                text ^ of(0x80) .< of(.space ^ 0x80)
                .| text .== of(.quote)
                .| text .== of(.backslash)
            return marks(of: isSpecial).trailingZeroBitCount &>> 2
        }

        /// Marks the bytes that JSON escapes, in the form that `marks(of:)` returns.
        @inline(__always)
        static func escaped(in text: SIMD16<UInt8>) -> UInt64 {
            marks(of: text .== of(.quote) .| text .== of(.backslash) .| text .< of(.space))
        }

        /// Returns the index of the first byte at or after `start` that JSON escapes.
        @inline(__always)
        static func firstEscaped(in base: UnsafePointer<UInt8>, from start: Int) -> Int {
            var at = start
            while true {
                let stop = escaped(in: load(from: base, at: at))
                if stop != 0 {
                    return at &+ stop.trailingZeroBitCount &>> 2
                }
                at &+= 16
            }
        }
    }
#endif
