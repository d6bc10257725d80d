/// One of several shapes. What no case stands for is kept raw, as `unknown`.
public protocol APIUnion: APIValue {
    static func unknown(_ value: JSON) -> Self
    static var _cases: UnionTable { get }
    /// Reads the case of an index; any other index is `unknown`.
    static func _read(_ index: Int, _ reader: inout JSONReader) -> Self
    var _payload: any APIValue { get }
}

extension APIUnion {
    public init(_: Blank) { self = .unknown(.null) }

    public mutating func _read(_ reader: inout JSONReader) {
        let start = reader.position
        let depth = reader.depth
        let indices = reader.unionCases(Self._cases)
        if reader.failure != nil { return }
        for index in indices {
            self = Self._read(index, &reader)
            // What only one case can be is told what is wrong with it.
            if indices.count == 1 || !reader.takeBack(to: start, depth) { return }
        }
        if reader.policy == .strict {
            reader.fail(Self._cases.expected)
        } else {
            self = .unknown(reader.read())
        }
    }

    public func _write(_ writer: inout JSONWriter) { _payload._write(&writer) }

    public var _argument: Argument { _payload._argument }

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

    /// After an attempt that failed: forgets it and goes back, so that another one can be made. False if it succeeded, or if there were
    /// too many.
    mutating func takeBack(to start: Int, _ level: Int) -> Bool {
        guard let failure else { return false }
        rereading -= failure.reached - start + 1
        guard rereading > 0 else { return false }
        self.failure = nil
        position = start
        depth = level
        return true
    }
}
