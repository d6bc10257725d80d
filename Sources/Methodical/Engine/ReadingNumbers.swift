/// A number as its text has it, before it becomes an `Int` or a `Double`: ±digits × 10^exponent.
struct NumberText {
    /// The first 19 significant digits.
    var digits: UInt64 = 0
    /// Indicates whether significant digits after the first 19 were dropped, other than zeros.
    var isCut = false
    /// The power of ten by which the digits are multiplied.
    var exponent = 0
    /// Indicates whether the number has a minus sign.
    var isNegative = false
    /// Indicates whether the number is written without a fraction and without an exponent.
    var isInteger = true
    /// The position after the number.
    var end = 0
}

extension JSONReader {
    /// Reads an integer. `1.0` and `1e3` are integers too, because their values are.
    ///
    /// The common case takes eight bytes at once: one to seven digits without a sign.
    @inline(__always)
    mutating func integer() -> Int {
        let start = position
        let word = Word.load(base, start)
        let others = Digits.others(word)
        // The width of the leading digits in bits. A mark is the highest bit of its byte.
        let bits = UInt64(truncatingIfNeeded: others.trailingZeroBitCount &- 7)
        let count = Int(truncatingIfNeeded: bits &>> 3)
        let after = base[start &+ count] | 0x20
        // The slower functions read numbers with no digit or more than seven, a sign, a leading zero, a fraction or an
        // exponent.
        let isLong =
            bits &- 1 > 55 || word & 0xFF == 0x30 && bits != 8 || after == UInt8(ascii: "e")
            || after == UInt8(ascii: ".")
        if isLong { return longerInteger() }
        position = start &+ count
        // Shifts the digits to the end of the eight bytes. The zero bytes before them count as zeros.
        return Digits.value(word &<< (64 &- bits))
    }

    /// Reads an integer that has a sign or many digits.
    @inline(never)
    private mutating func longerInteger() -> Int {
        let base = base
        let isNegative = base[position] == UInt8(ascii: "-")
        let first = isNegative ? position &+ 1 : position
        let word = Word.load(base, first)
        var at = first
        var value = 0
        if Digits.others(word) == 0 {
            value = Digits.value(word)
            at &+= 8
        }
        while true {
            let digit = base[at] &- 0x30
            if digit > 9 { break }
            value = value &* 10 &+ Int(digit)
            at &+= 1
        }
        let count = at &- first
        let after = base[at] | 0x20
        // Up to 18 digits cannot overflow a 64-bit `Int`, and up to 9 digits cannot overflow a 32-bit one.
        if count == 0 || count > (Int.bitWidth == 64 ? 18 : 9) || (base[first] == 0x30 && count > 1)
            || after == UInt8(ascii: "e") || after == UInt8(ascii: ".")
        {
            return anyInteger()
        }
        position = at
        return isNegative ? 0 &- value : value
    }

    /// Reads an integer in any other spelling, or a value of another kind that is tolerated in its place.
    private mutating func anyInteger() -> Int {
        let start = position
        if base[start] == UInt8(ascii: "\""), policy != .strict { return quoted("an integer") { $0.integer() } ?? 0 }
        if isAtFlag { return flagAsNumber("an integer") }
        guard let text = numberText(expected: "an integer") else { return 0 }
        guard let value = text.integer(base, from: start) else {
            fail(
                "an integer of 64 bits", at: start,
                found: "the number \(Characters(start: base + start, count: min(text.end - start, 40)).string())")
            return 0
        }
        position = text.end
        return value
    }

    /// Reads `true` or `false` in the place of a number as 1 or 0, which is a mismatch.
    @inline(never)
    mutating func flagAsNumber(_ expected: StaticString) -> Int {
        let start = position
        let value = boolean() ? 1 : 0
        report(.text(expected), at: start)
        return value
    }

    @inline(__always)
    var isAtFlag: Bool { base[position] == UInt8(ascii: "t") || base[position] == UInt8(ascii: "f") }

    /// Reads a floating-point number.
    mutating func number() -> Double {
        let start = position
        if base[start] == UInt8(ascii: "\""), policy != .strict { return quoted("a number") { $0.number() } ?? 0 }
        if isAtFlag { return Double(flagAsNumber("a number")) }
        guard let text = numberText(expected: "a number") else { return 0 }
        let value = text.double ?? slowDouble(start, text.end)
        guard value.isFinite else {
            fail("a number that a Double can hold", at: start)
            return 0
        }
        position = text.end
        return value
    }

    /// Returns the nearest `Double` for a number that the fast path cannot convert.
    func slowDouble(_ start: Int, _ end: Int) -> Double {
        Double(Characters(start: base + start, count: end - start).string()) ?? .nan
    }

    /// Reads a number in quotes in the place of a number, which is a mismatch. `read` reads the text between the
    /// quotes.
    private mutating func quoted<Value>(_ expected: StaticString, _ read: (inout JSONReader) -> Value) -> Value? {
        let start = position
        let byte = base[start &+ 1]
        guard byte == UInt8(ascii: "-") || byte &- 0x30 <= 9 else {
            fail("\(expected)")
            return nil
        }
        position = start &+ 1
        let value = read(&self)
        guard failure == nil, base[position] == UInt8(ascii: "\"") else {
            failure = nil
            fail("\(expected)", at: start)
            return nil
        }
        position &+= 1
        report(.text(expected), at: start)
        return value
    }

