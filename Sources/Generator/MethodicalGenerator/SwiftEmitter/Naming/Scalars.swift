/// The classes of characters that matter for names. Except for `isNamePart` and `isNameStart`, they consist of ASCII.
extension Unicode.Scalar {
    var isSmall: Bool { value >= 0x61 && value <= 0x7A }
    package var isCapital: Bool { value >= 0x41 && value <= 0x5A }
    package var isDigit: Bool { value >= 0x30 && value <= 0x39 }
    package var isAlphanumeric: Bool { isSmall || isCapital || isDigit }

    /// Indicates whether a word of a name may contain the character. Letters of all scripts are allowed.
    var isNamePart: Bool {
        if isASCII {
            return isAlphanumeric
        }
        return properties.isXIDContinue && !properties.isDefaultIgnorableCodePoint && value != 0x1680
    }

    /// Indicates whether a name may begin with the character, if it may contain it.
    var isNameStart: Bool {
        if isASCII {
            return !isDigit
        }
        return properties.isXIDStart
    }
}

extension String {
    /// Indicates whether all bytes of the text meet a condition. Without optimization this takes a tenth of the time of
    /// the library's `allSatisfy`.
    func allBytes(_ condition: (UInt8) -> Bool) -> Bool {
        var text = self
        return text.withUTF8 { bytes in
            var i = 0
            while i < bytes.count, condition(bytes[i]) {
                i += 1
            }
            return i == bytes.count
        }
    }
}
