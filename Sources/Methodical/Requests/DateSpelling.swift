import struct Foundation.Date

/// Dates as arguments: whole seconds or milliseconds since 1970, or RFC 3339 in UTC.
enum DateSpelling {
    /// A date that no calendar holds becomes a number that is not finite, which is refused where arguments are spelled.
    static func argument(_ date: Date, _ style: ParameterStyle) -> Argument {
        let seconds = date.timeIntervalSince1970
        guard abs(seconds) < 1e12 else { return .number(.nan) }
        let milliseconds = Int((seconds * 1000).rounded())
        if style.contains(.milliseconds) { return .integer(milliseconds) }
        if style.contains(.rfc3339) {
            let text = rfc3339(milliseconds: milliseconds)
            return text.map { .string($0) } ?? .number(.nan)
        }
        return .integer(Int(seconds.rounded(.down)))
    }

    /// `2015-06-01T12:00:00Z` or `2015-06-01T12:00:00.250Z`; nil outside the years 0 to 9999, which RFC 3339 has no digits for.
    static func rfc3339(milliseconds: Int) -> String? {
        let (second, millisecond) = milliseconds.quotientAndModulus(1000)
        let (day, time) = second.quotientAndModulus(86400)
        let date = civil(day)
        guard (0...9999).contains(date.year) else { return nil }
        var text = padded(date.year, 4) + "-" + padded(date.month, 2) + "-" + padded(date.day, 2)
        text += "T" + padded(time / 3600, 2) + ":" + padded(time / 60 % 60, 2) + ":" + padded(time % 60, 2)
        if millisecond > 0 { text += "." + padded(millisecond, 3) }
        return text + "Z"
    }

    /// The Gregorian date of a day counted from 1970-01-01, in years that begin in March so that the leap day is the last
    /// (Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms").
    private static func civil(_ day: Int) -> (year: Int, month: Int, day: Int) {
        let (era, dayOfEra) = (day + 719_468).quotientAndModulus(146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let march = (5 * dayOfYear + 2) / 153
        let month = march < 10 ? march + 3 : march - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * march + 2) / 5 + 1)
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}

extension Int {
    /// Rounds the quotient down, so that the remainder is never negative.
    fileprivate func quotientAndModulus(_ divisor: Int) -> (Int, Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
