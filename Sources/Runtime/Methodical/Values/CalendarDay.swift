import Foundation

/// A calendar day in the format of ISO 8601, such as `2024-02-29`. It keeps the text that the server sent.
///
/// A day begins and ends at different points in time, depending on the time zone.
public struct CalendarDay: APIEngine.FormattedString, Comparable, ExpressibleByStringLiteral {
    /// The text as the server sent it.
    public var rawValue: String

    /// Creates a day from text, without a check of its format.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a day from its parts. Returns `nil` if the day does not exist, or if its year is outside 0 to 9999.
    public init?(year: Int, month: Int, day: Int) {
        guard let day = CivilDay(year: year, month: month, day: day),
            0...9999 ~= year
        else { return nil }
        rawValue = day.text
    }

    /// Creates the day that contains a date in a time zone.
    public init(_ date: Date, in zone: TimeZone) {
        let seconds = DateTime.clamped(date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date)))
        let (days, _) = Int(_nearest: seconds.rounded(.down)).floored(by: 86400)
        rawValue = CivilDay(sinceEpoch: days).text
    }

    /// The format in words.
    public static var format: StaticString { "a date as in 2024-02-29" }
    /// Indicates whether the text is a day.
    public var isWellFormed: Bool { civil != nil }

    private var civil: CivilDay? {
        var text = DateScanner(rawValue)
        let day = text.day()
        guard text.isAtEnd else { return nil }
        return day
    }

    /// The year, or `nil` if the text is not a day.
    public var year: Int? { civil?.year }
    /// The month from 1 to 12, or `nil` if the text is not a day.
    public var month: Int? { civil?.month }
    /// The day of the month from 1 to 31, or `nil` if the text is not a day.
    public var day: Int? { civil?.day }

    /// Returns the date at which the day begins in a time zone, or `nil` if the text is not a day.
    ///
    /// A day begins at midnight, or later if the clocks of the time zone skip midnight on that day.
    public func start(in zone: TimeZone) -> Date? {
        guard let civil else { return nil }
        let midnight = Date(timeIntervalSince1970: Double(civil.daysSinceEpoch * 86400))

        func offset(at date: Date) -> Double {
            Double(zone.secondsFromGMT(for: date))
        }

        let near = midnight - offset(at: midnight)
        let start = midnight - offset(at: near)
        if offset(at: start) == offset(at: near) {
            return start
        }
        return max(start, near)
    }
}

/// A day of the Gregorian calendar, which is extended to the time before its introduction, as in RFC 3339.
///
/// The conversions are those of Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", 2013. Years begin with
/// March there, so that a leap day is the last day of its year. An era of 400 years has 146,097 days, and 719,468 days
/// lie between the first era and 1970.
struct CivilDay {
    var year: Int
    var month: Int
    var day: Int

    private static let daysPerEra = 146_097
    private static let daysBefore1970 = 719_468

    /// Creates a day from its parts. Returns `nil` if the day does not exist.
    init?(year: Int, month: Int, day: Int) {
        let isCentury = year % 100 == 0
        let yearsBetweenLeapYears = isCentury ? 400 : 4
        let isLeap = year % yearsBetweenLeapYears == 0
        let length =
            switch month {
            case 2 where isLeap: 29
            case 2: 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        guard 1...12 ~= month, 1...length ~= day else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates a day from the number of days since 1970.
    init(sinceEpoch days: Int) {
        let (era, dayOfEra) = (days + Self.daysBefore1970).floored(by: Self.daysPerEra)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // Months of 31 and 30 days alternate from March on, so that five have 153 days.
        let index = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * index + 2) / 5 + 1
        let yearFromMarch = yearOfEra + era * 400
        if index < 10 {
            month = index + 3
            year = yearFromMarch
        } else {
            month = index - 9
            year = yearFromMarch + 1
        }
    }

    /// The number of days since 1970.
    var daysSinceEpoch: Int {
        var yearFromMarch = year
        var index = month - 3
        if month <= 2 {
            yearFromMarch -= 1
            index += 12
        }
        let (era, yearOfEra) = yearFromMarch.floored(by: 400)
        let dayOfYear = (153 * index + 2) / 5 + day - 1
        return era * Self.daysPerEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
            - Self.daysBefore1970
    }

    /// The day in the format of ISO 8601.
    var text: String {
        "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
    }
}

extension Int {
    /// Returns the quotient rounded down, and the remainder, which is never negative.
    func floored(by divisor: Int) -> (Int, Int) {
        let quotient = self / divisor
        let rest = self % divisor
        guard rest < 0 else {
            return (quotient, rest)
        }
        return (quotient - 1, rest + divisor)
    }

    /// Returns the number with zeros before it, so that it has at least `width` digits.
    func padded(to width: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
    }
}
