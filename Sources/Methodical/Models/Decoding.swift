/// A visit that fills a model from any `Decoder`.
struct Decoding {
    /// Nil inside an object that the input does not have.
    private var container: KeyedDecodingContainer<FieldKey>?
    private var outer: [KeyedDecodingContainer<FieldKey>?] = []
    private(set) var error: (any Error)?

    init(_ container: KeyedDecodingContainer<FieldKey>) { self.container = container }

    mutating func value<T: Decodable>(_ value: inout T, _ key: FieldKey) {
        attempt(key) { container throws in value = try container.decode(T.self, forKey: key) }
    }

    mutating func valueIfPresent<T: Decodable>(_ value: inout T?, _ key: FieldKey, isRequired: Bool) {
        if container == nil, !isRequired {
            value = nil
            return
        }
        attempt(key) { container throws in
            value = try container.decodeIfPresent(T.self, forKey: key)
            if value == nil, isRequired, !container.contains(key) { throw Self.missing(key, container.codingPath) }
        }
    }

    @inline(__always)
    mutating func scalar<T: Scalar>(_ value: inout T, _ key: FieldKey) {
        attempt(key) { container throws in value = try T.decode(container, key) }
    }

    @inline(__always)
    mutating func scalarIfPresent<T: Scalar>(_ value: inout T?, _ key: FieldKey, isRequired: Bool) {
        if container == nil, !isRequired {
            value = nil
            return
        }
        attempt(key) { container throws in
            value = try T.decodeIfPresent(container, key)
            if value == nil, isRequired, !container.contains(key) { throw Self.missing(key, container.codingPath) }
        }
    }

    mutating func additional<T: Decodable>(_ value: inout [String: T], _ table: FieldTable) {
        guard let keys = container?.allKeys else { return }
        for key in keys where !table.names(key.stringValue) {
            attempt(key) { container throws in value[key.stringValue] = try container.decode(T.self, forKey: key) }
        }
    }

    mutating func open(_ key: FieldKey) {
        outer.append(container)
        guard let inside = container else { return }
        container = nil
        if error != nil || !inside.contains(key) { return }
        do {
            if try !inside.decodeNil(forKey: key) { container = try inside.nestedContainer(keyedBy: FieldKey.self, forKey: key) }
        } catch {
            self.error = error
        }
    }

    mutating func close() {
        if let last = outer.popLast() { container = last }
    }

    @inline(__always)
    private mutating func attempt(_ key: FieldKey, _ body: (KeyedDecodingContainer<FieldKey>) throws -> Void) {
        guard error == nil else { return }
        do {
            guard let container else { throw Self.missing(key, []) }
            try body(container)
        } catch {
            self.error = error
        }
    }

    private static func missing(_ key: FieldKey, _ path: [any CodingKey]) -> DecodingError {
        .keyNotFound(key, .init(codingPath: path, debugDescription: "No value for the required key \"\(key.stringValue)\""))
    }
}
