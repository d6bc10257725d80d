extension JSONReader {
    /// Reads a string.
    @inline(__always)
    mutating func string() -> String {
        if base[position] == .quote {
            quotedCharacters().string()
        } else {
            numberAsString()
        }
    }

    /// Reads a string without creating a `String`.
    mutating func characters() -> Characters {
        if base[position] == .quote {
            quotedCharacters()
        } else {
            refuseCharacters(expecting: "a string")
        }
    }

    /// Reads a string, with the reader at its opening quote. A string without escapes is not copied.
    @inline(__always)
    private mutating func quotedCharacters() -> Characters {
        let start = position &+ 1
        let run = UTF8Run(in: base, at: start)
        guard base[run.end] == .quote else {
            return unescape(from: start, run: run)
        }
        position = run.end &+ 1
        return Characters(
            start: base + start,
            count: run.end &- start,
            isASCII: run.isASCII)
    }

    /// Reads a number in place of a string as its text, and reports the mismatch.
    @inline(never)
    private mutating func numberAsString() -> String {
        let start = position
        let text = numberCharacters(expected: "a string")
        report(.text("a string"), at: start)
        return text.string()
    }

    /// Reads the rest of a string that contains an escape, by way of the scratch memory. Fails if the run ends for
    /// another reason.
    ///
    /// Each step of the loop copies sixteen bytes, or eight in debug builds, but advances only past those that can be
    /// copied unchanged.
    @inline(never)
    private mutating func unescape(from start: Int, run: UTF8Run) -> Characters {
        let base = base
        if base[run.end] != .backslash {
            return refuse(base[run.end], at: run.end)
        }
        var isASCII = run.isASCII
        let out = scratchBuffer()
        var count = run.end &- start
        if count > 0 {
            UnsafeMutableRawPointer(out).copyMemory(from: base + start, byteCount: count)
        }
        var at = run.end
        while true {
            #if DEBUG
                let plain = Word.copy(from: base + at, to: out + count)
                let isWhole = plain == 8
            #else
                let plain = Block.copy(from: base + at, to: out + count)
                let isWhole = plain == 16
            #endif
            at &+= plain
            count &+= plain
            if isWhole {
                continue
            }
            let byte = base[at]
            if byte == .backslash {
                // A branch of its own, because some servers, such as VK's, escape every slash.
                if base[at &+ 1] == .slash {
                    out[count] = .slash
                    count &+= 1
                    at &+= 2
                } else {
                    guard escape(at: &at, to: out, count: &count) else {
                        return Characters(start: base + end, count: 0)
                    }
                    if out[count &- 1] >= 0x80 {
                        isASCII = false
                    }
                }
            } else if byte == .quote {
                position = at &+ 1
                return Characters(
                    start: UnsafePointer(out),
                    count: count,
                    isASCII: isASCII)
            } else {
                let stop = UTF8Run(in: base, at: at).end
                guard stop > at else {
                    return refuse(byte, at: at)
                }
                isASCII = false
                UnsafeMutableRawPointer(out + count).copyMemory(from: base + at, byteCount: stop &- at)
                count &+= stop &- at
                at = stop
            }
        }
    }

    /// Decodes the escape at `at` and appends its character to `out`.
    private mutating func escape(
        at: inout Int,
        to out: UnsafeMutablePointer<UInt8>,
        count: inout Int
    ) -> Bool {
        switch base[at &+ 1] {
        case .quote: out[count] = .quote
        case .backslash: out[count] = .backslash
        case UInt8(ascii: "n"): out[count] = .newline
        case UInt8(ascii: "r"): out[count] = 0x0D
        case UInt8(ascii: "t"): out[count] = 0x09
        case UInt8(ascii: "b"): out[count] = 0x08
        case UInt8(ascii: "f"): out[count] = 0x0C
        case UInt8(ascii: "u"): return unicodeEscape(at: &at, to: out, count: &count)
        default:
            fail("an escape of JSON", at: at)
            return false
        }
        count &+= 1
        at &+= 2
        return true
    }

    /// Decodes a `\u` escape, or a pair of them for a surrogate pair, and appends its character to `out`.
    private mutating func unicodeEscape(
        at: inout Int,
        to out: UnsafeMutablePointer<UInt8>,
        count: inout Int
    ) -> Bool {
        guard var code = hexadecimal(at: at &+ 2) else { return false }
        var length = 6
        if UTF16.isLeadSurrogate(UInt16(truncatingIfNeeded: code)), base[at &+ 6] == .backslash,
            base[at &+ 7] == UInt8(ascii: "u")
        {
            guard let low = hexadecimal(at: at &+ 8) else { return false }
            // Without a trail surrogate after it, the lead surrogate stays alone and is refused as a scalar.
            if UTF16.isTrailSurrogate(UInt16(truncatingIfNeeded: low)) {
                code = 0x10000 &+ (code &- 0xD800) &<< 10 &+ (low &- 0xDC00)
                length = 12
            }
        }
        guard let scalar = Unicode.Scalar(code),
            let bytes = UTF8.encode(scalar)
        else {
            fail("a pair of surrogates", at: at)
            return false
        }
        for byte in bytes {
            out[count] = byte
            count &+= 1
        }
        at &+= length
        return true
    }

    /// Returns the value of four hexadecimal digits.
    private mutating func hexadecimal(at start: Int) -> UInt32? {
        var code: UInt32 = 0
        var at = start
        while at < start &+ 4 {
            guard let digit = base[at].hexadecimalValue else {
                fail("four hexadecimal digits", at: at)
                return nil
            }
            code = code &<< 4 | UInt32(digit)
            at &+= 1
        }
        return code
    }

    /// Fails because of a byte that cannot be part of a string.
    private mutating func refuse(_ byte: UInt8, at: Int) -> Characters {
        if byte >= 0x80 {
            return refuseCharacters(expecting: "UTF-8", at: at, found: "other bytes")
        }
        if at >= end {
            return refuseCharacters(expecting: "the end of the string", at: at)
        }
        return refuseCharacters(
            expecting: "an escape for the control character",
            at: at,
            found: "the character itself")
    }

    /// Fails and returns no characters.
    @inline(never)
    private mutating func refuseCharacters(
        expecting expected: String,
        at offset: Int? = nil,
        found: String? = nil
    ) -> Characters {
        fail(expected, at: offset, found: found)
        return Characters(start: base + end, count: 0)
    }

    /// Returns the scratch memory, which is allocated on first use.
    private mutating func scratchBuffer() -> UnsafeMutablePointer<UInt8> {
        if let scratch {
            return scratch
        }
        // Untouched pages of a large allocation cost nothing.
        let made = UnsafeMutablePointer<UInt8>.allocate(capacity: end + JSONDocument.padding)
        scratch = made
        return made
    }
}

