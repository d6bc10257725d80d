// Scanning of strings, numbers and literals. Each function begins at the first byte of its token and ends after the
// last.
extension JSONParser {
    /// Scans a string, and returns it without its escapes.
    mutating func string() throws(Fault) -> String {
        let quote = at
        at += 1
        var text = ""
        while true {
            let start = at
            var isASCII = true
            while true {
                let byte = bytes[at]
                if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                    break
                }
                if byte >= 0x80 {
                    isASCII = false
                }
                at += 1
            }
            let part = String(decoding: bytes[start..<at], as: UTF8.self)
            if !isASCII {
                try check(part, at: start)
            }
            text += part
            switch bytes[at] {
            case UInt8(ascii: "\""):
                at += 1
                return text
            case UInt8(ascii: "\\"): text.unicodeScalars.append(try escape(in: quote))
            case _ where at == end: throw Fault(offset: quote, message: "this string has no end")
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                throw Fault(offset: at, message: "a string ends on the line where it begins; write a line break as \\n")
            default:
                let message = "the control character \(hex(bytes[at])) in a string must be written as an escape"
                throw Fault(offset: at, message: message)
            }
        }
    }

    /// Reports bytes that are not UTF-8, and that decoding has therefore replaced.
    private func check(_ text: String, at start: Int) throws(Fault) {
        var offset = start
        for byte in text.utf8 {
            if byte != bytes[offset] {
                throw Fault(offset: offset, message: "the text is not UTF-8: \(hex(bytes[offset])) is not allowed here")
            }
            offset += 1
        }
    }

    /// Scans an escape, with both halves of a surrogate pair.
    private mutating func escape(in quote: Int) throws(Fault) -> Unicode.Scalar {
        let start = at
        let letter = bytes[at + 1]
        at += 2
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default:
            if start + 1 == end {
                throw Fault(offset: start, message: "this string has no end")
            }
            throw Fault(offset: start, message: "an escape is one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX")
        }
        var unit = try hexadecimal(of: start)
        if unit & 0xFC00 == 0xD800, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") {
            at += 2
            let low = try hexadecimal(of: start)
            if low & 0xFC00 == 0xDC00 {
                unit = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
            }
        }
        guard let scalar = Unicode.Scalar(unit) else {
            throw Fault(offset: start, message: "half of a surrogate pair is not a character")
        }
        return scalar
    }

    /// Scans four hexadecimal digits of an escape.
    private mutating func hexadecimal(of start: Int) throws(Fault) -> UInt32 {
        let digits = bytes[at...].prefix(4)
        at += 4
        guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw Fault(offset: start, message: "\\u needs four hexadecimal digits") }
        return unit
    }

    /// Scans a number, and returns it as it is written.
    mutating func number() throws(Fault) -> String {
        let start = at
        if bytes[at] == UInt8(ascii: "-") {
            at += 1
        }
        let first = at
        try digits()
        if bytes[first] == UInt8(ascii: "0"), at > first + 1 {
            throw Fault(offset: first, message: "a number does not begin with a zero")
        }
        if bytes[at] == UInt8(ascii: ".") {
            at += 1
            try digits()
        }
        if bytes[at] | 0x20 == UInt8(ascii: "e") {
            at += 1
            if bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") {
                at += 1
            }
            try digits()
        }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    /// Scans one or more digits.
    private mutating func digits() throws(Fault) {
        let start = at
        while bytes[at] >= UInt8(ascii: "0"), bytes[at] <= UInt8(ascii: "9") {
            at += 1
        }
        if at == start {
            throw expected("a digit")
        }
    }

    /// Scans `true`, `false` or `null`.
    mutating func literal() throws(Fault) -> (JSONNode.Kind, String) {
        let word = word(at: at)
        let kind: JSONNode.Kind
        switch word {
        case "true", "false": kind = .bool
        case "null": kind = .null
        default: throw expected("a value")
        }
        at += word.utf8.count
        return (kind, word)
    }

    /// Returns the letters, digits and underscores from an offset.
    private func word(at offset: Int) -> String {
        let word = bytes[offset...].prefix { byte in
            let letter = byte | 0x20
            let isLetter = letter >= 97 && letter <= 122
            let isDigit = byte >= 48 && byte <= 57
            return isLetter || isDigit || byte == UInt8(ascii: "_")
        }
        return String(decoding: word.prefix(40), as: UTF8.self)
    }

    /// Returns a description of the text at an offset, for error messages. A word is returned as a whole, because its
    /// first letter alone says little.
    func described(at offset: Int) -> String {
        let byte = bytes[offset]
        switch byte {
        case _ where offset >= end: return "the end of the file"
        case UInt8(ascii: "\""): return "a string"
        case UInt8(ascii: " "): return "a space"
        case UInt8(ascii: "\t"): return "a tab"
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return "the end of the line"
        case UInt8(ascii: "'"): return "a single quote"
        case UInt8(ascii: "/") where [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(bytes[offset + 1]):
            return "a comment, which JSON does not have"
        case 0x21...0x7E:
            let word = word(at: offset)
            if word.isEmpty {
                return "\"\(Unicode.Scalar(byte))\""
            }
            return "\"\(word)\""
        default:
            let text = String(decoding: bytes[offset...].prefix(4), as: UTF8.self)
            guard byte >= 0x80, let scalar = text.unicodeScalars.first, scalar != "\u{FFFD}" else {
                return hex(byte)
            }
            // The description includes the code point, because some characters are invisible and some quotes look
            // alike.
            let codePoint = String(scalar.value, radix: 16, uppercase: true)
            return "\"\(scalar)\" (U+\(codePoint))"
        }
    }

    private func hex(_ byte: UInt8) -> String {
        "byte 0x" + String(byte, radix: 16, uppercase: true)
    }
}
