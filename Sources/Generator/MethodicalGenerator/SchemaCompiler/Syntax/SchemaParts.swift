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

// Questions about the form of a schema, as far as its own keywords tell.
extension SchemaSyntax {
    /// The value of a Boolean in place of a schema, or `nil` for others. `true` allows every value.
    var flag: Bool? {
        isObject ? nil : node.bool
    }

    /// The value in place of a schema, for messages.
    var other: ValueSyntax { ValueSyntax(node: node) }

    /// Indicates whether there is a list in place of the schema.
    var isList: Bool { !isObject && node.isArray }

    /// Indicates whether there is an empty list in place of the schema. PHP writes an empty object in this way.
    var isEmptyList: Bool {
        isList && node.first == nil
    }

    /// Indicates whether the schema lists at least one property.
    var hasProperties: Bool { properties?.isEmpty == false }

    /// The only property of an object, or `nil` if it has several or is combined from other schemas.
    var onlyProperty: SchemaSyntax? {
        guard let properties,
            properties.isObject,
            !isCombined
        else { return nil }
        return properties.schemas.count == 1 ? properties.schemas.first : nil
    }

    /// The keys of the properties.
    var propertyKeys: [String] {
        properties?.schemas.map(\.key) ?? []
    }

    /// The schemas that `allOf` combines.
    var parts: [SchemaSyntax] {
        allOf?.elements ?? []
    }

    /// The list in `oneOf`, or else the one in `anyOf`.
    var alternatives: SchemaListSyntax? { oneOf ?? anyOf }

    /// The lists of alternatives in `oneOf` and `anyOf` that are not empty.
    var alternativeLists: [SchemaListSyntax] {
        guard hasAlternatives else { return [] }
        let lists = [oneOf, anyOf].compactMap(\.self)
        return lists.filter { !$0.isEmpty }
    }

    var hasAlternatives: Bool {
        oneOf != nil || anyOf != nil
    }

    /// Indicates whether the schema refers to other schemas, or combines several.
    var isCombined: Bool {
        reference != nil || allOf != nil || hasAlternatives
    }

    /// Indicates whether the schema describes the members of an object that `properties` does not list.
    var hasOpenMembers: Bool {
        additionalProperties != nil || patternProperties != nil
    }

    /// The names of the properties that the schema requires.
    var requiredNames: [ValueSyntax] {
        required?.names ?? []
    }

    /// Indicates whether the schema states the kind of its values, rather than only restricting them.
    var namesKind: Bool {
        guard isObject else {
            return flag == nil
        }
        let isScalar = type != nil || values != nil || constant != nil
        let isStructure = properties != nil || items != nil || hasOpenMembers
        return isScalar || isStructure || isCombined
    }

    /// The only value of `const`, or else of `enum` if it lists a single Boolean.
    var constantOrFlag: ValueSyntax? {
        if let constant {
            return constant
        }
        let listed = values?.nonNull ?? []
        guard let first = listed.first,
            first.isFlag
        else {
            return nil
        }
        return listed.allSatisfy { $0.flag == first.flag } ? first : nil
    }
}

/// A reader that makes one schema of each node, so that all references to it lead to the same schema.
final class SchemaReader {
    let typeNames = TypeNames()
    /// The schemas that have been read, by the numbers of their nodes.
    private var schemas: [Int: SchemaSyntax] = [:]
    private var count = 0

    /// Returns the schema that a node describes.
    func schema(at node: JSONNode) -> SchemaSyntax {
        if let known = schemas[node.number] {
            return known
        }
        let schema = SchemaSyntax(node, reader: self)
        schemas[node.number] = schema
        return schema
    }

    /// Returns a number that no schema and no list of schemas has.
    func nextNumber() -> Int {
        count += 1
        return count
    }

    /// Creates a schema that no file contains, at the position of another one.
    func schema(
        of parts: [SchemaSyntax.Part],
        key: String = "",
        at position: some PositionedSyntax
    ) -> SchemaSyntax {
        SchemaSyntax(parts, key: key, at: position, reader: self)
    }
}
