extension Int: APIValue {
    public init(_: Blank) { self = 0 }
    public mutating func _read(_ reader: inout JSONReader) { self = reader.integer() }
    public func _write(_ writer: inout JSONWriter) { writer.integer(self) }
    public var _argument: Argument { .integer(self) }
}

extension Double: APIValue {
    public init(_: Blank) { self = 0 }
    public mutating func _read(_ reader: inout JSONReader) { self = reader.number() }
    public func _write(_ writer: inout JSONWriter) { writer.number(self) }
    public var _argument: Argument { .number(self) }
}

extension Bool: APIValue {
    public init(_: Blank) { self = false }
    public mutating func _read(_ reader: inout JSONReader) { self = reader.boolean() }
    public func _write(_ writer: inout JSONWriter) { writer.boolean(self) }
    public var _argument: Argument { .flag(self) }
}

extension String: APIValue {
    public init(_: Blank) { self = "" }
    public mutating func _read(_ reader: inout JSONReader) { self = reader.string() }
    public func _write(_ writer: inout JSONWriter) { writer.string(self) }
    public var _argument: Argument { .string(self) }
}