    /// Returns the number at the reader's position after a check of its grammar. Does not move the reader.
    mutating func numberText(expected: String) -> NumberText? {
        let base = base
        var at = position
        var text = NumberText()
        if base[at] == UInt8(ascii: "-") {
            text.isNegative = true
            at &+= 1
        }
        guard base[at] &- 0x30 <= 9 else {
            fail(expected)
            return nil
        }
        if base[at] == 0x30 {
            at &+= 1
            if base[at] &- 0x30 <= 9 {
                fail("no leading zero")
                return nil
            }
        } else {
            text.take(base, &at, fraction: false)
        }
        if base[at] == UInt8(ascii: ".") {
            text.isInteger = false
            at &+= 1
            guard base[at] &- 0x30 <= 9 else {
                fail("a digit behind the point", at: at)
                return nil
            }
            text.take(base, &at, fraction: true)
        }
        if base[at] | 0x20 == UInt8(ascii: "e") {
            text.isInteger = false
            at &+= 1
            let isNegative = base[at] == UInt8(ascii: "-")
            if isNegative || base[at] == UInt8(ascii: "+") { at &+= 1 }
            guard base[at] &- 0x30 <= 9 else {
                fail("a digit in the exponent", at: at)
                return nil
            }
            var exponent = 0
            while base[at] &- 0x30 <= 9 {
                if exponent < 1_000_000_000 { exponent = exponent &* 10 &+ Int(base[at] &- 0x30) }
                at &+= 1
            }
            text.exponent &+= isNegative ? 0 &- exponent : exponent
        }
        text.end = at
        return text
    }
}

extension NumberText {
    /// Takes digits up to the first byte that is not a digit. After 19 significant digits, only the exponent changes.
    @inline(__always)
    mutating func take(_ base: UnsafePointer<UInt8>, _ at: inout Int, fraction: Bool) {
        while true {
            let digit = base[at] &- 0x30
            if digit > 9 { return }
            if digits < 1_000_000_000_000_000_000 {
                digits = digits &* 10 &+ UInt64(digit)
                if fraction { exponent &-= 1 }
            } else {
                if digit != 0 { isCut = true }
                if !fraction { exponent &+= 1 }
            }
            at &+= 1
        }
    }

    /// Returns the exact value if it is an integer. `start` is the position of the text.
    func integer(_ base: UnsafePointer<UInt8>, from start: Int) -> Int? {
        if isInteger && exponent == 0 || digits == 0 { return signed(digits) }
        if isCut { return nil }
        var value = digits
        var exponent = exponent
        while exponent < 0 {
            guard value % 10 == 0 else { return nil }
            value /= 10
            exponent += 1
        }
        while exponent > 0 {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            value = product
            exponent -= 1
        }
        return signed(value)
    }

    /// Returns the magnitude with the sign, or `nil` if it does not fit an `Int`.
    private func signed(_ magnitude: UInt64) -> Int? {
        if isNegative { return magnitude <= UInt64(Int.min.magnitude) ? Int(truncatingIfNeeded: 0 &- magnitude) : nil }
        return Int(exactly: magnitude)
    }

    /// The nearest `Double` by Clinger's fast path, or `nil` if that does not apply.
    ///
    /// Up to 2⁵³ the digits are exact as a `Double`, and so is each power of ten up to 10²². One multiplication or
    /// division of exact numbers rounds once, so its result is the nearest `Double`.
    var double: Double? {
        guard !isCut, digits <= 1 &<< 53, exponent >= -22, exponent <= 22 else {
            return digits == 0 ? (isNegative ? -0.0 : 0) : nil
        }
        let scale = PowersOfTen.values[abs(exponent)]
        let magnitude = exponent < 0 ? Double(digits) / scale : Double(digits) * scale
        return isNegative ? -magnitude : magnitude
    }
}

/// The powers of ten that are exact as a `Double`.
private enum PowersOfTen {
    static let values: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}

/// Eight decimal digits in a word. The first digit is the lowest byte.
enum Digits {
    /// Marks the bytes that are not digits. Exact up to the lowest of them; bytes after it may be marked wrongly.
    @_transparent
    static func others(_ word: UInt64) -> UInt64 {
        let digits = word ^ 0x3030_3030_3030_3030
        return (digits &+ 0x7676_7676_7676_7676 | digits) & 0x8080_8080_8080_8080
    }

    /// Returns the number that eight digits form.
    ///
    /// Each step joins neighbours with one multiplication: digits to pairs (10 · 2⁸ + 1), pairs to fours (100 · 2¹⁶ +
    /// 1), and fours to the number (10,000 · 2³² + 1). See Daniel Lemire, "Quickly parsing eight digits", 2018.
    @_transparent
    static func value(_ word: UInt64) -> Int {
        let pairs = ((word & 0x0F0F_0F0F_0F0F_0F0F) &* 2561) &>> 8
        let fours = ((pairs & 0x00FF_00FF_00FF_00FF) &* 6_553_601) &>> 16
        return Int(truncatingIfNeeded: ((fours & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) &>> 32)
    }
}
