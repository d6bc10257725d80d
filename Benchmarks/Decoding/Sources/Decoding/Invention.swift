/// A decoder without input. It invents every value that a model requests, the same ones on every machine.
final class Invention: Decoder {
    var chance: Chance
    let style: Style
    private(set) var codingPath: [any CodingKey] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ style: Style) {
        self.style = style
        chance = Chance(state: style.seed)
    }

    /// The properties in which documents differ.
    struct Style {
        var seed: UInt64
        var words: [String]
        /// Keys that are always present and mostly null.
        var nulls: Set<String> = []
        /// Keys that are never present, and keys that one object in twenty has.
        var absent: Set<String> = []
        var rarePrefix = "extra"
        /// The percentage of objects that have an optional property.
        var presence = 85
        /// The values of these keys. A key may be preceded by its parent's.
        var choices: [String: [String]] = [:]
        var numbers: [String: ClosedRange<Int>] = [:]
        var counts: [String: ClosedRange<Int>] = [:]
    }

    func container<Key: CodingKey>(keyedBy: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(Members<Key>(invention: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer {
        Elements(invention: self, count: chance.number(style.counts[key] ?? 1...3))
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { Single(invention: self) }

    private var key: String { codingPath.last?.stringValue ?? "" }

    fileprivate func within<T>(_ key: any CodingKey, _ body: () throws -> T) rethrows -> T {
        codingPath.append(key)
        defer { codingPath.removeLast() }
        return try body()
    }

    fileprivate func has(_ key: String) -> Bool {
        if style.nulls.contains(key) { return true }
        if style.absent.contains(key) { return false }
        return chance.number(1...100) <= (key.hasPrefix(style.rarePrefix) ? 5 : style.presence)
    }

    fileprivate func isNull(_ key: String) -> Bool { style.nulls.contains(key) && chance.number(1...100) <= 90 }

    func integer() -> Int {
        if let range = style.numbers[key] { return chance.number(range) }
        if key == "id" || key == "date" || key.hasSuffix("_id") { return chance.number(1...900_000_000) }
        return chance.number(1...5) < 4 ? chance.number(0...1) : chance.number(0...5000)
    }

    func flag() -> Bool { chance.number(0...1) == 1 }

    func fraction() -> Double { Double(chance.number(0...9999)) / 1000 }

    func text() -> String {
        let parent = codingPath.dropLast().last { $0.intValue == nil }?.stringValue ?? ""
        if let choices = style.choices[parent + "." + key] ?? style.choices[key] { return chance.one(of: choices) }
        switch key {
        case "text", "about", "quotes", "interests", "description": return words(5...25)
        case "hash", "access_key": return letters(24, "0123456789abcdef")
        case _ where key.hasPrefix("photo_") && key != "photo_id", _ where key.contains("url"):
            return
                "https://sun9-\(chance.number(1...80)).userapi.example/impg/\(letters(60, "abcdefghijklmnopqrstuvwxyzABC_-0123"))"
                + "/\(letters(11, "abcdefghij")).jpg?size=\(chance.number(50...2560))x\(chance.number(50...2560))&quality=95&crop="
                + "\(chance.number(0...300)),\(chance.number(300...900))&ava=1"
        case _ where key.hasSuffix("_str"): return String(chance.number(100_000_000...900_000_000_000))
        default: return words(1...2)
        }
    }

    private func words(_ count: ClosedRange<Int>) -> String {
        (0..<chance.number(count)).map { _ in chance.one(of: style.words) }.joined(separator: " ")
    }

    private func letters(_ count: Int, _ alphabet: String) -> String {
        let alphabet = Array(alphabet.utf8)
        return String(decoding: (0..<count).map { _ in chance.one(of: alphabet) }, as: UTF8.self)
    }
}

/// A SplitMix64 generator.
struct Chance {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ word >> 30) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
        return word ^ word >> 31
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(truncatingIfNeeded: next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    mutating func one<T>(of choices: [T]) -> T { choices[number(0...choices.count - 1)] }
}

private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let invention: Invention
    var codingPath: [any CodingKey] { invention.codingPath }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { invention.has(key.stringValue) }
    func decodeNil(forKey key: Key) -> Bool { invention.isNull(key.stringValue) }
    func decode<T: Decodable>(_: T.Type, forKey key: Key) throws -> T {
        try invention.within(key) { try T(from: invention) }
    }
    func superDecoder() -> any Decoder { invention }
    func superDecoder(forKey: Key) -> any Decoder { invention }
    func nestedUnkeyedContainer(forKey: Key) -> any UnkeyedDecodingContainer { invention.unkeyedContainer() }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey: Key) -> KeyedDecodingContainer<Nested> {
        invention.container(keyedBy: type)
    }
}

private struct Elements: UnkeyedDecodingContainer {
    let invention: Invention
    var count: Int?
    var currentIndex = 0
    var codingPath: [any CodingKey] { invention.codingPath }
    var isAtEnd: Bool { currentIndex == count }

    init(invention: Invention, count: Int) {
        self.invention = invention
        self.count = count
    }

    struct Index: CodingKey {
        var intValue: Int?
        var stringValue: String { "" }
        init(intValue: Int) { self.intValue = intValue }
        init?(stringValue: String) { nil }
    }

    func decodeNil() -> Bool { false }
    func superDecoder() -> any Decoder { invention }
    func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { invention.unkeyedContainer() }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedDecodingContainer<Nested> {
        invention.container(keyedBy: type)
    }

    mutating func decode<T: Decodable>(_: T.Type) throws -> T {
        currentIndex += 1
        return try invention.within(Index(intValue: currentIndex)) { try T(from: invention) }
    }
}

private struct Single: SingleValueDecodingContainer {
    let invention: Invention
    var codingPath: [any CodingKey] { invention.codingPath }

    func decodeNil() -> Bool { false }
    func decode(_: Bool.Type) -> Bool { invention.flag() }
    func decode(_: Int.Type) -> Int { invention.integer() }
    func decode(_: Double.Type) -> Double { invention.fraction() }
    func decode(_: String.Type) -> String { invention.text() }
    func decode<T: Decodable>(_: T.Type) throws -> T { try T(from: invention) }
}
