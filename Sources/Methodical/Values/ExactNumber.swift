/// A decimal number in its only spelling, without zeros at either end of its digits.
enum ExactNumber: Hashable {
    case integer(Int)
    case decimal(digits: [UInt8], exponent: Int, isNegative: Bool)
    /// A text that is infinite, not a number, or has too large an exponent.
    case other(String)

    init(_ text: String) {
        var digits: [UInt8] = []
        var exponent = 0
        var isFraction = false
        var isNegative = false
        var rest = text.utf8[...]
        if rest.first == UInt8(ascii: "-") {
            isNegative = true
            rest = rest.dropFirst()
        }
        while let byte = rest.first, byte == UInt8(ascii: ".") || byte &- 0x30 <= 9 {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: ".") {
                isFraction = true
            } else {
                if byte != 0x30 || !digits.isEmpty { digits.append(byte) }
                if isFraction { exponent -= 1 }
            }
        }
        if let mark = rest.first {
            // Half of the range of `Int`, so that no number of digits leads beyond it.
            guard mark | 0x20 == UInt8(ascii: "e"), let written = Int(Substring(rest.dropFirst())),
                written.magnitude < Int.max.magnitude / 2
            else {
                self = .other(text)
                return
            }
            exponent += written
        }
        while digits.last == 0x30 {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty {
            self = .integer(0)
        } else if exponent >= 0, exponent < 19,
            let value = Int(
                (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
                    + String(repeating: "0", count: exponent))
        {
            self = .integer(value)
        } else {
            self = .decimal(digits: digits, exponent: exponent, isNegative: isNegative)
        }
    }
}
