extension APIEngine {
    /// A value that has one of several shapes. Each shape is a case of the generated enumeration; a value that no case
    /// describes is kept raw, as `unknown`.
    public protocol Union: APIValue, CustomDebugStringConvertible {
        /// Creates the case for a value that no other case describes.
        static func unknown(_ value: JSON) -> Self
        /// The table that finds the case of a value.
        static var _cases: APIEngine.UnionTable { get }
        /// Reads the value at the reader's position as the case with the given index. Any other index gives `unknown`.
        static func _read(_ index: Int, _ reader: inout APIEngine.JSONReader) -> Self
        /// The associated value.
        var _payload: any APIValue { get }
    }
}

extension APIEngine.Union {
    public init(_: APIEngine.Blank) {
        self = .unknown(.null)
    }

    /// The case and its payload. The default description would name the module and all enclosing types.
    public var debugDescription: String {
        Mirror(reflecting: self).children.first.map {
            "\($0.label ?? "")(\(String(reflecting: $0.value)))"
        }
            ?? "\(Self.self)"
    }

    /// A blank value of each case, with the tag or kind that selects the case. Samples start from these values.
    package static var _blanks: [(tag: String, value: Self)] {
        // The reader does not retain the document.
        let document = JSONDocument([])
        return withExtendedLifetime(document) {
            _cases.all.map { tag, index in
                var reader = JSONReader(document, policy: .tolerant)
                return (tag, _read(index, &reader))
            }
        }
    }

    public mutating func _read(_ reader: inout APIEngine.JSONReader) {
        let table = Self._cases
        let indices = reader.unionCases(for: table)
        if reader.failure != nil {
            return
        }
        // If only one case is possible, it is read directly, so that a failure says what is wrong with that case.
        if indices.count == 1 {
            self = Self._read(indices[0], &reader)
        } else {
            self = UnionChoice.read(
                GeneratedCases<Self>(),
                among: indices,
                table: table,
                from: &reader)
        }
    }

    public static func _perform(_ task: APIEngine.ValueTask, _ value: UnsafePointer<Self>) -> Bool {
        task.perform(
            on: value,
            write: { $0._payload._write(to: &$1) },
            argument: { $0._payload._argument })
    }

    public init(from decoder: any Decoder) throws {
        try self.init(asTextFrom: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try _payload.encode(to: encoder)
    }
}
