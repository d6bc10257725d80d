/// A schema with its keywords, each of which is read once.
///
/// A copy is a schema of its own: types that are declared for the original are not those of the copy. This is why
/// schemas have an identity.
final class SchemaSyntax: PositionedSyntax, Hashable {
    /// A number that identifies the schema among all schemas.
    let number: Int
    let node: JSONNode
    /// The key of a property or definition, or an empty string for other schemas.
    let key: String
    /// Indicates whether this is an object, as a schema with keywords is.
    let isObject: Bool
    /// Indicates whether no file contains the schema.
    private let isMade: Bool
    private unowned let reader: SchemaReader

    // MARK: Kinds of value

    private(set) var type: TypeSyntax?
    private(set) var format: ValueSyntax?
    private(set) var contentEncoding: ValueSyntax?
    /// The values that `enum` lists.
    private(set) var values: ValuesSyntax?
    private(set) var valueNames: ValuesSyntax?
    private(set) var valueDescriptions: ValuesSyntax?
    /// The value of `const`.
    private(set) var constant: ValueSyntax?
    /// Indicates whether `nullable` is true.
    private(set) var isNullable = false
    private(set) var maximum: ValueSyntax?

    // MARK: Parts

    private(set) var reference: ReferenceSyntax?
    private(set) var properties: MembersSyntax?
    private(set) var patternProperties: MembersSyntax?
    /// The schema of the members that `properties` does not list. It is read when it is needed, as is `items`, because
    /// schemas can be nested deeply.
    private(set) lazy var additionalProperties = additionalNode.map { reader.schema(at: $0) }
    private(set) lazy var items = itemsNode.map { reader.schema(at: $0) }
    private(set) var required: RequiredSyntax?
    private(set) var allOf: SchemaListSyntax?
    private(set) var oneOf: SchemaListSyntax?
    private(set) var anyOf: SchemaListSyntax?
    private(set) var discriminator: DiscriminatorSyntax?
    private var additionalNode: JSONNode?
    private var itemsNode: JSONNode?

    // MARK: Annotations

    private(set) var title: ValueSyntax?
    private(set) var description: ValueSyntax?
    private(set) var defaultValue: ValueSyntax?
    private(set) var deprecated: ValueSyntax?
    private(set) var deprecatedFromVersion: ValueSyntax?
    private(set) var readOnly: ValueSyntax?
    /// The Swift name that the schema asks for.
    private(set) var swift: ValueSyntax?
    /// The path to a value inside an object that becomes a property.
    private(set) var from: ValueSyntax?

    /// Indicates whether mistakes in the keywords have been reported.
    var isChecked = false
    /// All members as they are written, for comparison with other schemas. A schema that no file contains has none.
    private var members: [JSONNode] = []

    private init(at node: JSONNode, key: String, isMade: Bool, reader: SchemaReader) {
        self.node = node
        self.key = key
        self.isMade = isMade
        self.reader = reader
        isObject = isMade || node.isObject
        number = reader.nextNumber()
    }

    static func == (a: SchemaSyntax, b: SchemaSyntax) -> Bool { a === b }

    func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }
}

// MARK: Reading

extension SchemaSyntax {
    /// The keywords of schemas that have a meaning for types, by name.
    private static let keywords: [String: Key] = {
        let words: [Key] = [
            .type, .format, .contentEncoding, .enum, .enumNames, .enumDescriptions, .const, .nullable, .maximum,
            .ref, .properties, .patternProperties, .additionalProperties, .required, .items, .allOf, .oneOf, .anyOf,
            .discriminator, .description, .default, .deprecated, .deprecated_from_version, .readOnly, .swift, .from,
            .title,
        ]
        return Dictionary(uniqueKeysWithValues: words.map { ($0.rawValue, $0) })
    }()

    /// Reads a schema, or another value in place of a schema.
    convenience init(_ node: JSONNode, reader: SchemaReader) {
        self.init(at: node, key: node.key, isMade: false, reader: reader)
        members = node.children
        guard isObject else { return }
        for member in members {
            if let keyword = Self.keywords[member.key] {
                read(member, as: keyword)
            }
        }
    }

    private func read(_ member: JSONNode, as keyword: Key) {
        switch keyword {
        case .type: type = TypeSyntax(node: member, typeNames: reader.typeNames)
        case .format: format = ValueSyntax(node: member)
        case .contentEncoding: contentEncoding = ValueSyntax(node: member)
        case .enum: values = ValuesSyntax(node: member)
        case .enumNames: valueNames = ValuesSyntax(node: member)
        case .enumDescriptions: valueDescriptions = ValuesSyntax(node: member)
        case .const: constant = ValueSyntax(node: member)
        case .nullable: isNullable = member.bool == true
        case .maximum: maximum = ValueSyntax(node: member)
        case .ref: reference = ReferenceSyntax(node: member)
        case .properties: properties = MembersSyntax(node: member, reader: reader)
        case .patternProperties: patternProperties = MembersSyntax(node: member, reader: reader)
        case .additionalProperties: additionalNode = member
        case .required: required = RequiredSyntax(node: member)
        case .items: itemsNode = member
        case .allOf: allOf = SchemaListSyntax(node: member, keyword: keyword, reader: reader)
        case .oneOf: oneOf = SchemaListSyntax(node: member, keyword: keyword, reader: reader)
        case .anyOf: anyOf = SchemaListSyntax(node: member, keyword: keyword, reader: reader)
        case .discriminator: discriminator = DiscriminatorSyntax(node: member)
        default: readAnnotation(member, as: keyword)
        }
    }

