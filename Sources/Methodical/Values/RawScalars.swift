import struct Foundation.Data
import struct Foundation.URL

/// A scalar with a meaning: kept as the server sent it, so that nothing is lost where the meaning cannot be made out.
public protocol RawScalar: APIValue, RawRepresentable where RawValue: APIValue {
    init(rawValue: RawValue)
}

extension RawScalar {
    public init(_ blank: Blank) { self.init(rawValue: RawValue(blank)) }

    public mutating func _read(_ reader: inout JSONReader) {
        var raw = RawValue(Blank())
        raw._read(&reader)
        self = Self(rawValue: raw)
    }

    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<Self>) -> Bool {
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

extension RawScalar where Self: ExpressibleByIntegerLiteral, RawValue: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: RawValue.IntegerLiteralType) {
        self.init(rawValue: RawValue(integerLiteral: value))
    }
}

extension RawScalar where Self: ExpressibleByStringLiteral, RawValue == String {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension RawScalar where Self: CustomStringConvertible, RawValue: CustomStringConvertible {
    public var description: String { rawValue.description }
}

extension RawScalar where Self: Comparable, RawValue: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// How a parameter travels that callers give as a type of Swift's own, such as a `Date`.
public protocol Spelling: APIValue {
    associatedtype Natural: Sendable
    /// Nil for what cannot be spelled this way.
    init?(argument: Natural)
}

extension Int: Spelling {
    public init?(argument: Int) { self = argument }
}

/// What is a number by its meaning and travels as a string: an id that JavaScript could not hold, for one.
///
/// Equal to another by its text, and to an integer by its value.
@dynamicMemberLookup
public struct Quoted<Value: Spelling>: RawScalar, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ value: Value) { rawValue = value._argument.text(flags: .digits) ?? "" }

    /// Nil if the text is no such number.
    public var value: Value? {
        do { return try Value(json: Array(rawValue.utf8), reading: .strict) } catch { return nil }
    }

    public mutating func _read(_ reader: inout JSONReader) {
        rawValue = reader.string(as: "a number in quotes") { bytes in
            // Nearly all of them are plain digits, which take no reader of their own.
            if 1...9 ~= bytes.count, bytes[0] != UInt8(ascii: "0"), bytes.allSatisfy({ $0 &- 0x30 <= 9 }) {
                return true
            }
            return Self(rawValue: String(decoding: bytes, as: UTF8.self)).value != nil
        }
    }

    public subscript<Part>(dynamicMember path: KeyPath<Value, Part>) -> Part? { value?[keyPath: path] }
    public subscript<Part>(dynamicMember path: KeyPath<Value, Part?>) -> Part? { value?[keyPath: path] }
}

extension Quoted: Spelling {
    public init?(argument: Value.Natural) {
        guard let text = Value(argument: argument)?._argument.text(flags: .digits) else { return nil }
        rawValue = text
    }
}

extension Quoted: ExpressibleByIntegerLiteral where Value == Int {
    public init(integerLiteral value: Int) { self.init(value) }
    public static func == (left: Self, right: Int) -> Bool { left.value == right }
    public static func == (left: Int, right: Self) -> Bool { left == right.value }
    public static func != (left: Self, right: Int) -> Bool { left.value != right }
    public static func != (left: Int, right: Self) -> Bool { left != right.value }
}

/// Bytes as base64, kept as the server wrote them.
public struct Base64String: RawScalar, ExpressibleByStringLiteral, CustomStringConvertible, Spelling {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ data: Data) { rawValue = data.base64EncodedString() }
    public init?(argument: Data) { self.init(argument) }

    /// Also of the alphabet made for URLs, without padding, and in lines. Nil if the text is no base64.
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
    public mutating func _read(_ reader: inout JSONReader) { rawValue = reader.string(as: "base64", Self.conforms) }

    /// Returns whether ``data`` can decode the text, without decoding it.
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

/// An address as the server wrote it, which need not be a valid URL.
public struct URLString: RawScalar, ExpressibleByStringLiteral, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ text: String) { rawValue = text }
    public init(_ url: URL) { rawValue = url.absoluteString }

    /// Read as a browser would: space around it counts for nothing, what may not stand behind the host is escaped, and `//host` is reached
    /// by https. Nil if that gives no URL.
    public var url: URL? {
        var text = rawValue.filter { !$0.isNewline && $0 != "\t" }[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        if text.hasPrefix("//") { text = "https:" + text }
        // The host is Foundation's to spell; but of what it finds a fault with, it escapes the escapes as well.
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
