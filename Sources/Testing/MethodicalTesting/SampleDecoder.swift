import Lifelike

/// A decoder without input, which invents each member that a model asks for. Generated models are `Decodable` anyway,
/// so samples need no further generated code.
struct SampleDecoder: Decoder {
    let source: SampleSource
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(SampleObject(source: source, path: []))
    }

    /// Throws, because lists are made without decoding.
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw SampleSource.Endless()
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        SampleScalar(source: source)
    }
}

private struct SampleScalar: SingleValueDecodingContainer {
    let source: SampleSource
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try source.value(of: type)
    }
}

private struct SampleObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let source: SampleSource
    /// The keys from the model's own object to this one.
    let path: [String]
    var codingPath: [any CodingKey] { [] }

    /// The keys of members that have no property.
    var allKeys: [Key] {
        (0..<source.count).compactMap { place in
            var dice = source.dice.split(for: "key \(place)")
            return Key(stringValue: dice.word())
        }
    }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        let key = key.stringValue
        let memberPath = path + [key]
        if isTag(key),
            let text = source.tag?.text,
            let value = try SampleSource.tagged(type, with: text)
        {
            return value
        }
        if let constant = try source.model?.constant(at: memberPath, as: type) {
            return constant
        }
        let inner = source.inner(at: key)
        if let meant = source.model?.type(at: memberPath),
            let value: T = try inner.raw(of: meant)
        {
            return value
        }
        return try inner.value(of: type)
    }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        let isRequired = source.model?.requires(path + [key.stringValue]) ?? false
        if isRequired || isTag(key.stringValue) {
            return try decode(type, forKey: key)
        }
        guard source.has(key.stringValue) else { return nil }
        // An optional member is left out if its value would contain itself endlessly.
        do {
            return try decode(type, forKey: key)
        } catch {
            return nil
        }
    }

    private func isTag(_ key: String) -> Bool {
        path.isEmpty && source.tag?.key == key
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try member(type, forKey: key)
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try member(type, forKey: key)
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try member(type, forKey: key)
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try member(type, forKey: key)
    }

    private func member<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try decodeIfPresent(type, forKey: key)
    }

    func nestedContainer<Inner: CodingKey>(
        keyedBy type: Inner.Type,
        forKey key: Key
    ) throws -> KeyedDecodingContainer<
        Inner
    > {
        KeyedDecodingContainer(
            SampleObject<Inner>(
                source: source,
                path: path + [key.stringValue]))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw SampleSource.Endless()
    }
    func superDecoder() throws -> any Decoder {
        SampleDecoder(source: source)
    }
    func superDecoder(forKey key: Key) throws -> any Decoder {
        SampleDecoder(source: source.inner(at: key.stringValue))
    }
}
