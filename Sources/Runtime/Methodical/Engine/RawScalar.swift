extension APIEngine {
    /// A scalar with a meaning, such as a date or a URL.
    ///
    /// It keeps the value that the server sent, so that nothing is lost if the value does not have the expected form.
    public protocol RawScalar: APIValue, RawRepresentable where RawValue: APIValue {
        /// Creates a value from its raw value, without a check of its form.
        init(rawValue: RawValue)
    }
}

extension APIEngine.RawScalar {
    public init(_ blank: APIEngine.Blank) {
        self.init(rawValue: RawValue(blank))
    }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        self = Self(rawValue: reader.read())
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(on: value, write: { $0.rawValue._write(to: &$1) }, argument: { $0.rawValue._argument })
    }

    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(RawValue.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension APIEngine.RawScalar where Self: ExpressibleByIntegerLiteral, RawValue: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: RawValue.IntegerLiteralType) {
        self.init(rawValue: RawValue(integerLiteral: value))
    }
}

extension APIEngine.RawScalar where Self: ExpressibleByFloatLiteral, RawValue == Double {
    public init(floatLiteral value: Double) { self.init(rawValue: value) }
}

extension APIEngine.RawScalar where Self: ExpressibleByStringLiteral, RawValue == String {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension APIEngine.RawScalar where Self: CustomStringConvertible, RawValue: CustomStringConvertible {
    public var description: String { rawValue.description }
}

extension APIEngine.RawScalar where Self: Comparable, RawValue: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
