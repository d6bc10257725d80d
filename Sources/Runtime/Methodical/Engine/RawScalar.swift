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
        task.perform(
            on: value,
            write: { $0.rawValue._write(to: &$1) },
            argument: { $0.rawValue._argument })
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
    public init(floatLiteral value: Double) {
        self.init(rawValue: value)
    }
}

extension APIEngine.RawScalar where Self: ExpressibleByStringLiteral, RawValue == String {
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension APIEngine.RawScalar where Self: CustomStringConvertible, RawValue: CustomStringConvertible {
    public var description: String { rawValue.description }
}

extension APIEngine.RawScalar where Self: Comparable, RawValue: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        left.rawValue < right.rawValue
    }
}

extension APIEngine {
    /// A string with a format, such as a date. A text that contradicts the format is a mismatch, and is kept unchanged.
    public protocol FormattedString: APIEngine.RawScalar, CustomStringConvertible where RawValue == String {
        /// The format in words, as in "a date as in 2024-02-29".
        static var format: StaticString { get }
        /// Indicates whether the text has the format.
        var isWellFormed: Bool { get }
    }
}

extension APIEngine.FormattedString {
    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        let start = reader.position
        self = Self(rawValue: reader.string())
        // A number in the place of the string has been reported already.
        if reader.base[start] == .quote, reader.failure == nil, !isWellFormed {
            reader.report(
                .text(Self.format),
                at: start,
                found: "a string in another format")
        }
    }
}

extension APIEngine {
    /// A value on the wire that callers pass as a Swift type, such as a `Date`.
    public protocol Spelling: APIValue {
        /// The Swift type that callers pass.
        associatedtype Natural: Sendable
        /// Creates the value that is sent for an argument. Returns `nil` if the argument cannot be written in this
        /// form.
        init?(argument: Natural)
    }
}

extension Int: APIEngine.Spelling {
    /// Creates the value that is sent for an argument. The result is never `nil`.
    public init?(argument: Int) { self = argument }
}
