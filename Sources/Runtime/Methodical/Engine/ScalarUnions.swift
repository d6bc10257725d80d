extension APIEngine {
    /// One of two scalars, which are distinguished by the kind of the JSON value. It is sent as the scalar that it
    /// holds.
    public protocol ScalarUnion: APIValue {
        var _payload: any APIValue { get }
    }
}

extension APIEngine.ScalarUnion {
    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(
            on: value,
            write: { $0._payload._write(to: &$1) },
            argument: { $0._payload._argument })
    }

    public func encode(to encoder: any Encoder) throws {
        try _payload.encode(to: encoder)
    }
}

extension Decoder {
    /// Decodes a value of the first of two kinds that fits.
    fileprivate func either<First: Decodable, Second: Decodable, Union>(
        _ first: (First) -> Union,
        or second: (Second) -> Union
    ) throws -> Union {
        let container = try singleValueContainer()
        if let value = try? container.decode(First.self) {
            return first(value)
        }
        return second(try container.decode(Second.self))
    }
}

/// An integer or a string, for example an id that may also be a name.
public enum IntegerOrString: APIEngine.ScalarUnion, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// An integer.
    case integer(Int)
    /// A string.
    case string(String)

    public init(_: APIEngine.Blank) { self = 0 }

    public init(integerLiteral value: Int) {
        self = .integer(value)
    }

    public init(stringLiteral value: String) {
        self = .string(value)
    }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        switch reader.kind() {
        case .string:
            self = .string(reader.string())
        case .integer:
            self = .integer(reader.integer())
        case .boolean where reader.policy != .strict:
            self = .integer(reader.integer())
        case .number where reader.policy != .strict:
            self = .string(reader.string())
        default:
            reader.fail("an integer or a string")
        }
    }

    public var _payload: any APIValue {
        switch self {
        case .integer(let value): value
        case .string(let value): value
        }
    }

    public init(from decoder: any Decoder) throws {
        self = try decoder.either(Self.integer, or: Self.string)
    }
}

/// An integer or a flag.
public enum IntegerOrBoolean: APIEngine.ScalarUnion, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// An integer.
    case integer(Int)
    /// A flag.
    case flag(Bool)

    public init(_: APIEngine.Blank) { self = 0 }

    public init(integerLiteral value: Int) {
        self = .integer(value)
    }

    public init(booleanLiteral value: Bool) {
        self = .flag(value)
    }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        switch reader.kind() {
        case .boolean:
            self = .flag(reader.boolean())
        case .integer, .number:
            self = .integer(reader.integer())
        case .string where reader.policy != .strict:
            let letter = reader.base[reader.position &+ 1]
            let isWord = letter == UInt8(ascii: "t") || letter == UInt8(ascii: "f")
            if isWord {
                self = .flag(reader.boolean())
            } else {
                self = .integer(reader.integer())
            }
        default:
            reader.fail("an integer or a flag")
        }
    }

    public var _payload: any APIValue {
        switch self {
        case .integer(let value): value
        case .flag(let value): value
        }
    }

    public init(from decoder: any Decoder) throws {
        self = try decoder.either(Self.integer, or: Self.flag)
    }
}

/// A string or a flag.
public enum StringOrBoolean: APIEngine.ScalarUnion, ExpressibleByBooleanLiteral, ExpressibleByStringLiteral {
    /// A flag.
    case flag(Bool)
    /// A string.
    case string(String)

    public init(_: APIEngine.Blank) { self = false }

    public init(booleanLiteral value: Bool) {
        self = .flag(value)
    }

    public init(stringLiteral value: String) {
        self = .string(value)
    }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        switch reader.kind() {
        case .string:
            self = .string(reader.string())
        case .boolean:
            self = .flag(reader.boolean())
        case .integer where reader.hasNumericFlags && reader.isAtNumericFlag:
            self = .flag(reader.boolean())
        case .integer where reader.policy != .strict, .number where reader.policy != .strict:
            let start = reader.position
            let text = reader.string()
            // The number 0 or 1 could mean a string or a flag, so it is refused.
            if text == "0" || text == "1" {
                reader.fail("a string or a flag", at: start)
            }
            self = .string(text)
        default:
            reader.fail("a string or a flag")
        }
    }

    public var _payload: any APIValue {
        switch self {
        case .flag(let value): value
        case .string(let value): value
        }
    }

    public init(from decoder: any Decoder) throws {
        self = try decoder.either(Self.flag, or: Self.string)
    }
}

/// A number or a string.
public enum NumberOrString: APIEngine.ScalarUnion, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral
{
    /// A number.
    case number(Double)
    /// A string.
    case string(String)

    public init(_: APIEngine.Blank) { self = 0.0 }

    public init(floatLiteral value: Double) {
        self = .number(value)
    }

    public init(integerLiteral value: Int) {
        self = .number(Double(value))
    }

    public init(stringLiteral value: String) {
        self = .string(value)
    }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        switch reader.kind() {
        case .string:
            self = .string(reader.string())
        case .integer, .number:
            self = .number(reader.number())
        case .boolean where reader.policy != .strict:
            self = .number(reader.number())
        default:
            reader.fail("a number or a string")
        }
    }

    public var _payload: any APIValue {
        switch self {
        case .number(let value): value
        case .string(let value): value
        }
    }

    public init(from decoder: any Decoder) throws {
        self = try decoder.either(Self.number, or: Self.string)
    }
}
