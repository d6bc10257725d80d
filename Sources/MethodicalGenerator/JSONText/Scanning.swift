// Scanning of strings and numbers. Each function starts at the first byte of its token and ends after the last one.
extension JSONParser {
    /// Scans a string, and returns `true` if it contains escapes.
    mutating func string() -> Bool {
        var here = at &+ 1
        var isEscaped = false
        while true {
            let byte = bytes[here]
            if byte == UInt8(ascii: "\"") { break }
            if byte >= 32, byte < 128, byte != UInt8(ascii: "\\") {
                here &+= 1
            } else if byte >= 128 {
                let length = utf8Length(here)
                if length == 0 {
                    fail(here, "the text is not UTF-8: \(hex(byte)) cannot stand here")
                    return isEscaped
                }
                here &+= length
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
                let length = escapeLength(here)
                if length == 0 { return true }
                here &+= length
            } else {
                if here >= end {
                    fail(at, "this string has no end")
                } else if byte == 10 || byte == 13 {
                    fail(here, "a string ends on the line where it begins; write a line break as \\n")
                } else {
                    fail(here, "the control character \(hex(byte)) in a string must be written as an escape")
                }
                return isEscaped
            }
        }
        at = here &+ 1
        return isEscaped
    }

    /// Returns the length of an escape, with both halves of a surrogate pair, or 0 after an error.
    private mutating func escapeLength(_ here: Int) -> Int {
        switch bytes[here &+ 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"): break
        default:
            fail(
                here,
                here &+ 1 >= end
                    ? "this string has no end" : "an escape is one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX")
            return 0
        }
        guard here + 6 <= end else {
            fail(here, "this string has no end")
            return 0
        }
        let unit = hexUnit(bytes + here + 2)
        if unit < 0 {
            fail(here, "\\u needs four hexadecimal digits")
            return 0
        }
        if unit < 0xD800 || unit > 0xDFFF { return 6 }
        if unit < 0xDC00, here + 12 <= end, bytes[here + 6] == UInt8(ascii: "\\"), bytes[here + 7] == UInt8(ascii: "u")
        {
            let low = hexUnit(bytes + here + 8)
            if low >= 0xDC00, low <= 0xDFFF { return 12 }
        }
        fail(here, "half of a surrogate pair is no character")
        return 0
    }

    /// Returns the length of a well-formed UTF-8 sequence of several bytes, or 0. An incomplete sequence at the
    /// end of the text is malformed because of the zeros that follow it.
    private func utf8Length(_ here: Int) -> Int {
        let lead = bytes[here]
        let second = bytes[here &+ 1]
        if lead < 0xC2 || second & 0xC0 != 0x80 { return 0 }
        if lead < 0xE0 { return 2 }
        if bytes[here &+ 2] & 0xC0 != 0x80 { return 0 }
        if lead < 0xF0 {
            if lead == 0xE0, second < 0xA0 { return 0 }
            if lead == 0xED, second >= 0xA0 { return 0 }
            return 3
        }
        if bytes[here &+ 3] & 0xC0 != 0x80 { return 0 }
        if lead == 0xF0, second < 0x90 { return 0 }
        if lead == 0xF4, second >= 0x90 { return 0 }
        return lead < 0xF5 ? 4 : 0
    }

    /// Scans a number.
    mutating func number() {
        var here = at
        if bytes[here] == UInt8(ascii: "-") { here &+= 1 }
        let first = here
        here = digits(here)
        if bytes[first] == 48, here > first &+ 1 { fail(first, "a number does not begin with a zero") }
        if bytes[here] == UInt8(ascii: ".") { here = digits(here &+ 1) }
        if bytes[here] | 0x20 == UInt8(ascii: "e") {
            here &+= 1
            if bytes[here] == UInt8(ascii: "+") || bytes[here] == UInt8(ascii: "-") { here &+= 1 }
            here = digits(here)
        }
        at = here
    }

    /// Scans one or more digits, and returns the offset after them.
    private mutating func digits(_ start: Int) -> Int {
        var here = start
        while bytes[here] >= 48, bytes[here] <= 57 { here &+= 1 }
        if here == start { fail(here, expected: "a digit") }
        return here
    }

