import Methodical

extension Metrika.ReportDay {
    /// Returns the day that is a number of days before today: `.daysAgo(7)`.
    public static func daysAgo(_ count: Int) -> Self { Self(rawValue: "\(count)daysAgo") }

    /// Returns a day of the calendar: `.day("2026-11-21")`.
    public static func day(_ day: CalendarDay) -> Self { Self(rawValue: day.rawValue) }

    /// Indicates whether this is `today`, `yesterday`, a number of days ago, or a day of the calendar.
    var isValid: Bool {
        if isKnown || CalendarDay(rawValue: rawValue).isWellFormed { return true }
        let suffix = "daysAgo"
        let count = rawValue.dropLast(suffix.count)
        return rawValue.hasSuffix(suffix) && !count.isEmpty && count.allSatisfy { $0.isASCII && $0.isNumber }
    }
}
