extension Character {
    /// Indicates whether a character is a letter or a digit of ASCII.
    var isASCIIAlphanumeric: Bool {
        guard isASCII else { return false }
        return isLetter || isNumber
    }
}

extension UInt8 {
    /// Indicates whether a byte is a letter of ASCII.
    package var isASCIILetter: Bool {
        // The bit makes a capital letter small.
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }

    /// Indicates whether a byte is white space of JSON: a space, a tab, or an end of a line.
    var isJSONSpace: Bool {
        self == 0x20
            || self == 0x09
            || self == 0x0A
            || self == 0x0D
    }

    /// Indicates whether a byte is a character of ASCII that can be seen: neither a space nor a control character.
    var isVisibleASCII: Bool {
        (UInt8(ascii: "!")...UInt8(ascii: "~")).contains(self)
    }

    /// Indicates whether a byte is a digit of ASCII.
    package var isASCIIDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
    }

    /// Indicates whether a byte is a letter or a digit of ASCII.
    package var isASCIIAlphanumeric: Bool {
        isASCIILetter || isASCIIDigit
    }
}

extension String {
    /// Indicates whether the text can be the name of a header field or of a cookie (RFC 9110, section 5.6.2).
    var isFieldName: Bool {
        let separators = "()<>@,;:\\\"/[]?={}".utf8
        return !isEmpty
            && utf8.allSatisfy { $0.isVisibleASCII && !separators.contains($0) }
    }

    /// The address with a slash at its end.
    package var endingWithSlash: String {
        if hasSuffix("/") {
            return self
        }
        return self + "/"
    }
}

extension [UInt8] {
    /// The number of bytes of the byte order mark at the beginning of a text in UTF-8.
    var byteOrderMarkLength: Int {
        starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }
}
