/// A type for which Codable's containers have methods of their own.
protocol Scalar: APIValue {
    typealias Container = KeyedDecodingContainer<FieldKey>
    static func decode(_ container: Container, _ key: FieldKey) throws -> Self
    static func decodeIfPresent(_ container: Container, _ key: FieldKey) throws -> Self?
    func encode(_ container: inout KeyedEncodingContainer<FieldKey>, _ key: FieldKey) throws
}

extension Int: Scalar {
    public init(_: APIEngine.Blank) { self = 0 }
    public mutating func _read(_ reader: inout APIEngine.JSONReader) { self = reader.integer() }
    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Int>) -> Bool {
        task.perform(on: value, write: { $1.integer($0) }, argument: { .integer($0) })
    }

    static func decode(_ container: Container, _ key: FieldKey) throws -> Self {
        try container.decode(Int.self, forKey: key)
    }

    static func decodeIfPresent(_ container: Container, _ key: FieldKey) throws -> Self? {
        try container.decodeIfPresent(Int.self, forKey: key)
    }

    func encode(_ container: inout KeyedEncodingContainer<FieldKey>, _ key: FieldKey) throws {
        try container.encode(self, forKey: key)
    }
}

extension Double: Scalar {
    public init(_: APIEngine.Blank) { self = 0 }
    public mutating func _read(_ reader: inout APIEngine.JSONReader) { self = reader.number() }
    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Double>) -> Bool {
        task.perform(on: value, write: { $1.number($0) }, argument: { .number($0) })
    }

    static func decode(_ container: Container, _ key: FieldKey) throws -> Self {
        try container.decode(Double.self, forKey: key)
    }

    static func decodeIfPresent(_ container: Container, _ key: FieldKey) throws -> Self? {
        try container.decodeIfPresent(Double.self, forKey: key)
    }

    func encode(_ container: inout KeyedEncodingContainer<FieldKey>, _ key: FieldKey) throws {
        try container.encode(self, forKey: key)
    }
}

extension Bool: Scalar {
    public init(_: APIEngine.Blank) { self = false }
    public mutating func _read(_ reader: inout APIEngine.JSONReader) { self = reader.boolean() }
    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Bool>) -> Bool {
        task.perform(on: value, write: { $1.boolean($0) }, argument: { .flag($0) })
    }

    static func decode(_ container: Container, _ key: FieldKey) throws -> Self {
        try container.decode(Bool.self, forKey: key)
    }

    static func decodeIfPresent(_ container: Container, _ key: FieldKey) throws -> Self? {
        try container.decodeIfPresent(Bool.self, forKey: key)
    }

    func encode(_ container: inout KeyedEncodingContainer<FieldKey>, _ key: FieldKey) throws {
        try container.encode(self, forKey: key)
    }
}

extension String: Scalar {
    public init(_: APIEngine.Blank) { self = "" }
    public mutating func _read(_ reader: inout APIEngine.JSONReader) { self = reader.string() }
    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<String>) -> Bool {
        task.perform(on: value, write: { $1.string($0) }, argument: { .string($0) })
    }

    static func decode(_ container: Container, _ key: FieldKey) throws -> Self {
        try container.decode(String.self, forKey: key)
    }

    static func decodeIfPresent(_ container: Container, _ key: FieldKey) throws -> Self? {
        try container.decodeIfPresent(String.self, forKey: key)
    }

    func encode(_ container: inout KeyedEncodingContainer<FieldKey>, _ key: FieldKey) throws {
        try container.encode(self, forKey: key)
    }
}
