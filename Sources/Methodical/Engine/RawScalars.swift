import struct Foundation.Data
import struct Foundation.URL

extension APIEngine {
    /// A scalar with a meaning, such as a date or a URL.
    ///
    /// It keeps the value that the server sent, so that nothing is lost if the value does not have the expected form.
    public protocol RawScalar: APIValue, RawRepresentable where RawValue: APIValue {
        /// Creates a value from its raw value, without a check of its form.
        init(rawValue: RawValue)
    }
}

extension APIEngine.RawScalar {
    public init(_ blank: APIEngine.Blank) { self.init(rawValue: RawValue(blank)) }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        var raw = RawValue(Blank())
        raw._read(&reader)
        self = Self(rawValue: raw)
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(on: value, write: { $0.rawValue._write(&$1) }, argument: { $0.rawValue._argument })
    }

    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(RawValue.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension APIEngine.RawScalar where Self: ExpressibleByIntegerLiteral, RawValue: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: RawValue.IntegerLiteralType) {
        self.init(rawValue: RawValue(integerLiteral: value))
    }
}

extension APIEngine.RawScalar where Self: ExpressibleByStringLiteral, RawValue == String {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension APIEngine.RawScalar where Self: CustomStringConvertible, RawValue: CustomStringConvertible {
    public var description: String { rawValue.description }
}

extension APIEngine.RawScalar where Self: Comparable, RawValue: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension APIEngine {
    /// A value on the wire that callers pass as a Swift type, such as a `Date`.
    public protocol Spelling: APIValue {
        /// The Swift type that callers pass.
        associatedtype Natural: Sendable
        /// Creates the value that is sent for an argument. Returns `nil` if the argument cannot be written in this
        /// form.
        init?(argument: Natural)
    }
}

extension Int: APIEngine.Spelling {
    /// Creates the value that is sent for an argument. The result is never `nil`.
    public init?(argument: Int) { self = argument }
}

/// A number that is sent as a string, for example an id that JavaScript's numbers could not hold.
///
/// Two quoted values are equal if their texts are. A quoted integer and an integer are equal if their values are.
@dynamicMemberLookup
public struct Quoted<Value: APIEngine.Spelling>: APIEngine.RawScalar, CustomStringConvertible {
    /// The text without its quotation marks.
    public var rawValue: String

    /// Creates a value from text, without a check of its form.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates the text of a value.
    public init(_ value: Value) { rawValue = value._argument.text(flags: .digits) ?? "" }

    /// The value, or `nil` if the text is no such number.
    public var value: Value? {
        do { return try Value(json: Array(rawValue.utf8), reading: .strict) } catch { return nil }
    }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        rawValue = reader.string(as: "a number in quotes") { bytes in
            // Nearly all texts are a few plain digits, which are checked without a reader of their own.
            if 1...9 ~= bytes.count, bytes[0] != UInt8(ascii: "0"), bytes.allSatisfy({ $0 &- 0x30 <= 9 }) {
                return true
            }
            return Self(rawValue: String(decoding: bytes, as: UTF8.self)).value != nil
        }
    }

    /// A property of the value, or `nil` if the text is no such number.
    public subscript<Part>(dynamicMember path: KeyPath<Value, Part>) -> Part? { value?[keyPath: path] }
    /// A property of the value, or `nil` if the text is no such number.
    public subscript<Part>(dynamicMember path: KeyPath<Value, Part?>) -> Part? { value?[keyPath: path] }
}

extension Quoted: APIEngine.Spelling {
    /// Creates the text that is sent for an argument. Returns `nil` if the argument cannot be written in this form.
    public init?(argument: Value.Natural) {
        guard let text = Value(argument: argument)?._argument.text(flags: .digits) else { return nil }
        rawValue = text
    }
}

