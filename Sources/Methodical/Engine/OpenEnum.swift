/// A set of named values that the server may extend. An unknown value is kept, and is written as it was read.
public protocol OpenEnum: APIValue, RawRepresentable, CustomStringConvertible
where RawValue: APIValue & LosslessStringConvertible {
    /// Creates a value, known or not.
    init(rawValue: RawValue)
    /// The values that the schema lists, joined by commas and escaped like the keys of a ``FieldTable``. They are JSON
    /// texts if they are of several kinds.
    static var _known: StaticString { get }
}

extension OpenEnum {
    /// The values that the schema lists.
    public static var known: [Self] { TableText.list(_known).compactMap(RawValue.init).map { Self(rawValue: $0) } }

    /// Indicates whether the schema lists this value.
    public var isKnown: Bool { KnownValues.contains(Self._known, rawValue.description) }

    public var description: String { rawValue.description }

    /// Creates a value for the runtime to fill.
    public init(_ blank: APIEngine.Blank) { self.init(rawValue: RawValue(blank)) }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Self>) -> Bool {
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

    /// Reports a mismatch unless the value that has just been read from `start` is listed.
    ///
    /// The value nearly always has the spelling of the list, so its text is compared first. `quotes` is the number of
    /// quotation marks on each side of it.
    @inline(__always)
    func check(_ reader: inout JSONReader, _ start: Int, quotes: Int = 0) {
        let from = start &+ quotes
        if KnownValues.contains(Self._known, reader.base + from, reader.position &- quotes &- from) { return }
        checkValue(&reader, start)
    }

    /// Compares the value itself, for a spelling that is not the list's.
    @inline(never)
    private func checkValue(_ reader: inout JSONReader, _ start: Int) {
        if reader.failure == nil, !isKnown { reader.depart(.oneOf(Self._known), at: start, listed: start) }
    }
}

extension OpenEnum where RawValue == Int {
    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        let start = reader.position
        self = Self(rawValue: reader.integer())
        check(&reader, start)
    }
}

extension OpenEnum where RawValue == String {
    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        let start = reader.position
        self = Self(rawValue: reader.string())
        check(&reader, start, quotes: reader.base[start] == UInt8(ascii: "\"") ? 1 : 0)
    }
}

/// An enumeration with values of several kinds.
extension OpenEnum where RawValue == JSON {
    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        let start = reader.position
        self = Self(rawValue: reader.read())
        check(&reader, start)
    }
}

/// Searches in lists of values that are joined by commas.
enum KnownValues {
    /// Returns whether a list contains a value, which is escaped first if necessary.
    static func contains(_ list: StaticString, _ value: String) -> Bool {
        var value = value.utf8.contains { TableText.meanings.contains($0) } ? TableText.escaped(value) : value
        return value.withUTF8 { utf8 in
            guard let start = utf8.baseAddress else { return contains(list, list.utf8Start, 0) }
            return contains(list, start, utf8.count)
        }
    }

    /// Returns whether a list contains a value that is escaped already.
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
            // Skips to the next comma, eight bytes at a time.
            while at &+ 8 <= end, !Word.has(UInt8(ascii: ","), Word.load(text, at)) { at &+= 8 }
            while at < end, text[at] != UInt8(ascii: ",") { at &+= 1 }
            at &+= 1
        }
        return false
    }
}

/// The errors that an API names. An error without a name keeps its number or its word.
public protocol APIErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible
where RawValue: LosslessStringConvertible & Hashable & Sendable {
    /// Creates a code, with a name or without one.
    init(rawValue: RawValue)
    /// The names as `name=code`, joined by commas and escaped like the keys of a ``FieldTable``.
    static var _names: String { get }
}

extension APIErrorCode {
    /// The schema's name for this error, or `nil` if it has none.
    public var name: String? {
        for entry in TableText.split(Array(Self._names.utf8), UInt8(ascii: ",")) {
            let parts = TableText.split(entry, UInt8(ascii: "="))
            if parts.count == 2, TableText.string(parts[1]) == rawValue.description {
                return TableText.string(parts[0])
            }
        }
        return nil
    }

    /// The name and the code, as in `accessDenied (15)`, or the code alone.
    public var description: String { name.map { "\($0) (\(rawValue))" } ?? rawValue.description }

    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    /// Returns whether a code is the named one.
    public static func == (code: RawValue?, named: Self) -> Bool { code == named.rawValue }

    /// Returns whether a code is the named one, so that names can be patterns for codes.
    public static func ~= (named: Self, code: RawValue) -> Bool { code == named.rawValue }
}
