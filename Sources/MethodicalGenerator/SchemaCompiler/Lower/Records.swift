/// The parts of a record, collected before the types of its properties are known: a property is what all parts that describe it say.
struct Merge {
    var entries: [Entry] = []
    /// Where each key stands in `entries`.
    var index: [Int: Int] = [:]
    var required: [JSONNode] = []
    var additional: TypeUse?
    /// Parts that were merged already: a record may inherit from another in two ways.
    var visited: Set<Int> = []
    var names = AskedNames()

    /// A property and the schemas that describe it.
    struct Entry {
        var schemas: [(node: JSONNode, part: Part)]
        /// Whether only alternatives describe it.
        var isOptional: Bool
    }

    /// The record whose properties are being merged: inline types belong to the record that writes them.
    struct Part {
        var id: TypeID
        var unit: String
        var depth: Int
        var levels = 0
        /// Whether nothing in it can be relied on, since it is one of several alternatives.
        var isOptional = false

        var deeper: Part {
            var part = self
            part.levels += 1
            return part
        }
    }

    /// The steps that are still to be taken, the next one last: chains of references may be long.
    enum Step {
        /// A schema and the references and `allOf` in it.
        case schema(JSONNode, Part)
        case reference(JSONNode, Part)
        /// What the schema says itself, after the parts in it.
        case own(JSONNode, Words, Part)
    }
}

extension Lowering {
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
            guard let symbol = name.stringSymbol, let place = merge.index[symbol] else {
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
        // Beside other parts it would refuse their members, which nobody means.
        let hasParts = [Word.ref, .allOf, .oneOf, .anyOf, .patternProperties].contains { words.has($0) }
        record.isClosed = !hasParts && words.has(.additionalProperties) && node[.additionalProperties]?.bool == false
        return .record(record)
    }

    // MARK: Parts

