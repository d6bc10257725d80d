/// A set of named values that the server may extend: an unknown one is kept and round-trips.
public protocol OpenEnum: APIValue, RawRepresentable, CustomStringConvertible where RawValue: APIValue & LosslessStringConvertible {
    init(rawValue: RawValue)
    /// The values the schema knows, joined by commas and escaped like the keys of a ``FieldTable``.
    static var _known: String { get }
}

extension OpenEnum {
    /// The values the schema knows.
    public static var known: [Self] { TableText.list(_known).compactMap(RawValue.init).map { Self(rawValue: $0) } }

    /// Whether the schema knows this value.
    public var isKnown: Bool { TableText.list(Self._known).contains(rawValue.description) }

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

    /// Refuses the value just read, which began at `start`, where the policy asks for known ones.
    func check(_ reader: inout JSONReader, _ start: Int) {
        if reader.policy == .strict, reader.failure == nil, !isKnown { reader.fail("one of \(Self._known)", at: start, found: "\(rawValue)") }
    }
}

extension OpenEnum where RawValue == Int {
    public mutating func _read(_ reader: inout JSONReader) {
        let start = reader.position
        if let flag = reader.flag(Self._known) {
            self = Self(rawValue: flag)
        } else {
            self = Self(rawValue: reader.integer())
            check(&reader, start)
        }
    }
}

extension OpenEnum where RawValue == String {
    public mutating func _read(_ reader: inout JSONReader) {
        let start = reader.position
        self = Self(rawValue: reader.string())
        check(&reader, start)
    }
}

extension OpenEnum where RawValue == Double {
    public mutating func _read(_ reader: inout JSONReader) {
        let start = reader.position
        self = Self(rawValue: reader.number())
        check(&reader, start)
    }
}

extension JSONReader {
    /// An enumeration of just 0 and 1 is a flag: tolerant reading takes true and false for it.
    mutating func flag(_ known: @autoclosure () -> String) -> Int? {
        let byte = base[position]
        guard byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f"), policy == .tolerant else { return nil }
        let known = known()
        guard known == "0,1" || known == "1,0" else { return nil }
        return boolean() ? 1 : 0
    }
}

/// The errors an API knows by name; others keep their number.
public protocol APIErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible where RawValue == Int {
    init(rawValue: Int)
    /// `name=number`, joined by commas and escaped like the keys of a ``FieldTable``.
    static var _names: String { get }
}

extension APIErrorCode {
    /// The schema's name for this error.
    public var name: String? {
        for entry in TableText.split(Array(Self._names.utf8), UInt8(ascii: ",")) {
            let parts = TableText.split(entry, UInt8(ascii: "="))
            if parts.count == 2, TableText.string(parts[1]) == String(rawValue) { return TableText.string(parts[0]) }
        }
        return nil
    }

    /// `accessDenied (15)`, or the number alone.
    public var description: String { name.map { "\($0) (\(rawValue))" } ?? String(rawValue) }

    public static func == (left: Self, right: Self) -> Bool { left.rawValue == right.rawValue }

    public static func == (code: Int?, named: Self) -> Bool { code == named.rawValue }

    public static func ~= (named: Self, code: Int) -> Bool { code == named.rawValue }
}
