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

    private var argument: Argument {
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
        if !(text.isNegative && text.digits == 0), let value = text.integer(base, from: start) { return .integer(value) }
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
