/// The parts of a record, collected before the types of its properties are determined. A property is described by all
/// parts that mention it.
struct Merge {
    /// The properties in the order in which they were found.
    var entries: [Entry] = []
    /// The index in `entries` of each property, by the symbol of its key.
    var index: [String: Int] = [:]
    /// The names in the parts' `required` lists.
    var required: [JSONNode] = []
    /// The type of members that the parts do not list, if a part describes it.
    var additional: TypeUse?
    /// The parts that have been merged. A record may inherit from another in two ways.
    var visited: Set<Int> = []
    /// The Swift names that the properties ask for.
    var names = AskedNames()

    /// A property and the schemas that describe it.
    struct Entry {
        var schemas: [(node: JSONNode, part: Part)]
        /// Indicates whether only alternatives describe the property.
        var isOptional: Bool
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
    }

    /// A step of the merge. Pending steps form a stack with the next one last, because chains of references can be too
    /// long for recursion.
    enum Step {
        /// A schema with its references and its `allOf`.
        case schema(JSONNode, Part)
        /// A reference to a schema.
        case reference(JSONNode, Part)
        /// The keywords of a schema itself. They are merged after its parts.
        case own(JSONNode, Words, Part)
    }
}

extension Lowering {
    /// Returns the shape of a schema that describes an object with properties. Without any property, the shape is an
    /// alias for a dictionary or for any JSON.
    func recordShape(_ node: JSONNode, _ words: Words, _ id: TypeID, _ spot: Spot) -> TypeDeclaration.Shape {
        var merge = Merge()
        let owner = Merge.Part(id: id, unit: spot.unit, depth: spot.depth)
        collect(node, words, owner, &merge)
        var optional: Set<Int> = []
        var lifted: [Int: JSONNode] = [:]
        var properties: [Property] = []
        for (place, entry) in merge.entries.enumerated() {
            properties.append(property(entry, owner))
            for schema in entry.schemas where schema.node.isObject {
                if let required = schema.node[.required] {
                    if required.bool == false { optional.insert(place) } else { optional.remove(place) }
                }
                if let from = schema.node[.from] { lifted[place] = from }
            }
        }
        for name in merge.required {
            guard let symbol = name.string, let place = merge.index[symbol] else {
                let suggestion = problems.suggestion(for: name.string, among: properties.map { $0.path[0] })
                problems.warning(name, "\(name.described) is required, but there is no such property\(suggestion)")
                continue
            }
            if !optional.contains(place) { properties[place].isRequired = true }
        }
        if !lifted.isEmpty { checkLifted(lifted, properties) }
        if properties.isEmpty {
            let isObject = words.has(.type) && node[.type].map { types($0, isQuiet: true).has(.object) } == true
            return .alias(merge.additional.map { .dictionary($0) } ?? (isObject ? .dictionary(.any) : .any))
        }
        var record = Record(properties: properties, additional: merge.additional)
        // Literally, `additionalProperties: false` would refuse the members of other parts. No schema author means
        // that, so it counts only without other parts.
        let hasParts = [Word.ref, .allOf, .oneOf, .anyOf, .patternProperties].contains { words.has($0) }
        record.isClosed = !hasParts && words.has(.additionalProperties) && node[.additionalProperties]?.bool == false
        return .record(record)
    }

    // MARK: Parts

    /// Collects the properties of a schema and all its parts.
    private func collect(_ node: JSONNode, _ words: Words, _ part: Merge.Part, _ merge: inout Merge) {
        var steps: [Merge.Step] = []
        addSteps(node, words, part, &merge, &steps)
        while let step = steps.popLast() {
            switch step {
            case .schema(let other, let part):
                guard other.isObject else {
                    problems.error(other, expected: "a schema, an object")
                    continue
                }
                guard isObject(other) else {
                    report(other, noObjectAs: node)
                    continue
                }
                addSteps(other, keywords.words(of: other, &problems), part, &merge, &steps)
            case .reference(let reference, let part): follow(reference, part, from: node, &merge, &steps)
            case .own(let node, let words, let part): add(node, words, part, &merge, &steps)
            }
        }
    }

    /// Adds the steps for a schema, in reverse order because the steps form a stack.
    private func addSteps(
        _ node: JSONNode, _ words: Words, _ part: Merge.Part, _ merge: inout Merge, _ steps: inout [Merge.Step]
    ) {
        guard merge.visited.insert(node.number).inserted else { return }
        guard part.levels < Spot.partLimit else {
            problems.error(
                node, "more than \(Spot.partLimit) schemas are merged into one another by \"allOf\" and \"$ref\"")
            return
        }
        steps.append(.own(node, words, part))
        if words.has(.allOf), let parts = node[.allOf] {
            for other in parts.children.reversed() {
                keywords.checkRequired(other, &problems)
                steps.append(.schema(other, part.deeper))
            }
        }
        if words.has(.ref), let reference = node[.ref] { steps.append(.reference(reference, part.deeper)) }
    }

    /// Adds the steps for the target of a reference.
    private func follow(
        _ reference: JSONNode, _ part: Merge.Part, from node: JSONNode, _ merge: inout Merge,
        _ steps: inout [Merge.Step]
    ) {
        guard let target = resolver.resolve(reference, &problems) else { return }
        guard let definition = definitionOf[target.number] else {
            if isSchema(target, reference) { steps.append(.schema(target, part)) }
            return
        }
        guard definition.node.isObject, isObject(definition.node) else { return report(reference, noObjectAs: node) }
        var other = part
        other.id = definition.id
        other.unit = definition.file.unit
        other.depth = 0
        addSteps(definition.node, keywords.words(of: definition.node, &problems), other, &merge, &steps)
    }

