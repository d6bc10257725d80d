/// The escapes in `methodical.lock`.
package enum LockText {
    /// Returns a text without escapes, or `nil` if an escape is incomplete. `%` and two hexadecimal digits stand for a
    /// byte, and `%` alone for an empty text.
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
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                guard rest.count >= 2,
                    let value = UInt8(digits, radix: 16)
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
