/// One of several shapes. What no case stands for is kept raw, as `unknown`.
public protocol APIUnion: APIValue, CustomDebugStringConvertible {
    static func unknown(_ value: JSON) -> Self
    static var _cases: UnionTable { get }
    /// Reads the case of an index; any other index is `unknown`.
    static func _read(_ index: Int, _ reader: inout JSONReader) -> Self
    var _payload: any APIValue { get }
}

extension APIUnion {
    public init(_: Blank) { self = .unknown(.null) }

    /// Swift's own would name the module and all types around it.
    public var debugDescription: String {
        Mirror(reflecting: self).children.first.map { "\($0.label ?? "")(\(String(reflecting: $0.value)))" } ?? "\(Self.self)"
    }

    /// A blank value of each case, and the tag or kind that means it: samples are made like these.
    package static var _blanks: [(tag: String, value: Self)] {
        _cases.all.map { tag, index in
            var reader = JSONReader(JSONDocument([]), policy: .tolerant)
            return (tag, _read(index, &reader))
        }
    }

    public mutating func _read(_ reader: inout JSONReader) {
        let indices = reader.unionCases(Self._cases)
        if reader.failure != nil { return }
        // What only one case can be is told what is wrong with it.
        if indices.count == 1 {
            self = Self._read(indices[0], &reader)
            return
        }
        var attempts = UnionAttempts(&reader)
        for index in indices {
            self = Self._read(index, &reader)
            if attempts.settle(index, &reader) { return }
        }
        reader.policy = attempts.policy
        if let tolerated = attempts.tolerated {
            self = Self._read(tolerated, &reader)
            return
        }
        reader.departFrom(Self._cases)
        if reader.failure == nil { self = .unknown(reader.read()) }
    }

    public static func _perform(_ task: ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(on: value, write: { $0._payload._write(&$1) }, argument: { $0._payload._argument })
    }

    /// By way of JSON text: which case it is shows only in what other coders do not keep, such as the order of members.
    public init(from decoder: any Decoder) throws {
        let json = try JSON(from: decoder)
        do {
            self = try JSONReader.decode(Self.self, from: try JSONWriter.write(json), policy: .tolerant)
        } catch {
            throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: "\(error)"))
        }
    }

    public func encode(to encoder: any Encoder) throws { try _payload.encode(to: encoder) }
}

extension JSONReader {
    /// Looks at the value that stands here for the cases it may be, and comes back to its start.
    mutating func unionCases(_ table: borrowing UnionTable) -> [Int] {
        guard let discriminator = table.discriminator else { return kind().map(table.indices) ?? [] }
        let start = position
        let level = depth
        var found: [Int] = []
        switch lookAhead(for: discriminator) {
        case .string: found = table.indices(characters())
        case .integer, .boolean:
            let tag = position
            skip()
            found = table.indices(Characters(start: base + tag, count: position - tag))
        default: break
        }
        if failure == nil {
            position = start
            depth = level
        }
        return found
    }

    /// No case stands for the value here: the tag is shown where there is one.
    @inline(never)
    mutating func departFrom(_ table: UnionTable) {
        let start = position
        let level = depth
        var tag: Int?
        if let key = table.discriminator, lookAhead(for: key) != nil { tag = position }
        if failure != nil { return }
        position = start
        depth = level
        depart(.union(table), listed: tag, found: tag == nil && table.discriminator != nil && kind() == .object ? "no such key" : nil)
    }
}

/// Cases of a union that are tried one after the other. The first one that fits exactly wins; if none does, the first one that can be read.
private struct UnionAttempts {
    let policy: ReadingPolicy
    private let start: Int
    private let depth: Int
    private let departures: Int
    private(set) var tolerated: Int?

    /// Salvaging makes nearly anything fit: it waits until the case is known.
    init(_ reader: inout JSONReader) {
        policy = reader.policy
        start = reader.position
        depth = reader.depth
        departures = reader.drift.count
        if policy == .salvage { reader.policy = .tolerant }
    }

    /// Whether the attempt that has just been made stands. Otherwise it is forgotten, and the reader is back where it began.
    mutating func settle(_ index: Int, _ reader: inout JSONReader) -> Bool {
        let surplus = reader.drift.count - departures
        if reader.failure == nil {
            if surplus == 0 {
                reader.policy = policy
                return true
            }
            if tolerated == nil { tolerated = index }
        }
        reader.rereading -= (reader.failure?.reached ?? reader.position) - start + 1
        guard reader.rereading > 0 else {
            reader.policy = policy
            return true
        }
        reader.failure = nil
        reader.position = start
        reader.depth = depth
        reader.drift.removeLast(surplus)
        return false
    }
}

/// How a union finds its case: by the value of one key, or by what kind of JSON stands there.
///
/// `UnionTable("type", "post=0,photo=1")`: the key, then tag by tag the index of the case. `UnionTable("string=0,object=1|2")`: by kind (string,
/// integer, number, boolean, object, array), several cases being tried in order. Escapes are those of ``FieldTable``.
public struct UnionTable: Sendable {
    let discriminator: [UInt8]?
    private let cases: [Case]
    /// As the table was made.
    let tags: StaticString

    private struct Case: Sendable {
        let tag: [UInt8]
        let indices: [Int]
    }

    public init(_ discriminator: StaticString, _ tags: StaticString) {
        self.discriminator = TableText.unescape(Self.bytes(discriminator)[...])
        cases = Self.cases(tags)
        self.tags = tags
    }

    public init(_ kinds: StaticString) {
        discriminator = nil
        cases = Self.cases(kinds)
        tags = kinds
    }

    private static func bytes(_ text: StaticString) -> [UInt8] {
        Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    private static func cases(_ text: StaticString) -> [Case] {
        TableText.split(bytes(text), UInt8(ascii: ",")).compactMap { entry in
            let parts = TableText.split(entry, UInt8(ascii: "="))
            guard parts.count == 2 else { return nil }
            let indices = TableText.split(parts[1], UInt8(ascii: "|")).compactMap { Int(TableText.string($0)) }
            return Case(tag: TableText.unescape(parts[0]), indices: indices)
        }
    }

    package var key: String? { discriminator.map { String(decoding: $0, as: UTF8.self) } }
    var all: [(tag: String, index: Int)] { cases.flatMap { item in item.indices.map { (String(decoding: item.tag, as: UTF8.self), $0) } } }

    /// The indices of the cases that a tag or kind stands for; none for an unknown one.
    func indices(_ tag: Characters) -> [Int] {
        for candidate in cases where tag.equals(candidate.tag) { return candidate.indices }
        return []
    }

    func indices(_ kind: JSONKind) -> [Int] {
        let name = kind.name
        let found = indices(Characters(start: name.utf8Start, count: name.utf8CodeUnitCount))
        return found.isEmpty && kind == .integer ? indices(.number) : found
    }

    /// For messages.
    var expected: String {
        let names = cases.map { String(decoding: $0.tag, as: UTF8.self) }.joined(separator: ", ")
        guard let discriminator else { return "one of these kinds: \(names)" }
        return "an object whose \"\(String(decoding: discriminator, as: UTF8.self))\" is one of \(names)"
    }
}
