/// The escapes in `methodical.lock`: `%` and two hexadecimal digits stand for a byte, and `%` alone for an empty text.
package enum LockText {
    /// Returns a text with its escapes decoded, or `nil` if an escape is incomplete.
    package static func unescaped(_ text: String) -> String? {
        if text == "%" {
            return ""
        }
        guard text.utf8.contains(UInt8(ascii: "%")) else {
            return text
        }
        var plain: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while var byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = rest.prefix(2)
                // A number may begin with a sign, and an escape may not.
                guard digits.count == 2,
                    digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
                    let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
                else {
                    return nil
                }
                byte = value
                rest.removeFirst(2)
            }
            plain.append(byte)
        }
        return String(decoding: plain, as: UTF8.self)
    }
}