    private func readAnnotation(_ member: JSONNode, as keyword: Key) {
        let value = ValueSyntax(node: member)
        switch keyword {
        case .title: title = value
        case .description: description = value
        case .default: defaultValue = value
        case .deprecated: deprecated = value
        case .deprecated_from_version: deprecatedFromVersion = value
        case .readOnly: readOnly = value
        case .swift: swift = value
        case .from: from = value
        default: break
        }
    }
}

// MARK: Schemas that no file contains

extension SchemaSyntax {
    /// The keywords of a schema that no file contains.
    enum Part {
        case type(TypeSyntax)
        case values(ValuesSyntax, names: ValuesSyntax?, descriptions: ValuesSyntax?)
        case items(SchemaSyntax)
        case allOf([SchemaSyntax])
        case oneOf([SchemaSyntax])
        case anyOf([SchemaSyntax])
        case description(ValueSyntax?)
    }

    /// Creates a schema of the given parts, at the position of another one.
    convenience init(
        _ parts: [Part],
        key: String = "",
        at position: some PositionedSyntax,
        reader: SchemaReader
    ) {
        self.init(at: position.node, key: key, isMade: true, reader: reader)
        isChecked = true
        func list(_ elements: [SchemaSyntax], under keyword: Key) -> SchemaListSyntax {
            SchemaListSyntax(elements, under: keyword, at: position, reader: reader)
        }
        for part in parts {
            switch part {
            case .type(let value): type = value
            case .values(let list, let names, let descriptions):
                values = list
                valueNames = names
                valueDescriptions = descriptions
            case .items(let schema): items = schema
            case .allOf(let elements): allOf = list(elements, under: .allOf)
            case .oneOf(let elements): oneOf = list(elements, under: .oneOf)
            case .anyOf(let elements): anyOf = list(elements, under: .anyOf)
            case .description(let value): description = value
            }
        }
    }
    /// Returns a schema with the same keywords, which is another schema.
    func copy(key: String = "") -> SchemaSyntax {
        let copy = SchemaSyntax(at: node, key: key, isMade: isMade, reader: reader)
        copy.takeKinds(of: self)
        copy.takeParts(of: self)
        copy.takeAnnotations(of: self)
        copy.isChecked = isChecked
        copy.members = members
        return copy
    }

    /// Returns a copy without `allOf` and without `nullable`, which says something about the whole value.
    ///
    /// - Parameter isKept: A function that indicates whether the copy has a keyword. The name of a parameter, for
    ///   example, is not a part of its schema.
    func besideAllOf(keeping isKept: (String) -> Bool) -> SchemaSyntax {
        let rest = copy()
        rest.allOf = nil
        rest.isNullable = false
        rest.isChecked = true
        let removed = [Key.allOf.rawValue, Key.nullable.rawValue]
        rest.members = members.filter { !removed.contains($0.key) && isKept($0.key) }
        return rest
    }

    /// Returns a copy whose `required` has no meaning, after it has been reported.
    func withoutRequired() -> SchemaSyntax {
        let copy = copy(key: key)
        copy.required = nil
        return copy
    }

    /// A text that is equal for schemas with the same members, apart from descriptions and `required`. It is `nil` if
    /// one of the members is an object or a list.
    var scalarMembers: String? {
        guard !isMade,
            !members.contains(where: { $0.isObject || $0.isArray })
        else {
            return nil
        }
        let ignored = [Key.description.rawValue, Key.required.rawValue]
        let compared = members.filter { !ignored.contains($0.key) }
        let pairs = compared.map { $0.key + $0.described }
        return pairs.sorted().joined(separator: ",")
    }

    private func takeKinds(of other: SchemaSyntax) {
        type = other.type
        format = other.format
        contentEncoding = other.contentEncoding
        values = other.values
        valueNames = other.valueNames
        valueDescriptions = other.valueDescriptions
        constant = other.constant
        isNullable = other.isNullable
        maximum = other.maximum
    }

    private func takeParts(of other: SchemaSyntax) {
        reference = other.reference
        properties = other.properties
        patternProperties = other.patternProperties
        additionalProperties = other.additionalProperties
        items = other.items
        required = other.required
        allOf = other.allOf
        oneOf = other.oneOf
        anyOf = other.anyOf
        discriminator = other.discriminator
    }

    private func takeAnnotations(of other: SchemaSyntax) {
        title = other.title
        description = other.description
        defaultValue = other.defaultValue
        deprecated = other.deprecated
        deprecatedFromVersion = other.deprecatedFromVersion
        readOnly = other.readOnly
        swift = other.swift
        from = other.from
    }
}
