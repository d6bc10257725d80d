/// An optional record kept beside its owner, not inside: for large records, and for types that contain themselves.
///
/// A value like any other: copies share the record until one of them changes it.
@propertyWrapper
public struct Boxed<Value: APIValue>: @unchecked Sendable {
    private final class Storage {
        @exclusivity(unchecked) var value: Value
        init(_ value: Value) { self.value = value }
    }

    private var storage: Storage?

    public init(wrappedValue: Value?) { storage = wrappedValue.map(Storage.init) }

    public init() { storage = nil }

    public init(_: Blank) { storage = nil }

    public var wrappedValue: Value? {
        get { storage?.value }
        set { storage = newValue.map(Storage.init) }
    }

    /// A fresh record, filled where it lies.
    mutating func read(_ reader: inout JSONReader) {
        let fresh = Storage(Value(Blank()))
        fresh.value._read(&reader)
        storage = fresh
    }
}

extension Boxed: Hashable {
    public static func == (left: Boxed, right: Boxed) -> Bool {
        if left.storage === right.storage { return true }
        guard let left = left.storage, let right = right.storage else { return false }
        return left.value == right.value
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(storage?.value)
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
