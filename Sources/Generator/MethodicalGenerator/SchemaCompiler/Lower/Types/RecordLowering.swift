/// The lowering of a record. It collects the properties from all parts of the record before it determines their types,
/// because a property is described by all parts that mention it.
struct RecordLowering {
    let schemas: Schemas
    let owner: Part
    /// The properties in the order in which they were found.
    private(set) var entries: [Entry] = []
    /// The index in `entries` of each property, by its key.
    private var indices: [String: Int] = [:]
    /// The names in the parts' `required` lists.
    private var required: [ValueSyntax] = []
    /// The type of members that the parts do not list, if a part describes it.
    private var additional: TypeUse?
    /// The parts that have been merged. A record may inherit from another in two ways.
    private var visited: Set<Int> = []
    /// The Swift names that the properties ask for.
    private var names = AskedNames()
    /// The steps that are left. They form a stack, because chains of references can be too long for recursion.
    private var steps: [Step] = []

    /// A property and the schemas that describe it.
    struct Entry {
        var schemas: [(schema: SchemaSyntax, part: Part)]
        /// Indicates whether only alternatives describe the property.
        var isOptional: Bool
        var first: SchemaSyntax { schemas[0].schema }
        var key: String { first.key }
    }

    /// The record that a property's schema comes from. Inline types are declared inside that record.
    struct Part {
        /// The identity of the record.
        var id: TypeID
        /// The top-level folder that the record comes from.
        var unit: String
        /// The number of schemas around the part.
        var depth: Int
        /// The number of `allOf` and `$ref` steps that lead to the part.
        var levels = 0
        /// Indicates whether the part is one of several alternatives, so that none of its properties is certain to be
        /// present.
        var isOptional = false

        /// The part one level further down.
        var deeper: Part {
            var part = self
            part.levels += 1
            return part
        }

        /// Returns the context of a schema in the part.
        func context(of key: String) -> SchemaContext {
            SchemaContext(key, in: id, unit: unit, depth: depth + 1)
        }
    }

    private enum Step {
        /// A schema with its references and its `allOf`.
        case schema(SchemaSyntax, Part)
        /// A reference to a schema.
        case reference(ReferenceSyntax, Part)
        /// The keywords of a schema itself. They are merged after its parts.
        case own(SchemaSyntax, Part)
    }

    init(_ schemas: Schemas, owner: Part) {
        self.schemas = schemas
        self.owner = owner
    }

    var catalogue: Catalogue { schemas.catalogue }
    var problems: Problems { schemas.problems }

    /// Returns the shape of a schema that describes an object with properties. Without any property, the shape is an
    /// alias for a dictionary or for any JSON.
    mutating func shape(of schema: SchemaSyntax, types: inout TypeLowering) -> TypeDeclaration.Shape {
        collect(schema, types: &types)
        var properties = entries.map { property(for: $0, types: &types) }
        checkLifted(properties)
        for name in required {
            guard let key = name.text,
                let index = indices[key]
            else {
                let suggestion = problems.suggestion(
                    for: name.text,
                    among: properties.map { $0.path[0] })
                problems.weakness(
                    at: name,
                    "\(name.described) is required, but there is no such property\(suggestion)")
                continue
            }
            let stated = entries[index].schemas.compactMap(\.schema.required).last
            if stated?.flag != false {
                properties[index].isRequired = true
            }
        }
        if properties.isEmpty {
            if let additional {
                return .alias(.dictionary(additional))
            }
            let isObject = schema.type?.kinds.contains(.object) == true
            return .alias(isObject ? .dictionary(.any) : .any)
        }
        var record = Record(properties: properties, additional: additional)
        // Literally, `additionalProperties: false` would refuse the members of other parts. No schema author means
        // that, so it counts only without other parts.
        let hasReference = schema.reference != nil || schema.allOf != nil
        let hasParts =
            hasReference
            || schema.hasAlternatives
            || schema.patternProperties != nil
        record.isClosed = !hasParts && schema.additionalProperties?.flag == false
        return .record(record)
    }

    // MARK: Parts

