/// Any JSON, kept exactly.
///
/// Equality is that of the values: numbers are equal when they are the same number however it is written (`1`, `1.0`, `10e-1`), objects
/// when they have the same members in any order.
public enum JSON: Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    /// The text of a number that neither `Int` nor `Double` holds without changing it, such as one of 30 digits.
    case decimal(String)
    case string(String)
    case array([JSON])
    case object([String: JSON])

    /// A member of an object; nil for other kinds.
    public subscript(key: String) -> JSON? {
        get {
            if case .object(let members) = self { members[key] } else { nil }
        }
        set {
            guard case .object(var members) = self else { return }
            members[key] = newValue
            self = .object(members)
        }
    }

    /// An element of an array; nil for other kinds and beyond its end.
    public subscript(index: Int) -> JSON? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    public var isNull: Bool { if case .null = self { true } else { false } }
    public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    public var arrayValue: [JSON]? { if case .array(let value) = self { value } else { nil } }
    public var objectValue: [String: JSON]? { if case .object(let value) = self { value } else { nil } }

    /// The number, if it is an integer that `Int` holds.
    public var intValue: Int? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The number as the nearest `Double`.
    public var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .decimal(let text): Double(text)
        default: nil
        }
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(Dictionary(elements) { _, last in last }) }
}

extension JSON: CustomStringConvertible {
    /// Its JSON text.
    public var description: String {
        var writer = JSONWriter()
        _write(&writer)
        return String(decoding: UnsafeBufferPointer(start: writer.base, count: writer.count), as: UTF8.self)
    }
}
