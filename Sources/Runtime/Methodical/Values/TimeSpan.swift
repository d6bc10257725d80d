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
