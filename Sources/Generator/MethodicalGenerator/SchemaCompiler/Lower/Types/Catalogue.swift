/// The contents of the schema files, which the lowering of types and methods only reads.
package final class Catalogue {
    let settings: Settings
    /// The schema files, with the overlays applied.
    package let files: [SchemaFile]
    /// The resolver of references between the files.
    package let resolver: ReferenceResolver
    let keywords: KeywordCheck
    let problems: Problems
    let typeNames: TypeNames
    /// All methods, including those that are not selected.
    package let methods: [MethodNode]
    /// The conventions that all calls share.
    let conventions: Conventions
    let definitions: DefinitionTable
    /// The Swift types that stand for definitions.
    let replacements: [TypeID: TypeDeclaration.Replacement]

    /// Finds the methods, then the conventions of calls, and then the definitions.
    init(
        settings: Settings,
        files: [SchemaFile],
        resolver: ReferenceResolver,
        keywords: KeywordCheck,
        problems: Problems
    ) {
        self.settings = settings
        self.files = files
        self.resolver = resolver
        self.keywords = keywords
        self.problems = problems
        typeNames = TypeNames()
        let methods = MethodList(in: files, settings: settings, problems: problems)
        self.methods = methods.nodes
        conventions = Conventions(settings, methods: methods.nodes, problems: problems)
        definitions = DefinitionTable(
            in: files,
            methods: methods,
            conventions: conventions,
            settings: settings,
            resolver: resolver,
            problems: problems)
        replacements = definitions.replacements(from: settings.replacements, problems: problems)
    }

    /// Returns a schema with the keywords that it has. Reports unknown keywords.
    func schema(of node: JSONNode, as place: DialectKeyword.Place = .schema) -> Schema {
        check(node, as: place)
        return Schema(node: node)
    }

    /// Reports the keys that do not belong in an object.
    func check(_ node: JSONNode, as place: DialectKeyword.Place) {
        keywords.check(node, as: place, problems: problems)
    }

    /// Reports a Boolean `required` outside properties and parameters.
    func checkRequired(_ node: JSONNode) { keywords.checkRequired(node, problems: problems) }

    /// Indicates whether a method exists and `api.json` excludes it.
    func excludesMethod(named name: String) -> Bool {
        methods.contains { $0.name == name && !$0.isSelected }
    }

    // MARK: References

    /// Returns the definition that declares a node, or `nil` if the node is not a definition.
    package func definition(declaring node: JSONNode) -> Definition? { definitions.byNode[node.number] }

    /// Returns the node that a `$ref` refers to. Reports an error if there is none.
    func resolve(_ reference: JSONNode) -> JSONNode? { resolver.resolve(reference, problems: problems) }

    /// Returns the definition that a `$ref` refers to. Reports nothing.
    func definition(referredBy reference: JSONNode?) -> Definition? {
        reference.flatMap(resolver.look).flatMap(definition)
    }

    /// Returns the schema that a `$ref` refers to, without the envelope. Reports nothing.
    package func target(of reference: JSONNode) -> JSONNode? {
        resolver.look(reference).map { definition(declaring: $0)?.node ?? $0 }
    }

    /// Returns the schema at the end of a chain of references, or `nil` if a reference has no target.
    func followed(_ node: JSONNode) -> JSONNode? {
        resolver.followed(node) { definition(declaring: $0)?.node ?? $0 }
    }

    /// Returns the schema inside the envelope if the node is an object whose only property is the envelope's key.
    /// Otherwise returns the node itself.
    package func unwrapped(_ node: JSONNode) -> JSONNode { conventions.unwrapped(node) }

    // MARK: Annotations

    /// Returns the description of a node, or `nil` if it has none.
    func documentation(of node: JSONNode) -> String? {
        guard let description = node[.description] else {
            return nil
        }
        if description.string == nil {
            problems.warning(at: description, expected: "a string")
        }
        return description.nonEmptyString
    }

    /// Returns a default value as text for the documentation, or `nil` for `null` and objects.
    func defaultText(of value: JSONNode) -> String? {
        guard value.isArray else {
            return value.scalarText
        }
        let parts = value.children.map { $0.string ?? $0.numberText }
        guard !parts.isEmpty, !parts.contains(nil) else {
            return nil
        }
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// Returns the Swift name that a node asks for.
    func swiftName(of node: JSONNode) -> String? {
        node[.swift].flatMap { askedName(of: $0, problems: problems) }
    }

    /// Returns the deprecation of a node, or `nil` if it is not deprecated in the API's version.
    func deprecation(of node: JSONNode) -> Deprecation? {
        if let deprecated = node[.deprecated] {
            if deprecated.string != nil {
                return Deprecation(message: deprecated.nonEmptyString)
            }
            if deprecated.bool == nil {
                problems.warning(at: deprecated, expected: "true, false or a string")
            }
            guard deprecated.bool == true else { return nil }
            return Deprecation()
        }
        guard let from = node[.deprecated_from_version] else {
            return nil
        }
        guard let version = from.string ?? from.numberText else {
            problems.warning(at: from, expected: "a version like \"5.131\"")
            return nil
        }
        // The deprecation may apply to a future version.
        if let current = conventions.wire.version?.value,
            isVersion(current, before: version)
        {
            return nil
        }
        return Deprecation(message: "Since version \(version).")
    }
}

/// A schema with the keywords that apply to it.
struct Schema {
    let node: JSONNode
    /// A keyword that has been reported and does not count.
    var ignored: Word?

    /// Returns the value of a keyword, or `nil` if the schema does not have it.
    subscript(word: Word) -> JSONNode? {
        guard word != ignored else { return nil }
        return node[word]
    }

    func has(_ word: Word) -> Bool { self[word] != nil }
    func hasAny(_ words: Word...) -> Bool { words.contains(where: has) }

    /// Indicates whether the schema lists at least one property.
    var hasProperties: Bool {
        self[.properties]?.first != nil
    }
}

extension ReferenceResolver {
    /// Returns the schema at the end of a chain of references, or `nil` if a reference has no target.
    ///
    /// - Parameter inside: A function that removes the envelope of each target.
    func followed(_ node: JSONNode, inside: (JSONNode) -> JSONNode = { $0 }) -> JSONNode? {
        var node = node
        for _ in 0...Spot.depthLimit {
            guard let reference = node[.ref] else {
                return node
            }
            guard let target = look(reference) else { return nil }
            node = inside(target)
        }
        return nil
    }
}

extension JSONNode {
    /// Creates a keyword with a list of values, at the place of another node.
    convenience init(list word: Word, of values: [JSONNode], at place: JSONNode) {
        self.init(.array, key: word.rawValue, at: place, children: values)
    }

    /// The text of a string, or `nil` for an empty string and for other types.
    var nonEmptyString: String? {
        guard let string, !string.isEmpty else { return nil }
        return string
    }

    /// Returns the members or elements of a keyword's value, or an empty list if the node does not have the keyword.
    func list(at word: Word) -> [JSONNode] {
        self[word]?.children ?? []
    }

    /// The lists of alternatives in `oneOf` and `anyOf` that are not empty.
    var alternativeLists: [JSONNode] {
        let lists = [Word.oneOf, .anyOf].compactMap { self[$0] }
        return lists.filter { $0.first != nil }
    }

    /// Returns the members that are neither among the known ones nor an extension, whose key begins with `x-`.
    func members(besides known: [String]) -> [JSONNode] {
        children.filter { !known.contains($0.key) && !$0.key.hasPrefix("x-") }
    }

    /// Indicates whether the node has at least one of the keywords.
    func hasAny(_ words: [Word]) -> Bool {
        words.contains { self[$0] != nil }
    }
}
