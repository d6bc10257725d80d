/// A value that may be null, where null and an absent value mean different things, as in a `PATCH`.
///
/// A property or parameter of the type `Nullable<String>?` is not sent if it is `nil`, and is sent as null if it is
/// `.null`: `title: "Milk"`, `due: .value(due)`, `due: .null`.
public enum Nullable<Wrapped: Sendable>: Sendable {
    /// The value null.
    case null
    /// Any other value.
    case value(Wrapped)

    /// Creates a value from an optional, whose `nil` becomes null.
    public init(_ wrapped: Wrapped?) {
        self = wrapped.map { .value($0) } ?? .null
    }

    /// The value, or `nil` if it is null.
    public var wrapped: Wrapped? {
        if case .value(let value) = self {
            value
        } else {
            nil
        }
    }
}

extension Nullable: Equatable where Wrapped: Equatable {}
extension Nullable: Hashable where Wrapped: Hashable {}

extension Nullable: Decodable where Wrapped: Decodable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else {
            self = .value(try container.decode(Wrapped.self))
        }
    }
}

extension Nullable: Encodable where Wrapped: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrapped {
            try container.encode(wrapped)
        } else {
            try container.encodeNil()
        }
    }
}

extension Nullable: APIValue where Wrapped: APIValue {
    public init(_: APIEngine.Blank) { self = .null }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        if reader.null() {
            self = .null
        } else {
            self = .value(reader.read())
        }
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(
            on: value,
            write: { $0.wrapped._write(to: &$1) },
            argument: { $0.wrapped._argument })
    }
}

// MARK: Literals

extension Nullable: ExpressibleByUnicodeScalarLiteral where Wrapped: ExpressibleByUnicodeScalarLiteral {
    public init(unicodeScalarLiteral value: Wrapped.UnicodeScalarLiteralType) {
        self = .value(Wrapped(unicodeScalarLiteral: value))
    }
}

extension Nullable: ExpressibleByExtendedGraphemeClusterLiteral
where Wrapped: ExpressibleByExtendedGraphemeClusterLiteral {
    public init(extendedGraphemeClusterLiteral value: Wrapped.ExtendedGraphemeClusterLiteralType) {
        self = .value(Wrapped(extendedGraphemeClusterLiteral: value))
    }
}

extension Nullable: ExpressibleByStringLiteral where Wrapped: ExpressibleByStringLiteral {
    public init(stringLiteral value: Wrapped.StringLiteralType) {
        self = .value(Wrapped(stringLiteral: value))
    }
}

extension Nullable: ExpressibleByIntegerLiteral where Wrapped: ExpressibleByIntegerLiteral {
    public init(integerLiteral value: Wrapped.IntegerLiteralType) {
        self = .value(Wrapped(integerLiteral: value))
    }
}

extension Nullable: ExpressibleByFloatLiteral where Wrapped: ExpressibleByFloatLiteral {
    public init(floatLiteral value: Wrapped.FloatLiteralType) {
        self = .value(Wrapped(floatLiteral: value))
    }
}

extension Nullable: ExpressibleByBooleanLiteral where Wrapped: ExpressibleByBooleanLiteral {
    public init(booleanLiteral value: Wrapped.BooleanLiteralType) {
        self = .value(Wrapped(booleanLiteral: value))
    }
}

extension Nullable: ExpressibleByArrayLiteral
where Wrapped: RangeReplaceableCollection & ExpressibleByArrayLiteral, Wrapped.ArrayLiteralElement == Wrapped.Element {
    public init(arrayLiteral elements: Wrapped.Element...) {
        self = .value(Wrapped(elements))
    }
}
