/// A set of named values that the server may extend: an unknown one is kept and round-trips.
public protocol OpenEnum: APIValue, RawRepresentable, CustomStringConvertible
where RawValue: APIValue & LosslessStringConvertible {
    init(rawValue: RawValue)
    /// The values the schema knows, joined by commas and escaped like the keys of a ``FieldTable``; as JSON where they are of several kinds.
    static var _known: StaticString { get }
}

extension OpenEnum {
    /// The values the schema knows.
    public static var known: [Self] { TableText.list(_known).compactMap(RawValue.init).map { Self(rawValue: $0) } }

    /// Whether the schema knows this value.
    public var isKnown: Bool { KnownValues.contains(Self._known, rawValue.description) }

    public var description: String { rawValue.description }

    public init(_ blank: Blank) { self.init(rawValue: RawValue(blank)) }

    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(on: value, write: { $0.rawValue._write(&$1) }, argument: { $0.rawValue._argument })
    }

    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    public func hash(into hasher: inout Hasher) { rawValue.hash(into: &hasher) }

    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(RawValue.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    /// Looks for the value just read, which began at `start`, among the known ones: as it stands in the text, nearly always.
    @inline(__always)
    func check(_ reader: inout JSONReader, _ start: Int, quotes: Int = 0) {
        let from = start &+ quotes
        if KnownValues.contains(Self._known, reader.base + from, reader.position &- quotes &- from) { return }
        checkValue(&reader, start)
    }

    @inline(never)
    private func checkValue(_ reader: inout JSONReader, _ start: Int) {
        if reader.failure == nil, !isKnown { reader.depart(.oneOf(Self._known), at: start, listed: start) }
    }
}

extension OpenEnum where RawValue == Int {
    public mutating func _read(_ reader: inout JSONReader) {
        let start = reader.position
        self = Self(rawValue: reader.integer())
        check(&reader, start)
    }
}

extension OpenEnum where RawValue == String {
    public mutating func _read(_ reader: inout JSONReader) {
        let start = reader.position
        self = Self(rawValue: reader.string())
        check(&reader, start, quotes: reader.base[start] == UInt8(ascii: "\"") ? 1 : 0)
    }
}

/// Values of several kinds.
extension OpenEnum where RawValue == JSON {
    public mutating func _read(_ reader: inout JSONReader) {
        let start = reader.position
        self = Self(rawValue: reader.read())
        check(&reader, start)
    }
}

/// Looks for values in lists that are joined by commas.
enum KnownValues {
    static func contains(_ list: StaticString, _ value: String) -> Bool {
        var value = value.utf8.contains { TableText.meanings.contains($0) } ? TableText.escaped(value) : value
        return value.withUTF8 { utf8 in
            guard let start = utf8.baseAddress else { return contains(list, list.utf8Start, 0) }
            return contains(list, start, utf8.count)
        }
    }

    static func contains(_ list: StaticString, _ value: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        let text = list.utf8Start
        let end = list.utf8CodeUnitCount
        if end == 0 { return false }
        var at = 0
        while at &+ count <= end {
            var same = 0
            while same < count, text[at &+ same] == value[same] { same &+= 1 }
            at &+= same
            if same == count, at == end || text[at] == UInt8(ascii: ",") { return true }
            while at &+ 8 <= end, !Word.has(UInt8(ascii: ","), Word.load(text, at)) { at &+= 8 }
            while at < end, text[at] != UInt8(ascii: ",") { at &+= 1 }
            at &+= 1
        }
        return false
    }
}

/// The errors an API knows by name; others keep their number, or their word.
public protocol APIErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible
where RawValue: LosslessStringConvertible & Hashable & Sendable {
    init(rawValue: RawValue)
    /// `name=code`, joined by commas and escaped like the keys of a ``FieldTable``.
    static var _names: String { get }
}

extension APIErrorCode {
    /// The schema's name for this error.
    public var name: String? {
        for entry in TableText.split(Array(Self._names.utf8), UInt8(ascii: ",")) {
            let parts = TableText.split(entry, UInt8(ascii: "="))
            if parts.count == 2, TableText.string(parts[1]) == rawValue.description {
                return TableText.string(parts[0])
            }
        }
        return nil
    }

    /// `accessDenied (15)`, or the code alone.
    public var description: String { name.map { "\($0) (\(rawValue))" } ?? rawValue.description }

    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    public static func == (code: RawValue?, named: Self) -> Bool { code == named.rawValue }

    public static func ~= (named: Self, code: RawValue) -> Bool { code == named.rawValue }
}
