/// The lowering of a record. It collects the properties from all parts of the record before it determines their types,
/// because a property is described by all parts that mention it.
struct RecordLowering {
    private let schemas: Schemas
    private let owner: Part
    /// The properties in the order in which they were found.
    private var entries: [Entry] = []
    /// The index in `entries` of each property, by its key.
    private var index: [String: Int] = [:]
    /// The names in the parts' `required` lists.
    private var required: [JSONNode] = []
    /// The type of members that the parts do not list, if a part describes it.
    private var additional: TypeUse?
    /// The parts that have been merged. A record may inherit from another in two ways.
    private var visited: Set<Int> = []
    /// The Swift names that the properties ask for.
    private var names = AskedNames()
    /// The steps that are left. They form a stack, because chains of references can be too long for recursion.
    private var steps: [Step] = []

    /// A property and the schemas that describe it.
    private struct Entry {
        var schemas: [(node: JSONNode, part: Part)]
        /// Indicates whether only alternatives describe the property.
        var isOptional: Bool
        var key: JSONNode { schemas[0].node }
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

        /// Returns the spot of a schema in the part.
        func spot(_ key: String) -> Spot { Spot(key, in: id, unit: unit, depth: depth + 1) }
    }

    private enum Step {
        /// A schema with its references and its `allOf`.
        case schema(JSONNode, Part)
        /// A reference to a schema.
        case reference(JSONNode, Part)
        /// The keywords of a schema itself. They are merged after its parts.
        case own(Schema, Part)
    }

    init(_ schemas: Schemas, _ owner: Part) {
        self.schemas = schemas
        self.owner = owner
    }

    private var catalogue: Catalogue { schemas.catalogue }
    private var problems: Problems { schemas.problems }

    /// Returns the shape of a schema that describes an object with properties. Without any property, the shape is an
    /// alias for a dictionary or for any JSON.
    mutating func shape(of schema: Schema, _ types: inout TypeLowering) -> TypeDeclaration.Shape {
        collect(schema, &types)
        var properties = entries.map { property($0, &types) }
        checkLifted(properties)
        for name in required {
            guard let key = name.string, let place = index[key] else {
                let suggestion = problems.suggestion(for: name.string, among: properties.map { $0.path[0] })
                problems.weakness(name, "\(name.described) is required, but there is no such property\(suggestion)")
                continue
            }
            let stated = entries[place].schemas.last { $0.node.isObject && $0.node[.required] != nil }
            if stated?.node[.required]?.bool != false {
                properties[place].isRequired = true
            }
        }
        if properties.isEmpty {
            let isObject = catalogue.typeNames.kinds(in: schema[.type]).contains(.object)
            return .alias(additional.map { .dictionary($0) } ?? (isObject ? .dictionary(.any) : .any))
        }
        var record = Record(properties: properties, additional: additional)
        // Literally, `additionalProperties: false` would refuse the members of other parts. No schema author means
        // that, so it counts only without other parts.
        let hasParts = schema.hasAny(.ref, .allOf, .oneOf, .anyOf, .patternProperties)
        record.isClosed = !hasParts && schema[.additionalProperties]?.bool == false
        return .record(record)
    }

    // MARK: Parts

    /// Collects the properties of a schema and all its parts.
    private mutating func collect(_ whole: Schema, _ types: inout TypeLowering) {
        addSteps(whole, owner)
        while let step = steps.popLast() {
            switch step {
            case .schema(let node, let part):
                if !node.isObject {
                    problems.error(node, expected: "a schema, an object")
                } else if isObject(node) {
                    addSteps(catalogue.schema(node), part)
                } else {
                    report(node, noObjectAs: whole.node)
                }
            case .reference(let reference, let part): follow(reference, part, from: whole.node, types.cyclic)
            case .own(let schema, let part): add(schema, part, &types)
            }
        }
    }

    /// Adds the steps for a schema, in reverse order because the steps form a stack.
    private mutating func addSteps(_ schema: Schema, _ part: Part) {
        guard visited.insert(schema.node.number).inserted else { return }
        guard part.levels < Spot.partLimit else {
            problems.error(
                schema.node,
                "more than \(Spot.partLimit) schemas in one chain of \"allOf\" and \"$ref\"")
            return
        }
        steps.append(.own(schema, part))
        for other in schema.has(.allOf) ? schema.node.list(.allOf).reversed() : [] {
            catalogue.checkRequired(other)
            steps.append(.schema(other, part.deeper))
        }
        if let reference = schema[.ref] {
            steps.append(.reference(reference, part.deeper))
        }
    }

