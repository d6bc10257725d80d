/// The type of a schema at the place of its use.
struct Use: Equatable {
    var type: TypeUse
    var isNullable = false

    /// The type for places that have no separate flag for `null`, such as the element of an array.
    var element: TypeUse { isNullable ? .optional(type) : type }
}

/// The lowering of schemas to types. It declares the inline types that it meets, and queues the definitions.
struct TypeLowering {
    let schemas: Schemas
    var table: TypeTable
    /// The definitions that contain themselves. They are reported after lowering, and only if they were lowered.
    let cyclic: Set<TypeID>
    /// The uses that references to places other than definitions resolve to, by node. A use is `nil` while its schema
    /// is being lowered.
    private var referencedUses: [Int: Use?] = [:]

    var catalogue: Catalogue { schemas.catalogue }
    var problems: Problems { catalogue.problems }

    init(_ schemas: Schemas) {
        self.schemas = schemas
        let catalogue = schemas.catalogue
        table = TypeTable(catalogue.definitions)
        cyclic = InheritanceCycles(among: catalogue.definitions.all, catalogue: catalogue, problems: Problems()).members
    }

    // MARK: Definitions

    /// Lowers all queued definitions, and those that are queued meanwhile.
    mutating func lowerQueued() {
        while true {
            let waiting = table.takeWaiting()
            if waiting.isEmpty {
                return
            }
            for definition in waiting {
                lower(definition)
            }
        }
    }

    /// Lowers the definitions that own inline types of lowered ones. If only some methods are selected, an owner may
    /// have contributed its properties to another record without being lowered itself.
    mutating func lowerOwners() {
        while true {
            let owners = table.declarations.values.compactMap { declaration in
                if case .type(let owner) = declaration.owner,
                    table.declarations[owner] == nil
                {
                    owner
                } else {
                    nil
                }
            }
            let missing = Set(owners).compactMap { catalogue.definitions.byID[$0] }
            if missing.isEmpty {
                return
            }
            // The order is fixed, because the order of lowering can affect identities.
            for definition in missing.sorted(by: { $0.id < $1.id }) {
                table.enqueue(definition)
            }
            lowerQueued()
        }
    }

    /// Lowers a definition before its turn, unless it is lowered already.
    mutating func lowerNow(_ definition: Definition) {
        if table.takeNow(definition) {
            lower(definition)
        }
    }

    private mutating func lower(_ definition: Definition) {
        let node = definition.node
        let keyNode = definition.keyNode
        let schema = catalogue.schema(of: node)
        if node.isObject {
            catalogue.checkRequired(keyNode)
        }
        if keyNode != node {
            _ = catalogue.schema(of: keyNode)
        }
        let spot = Spot(definition)
        let shape =
            if node.isObject {
                shape(of: schema, at: spot, id: definition.id)
            } else {
                TypeDeclaration.Shape.alias(use(of: node, at: spot).type)
            }
        var documentation = catalogue.documentation(of: schema.node)
        if documentation == nil, keyNode != node {
            documentation = catalogue.documentation(of: keyNode)
        }
        table.declare(
            TypeDeclaration(
                id: definition.id,
                owner: definition.owner,
                wire: definition.wire,
                swift: catalogue.swiftName(of: keyNode),
                unit: definition.file.unit,
                documentation: documentation,
                deprecation: catalogue.deprecation(of: keyNode),
                shape: shape))
    }

    /// Returns the shape of a schema that already has a name.
    private mutating func shape(
        of schema: Schema,
        at spot: Spot,
        id: TypeID
    ) -> TypeDeclaration.Shape {
        switch schemas.form(of: schema) {
        case .record:
            return recordShape(of: schema, id: id, at: spot)
        case .enumeration(let values):
            return .enumeration(enumeration(of: values, in: schema))
        case .union(let list):
            let given = schemas.alternatives(in: list)
            if given.count == 1, given[0].isObject, given[0][.ref] == nil {
                return shape(inside: given[0], at: spot, id: id)
            }
            return Alternatives(list, of: schema, at: spot, id: id, types: &self).shape
        case .single(let part) where part.isObject && part[.ref] == nil:
            return shape(inside: part, at: spot, id: id)
        case .single, .reference, .plain:
            return .alias(use(of: schema, at: spot).type)
        }
    }

    /// Returns the shape of a schema that consists of a single part or alternative.
    private mutating func shape(
        inside part: JSONNode,
        at spot: Spot,
        id: TypeID
    ) -> TypeDeclaration.Shape {
        let deeper = spot.deeper
        guard deeper.depth < Spot.depthLimit else {
            return .alias(use(of: part, at: deeper).type)
        }
        return shape(of: catalogue.schema(of: part), at: deeper, id: id)
    }

    private func enumeration(of values: JSONNode, in schema: Schema) -> Enumeration {
        var enumeration = EnumerationReader(schema: schema, problems: problems).enumeration(of: values)
        enumeration.isOpen = schemas.cache.openEnumerations.contains(schema.node.number)
        return enumeration
    }

    /// Returns the shape of a schema that describes an object with properties.
    mutating func recordShape(
        of schema: Schema,
        id: TypeID,
        at spot: Spot
    ) -> TypeDeclaration.Shape {
        let part = RecordLowering.Part(id: id, unit: spot.unit, depth: spot.depth)
        var record = RecordLowering(schemas, owner: part)
        return record.shape(of: schema, types: &self)
    }

