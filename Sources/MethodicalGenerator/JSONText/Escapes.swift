/// The UTF-8 of a string whose escapes are known to be well-formed.
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
            unit = 0x10000 + ((unit - 0xD800) << 10) + (hexUnit(bytes + at + 2) - 0xDC00)
            at += 6
        }
        appendScalar(unit, to: &result)
    }
    return result
}

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

/// The value of four hexadecimal digits, or -1.
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

private func appendScalar(_ value: Int, to result: inout [UInt8]) {
    if value < 0x80 {
        result.append(UInt8(truncatingIfNeeded: value))
        return
    }
    if value < 0x800 {
        result.append(UInt8(truncatingIfNeeded: 0xC0 | value >> 6))
    } else {
        if value < 0x10000 {
            result.append(UInt8(truncatingIfNeeded: 0xE0 | value >> 12))
        } else {
            result.append(UInt8(truncatingIfNeeded: 0xF0 | value >> 18))
            result.append(UInt8(truncatingIfNeeded: 0x80 | (value >> 12 & 0x3F)))
        }
        result.append(UInt8(truncatingIfNeeded: 0x80 | (value >> 6 & 0x3F)))
    }
    result.append(UInt8(truncatingIfNeeded: 0x80 | (value & 0x3F)))
}
