import Foundation

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
    /// Creates a timestamp of a date. Returns `nil` if the date is outside the years 0 to 9999.
    public init?(argument: Date) {
        guard DateTime.years.contains(argument.timeIntervalSince1970) else { return nil }
        self.init(argument)
    }

    /// The point in time as a date.
    public var date: Date { Date(timeIntervalSince1970: rawValue._double / Self.unitsPerSecond) }
}

/// A point in time, stored as whole seconds since 1970.
public struct UnixSeconds: APIEngine.Timestamp, ExpressibleByIntegerLiteral {
    /// The number of seconds since 1970.
    public var rawValue: Int

    /// Creates a timestamp from a number of seconds since 1970.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Creates a timestamp of the second that contains a date. A date outside the range of `Int` becomes the nearest
    /// value.
    public init(_ date: Date) { rawValue = Int(_nearest: date.timeIntervalSince1970.rounded(.down)) }

    /// The number of units in a second: 1.
    public static var unitsPerSecond: Double { 1 }

    /// A point in time, stored as seconds since 1970 with a fraction.
    public struct Fractional: APIEngine.Timestamp, ExpressibleByFloatLiteral {
        /// The number of seconds since 1970.
        public var rawValue: Double

        /// Creates a timestamp from a number of seconds since 1970.
        public init(rawValue: Double) { self.rawValue = rawValue }
        public init(floatLiteral value: Double) { rawValue = value }
        /// Creates a timestamp of a date.
        public init(_ date: Date) { rawValue = date.timeIntervalSince1970 }

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
    /// Creates a timestamp of the millisecond nearest to a date.
    public init(_ date: Date) { rawValue = Int(_nearest: date.timeIntervalSince1970 * 1000) }

    /// The number of units in a second: 1000.
    public static var unitsPerSecond: Double { 1000 }

    /// A point in time, stored as milliseconds since 1970 with a fraction.
    public struct Fractional: APIEngine.Timestamp, ExpressibleByFloatLiteral {
        /// The number of milliseconds since 1970.
        public var rawValue: Double

        /// Creates a timestamp from a number of milliseconds since 1970.
        public init(rawValue: Double) { self.rawValue = rawValue }
        public init(floatLiteral value: Double) { rawValue = value }
        /// Creates a timestamp of a date.
        public init(_ date: Date) { rawValue = date.timeIntervalSince1970 * 1000 }

        /// The number of units in a second: 1000.
        public static var unitsPerSecond: Double { 1000 }
    }
}

/// A point in time in the format of RFC 3339, such as `2024-02-29T12:30:00.5+03:00`. It keeps the text that the server
/// sent.
public struct DateTime: APIEngine.RawScalar, ExpressibleByStringLiteral, CustomStringConvertible, APIEngine.Spelling {
    /// The seconds since 1970 from the year 0 to 9999, all that RFC 3339 has digits for.
    static let years = -62_167_219_200.0..<253_402_300_800.0

    static func clamped(_ seconds: Double) -> Double { min(max(seconds, years.lowerBound), years.upperBound - 0.001) }

    /// The text as the server sent it.
    public var rawValue: String

    /// Creates a timestamp from text, without a check of its format.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a timestamp of a date in UTC, with milliseconds if the date has any. A date outside the years 0 to 9999
    /// becomes the nearest one inside.
    public init(_ date: Date) {
        let (seconds, fraction) = Int(_nearest: Self.clamped(date.timeIntervalSince1970) * 1000).floored(by: 1000)
        let (days, time) = seconds.floored(by: 86400)
        let clock = [time / 3600, time / 60 % 60, time % 60].map { $0.padded(2) }.joined(separator: ":")
        rawValue = "\(CivilDay(sinceEpoch: days).text)T\(clock)\(fraction == 0 ? "" : "." + fraction.padded(3))Z"
    }

    /// Creates a timestamp of a date. Returns `nil` if the date is outside the years 0 to 9999.
    public init?(argument: Date) {
        guard Self.years.contains(argument.timeIntervalSince1970) else { return nil }
        self.init(argument)
    }

    /// The point in time as a date, or `nil` if the text names none: a date alone, a time without a zone, or a 30th of
    /// February.
    ///
    /// A leap second counts as the first second of the next minute.
    public var date: Date? {
        var text = rawValue
        return text.withUTF8 { Self.seconds($0, isExact: false) }.map { Date(timeIntervalSince1970: $0) }
    }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        rawValue = reader.string(as: "a date and time as in 2024-02-29T12:30:00Z") {
            Self.seconds($0, isExact: true) != nil
        }
    }