    /// Returns a description of the text at an offset, for error messages. A word is returned as a whole,
    /// because its first letter alone says little.
    func found(_ offset: Int) -> String {
        if offset >= end { return "the end of the file" }
        switch bytes[offset] {
        case UInt8(ascii: "\""): return "a string"
        case UInt8(ascii: " "): return "a space"
        case 9: return "a tab"
        case 10, 13: return "the end of the line"
        case UInt8(ascii: "'"): return "a single quote"
        case UInt8(ascii: "/") where bytes[offset + 1] == UInt8(ascii: "/") || bytes[offset + 1] == UInt8(ascii: "*"):
            return "a comment, which JSON has not"
        case 33...126:
            var stop = offset
            while stop < end, stop < offset + 40, isWordByte(bytes[stop]) { stop += 1 }
            let text = UnsafeBufferPointer(start: bytes + offset, count: max(1, stop - offset))
            return "\"" + String(decoding: text, as: UTF8.self) + "\""
        case 128... where utf8Length(offset) > 0:
            // The description includes the code point, because some characters are invisible and some quotes
            // look alike.
            let text = String(
                decoding: UnsafeBufferPointer(start: bytes + offset, count: utf8Length(offset)), as: UTF8.self)
            return text.unicodeScalars.reduce("\"\(text)\"") {
                $0 + " (U+" + String($1.value, radix: 16, uppercase: true) + ")"
            }
        default: return hex(bytes[offset])
        }
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        let letter = byte | 0x20
        return letter >= 97 && letter <= 122 || byte >= 48 && byte <= 57 || byte == UInt8(ascii: "_")
    }

    private func hex(_ byte: UInt8) -> String { "byte 0x" + String(byte, radix: 16, uppercase: true) }
}

extension JSONTree {
    /// Returns the symbol of a text given as UTF-8.
    package func symbol(_ bytes: UnsafePointer<UInt8>, count: Int) -> Int { Int(symbols.intern(bytes, count)) }

    /// Returns the symbol of a text with escapes.
    func internEscaped(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> Int32 {
        let plain = unescaped(bytes, length)
        return plain.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return symbols.intern(symbols.empty, 0) }
            return symbols.intern(base, buffer.count)
        }
    }

    /// Records the members of an object whose key occurs earlier in it. The parser calls this at the end of an
    /// object, because nested objects use the same marks.
    func markDuplicates(_ object: Int32) {
        var child = store.pointee.cell(object).pointee.first
        while child >= 0 {
            let earlier = symbols.mark(store.pointee.cell(child).pointee.key, by: object, with: child)
            if earlier >= 0 {
                duplicates.append(Duplicate(first: node(earlier), second: node(child)))
            }
            child = store.pointee.cell(child).pointee.next
        }
    }
}

/// Returns the UTF-8 of a string without its escapes, which must be well-formed.
func unescaped(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var at = 0
    while at < count {
        let byte = bytes[at]
        guard byte == UInt8(ascii: "\\") else {
            result.append(byte)
            at += 1
            continue
        }
        let escape = bytes[at + 1]
        at += 2
        guard escape == UInt8(ascii: "u") else {
            result.append(plainEscape(escape))
            continue
        }
        var unit = hexUnit(bytes + at)
        at += 4
        if unit >= 0xD800, unit < 0xDC00 {
            unit = 0x10000 + ((unit - 0xD800) &<< 10) + (hexUnit(bytes + at + 2) - 0xDC00)
            at += 6
        }
        appendScalar(unit, to: &result)
    }
    return result
}

/// Returns the byte that an escape of one letter stands for.
private func plainEscape(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "b"): 8
    case UInt8(ascii: "f"): 12
    case UInt8(ascii: "n"): 10
    case UInt8(ascii: "r"): 13
    case UInt8(ascii: "t"): 9
    default: byte
    }
}

/// Returns the value of four hexadecimal digits, or -1.
func hexUnit(_ bytes: UnsafePointer<UInt8>) -> Int {
    var value = 0
    var index = 0
    while index < 4 {
        let byte = bytes[index]
        switch byte {
        case 48...57: value = value * 16 + Int(byte) - 48
        case 65...70: value = value * 16 + Int(byte) - 55
        case 97...102: value = value * 16 + Int(byte) - 87
        default: return -1
        }
        index += 1
    }
    return value
}

/// Appends a Unicode scalar as UTF-8.
private func appendScalar(_ value: Int, to result: inout [UInt8]) {
    if value < 0x80 {
        result.append(UInt8(truncatingIfNeeded: value))
        return
    }
    if value < 0x800 {
        result.append(UInt8(truncatingIfNeeded: 0xC0 | value &>> 6))
    } else {
        if value < 0x10000 {
            result.append(UInt8(truncatingIfNeeded: 0xE0 | value &>> 12))
        } else {
            result.append(UInt8(truncatingIfNeeded: 0xF0 | value &>> 18))
            result.append(UInt8(truncatingIfNeeded: 0x80 | (value &>> 12 & 0x3F)))
        }
        result.append(UInt8(truncatingIfNeeded: 0x80 | (value &>> 6 & 0x3F)))
    }
    result.append(UInt8(truncatingIfNeeded: 0x80 | (value & 0x3F)))
}