    /// Adds the steps for the target of a reference.
    private mutating func follow(
        _ reference: JSONNode, _ part: Part, from whole: JSONNode, _ cyclic: Set<TypeID>
    ) {
        guard let target = catalogue.resolve(reference) else { return }
        guard let definition = catalogue.definition(target) else {
            if catalogue.isSchema(target, reference) {
                steps.append(.schema(target, part))
            }
            return
        }
        // A definition that contains itself is an error. If each one merged all others of its cycle, long cycles would
        // take quadratic time.
        if cyclic.contains(definition.id), cyclic.contains(owner.id) {
            return
        }
        guard definition.node.isObject, isObject(definition.node) else {
            return report(reference, noObjectAs: whole)
        }
        var other = part
        (other.id, other.unit, other.depth) = (definition.id, definition.file.unit, 0)
        addSteps(catalogue.schema(definition.node), other)
    }

    /// Indicates whether an object can match the schema.
    private func isObject(_ node: JSONNode) -> Bool {
        schemas.isRecordLike(node) && node[.type] == nil || schemas.kinds(of: node).contains(.object)
    }

    /// Warns about a part that no object can match.
    private func report(_ part: JSONNode, noObjectAs whole: JSONNode) {
        problems.warning(
            part,
            "this part allows no object, but the other parts at \(shown(whole.place)) require one; "
                + "the part is ignored. Correct one of them")
    }

    /// Adds the properties and the other keywords of a schema itself.
    private mutating func add(_ schema: Schema, _ part: Part, _ types: inout TypeLowering) {
        if let properties = schema[.properties], properties.isObject {
            for member in properties.children {
                add(member, part)
            }
        }
        if let list = schema[.required], list.isArray, !part.isOptional {
            required += list.children
        }
        if let type = types.additional(schema, part.spot("value")), !part.isOptional || additional == nil {
            additional = type
        }
        var optional = part.deeper
        optional.isOptional = true
        for word in [Word.anyOf, .oneOf] where schema.has(word) {
            if !part.isOptional {
                required += schemas.requiredByAll(schema.node.list(word))
            }
            for other in schema.node.list(word).reversed() where schemas.isRecordLike(other) {
                steps.append(.schema(other, optional))
            }
        }
    }

    /// Adds a property in one of the parts.
    private mutating func add(_ member: JSONNode, _ part: Part) {
        if member.isArray, member.key == Word.required.rawValue {
            return problems.warning(
                member.keyPlace,
                "a list under \"required\" is not a property and is ignored; move it next to \"properties\"")
        }
        if let swift = member[.swift], let name = swift.string {
            names.take(name, for: member.key, at: swift, problems)
        }
        guard let place = index[member.key] else {
            index[member.key] = entries.count
            entries.append(Entry(schemas: [(member, part)], isOptional: part.isOptional))
            return
        }
        // An alternative only refines a property that is present anyway.
        if part.isOptional, !entries[place].isOptional {
            return
        }
        if !part.isOptional, entries[place].isOptional {
            entries[place] = Entry(schemas: [], isOptional: false)
        }
        entries[place].schemas.append((member, part))
    }

    // MARK: Properties

    /// Returns the property that all schemas of an entry describe together.
    private func property(_ entry: Entry, _ types: inout TypeLowering) -> Property {
        var property = Property(path: [entry.key.key], type: .any)
        let nodes = entry.schemas.map(\.node)
        let node: JSONNode
        if entry.isOptional {
            // Each alternative describes its own values of the property.
            node = schemas.disjunction(nodes)
            if node.isObject {
                describe(node, isLast: true, &property)
            }
            property.documentation = property.documentation ?? nodes.lazy.compactMap(catalogue.documentation).first
            property.isRequired = false
        } else {
            for (place, schema) in nodes.enumerated() where schema.isObject {
                describe(schema, isLast: place + 1 == nodes.count, &property)
            }
            node = nodes.count == 1 ? entry.key : schemas.conjunction(nodes)
        }
        if let constant = listedConstant(of: node) {
            property.constant = Variant.Constant.Value(constant)
            property.constantText = jsonText(constant)
            property.type = constant.kind == .string ? .string : .integer
            property.isNullable = schemas.isNullable(node)
            return property
        }
        // If one part describes everything, inline types belong to its record. A newly made schema belongs to the whole
        // record.
        let part = entry.schemas.last { $0.node == node }?.part ?? owner
        var spot = part.spot(entry.key.key)
        if node.isObject {
            spot.name = property.swift
        }
        spot.shared = property.swift ?? property.name
        let use = node.isObject ? types.use(catalogue.schema(node), spot) : types.use(node, spot)
        (property.type, property.isNullable) = (use.type, use.isNullable)
        return property
    }

