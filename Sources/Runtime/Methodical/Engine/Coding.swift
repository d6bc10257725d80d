/// A model's key as a `CodingKey`.
struct FieldKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A visit that fills a model from a `Decoder`.
///
/// The first error ends the visit: later calls do nothing.
struct Decoding {
    private var container: KeyedDecodingContainer<FieldKey>
    /// Indicates whether the visit is inside an object that the input lacks. The container is then that of an outer
    /// object.
    private var isAbsent = false
    /// The containers of the enclosing objects, the innermost last.
    private var outer: [(container: KeyedDecodingContainer<FieldKey>, isAbsent: Bool)] = []
    private(set) var error: (any Error)?

    init(_ container: KeyedDecodingContainer<FieldKey>) {
        self.container = container
    }

    mutating func value<T: Decodable>(_ value: inout T, for key: FieldKey) {
        guard isReady(for: key, isRequired: true) else { return }
        do {
            value = try decoded(for: key)
        } catch {
            self.error = error
        }
    }

    mutating func valueIfPresent<T: Decodable>(
        _ value: inout T?,
        for key: FieldKey,
        isRequired: Bool
    ) {
        guard isReady(for: key, isRequired: isRequired) else { return }
        do {
            value = try decodedIfPresent(for: key)
        } catch {
            self.error = error
        }
        // The key of a required field may hold `null`.
        if isRequired, value == nil, error == nil, !container.contains(key) {
            refuse(key)
        }
    }

    mutating func nullableIfPresent<T: Decodable>(_ value: inout Nullable<T>?, for key: FieldKey) {
        guard isReady(for: key, isRequired: false),
            container.contains(key)
        else { return }
        do {
            value = Nullable(try decodedIfPresent(for: key))
        } catch {
            self.error = error
        }
    }

    // The containers of Foundation have methods for scalars that are several times as fast as the generic ones. The
    // optimizer removes these comparisons if it knows the type.

    @inline(__always)
    private func decoded<T: Decodable>(for key: FieldKey) throws -> T {
        if T.self == Int.self {
            return unsafeBitCast(try container.decode(Int.self, forKey: key), to: T.self)
        }
        if T.self == String.self {
            return unsafeBitCast(try container.decode(String.self, forKey: key), to: T.self)
        }
        if T.self == Bool.self {
            return unsafeBitCast(try container.decode(Bool.self, forKey: key), to: T.self)
        }
        if T.self == Double.self {
            return unsafeBitCast(try container.decode(Double.self, forKey: key), to: T.self)
        }
        return try container.decode(T.self, forKey: key)
    }

    @inline(__always)
    private func decodedIfPresent<T: Decodable>(for key: FieldKey) throws -> T? {
        if T.self == Int.self {
            return unsafeBitCast(try container.decodeIfPresent(Int.self, forKey: key), to: T?.self)
        }
        if T.self == String.self {
            return unsafeBitCast(try container.decodeIfPresent(String.self, forKey: key), to: T?.self)
        }
        if T.self == Bool.self {
            return unsafeBitCast(try container.decodeIfPresent(Bool.self, forKey: key), to: T?.self)
        }
        if T.self == Double.self {
            return unsafeBitCast(try container.decodeIfPresent(Double.self, forKey: key), to: T?.self)
        }
        return try container.decodeIfPresent(T.self, forKey: key)
    }

    /// Decodes the members of the model's own object that no field names.
    mutating func additional<T: Decodable>(_ value: inout [String: T], table: FieldTable) {
        guard error == nil, !isAbsent else { return }
        for key in container.allKeys where !table.names(key.stringValue) {
            do {
                value[key.stringValue] = try container.decode(T.self, forKey: key)
            } catch {
                self.error = error
            }
        }
    }

    /// Enters the object under a key. Its fields stay blank if the object is absent or `null`.
    mutating func open(_ key: FieldKey) {
        outer.append((container, isAbsent))
        guard error == nil, !isAbsent else { return }
        isAbsent = true
        guard container.contains(key) else { return }
        do {
            if try !container.decodeNil(forKey: key) {
                container = try container.nestedContainer(keyedBy: FieldKey.self, forKey: key)
                isAbsent = false
            }
        } catch {
            self.error = error
        }
    }

    /// Returns to the enclosing object.
    mutating func close() {
        if let last = outer.popLast() {
            (container, isAbsent) = last
        }
    }

    /// Indicates whether there is a value to decode. A blank field keeps its value otherwise.
    @inline(__always)
    private mutating func isReady(for key: FieldKey, isRequired: Bool) -> Bool {
        guard error == nil else { return false }
        if isAbsent, isRequired {
            refuse(key)
        }
        return !isAbsent
    }

    @inline(never)
    private mutating func refuse(_ key: FieldKey) {
        let context = DecodingError.Context(
            codingPath: container.codingPath,
            debugDescription: "No value for the required key \"\(key.stringValue)\"")
        error = DecodingError.keyNotFound(key, context)
    }
}

/// A visit that writes a model into an `Encoder`.
///
/// The first error ends the visit: later calls do nothing.
struct Encoding {
    private var container: KeyedEncodingContainer<FieldKey>
    /// The containers of the enclosing objects, the innermost last.
    private var outer: [KeyedEncodingContainer<FieldKey>] = []
    /// The keys of the objects that the visit has entered but not yet written. They are written before the first value
    /// in them, so that an object without values is left out.
    private var pending: [FieldKey] = []
    private(set) var error: (any Error)?

    init(_ container: KeyedEncodingContainer<FieldKey>) {
        self.container = container
    }

    mutating func value<T: Encodable>(_ value: T, for key: FieldKey) {
        guard error == nil else { return }
        enter()
        do {
            // As in decoding, the methods for scalars are several times as fast as the generic one.
            if T.self == Int.self {
                try container.encode(unsafeBitCast(value, to: Int.self), forKey: key)
            } else if T.self == String.self {
                try container.encode(unsafeBitCast(value, to: String.self), forKey: key)
            } else if T.self == Bool.self {
                try container.encode(unsafeBitCast(value, to: Bool.self), forKey: key)
            } else if T.self == Double.self {
                try container.encode(unsafeBitCast(value, to: Double.self), forKey: key)
            } else {
                try container.encode(value, forKey: key)
            }
        } catch {
            self.error = error
        }
    }

    mutating func valueIfPresent<T: Encodable>(
        _ value: T?,
        for key: FieldKey,
        isRequired: Bool
    ) {
        if let value {
            return self.value(value, for: key)
        }
        guard isRequired, error == nil else { return }
        enter()
        do {
            try container.encodeNil(forKey: key)
        } catch {
            self.error = error
        }
    }

    /// Encodes the additional members, except those whose keys belong to a field.
    mutating func additional<T: Encodable>(_ value: [String: T], table: FieldTable) {
        for (key, element) in value where !table.names(key) {
            self.value(element, for: FieldKey(stringValue: key))
        }
    }

    /// Enters the object under a key, which is written with its first value.
    mutating func open(_ key: FieldKey) {
        pending.append(key)
    }

    /// Leaves the innermost object, whether it has been written or not.
    mutating func close() {
        if pending.popLast() == nil, let last = outer.popLast() {
            container = last
        }
    }

    /// Writes the pending objects.
    private mutating func enter() {
        for key in pending {
            outer.append(container)
            container = container.nestedContainer(keyedBy: FieldKey.self, forKey: key)
        }
        pending.removeAll()
    }
}