/// The bytes of a string in the input or in the reader's scratch memory.
///
/// They are valid UTF-8. They remain valid until the next string is read.
struct Characters {
    var start: UnsafePointer<UInt8>
    var count: Int
    /// Indicates whether all bytes are known to be ASCII. Strings that are known to be ASCII are hashed and compared
    /// several times as fast.
    var isASCII = false

    /// Returns the characters as a string. The bytes have been checked, so newer standard libraries do not check them
    /// again.
    @inline(__always)
    func string() -> String {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return String(
                copying: UTF8Span(
                    unchecked: UnsafeBufferPointer(start: start, count: count).span,
                    isKnownASCII: isASCII))
        }
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// Indicates whether the characters are those of a string.
    func equals(_ text: String) -> Bool {
        text.utf8.elementsEqual(UnsafeBufferPointer(start: start, count: count))
    }

    /// Indicates whether the characters are these bytes.
    func equals(_ text: borrowing [UInt8]) -> Bool {
        guard text.count == count else { return false }
        var index = 0
        while index < count, start[index] == text[index] {
            index &+= 1
        }
        return index == count
    }
}

/// Excerpts from responses that are safe to show: short, and without characters that control a terminal.
enum Excerpt {
    /// The largest length of an excerpt in bytes.
    static var limit: Int { 80 }

    /// Returns the beginning of a text.
    static func text(of text: String) -> String {
        self.text(of: Array(text.utf8)[...])
    }

    /// Returns the beginning of a text, at most 80 bytes of complete characters.
    static func text(of bytes: ArraySlice<UInt8>) -> String {
        var end = bytes.endIndex
        if bytes.count > limit {
            end = bytes.startIndex + limit
            while end > bytes.startIndex, bytes[end].continuesCharacter {
                end -= 1
            }
        }
        let text = plain(String(decoding: bytes[..<end], as: UTF8.self))
        guard end < bytes.endIndex else {
            return text
        }
        return text + "…"
    }

    /// Replaces control characters, including line ends, with spaces.
    static func plain(_ text: String) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
        }

        guard text.unicodeScalars.contains(where: isControl) else {
            return text
        }
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            plain.append(isControl(scalar) ? " " : scalar)
        }
        return String(plain)
    }
}

/// Excerpts for errors.
extension JSONDocument {
    /// Returns the text around a failure in a form that can be shown. `…` marks an end that is cut off.
    func excerpt(around offset: Int, _ text: (Range<Int>) -> String) -> String {
        let range = excerptRange(around: offset)
        var excerpt = Excerpt.plain(text(range))
        if range.lowerBound > 0 {
            excerpt = "…" + excerpt
        }
        if range.upperBound < count {
            excerpt += "…"
        }
        return excerpt
    }

    /// Returns the range around an offset: at most 80 bytes of complete characters.
    func excerptRange(around offset: Int) -> Range<Int> {
        var start = max(0, offset - 30)
        var end = min(count, offset + 50)
        while start > 0, start < offset, base[start].continuesCharacter {
            start += 1
        }
        while end < count, end > offset, base[end].continuesCharacter {
            end -= 1
        }
        return start..<max(start, end)
    }
}
