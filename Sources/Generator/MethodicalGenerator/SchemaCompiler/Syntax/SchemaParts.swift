/// The value of `allOf`, `oneOf` or `anyOf`: a list of schemas.
final class SchemaListSyntax: PositionedSyntax {
    /// A number that identifies the list among all lists and schemas.
    let number: Int
    let node: JSONNode
    let keyword: Key
    /// Indicates whether the schemas are in a list, as they should be.
    let isList: Bool
    private(set) lazy var elements = node.children.map { reader.schema(at: $0) }
    private unowned let reader: SchemaReader

    /// Reads the value of a keyword.
    init(node: JSONNode, keyword: Key, reader: SchemaReader) {
        self.node = node
        self.keyword = keyword
        self.reader = reader
        isList = node.isArray
        number = reader.nextNumber()
    }

    /// Creates a list that no file contains, at the position of another part.
    init(
        _ elements: [SchemaSyntax],
        under keyword: Key,
        at position: some PositionedSyntax,
        reader: SchemaReader
    ) {
        node = position.node
        self.keyword = keyword
        self.reader = reader
        isList = true
        number = reader.nextNumber()
        self.elements = elements
    }

    var isEmpty: Bool { elements.isEmpty }
}

/// The value of `properties` or `patternProperties`: schemas by key.
final class MembersSyntax: PositionedSyntax {
    let node: JSONNode
    /// Indicates whether the schemas are in an object, as they should be.
    let isObject: Bool
    /// The schemas in the order of the file.
    private(set) lazy var schemas = node.children.map { reader.schema(at: $0) }
    private unowned let reader: SchemaReader

    init(node: JSONNode, reader: SchemaReader) {
        self.node = node
        self.reader = reader
        isObject = node.isObject
    }

    var isEmpty: Bool { node.first == nil }

    /// Returns the schema with a key, or `nil` if there is none.
    subscript(key: String) -> SchemaSyntax? {
        node[key].map { reader.schema(at: $0) }
    }
}

/// The value of `$ref`, or another reference to a schema.
final class ReferenceSyntax: PositionedSyntax {
    let node: JSONNode
    /// The result of looking for the target, or `nil` if nobody has looked for it.
    var search: Search?

    /// The results of looking for the target of a reference.
    enum Search {
        case failed
        case found(SchemaTarget)

        init(target: SchemaTarget?) {
            self = target.map { .found($0) } ?? .failed
        }

        /// The target, or `nil` if there is none.
        var target: SchemaTarget? {
            switch self {
            case .failed: nil
            case .found(let target): target
            }
        }
    }

    init(node: JSONNode) { self.node = node }

    var text: String? { node.string }

    /// The keys in the pointer of the reference. The list is empty if the reference is to a whole file.
    var tokens: [String] {
        Reference(text ?? "").tokens
    }
}

/// The schema that a reference leads to.
struct SchemaTarget {
    /// The schema, with the envelope if there is one.
    var schema: SchemaSyntax
    /// The definition that declares the schema, or `nil` if the reference leads to a place inside of a definition.
    var definition: Definition?

    /// The schema without the envelope.
    var inner: SchemaSyntax { definition?.schema ?? schema }
}

/// The value of `discriminator`.
struct DiscriminatorSyntax: PositionedSyntax {
    let node: JSONNode
    let propertyName: ValueSyntax?
    let mapping: MappingSyntax?
    /// The names of all keywords.
    static let keywords = [Key.propertyName.rawValue, Key.mapping.rawValue]

    init(node: JSONNode) {
        self.node = node
        propertyName = node[.propertyName].map { ValueSyntax(node: $0) }
        mapping = node[.mapping].map { MappingSyntax(node: $0) }
    }

    var isObject: Bool { node.isObject }
    /// The members that are not keywords.
    var unknownMembers: [ValueSyntax] {
        node.members(besides: Self.keywords).map { ValueSyntax(node: $0) }
    }
}

/// The value of `mapping` in a discriminator: references, or names of definitions, by the value that selects them.
struct MappingSyntax: PositionedSyntax {
    let node: JSONNode
    let members: [ReferenceSyntax]

    init(node: JSONNode) {
        self.node = node
        members = node.children.map { ReferenceSyntax(node: $0) }
    }

    var isObject: Bool { node.isObject }
}
