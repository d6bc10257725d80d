/// RFC 3986's percent-encoding of UTF-8, the same in paths, queries and forms.
///
/// Only the unreserved characters (letters, digits, `-._~`) stay as they are. A space becomes `%20` and never `+`: readers of queries and of
/// forms understand both, other readers only the first.
enum PercentEncoding {
    static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            if isUnreserved(byte) { bytes.append(byte) } else { escape(byte, in: &bytes) }
        }
    }

    /// A piece of an address as a schema writes it: only what no address may hold is escaped. Left to `URL`, one such character would have
    /// every `%` escaped once more, those of the arguments among them.
    static func append(literal text: Substring, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case 0...0x20, 0x7F...0xFF: escape(byte, in: &bytes)
            case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"),
                UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
                escape(byte, in: &bytes)
            default: bytes.append(byte)
            }
        }
    }

    private static func escape(_ byte: UInt8, in bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexDigit(byte >> 4))
        bytes.append(hexDigit(byte & 15))
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"): true
        default: false
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
}
