/// Eight bytes of text in a word, the first byte lowest.
///
/// `escaped(_:)` and `special(_:)` set the highest bit of each byte that cannot be copied unchanged. These marks are
/// exact up to the lowest one, which is the only one that callers use; a borrow can wrongly mark bytes after it. The
/// arithmetic is the test for a zero byte from "Bit Twiddling Hacks".
///
/// The innermost functions are transparent because debug builds inline no others, and a call costs more than these
/// operations.
enum Word {
    private typealias Bytes = (UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8, UInt8)

    /// Loads a word from any address.
    ///
    /// Debug builds load the word as a tuple of bytes, which is cheaper there than `loadUnaligned`, a generic function.
    @_transparent
    static func load(_ base: UnsafePointer<UInt8>, _ at: Int) -> UInt64 {
        #if DEBUG
            let word = unsafeBitCast(
                UnsafeRawPointer(base + at).assumingMemoryBound(to: Bytes.self).pointee, to: UInt64.self)
        #else
            let word = UnsafeRawPointer(base + at).loadUnaligned(as: UInt64.self)
        #endif
        #if _endian(big)
            return word.byteSwapped
        #else
            return word
        #endif
    }

    /// Returns whether one of the eight bytes is the given one.
    @inline(__always)
    static func has(_ byte: UInt8, _ word: UInt64) -> Bool {
        let found = word ^ (0x0101_0101_0101_0101 &* UInt64(byte))
        return (found &- 0x0101_0101_0101_0101) & ~found & 0x8080_8080_8080_8080 != 0
    }

    /// Marks the bytes that JSON escapes: quotes, backslashes and control characters.
    @_transparent
    static func escaped(_ word: UInt64) -> UInt64 {
        let quote = word ^ 0x2222_2222_2222_2222
        let backslash = word ^ 0x5C5C_5C5C_5C5C_5C5C
        let quotes = (quote &- 0x0101_0101_0101_0101) & ~quote
        let backslashes = (backslash &- 0x0101_0101_0101_0101) & ~backslash
        let controls = (word &- 0x2020_2020_2020_2020) & ~word
        return (quotes | backslashes | controls) & 0x8080_8080_8080_8080
    }

    /// Marks the bytes that JSON escapes, and all bytes that are not ASCII.
    @_transparent
    static func special(_ word: UInt64) -> UInt64 { escaped(word) | word & 0x8080_8080_8080_8080 }

    /// Returns the index of the first special byte at or after `at`.
    @inline(__always)
    static func firstSpecial(_ base: UnsafePointer<UInt8>, _ at: Int) -> Int {
        var at = at
        while true {
            let mask = special(load(base, at))
            if mask != 0 { return at &+ mask.trailingZeroBitCount &>> 3 }
            at &+= 8
        }
    }

    /// Returns the index of the first byte at or after `at` that JSON escapes.
    @inline(__always)
    static func firstEscaped(_ base: UnsafePointer<UInt8>, _ at: Int) -> Int {
        var at = at
        while true {
            let mask = escaped(load(base, at))
            if mask != 0 { return at &+ mask.trailingZeroBitCount &>> 3 }
            at &+= 8
        }
    }
}

/// The bytes of a string in the input or in the reader's scratch memory.
///
/// They are valid UTF-8. They remain valid until the next string is read.
struct Characters {
    var start: UnsafePointer<UInt8>
    var count: Int
    /// Indicates whether all bytes are known to be ASCII. A string with that knowledge is hashed and compared several
    /// times as fast.
    var isASCII = false

    /// Returns the characters as a string. The bytes have been checked, so newer standard libraries do not check them
    /// again.
    @inline(__always)
    func string() -> String {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return String(
                copying: UTF8Span(
                    unchecked: UnsafeBufferPointer(start: start, count: count).span, isKnownASCII: isASCII))
        }
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Returns whether the characters are those of a string.
    func equals(_ text: String) -> Bool { text.utf8.elementsEqual(UnsafeBufferPointer(start: start, count: count)) }

