import Foundation

/// Bytes in base64. The text is kept as the server sent it.
public struct Base64String: APIEngine.FormattedString, ExpressibleByStringLiteral, APIEngine.Spelling {
    /// The text as the server sent it.
    public var rawValue: String

    /// Creates a value from text, without a check of its form.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the base64 text of bytes.
    public init(_ data: Data) {
        rawValue = data.base64EncodedString()
    }

    /// Creates the base64 text of bytes. The result is never `nil`.
    public init?(argument: Data) {
        self.init(argument)
    }

    /// The format in words.
    public static var format: StaticString { "base64" }

    /// The bytes, or `nil` if the text is not base64.
    ///
    /// The alphabet for URLs, missing padding, and line breaks are accepted too.
    public var data: Data? {
        guard isWellFormed else { return nil }
        var text = rawValue.filter { !$0.isWhitespace && $0 != "=" }
        text = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        return Data(base64Encoded: text + String(repeating: "=", count: -text.utf8.count & 3))
    }

    /// Indicates whether ``data`` can decode the text.
    public var isWellFormed: Bool {
        var digits = 0
        var padding = 0
        for byte in rawValue.utf8 where byte > .space {
            if byte == UInt8(ascii: "=") {
                padding += 1
            } else if padding == 0,
                byte.isLetter || byte.isDigit || "+/-_".utf8.contains(byte)
            {
                digits += 1
            } else {
                return false
            }
        }
        let digitsOfLastGroup = digits % 4
        switch digitsOfLastGroup {
        case 0: return padding == 0
        // One digit has only six bits.
        case 1: return false
        default: return padding <= 4 - digitsOfLastGroup
        }
    }
}
