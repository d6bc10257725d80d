/// A duration in the format of ISO 8601, such as `PT1H30M`. It keeps the text that the server sent.
public struct DurationString: APIEngine.FormattedString, ExpressibleByStringLiteral, APIEngine.Spelling {
    /// The text as the server sent it.
    public var rawValue: String

    /// Creates a duration from text, without a check of its format.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates the text of a duration. The result is never `nil`.
    public init?(argument: Duration) {
        self.init(argument)
    }

    /// Creates the text of a duration in hours, minutes and seconds, to the nanosecond.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let whole = seconds.magnitude
        let hours = whole / 3600
        let minutes = whole / 60 % 60
        let rest = whole % 60
        var digits = String(attoseconds.magnitude / 1_000_000_000 + 1_000_000_000).dropFirst()
        while digits.last == "0" {
            digits.removeLast()
        }
        rawValue = duration < .zero ? "-PT" : "PT"
        if hours > 0 {
            rawValue += "\(hours)H"
        }
        if minutes > 0 {
            rawValue += "\(minutes)M"
        }
        if !digits.isEmpty {
            rawValue += "\(rest).\(digits)S"
        } else if rest > 0 || whole == 0 {
            rawValue += "\(rest)S"
        }
    }

    /// The format in words.
    public static var format: StaticString { "a duration as in PT1H30M" }
    /// Indicates whether the text is a duration of ISO 8601, including one of years and months.
    public var isWellFormed: Bool { parse() != nil }

    /// The duration, or `nil` if the text is not a duration.
    ///
    /// It is also `nil` for years and months, because their lengths differ. A day counts as 24 hours.
    public var duration: Duration? { parse()?.duration }

    /// The duration as ``Swift/Duration/clock`` writes it, or the text if `duration` is `nil`.
    public var clock: String { duration?.clock ?? rawValue }

    /// The units before and after the `T` in their order, with their lengths in seconds.
    private typealias Units = [(name: Character, seconds: Int64?)]
    private static let days: Units = [
        ("Y", nil),
        ("M", nil),
        ("W", 604_800),
        ("D", 86_400),
    ]
    private static let times: Units = [("H", 3600), ("M", 60), ("S", 1)]

    /// The content of a text that is well-formed.
    private struct Content {
        /// The duration if it is fixed.
        var duration: Duration?
    }

    /// Returns `nil` if the text is not a duration of ISO 8601.
    private func parse() -> Content? {
        var text = Substring(rawValue)
        let isNegative = text.first == "-"
        if isNegative {
            text.removeFirst()
        }
        guard text.popFirst() == "P" else { return nil }
        var units = Self.days[...]
        var isTime = false
        var sum: Duration? = .zero
        repeat {
            if text.first == "T", !isTime {
                isTime = true
                units = Self.times[...]
                text.removeFirst()
            }
            let number = text.prefix { "0123456789.,".contains($0) }
            text = text[number.endIndex...]
            let parts = number.split(omittingEmptySubsequences: false) { ".,".contains($0) }
            guard parts.count <= 2, !parts.contains(""), let name = text.popFirst(),
                let index = units.firstIndex(where: { $0.name == name }),
                parts.count == 1
                    || text.isEmpty
            else { return nil }
            sum = sum.flatMap { sum in
                Self.duration(of: parts, seconds: units[index].seconds).map { sum + $0 }
            }
            units = units[(index + 1)...]
        } while !text.isEmpty
        if isNegative {
            sum = sum.map { .zero - $0 }
        }
        return Content(duration: sum)
    }

    /// Returns the duration of a number of units. `number` is the whole part and perhaps a fraction. Numbers of more
    /// than twelve digits have no duration.
    private static func duration(of number: [Substring], seconds: Int64?) -> Duration? {
        guard let seconds,
            let whole = Int64(number[0]),
            whole < 1_000_000_000_000
        else { return nil }
        var fraction = 0.0
        if number.count == 2 {
            guard let part = Double("0.\(number[1])") else { return nil }
            fraction = part
        }
        return (fraction * Double(seconds))._duration(1).map { .seconds(whole * seconds) + $0 }
    }
}

extension APIEngine {
    /// A duration that is stored as a number of units.
    public protocol TimeSpan: APIEngine.RawScalar, Comparable, CustomStringConvertible, APIEngine.Spelling
    where RawValue: APIEngine.Numeral, Natural == Duration {
        /// The number of units in a second.
        static var unitsPerSecond: Int64 { get }
    }
}

extension APIEngine.TimeSpan {
    /// Creates a duration from a number of units.
    public init(_ number: RawValue) {
        self.init(rawValue: number)
    }

    /// Creates the duration that is nearest to the given one.
    public init(_ duration: Duration) {
        self.init(rawValue: RawValue(_duration: duration, Self.unitsPerSecond))
    }

    /// Creates the duration that is nearest to the given one. The result is never `nil`.
    public init?(argument: Duration) {
        self.init(argument)
    }

    /// The duration, or `nil` if it is longer than hundreds of billions of years.
    public var duration: Duration? {
        rawValue._duration(Self.unitsPerSecond)
    }

    /// The duration as ``Swift/Duration/clock`` writes it, or the stored number if `duration` is `nil`.
    public var clock: String {
        duration?.clock ?? rawValue.description
    }
}

/// A duration that is stored in seconds: `DurationSeconds(93.4).clock` is `01:33`.
public struct DurationSeconds<RawValue: APIEngine.Numeral>: APIEngine.TimeSpan {
    /// The number of seconds.
    public var rawValue: RawValue
    /// Creates a duration from a number of seconds.
    public init(rawValue: RawValue) { self.rawValue = rawValue }
    /// The number of units in a second: 1.
    public static var unitsPerSecond: Int64 { 1 }
}

/// A duration that is stored in milliseconds.
public struct DurationMilliseconds<RawValue: APIEngine.Numeral>: APIEngine.TimeSpan {
    /// The number of milliseconds.
    public var rawValue: RawValue
    /// Creates a duration from a number of milliseconds.
    public init(rawValue: RawValue) { self.rawValue = rawValue }
    /// The number of units in a second: 1000.
    public static var unitsPerSecond: Int64 { 1000 }
}

extension Duration {
    /// The duration in the form `01:33`, or `2:05:00` from an hour on, to the nearest second.
    ///
    /// The form is the same in all locales. Use `formatted(.time(pattern:))` for a localized one.
    public var clock: String {
        let (whole, rest) = components
        var magnitude = whole.magnitude
        if rest.magnitude >= 500_000_000_000_000_000 {
            magnitude += 1
        }
        let seconds = Int(magnitude)
        var text = ""
        if self < .zero, seconds > 0 {
            text += "-"
        }
        if seconds >= 3600 {
            text += "\(seconds / 3600):"
        }
        let minutes = seconds / 60 % 60
        return text + minutes.padded(to: 2) + ":" + (seconds % 60).padded(to: 2)
    }
}
