/// Names and tests for the bytes of JSON text.
///
/// All are transparent, because debug builds inline no other functions.
extension UInt8 {
    @_transparent static var quote: UInt8 { 0x22 }
    @_transparent static var backslash: UInt8 { 0x5C }
    @_transparent static var slash: UInt8 { 0x2F }
    @_transparent static var comma: UInt8 { 0x2C }
    @_transparent static var colon: UInt8 { 0x3A }
    @_transparent static var minus: UInt8 { 0x2D }
    @_transparent static var point: UInt8 { 0x2E }
    @_transparent static var openBrace: UInt8 { 0x7B }
    @_transparent static var closeBrace: UInt8 { 0x7D }
    @_transparent static var openBracket: UInt8 { 0x5B }
    @_transparent static var closeBracket: UInt8 { 0x5D }
    @_transparent static var space: UInt8 { 0x20 }
    @_transparent static var newline: UInt8 { 0x0A }
    @_transparent static var zero: UInt8 { 0x30 }

    /// Indicates whether the byte is a decimal digit.
    @_transparent var isDigit: Bool { self &- .zero <= 9 }
    /// Indicates whether the byte is a letter of the English alphabet.
    @_transparent var isLetter: Bool { lowercased &- 0x61 < 26 }

    /// Indicates whether the byte is a character of ASCII other than a space or a control character.
    @_transparent var isVisible: Bool {
        self > .space && self < 0x7F
    }

    /// Indicates whether the byte is the `e` or `E` before an exponent.
    @_transparent var isExponentMark: Bool { lowercased == 0x65 }
    /// The byte with the bit set that distinguishes lowercase letters from uppercase ones.
    @_transparent var lowercased: UInt8 { self | 0x20 }
    /// Indicates whether the byte is one of a UTF-8 character's bytes after the first, which begin with the bits 10.
    @_transparent var continuesCharacter: Bool { self & 0xC0 == 0x80 }

    /// The value of a hexadecimal digit, or `nil` for any other byte.
    var hexadecimalValue: UInt8? {
        if isDigit {
            return self &- .zero
        }
        let letter = lowercased &- 0x61
        guard letter < 6 else { return nil }
        return letter &+ 10
    }

    /// Returns the hexadecimal digit for a value below 16. The digits above 9 begin with `a`, or with another letter.
    static func hexadecimalDigit(for value: UInt8, tenth: Unicode.Scalar = "a") -> UInt8 {
        if value < 10 {
            return .zero + value
        }
        return UInt8(ascii: tenth) + value - 10
    }
}
