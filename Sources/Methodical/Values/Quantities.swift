import struct Foundation.FloatingPointFormatStyle

/// What numbers of a schema are: `Int` for integers, `Double` for others.
public protocol Numeral: APIValue, Comparable, CustomStringConvertible {
    var _double: Double { get }
    init(_nearest: Double)
    func _duration(_ unitsPerSecond: Int64) -> Duration?
    init(_duration duration: Duration, _ unitsPerSecond: Int64)
}

extension Int: Numeral {
    public var _double: Double { Double(self) }

    /// Not a number becomes 0.
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

extension Double: Numeral {
    public var _double: Double { self }
    public init(_nearest value: Double) { self = value }

    /// To the nanosecond.
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

/// A duration as a number of units.
public protocol TimeSpan: RawScalar, Comparable, CustomStringConvertible, Spelling
where RawValue: Numeral, Natural == Duration {
    static var unitsPerSecond: Int64 { get }
}

extension TimeSpan {
    public init(_ number: RawValue) { self.init(rawValue: number) }
    /// The nearest that the number can say.
    public init(_ duration: Duration) { self.init(rawValue: RawValue(_duration: duration, Self.unitsPerSecond)) }
    public init?(argument: Duration) { self.init(argument) }

    /// Nil for hundreds of billions of years.
    public var duration: Duration? { rawValue._duration(Self.unitsPerSecond) }

    /// ``Swift/Duration/clock``, or the number where that says nothing.
    public var clock: String { duration?.clock ?? rawValue.description }
}

/// A duration in seconds: `DurationSeconds(93.4).clock` is `01:33`.
public struct DurationSeconds<RawValue: Numeral>: TimeSpan {
    public var rawValue: RawValue
    public init(rawValue: RawValue) { self.rawValue = rawValue }
    public static var unitsPerSecond: Int64 { 1 }
}

/// A duration in milliseconds.
public struct DurationMilliseconds<RawValue: Numeral>: TimeSpan {
    public var rawValue: RawValue
    public init(rawValue: RawValue) { self.rawValue = rawValue }
    public static var unitsPerSecond: Int64 { 1000 }
}

/// A duration as ISO 8601 writes it, `PT1H30M`, kept as the server wrote it.
public struct DurationString: RawScalar, ExpressibleByStringLiteral, CustomStringConvertible, Spelling {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init?(argument: Duration) { self.init(argument) }

    /// In hours, minutes and seconds, to the nanosecond.
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

    /// Nil if the text is no duration, or one of years or months, which are not all as long. A day has 24 hours.
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

    /// ``Swift/Duration/clock``, or the text where that says nothing.
    public var clock: String { duration?.clock ?? rawValue }

    public mutating func _read(_ reader: inout JSONReader) {
        rawValue = reader.string(as: "a duration as in PT1H30M", Self.conforms)
    }

    /// Returns whether the text is a duration of ISO 8601, one of years and months too. As there, only its last number may have a fraction.
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

    /// `01:33`, and from an hour on `2:05:00`, to the nearest second; alike everywhere. `formatted(.time(pattern:))` asks for a place's own.
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

/// A part of a whole as a number.
public protocol Proportion: RawScalar, Comparable, CustomStringConvertible, Spelling
where RawValue: Numeral, Natural == RawValue {
    /// The number for all of it.
    static var whole: Double { get }
}

extension Proportion {
    public init(_ number: RawValue) { self.init(rawValue: number) }
    public init?(argument: RawValue) { self.init(rawValue: argument) }

    /// 0.5 for a half.
    public var fraction: Double { rawValue._double / Self.whole }

    /// `12.3%`, rounded to one digit behind the point, or to two below 1 %, without zeros at the end; alike everywhere.
    public var description: String {
        let percent = rawValue._double * (100 / Self.whole)
        let scale = abs(percent) < 0.995 ? 100.0 : 10
        let rounded = (percent * scale).rounded() / scale
        return (Int(exactly: rounded)?.description ?? rounded.description) + "%"
    }

    /// As people write it in a place: `.percent.precision(.fractionLength(1)).locale(locale)`.
    public func formatted(_ style: FloatingPointFormatStyle<Double>.Percent) -> String { fraction.formatted(style) }
}

/// A share, from 0 to 1 in most cases.
public struct Share<RawValue: Numeral>: Proportion {
    public var rawValue: RawValue
    public init(rawValue: RawValue) { self.rawValue = rawValue }
    public static var whole: Double { 1 }
}

/// A share in percent, from 0 to 100 in most cases: `Percent(12.34).description` is `12.3%`.
public struct Percent<RawValue: Numeral>: Proportion {
    public var rawValue: RawValue
    public init(rawValue: RawValue) { self.rawValue = rawValue }
    public static var whole: Double { 100 }
}

// MARK: Integers

// The standard library's conversions between integers are generic, and the compiler specializes them at each use: 2 to 6 ms of every user's first
// build. These are taken in their place, everywhere in the module.

extension Int {
    init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }
    init(_ value: UInt16) { self.init(truncatingIfNeeded: value) }
    init(_ value: Int32) { self.init(truncatingIfNeeded: value) }
}

extension Int32 {
    /// Traps where the value does not fit, as the standard library's does.
    init(_ value: Int) { self = numericCast(value) }
}

extension UInt32 {
    init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }
}

extension UInt64 {
    init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }
}
