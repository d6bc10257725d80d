/// A visit that writes a model into any `Encoder`.
struct Encoding {
    private var container: KeyedEncodingContainer<FieldKey>
    private var outer: [KeyedEncodingContainer<FieldKey>] = []
    /// Objects on the way to the next value: made when there is one.
    private var pending: [FieldKey] = []
    private(set) var error: (any Error)?

    init(_ container: KeyedEncodingContainer<FieldKey>) { self.container = container }

    mutating func value<T: Encodable>(_ value: T, _ key: FieldKey) {
        guard error == nil else { return }
        enter()
        do { try container.encode(value, forKey: key) } catch { self.error = error }
    }

    mutating func valueIfPresent<T: Encodable>(_ value: T?, _ key: FieldKey, isRequired: Bool) {
        if let value { return self.value(value, key) }
        guard isRequired, error == nil else { return }
        enter()
        do { try container.encodeNil(forKey: key) } catch { self.error = error }
    }

    @inline(__always)
    mutating func scalar<T: Scalar>(_ value: T, _ key: FieldKey) {
        guard error == nil else { return }
        if !pending.isEmpty { enter() }
        do { try value.encode(&container, key) } catch { self.error = error }
    }

    mutating func additional<T: Encodable>(_ value: [String: T], _ table: FieldTable) {
        for (key, element) in value where !table.names(key) { self.value(element, FieldKey(stringValue: key)) }
    }

    mutating func open(_ key: FieldKey) { pending.append(key) }

    mutating func close() {
        if pending.popLast() == nil, let last = outer.popLast() { container = last }
    }

    private mutating func enter() {
        if pending.isEmpty { return }
        for key in pending {
            outer.append(container)
            container = container.nestedContainer(keyedBy: FieldKey.self, forKey: key)
        }
        pending = []
    }
}
