import struct Foundation.FloatingPointFormatStyle

extension APIEngine {
    /// A number in which a quantity is stored: `Int` if the schema says integer, otherwise `Double`.
    public protocol Numeral: APIValue, Comparable, CustomStringConvertible {
        var _double: Double { get }
        init(_nearest: Double)
        func _duration(_ unitsPerSecond: Int64) -> Duration?
        init(_duration duration: Duration, _ unitsPerSecond: Int64)
    }
}

extension Int: APIEngine.Numeral {
    public var _double: Double { Double(self) }

    /// Creates the nearest integer. A value that is not a number becomes 0.
    public init(_nearest value: Double) {
        self = Int(exactly: value.rounded()) ?? (value.isNaN ? 0 : value < 0 ? .min : .max)
    }

    public func _duration(_ unitsPerSecond: Int64) -> Duration? {
        let (whole, rest) = Int64(truncatingIfNeeded: self).quotientAndRemainder(dividingBy: unitsPerSecond)
        return Duration(secondsComponent: whole, attosecondsComponent: rest * (Duration.attoseconds / unitsPerSecond))
    }

    public init(_duration duration: Duration, _ unitsPerSecond: Int64) {
        let (seconds, attoseconds) = duration.components
        let (units, overflows) = seconds.multipliedReportingOverflow(by: unitsPerSecond)
        let rest = (Double(attoseconds) * Double(unitsPerSecond) / Double(Duration.attoseconds)).rounded()
        let (sum, overflowsAgain) = units.addingReportingOverflow(Int64(rest))
        self = overflows || overflowsAgain ? seconds < 0 ? .min : .max : Int(clamping: sum)
    }
}

extension Double: APIEngine.Numeral {
    public var _double: Double { self }
    public init(_nearest value: Double) { self = value }

    /// Returns the duration to the nanosecond, or `nil` if it is too long for a `Duration`.
    public func _duration(_ unitsPerSecond: Int64) -> Duration? {
        let seconds = self / Double(unitsPerSecond)
        guard abs(seconds) < 9e18 else { return nil }
        let whole = seconds.rounded(.towardZero)
        return Duration(
            secondsComponent: Int64(whole),
            attosecondsComponent: Int64(((seconds - whole) * 1e9).rounded()) * 1_000_000_000)
    }

    public init(_duration duration: Duration, _ unitsPerSecond: Int64) {
        let (seconds, attoseconds) = duration.components
        self =
            Double(seconds) * Double(unitsPerSecond) + Double(attoseconds) * Double(unitsPerSecond)
            / Double(Duration.attoseconds)
    }
}

// MARK: Durations

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
    public init(_ number: RawValue) { self.init(rawValue: number) }
    /// Creates the duration that is nearest to the given one.
    public init(_ duration: Duration) { self.init(rawValue: RawValue(_duration: duration, Self.unitsPerSecond)) }
    /// Creates the duration that is nearest to the given one. The result is never `nil`.
    public init?(argument: Duration) { self.init(argument) }

    /// The duration, or `nil` if it is longer than hundreds of billions of years.
    public var duration: Duration? { rawValue._duration(Self.unitsPerSecond) }

    /// The duration as ``Swift/Duration/clock`` writes it, or the stored number if `duration` is `nil`.
    public var clock: String { duration?.clock ?? rawValue.description }
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

/// A duration in the format of ISO 8601, such as `PT1H30M`. It keeps the text that the server sent.
public struct DurationString: APIEngine.RawScalar, ExpressibleByStringLiteral, CustomStringConvertible, APIEngine
        .Spelling
{
    /// The text as the server sent it.
    public var rawValue: String

    /// Creates a duration from text, without a check of its format.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates the text of a duration. The result is never `nil`.
    public init?(argument: Duration) { self.init(argument) }

    /// Creates the text of a duration in hours, minutes and seconds, to the nanosecond.
    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let whole = seconds.magnitude
        let (hours, minutes, rest) = (whole / 3600, whole / 60 % 60, whole % 60)
        var digits = String(attoseconds.magnitude / 1_000_000_000 + 1_000_000_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        rawValue = duration < .zero ? "-PT" : "PT"
        if hours > 0 { rawValue += "\(hours)H" }
        if minutes > 0 { rawValue += "\(minutes)M" }
        if !digits.isEmpty {
            rawValue += "\(rest).\(digits)S"
        } else if rest > 0 || whole == 0 {
            rawValue += "\(rest)S"
        }
    }

    /// The duration, or `nil` if the text is none.
    ///
    /// It is also `nil` for years and months, because their lengths differ. A day counts as 24 hours.
    public var duration: Duration? {
        var text = Substring(rawValue)
        let isNegative = text.first == "-"
        if isNegative { text.removeFirst() }
        guard text.popFirst() == "P", !text.isEmpty else { return nil }
        var units: [(Character, Int64)] = [("W", 604_800), ("D", 86_400)]
        var sum = Duration.zero
        var isFraction = false
        while let first = text.first {
            if first == "T", units.last?.0 != "S" {
                units = [("H", 3600), ("M", 60), ("S", 1)]
                text.removeFirst()
            }
            let number = text.prefix { "0123456789.,".contains($0) }
            text = text.dropFirst(number.count)
            let parts = number.split(omittingEmptySubsequences: false) { ".,".contains($0) }
            guard !isFraction, let unit = text.popFirst(), let place = units.firstIndex(where: { $0.0 == unit }),
                let whole = Int64(parts[0]), whole < 1_000_000_000_000, parts.count <= 2,
                let fraction = parts.count == 2 ? Double("0.\(parts[1])") : 0, parts.last != ""
            else { return nil }
            isFraction = parts.count == 2
            guard let rest = (fraction * Double(units[place].1))._duration(1) else { return nil }
            sum += .seconds(whole * units[place].1) + rest
            units.removeFirst(place + 1)
        }
        return isNegative ? .zero - sum : sum
    }

    /// The duration as ``Swift/Duration/clock`` writes it, or the text if `duration` is `nil`.
    public var clock: String { duration?.clock ?? rawValue }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        rawValue = reader.string(as: "a duration as in PT1H30M", Self.conforms)
    }

    /// Returns `true` if the text is a duration of ISO 8601, including one of years and months. Only its last number
    /// may have a fraction.
    private static func conforms(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var at = bytes.first == UInt8(ascii: "-") ? 1 : 0
        guard at < bytes.count, bytes[at] == UInt8(ascii: "P") else { return false }
        var units = Array("YMWD".utf8)[...]
        var isTime = false
        at += 1
        var last = UInt8(ascii: "P")
        while at < bytes.count {
            if bytes[at] == UInt8(ascii: "T"), !isTime {
                isTime = true
                units = Array("HMS".utf8)[...]
            } else {
                let start = at
                while at < bytes.count, bytes[at] &- 0x30 <= 9 { at += 1 }
                let isFraction =
                    at > start && at < bytes.count && (bytes[at] == UInt8(ascii: ".") || bytes[at] == UInt8(ascii: ","))
                if isFraction { at += 1 }
                let digits = at
                while isFraction, at < bytes.count, bytes[at] &- 0x30 <= 9 { at += 1 }
                guard at < bytes.count, at > start, !isFraction || at > digits && at == bytes.count - 1,
                    let unit = units.firstIndex(of: bytes[at])
                else { return false }
                units = units[(unit + 1)...]
            }
            last = bytes[at]
            at += 1
        }
        return last != UInt8(ascii: "P") && last != UInt8(ascii: "T")
    }
}

