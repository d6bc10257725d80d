import Foundation

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
