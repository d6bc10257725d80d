/// The type of a schema where it is used.
struct Use: Equatable {
    var type: TypeUse
    var isNullable = false

    /// The type for uses that have no separate flag for `null`, such as the element of an array.
    var element: TypeUse {
        isNullable ? .optional(type) : type
    }
}

/// The lowering of schemas to types. It declares the inline types that it meets, and queues the definitions.
struct TypeLowering {
    let schemas: Schemas
    var table: TypeTable
    /// The cycles of definitions that contain themselves. They are reported after lowering, if they were needed.
    let inheritanceCycles: InheritanceCycles
    /// The uses that references to schemas inside of definitions resolve to, by schema. A use is `nil` while its schema
    /// is being lowered.
    private var referencedUses: [Int: Use?] = [:]

    var catalogue: Catalogue { schemas.catalogue }
    var problems: Problems { catalogue.problems }

    init(_ schemas: Schemas) {
        self.schemas = schemas
        table = TypeTable(schemas.catalogue.definitions)
        inheritanceCycles = InheritanceCycles(in: schemas.catalogue)
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
        let schema = definition.schema
        let outer = definition.keySchema
        catalogue.check(schema)
        if schema.isObject {
            catalogue.checkRequired(outer)
        }
        catalogue.check(outer)
        let context = SchemaContext(definition)
        let shape =
            if schema.isObject {
                shape(of: schema, in: context, id: definition.id)
            } else {
                TypeDeclaration.Shape.alias(use(of: schema, in: context).type)
            }
        table.declare(
            TypeDeclaration(
                id: definition.id,
                owner: definition.owner,
                wire: definition.wire,
                swift: catalogue.swiftName(of: outer),
                unit: definition.file.unit,
                documentation: catalogue.documentation(of: schema) ?? catalogue.documentation(of: outer),
                deprecation: catalogue.deprecation(of: outer),
                shape: shape))
    }

    /// Returns the shape of a schema that already has a name.
    private mutating func shape(
        of schema: SchemaSyntax,
        in context: SchemaContext,
        id: TypeID
    ) -> TypeDeclaration.Shape {
        switch schemas.form(of: schema) {
        case .record:
            return recordShape(of: schema, id: id, in: context)
        case .enumeration(let values):
            return .enumeration(enumeration(of: values, in: schema))
        case .union(let list):
            let given = schemas.alternatives(in: list)
            if given.count == 1, given[0].isObject, given[0].reference == nil {
                return shape(inside: given[0], in: context, id: id)
            }
            return Alternatives(list, of: schema, in: context, id: id, types: &self).shape
        case .single(let part) where part.isObject && part.reference == nil:
            return shape(inside: part, in: context, id: id)
        case .single, .reference, .plain:
            return .alias(use(ofChecked: schema, in: context).type)
        }
    }

    /// Returns the shape of a schema that consists of a single part or alternative.
    private mutating func shape(
        inside part: SchemaSyntax,
        in context: SchemaContext,
        id: TypeID
    ) -> TypeDeclaration.Shape {
        let deeper = context.deeper
        guard deeper.depth < SchemaContext.depthLimit else {
            return .alias(use(of: part, in: deeper).type)
        }
        catalogue.check(part)
        return shape(of: part, in: deeper, id: id)
    }

    private func enumeration(of values: ValuesSyntax, in schema: SchemaSyntax) -> Enumeration {
        var enumeration = EnumerationReader(schema: schema, problems: problems).enumeration(of: values)
        enumeration.isOpen = schemas.cache.openEnumerations.contains(schema.number)
        return enumeration
    }

    /// Returns the shape of a schema that describes an object with properties.
    mutating func recordShape(
        of schema: SchemaSyntax,
        id: TypeID,
        in context: SchemaContext
    ) -> TypeDeclaration.Shape {
        let part = RecordLowering.Part(id: id, unit: context.unit, depth: context.depth)
        var record = RecordLowering(schemas, owner: part)
        return record.shape(of: schema, types: &self)
    }

    // MARK: Uses

    /// Returns the type of a schema that is not a property or parameter. Reports a Boolean `required` in it.
    mutating func use(of schema: SchemaSyntax, in context: SchemaContext) -> Use {
        if schema.isObject {
            catalogue.checkRequired(schema)
        }
        return useAllowingRequired(schema, in: context)
    }

    /// Returns the type of a value in place of a schema. Reports an error if it does not stand for any JSON.
    private func use(ofOther value: SchemaSyntax) -> Use {
        if value.isEmptyList {
            problems.warning(at: value, "an empty list is read as {}, any JSON")
        } else if value.flag == nil {
            let hint = keyword(meantBy: value.other).map { "; did you mean {\($0)}?" } ?? ""
            problems.error(at: value, expected: "a schema, an object", hint: hint)
        }
        return Use(type: .any)
    }