    private func collect(_ node: JSONNode, _ words: Words, _ part: Merge.Part, _ merge: inout Merge) {
        var steps: [Merge.Step] = []
        open(node, words, part, &merge, &steps)
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
                open(other, keywords.words(of: other), part, &merge, &steps)
            case .reference(let reference, let part): follow(reference, part, from: node, &merge, &steps)
            case .own(let node, let words, let part): add(node, words, part, &merge, &steps)
            }
        }
    }

    private func open(
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
                keywords.checkRequired(other)
                steps.append(.schema(other, part.deeper))
            }
        }
        if words.has(.ref), let reference = node[.ref] { steps.append(.reference(reference, part.deeper)) }
    }

    private func follow(
        _ reference: JSONNode, _ part: Merge.Part, from node: JSONNode, _ merge: inout Merge,
        _ steps: inout [Merge.Step]
    ) {
        guard let target = resolver.resolve(reference) else { return }
        guard let definition = definitionOf[target.number] else {
            if isSchema(target, reference) { steps.append(.schema(target, part)) }
            return
        }
        guard definition.node.isObject, isObject(definition.node) else { return report(reference, noObjectAs: node) }
        var other = part
        other.id = definition.id
        other.unit = definition.file.unit
        other.depth = 0
        open(definition.node, keywords.words(of: definition.node), other, &merge, &steps)
    }

    private func isObject(_ node: JSONNode) -> Bool {
        isRecordLike(node) && node[.type] == nil || kinds(of: node).has(.object)
    }

    private func report(_ part: JSONNode, noObjectAs node: JSONNode) {
        problems.warning(
            part,
            "no value can be this and an object, as the other parts at \(shown(node.place)) say; this part is ignored. Correct one of them"
        )
    }

    private func add(
        _ node: JSONNode, _ words: Words, _ part: Merge.Part, _ merge: inout Merge, _ steps: inout [Merge.Step]
    ) {
        if words.has(.properties), let properties = node[.properties] {
            for member in properties.isObject ? properties.children : tree.nothing { add(member, part, &merge) }
        }
        if words.has(.required), !part.isOptional, let required = node[.required] {
            for name in required.isArray ? required.children : tree.nothing { merge.required.append(name) }
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

    private func add(_ member: JSONNode, _ part: Merge.Part, _ merge: inout Merge) {
        if let swift = member[.swift], let name = swift.string {
            merge.names.take(name, for: member.key, at: swift, problems)
        }
        guard let place = merge.index[member.symbol] else {
            merge.index[member.symbol] = merge.entries.count
            merge.entries.append(Merge.Entry(schemas: [(member, part)], isOptional: part.isOptional))
            return
        }
        if member.isArray, member.symbol == Word.required.rawValue {
            return problems.warning(
                member.keyPlace,
                "a list under \"required\" is no property and is ignored; it belongs beside \"properties\"")
        }
        // What an alternative says of a property that is there anyway is a special case of it.
        if part.isOptional { return }
        if merge.entries[place].isOptional { merge.entries[place] = Merge.Entry(schemas: [], isOptional: false) }
        merge.entries[place].schemas.append((member, part))
    }

    // MARK: Properties

    private func property(_ entry: Merge.Entry, _ owner: Merge.Part) -> Property {
        let schemas = entry.schemas
        var property = Property(path: [schemas[0].node.key], type: .any)
        for (place, schema) in schemas.enumerated() where schema.node.isObject {
            describe(schema.node, isLast: place + 1 == schemas.count, &property)
        }
        if entry.isOptional { property.isRequired = false }
        let node = schemas.count == 1 ? schemas[0].node : conjunction(schemas.map(\.node))
        // One part that says it all is that part's; a new schema is the whole record's.
        let part = schemas.last { $0.node == node }?.part ?? owner
        var spot = Spot(schemas[0].node.key, in: part.id, unit: part.unit, depth: part.depth + 1)
        if node.isObject { spot.name = property.swift }
        spot.shared = property.swift ?? property.name
        let use = node.isObject ? use(node, keywords.words(of: node), spot) : use(node, spot)
        (property.type, property.isNullable) = (use.type, use.isNullable)
        return property
    }

    /// Adds what one of the schemas of a property says of it besides its type; a later one counts.
    private func describe(_ member: JSONNode, isLast: Bool, _ property: inout Property) {
        let words = keywords.words(of: member)
        if words.has(.required), let required = member[.required] {
            let trust = required.string
            property.isRequired = required.bool == true || trust != nil
            property.isTrusted = trust.map { $0 == "trusted" }
        }
        if property.isTrusted == nil, settings.answers.trustedNames.contains(member.key) { property.isTrusted = true }
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

    /// A value that two properties hold would be read twice, and could be written by neither of them as both have it.
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

    /// The keys of a lifted property, `content.type`.
    private func path(_ from: JSONNode) -> [String]? {
        let parts = (from.string ?? "").split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if from.string?.hasPrefix("/") == false, parts.allSatisfy({ !$0.isEmpty }) { return parts }
        problems.error(from, expected: "the keys that lead to the value, as in \"content.type\"")
        return nil
    }
}

/// One object's way into another, for a definition that says `allOf` or has a `$ref` beside its properties.
private struct Ancestor {
    var element: JSONNode
    var word: String
    var target: Definition
}

/// A definition on the way that is being followed, and how many of its parts were looked at.
private struct Step {
    var definition: Definition
    var parts: [Ancestor]
    var next = 0
}

extension Lowering {
    /// An object that is a part of itself has no end; merging stops there, and what it left out would be missing without a word.
    ///
    /// With a stack of its own, since chains of references may be long.
    func reportInheritanceCircles() {
        var isOpen: [TypeID: Bool] = [:]
        for definition in definitions where definition.isQueued && isOpen[definition.id] == nil {
            var path: [Step] = []
            open(definition, &path, &isOpen)
            while let step = path.last {
                guard step.next < step.parts.count else {
                    isOpen[step.definition.id] = false
                    path.removeLast()
                    continue
                }
                path[path.count - 1].next += 1
                let target = step.parts[step.next].target
                switch isOpen[target.id] {
                case nil: open(target, &path, &isOpen)
                case true?: report(circleOf: target, path)
                case false?: break
                }
            }
        }
    }

    private func open(_ definition: Definition, _ path: inout [Step], _ isOpen: inout [TypeID: Bool]) {
        isOpen[definition.id] = true
        var parts: [Ancestor] = []
        addParts(of: definition.node, to: &parts, depth: 0)
        path.append(Step(definition: definition, parts: parts))
    }

    private func addParts(of node: JSONNode, to parts: inout [Ancestor], depth: Int) {
        guard node.isObject, depth < Spot.depthLimit else { return }
        if let reference = node[.ref], let target = resolver.look(reference),
            let definition = definitionOf[target.number]
        {
            // A schema that only refers is another name; circles of these are found elsewhere.
            let word = depth > 0 ? "allOf" : node[.properties] != nil || node[.allOf] != nil ? "$ref" : ""
            parts.append(Ancestor(element: depth > 0 ? node : reference, word: word, target: definition))
        }
        guard let list = node[.allOf], list.isArray else { return }
        for element in list.children { addParts(of: element, to: &parts, depth: depth + 1) }
    }

    private func report(circleOf head: Definition, _ path: [Step]) {
        guard let start = path.firstIndex(where: { $0.definition.id == head.id }) else { return }
        guard let step = path[start...].first(where: { !$0.parts[$0.next - 1].word.isEmpty }) else { return }
        let part = step.parts[step.next - 1]
        problems.error(part.element, "\"\(step.definition.key)\" contains itself through \"\(part.word)\"")
        for step in path[start...] { circular.insert(step.definition.id) }
    }
}
