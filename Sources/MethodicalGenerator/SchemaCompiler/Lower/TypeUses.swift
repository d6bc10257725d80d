/// The type of a schema at the place of its use.
struct Use {
    var type: TypeUse
    var isNullable = false

    /// The type for places that have no separate flag for `null`, such as the element of an array.
    var element: TypeUse { isNullable ? .optional(type) : type }
}

extension Lowering {
    /// The kind of type that a schema describes, as far as its own keywords tell.
    enum Form {
        case reference(JSONNode), single(JSONNode), enumeration(JSONNode), union(JSONNode), record, plain
    }

    /// Returns the kind of type that a schema describes.
    func form(_ node: JSONNode, _ words: Words) -> Form {
        let hasProperties = words.has(.properties) && node[.properties]?.first != nil
        if words.has(.ref), let reference = node[.ref] {
            if !hasProperties, !words.has(.allOf) { return .reference(reference) }
            return .record
        }
        if words.has(.allOf), let parts = node[.allOf], parts.first != nil {
            if hasProperties || parts.children.count > 1 && parts.children.contains(where: { isRecordLike($0) }) {
                return .record
            }
            // A part without a kind of value only restricts the others.
            if parts.children.contains(where: namesKind) { return .single(single(node, parts)) }
        }
        if words.has(.enum), let values = node[.enum], isEnumerable(values, node) {
            if words.has(.type), let type = node[.type] { _ = types(type, isQuiet: false) }
            return .enumeration(values)
        }
        if hasProperties {
            guard let type = node[.type] else { return .record }
            let types = types(type, isQuiet: false)
            return types.count == 0 || types.has(.object) ? .record : .plain
        }
        // Alternatives beside `items` only restrict the list.
        if words.has(.items) { return .plain }
        for word in [Word.oneOf, .anyOf] where words.has(word) {
            if let list = node[word], list.first != nil, !words.has(.type) || list.children.contains(where: namesKind) {
                return .union(list)
            }
        }
        return .plain
    }

    /// Indicates whether a schema states the kind of its values, rather than only restricting them.
    func namesKind(_ node: JSONNode) -> Bool {
        let words: [Word] = [
            .type, .properties, .items, .enum, .const, .ref, .allOf, .oneOf, .anyOf, .additionalProperties,
            .patternProperties,
        ]
        return node.isObject ? words.contains { node[$0] != nil } : node.bool == nil
    }

    /// Indicates whether a schema contributes properties to an `allOf`.
    package func isRecordLike(_ node: JSONNode) -> Bool {
        if let known = recordLike[node.number] { return known }
        // The search uses its own list instead of recursion, because chains of references can be long. Each step
        // records its predecessor, so that a success can be noted along the whole chain.
        var steps: [(node: JSONNode, before: Int)] = [(node, -1)]
        var seen: Set<Int> = []
        var waiting = [0]
        while var place = waiting.popLast() {
            let next = steps[place].node
            guard next.isObject, recordLike[next.number] != false, seen.insert(next.number).inserted else { continue }
            if recordLike[next.number] == true || next[.properties]?.first != nil {
                while place >= 0 {
                    recordLike[steps[place].node.number] = true
                    place = steps[place].before
                }
                return true
            }
            var others: [JSONNode] = []
            for word in [Word.anyOf, .oneOf, .allOf] { others += next[word].map { $0.children } ?? [] }
            if let target = next[.ref].flatMap(resolver.look) {
                others.append(definitionOf[target.number]?.node ?? target)
            }
            for other in others {
                waiting.append(steps.count)
                steps.append((other, place))
            }
        }
        for number in seen { recordLike[number] = false }
        return false
    }

    /// Returns the type of a node that should be a schema. Reports an error if it is not.
    func use(_ node: JSONNode, _ spot: Spot) -> Use {
        if node.isObject {
            keywords.checkRequired(node, &problems)
            return use(node, keywords.words(of: node, &problems), spot)
        }
        if node.isArray, node.first == nil {
            problems.warning(node, "an empty list is read as {}, any JSON")
        } else if node.bool == nil {
            let type = (node.kind == .null ? .null : node.string.flatMap(typeNames.kind)).map {
                "\"type\": \"\($0)\""
            }
            let meant =
                type ?? resolver.definition(node.string, in: resolver.file(of: node)).map { "\"$ref\": \"\($0)\"" }
            problems.error(
                node,
                "expected a schema, an object, found \(node.described)"
                    + (meant.map { "; did you mean {\($0)}?" } ?? ""))
        }
        return Use(type: .any)
    }