    /// Adds the description of a property in one of its schemas, except for its type. Later schemas take precedence.
    private func describe(_ member: JSONNode, isLast: Bool, _ property: inout Property) {
        let schema = catalogue.schema(member)
        if let required = schema[.required] {
            let trust = required.string
            property.isRequired = required.bool == true || trust != nil
            property.isTrusted = trust.map { $0 == "trusted" }
        }
        if property.isTrusted == nil, catalogue.settings.responses.trustedNames.contains(member.key) {
            property.isTrusted = true
        }
        if let const = onlyValue(of: member) ?? (isLast ? catalogue.followed(member).flatMap(onlyValue) : nil) {
            property.constant = Variant.Constant.Value(const)
            property.constantText = jsonText(const)
        }
        if let readOnly = schema[.readOnly] {
            property.isReadOnly = problems.flag(readOnly) ?? false
        }
        if schema[.format]?.string == "password" {
            property.isPassword = true
        }
        property.defaultText = schema[.default].flatMap(catalogue.defaultText) ?? property.defaultText
        property.documentation = catalogue.documentation(schema.node) ?? property.documentation
        if schema.hasAny(.deprecated, .deprecated_from_version) {
            property.deprecation = catalogue.deprecation(member)
        }
        property.swift = catalogue.swiftName(member) ?? property.swift
        if let from = schema[.from], let path = path(from) {
            property.path = path
        }
    }

    /// Returns the only value that an inline `enum` lists, if it is a string or an integer without a name or a
    /// description. Returns `nil` for other schemas: a definition with one value is an enumeration.
    private func listedConstant(of node: JSONNode) -> JSONNode? {
        let values = node.list(.enum).filter { $0.kind != .null }
        guard values.count == 1, values[0].kind == .string || values[0].integer != nil else { return nil }
        if node.hasAny([.ref, .allOf, .enumNames, .enumDescriptions]) {
            return nil
        }
        catalogue.checkRequired(node)
        let schema = catalogue.schema(node)
        guard case .enumeration = schemas.form(schema), !schemas.cache.openEnumerations.contains(schema.node.number)
        else { return nil }
        return values[0]
    }

    /// Returns the value of `const`, or the only Boolean in `enum`.
    private func onlyValue(of node: JSONNode) -> JSONNode? {
        if let const = node[.const] {
            return const
        }
        let values = node.list(.enum).filter { $0.kind != .null }
        guard let first = values.first, first.kind == .bool else { return nil }
        return values.allSatisfy({ $0.bool == first.bool }) ? first : nil
    }

    /// Reports lifted values that another property also contains. Such a value would be read twice, and the two
    /// properties could not be written consistently.
    private func checkLifted(_ properties: [Property]) {
        for (place, entry) in entries.enumerated() {
            guard let from = entry.schemas.compactMap({ $0.node[.from] }).last else { continue }
            for (other, property) in properties.enumerated()
            where other != place && properties[place].path.starts(with: property.path) {
                let name = "\"\(property.name)\""
                problems.error(
                    from,
                    "the property \(name) already contains \(from.described); describe it there, or remove \(name)")
            }
        }
    }

    /// Returns the keys that lead to a lifted property, such as `content.type`.
    private func path(_ from: JSONNode) -> [String]? {
        let parts = (from.string ?? "").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if from.string?.hasPrefix("/") == false, parts.allSatisfy({ !$0.isEmpty }) {
            return parts
        }
        problems.error(from, expected: "the path of keys to the value, as in \"content.type\"")
        return nil
    }
}

extension Variant.Constant.Value {
    /// Creates the value of a `const`, or returns `nil` if it is not a supported scalar.
    init?(_ node: JSONNode) {
        if let flag = node.bool {
            self = .flag(flag)
        } else if let text = node.string {
            self = .text(text)
        } else if let number = node.integer {
            self = .integer(number)
        } else {
            return nil
        }
    }
}