    /// Indicates whether an object can match the schema.
    private func isObject(_ node: JSONNode) -> Bool {
        isRecordLike(node) && node[.type] == nil || kinds(of: node).has(.object)
    }

    /// Warns about a part that no object can match.
    private func report(_ part: JSONNode, noObjectAs node: JSONNode) {
        problems.warning(
            part,
            "no value can be this and an object, as the other parts at \(shown(node.place)) say; "
                + "this part is ignored. Correct one of them")
    }

    /// Adds the properties and the other keywords of a schema itself.
    private func add(
        _ node: JSONNode, _ words: Words, _ part: Merge.Part, _ merge: inout Merge, _ steps: inout [Merge.Step]
    ) {
        if words.has(.properties), let properties = node[.properties] {
            for member in properties.isObject ? properties.children : [] { add(member, part, &merge) }
        }
        if words.has(.required), !part.isOptional, let required = node[.required] {
            for name in required.isArray ? required.children : [] { merge.required.append(name) }
        }
        let spot = Spot("value", in: part.id, unit: part.unit, depth: part.depth + 1)
        if let additional = additional(node, words, spot), !part.isOptional || merge.additional == nil {
            merge.additional = additional
        }
        var optional = part.deeper
        optional.isOptional = true
        for word in [Word.anyOf, .oneOf] where words.has(word) {
            for other in node[word].map({ $0.children.reversed() }) ?? [] where isRecordLike(other) {
                steps.append(.schema(other, optional))
            }
        }
    }

    /// Adds a property in one of the parts.
    private func add(_ member: JSONNode, _ part: Merge.Part, _ merge: inout Merge) {
        if member.isArray, member.key == Word.required.rawValue {
            return problems.warning(
                member.keyPlace,
                "a list under \"required\" is no property and is ignored; it belongs beside \"properties\"")
        }
        if let swift = member[.swift], let name = swift.string {
            merge.names.take(name, for: member.key, at: swift, problems)
        }
        guard let place = merge.index[member.key] else {
            merge.index[member.key] = merge.entries.count
            merge.entries.append(Merge.Entry(schemas: [(member, part)], isOptional: part.isOptional))
            return
        }
        // An alternative only refines a property that is present anyway.
        if part.isOptional { return }
        if merge.entries[place].isOptional { merge.entries[place] = Merge.Entry(schemas: [], isOptional: false) }
        merge.entries[place].schemas.append((member, part))
    }

    // MARK: Properties

    /// Returns the property that all schemas of an entry describe together.
    private func property(_ entry: Merge.Entry, _ owner: Merge.Part) -> Property {
        let schemas = entry.schemas
        var property = Property(path: [schemas[0].node.key], type: .any)
        for (place, schema) in schemas.enumerated() where schema.node.isObject {
            describe(schema.node, isLast: place + 1 == schemas.count, &property)
        }
        if entry.isOptional { property.isRequired = false }
        let node = schemas.count == 1 ? schemas[0].node : conjunction(schemas.map(\.node))
        // If one part describes everything, inline types belong to its record. A newly made schema belongs to the whole
        // record.
        let part = schemas.last { $0.node == node }?.part ?? owner
        var spot = Spot(schemas[0].node.key, in: part.id, unit: part.unit, depth: part.depth + 1)
        if node.isObject { spot.name = property.swift }
        spot.shared = property.swift ?? property.name
        let use = node.isObject ? use(node, keywords.words(of: node, &problems), spot) : use(node, spot)
        (property.type, property.isNullable) = (use.type, use.isNullable)
        return property
    }

    /// Adds the description of a property in one of its schemas, except for its type. Later schemas take precedence.
    private func describe(_ member: JSONNode, isLast: Bool, _ property: inout Property) {
        let words = keywords.words(of: member, &problems)
        if words.has(.required), let required = member[.required] {
            let trust = required.string
            property.isRequired = required.bool == true || trust != nil
            property.isTrusted = trust.map { $0 == "trusted" }
        }
        if property.isTrusted == nil, settings.responses.trustedNames.contains(member.key) { property.isTrusted = true }
        if let const = member[.const] ?? (isLast ? followed(member)?[.const] : nil) {
            property.constant =
                const.bool.map { .flag($0) } ?? const.string.map { .text($0) } ?? const.integer.map { .integer($0) }
            property.constantText = jsonText(const)
        }
        if let text = documentation(member, words) { property.documentation = text }
        if words.has(.deprecated) || words.has(.deprecated_from_version) { property.deprecation = deprecation(member) }
        if words.has(.swift), let name = swiftName(member) { property.swift = name }
        if words.has(.from), let from = member[.from], let path = path(from) { property.path = path }
    }

    /// Reports lifted values that another property also contains. Such a value would be read twice, and the two
    /// properties could not be written consistently.
    private func checkLifted(_ lifted: [Int: JSONNode], _ properties: [Property]) {
        for (place, from) in lifted {
            let path = properties[place].path
            for (other, property) in properties.enumerated() where other != place && path.starts(with: property.path) {
                let name = "\"\(property.name)\""
                problems.error(
                    from,
                    "\(from.described) is held by the property \(name) already: describe it there, or leave \(name) out"
                )
            }
        }
    }

    /// Returns the keys that lead to a lifted property, such as `content.type`.
    private func path(_ from: JSONNode) -> [String]? {
        let parts = (from.string ?? "").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if from.string?.hasPrefix("/") == false, parts.allSatisfy({ !$0.isEmpty }) { return parts }
        problems.error(from, expected: "the keys that lead to the value, as in \"content.type\"")
        return nil
    }
}
