extension APIEngine {
    /// A number in which a quantity is stored: `Int` if the schema says integer, otherwise `Double`.
    public protocol Numeral: APIValue, Comparable, CustomStringConvertible {
        /// The number as a `Double`.
        var _double: Double { get }
        /// Creates the nearest number that the type can hold.
        init(_nearest: Double)
        /// Returns the duration of this number of units, or `nil` if it is too long for a `Duration`.
        func _duration(_ unitsPerSecond: Int64) -> Duration?
        /// Creates the number of units that is nearest to a duration.
        init(_duration duration: Duration, _ unitsPerSecond: Int64)
    }
}

extension Int: APIEngine.Numeral {
    public var _double: Double { Double(self) }

    /// Creates the nearest integer. A value that is not a number becomes 0.
    public init(_nearest value: Double) {
        if let integer = Int(exactly: value.rounded()) {
            self = integer
        } else if value.isNaN {
            self = 0
        } else if value < 0 {
            self = .min
        } else {
            self = .max
        }
    }

    public func _duration(_ unitsPerSecond: Int64) -> Duration? {
        .seconds(1) / unitsPerSecond * self
    }

    public init(_duration duration: Duration, _ unitsPerSecond: Int64) {
        let (seconds, attoseconds) = duration.components
        let (units, overflows) = seconds.multipliedReportingOverflow(by: unitsPerSecond)
        let rest = (Double(attoseconds) / 1e18 * Double(unitsPerSecond)).rounded()
        let (sum, overflowsAgain) = units.addingReportingOverflow(Int64(rest))
        if overflows || overflowsAgain {
            self = seconds < 0 ? .min : .max
        } else {
            self = Int(clamping: sum)
        }
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
        let nanoseconds = ((seconds - whole) * 1e9).rounded()
        return .seconds(Int64(whole)) + .nanoseconds(Int64(nanoseconds))
    }

    public init(_duration duration: Duration, _ unitsPerSecond: Int64) {
        self = duration / (.seconds(1) / unitsPerSecond)
    }
}
