/// The contents of the schema files, which the lowering of types and methods only reads.
package final class Catalogue {
    let settings: Settings
    /// The schema files, with the overlays applied.
    package let files: [SchemaFile]
    /// The resolver of references between the files.
    package let resolver: ReferenceResolver
    let keywords: KeywordCheck
    let problems: Problems
    /// The reader of schemas, which makes one schema of each node.
    let reader = SchemaReader()
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
        let methods = MethodList(in: files, settings: settings, problems: problems)
        self.methods = methods.nodes
        conventions = Conventions(settings, methods: methods.nodes, problems: problems)
        definitions = DefinitionTable(
            in: files,
            methods: methods,
            conventions: conventions,
            settings: settings,
            resolver: resolver,
            reader: reader,
            problems: problems)
        replacements = definitions.replacements(from: settings.replacements, problems: problems)
    }

    var typeNames: TypeNames { reader.typeNames }

    /// Reports mistakes in the keywords of a schema, once.
    ///
    /// - Parameter place: The kind of object that the schema is, which decides about its keywords.
    func check(_ schema: SchemaSyntax, as place: DialectObject = .schema) {
        guard place == .schema else {
            return check(schema.node, as: place)
        }
        if !schema.isChecked {
            schema.isChecked = true
            check(schema.node, as: .schema)
        }
    }

    /// Reports a Boolean `required` outside properties and parameters.
    func checkRequired(_ schema: SchemaSyntax) {
        if let required = schema.required {
            keywords.checkRequired(required, problems: problems)
        }
    }

    /// Indicates whether a method exists and `api.json` excludes it.
    func excludesMethod(named name: String) -> Bool {
        methods.contains { $0.name == name && !$0.isSelected }
    }

    // MARK: References

    /// Returns the schema that a reference leads to. Reports an error if there is none.
    func resolve(_ reference: ReferenceSyntax) -> SchemaTarget? {
        let target = search(for: reference)
        if target == nil {
            _ = resolver.resolve(reference.node, problems: problems)
        }
        return target
    }

    /// Returns the definition that a reference leads to. Reports nothing.
    func definition(referredBy reference: ReferenceSyntax?) -> Definition? {
        reference.flatMap(search)?.definition
    }

    /// Returns the schema that a reference leads to, without the envelope. Reports nothing.
    func target(of reference: ReferenceSyntax) -> SchemaSyntax? {
        search(for: reference)?.inner
    }

    /// Returns the schema at the end of a chain of references, or `nil` if a reference has no target.
    func followed(_ given: SchemaSyntax) -> SchemaSyntax? {
        var schema = given
        for _ in 0...SchemaContext.depthLimit {
            guard let reference = schema.reference else {
                return schema
            }
            guard let target = target(of: reference) else { return nil }
            schema = target
        }
        return nil
    }

    /// Returns the result of looking for the target of a reference. Each reference is resolved once.
    private func search(for reference: ReferenceSyntax) -> SchemaTarget? {
        if let search = reference.search {
            return search.target
        }
        let target = resolver.look(reference.node).map { node in
            SchemaTarget(schema: reader.schema(at: node), definition: definitions.byNode[node.number])
        }
        reference.search = ReferenceSyntax.Search(target: target)
        return target
    }

    /// Returns the definition in the same file that a text names, as opposed to a reference.
    func definition(namedBy reference: ReferenceSyntax) -> Definition? {
        guard let name = reference.text else { return nil }
        let root = resolver.file(of: reference.node)?.root
        let node = root?[.definitions]?[name] ?? root?[.defs]?[name]
        return node.flatMap { definitions.byNode[$0.number] }
    }

    /// Returns the pointer to the definition in the same file that a value names.
    func pointer(toDefinitionNamedBy value: ValueSyntax) -> String? {
        resolver.definition(named: value.text, in: resolver.file(of: value.node))
    }

    // MARK: Annotations

    /// Returns the description of a schema, or `nil` if it has none.
    func documentation(of schema: SchemaSyntax) -> String? {
        documentation(schema.description)
    }

    /// Returns the text of a description, or `nil` if it is empty.
    func documentation(_ description: ValueSyntax?) -> String? {
        guard let description else {
            return nil
        }
        if description.text == nil {
            problems.warning(at: description, expected: "a string")
        }
        return description.nonEmptyText
    }

    /// Returns the Swift name that a schema asks for.
    func swiftName(of schema: SchemaSyntax) -> String? {
        schema.swift.flatMap { askedName(of: $0.node, problems: problems) }
    }

    /// Returns the deprecation of a schema, or `nil` if it is not deprecated in the API's version.
    func deprecation(of schema: SchemaSyntax) -> Deprecation? {
        deprecation(schema.deprecated, fromVersion: schema.deprecatedFromVersion)
    }

    /// Returns a deprecation, or `nil` if there is none in the API's version.
    ///
    /// - Parameters:
    ///   - deprecated: The value of `deprecated`.
    ///   - from: The value of `deprecated_from_version`.
    func deprecation(_ deprecated: ValueSyntax?, fromVersion from: ValueSyntax?) -> Deprecation? {
        if let deprecated {
            if deprecated.text != nil {
                return Deprecation(message: deprecated.nonEmptyText)
            }
            if deprecated.flag == nil {
                problems.warning(at: deprecated, expected: "true, false or a string")
            }
            guard deprecated.flag == true else { return nil }
            return Deprecation()
        }
        guard let from else {
            return nil
        }
        guard let version = from.text ?? from.numberText else {
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

// The questions about schemas that other parts of the compiler ask with a node. Lowering asks them with syntax.
extension Catalogue {
    /// Returns the schema that a node describes, after a report of mistakes in its keywords.
    func schema(of node: JSONNode, as place: DialectObject = .schema) -> SchemaSyntax {
        let schema = reader.schema(at: node)
        check(schema, as: place)
        return schema
    }

    /// Reports the keys that do not belong in an object.
    func check(_ node: JSONNode, as place: DialectObject) {
        keywords.check(node, as: place, problems: problems)
    }

    /// Returns the definition that declares a node, or `nil` if the node is not a definition.
    package func definition(declaring node: JSONNode) -> Definition? {
        definitions.byNode[node.number]
    }

    /// Returns the node that a `$ref` refers to. Reports an error if there is none.
    func resolve(_ reference: JSONNode) -> JSONNode? {
        resolver.resolve(reference, problems: problems)
    }

    /// Returns the definition that a `$ref` refers to. Reports nothing.
    func definition(referredBy reference: JSONNode?) -> Definition? {
        reference.flatMap(resolver.look).flatMap(definition)
    }

    /// Returns the node that a `$ref` refers to, without the envelope. Reports nothing.
    package func target(of reference: JSONNode) -> JSONNode? {
        resolver.look(reference).map { definition(declaring: $0)?.schema.node ?? $0 }
    }

    /// Returns the node at the end of a chain of references, or `nil` if a reference has no target.
    func followed(_ node: JSONNode) -> JSONNode? {
        followed(reader.schema(at: node))?.node
    }

    /// Returns the node inside the envelope if the node is an object whose only property is the envelope's key.
    /// Otherwise returns the node itself.
    package func unwrapped(_ node: JSONNode) -> JSONNode {
        conventions.unwrapped(reader.schema(at: node)).node
    }

    /// Returns the description of a node, or `nil` if it has none.
    func documentation(of node: JSONNode) -> String? {
        documentation(node[.description].map(ValueSyntax.init))
    }

    /// Returns a default value as text for the documentation, or `nil` for `null` and objects.
    func defaultText(of value: JSONNode) -> String? {
        ValueSyntax(node: value).defaultText
    }

    /// Returns the Swift name that a node asks for.
    func swiftName(of node: JSONNode) -> String? {
        node[.swift].flatMap { askedName(of: $0, problems: problems) }
    }

    /// Returns the deprecation of a node, or `nil` if it is not deprecated in the API's version.
    func deprecation(of node: JSONNode) -> Deprecation? {
        deprecation(
            node[.deprecated].map(ValueSyntax.init),
            fromVersion: node[.deprecated_from_version].map(ValueSyntax.init))
    }
}

extension Schemas {
    /// Indicates whether a node contributes properties to an `allOf`.
    package func isRecordLike(_ node: JSONNode) -> Bool {
        isRecordLike(catalogue.reader.schema(at: node))
    }

    /// Returns the alternatives in a list that allow something other than `null`.
    package func alternatives(in list: JSONNode) -> [JSONNode] {
        list.children.filter { !isNull(catalogue.reader.schema(at: $0)) }
    }
}

extension Variant.Constant.Value {
    /// Creates the value of a `const`, or returns `nil` if it is not a supported scalar.
    init?(_ node: JSONNode) {
        guard let value = ValueSyntax(node: node).constantValue else { return nil }
        self = value
    }
}
