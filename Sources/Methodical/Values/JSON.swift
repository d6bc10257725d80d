import struct Foundation.Decimal

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

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
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
    /// Nil where the text is not JSON.
    public init?(_ description: String) {
        do { try self.init(json: Array(description.utf8)) } catch { return nil }
    }

    /// Its JSON text.
    public var description: String {
        var writer = JSONWriter()
        _write(&writer)
        return String(decoding: UnsafeBufferPointer(start: writer.base, count: writer.count), as: UTF8.self)
    }
}

extension JSON: APIValue {
    public init(_: Blank) { self = .null }

    public mutating func _read(_ reader: inout JSONReader) {
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

    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<JSON>) -> Bool {
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
        // Fifteen digits always survive a Double; for more, its own text tells.
        if text.digits < 1_000_000_000_000_000, !text.isCut, let value = text.double { return .number(value) }
        let spelled = Characters(start: base + start, count: text.end - start).string()
        let value = slowDouble(start, text.end)
        if value.isFinite, ExactNumber(value.description) == ExactNumber(spelled) { return .number(value) }
        return .decimal(spelled)
    }
}

extension JSONWriter {
    /// The text of a number, which may have been made by hand: anything else is no JSON.
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
    /// Coders know less than JSON: numbers beyond `Int` come as far as the coder keeps them, as `UInt64`, `Decimal` or `Double`.
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
            // Foundation's decoder rounds a fraction that a Double cannot tell from the integer.
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

    /// The number that is meant, in one form whichever case holds it.
    private var exact: ExactNumber? {
        switch self {
        case .integer(let value): .integer(value)
        // Its shortest text is what is meant: beyond 2^53 the nearest Double is another integer.
        case .number(let value): ExactNumber(value.description)
        case .decimal(let text): ExactNumber(text)
        default: nil
        }
    }
}

/// A decimal number without a choice of spelling: no zeros at either end of its digits.
enum ExactNumber: Hashable {
    case integer(Int)
    case decimal(digits: [UInt8], exponent: Int, isNegative: Bool)
    /// Infinite, or not a number.
    case other(String)

    init(_ text: String) {
        var digits: [UInt8] = []
        var exponent = 0
        var isFraction = false
        var isNegative = false
        var rest = text.utf8[...]
        if rest.first == UInt8(ascii: "-") {
            isNegative = true
            rest = rest.dropFirst()
        }
        while let byte = rest.first, byte == UInt8(ascii: ".") || byte &- 0x30 <= 9 {
            rest = rest.dropFirst()
            if byte == UInt8(ascii: ".") {
                isFraction = true
            } else {
                if byte != 0x30 || !digits.isEmpty { digits.append(byte) }
                if isFraction { exponent -= 1 }
            }
        }
        if let mark = rest.first {
            // Half of what an `Int` holds, so that no number of digits leads beyond it.
            guard mark | 0x20 == UInt8(ascii: "e"), let written = Int(Substring(rest.dropFirst())),
                written.magnitude < Int.max.magnitude / 2
            else {
                self = .other(text)
                return
            }
            exponent += written
        }
        while digits.last == 0x30 {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty {
            self = .integer(0)
        } else if exponent >= 0, exponent < 19,
            let value = Int(
                (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
                    + String(repeating: "0", count: exponent))
        {
            self = .integer(value)
        } else {
            self = .decimal(digits: digits, exponent: exponent, isNegative: isNegative)
        }
    }
}