    /// Returns the type of a schema with the given keywords. Declares the inline types in it.
    func use(_ node: JSONNode, _ words: Words, _ spot: Spot) -> Use {
        guard spot.depth < Spot.depthLimit else {
            problems.error(
                node,
                "schemas stand more than \(Spot.depthLimit) deep in one another; "
                    + "give some of them a name under \"definitions\""
            )
            return Use(type: .any)
        }
        let isNullable = isNullable(node, words)
        switch form(node, words) {
        case .reference(let reference):
            let use = referenced(reference, spot)
            return Use(type: use.type, isNullable: isNullable || use.isNullable)
        case .single(let part):
            var deeper = spot
            deeper.depth += 1
            let use = use(part, deeper)
            return Use(type: use.type, isNullable: isNullable || use.isNullable)
        case .plain: return plain(node, words, spot)
        case .union(let list):
            if let id = inlineIDs[node.number] { return Use(type: .named(id), isNullable: isNullable) }
            let id = soleAlternative(list) != nil ? TypeID(spot.id) : reservedID(spot)
            let alternatives = alternatives(list, node, words, spot, id)
            if let only = alternatives.simple {
                return Use(type: only, isNullable: isNullable || alternatives.isNullable)
            }
            // The identity is stored only now. A reference back to this node could not know, while the alternatives are
            // read, that the node becomes a union.
            inlineIDs[node.number] = id
            put(id, node, words, spot, .union(alternatives.union))
            return Use(type: .named(id), isNullable: isNullable || alternatives.isNullable)
        case .enumeration(let values):
            if let id = inlineIDs[node.number] { return Use(type: .named(id), isNullable: isNullable) }
            let id = newID(node, spot)
            put(id, node, words, spot, .enumeration(enumeration(values, node, words)))
            return Use(type: .named(id), isNullable: isNullable)
        case .record:
            if let id = inlineIDs[node.number] { return Use(type: .named(id), isNullable: isNullable) }
            if let part = solePart(node, words), spot.depth + 1 < Spot.depthLimit {
                var deeper = spot
                deeper.depth += 1
                let use = use(part, deeper)
                return Use(type: use.type, isNullable: isNullable || use.isNullable)
            }
            let id = newID(node, spot)
            put(id, node, words, spot, recordShape(node, words, id, spot))
            return Use(type: .named(id), isNullable: isNullable)
        }
    }

    /// Returns the shape of a schema that already has a name.
    func shape(of node: JSONNode, _ words: Words, _ spot: Spot, _ id: TypeID) -> TypeDeclaration.Shape {
        switch form(node, words) {
        case .record: return recordShape(node, words, id, spot)
        case .enumeration(let values): return .enumeration(enumeration(values, node, words))
        case .union(let list):
            if let only = soleAlternative(list), only.isObject, only[.ref] == nil {
                return shape(inside: only, spot, id)
            }
            let alternatives = alternatives(list, node, words, spot, id)
            return alternatives.simple.map { .alias($0) } ?? .union(alternatives.union)
        case .single(let part) where part.isObject && part[.ref] == nil: return shape(inside: part, spot, id)
        case .single, .reference, .plain: return .alias(use(node, words, spot).type)
        }
    }

    /// Returns the shape of a schema that consists of a single part or alternative.
    private func shape(inside part: JSONNode, _ spot: Spot, _ id: TypeID) -> TypeDeclaration.Shape {
        var deeper = spot
        deeper.depth += 1
        guard deeper.depth < Spot.depthLimit else { return .alias(use(part, deeper).type) }
        return shape(of: part, keywords.words(of: part, &problems), deeper, id)
    }

    /// Reserves an identity for the type of a node.
    private func newID(_ node: JSONNode, _ spot: Spot) -> TypeID {
        let id = reservedID(spot)
        inlineIDs[node.number] = id
        return id
    }

    /// Reserves an identity, with primes appended if it is taken.
    private func reservedID(_ spot: Spot) -> TypeID {
        var text = spot.id
        while declarations[TypeID(text)] != nil || reservedIDs.contains(text) { text += "'" }
        reservedIDs.insert(text)
        return TypeID(text)
    }

    /// Declares the type of an inline schema.
    private func put(_ id: TypeID, _ node: JSONNode, _ words: Words, _ spot: Spot, _ shape: TypeDeclaration.Shape) {
        if let name = spot.shared { shareable[id] = spot.steps == 0 ? name : singular(name) }
        declarations[id] = TypeDeclaration(
            id: id, owner: spot.owner, wire: spot.wire, unit: spot.unit, documentation: documentation(node, words),
            shape: shape)
    }

    // MARK: References

