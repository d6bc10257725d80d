extension JSONPathParser {
    /// Passes a token if it is next, and returns whether it is.
    mutating func take(_ token: StaticString) -> Bool {
        let count = token.utf8CodeUnitCount
        guard at + count < bytes.count else { return false }
        for index in 0..<count where bytes[at + index] != token.utf8Start[index] {
            return false
        }
        at += count
        return true
    }

    mutating func skipSpace() {
        while [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) {
            at += 1
        }
    }

    func isDigit(_ byte: UInt8) -> Bool {
        byte.isASCIIDigit
    }

    func isNameStart(_ byte: UInt8) -> Bool {
        byte.isASCIILetter
            || byte == UInt8(ascii: "_")
            || byte >= 0x80
    }

    /// Returns the error for something else than what the query should have at the next byte.
    func expected(_ what: String) -> JSONPath.Fault {
        let rest = String(decoding: bytes[at...].dropLast().prefix(24), as: UTF8.self)
        let found = rest.first.map { "\"\($0)\"" } ?? "the end of the query"
        return JSONPath.Fault(offset: at, message: "expected \(what), found \(found)")
    }

    /// Parses a string in single or double quotes.
    mutating func string() throws(JSONPath.Fault) -> String {
        let start = at
        let quote = bytes[at]
        at += 1
        var result: [UInt8] = []
        while bytes[at] != quote {
            if bytes[at] == 0,
                at == bytes.count - 1
            {
                throw JSONPath.Fault(offset: start, message: "this string has no end")
            }
            if bytes[at] < 0x20 {
                throw JSONPath.Fault(
                    offset: at, message: "a control character in a string must be written as an escape")
            }
            if bytes[at] == UInt8(ascii: "\\") {
                result += Array(String(try escape(quote: quote)).utf8)
            } else {
                result.append(bytes[at])
                at += 1
            }
        }
        at += 1
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func escape(quote: UInt8) throws(JSONPath.Fault) -> Unicode.Scalar {
        let start = at
        let letter = bytes[at + 1]
        at += 2
        switch letter {
        case quote, UInt8(ascii: "\\"), UInt8(ascii: "/"):
            return Unicode.Scalar(letter)
        case UInt8(ascii: "b"):
            return "\u{8}"
        case UInt8(ascii: "f"):
            return "\u{C}"
        case UInt8(ascii: "n"):
            return "\n"
        case UInt8(ascii: "r"):
            return "\r"
        case UInt8(ascii: "t"):
            return "\t"
        case UInt8(ascii: "u"):
            break
        default:
            throw JSONPath.Fault(offset: start, message: "this escape is not one of JSON")
        }
        var unit = try hexadecimal(of: start)
        if unit & 0xFC00 == 0xD800, take("\\u") {
            let low = try hexadecimal(of: start)
            if low & 0xFC00 == 0xDC00 {
                unit = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
            }
        }
        guard let scalar = Unicode.Scalar(unit) else {
            throw JSONPath.Fault(offset: start, message: "half of a surrogate pair is not a character")
        }
        return scalar
    }

    /// Parses the four hexadecimal digits of an escape.
    private mutating func hexadecimal(of start: Int) throws(JSONPath.Fault) -> UInt32 {
        let digits = bytes[at...].prefix(4)
        guard digits.count == 4,
            digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else {
            throw JSONPath.Fault(offset: start, message: "\\u needs four hexadecimal digits")
        }
        at += 4
        return unit
    }

    /// Parses a number of JSON.
    mutating func number() throws(JSONPath.Fault) -> Double {
        let start = at
        _ = take("-")
        let first = at
        try digits()
        if bytes[first] == UInt8(ascii: "0"),
            at > first + 1
        {
            throw JSONPath.Fault(offset: first, message: "a number does not begin with a zero")
        }
        if take(".") {
            try digits()
        }
        if bytes[at] | 0x20 == UInt8(ascii: "e") {
            at += 1
            if !take("+") {
                _ = take("-")
            }
            try digits()
        }
        let text = String(decoding: bytes[start..<at], as: UTF8.self)
        // A literal may have any magnitude. One beyond the range of `Double` becomes infinite or zero, as in documents.
        guard let number = Double(text) else {
            throw JSONPath.Fault(offset: start, message: "the number \(text.prefix(40)) cannot be read")
        }
        return number
    }

    private mutating func digits() throws(JSONPath.Fault) {
        let start = at
        while isDigit(bytes[at]) {
            at += 1
        }
        if at == start {
            throw expected("a digit")
        }
    }
}
