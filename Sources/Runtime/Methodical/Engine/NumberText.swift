/// The parts of a number's text, before it becomes an `Int` or a `Double`: ±digits × 10^exponent.
struct NumberText {
    /// The first 19 significant digits, which always fit.
    var digits: UInt64 = 0
    /// Indicates whether significant digits after the first 19 were dropped, other than zeros.
    var isCut = false
    /// The power of ten by which the digits are multiplied.
    var exponent = 0
    /// Indicates whether the number has a minus sign.
    var isNegative = false
    /// The position after the number.
    var end = 0

    /// The smallest number of 19 digits. Another digit might not fit.
    private static var full: UInt64 { 1_000_000_000_000_000_000 }
    /// The largest power of ten that is exact as a `Double`.
    private static var exactPower: Int { 22 }
    /// The powers of ten that are exact as a `Double`.
    private static let powersOfTen = (0...exactPower).map { power in
        (0..<power).reduce(1.0) { product, _ in product * 10 }
    }

    /// Takes digits up to the first byte that is not a digit. After 19 significant digits, only the exponent changes.
    @inline(__always)
    mutating func take(from base: UnsafePointer<UInt8>, at: inout Int, fraction: Bool) {
        while base[at].isDigit {
            let digit = base[at] &- .zero
            if digits < Self.full {
                digits = digits &* 10 &+ UInt64(digit)
                if fraction {
                    exponent &-= 1
                }
            } else {
                if digit != 0 {
                    isCut = true
                }
                if !fraction {
                    exponent &+= 1
                }
            }
            at &+= 1
        }
    }

    /// The exact value if it is an integer that `Int` can hold, otherwise `nil`.
    var integer: Int? {
        if digits == 0 {
            return 0
        }
        if isCut {
            return nil
        }
        var value = digits
        var exponent = exponent
        while exponent < 0 {
            guard value % 10 == 0 else { return nil }
            value /= 10
            exponent += 1
        }
        while exponent > 0 {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            if overflow {
                return nil
            }
            value = product
            exponent -= 1
        }
        if isNegative {
            guard value <= UInt64(Int.min.magnitude) else { return nil }
            return Int(truncatingIfNeeded: 0 &- value)
        }
        return Int(exactly: value)
    }

    /// Indicates whether the number has no fraction, as far as its text shows. It may be too large for an `Int`.
    var isWhole: Bool { exponent >= 0 }

    /// The nearest `Double` by Clinger's fast path, or `nil` if that does not apply.
    ///
    /// Up to 2⁵³ the digits are exact as a `Double`, and so is each power of ten up to 10²². One multiplication or
    /// division of exact numbers rounds once, so its result is the nearest `Double`. See William Clinger, "How to Read
    /// Floating Point Numbers Accurately", 1990.
    var double: Double? {
        if digits == 0 {
            return isNegative ? -0.0 : 0
        }
        guard !isCut,
            digits <= 1 &<< 53,
            abs(exponent) <= Self.exactPower
        else { return nil }
        let scale = Self.powersOfTen[abs(exponent)]
        var magnitude = Double(digits)
        if exponent < 0 {
            magnitude /= scale
        } else {
            magnitude *= scale
        }
        return isNegative ? -magnitude : magnitude
    }
}

/// Eight decimal digits in a word. The first digit is the lowest byte.
enum Digits {
    /// Marks the bytes that are not digits by their highest bit. The lowest mark is exact; later ones may be wrong.
    ///
    /// Digits become 0 to 9. Adding 0x76 sets the highest bit of a byte that is larger.
    @_transparent
    static func others(in word: UInt64) -> UInt64 {
        let digits = word ^ Word.repeating(.zero)
        return (digits &+ Word.repeating(0x76) | digits) & Word.highBits
    }

    /// Returns the number that eight digits form.
    ///
    /// Each step joins neighbours with one multiplication: digits to pairs, pairs to fours, and fours to the number.
    /// See Daniel Lemire, "Quickly parsing eight digits", 2018.
    @_transparent
    static func value(of word: UInt64) -> Int {
        let pairs = ((word & Word.repeating(0x0F)) &* (10 &<< 8 | 1)) &>> 8
        let fours = ((pairs & 0x00FF_00FF_00FF_00FF) &* (100 &<< 16 | 1)) &>> 16
        return Int(truncatingIfNeeded: ((fours & 0x0000_FFFF_0000_FFFF) &* (10_000 &<< 32 | 1)) &>> 32)
    }
}