    /// Returns whether the characters are these bytes.
    func equals(_ text: borrowing [UInt8]) -> Bool {
        guard text.count == count else { return false }
        var index = 0
        while index < count {
            if start[index] != text[index] { return false }
            index &+= 1
        }
        return true
    }
}

extension JSONReader {
    /// Reads a string. A string without escapes is created directly from the input.
    @inline(__always)
    mutating func string() -> String {
        guard base[position] == UInt8(ascii: "\"") else { return numberAsString() }
        let start = position &+ 1
        let run = UTF8Run(base, start)
        if base[run.end] == UInt8(ascii: "\"") {
            position = run.end &+ 1
            return Characters(start: base + start, count: run.end &- start, isASCII: run.isASCII).string()
        }
        return unescape(from: start, run).string()
    }

    /// Reads a number in the place of a string as its text, which is a mismatch.
    @inline(never)
    private mutating func numberAsString() -> String {
        let start = position
        guard base[start] == UInt8(ascii: "-") || base[start] &- 0x30 <= 9,
            let number = numberText(expected: "a string")
        else {
            fail("a string")
            return ""
        }
        position = number.end
        report(.text("a string"), at: start)
        return Characters(start: base + start, count: number.end &- start, isASCII: true).string()
    }

    /// Reads a string with a format. A text that contradicts the format is a mismatch, and is kept unchanged.
    mutating func string(as format: StaticString, _ conforms: (UnsafeBufferPointer<UInt8>) -> Bool) -> String {
        let start = position
        var text = string()
        // A number in the place of the string has been reported already.
        if base[start] == UInt8(ascii: "\""), failure == nil, !text.withUTF8(conforms) {
            report(.text(format), at: start, found: "a string of another form")
        }
        return text
    }

    /// Reads a string without creating a `String`.
    mutating func characters() -> Characters {
        guard base[position] == UInt8(ascii: "\"") else {
            fail("a string")
            return Characters(start: base + end, count: 0)
        }
        let start = position &+ 1
        let run = UTF8Run(base, start)
        if base[run.end] == UInt8(ascii: "\"") {
            position = run.end &+ 1
            return Characters(start: base + start, count: run.end &- start, isASCII: run.isASCII)
        }
        return unescape(from: start, run)
    }

    /// Reads the rest of a string that contains an escape, by way of the scratch memory. Fails if the run ends for
    /// another reason.
    ///
    /// Each step of the loop copies eight bytes, but advances only past those that can be copied unchanged.
    @inline(never)
    private mutating func unescape(from start: Int, _ run: UTF8Run) -> Characters {
        let base = base
        if base[run.end] != UInt8(ascii: "\\") { return refuse(base[run.end], run.end) }
        var isASCII = run.isASCII
        let out = scratchBuffer()
        var count = run.end &- start
        if count > 0 { UnsafeMutableRawPointer(out).copyMemory(from: base + start, byteCount: count) }
        var at = run.end
        while true {
            let word = Word.load(base, at)
            UnsafeMutableRawPointer(out).storeBytes(of: word.littleEndian, toByteOffset: count, as: UInt64.self)
            let mask = Word.special(word)
            if mask == 0 {
                at &+= 8
                count &+= 8
                continue
            }
            let plain = mask.trailingZeroBitCount &>> 3
            at &+= plain
            count &+= plain
            let byte = base[at]
            if byte == UInt8(ascii: "\\") {
                if base[at &+ 1] == UInt8(ascii: "/") {
                    out[count] = UInt8(ascii: "/")
                    count &+= 1
                    at &+= 2
                } else {
                    guard escape(&at, out, &count) else { return Characters(start: base + end, count: 0) }
                    if out[count &- 1] >= 0x80 { isASCII = false }
                }
            } else if byte == UInt8(ascii: "\"") {
                position = at &+ 1
                return Characters(start: UnsafePointer(out), count: count, isASCII: isASCII)
            } else {
                let stop = UTF8Run(base, at).end
                guard stop > at else { return refuse(byte, at) }
                isASCII = false
                UnsafeMutableRawPointer(out + count).copyMemory(from: base + at, byteCount: stop &- at)
                count &+= stop &- at
                at = stop
            }
        }
    }