    /// Returns the keyword that was probably meant by a value in place of a schema: the name of a type or of a
    /// definition.
    private func keyword(meantBy value: ValueSyntax) -> String? {
        if value.isNull || catalogue.typeNames.kind(named: value) != nil {
            return "\"type\": \"\(value.text ?? "null")\""
        }
        return catalogue.pointer(toDefinitionNamedBy: value).map { "\"$ref\": \"\($0)\"" }
    }

    /// Returns the type of a schema that may have a Boolean `required`.
    mutating func useAllowingRequired(_ schema: SchemaSyntax, in context: SchemaContext) -> Use {
        guard schema.isObject else {
            return use(ofOther: schema)
        }
        catalogue.check(schema)
        return use(ofChecked: schema, in: context)
    }

    /// Returns the type of a schema whose keywords have been checked. Declares the inline types in it.
    mutating func use(ofChecked schema: SchemaSyntax, in context: SchemaContext) -> Use {
        guard context.depth < SchemaContext.depthLimit else {
            problems.error(
                at: schema,
                "schemas are nested more than \(SchemaContext.depthLimit) deep; move some of them to \"definitions\"")
            return Use(type: .any)
        }
        var use = useWithoutNull(of: schema, in: context)
        use.isNullable = schemas.isNullable(schema)
        return use
    }

    private mutating func useWithoutNull(of schema: SchemaSyntax, in context: SchemaContext) -> Use {
        let form = schemas.form(of: schema)
        if let id = table.inlineIDs[schema.number] {
            return Use(type: .named(id))
        }
        switch form {
        case .reference(let reference):
            return referenced(by: reference, in: context)
        case .single(let part):
            return use(of: part, in: context.deeper)
        case .plain:
            return plain(of: schema, in: context)
        case .union(let list):
            return union(of: list, from: schema, in: context)
        case .enumeration(let values):
            return declared(schema, in: context) { types, _ in
                .enumeration(types.enumeration(of: values, in: schema))
            }
        case .record:
            if let part = schemas.solePart(of: schema),
                context.depth + 1 < SchemaContext.depthLimit
            {
                return use(of: part, in: context.deeper)
            }
            return declared(schema, in: context) { types, id in
                types.recordShape(of: schema, id: id, in: context)
            }
        }
    }

    /// Declares the type of an inline schema.
    private mutating func declared(
        _ schema: SchemaSyntax,
        in context: SchemaContext,
        _ shape: (inout TypeLowering, TypeID) -> TypeDeclaration.Shape
    ) -> Use {
        let id = table.reserveID(for: context)
        table.name(schema, id: id)
        let result = shape(&self, id)
        table.declare(
            id,
            in: context,
            documentation: catalogue.documentation(of: schema),
            shape: result)
        return Use(type: .named(id))
    }

    // MARK: Unions

    private mutating func union(
        of list: SchemaListSyntax,
        from schema: SchemaSyntax,
        in context: SchemaContext
    ) -> Use {
        let isSole = schemas.alternatives(in: list).count == 1
        var id = TypeID(context.id)
        if !isSole {
            id = table.reserveID(for: context)
        }
        let alternatives = Alternatives(list, of: schema, in: context, id: id, types: &self)
        if let only = alternatives.simple {
            return Use(type: only, isNullable: alternatives.isNullable)
        }
        // The identity is stored only now. While the alternatives are read, a reference back to this schema must not
        // find it, because the schema may not become a union.
        table.name(schema, id: id)
        table.declare(
            id,
            in: context,
            documentation: catalogue.documentation(of: schema),
            shape: alternatives.shape)
        return Use(type: .named(id), isNullable: alternatives.isNullable)
    }

    // MARK: References

    /// Returns the type that a reference stands for. Reports a reference that leads back to itself.
    private mutating func referenced(by reference: ReferenceSyntax, in context: SchemaContext) -> Use {
        guard let target = catalogue.resolve(reference) else {
            return Use(type: .any)
        }
        if let definition = target.definition {
            table.enqueue(definition)
            return Use(type: .named(definition.id), isNullable: schemas.isNullable(definition))
        }
        let schema = target.schema
        guard catalogue.isSchema(schema, reference: reference) else {
            return Use(type: .any)
        }
        if let known = referencedUses[schema.number] {
            if known == nil {
                problems.error(at: reference, "this reference leads back to itself")
            }
            return known ?? Use(type: .any)
        }
        referencedUses[schema.number] = .some(nil)
        let inside = catalogue.context(of: schema, reference: reference, from: context)
        let use = useAllowingRequired(schema, in: inside)
        referencedUses[schema.number] = use
        return use
    }
}
