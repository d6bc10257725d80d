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
    var text: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }
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
