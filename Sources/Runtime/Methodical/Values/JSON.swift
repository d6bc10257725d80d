import struct Foundation.Decimal

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

    public init(booleanLiteral value: Bool) {
        self = .bool(value)
    }

    public init(integerLiteral value: Int) {
        self = .integer(value)
    }

    public init(floatLiteral value: Double) {
        self = .number(value)
    }

    public init(stringLiteral value: String) {
        self = .string(value)
    }

    public init(arrayLiteral elements: JSON...) {
        self = .array(elements)
    }

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

extension JSON: Codable {
    /// Decodes a value of any kind.
    ///
    /// Coders know fewer numbers than JSON. A number beyond `Int` arrives as exactly as the coder keeps it: as a
    /// `UInt64`, a `Decimal` or a `Double`.
    public init(from decoder: any Decoder) throws {
        if (try? decoder.container(keyedBy: FieldKey.self)) != nil {
            self = .object(try [String: JSON](from: decoder))
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = .array(try [JSON](from: decoder))
        } else {
            self = try Self.scalar(from: decoder.singleValueContainer())
        }
    }

    private static func scalar(from container: any SingleValueDecodingContainer) throws -> JSON {
        if container.decodeNil() {
            return .null
        }
        if let value = try? container.decode(Bool.self) {
            return .bool(value)
        }
        if let value = try? container.decode(Int.self) {
            // Foundation's decoder rounds a fraction away if a `Double` cannot tell the number from an integer.
            guard let exact = try? container.decode(Decimal.self),
                exact != Decimal(value)
            else {
                return .integer(value)
            }
            return .decimal(exact.description)
        }
        if let value = try? container.decode(String.self) {
            return .string(value)
        }
        if let value = try? container.decode(UInt64.self) {
            return .decimal(String(value))
        }
        let value = try container.decode(Double.self)
        if let exact = try? container.decode(Decimal.self),
            ExactNumber(exact.description) != ExactNumber(value.description)
        {
            return .decimal(exact.description)
        }
        return .number(value)
    }

    public func encode(to encoder: any Encoder) throws {
        if let payload {
            return try payload.encode(to: encoder)
        }
        var container = encoder.singleValueContainer()
        guard case .decimal(let text) = self else {
            return try container.encodeNil()
        }
        if let value = UInt64(text) {
            return try container.encode(value)
        }
        guard let value = Decimal(string: text),
            ExactNumber(value.description) == ExactNumber(text)
        else {
            throw EncodingError.invalidValue(
                text,
                .init(
                    codingPath: container.codingPath,
                    debugDescription: "No coder's number holds \(text) exactly."))
        }
        try container.encode(value)
    }
}

/// A decimal number in its only spelling, without zeros at either end of its digits.
struct ExactNumber: Hashable {
    private var isNegative = false
    private var digits: Substring
    /// The power of ten by which the digits are multiplied.
    private var exponent = 0

    /// Creates a number from its text as in JSON. Any other text equals only itself.
    init(_ text: String) {
        let parts = text.split(omittingEmptySubsequences: false) { "eE".contains($0) }
        digits = text[...]
        var written = 0
        if parts.count > 1 {
            guard let number = Int(parts[1]) else { return }
            written = number
        }
        // Half of the range of `Int`, so that the digits of the text cannot lead beyond the whole range.
        guard written.magnitude < Int.max.magnitude / 2,
            !text.contains("n")
        else { return }
        let mantissa = parts[0].split(separator: ".", maxSplits: 1)
        digits = Substring(mantissa.joined())
        isNegative = digits.first == "-"
        exponent = written
        if mantissa.count == 2 {
            exponent -= mantissa[1].count
        }
        if isNegative {
            digits.removeFirst()
        }
        digits = digits.drop { $0 == "0" }
        while digits.last == "0" {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty {
            isNegative = false
            exponent = 0
        }
    }
}