    /// Returns the type that a reference stands for. Reports a reference that leads back to itself.
    private func referenced(_ reference: JSONNode, _ spot: Spot) -> Use {
        guard let target = resolver.resolve(reference, &problems) else { return Use(type: .any) }
        if let definition = definitionOf[target.number] {
            enqueue(definition)
            return Use(type: .named(definition.id), isNullable: isNullable(definition))
        }
        guard isSchema(target, reference) else { return Use(type: .any) }
        if let known = inlineUses[target.number] { return known }
        guard inlineInProgress.insert(target.number).inserted else {
            problems.error(reference, "this reference leads back to itself")
            return Use(type: .any)
        }
        defer { inlineInProgress.remove(target.number) }
        let inside = inlineSpot(reference, target, spot)
        let use = target.isObject ? use(target, keywords.words(of: target, &problems), inside) : use(target, inside)
        inlineUses[target.number] = use
        return use
    }

    /// Returns the spot of a schema inside a definition that a reference leads to. The type is declared next to the
    /// definition.
    private func inlineSpot(_ reference: JSONNode, _ target: JSONNode, _ spot: Spot) -> Spot {
        let text = reference.string ?? ""
        let tokens = Reference(text).tokens
        let last = tokens.last { $0 != "items" && $0 != "properties" && Int($0) == nil } ?? "value"
        let group = tokens.count > 2 ? resolver.file(of: target)?.root[tokens[0]]?[tokens[1]] : nil
        let name = String(text.drop { $0 != "#" })
        guard let group, let definition = definitionOf[group.number] else {
            return Spot(owner: .root, parent: name, key: last, unit: spot.unit, depth: spot.depth + 1)
        }
        let key = definition.wire + "_" + last
        return Spot(owner: definition.owner, parent: name, key: key, unit: definition.file.unit, depth: spot.depth + 1)
    }

    // MARK: Null

    /// Indicates whether the value of a schema can be `null`, as far as its own keywords tell.
    func isNullable(_ node: JSONNode, _ words: Words) -> Bool {
        if let parts = conjoined[node.number] {
            let speaking = parts.filter(speaksOfNull)
            return !speaking.isEmpty && speaking.allSatisfy { isNullable($0, 0) }
        }
        if words.has(.nullable), node[.nullable]?.bool == true { return true }
        if words.has(.enum), node[.enum]?.children.contains(where: { $0.kind == .null }) == true { return true }
        guard words.has(.type), let type = node[.type], type.isArray else { return false }
        return types(type, isQuiet: true).has(.null)
    }

    /// Indicates whether the value of a definition can be `null`. A definition that leads back to itself counts as not
    /// nullable meanwhile.
    private func isNullable(_ definition: Definition, steps: Int = 0) -> Bool {
        guard steps < Spot.depthLimit else {
            problems.error(
                definition.keyNode.keyPlace,
                "more than \(Spot.depthLimit) references lead from one to the next before \"\(definition.key)\"")
            return false
        }
        if let known = definition.isNullable { return known }
        definition.isNullable = false
        let result = isNullable(definition.node, steps)
        definition.isNullable = result
        return result
    }

    /// Indicates whether `use` would find the schema nullable. It can be called before `use` has reached the schema.
    func isNullable(_ node: JSONNode, _ steps: Int) -> Bool {
        let words = node.isObject ? keywords.words(of: node, &problems) : Words()
        if isNullable(node, words) { return true }
        if let reference = node[.ref], let target = resolver.look(reference), let other = definitionOf[target.number] {
            return isNullable(other, steps: steps + 1)
        }
        switch form(node, words) {
        case .single(let part): return isNullable(part, steps)
        case .union(let list): return list.children.contains { isNull($0) || isNullable($0, steps) }
        default: return false
        }
    }
}

extension Lowering {
    /// Indicates whether the target of a reference is a schema. Reports an error at the reference if it is a list, a
    /// scalar or an object of schemas.
    func isSchema(_ target: JSONNode, _ reference: JSONNode) -> Bool {
        var found = target.described
        if target.bool != nil { return true }
        if target.isObject {
            let tokens = Reference(reference.string ?? "").tokens
            guard tokens.isEmpty || endsInGroup(tokens) else { return true }
            found = tokens.isEmpty ? "a whole file" : "an object of schemas"
        }
        problems.error(reference, "\(reference.described) leads to \(found), not to a schema")
        return false
    }

    /// Indicates whether the last key of a pointer is a keyword for named schemas. A key such as `properties` can also
    /// be the name of a schema.
    private func endsInGroup(_ tokens: [String]) -> Bool {
        var isGroup = false
        for token in tokens {
            isGroup =
                !isGroup && ["definitions", "$defs", "properties", "patternProperties", "responses"].contains(token)
        }
        return isGroup
    }
}
