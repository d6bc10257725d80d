#if XML
    import Foundation
    import Methodical

    /// A decoder for the elements of one name. The requested type decides whether text is a number, and whether
    /// the elements are a list or contain one.
    struct XMLReading: Decoder {
        let elements: [XMLElement]
        let codingPath: [any CodingKey]
        var userInfo: [CodingUserInfoKey: Any] { [:] }

        init(_ elements: [XMLElement], codingPath: [any CodingKey]) {
            self.elements = elements
            self.codingPath = codingPath
        }

        func value<Value: Decodable>(of type: Value.Type) throws -> Value {
            if let scalar = type as? any TextScalar.Type {
                guard let first = elements.first, first.members.isEmpty || !first.text.isEmpty,
                    let value = scalar.init(xml: first.text) as? Value
                else {
                    throw mismatch(type, expecting: scalar.meaning)
                }
                return value
            }
            if type == JSON.self, let value = elements.first?.json as? Value {
                return value
            }
            if let list = type as? any ElementList.Type {
                return try Value(from: XMLReading(list.elements(in: elements), codingPath: codingPath))
            }
            return try Value(from: self)
        }

        private func mismatch(_ type: any Any.Type, expecting meaning: String) -> DecodingError {
            let description = "expected \(meaning), found \(foundValue)"
            return .typeMismatch(
                type, DecodingError.Context(codingPath: codingPath, debugDescription: description))
        }

        /// The value in the words of an error message.
        private var foundValue: String {
            guard let first = elements.first else {
                return "nothing"
            }
            guard first.members.isEmpty else {
                return "an element with child elements"
            }
            return "\"\(first.text.prefix(40))\""
        }

        func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
            guard let first = elements.first, first.text.isEmpty || !first.members.isEmpty else {
                throw mismatch(type, expecting: "an object")
            }
            return KeyedDecodingContainer(Members(element: first, codingPath: codingPath))
        }

        func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
            Elements(elements: elements, codingPath: codingPath)
        }
        func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(reading: self) }
    }

    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let element: XMLElement
        let codingPath: [any CodingKey]

        var allKeys: [Key] {
            element.members.keys.sorted().compactMap { Key(stringValue: $0) }
        }
        func contains(_ key: Key) -> Bool {
            element.members[key.stringValue] != nil
        }
        func decodeNil(forKey key: Key) throws -> Bool {
            element.members[key.stringValue]?.first?.isEmpty ?? true
        }

        private func reading(forKey key: Key) throws -> XMLReading {
            guard let elements = element.members[key.stringValue] else {
                throw DecodingError.keyNotFound(
                    key, DecodingError.Context(codingPath: codingPath, debugDescription: "no such element"))
            }
            return XMLReading(elements, codingPath: codingPath + [key])
        }

        /// Decodes a value if the element is present. An empty element is an empty list if the type is a list,
        /// and otherwise no value.
        func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
            guard contains(key),
                try type is any ElementList.Type || !decodeNil(forKey: key)
            else {
                return nil
            }
            return try decode(type, forKey: key)
        }

        func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
            try reading(forKey: key).value(of: type)
        }
        func nestedContainer<N: CodingKey>(keyedBy type: N.Type, forKey key: Key) throws -> KeyedDecodingContainer<N> {
            try reading(forKey: key).container(keyedBy: type)
        }
        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try reading(forKey: key).unkeyedContainer()
        }
        func superDecoder() throws -> any Decoder { XMLReading([element], codingPath: codingPath) }
        func superDecoder(forKey key: Key) throws -> any Decoder { try reading(forKey: key) }
    }

    private struct Elements: UnkeyedDecodingContainer {
        let elements: [XMLElement]
        let codingPath: [any CodingKey]
        private(set) var currentIndex = 0

        init(elements: [XMLElement], codingPath: [any CodingKey]) {
            self.elements = elements
            self.codingPath = codingPath
        }

        private struct Index: CodingKey {
            let index: Int
            var stringValue: String { String(index) }
            var intValue: Int? { index }
            init(_ index: Int) { self.index = index }
            init?(stringValue: String) { nil }
            init?(intValue: Int) { nil }
        }

        var count: Int? { elements.count }
        var isAtEnd: Bool { currentIndex >= elements.count }

        private mutating func next() throws -> XMLReading {
            guard !isAtEnd else {
                throw DecodingError.valueNotFound(
                    XMLElement.self,
                    DecodingError.Context(codingPath: codingPath, debugDescription: "expected another element"))
            }
            currentIndex += 1
            return XMLReading([elements[currentIndex - 1]], codingPath: codingPath + [Index(currentIndex - 1)])
        }

        mutating func decodeNil() throws -> Bool { false }
        mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
            try next().value(of: type)
        }
        mutating func nestedContainer<N: CodingKey>(keyedBy type: N.Type) throws -> KeyedDecodingContainer<N> {
            try next().container(keyedBy: type)
        }
        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
        mutating func superDecoder() throws -> any Decoder { try next() }
    }

    private struct Single: SingleValueDecodingContainer {
        let reading: XMLReading
        var codingPath: [any CodingKey] { reading.codingPath }
        func decodeNil() -> Bool { reading.elements.first?.isEmpty ?? true }
        func decode<T: Decodable>(_ type: T.Type) throws -> T {
            try reading.value(of: type)
        }
    }

    // MARK: Types that XML text and elements convert to

    /// A type that decodes from a list of elements.
    private protocol ElementList {
        /// Returns the elements of the list: all given elements, or the children of the only one.
        static func elements(in elements: [XMLElement]) -> [XMLElement]
    }

    extension Array: ElementList where Element: Decodable {
        fileprivate static func elements(in elements: [XMLElement]) -> [XMLElement] {
            guard elements.count == 1, let only = elements.first, only.text.isEmpty else {
                return elements
            }
            // The single element may itself be the only object of the list, because it has several kinds of
            // children or because one of its members is a property of the list's element type.
            let table = (Element.self as? any APIEngine.Model.Type)?._fields
            let isObject = only.children.count > 1 || only.members.keys.contains { table?.names($0) ?? false }
            if isObject {
                return elements
            }
            return only.children.first.flatMap { only.members[$0] } ?? []
        }
    }

    /// A scalar type that converts from an element's text.
    private protocol TextScalar {
        init?(xml: String)
        /// The type in the words of an error message.
        static var meaning: String { get }
    }

    extension String: TextScalar {
        fileprivate init?(xml: String) { self = xml }
        fileprivate static var meaning: String { "text" }
    }

    extension Bool: TextScalar {
        fileprivate init?(xml: String) {
            switch xml.lowercased() {
            case "true", "1": self = true
            case "false", "0": self = false
            default: return nil
            }
        }
        fileprivate static var meaning: String { "a flag" }
    }

    extension String {
        /// Indicates whether the text is free of hexadecimal notation, such as `0x1p4`, which Swift also
        /// accepts as a number.
        fileprivate var isDecimal: Bool {
            !utf8.contains { $0 | 0x20 == UInt8(ascii: "x") }
        }
    }

    extension Double: TextScalar {
        fileprivate init?(xml: String) {
            guard xml.isDecimal, let value = Double(xml), value.isFinite else { return nil }
            self = value
        }
        fileprivate static var meaning: String { "a number" }
    }

    extension Float: TextScalar {
        fileprivate init?(xml: String) {
            guard xml.isDecimal, let value = Float(xml), value.isFinite else { return nil }
            self = value
        }
        fileprivate static var meaning: String { "a number" }
    }

    extension TextScalar where Self: FixedWidthInteger {
        fileprivate init?(xml: String) { self.init(xml, radix: 10) }
        fileprivate static var meaning: String { "an integer" }
    }

    extension Int: TextScalar {}
    extension Int8: TextScalar {}
    extension Int16: TextScalar {}
    extension Int32: TextScalar {}
    extension Int64: TextScalar {}
    extension UInt: TextScalar {}
    extension UInt8: TextScalar {}
    extension UInt16: TextScalar {}
    extension UInt32: TextScalar {}
    extension UInt64: TextScalar {}
#endif
