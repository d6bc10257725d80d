/// A JSON value of any kind, which keeps its content exactly.
///
/// Two numbers are equal if they are the same number, however they are written (`1`, `1.0`, `10e-1`). Two objects are
/// equal if they have equal members in any order.
public enum JSON: Sendable {
    /// The value `null`.
    case null
    /// A Boolean value.
    case bool(Bool)
    /// An integer that `Int` can hold.
    case integer(Int)
    /// A number that `Double` can hold without loss.
    case number(Double)
    /// The text of a number that neither `Int` nor `Double` can hold without loss, such as one with 30 digits.
    case decimal(String)
    /// A string.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object. If a key occurs twice, its last value counts.
    case object([String: JSON])

    /// The member of an object with the given key, or `nil` if there is none or the value is not an object.
    ///
    /// Setting it adds, replaces or removes the member. It has no effect on values of other kinds.
    public subscript(key: String) -> JSON? {
        get {
            if case .object(let members) = self {
                members[key]
            } else {
                nil
            }
        }
        set {
            guard case .object(var members) = self else { return }
            members[key] = newValue
            self = .object(members)
        }
    }

    /// The element of an array at the given position, or `nil` if there is none or the value is not an array.
    public subscript(index: Int) -> JSON? {
        if case .array(let elements) = self, elements.indices.contains(index) {
            elements[index]
        } else {
            nil
        }
    }

    /// A Boolean value that indicates whether the value is `null`.
    public var isNull: Bool {
        if case .null = self {
            true
        } else {
            false
        }
    }

    /// The Boolean value, or `nil` for other kinds.
    public var boolValue: Bool? {
        if case .bool(let value) = self {
            value
        } else {
            nil
        }
    }

    /// The string, or `nil` for other kinds.
    public var stringValue: String? {
        if case .string(let value) = self {
            value
        } else {
            nil
        }
    }

    /// The elements, or `nil` for other kinds.
    public var arrayValue: [JSON]? {
        if case .array(let value) = self {
            value
        } else {
            nil
        }
    }

    /// The members, or `nil` for other kinds.
    public var objectValue: [String: JSON]? {
        if case .object(let value) = self {
            value
        } else {
            nil
        }
    }

    /// The number if it is an integer that `Int` can hold, otherwise `nil`.
    public var intValue: Int? {
        switch self {
        case .integer(let value): value
        case .number(let value): Int(exactly: value)
        default: nil
        }
    }

    /// The number as the nearest `Double`, or `nil` for other kinds.
    public var doubleValue: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .decimal(let text): Double(text)
        default: nil
        }
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .number(value) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

extension JSON {
    /// The associated value, or `nil` for `null` and for a number that only a text can hold.
    var payload: (any APIValue)? {
        switch self {
        case .bool(let value): value
        case .integer(let value): value
        case .number(let value): value
        case .string(let value): value
        case .array(let value): value
        case .object(let value): value
        case .null, .decimal: nil
        }
    }
}

extension JSON: LosslessStringConvertible {
    /// Creates a value from its JSON text. Returns `nil` if the text is not valid JSON.
    public init?(_ description: String) {
        guard let value = try? JSON(json: Array(description.utf8)) else { return nil }
        self = value
    }

    /// The JSON text of the value.
    public var description: String {
        var writer = JSONWriter()
        _write(to: &writer)
        return writer.contents
    }
}

extension JSON: Hashable {
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.string(let left), .string(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        default:
            if let left = left.exact, let right = right.exact {
                left == right
            } else {
                false
            }
        }
    }

    public func hash(into hasher: inout Hasher) {
        if let exact {
            hasher.combine(exact)
        } else {
            payload?.hash(into: &hasher)
        }
    }

    /// The number in a form that does not depend on the case.
    private var exact: ExactNumber? {
        switch self {
        case .integer(let value): ExactNumber(String(value))
        // The shortest text of a `Double` is the number that is meant. Beyond 2^53 its exact value is another integer.
        case .number(let value): ExactNumber(value.description)
        case .decimal(let text): ExactNumber(text)
        default: nil
        }
    }
}