    /// Returns the seconds since 1970, or `nil` if the text names no point in time.
    ///
    /// Some texts contradict RFC 3339 although their meaning is clear: those with a space instead of the `T`, with a
    /// zone without its colon, or with a leap second at the wrong time. They are accepted unless `isExact` is `true`.
    private static func seconds(_ bytes: UnsafeBufferPointer<UInt8>, isExact: Bool) -> Double? {
        var text = Digest(bytes)
        guard let day = text.day(), text.take("T") || text.take("t") || !isExact && text.take(" "),
            let hour = text.number(2), text.take(":"), let minute = text.number(2), text.take(":"),
            let second = text.number(2), hour < 24, minute < 60, second <= 60
        else { return nil }
        let fraction = text.take(".") ? text.fraction() : 0
        guard let fraction, let zone = text.zone(needsColon: isExact), text.isAtEnd else { return nil }
        let minutes = hour * 60 + minute - zone / 60
        if isExact, second == 60, minutes.floored(by: 1440).1 != 1439 { return nil }
        return Double(day.daysSinceEpoch * 86400 + minutes * 60 + second) + fraction
    }
}

/// A calendar day in the format of ISO 8601, such as `2024-02-29`. It keeps the text that the server sent.
///
/// A day begins and ends at different points in time, depending on the time zone.
public struct CalendarDay: APIEngine.RawScalar, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The text as the server sent it.
    public var rawValue: String

    /// Creates a day from text, without a check of its format.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a day from its parts. Returns `nil` if the day does not exist, or if its year is outside 0 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard let day = CivilDay(year: year, month: month, day: day), 0...9999 ~= year else { return nil }
        rawValue = day.text
    }

    /// Creates the day that contains a date in a time zone.
    public init(_ date: Date, in zone: TimeZone) {
        let seconds = DateTime.clamped(date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date)))
        rawValue = CivilDay(sinceEpoch: Int(_nearest: seconds.rounded(.down)).floored(by: 86400).0).text
    }

    private var civil: CivilDay? {
        var text = rawValue
        return text.withUTF8(Self.day)
    }

    private static func day(_ bytes: UnsafeBufferPointer<UInt8>) -> CivilDay? {
        var text = Digest(bytes)
        let day = text.day()
        return text.isAtEnd ? day : nil
    }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        rawValue = reader.string(as: "a date as in 2024-02-29") { Self.day($0) != nil }
    }

    /// The year, or `nil` if the text is no day.
    public var year: Int? { civil?.year }
    /// The month from 1 to 12, or `nil` if the text is no day.
    public var month: Int? { civil?.month }
    /// The day of the month from 1 to 31, or `nil` if the text is no day.
    public var day: Int? { civil?.day }

    /// Returns the date at which the day begins in a time zone, or `nil` if the text is no day.
    ///
    /// A day begins at midnight, or later if the clocks of the time zone skip midnight on that day.
    public func start(in zone: TimeZone) -> Date? {
        guard let civil else { return nil }
        let midnight = Date(timeIntervalSince1970: Double(civil.daysSinceEpoch * 86400))
        func offset(_ date: Date) -> Double { Double(zone.secondsFromGMT(for: date)) }
        let near = midnight - offset(midnight)
        let start = midnight - offset(near)
        return offset(start) == offset(near) ? start : max(start, near)
    }
}

/// A reader of a timestamp's bytes, from left to right.
private struct Digest {
    private var rest: Slice<UnsafeBufferPointer<UInt8>>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { rest = bytes[...] }

    mutating func day() -> CivilDay? {
        guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2) else { return nil }
        return CivilDay(year: year, month: month, day: day)
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard let first = rest.first, first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Reads exactly the given number of digits.
    mutating func number(_ digits: Int) -> Int? {
        guard rest.count >= digits else { return nil }
        var value = 0
        for byte in rest.prefix(digits) {
            guard byte &- 0x30 <= 9 else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        rest = rest.dropFirst(digits)
        return value
    }

    /// Reads the fraction after the point, which has at least one digit.
    mutating func fraction() -> Double? {
        let digits = rest.prefix { $0 &- 0x30 <= 9 }
        rest = rest.dropFirst(digits.count)
        return digits.isEmpty ? nil : Double("0." + String(decoding: digits, as: UTF8.self))
    }

    /// Reads `Z` or an offset, and returns it in seconds east. An offset without a colon, such as `+0300`, is common
    /// and clear.
    mutating func zone(needsColon: Bool) -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = number(2), hours < 24 else { return nil }
        guard take(":") || !needsColon, let minutes = number(2), minutes < 60 else { return nil }
        return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}

/// A day of the Gregorian calendar, which is extended to the time before its introduction, as in RFC 3339.
private struct CivilDay {
    var year: Int
    var month: Int
    var day: Int

    init?(year: Int, month: Int, day: Int) {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard (1...12).contains(month), day >= 1, day <= lengths[month - 1] else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Creates a day from the number of days since 1970.
    init(sinceEpoch days: Int) {
        // Years begin with March here, so that a leap day is the last day of its year. 400 years have 146,097 days.
        let (era, dayOfEra) = (days + 719_468).floored(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let index = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * index + 2) / 5 + 1
        month = index < 10 ? index + 3 : index - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var text: String { "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))" }

    var daysSinceEpoch: Int {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).floored(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }
}

extension Int {
    /// Returns the quotient rounded down, and the remainder, which is never negative.
    fileprivate func floored(by divisor: Int) -> (Int, Int) {
        let rest = self % divisor
        return rest < 0 ? (self / divisor - 1, rest + divisor) : (self / divisor, rest)
    }

    fileprivate func padded(_ width: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
    }
}
