/// What can stand in an answer or be an argument: scalars, arrays, dictionaries, models, enumerations, unions.
///
/// A value is made blank and then filled where it lies, in its slot of an array or its place in a model, so that large models are never copied.
public protocol APIValue: Codable, Hashable, Sendable {
    init(_: Blank)
    /// Replaces this value by the next one of the text.
    mutating func _read(_ reader: inout JSONReader)
    /// Does what else there is to do with a value, where it lies: generic code would copy a model to hand it over. False if the task is to
    /// compare, and the values differ.
    @discardableResult
    static func _perform(_ task: ValueTask, _ value: UnsafePointer<Self>) -> Bool
}

/// Writing, arguments, `==` and `hash`: one requirement for all, since each one makes a function of every type, in every build.
public struct ValueTask {
    enum Kind {
        case write(UnsafeMutablePointer<JSONWriter>)
        case argument(UnsafeMutablePointer<ArgumentValue>)
        case compare(UnsafeRawPointer)
        case hash(UnsafeMutablePointer<Hasher>)
    }

    let kind: Kind

    /// For values that have a `==` and a `hash(into:)` of their own.
    @inline(__always)
    func perform<T: APIValue>(
        on value: UnsafePointer<T>, write: (T, inout JSONWriter) -> Void, argument: (T) -> ArgumentValue
    ) -> Bool {
        switch kind {
        case .write(let writer): write(value.pointee, &writer.pointee)
        case .argument(let made): made.pointee = argument(value.pointee)
        case .compare(let other): return value.pointee == other.assumingMemoryBound(to: T.self).pointee
        case .hash(let hasher): value.pointee.hash(into: &hasher.pointee)
        }
        return true
    }
}

extension APIValue {
    /// Asks an optional whether there is a value, where it lies: a comparison with nil would copy it.
    @inline(__always)
    mutating func _isHere() {}

    func _write(_ writer: inout JSONWriter) {
        withUnsafeMutablePointer(to: &writer) { writer in
            withUnsafePointer(to: self) { _ = Self._perform(ValueTask(kind: .write(writer)), $0) }
        }
    }

    var _argument: ArgumentValue {
        var made = ArgumentValue.flag(false)
        withUnsafeMutablePointer(to: &made) { made in
            withUnsafePointer(to: self) { _ = Self._perform(ValueTask(kind: .argument(made)), $0) }
        }
        return made
    }

    static func _areEqual(_ left: UnsafePointer<Self>, _ right: UnsafePointer<Self>) -> Bool {
        _perform(ValueTask(kind: .compare(right)), left)
    }

    static func _hash(_ value: UnsafePointer<Self>, _ hasher: inout Hasher) {
        withUnsafeMutablePointer(to: &hasher) { _ = _perform(ValueTask(kind: .hash($0)), value) }
    }
}

/// Marks the initializers that make a value for the runtime to fill. A blank model is incomplete: nobody else is meant to make one.
public struct Blank: Sendable {
    package init() {}
}

/// The version of the runtime that generated code was made for: code made for a later one does not compile against this one.
public enum RuntimeVersion: Sendable {
    case v1
}

extension APIValue {
    /// Reads a JSON text.
    public init(json: [UInt8], reading policy: ReadingPolicy = .tolerant) throws(ReadingProblem) {
        self = try JSONReader.decode(Self.self, from: json, policy: policy)
    }

    /// Reads a JSON text, and hands out where it departs from the schema.
    public init(
        json: [UInt8], reading policy: ReadingPolicy = .tolerant, departures: inout [Departure]
    ) throws(ReadingProblem) {
        let document = JSONDocument(json)
        var drift = Drift()
        self = try document.decode(Self.self, policy: policy, &drift)
        departures = document.departures(drift)
    }

    /// This value as JSON text. Throws if it holds a number that is infinite or not a number.
    public func json() throws -> [UInt8] {
        try JSONWriter.write(self)
    }

    /// How models, dictionaries and whatever else has no spelling of its own become arguments. A value without JSON becomes a number
    /// that is not finite, which is refused where arguments are spelled.
    var jsonArgument: ArgumentValue {
        do {
            return .json(try JSONWriter.write(self))
        } catch {
            return .number(.nan)
        }
    }
}

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

extension Boxed: CustomReflectable {
    public var customMirror: Mirror { Mirror(reflecting: wrappedValue as Any) }
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

/// What Codable's containers have methods of their own for.
protocol Scalar: APIValue {
    typealias Container = KeyedDecodingContainer<FieldKey>
    static func decode(_ container: Container, _ key: FieldKey) throws -> Self
    static func decodeIfPresent(_ container: Container, _ key: FieldKey) throws -> Self?
    func encode(_ container: inout KeyedEncodingContainer<FieldKey>, _ key: FieldKey) throws
}

extension Int: Scalar {
    public init(_: Blank) { self = 0 }
    public mutating func _read(_ reader: inout JSONReader) { self = reader.integer() }
    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<Int>) -> Bool {
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
    public init(_: Blank) { self = 0 }
    public mutating func _read(_ reader: inout JSONReader) { self = reader.number() }
    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<Double>) -> Bool {
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
    public init(_: Blank) { self = false }
    public mutating func _read(_ reader: inout JSONReader) { self = reader.boolean() }
    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<Bool>) -> Bool {
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
    public init(_: Blank) { self = "" }
    public mutating func _read(_ reader: inout JSONReader) { self = reader.string() }
    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<String>) -> Bool {
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
