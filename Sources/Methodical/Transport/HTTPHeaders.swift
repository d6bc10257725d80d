/// Header fields in their order; names are compared without regard to case.
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    public private(set) var fields: [Field] = []

    public struct Field: Hashable, Sendable {
        public let name: String
        public let value: String
    }

    public init() {}

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { self[name] = value }
    }

    /// The first field of that name; setting it replaces every one of them.
    public subscript(_ name: String) -> String? {
        get { fields.first { Self.areEqual($0.name, name) }?.value }
        set {
            fields.removeAll { Self.areEqual($0.name, name) }
            if let newValue { fields.append(Field(name: name, value: newValue)) }
        }
    }

    /// Keeps the fields of that name that are there already.
    public mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    private static func areEqual(_ left: String, _ right: String) -> Bool {
        left == right || (left.utf8.count == right.utf8.count && left.lowercased() == right.lowercased())
    }
}
