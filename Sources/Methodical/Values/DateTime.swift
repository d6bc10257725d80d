import Foundation

/// A moment as RFC 3339 writes it, `2024-02-29T12:30:00.5+03:00`, kept as the server wrote it.
public struct DateTime: RawScalar, ExpressibleByStringLiteral, CustomStringConvertible {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    /// In UTC, with milliseconds where the date has any.
    public init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        let whole = Int(exactly: milliseconds) ?? 0
        let (seconds, fraction) = whole.floored(by: 1000)
        let (days, time) = seconds.floored(by: 86400)
        let day = CivilDay(sinceEpoch: days)
        let clock = [time / 3600, time / 60 % 60, time % 60].map { $0.padded(2) }.joined(separator: ":")
        let tail = fraction == 0 ? "" : "." + fraction.padded(3)
        rawValue = "\(day.year.padded(4))-\(day.month.padded(2))-\(day.day.padded(2))T\(clock)\(tail)Z"
    }

    /// Nil if the text is no moment: a date alone, a time without a zone, a 30th of February.
    public var date: Date? {
        var text = Digest(Array(rawValue.utf8))
        guard let year = text.number(4), text.take("-"), let month = text.number(2), text.take("-"), let day = text.number(2),
            text.take("T") || text.take("t") || text.take(" "), let hour = text.number(2), text.take(":"), let minute = text.number(2),
            text.take(":"), let second = text.number(2), let civil = CivilDay(year: year, month: month, day: day),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        let fraction = text.take(".") ? text.fraction() : 0
        guard let fraction, let zone = text.zone(), text.isAtEnd else { return nil }
        let seconds = civil.daysSinceEpoch * 86400 + hour * 3600 + minute * 60 + second - zone
        return Date(timeIntervalSince1970: Double(seconds) + fraction)
    }

    public var description: String { rawValue }
}

/// The bytes of a timestamp, taken from the front.
private struct Digest {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

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
    mutating func zone() -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = number(2), hours < 24 else { return nil }
        _ = take(":")
        guard let minutes = number(2), minutes < 60 else { return nil }
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
