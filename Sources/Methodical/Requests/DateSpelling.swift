import struct Foundation.Date

/// Dates as arguments: whole seconds or milliseconds since 1970, or RFC 3339 in UTC.
enum DateSpelling {
    /// The years 0 to 9999, all that RFC 3339 has digits for.
    private static let years = -62_167_219_200.0..<253_402_300_800.0

    /// Seconds are rounded down. A date outside RFC 3339's years becomes a number that is not finite, which is refused where arguments are spelled.
    static func argument(_ date: Date, _ style: ParameterStyle) -> Argument {
        let seconds = date.timeIntervalSince1970
        guard years.contains(seconds) else { return .number(.nan) }
        if style.contains(.milliseconds) { return .integer(Int((seconds * 1000).rounded())) }
        if style.contains(.rfc3339) { return .string(DateTime(date).rawValue) }
        return .integer(Int(seconds.rounded(.down)))
    }
}
