/// The percent-encoding of RFC 3986 for UTF-8 text in paths, queries and forms.
///
/// Only the unreserved characters (letters, digits and `-._~`) stay as they are. A space becomes `%20`, not `+`.
/// Readers of queries and of forms understand both, but other readers only understand `%20`.
package enum PercentEncoding {
    /// Appends a text and escapes everything but unreserved characters.
    package static func append(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            append(byte, to: &bytes)
        }
    }

    /// Appends texts with a plain comma between them, and escapes the commas inside them.
    ///
    /// - Parameter keepsReserved: Indicates whether other reserved characters stay as they are.
    static func append(
        list texts: [String],
        keepingReserved keepsReserved: Bool = false,
        to bytes: inout [UInt8]
    ) {
        for (index, text) in texts.enumerated() {
            if index > 0 {
                bytes.append(UInt8(ascii: ","))
            }
            if keepsReserved {
                append(reserved: text, escaping: ",", to: &bytes)
            } else {
                append(text, to: &bytes)
            }
        }
    }

    /// Appends a text for a query or a form, and keeps the reserved characters that no reader mistakes for a separator.
    /// An escape in the text stays as it is, so that it can name the other characters.
    ///
    /// - Parameter separator: A further character to escape, because it separates the elements of a list.
    static func append(
        reserved text: String,
        escaping separator: Unicode.Scalar? = nil,
        to bytes: inout [UInt8]
    ) {
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let isEscape =
                byte == UInt8(ascii: "%")
                && rest.prefix(2).count { $0.hexadecimalValue != nil } == 2
            let isSeparator = separator.map { byte == UInt8(ascii: $0) } ?? false
            let isKept = isHarmless(byte) && !isSeparator
            if isEscape || isKept {
                bytes.append(byte)
            } else {
                append(byte, to: &bytes)
            }
        }
    }

    /// Indicates whether a reserved character (RFC 3986, section 2.2) may be in a query and has no meaning in the pairs
    /// of a form. An address may contain `[` and `]` only around the host.
    private static func isHarmless(_ byte: UInt8) -> Bool {
        ":/?@!$'()*,;".utf8.contains(byte)
    }

    /// Appends a byte and escapes it unless it is an unreserved character.
    package static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
        if isUnreserved(byte) {
            bytes.append(byte)
        } else {
            escape(byte, in: &bytes)
        }
    }

    /// Appends a part of an address as a schema writes it, and escapes only the characters that no address may contain.
    ///
    /// `URL` cannot do this. If it meets one such character, it escapes every `%` again, including those of arguments.
    static func append(literal text: Substring.UTF8View, to bytes: inout [UInt8]) {
        var rest = text
        while let byte = rest.popFirst() {
            if isUnreserved(byte) || isAllowedMark(byte, before: rest) {
                bytes.append(byte)
            } else {
                escape(byte, in: &bytes)
            }
        }
    }

    /// Indicates whether an address may contain a mark as it is. A percent sign must begin an escape.
    private static func isAllowedMark(_ byte: UInt8, before rest: Substring.UTF8View) -> Bool {
        if byte == UInt8(ascii: "%") {
            return rest.prefix(2).count { $0.hexadecimalValue != nil } == 2
        }
        return byte.isVisible && !#""<>\^`{|}[]"#.utf8.contains(byte)
    }

    /// Appends a byte in its escaped form.
    private static func escape(_ byte: UInt8, in bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(.hexadecimalDigit(for: byte &>> 4, tenth: "A"))
        bytes.append(.hexadecimalDigit(for: byte & 15, tenth: "A"))
    }

    /// Indicates whether the byte is an unreserved character.
    static func isUnreserved(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || "-._~".utf8.contains(byte)
    }
}
