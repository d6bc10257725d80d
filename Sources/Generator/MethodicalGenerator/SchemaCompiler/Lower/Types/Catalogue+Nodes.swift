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
