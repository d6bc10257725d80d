import Foundation

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

/// An address as the server wrote it, which need not be a valid URL.
public struct URLString: RawScalar, ExpressibleByStringLiteral, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ text: String) { rawValue = text }
    public init(_ url: URL) { rawValue = url.absoluteString }
    public init(stringLiteral value: String) { rawValue = value }

    /// Nil if the text is no URL.
    public var url: URL? { URL(string: rawValue) }

    public var description: String { rawValue }
}

/// A moment as whole seconds since 1970.
public struct UnixSeconds: RawScalar, Comparable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    public var rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
    public init(integerLiteral value: Int) { rawValue = value }
    /// The second that the date lies in; the nearest that `Int` holds for one out of its range.
    public init(_ date: Date) { rawValue = Int(clamping: date.timeIntervalSince1970.rounded(.down)) }

    public var date: Date { Date(timeIntervalSince1970: Double(rawValue)) }
    public var description: String { String(rawValue) }
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A moment as whole milliseconds since 1970.
public struct UnixMilliseconds: RawScalar, Comparable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    public var rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
    public init(integerLiteral value: Int) { rawValue = value }
    /// The millisecond nearest to the date.
    public init(_ date: Date) { rawValue = Int(clamping: (date.timeIntervalSince1970 * 1000).rounded()) }

    public var date: Date { Date(timeIntervalSince1970: Double(rawValue) / 1000) }
    public var description: String { String(rawValue) }
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension Int {
    /// Not a number becomes 0.
    fileprivate init(clamping value: Double) {
        self = Int(exactly: value) ?? (value.isNaN ? 0 : value < 0 ? .min : .max)
    }
}
