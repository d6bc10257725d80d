/// The type that a list of alternatives in `oneOf` or `anyOf` amounts to.
struct Alternatives {
    /// The union, which is only used if `simple` is `nil`.
    private var union = Union(cases: [])
    /// Indicates whether one of the alternatives allows `null`.
    private(set) var isNullable = false
    /// The type of the value if the alternatives do not need a union.
    private(set) var simple: TypeUse?

    /// The shape of a type that is declared for the alternatives.
    var shape: TypeDeclaration.Shape {
        simple.map { .alias($0) } ?? .union(union)
    }

    /// Lowers a list of alternatives. Inline types are declared inside `id`, the union that will probably be declared.
    init(
        _ list: SchemaListSyntax,
        of schema: SchemaSyntax,
        in context: SchemaContext,
        id: TypeID,
        types: inout TypeLowering
    ) {
        let schemas = types.schemas
        let discriminator = schema.discriminator.map { syntax in
            Discriminator(syntax: syntax, catalogue: schemas.catalogue)
        }
        discriminator?.check()
        guard list.isList else {
            simple = .any
            return
        }
        let given = schemas.alternatives(in: list)
        isNullable = list.elements.contains(where: schemas.isNull)
        let count = types.table.declarations.count
        var kept: [SchemaSyntax] = []
        let names = Self.names(
            of: given,
            discriminator: discriminator?.property,
            schemas: schemas)
        for (alternative, name) in zip(given, names) {
            let isOnly = given.count == 1
            var inner = context.deeper
            if !isOnly {
                inner = SchemaContext(
                    name,
                    in: id,
                    unit: context.unit,
                    depth: context.depth + 1)
            }
            let use = types.use(of: alternative, in: inner)
            if use.isNullable {
                isNullable = true
            }
            // An alternative that is the union itself adds nothing, and reading it would never end.
            let isItself = given.count > 1 && use.type == .named(id)
            if isItself || union.cases.contains(where: { $0.type == use.type }) {
                continue
            }
            union.cases.append(Union.Case(type: use.type))
            kept.append(alternative)
        }
        dropCoveredString(from: &kept, types: &types)
        simple = simplified()
        if simple == nil {
            DiscriminatorValues(schemas: schemas, alternatives: kept)
                .add(to: &union, discriminator: discriminator)
            types.table.unions.append((union, kept))
        } else if types.table.declarations.count > count {
            types.table.disown(id, in: context)
        }
    }

    /// Returns the type that replaces the union, or `nil` if the union is needed.
    private func simplified() -> TypeUse? {
        let types = union.cases.map(\.type)
        switch types.count {
        case 0:
            // Only alternatives for null are left out of the cases.
            return isNullable ? .null : .any
        case 1:
            return types[0]
        default:
            break
        }
        if types.contains(.any) {
            return .any
        }
        let order: [TypeUse] = [.integer, .number, .boolean, .string]
        guard types.allSatisfy(order.contains) else { return nil }
        var found = order.filter(types.contains)
        // Each integer is a number.
        if types.contains(.number) {
            found.removeAll { $0 == .integer }
        }
        return .oneOf(found)
    }

    /// Removes a plain string from the alternatives if another is an enumeration of strings. An enumeration accepts
    /// unknown values, so it covers all strings.
    private mutating func dropCoveredString(
        from alternatives: inout [SchemaSyntax],
        types: inout TypeLowering
    ) {
        guard let plain = union.cases.firstIndex(where: { $0.type == .string }) else {
            return
        }
        let covering = alternatives.indices.filter { index in
            let values = types.schemas.values(of: alternatives[index])
            return values.contains(where: \.isText) && union.cases[index].type != .string
        }
        if covering.isEmpty {
            return
        }
        for index in covering {
            if case .named(let id) = union.cases[index].type {
                types.table.open(id)
            }
        }
        union.cases.remove(at: plain)
        alternatives.remove(at: plain)
    }

    /// Returns the names of inline alternatives: the title, the constant that no other alternative has, the only text
    /// that is a value, `object` or `items` if only one alternative is of that kind, or a numbered `option`.
    private static func names(
        of alternatives: [SchemaSyntax],
        discriminator: String?,
        schemas: Schemas
    ) -> [String] {
        let objects = alternatives.map(schemas.isRecordLike)
        let lists = alternatives.map { $0.items != nil }
        let values = DiscriminatorValues(schemas: schemas, alternatives: alternatives)
        return alternatives.indices.map { index in
            if let title = alternatives[index].title?.text, isIdentifier(title) {
                return title
            }
            // A reference has a name.
            if alternatives[index].reference == nil,
                let constant = values.ownConstant(of: index, discriminator: discriminator)
            {
                return constant
            }
            if let constant = onlyValue(of: alternatives[index]) {
                return constant
            }
            if objects[index], objects.filter(\.self).count == 1 {
                return "object"
            }
            if lists[index], lists.filter(\.self).count == 1 {
                return "items"
            }
            return "option_\(index + 1)"
        }
    }

    /// Returns the only text that an alternative accepts, if it can be a name, as in `{"enum": ["now"]}`.
    private static func onlyValue(of schema: SchemaSyntax) -> String? {
        let values = schema.values?.values ?? []
        guard values.count == 1,
            let text = values[0].text,
            isIdentifier(text)
        else { return nil }
        return text
    }
}

/// A schema that a key outside the value selects, such as the response of a status or the payload of an event.
struct KeyedAlternative {
    /// The key.
    var key: String
    /// The name of the case, if it is another one than the key.
    var name: String?
    var schema: SchemaSyntax
    var content = BodyContent.json
}

extension TypeLowering {
    /// Declares a union whose case a key outside the value selects, and returns its identity.
    ///
    /// - Parameters:
    ///   - alternatives: The schemas with their keys, in the order of the cases.
    ///   - context: The context of the union, which gives it a name.
    ///   - place: The kind of object that the schemas are, which decides about their keywords.
    ///   - documentation: The description of the union.
    mutating func keyedUnion(
        of alternatives: [KeyedAlternative],
        in context: SchemaContext,
        as place: DialectObject = .schema,
        documentation: String? = nil
    ) -> TypeID {
        let id = table.reserveID(for: context)
        var union = Union(isKeyed: true, cases: [])
        for alternative in alternatives {
            let name = alternative.name ?? alternative.key
            let schema = alternative.schema
            let inner = SchemaContext(
                name,
                in: id,
                unit: context.unit,
                depth: context.depth + 1)
            let type: TypeUse =
                switch alternative.content {
                case .json where schema.isObject:
                    use(of: schema, as: place, in: inner).element
                case .json:
                    use(of: schema, in: inner).element
                case .nothing, .bytes:
                    .any
                case .text:
                    .string
                }
            union.cases.append(
                Union.Case(
                    type: type,
                    discriminatorValues: [alternative.key],
                    name: alternative.name,
                    content: alternative.content,
                    documentation: catalogue.documentation(of: schema)))
        }
        table.declare(id, in: context, documentation: documentation, shape: .union(union))
        return id
    }

    /// Returns the type of a schema, after a report of mistakes in its keywords.
    private mutating func use(
        of schema: SchemaSyntax,
        as place: DialectObject,
        in context: SchemaContext
    ) -> Use {
        catalogue.check(schema, as: place)
        return use(ofChecked: schema, in: context)
    }
}
