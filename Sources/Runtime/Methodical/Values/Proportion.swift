import struct Foundation.FloatingPointFormatStyle

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
    public init(_ number: RawValue) {
        self.init(rawValue: number)
    }

    /// Creates a part from its number. The result is never `nil`.
    public init?(argument: RawValue) {
        self.init(rawValue: argument)
    }

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
    public func formatted(_ style: FloatingPointFormatStyle<Double>.Percent) -> String {
        fraction.formatted(style)
    }
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