    /// Collects the properties of a schema and all its parts.
    private mutating func collect(_ whole: SchemaSyntax, types: inout TypeLowering) {
        addSteps(for: whole, in: owner)
        while let step = steps.popLast() {
            switch step {
            case .schema(let schema, let part):
                if !schema.isObject {
                    problems.error(at: schema, expected: "a schema, an object")
                } else if isObject(schema) {
                    catalogue.check(schema)
                    addSteps(for: schema, in: part)
                } else {
                    report(schema, noObjectAs: whole)
                }
            case .reference(let reference, let part):
                follow(reference, in: part, from: whole, cyclic: types.inheritanceCycles.members)
            case .own(let schema, let part):
                add(schema, in: part, types: &types)
            }
        }
    }

    /// Adds the steps for a schema, in reverse order because the steps form a stack.
    private mutating func addSteps(for schema: SchemaSyntax, in part: Part) {
        guard visited.insert(schema.number).inserted else {
            return
        }
        guard part.levels < SchemaContext.partLimit else {
            problems.error(
                at: schema,
                "more than \(SchemaContext.partLimit) schemas in one chain of \"allOf\" and \"$ref\"")
            return
        }
        steps.append(.own(schema, part))
        for other in schema.parts.reversed() {
            catalogue.checkRequired(other)
            steps.append(.schema(other, part.deeper))
        }
        if let reference = schema.reference {
            steps.append(.reference(reference, part.deeper))
        }
    }

    /// Adds the steps for the target of a reference.
    private mutating func follow(
        _ reference: ReferenceSyntax,
        in part: Part,
        from whole: SchemaSyntax,
        cyclic: Set<TypeID>
    ) {
        guard let target = catalogue.resolve(reference) else {
            return
        }
        guard let definition = target.definition else {
            if catalogue.isSchema(target.schema, reference: reference) {
                steps.append(.schema(target.schema, part))
            }
            return
        }
        // A definition that contains itself is an error. If each one merged all others of its cycle, long cycles would
        // take quadratic time.
        if cyclic.contains(definition.id), cyclic.contains(owner.id) {
            return
        }
        guard definition.schema.isObject,
            isObject(definition.schema)
        else {
            return report(reference, noObjectAs: whole)
        }
        var other = part
        other.id = definition.id
        other.unit = definition.file.unit
        other.depth = 0
        catalogue.check(definition.schema)
        addSteps(for: definition.schema, in: other)
    }

    /// Indicates whether an object can match the schema.
    private func isObject(_ schema: SchemaSyntax) -> Bool {
        if schemas.isRecordLike(schema), schema.type == nil {
            return true
        }
        return schemas.kinds(of: schema).contains(.object)
    }

    /// Warns about a part that no object can match.
    private func report(_ part: some PositionedSyntax, noObjectAs whole: SchemaSyntax) {
        problems.warning(
            at: part,
            "this part allows no object, but the other parts at \(shown(whole.position)) require one; "
                + "the part is ignored. Correct one of them")
    }

    /// Adds the properties and the other keywords of a schema itself.
    private mutating func add(
        _ schema: SchemaSyntax,
        in part: Part,
        types: inout TypeLowering
    ) {
        if let properties = schema.properties, properties.isObject {
            for member in properties.schemas {
                add(member, in: part)
            }
        }
        if let list = schema.required, list.isList, !part.isOptional {
            required += list.names
        }
        if let type = types.additional(of: schema, in: part.context(of: "value")),
            !part.isOptional || additional == nil
        {
            additional = type
        }
        var optional = part.deeper
        optional.isOptional = true
        for list in [schema.anyOf, schema.oneOf].compactMap(\.self) {
            if !part.isOptional {
                required += schemas.requiredByAll(list.elements)
            }
            for other in list.elements.reversed() where schemas.isRecordLike(other) {
                steps.append(.schema(other, optional))
            }
        }
    }

    /// Adds a property in one of the parts.
    private mutating func add(_ member: SchemaSyntax, in part: Part) {
        if member.isList, member.key == Key.required.rawValue {
            return problems.warning(
                at: member.keyPosition,
                "a list under \"required\" is not a property and is ignored; move it next to \"properties\"")
        }
        if let swift = member.swift, let name = swift.text {
            names.take(name, for: member.key, at: swift.position, problems: problems)
        }
        guard let index = indices[member.key] else {
            indices[member.key] = entries.count
            entries.append(Entry(schemas: [(member, part)], isOptional: part.isOptional))
            return
        }
        // An alternative only refines a property that is present anyway.
        if part.isOptional, !entries[index].isOptional {
            return
        }
        if !part.isOptional, entries[index].isOptional {
            entries[index] = Entry(schemas: [], isOptional: false)
        }
        entries[index].schemas.append((member, part))
    }
}
