/// The percent-encoding of RFC 3986 for UTF-8 text in paths, queries and forms.
///
/// Only the unreserved characters (letters, digits and `-._~`) stay as they are. A space becomes `%20`, not `+`.
/// Readers of queries and of forms understand both, but other readers only understand `%20`.
package enum PercentEncoding {
    /// Appends a text and escapes everything but unreserved characters.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 { append(byte, to: &bytes) }
    }

    /// Appends a byte and escapes it unless it is an unreserved character.
    package static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        if isUnreserved(byte) { bytes.append(byte) } else { escape(byte, in: &bytes) }
    }

    /// Appends a part of an address as a schema writes it, and escapes only the characters that no address may contain.
    ///
    /// `URL` cannot do this. If it meets one such character, it escapes every `%` again, including those of arguments.
    static func append(literal text: Substring.UTF8View, to bytes: inout [UInt8]) {
        var rest = text
        while let byte = rest.popFirst() {
            let isEscape =
                byte != UInt8(ascii: "%") || rest.prefix(2).count { Unicode.Scalar($0).properties.isASCIIHexDigit } == 2
            if isUnreserved(byte) || isEscape && byte > 0x20 && byte < 0x7F && !#""<>\^`{|}[]"#.utf8.contains(byte) {
                bytes.append(byte)
            } else {
                escape(byte, in: &bytes)
            }
        }
    }

    /// Appends a byte in its escaped form.
    private static func escape(_ byte: UInt8, in bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexDigit(byte &>> 4))
        bytes.append(hexDigit(byte & 15))
    }

    /// Indicates whether the byte is an unreserved character.
    static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
}
