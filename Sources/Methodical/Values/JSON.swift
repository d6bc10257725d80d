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

    /// The member of an object with the given key, or `nil` if there is none or the value is no object.
    ///
    /// Setting it adds, replaces or removes the member. It has no effect on values of other kinds.
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

    /// The element of an array at the given position, or `nil` if there is none or the value is no array.
    public subscript(index: Int) -> JSON? {
        if case .array(let elements) = self, elements.indices.contains(index) { elements[index] } else { nil }
    }

    /// A Boolean value that indicates whether the value is `null`.
    public var isNull: Bool { if case .null = self { true } else { false } }
    /// The Boolean value, or `nil` for other kinds.
    public var boolValue: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The string, or `nil` for other kinds.
    public var stringValue: String? { if case .string(let value) = self { value } else { nil } }
    /// The elements, or `nil` for other kinds.
    public var arrayValue: [JSON]? { if case .array(let value) = self { value } else { nil } }
    /// The members, or `nil` for other kinds.
    public var objectValue: [String: JSON]? { if case .object(let value) = self { value } else { nil } }

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

extension JSON: LosslessStringConvertible {
    /// Creates a value from its JSON text. Returns `nil` if the text is not valid JSON.
    public init?(_ description: String) {
        do { try self.init(json: Array(description.utf8)) } catch { return nil }
    }

    /// The JSON text of the value.
    public var description: String {
        var writer = JSONWriter()
        _write(&writer)
        return String(decoding: UnsafeBufferPointer(start: writer.base, count: writer.count), as: UTF8.self)
    }
}

extension JSON: APIValue {
    public init(_: APIEngine.Blank) { self = .null }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        switch reader.base[reader.position] {
        case UInt8(ascii: "\""): self = .string(reader.string())
        case UInt8(ascii: "{"): self = .object(reader.jsonMembers())
        case UInt8(ascii: "["): self = .array(reader.jsonElements())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): self = .bool(reader.boolean())
        case UInt8(ascii: "n"):
            _ = reader.literal("null")
            self = .null
        default: self = reader.jsonNumber()
        }
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<JSON>) -> Bool {
        task.perform(on: value, write: { $0.write(to: &$1) }, argument: { $0.argument })
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.boolean(value)
        case .integer(let value): writer.integer(value)
        case .number(let value): writer.number(value)
        case .decimal(let text): writer.decimal(text)
        case .string(let value): writer.string(value)
        case .array(let elements): elements._write(&writer)
        case .object(let members): members._write(&writer)
        }
    }

    private var argument: ArgumentValue {
        switch self {
        case .bool(let value): .flag(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .null, .decimal, .array, .object: jsonArgument
        }
    }
}

extension JSONReader {
    fileprivate mutating func jsonElements() -> [JSON] {
        guard openArray() else { return [] }
        var elements: [JSON] = []
        repeat {
            var element = JSON.null
            element._read(&self)
            elements.append(element)
        } while nextElement()
        return elements
    }

    fileprivate mutating func jsonMembers() -> [String: JSON] {
        guard openObject() else { return [:] }
        var members: [String: JSON] = [:]
        repeat {
            let key = key()
            var element = JSON.null
            element._read(&self)
            members[key] = element
        } while nextMember()
        return members
    }

    fileprivate mutating func jsonNumber() -> JSON {
        let start = position
        guard let text = numberText(expected: "a value") else { return .null }
        position = text.end
        if !(text.isNegative && text.digits == 0), let value = text.integer(base, from: start) {
            return .integer(value)
        }
        // Fifteen digits always survive a `Double`. A longer number is compared with the double's own text.
        if text.digits < 1_000_000_000_000_000, !text.isCut, let value = text.double { return .number(value) }
        let spelled = Characters(start: base + start, count: text.end - start).string()
        let value = slowDouble(start, text.end)
        if value.isFinite, ExactNumber(value.description) == ExactNumber(spelled) { return .number(value) }
        return .decimal(spelled)
    }
}

extension JSONWriter {
    /// Writes the text of a number. A text that is no number, which a caller may have created by hand, makes the JSON
    /// invalid.
    mutating func decimal(_ text: String) {
        let document = JSONDocument(Array(text.utf8))
        var reader = JSONReader(document, policy: .strict)
        if reader.numberText(expected: "a number")?.end == document.count, document.count > 0 {
            raw(text)
        } else {
            number(.nan)
        }
    }
}

extension JSON: Codable {
    /// Decodes a value of any kind.
    ///
    /// Coders know fewer numbers than JSON. A number beyond `Int` arrives as exactly as the coder keeps it: as a
    /// `UInt64`, a `Decimal` or a `Double`.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: FieldKey.self) {
            var members: [String: JSON] = [:]
            for key in container.allKeys { members[key.stringValue] = try container.decode(JSON.self, forKey: key) }
            self = .object(members)
            return
        }
        if var container = try? decoder.unkeyedContainer() {
            var elements: [JSON] = []
            while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
            self = .array(elements)
            return
        }
        self = try Self.scalar(decoder.singleValueContainer())
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSON {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(Int.self) {
            // Foundation's decoder rounds a fraction away if a `Double` cannot tell the number from an integer.
            guard let exact = try? container.decode(Decimal.self), exact != Decimal(value) else {
                return .integer(value)
            }
            return .decimal(exact.description)
        }
        if let value = try? container.decode(String.self) { return .string(value) }
        if let value = try? container.decode(UInt64.self) { return .decimal(String(value)) }
        let value = try container.decode(Double.self)
        if let exact = try? container.decode(Decimal.self),
            ExactNumber(exact.description) != ExactNumber(value.description)
        {
            return .decimal(exact.description)
        }
        return .number(value)
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let elements): try elements.encode(to: encoder)
        case .object(let members): try members.encode(to: encoder)
        default:
            var container = encoder.singleValueContainer()
            switch self {
            case .bool(let value): try container.encode(value)
            case .integer(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .string(let value): try container.encode(value)
            case .decimal(let text): try Self.encode(text, to: &container)
            default: try container.encodeNil()
            }
        }
    }

    private static func encode(_ text: String, to container: inout any SingleValueEncodingContainer) throws {
        if let value = UInt64(text) { return try container.encode(value) }
        guard let value = Decimal(string: text), ExactNumber(value.description) == ExactNumber(text) else {
            throw EncodingError.invalidValue(
                text,
                .init(codingPath: container.codingPath, debugDescription: "no coder's number holds \(text) exactly"))
        }
        try container.encode(value)
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
            if let left = left.exact, let right = right.exact { left == right } else { false }
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let value): hasher.combine(value)
        case .string(let value): hasher.combine(value)
        case .array(let value): hasher.combine(value)
        case .object(let value): hasher.combine(value)
        case .integer, .number, .decimal: hasher.combine(exact)
        }
    }

    /// The number in a form that does not depend on the case.
    private var exact: ExactNumber? {
        switch self {
        case .integer(let value): .integer(value)
        // The shortest text of a `Double` is the number that is meant. Beyond 2^53 its exact value is another integer.
        case .number(let value): ExactNumber(value.description)
        case .decimal(let text): ExactNumber(text)
        default: nil
        }
    }
}
