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
