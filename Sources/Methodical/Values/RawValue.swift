/// A scalar with a meaning: kept as the server sent it, so that nothing is lost where the meaning cannot be made out.
public protocol RawScalar: APIValue, RawRepresentable where RawValue: APIValue {
    init(rawValue: RawValue)
}

extension RawScalar {
    public init(_ blank: Blank) { self.init(rawValue: RawValue(blank)) }

    public mutating func _read(_ reader: inout JSONReader) {
        var raw = RawValue(Blank())
        raw._read(&reader)
        self = Self(rawValue: raw)
    }

    public func _write(_ writer: inout JSONWriter) { rawValue._write(&writer) }
    public var _argument: Argument { rawValue._argument }

    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(RawValue.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
