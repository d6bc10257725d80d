extension JSONReader {
    /// Reads an integer. `1.0` and `1e3` are integers too, because their values are.
    ///
    /// The common case takes eight bytes at once: one to seven digits without a sign.
    @inline(__always)
    mutating func integer() -> Int {
        let start = position
        let word = Word.load(from: base, at: start)
        let others = Digits.others(in: word)
        // The width of the leading digits in bits. `others` marks the first byte after them by its highest bit, which
        // is 7 bits past their end.
        let bits = UInt64(truncatingIfNeeded: others.trailingZeroBitCount &- 7)
        let count = Int(truncatingIfNeeded: bits &>> 3)
        // All other spellings take a slower path: a sign, no leading digit or more than seven, a leading zero, a
        // fraction or an exponent. Without a digit, the subtraction wraps around to a large number.
        let hasOtherLength = bits &- 1 >= 7 * 8
        if hasOtherLength {
            return otherInteger()
        }
        let first = UInt8(truncatingIfNeeded: word)
        if first == .zero, count > 1 {
            return otherInteger()
        }
        let after = base[start &+ count]
        if after.isExponentMark || after == .point {
            return otherInteger()
        }
        position = start &+ count
        // Shifts the digits to the end of the eight bytes. The zero bytes that come before them count as the digit 0.
        return Digits.value(of: word &<< (64 &- bits))
    }

    /// Reads an integer in any spelling. Fast for a sign and as many digits as an `Int` holds in any case.
    @inline(never)
    private mutating func otherInteger() -> Int {
        let base = base
        let isNegative = base[position] == .minus
        let first = isNegative ? position &+ 1 : position
        let word = Word.load(from: base, at: first)
        var at = first
        var value = 0
        if Digits.others(in: word) == 0 {
            value = Digits.value(of: word)
            at &+= 8
        }
        while base[at].isDigit {
            value = value &* 10 &+ Int(base[at] &- .zero)
            at &+= 1
        }
        let count = at &- first
        let after = base[at]
        // Up to 18 digits cannot overflow a 64-bit `Int`, and up to 9 digits cannot overflow a 32-bit one.
        let mostDigits = Int.bitWidth == 64 ? 18 : 9
        let hasLeadingZero = base[first] == .zero && count > 1
        guard 1...mostDigits ~= count,
            !hasLeadingZero,
            !after.isExponentMark,
            after != .point
        else {
            return checkedInteger()
        }
        position = at
        if isNegative {
            return 0 &- value
        }
        return value
    }

    /// Reads an integer in any spelling after a check of its grammar, or a value of another kind that is tolerated in
    /// its place.
    private mutating func checkedInteger() -> Int {
        let start = position
        if base[start] == .quote, policy != .strict {
            return quoted(expecting: "an integer") { $0.integer() } ?? 0
        }
        if isAtFlag {
            return flagAsNumber(expecting: "an integer")
        }
        guard let text = numberText(expected: "an integer") else { return 0 }
        if let value = text.integer {
            position = text.end
            return value
        }
        // One number that is too large must not cost the whole response. The mismatch says which number it was.
        if policy != .strict, text.isWhole {
            position = text.end
            report(.text("an integer of 64 bits"), at: start)
            if text.isNegative {
                return .min
            }
            return .max
        }
        let shown = Characters(start: base + start, count: min(text.end - start, 40)).string()
        fail("an integer of 64 bits", at: start, found: "the number \(shown)")
        return 0
    }

    /// Reads an integer from 0 to 2^64 - 1.
    mutating func unsignedInteger() -> UInt64 {
        let start = position
        if base[start] == .quote, policy != .strict {
            return quoted(expecting: "an integer") { $0.unsignedInteger() } ?? 0
        }
        if isAtFlag {
            return UInt64(flagAsNumber(expecting: "an integer"))
        }
        guard let text = numberText(expected: "an integer") else { return 0 }
        let characters = Characters(start: base + start, count: text.end &- start)
        // Most numbers have only digits. The others, such as `1e3`, rarely exceed an `Int`.
        guard let value = UInt64(characters.string()) ?? text.integer.flatMap({ UInt64(exactly: $0) }) else {
            fail("an integer from 0 to 2^64 - 1", at: start)
            return 0
        }
        position = text.end
        return value
    }

    /// Reads `true` as 1, or `false` as 0, in place of a number, and reports the mismatch.
    @inline(never)
    mutating func flagAsNumber(expecting expected: StaticString) -> Int {
        let start = position
        let value = boolean() ? 1 : 0
        report(.text(expected), at: start)
        return value
    }

    /// Indicates whether the next value begins like `true` or `false`.
    @inline(__always)
    var isAtFlag: Bool {
        base[position] == UInt8(ascii: "t") || base[position] == UInt8(ascii: "f")
    }

    /// Indicates whether the number 0 or 1 is next.
    var isAtNumericFlag: Bool {
        guard base[position] == UInt8(ascii: "0") || base[position] == UInt8(ascii: "1") else { return false }
        let next = base[position &+ 1]
        return !next.isDigit
            && next != .point
            && !next.isExponentMark
    }

    /// Reads a floating-point number.
    mutating func number() -> Double {
        let start = position
        if base[start] == .quote, policy != .strict {
            return quoted(expecting: "a number") { $0.number() } ?? 0
        }
        if isAtFlag {
            return Double(flagAsNumber(expecting: "a number"))
        }
        guard let text = numberText(expected: "a number") else { return 0 }
        position = text.end
        let value = text.double ?? slowDouble(from: start)
        if value.isFinite {
            return value
        }
        fail("a number that a Double can hold", at: start)
        return 0
    }

    /// Reads a number as its text. Returns an empty text after a failure.
    mutating func numberCharacters(expected: String) -> Characters {
        let start = position
        guard let number = numberText(expected: expected) else {
            return Characters(start: base + end, count: 0)
        }
        position = number.end
        return Characters(
            start: base + start,
            count: number.end &- start,
            isASCII: true)
    }

    /// Returns the `Double` nearest to the number that ends at the position. Used if ``NumberText/double`` is `nil`.
    func slowDouble(from start: Int) -> Double {
        Double(Characters(start: base + start, count: position &- start).string()) ?? .nan
    }

    /// Reads a number that the server sent in quotes, and reports the mismatch. Returns `nil` after a failure.
    ///
    /// - Parameter read: A function that reads the text between the quotes.
    private mutating func quoted<Value>(
        expecting expected: StaticString,
        _ read: (inout JSONReader) -> Value
    ) -> Value? {
        let start = position
        let byte = base[start &+ 1]
        guard byte == .minus || byte.isDigit else {
            fail("\(expected)")
            return nil
        }
        position = start &+ 1
        let value = read(&self)
        guard failure == nil,
            base[position] == .quote
        else {
            failure = nil
            fail("\(expected)", at: start)
            return nil
        }
        position &+= 1
        report(.text(expected), at: start)
        return value
    }

    /// Checks the grammar of the number at the reader's position and returns it. Does not move the reader.
    mutating func numberText(expected: String) -> NumberText? {
        let base = base
        var at = position
        var text = NumberText()
        if base[at] == .minus {
            text.isNegative = true
            at &+= 1
        }
        guard base[at].isDigit else {
            return refuseNumber(expecting: expected, at: position)
        }
        if base[at] == .zero, base[at &+ 1].isDigit {
            return refuseNumber(expecting: "no leading zero", at: position)
        }
        text.take(from: base, at: &at, fraction: false)
        if base[at] == .point {
            at &+= 1
            guard base[at].isDigit else {
                return refuseNumber(expecting: "a digit after the point", at: at)
            }
            text.take(from: base, at: &at, fraction: true)
        }
        if base[at].isExponentMark {
            at &+= 1
            let isNegative = base[at] == .minus
            if isNegative || base[at] == UInt8(ascii: "+") {
                at &+= 1
            }
            guard base[at].isDigit else {
                return refuseNumber(expecting: "a digit in the exponent", at: at)
            }
            var exponent = 0
            while base[at].isDigit {
                // Further digits of the exponent are ignored: no text has enough digits to balance an exponent of this
                // size.
                if exponent < 1_000_000_000 {
                    exponent = exponent &* 10 &+ Int(base[at] &- .zero)
                }
                at &+= 1
            }
            if isNegative {
                text.exponent &-= exponent
            } else {
                text.exponent &+= exponent
            }
        }
        text.end = at
        return text
    }

    @inline(never)
    private mutating func refuseNumber(expecting expected: String, at offset: Int) -> NumberText? {
        fail(expected, at: offset)
        return nil
    }
}

// The standard library's conversions between integers are generic, and the compiler specializes them at each use, which
// costs each user's first build 2 to 6 ms. The whole module uses these ones instead.

extension Int {
    init(_ value: UInt8) {
        self.init(truncatingIfNeeded: value)
    }

    init(_ value: UInt16) {
        self.init(truncatingIfNeeded: value)
    }

    init(_ value: Int32) {
        self.init(truncatingIfNeeded: value)
    }
}

extension Int32 {
    /// Traps if the value does not fit, as the standard library's conversion does.
    init(_ value: Int) {
        self = numericCast(value)
    }
}

extension UInt32 {
    init(_ value: UInt8) {
        self.init(truncatingIfNeeded: value)
    }
}

extension UInt64 {
    init(_ value: UInt8) {
        self.init(truncatingIfNeeded: value)
    }
}