extension Quoted: ExpressibleByIntegerLiteral where Value == Int {
    public init(integerLiteral value: Int) { self.init(value) }
    /// Indicates whether the value equals an integer.
    public static func == (left: Self, right: Int) -> Bool { left.value == right }
    /// Indicates whether the value equals an integer.
    public static func == (left: Int, right: Self) -> Bool { left == right.value }
    /// Indicates whether the value differs from an integer.
    public static func != (left: Self, right: Int) -> Bool { left.value != right }
    /// Indicates whether the value differs from an integer.
    public static func != (left: Int, right: Self) -> Bool { left != right.value }
}

/// Bytes in base64. The text is kept as the server sent it.
public struct Base64String: APIEngine.RawScalar, ExpressibleByStringLiteral, CustomStringConvertible, APIEngine.Spelling
{
    /// The text as the server sent it.
    public var rawValue: String

    /// Creates a value from text, without a check of its form.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates the base64 text of bytes.
    public init(_ data: Data) { rawValue = data.base64EncodedString() }
    /// Creates the base64 text of bytes. The result is never `nil`.
    public init?(argument: Data) { self.init(argument) }

    /// The bytes, or `nil` if the text is not base64.
    ///
    /// The alphabet for URLs, missing padding, and line breaks are accepted too.
    public var data: Data? {
        var text: [UInt8] = []
        for byte in rawValue.utf8 where byte > 0x20 {
            text.append(
                byte == UInt8(ascii: "-") ? UInt8(ascii: "+") : byte == UInt8(ascii: "_") ? UInt8(ascii: "/") : byte)
        }
        guard text.first != UInt8(ascii: "="), text.drop(while: { $0 != 0x3D }).allSatisfy({ $0 == 0x3D }) else {
            return nil
        }
        while text.count % 4 > 1 { text.append(UInt8(ascii: "=")) }
        return Data(base64Encoded: Data(text))
    }
}

extension Base64String {
    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        rawValue = reader.string(as: "base64", Self.conforms)
    }

    /// Returns `true` if ``data`` can decode the text, without decoding it.
    private static func conforms(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var digits = 0
        var padding = 0
        for byte in bytes where byte > 0x20 {
            let letter = byte | 0x20
            let isDigit = letter &- 0x61 < 26 || byte &- 0x30 <= 9 || "+/-_".utf8.contains(byte)
            if isDigit, padding == 0 {
                digits += 1
            } else if byte == UInt8(ascii: "=") {
                padding += 1
            } else {
                return false
            }
        }
        return digits % 4 == 0 ? padding == 0 : digits % 4 > 1 && padding <= 4 - digits % 4
    }
}

/// The text of a URL as the server sent it. It need not be a valid URL.
public struct URLString: APIEngine.RawScalar, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The text as the server sent it.
    public var rawValue: String

    /// Creates a value from text, without a check of its form.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a value from text, without a check of its form.
    public init(_ text: String) { rawValue = text }
    /// Creates the text of a URL.
    public init(_ url: URL) { rawValue = url.absoluteString }

    /// The URL, read as a browser reads it, or `nil` if the text gives none.
    ///
    /// White space around the text is ignored, characters that are not allowed after the host are escaped, and `//host`
    /// becomes `https://host`.
    public var url: URL? {
        var text = rawValue.filter { !$0.isNewline && $0 != "\t" }[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        if text.hasPrefix("//") { text = "https:" + text }
        // Foundation writes the host. The rest is escaped here, because Foundation escapes existing escapes again if it
        // finds a fault.
        let scheme = text.prefix { !"/?#".contains($0) }
        let hasHost = scheme.last == ":" && text[scheme.endIndex...].hasPrefix("//")
        let host =
            hasHost
            ? text[scheme.endIndex...].dropFirst(2).firstIndex { "/?#".contains($0) } ?? text.endIndex : text.startIndex
        var rest: [UInt8] = []
        for (place, part) in text[host...].split(separator: "#", omittingEmptySubsequences: false).enumerated() {
            if place > 0 { rest += (place == 1 ? "#" : "%23").utf8 }
            PercentEncoding.append(literal: part.utf8, to: &rest)
        }
        return URL(string: String(text[..<host]) + String(decoding: rest, as: UTF8.self))
    }
}
