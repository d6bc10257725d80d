import struct Foundation.Data

extension APIEngine {
    /// A value with one of several shapes that a key outside its JSON selects: the status of a response, or the name of
    /// an event.
    ///
    /// On its own, a value is written as an object whose only member has that key: `{"404": {"message": "Not Found"}}`.
    public protocol KeyedUnion: APIValue, CustomDebugStringConvertible {
        /// Creates the case for a key that the schema does not list.
        static func unknown(_ key: String, _ value: JSON) -> Self
        /// The table that finds the case of a key.
        static var _keys: APIEngine.KeyTable { get }
        /// Reads the value at the reader's position as the case with the given index. A case without a payload reads
        /// nothing.
        static func _read(_ index: Int, _ reader: inout APIEngine.JSONReader) -> Self
        /// The key, and the associated value.
        var _payload: (key: String, value: any APIValue) { get }
    }
}

extension APIEngine.KeyedUnion {
    public init(_: APIEngine.Blank) {
        self = .unknown("", .null)
    }

    /// The key and the payload.
    public var debugDescription: String {
        let (key, value) = _payload
        if value is NoContent {
            return key
        }
        return "\(key): \(String(reflecting: value))"
    }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        var found: Self?
        reader.members { name, reader in
            let key = name.string()
            guard let selected = Self._keys[key] else {
                found = .unknown(key, reader.read())
                return true
            }
            found = Self._read(selected.index, &reader)
            return selected.content != .nothing
        }
        if let found {
            self = found
        } else {
            reader.fail("an object with one member")
        }
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(
            on: value,
            write: { $0.write(to: &$1) },
            argument: { $0.jsonArgument })
    }

    private func write(to writer: inout JSONWriter) {
        let (key, value) = _payload
        writer.byte(.openBrace)
        writer.key(key)
        value._write(to: &writer)
        writer.byte(.closeBrace)
    }

    public init(from decoder: any Decoder) throws {
        try self.init(asTextFrom: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try JSON(json: try json()).encode(to: encoder)
    }

    /// The key with the body from which the value is read. A body in JSON can be inside an envelope.
    package func _body() throws -> (key: String, bytes: [UInt8], isJSON: Bool) {
        let (key, value) = _payload
        switch Self._keys[key]?.content ?? .json {
        case .json:
            return (key, try value.json(), true)
        case .nothing:
            return (key, [], false)
        case .text:
            return (key, Array((value as? String ?? "").utf8), false)
        case .bytes:
            return (key, Array(value as? Data ?? Data()), false)
        }
    }

    /// A blank value of each case. Samples start from these values.
    package static var _blanks: [Self] {
        // The reader does not retain the document.
        let document = JSONDocument(Array("null".utf8))
        return withExtendedLifetime(document) {
            _keys.indices.map { index in
                var reader = JSONReader(document, policy: .tolerant)
                return _read(index, &reader)
            }
        }
    }

    /// Decodes a body as the case that a key selects.
    ///
    /// - Parameters:
    ///   - key: The key, such as `404`.
    ///   - group: The key that counts if no case has the first one, such as `4XX`.
    ///   - path: The keys that lead from the root of the body to the value.
    ///   - mismatches: The places that do not match the schema.
    package static func _decode(
        _ body: [UInt8],
        key: String,
        or group: String? = nil,
        path: [String] = [],
        reading policy: ReadingPolicy = .tolerant,
        mismatches: inout [Mismatch]
    ) throws(ReadingProblem) -> Self {
        let document = JSONDocument(body)
        var log = MismatchLog()
        let value = try document.decode(
            Self.self,
            key: key,
            or: group,
            policy: policy,
            path: path,
            log: &log)
        mismatches = document.mismatches(in: log)
        return value
    }
}

extension APIEngine {
    /// The keys of a ``KeyedUnion``, each with the index of its case: `"200=0,204=1-,404=2t"`.
    ///
    /// A sign after the index states the content of a body that is not JSON: `-` for nothing, `t` for text, and `b` for
    /// bytes. Escapes are those of ``FieldTable``.
    public struct KeyTable: Sendable, ExpressibleByStringLiteral {
        /// The content of a body.
        enum Content: Sendable { case json, nothing, text, bytes }

        /// The case that a key selects.
        struct Selected: Sendable {
            let index: Int
            let content: Content
        }

        /// The cases by their keys.
        private let cases: [String: Selected]

        /// Creates a table from its text.
        public init(stringLiteral text: StaticString) {
            var cases: [String: Selected] = [:]
            for key in TableText.split(TableText.bytes(of: text)[...], separator: ",").map(TableKey.init) {
                var value = TableText.string(from: key.value ?? [])
                let content: Content =
                    switch value.last {
                    case "-": .nothing
                    case "t": .text
                    case "b": .bytes
                    default: .json
                    }
                if content != .json {
                    value.removeLast()
                }
                cases[TableText.string(from: key.path)] = Selected(index: Int(value) ?? 0, content: content)
            }
            self.cases = cases
        }

        /// The indices of all cases.
        var indices: [Int] {
            Set(cases.values.map(\.index)).sorted()
        }

        subscript(key: String) -> Selected? { cases[key] }
    }
}
