import Foundation

/// A moment as a number of units since 1970.
public protocol Timestamp: RawScalar, Comparable, CustomStringConvertible, Spelling
where RawValue: Numeral, Natural == Date {
    static var unitsPerSecond: Double { get }
    init(_ date: Date)
}

extension Timestamp {
    public init?(argument: Date) {
        guard DateTime.years.contains(argument.timeIntervalSince1970) else { return nil }
        self.init(argument)
    }

    public var date: Date { Date(timeIntervalSince1970: rawValue._double / Self.unitsPerSecond) }
}

/// A moment as whole seconds since 1970.
public struct UnixSeconds: Timestamp, ExpressibleByIntegerLiteral {
    public var rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The second that the date lies in; the nearest that `Int` holds for one out of its range.
    public init(_ date: Date) { rawValue = Int(_nearest: date.timeIntervalSince1970.rounded(.down)) }

    public static var unitsPerSecond: Double { 1 }

    /// Seconds with a fraction.
    public struct Fractional: Timestamp, ExpressibleByFloatLiteral {
        public var rawValue: Double

        public init(rawValue: Double) { self.rawValue = rawValue }
        public init(floatLiteral value: Double) { rawValue = value }
        public init(_ date: Date) { rawValue = date.timeIntervalSince1970 }

        public static var unitsPerSecond: Double { 1 }
    }
}

/// A moment as whole milliseconds since 1970.
public struct UnixMilliseconds: Timestamp, ExpressibleByIntegerLiteral {
    public var rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
    /// The millisecond nearest to the date.
    public init(_ date: Date) { rawValue = Int(_nearest: date.timeIntervalSince1970 * 1000) }

    public static var unitsPerSecond: Double { 1000 }

    /// Milliseconds with a fraction.
    public struct Fractional: Timestamp, ExpressibleByFloatLiteral {
        public var rawValue: Double

        public init(rawValue: Double) { self.rawValue = rawValue }
        public init(floatLiteral value: Double) { rawValue = value }
        public init(_ date: Date) { rawValue = date.timeIntervalSince1970 * 1000 }

        public static var unitsPerSecond: Double { 1000 }
    }
}

/// A moment as RFC 3339 writes it, `2024-02-29T12:30:00.5+03:00`, kept as the server wrote it.
public struct DateTime: RawScalar, ExpressibleByStringLiteral, CustomStringConvertible, Spelling {
    /// From the year 0 to 9999, all that RFC 3339 has digits for.
    static let years = -62_167_219_200.0..<253_402_300_800.0

    static func clamped(_ seconds: Double) -> Double { min(max(seconds, years.lowerBound), years.upperBound - 0.001) }

    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// In UTC, with milliseconds where the date has any; the nearest that can be written for one out of the years 0 to 9999.
    public init(_ date: Date) {
        let (seconds, fraction) = Int(_nearest: Self.clamped(date.timeIntervalSince1970) * 1000).floored(by: 1000)
        let (days, time) = seconds.floored(by: 86400)
        let clock = [time / 3600, time / 60 % 60, time % 60].map { $0.padded(2) }.joined(separator: ":")
        rawValue = "\(CivilDay(sinceEpoch: days).text)T\(clock)\(fraction == 0 ? "" : "." + fraction.padded(3))Z"
    }

    public init?(argument: Date) {
        guard Self.years.contains(argument.timeIntervalSince1970) else { return nil }
        self.init(argument)
    }

    /// Nil if the text is no moment: a date alone, a time without a zone, a 30th of February. A leap second is the first of the next minute.
    public var date: Date? {
        var text = rawValue
        return text.withUTF8 { Self.seconds($0, isExact: false) }.map { Date(timeIntervalSince1970: $0) }
    }

    public mutating func _read(_ reader: inout JSONReader) {
        rawValue = reader.string(as: "a date and time as in 2024-02-29T12:30:00Z") {
            Self.seconds($0, isExact: true) != nil
        }
    }

    /// Returns the seconds since 1970, or `nil` if the text is no moment. A space for the T, a zone without its colon and a leap second at any time
    /// have one meaning, but contradict RFC 3339: `isExact` refuses them.
    private static func seconds(_ bytes: UnsafeBufferPointer<UInt8>, isExact: Bool) -> Double? {
        var text = Digest(bytes)
        guard let day = text.day(), text.take("T") || text.take("t") || !isExact && text.take(" "),
            let hour = text.number(2), text.take(":"),
            let minute = text.number(2), text.take(":"), let second = text.number(2), hour < 24, minute < 60,
            second <= 60
        else { return nil }
        let fraction = text.take(".") ? text.fraction() : 0
        guard let fraction, let zone = text.zone(needsColon: isExact), text.isAtEnd else { return nil }
        let minutes = hour * 60 + minute - zone / 60
        if isExact, second == 60, minutes.floored(by: 1440).1 != 1439 { return nil }
        return Double(day.daysSinceEpoch * 86400 + minutes * 60 + second) + fraction
    }
}

/// A day of the calendar as ISO 8601 writes it, `2024-02-29`, kept as the server wrote it. It begins and ends at other moments from place to place.
public struct CalendarDay: RawScalar, Comparable, ExpressibleByStringLiteral, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nil if there is no such day, or if its year is not one of 0 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard let day = CivilDay(year: year, month: month, day: day), 0...9999 ~= year else { return nil }
        rawValue = day.text
    }

    /// The day that it is at this moment in a time zone.
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

    public mutating func _read(_ reader: inout JSONReader) {
        rawValue = reader.string(as: "a date as in 2024-02-29") { Self.day($0) != nil }
    }

    /// Nil, as are month and day, if the text is no day.
    public var year: Int? { civil?.year }
    public var month: Int? { civil?.month }
    public var day: Int? { civil?.day }

    /// The moment at which the day begins in a time zone, at midnight or, where clocks skip that, after it.
    public func start(in zone: TimeZone) -> Date? {
        guard let civil else { return nil }
        let midnight = Date(timeIntervalSince1970: Double(civil.daysSinceEpoch * 86400))
        func offset(_ date: Date) -> Double { Double(zone.secondsFromGMT(for: date)) }
        let near = midnight - offset(midnight)
        let start = midnight - offset(near)
        return offset(start) == offset(near) ? start : max(start, near)
    }
}

/// The bytes of a timestamp, taken from the front.
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

    /// Exactly this many digits.
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

    /// Behind the point: at least one digit.
    mutating func fraction() -> Double? {
        let digits = rest.prefix { $0 &- 0x30 <= 9 }
        rest = rest.dropFirst(digits.count)
        return digits.isEmpty ? nil : Double("0." + String(decoding: digits, as: UTF8.self))
    }

    /// `Z` or an offset, in seconds east. `+0300` without its colon is common and unambiguous.
    mutating func zone(needsColon: Bool) -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = number(2), hours < 24 else { return nil }
        guard take(":") || !needsColon, let minutes = number(2), minutes < 60 else { return nil }
        return (isWest ? -1 : 1) * (hours * 3600 + minutes * 60)
    }
}

/// A day of the Gregorian calendar, carried back before its introduction as RFC 3339 does.
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

    /// Years are counted from March, so that the leap day is a year's last; 400 years are 146,097 days.
    init(sinceEpoch days: Int) {
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
    /// The quotient rounded down, and what is left, never negative.
    fileprivate func floored(by divisor: Int) -> (Int, Int) {
        let rest = self % divisor
        return rest < 0 ? (self / divisor - 1, rest + divisor) : (self / divisor, rest)
    }

    fileprivate func padded(_ width: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
    }
}
