import Foundation

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
            guard let exact = try? container.decode(Decimal.self), exact != Decimal(value) else { return .integer(value) }
            return .decimal(exact.description)
        }
        if let value = try? container.decode(String.self) { return .string(value) }
        if let value = try? container.decode(UInt64.self) { return .decimal(String(value)) }
        let value = try container.decode(Double.self)
        if let exact = try? container.decode(Decimal.self), ExactNumber(exact.description) != ExactNumber(value.description) {
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
                text, .init(codingPath: container.codingPath, debugDescription: "no coder's number holds \(text) exactly"))
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
            guard mark | 0x20 == UInt8(ascii: "e"), let written = Int(rest.dropFirst().string) else {
                self = .other(text)
                return
            }
            exponent = exponent.addingReportingOverflow(written).partialValue
        }
        while digits.last == 0x30 {
            digits.removeLast()
            exponent += 1
        }
        if digits.isEmpty {
            self = .integer(0)
        } else if exponent >= 0, exponent < 19,
            let value = Int((isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self) + String(repeating: "0", count: exponent))
        {
            self = .integer(value)
        } else {
            self = .decimal(digits: digits, exponent: exponent, isNegative: isNegative)
        }
    }
}

extension Substring.UTF8View {
    fileprivate var string: Substring { Substring(self) }
}
