import struct Foundation.Date

extension APIEngine {
    /// A point in time, stored as a number of units since 1970.
    public protocol Timestamp: APIEngine.RawScalar, Comparable, CustomStringConvertible, APIEngine.Spelling
    where RawValue: APIEngine.Numeral, Natural == Date {
        /// The number of units in a second.
        static var unitsPerSecond: Double { get }
        /// Creates a timestamp of a date, rounded to a value that the timestamp can hold.
        init(_ date: Date)
    }
}

extension APIEngine.Timestamp {
    /// Creates a timestamp of the unit nearest to a date.
    public init(_ date: Date) {
        self.init(rawValue: RawValue(_nearest: date.timeIntervalSince1970 * Self.unitsPerSecond))
    }

    /// Creates a timestamp of a date. Returns `nil` if the date is outside the years 0 to 9999.
    public init?(argument: Date) {
        guard DateTime.years.contains(argument.timeIntervalSince1970) else { return nil }
        self.init(argument)
    }

    /// The point in time as a date.
    public var date: Date {
        Date(timeIntervalSince1970: rawValue._double / Self.unitsPerSecond)
    }
}

/// A point in time, stored as whole seconds since 1970.
public struct UnixSeconds: APIEngine.Timestamp, ExpressibleByIntegerLiteral {
    /// The number of seconds since 1970.
    public var rawValue: Int

    /// Creates a timestamp from a number of seconds since 1970.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Creates a timestamp of the second that contains a date. A date outside the range of `Int` becomes the nearest
    /// value.
    public init(_ date: Date) {
        rawValue = Int(_nearest: date.timeIntervalSince1970.rounded(.down))
    }

    /// The number of units in a second: 1.
    public static var unitsPerSecond: Double { 1 }

    /// A point in time, stored as seconds since 1970 with a fraction.
    public struct Fractional: APIEngine.Timestamp, ExpressibleByFloatLiteral {
        /// The number of seconds since 1970.
        public var rawValue: Double

        /// Creates a timestamp from a number of seconds since 1970.
        public init(rawValue: Double) { self.rawValue = rawValue }

        /// The number of units in a second: 1.
        public static var unitsPerSecond: Double { 1 }
    }
}

/// A point in time, stored as whole milliseconds since 1970.
public struct UnixMilliseconds: APIEngine.Timestamp, ExpressibleByIntegerLiteral {
    /// The number of milliseconds since 1970.
    public var rawValue: Int

    /// Creates a timestamp from a number of milliseconds since 1970.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The number of units in a second: 1000.
    public static var unitsPerSecond: Double { 1000 }

    /// A point in time, stored as milliseconds since 1970 with a fraction.
    public struct Fractional: APIEngine.Timestamp, ExpressibleByFloatLiteral {
        /// The number of milliseconds since 1970.
        public var rawValue: Double

        /// Creates a timestamp from a number of milliseconds since 1970.
        public init(rawValue: Double) { self.rawValue = rawValue }

        /// The number of units in a second: 1000.
        public static var unitsPerSecond: Double { 1000 }
    }
}
