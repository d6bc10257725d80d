extension Optional: APIValue where Wrapped: APIValue {
    public init(_: Blank) { self = nil }

    public mutating func _read(_ reader: inout JSONReader) {
        if reader.null() {
            self = nil
        } else {
            self = Wrapped(Blank())
            self?._read(&reader)
        }
    }

    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(
            on: value,
            write: { if let value = $0 { value._write(&$1) } else { $1.null() } },
            argument: { $0?._argument ?? .json(Array("null".utf8)) })
    }
}

extension Array: APIValue where Element: APIValue {
    public init(_: Blank) { self = [] }

    public mutating func _read(_ reader: inout JSONReader) { self = reader.elements(Element.self) }

    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(on: value, write: { $0.write(to: &$1) }, argument: { .list($0.map { $0._argument }) })
    }

    private func write(to writer: inout JSONWriter) {
        writer.byte(UInt8(ascii: "["))
        withUnsafeBufferPointer { elements in
            for index in elements.indices {
                if index > 0 { writer.byte(UInt8(ascii: ",")) }
                elements[index]._write(&writer)
            }
        }
        writer.byte(UInt8(ascii: "]"))
    }
}

/// A key that occurs twice: the last one wins. Written in the order of the keys' UTF-8, so that equal dictionaries give equal text.
extension Dictionary: APIValue where Key == String, Value: APIValue {
    public init(_: Blank) { self = [:] }

    public mutating func _read(_ reader: inout JSONReader) {
        self = [:]
        guard reader.openObject(JSONReader.typedDepthLimit) else { return }
        repeat {
            let key = reader.key()
            self[key] = reader.read() as Value
        } while reader.nextMember()
    }

    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(on: value, write: { $0.write(to: &$1) }, argument: { $0.jsonArgument })
    }

    private func write(to writer: inout JSONWriter) {
        writer.byte(UInt8(ascii: "{"))
        for key in keys.sorted() {
            guard let value = self[key] else { continue }
            writer.key(key)
            value._write(&writer)
        }
        writer.byte(UInt8(ascii: "}"))
    }
}

extension JSONReader {
    /// A member's key and the colon behind it.
    mutating func key() -> String {
        guard base[position] == UInt8(ascii: "\"") else {
            fail("a key")
            return ""
        }
        let key = string()
        colon()
        return key
    }
}

/// An optional record kept beside its owner, not inside: for large records, and for types that contain themselves.
///
/// A value like any other: copies share the record until one of them is given another.
@propertyWrapper
public struct Boxed<Value: APIValue>: @unchecked Sendable {
    var storage: BoxStorage<Value>?

    public init(wrappedValue: Value?) { storage = wrappedValue.map(BoxStorage.init) }

    public init() { storage = nil }

    public init(_: Blank) { storage = nil }

    public var wrappedValue: Value? {
        get { storage?.value }
        set { storage = newValue.map(BoxStorage.init) }
    }
}

/// Changed only while it is filled, by whoever has just made it.
final class BoxStorage<Value: APIValue> {
    @exclusivity(unchecked) var value: Value
    init(_ value: Value) { self.value = value }
    init(_ blank: Blank) { value = Value(blank) }
}

extension Boxed: Hashable {
    public static func == (left: Boxed, right: Boxed) -> Bool { areEqual(left.storage, right.storage) }

    static func areEqual(_ left: BoxStorage<Value>?, _ right: BoxStorage<Value>?) -> Bool {
        if left === right { return true }
        guard let left, let right else { return false }
        return withUnsafeMutablePointer(to: &left.value) { left in
            withUnsafeMutablePointer(to: &right.value) { Value._areEqual(left, $0) }
        }
    }

    public func hash(into hasher: inout Hasher) {
        guard let storage else { return hasher.combine(0 as UInt8) }
        hasher.combine(1 as UInt8)
        withUnsafeMutablePointer(to: &storage.value) { Value._hash($0, &hasher) }
    }
}

extension Boxed: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.init(wrappedValue: container.decodeNil() ? nil : try container.decode(Value.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let storage { try container.encode(storage.value) } else { try container.encodeNil() }
    }
}