extension Duration {
    static var attoseconds: Int64 { 1_000_000_000_000_000_000 }

    /// The duration in the form `01:33`, or `2:05:00` from an hour on, to the nearest second.
    ///
    /// The form is the same in all locales. Use `formatted(.time(pattern:))` for a localized one.
    public var clock: String {
        let (whole, rest) = components
        let seconds = whole.magnitude + (rest.magnitude >= Self.attoseconds.magnitude / 2 ? 1 : 0)
        let minutes = seconds / 60 % 60
        let text =
            (minutes < 10 ? "0\(minutes)" : "\(minutes)")
            + (seconds % 60 < 10 ? ":0\(seconds % 60)" : ":\(seconds % 60)")
        return (self < .zero && seconds > 0 ? "-" : "") + (seconds < 3600 ? "" : "\(seconds / 3600):") + text
    }
}

// MARK: Shares

extension APIEngine {
    /// A part of a whole that is stored as a number.
    public protocol Proportion: APIEngine.RawScalar, Comparable, CustomStringConvertible, APIEngine.Spelling
    where RawValue: APIEngine.Numeral, Natural == RawValue {
        /// The number that stands for the whole.
        static var whole: Double { get }
    }
}

extension APIEngine.Proportion {
    /// Creates a part from its number.
    public init(_ number: RawValue) { self.init(rawValue: number) }
    /// Creates a part from its number. The result is never `nil`.
    public init?(argument: RawValue) { self.init(rawValue: argument) }

    /// The part as a fraction: 0.5 for a half.
    public var fraction: Double { rawValue._double / Self.whole }

    /// The part in percent, such as `12.3%`.
    ///
    /// It is rounded to one digit after the point, or to two digits below 1 %, without zeros at the end. The form is
    /// the same in all locales.
    public var description: String {
        let percent = rawValue._double * (100 / Self.whole)
        let scale = abs(percent) < 0.995 ? 100.0 : 10
        let rounded = (percent * scale).rounded() / scale
        return (Int(exactly: rounded)?.description ?? rounded.description) + "%"
    }

    /// Returns the part in a localized form: `.percent.precision(.fractionLength(1)).locale(locale)`.
    public func formatted(_ style: FloatingPointFormatStyle<Double>.Percent) -> String { fraction.formatted(style) }
}

/// A part of a whole, usually from 0 to 1.
public struct Share<RawValue: APIEngine.Numeral>: APIEngine.Proportion {
    /// The number, of which 1 is the whole.
    public var rawValue: RawValue
    /// Creates a part from a number, of which 1 is the whole.
    public init(rawValue: RawValue) { self.rawValue = rawValue }
    /// The number that stands for the whole: 1.
    public static var whole: Double { 1 }
}

/// A part of a whole in percent, usually from 0 to 100: `Percent(12.34).description` is `12.3%`.
public struct Percent<RawValue: APIEngine.Numeral>: APIEngine.Proportion {
    /// The number, of which 100 is the whole.
    public var rawValue: RawValue
    /// Creates a part from a number, of which 100 is the whole.
    public init(rawValue: RawValue) { self.rawValue = rawValue }
    /// The number that stands for the whole: 100.
    public static var whole: Double { 100 }
}

// MARK: Integers

// The standard library's conversions between integers are generic, and the compiler specializes them at each use, which
// costs each user's first build 2 to 6 ms. The whole module uses these ones instead.

extension Int {
    init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }
    init(_ value: UInt16) { self.init(truncatingIfNeeded: value) }
    init(_ value: Int32) { self.init(truncatingIfNeeded: value) }
}

extension Int32 {
    /// Traps if the value does not fit, as the standard library's conversion does.
    init(_ value: Int) { self = numericCast(value) }
}

extension UInt32 {
    init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }
}

extension UInt64 {
    init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }
}