    // MARK: Uses

    /// Returns the type of a node that should be a schema. Reports an error if it is not.
    mutating func use(of node: JSONNode, at spot: Spot) -> Use {
        if node.isObject {
            catalogue.checkRequired(node)
            return use(of: catalogue.schema(of: node), at: spot)
        }
        if node.isArray, node.first == nil {
            problems.warning(at: node, "an empty list is read as {}, any JSON")
        } else if node.bool == nil {
            let hint = meaning(of: node).map { "; did you mean {\($0)}?" } ?? ""
            problems.error(at: node, expected: "a schema, an object", hint: hint)
        }
        return Use(type: .any)
    }

    /// Returns the keyword that was probably meant by a value in place of a schema: the name of a type or of a
    /// definition.
    private func meaning(of node: JSONNode) -> String? {
        if node.kind == .null || catalogue.typeNames.kind(named: node) != nil {
            return "\"type\": \"\(node.string ?? "null")\""
        }
        let file = catalogue.resolver.file(of: node)
        return catalogue.resolver
            .definition(named: node.string, in: file)
            .map { "\"$ref\": \"\($0)\"" }
    }

    /// Returns the type of a node that should be a schema and may have a Boolean `required`.
    mutating func useAllowingRequired(_ node: JSONNode, at spot: Spot) -> Use {
        if node.isObject {
            return use(of: catalogue.schema(of: node), at: spot)
        }
        return use(of: node, at: spot)
    }

    /// Returns the type of a schema. Declares the inline types in it.
    mutating func use(of schema: Schema, at spot: Spot) -> Use {
        guard spot.depth < Spot.depthLimit else {
            problems.error(
                at: schema.node,
                "schemas are nested more than \(Spot.depthLimit) deep; move some of them to \"definitions\"")
            return Use(type: .any)
        }
        var use = useWithoutNull(of: schema, at: spot)
        use.isNullable = schemas.isNullable(schema.node)
        return use
    }

    private mutating func useWithoutNull(of schema: Schema, at spot: Spot) -> Use {
        let form = schemas.form(of: schema)
        if let id = table.inlineIDs[schema.node.number] {
            return Use(type: .named(id))
        }
        switch form {
        case .reference(let reference):
            return referenced(by: reference, at: spot)
        case .single(let part):
            return use(of: part, at: spot.deeper)
        case .plain:
            return plain(of: schema, at: spot)
        case .union(let list):
            return union(of: list, in: schema, at: spot)
        case .enumeration(let values):
            return declared(schema, at: spot) { types, _ in
                .enumeration(types.enumeration(of: values, in: schema))
            }
        case .record:
            if let part = schemas.solePart(of: schema), spot.depth + 1 < Spot.depthLimit {
                return use(of: part, at: spot.deeper)
            }
            return declared(schema, at: spot) { types, id in
                types.recordShape(of: schema, id: id, at: spot)
            }
        }
    }

    /// Declares the type of an inline schema.
    private mutating func declared(
        _ schema: Schema,
        at spot: Spot,
        _ shape: (inout TypeLowering, TypeID) -> TypeDeclaration.Shape
    ) -> Use {
        let id = table.reserveID(for: spot)
        table.name(schema.node, id: id)
        let result = shape(&self, id)
        table.declare(id, at: spot, documentation: catalogue.documentation(of: schema.node), shape: result)
        return Use(type: .named(id))
    }

    // MARK: Unions

    private mutating func union(of list: JSONNode, in schema: Schema, at spot: Spot) -> Use {
        let isSole = schemas.alternatives(in: list).count == 1
        var id = TypeID(spot.id)
        if !isSole {
            id = table.reserveID(for: spot)
        }
        let alternatives = Alternatives(list, of: schema, at: spot, id: id, types: &self)
        if let only = alternatives.simple {
            return Use(type: only, isNullable: alternatives.isNullable)
        }
        // The identity is stored only now. While the alternatives are read, a reference back to this node must not find
        // it, because the node may not become a union.
        table.name(schema.node, id: id)
        table.declare(id, at: spot, documentation: catalogue.documentation(of: schema.node), shape: alternatives.shape)
        return Use(type: .named(id), isNullable: alternatives.isNullable)
    }

    // MARK: References

    /// Returns the type that a reference stands for. Reports a reference that leads back to itself.
    private mutating func referenced(by reference: JSONNode, at spot: Spot) -> Use {
        guard let target = catalogue.resolve(reference) else {
            return Use(type: .any)
        }
        if let definition = catalogue.definition(declaring: target) {
            table.enqueue(definition)
            return Use(type: .named(definition.id), isNullable: schemas.isNullable(definition))
        }
        guard catalogue.isSchema(target, reference: reference) else {
            return Use(type: .any)
        }
        if let known = referencedUses[target.number] {
            if known == nil {
                problems.error(at: reference, "this reference leads back to itself")
            }
            return known ?? Use(type: .any)
        }
        referencedUses[target.number] = .some(nil)
        let inside = catalogue.spot(of: target, reference: reference, from: spot)
        let use = useAllowingRequired(target, at: inside)
        referencedUses[target.number] = use
        return use
    }
}
