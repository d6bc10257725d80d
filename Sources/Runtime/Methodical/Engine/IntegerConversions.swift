// The standard library's conversions between integers are generic, and the compiler specializes them at each use, which
// costs each user's first build 2 to 6 ms. The whole module uses these ones instead.

extension Int {
    init(_ value: UInt8) {
        self.init(truncatingIfNeeded: value)
    }

    init(_ value: UInt16) {
        self.init(truncatingIfNeeded: value)
    }

    init(_ value: Int32) {
        self.init(truncatingIfNeeded: value)
    }
}

extension Int32 {
    /// Traps if the value does not fit, as the standard library's conversion does.
    init(_ value: Int) {
        self = numericCast(value)
    }
}

extension UInt32 {
    init(_ value: UInt8) {
        self.init(truncatingIfNeeded: value)
    }
}

extension UInt64 {
    init(_ value: UInt8) {
        self.init(truncatingIfNeeded: value)
    }
}