    /// Decodes the escape at `at` and appends its character to `out`.
    private mutating func escape(_ at: inout Int, _ out: UnsafeMutablePointer<UInt8>, _ count: inout Int) -> Bool {
        let plain: UInt8
        switch base[at &+ 1] {
        case UInt8(ascii: "\""): plain = UInt8(ascii: "\"")
        case UInt8(ascii: "\\"): plain = UInt8(ascii: "\\")
        case UInt8(ascii: "n"): plain = 0x0A
        case UInt8(ascii: "r"): plain = 0x0D
        case UInt8(ascii: "t"): plain = 0x09
        case UInt8(ascii: "b"): plain = 0x08
        case UInt8(ascii: "f"): plain = 0x0C
        case UInt8(ascii: "u"): return unicodeEscape(&at, out, &count)
        default:
            fail("an escape of JSON", at: at)
            return false
        }
        out[count] = plain
        count &+= 1
        at &+= 2
        return true
    }

    /// Decodes a `\u` escape, or a pair of them for a surrogate pair, and appends its character to `out`.
    private mutating func unicodeEscape(
        _ at: inout Int, _ out: UnsafeMutablePointer<UInt8>, _ count: inout Int
    ) -> Bool {
        guard var code = hexadecimal(at &+ 2) else { return false }
        var length = 6
        if code & 0xF800 == 0xD800 {
            guard code < 0xDC00, base[at &+ 6] == UInt8(ascii: "\\"), base[at &+ 7] == UInt8(ascii: "u"),
                let low = hexadecimal(at &+ 8),
                low & 0xFC00 == 0xDC00
            else {
                fail("a pair of surrogates", at: at)
                return false
            }
            code = 0x10000 &+ (code &- 0xD800) &<< 10 &+ (low &- 0xDC00)
            length = 12
        }
        if code < 0x80 {
            out[count] = UInt8(truncatingIfNeeded: code)
            count &+= 1
        } else {
            // The leading byte is C0, E0 or F0 plus the highest bits. Each of the one to three bytes after it carries
            // six bits.
            let tail = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3
            let lead: UInt32 = tail == 1 ? 0xC0 : tail == 2 ? 0xE0 : 0xF0
            out[count] = UInt8(truncatingIfNeeded: lead | code &>> UInt32(truncatingIfNeeded: 6 &* tail))
            var index = 1
            while index <= tail {
                out[count &+ index] = UInt8(
                    truncatingIfNeeded: 0x80 | code &>> UInt32(truncatingIfNeeded: 6 &* (tail &- index)) & 0x3F)
                index &+= 1
            }
            count &+= tail &+ 1
        }
        at &+= length
        return true
    }

    /// Returns the value of four hexadecimal digits.
    private mutating func hexadecimal(_ at: Int) -> UInt32? {
        var code: UInt32 = 0
        var index = at
        while index < at &+ 4 {
            let byte = base[index]
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte &- 0x30
            case 0x41...0x46: digit = byte &- 0x37
            case 0x61...0x66: digit = byte &- 0x57
            default:
                fail("four hexadecimal digits", at: index)
                return nil
            }
            code = code &<< 4 | UInt32(digit)
            index &+= 1
        }
        return code
    }

    /// Fails because of a byte that cannot be part of a string.
    private mutating func refuse(_ byte: UInt8, _ at: Int) -> Characters {
        if byte >= 0x80 {
            fail("UTF-8", at: at, found: "other bytes")
        } else if at >= end {
            fail("the end of the string", at: at)
        } else {
            fail("a control character to be escaped", at: at, found: "it bare")
        }
        return Characters(start: base + end, count: 0)
    }

    /// Returns the scratch memory, which is allocated on first use.
    private mutating func scratchBuffer() -> UnsafeMutablePointer<UInt8> {
        if let scratch { return scratch }
        // Untouched pages of a large allocation cost nothing.
        let made = UnsafeMutablePointer<UInt8>.allocate(capacity: end + JSONDocument.padding)
        scratch = made
        return made
    }
}
