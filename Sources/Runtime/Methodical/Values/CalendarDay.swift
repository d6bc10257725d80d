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
        guard let day = CivilDay(year: year, month: month, day: day), 0...9999 ~= year else { return nil }
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
        func offset(at date: Date) -> Double { Double(zone.secondsFromGMT(for: date)) }
        let near = midnight - offset(at: midnight)
        let start = midnight - offset(at: near)
        if offset(at: start) == offset(at: near) {
            return start
        }
        return max(start, near)
    }
}
