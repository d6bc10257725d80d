import struct Foundation.Decimal

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
            guard let exact = try? container.decode(Decimal.self), exact != Decimal(value) else {
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
        guard let value = Decimal(string: text), ExactNumber(value.description) == ExactNumber(text) else {
            throw EncodingError.invalidValue(
                text,
                .init(codingPath: container.codingPath, debugDescription: "No coder's number holds \(text) exactly."))
        }
        try container.encode(value)
    }
}
