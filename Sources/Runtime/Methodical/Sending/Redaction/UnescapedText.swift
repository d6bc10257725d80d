/// A text with some levels of its escapes removed, and the place of each byte in the original text.
///
/// It removes the escapes of percent-encoding, JSON, JavaScript (`\x41`) and HTML.
struct UnescapedText {
    private(set) var bytes: [UInt8]
    /// The place in the original text at which the spelling of each byte begins, then the end of the text.
    private var starts: [Int]

    init(_ text: ArraySlice<UInt8>) {
        bytes = Array(text)
        starts = Array(text.startIndex...text.endIndex)
    }

    /// Returns the range of the original text that a range of the bytes spells.
    func originalRange(of range: Range<Int>) -> Range<Int> {
        starts[range.lowerBound]..<starts[range.upperBound]
    }

    /// Returns the text without one more level of escapes, or `nil` if it has no escapes left.
    func unescaped() -> UnescapedText? {
        guard bytes.contains(where: { "%\\&".utf8.contains($0) }) else { return nil }
        var result = self
        result.bytes.removeAll(keepingCapacity: true)
        result.starts.removeAll(keepingCapacity: true)
        var at = 0
        while at < bytes.count {
            result.starts.append(starts[at])
            if let (length, spelled) = escape(at: at) {
                result.bytes += spelled
                result.starts += repeatElement(starts[at], count: spelled.count - 1)
                at += length
            } else {
                result.bytes.append(bytes[at])
                at += 1
            }
        }
        result.starts.append(starts[at])
        guard result.bytes.count < bytes.count else { return nil }
        return result
    }

    /// Returns the bytes that an escape spells, with the length of the escape, or `nil` if there is none at this place.
    private func escape(at: Int) -> (length: Int, [UInt8])? {
        switch bytes[at] {
        case UInt8(ascii: "%"):
            return hex(at: at + 1, count: 2).map { (3, [UInt8($0)]) }
        case UInt8(ascii: "\\"):
            guard at + 1 < bytes.count else { return nil }
            if bytes[at + 1] == UInt8(ascii: "u"),
                let unit = hex(at: at + 2, count: 4)
            {
                return unicode(at: at, unit: unit)
            }
            if bytes[at + 1] == UInt8(ascii: "x"),
                let byte = hex(at: at + 2, count: 2)
            {
                return (4, [UInt8(byte)])
            }
            return (2, [Self.controls[bytes[at + 1]] ?? bytes[at + 1]])
        case UInt8(ascii: "&"):
            return entity(at: at)
        default:
            return nil
        }
    }

    private static let controls = Dictionary(uniqueKeysWithValues: zip("nrtbf".utf8, "\n\r\t\u{8}\u{C}".utf8))

    /// Returns the character of the escape `\u`. Characters beyond the first 65,536 need two such escapes.
    private func unicode(at: Int, unit: UInt32) -> (length: Int, [UInt8]) {
        if 0xD800..<0xDC00 ~= unit, bytes[(at + 6)...].starts(with: "\\u".utf8), let low = hex(at: at + 8, count: 4),
            0xDC00..<0xE000 ~= low
        {
            return (12, Self.utf8(of: 0x10000 + (unit - 0xD800) << 10 + low - 0xDC00))
        }
        return (6, Self.utf8(of: unit))
    }

    /// Returns the character that an entity of HTML spells: any character by number, some ASCII characters by name.
    private func entity(at: Int) -> (length: Int, [UInt8])? {
        let name = bytes[(at + 1)...].prefix(12).prefix {
            $0 == UInt8(ascii: "#") || Self.isAlphanumeric($0)
        }
        let text = String(decoding: name, as: UTF8.self).lowercased()
        let isClosed = name.endIndex < bytes.count && bytes[name.endIndex] == UInt8(ascii: ";")
        if let byte = Self.entities[text], isClosed {
            return (name.count + 2, [byte])
        }
        guard text.hasPrefix("#") else { return nil }
        let mark = text.hasPrefix("#x") ? "#x" : "#"
        let digitsAndRest = text.dropFirst(mark.count)
        let digits: Substring
        let radix: Int
        if mark == "#x" {
            digits = digitsAndRest.prefix(while: \.isHexDigit)
            radix = 16
        } else {
            digits = digitsAndRest.prefix(while: \.isNumber)
            radix = 10
        }
        guard let number = UInt32(digits, radix: radix) else { return nil }
        var length = 1 + mark.utf8.count + digits.utf8.count
        if isClosed, at + length == name.endIndex {
            length += 1
        }
        return (length, Self.utf8(of: number))
    }

    private static let entities: [String: UInt8] = {
        let names = """
            amp & lt < gt > quot " apos ' sol / bsol \\ colon : equals = plus + percnt % num # lowbar _ dollar $ \
            commat @ period . semi ; quest ? excl ! lpar ( rpar ) ast * comma , lsqb [ lbrack [ rsqb ] rbrack ] \
            lcub { lbrace { rcub } rbrace } verbar | vert | grave ` hat ^ midast *
            """.split(separator: " ")
        var entities: [String: UInt8] = ["tab": 0x09, "newline": 0x0A]
        for at in stride(from: 0, to: names.count, by: 2) {
            entities[String(names[at])] = names[at + 1].utf8.first
        }
        return entities
    }()

    private static func utf8(of scalar: UInt32) -> [UInt8] {
        Array(String(Unicode.Scalar(scalar) ?? "\u{FFFD}").utf8)
    }

    /// Returns the number that exactly `count` hexadecimal digits spell.
    private func hex(at start: Int, count: Int) -> UInt32? {
        let digits = bytes[min(start, bytes.count)...].prefix(count)
        guard digits.count == count,
            digits.allSatisfy(Self.isAlphanumeric)
        else { return nil }
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
