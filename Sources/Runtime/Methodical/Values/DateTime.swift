import struct Foundation.Date

/// A point in time in the format of RFC 3339, such as `2024-02-29T12:30:00.5+03:00`. It keeps the text that the server
/// sent.
public struct DateTime: APIEngine.FormattedString, ExpressibleByStringLiteral, APIEngine.Spelling {
    /// The seconds since 1970 in the years 0 to 9999, which are all that RFC 3339 can express.
    static let years = -62_167_219_200.0..<253_402_300_800.0

    /// Returns the nearest number of seconds in the years 0 to 9999, to the millisecond.
    static func clamped(_ seconds: Double) -> Double {
        min(max(seconds, years.lowerBound), years.upperBound - 0.001)
    }

    /// The text as the server sent it.
    public var rawValue: String

    /// Creates a timestamp from text, without a check of its format.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a timestamp of a date in UTC, with milliseconds if the date has any. A date outside the years 0 to 9999
    /// becomes the nearest one inside.
    public init(_ date: Date) {
        let milliseconds = Int(_nearest: Self.clamped(date.timeIntervalSince1970) * 1000)
        let (seconds, fraction) = milliseconds.floored(by: 1000)
        let (days, time) = seconds.floored(by: 86400)
        let clock = [time / 3600, time / 60 % 60, time % 60]
            .map { $0.padded(to: 2) }
            .joined(separator: ":")
        rawValue = "\(CivilDay(sinceEpoch: days).text)T\(clock)"
        if fraction > 0 {
            rawValue += "." + fraction.padded(to: 3)
        }
        rawValue += "Z"
    }

    /// Creates a timestamp of a date. Returns `nil` if the date is outside the years 0 to 9999.
    public init?(argument: Date) {
        guard Self.years.contains(argument.timeIntervalSince1970) else { return nil }
        self.init(argument)
    }

    /// The format in words.
    public static var format: StaticString {
        "a date and time as in 2024-02-29T12:30:00Z"
    }

    /// Indicates whether the text has exactly the format of RFC 3339.
    public var isWellFormed: Bool {
        seconds(isExact: true) != nil
    }

    /// The point in time as a date, or `nil` if the text names none, such as a date alone, a time without a zone, or a
    /// 30th of February.
    ///
    /// A leap second counts as the first second of the next minute.
    public var date: Date? {
        seconds(isExact: false).map { Date(timeIntervalSince1970: $0) }
    }

    /// Returns the seconds since 1970, or `nil` if the text names no point in time.
    ///
    /// Some texts contradict RFC 3339 although their meaning is clear: those with a space instead of the `T`, with a
    /// zone without its colon, or with a leap second at the wrong time. They are accepted unless `isExact` is `true`.
    private func seconds(isExact: Bool) -> Double? {
        var text = DateScanner(rawValue)
        let separators = isExact ? "Tt" : "Tt "
        guard let day = text.day(), text.take(separators),
            let hour = text.number(digits: 2), text.take(":"),
            let minute = text.number(digits: 2), text.take(":"),
            let second = text.number(digits: 2),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        var fraction = 0.0
        if text.take(".") {
            guard let digits = text.fraction() else { return nil }
            fraction = digits
        }
        guard let zone = text.zone(needsColon: isExact),
            text.isAtEnd
        else { return nil }
        let minutes = hour * 60 + minute - zone
        // A leap second is the last second of a day in UTC.
        if isExact, second == 60, minutes.floored(by: 1440).1 != 1439 {
            return nil
        }
        return Double(day.daysSinceEpoch * 86400 + minutes * 60 + second) + fraction
    }
}

/// A reader of a date's text, from left to right. After a failure, its position has no meaning.
struct DateScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
    }

    /// Indicates whether all of the text has been read.
    var isAtEnd: Bool { rest.isEmpty }

    /// Reads one of several characters. Returns whether it was there.
    mutating func take(_ characters: String) -> Bool {
        guard let first = rest.first,
            characters.utf8.contains(first)
        else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Reads exactly the given number of digits.
    mutating func number(digits: Int) -> Int? {
        var value = 0
        for _ in 0..<digits {
            guard let digit = rest.popFirst(),
                digit.isDigit
            else { return nil }
            value = value * 10 + Int(digit - .zero)
        }
        return value
    }

    /// Reads a day as in `2024-02-29`.
    mutating func day() -> CivilDay? {
        guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
            let day = number(digits: 2)
        else { return nil }
        return CivilDay(year: year, month: month, day: day)
    }

    /// Reads the fraction after the point, which has at least one digit.
    mutating func fraction() -> Double? {
        let digits = rest.prefix(while: \.isDigit)
        rest = rest[digits.endIndex...]
        guard !digits.isEmpty else { return nil }
        return Double("0.\(Substring(digits))")
    }

    /// Reads `Z` or an offset, and returns it in minutes east. An offset without a colon, such as `+0300`, is common
    /// and clear.
    mutating func zone(needsColon: Bool) -> Int? {
        if take("Zz") {
            return 0
        }
        let isWest = take("-")
        guard isWest || take("+"), let hours = number(digits: 2), hours < 24, take(":") || !needsColon,
            let minutes = number(digits: 2), minutes < 60
        else { return nil }
        let offset = hours * 60 + minutes
        return isWest ? -offset : offset
    }
}

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
