// Conjunctions: several schemas that all apply to one value, as in `allOf`.
extension Lowering {
    /// Returns the schema of the values that satisfy all of the given schemas. This is one of the schemas if it implies
    /// the others, or a new one.
    ///
    /// The same schemas always give the same node, so that lowering ends for types that contain themselves.
    func conjunction(_ given: [JSONNode]) -> JSONNode {
        var parts: [JSONNode] = []
        var seen: Set<String> = []
        // The last of several equal schemas stays, because a later schema takes precedence in a contradiction.
        for part in given.reversed() { add(part, to: &parts, &seen) }
        parts.reverse()
        guard parts.count > 1 else { return parts.first ?? given[given.count - 1] }
        let key = parts.map(\.number)
        if let known = conjunctions[key] { return known }
        conjunctions[key] = parts[parts.count - 1]
        let result = merged(parts)
        conjunctions[key] = result
        return result
    }

    /// Adds a schema, or the schemas that a conjunction was made of. Skips those that are equal to earlier ones.
    private func add(_ part: JSONNode, to parts: inout [JSONNode], _ seen: inout Set<String>) {
        guard namesKind(part) else { return }
        if let inner = conjoined[part.number] { return inner.reversed().forEach { add($0, to: &parts, &seen) } }
        if seen.insert(signature(of: part)).inserted { parts.append(part) }
    }

    /// Returns a text that is equal for schemas with the same keywords and values. A common base may be merged a
    /// thousand times, and the text makes comparison cheap.
    private func signature(of part: JSONNode) -> String {
        if let known = signatures[part.number] { return known }
        var text = part[.ref] == nil ? "" : "\(meaning(of: part).number)"
        if text.isEmpty {
            let isSimple = part.children.allSatisfy { !$0.isObject && !$0.isArray }
            let words = part.children.filter {
                $0.key != Word.description.rawValue && $0.key != Word.required.rawValue
            }
            text = isSimple ? words.map { $0.key + $0.described }.sorted().joined(separator: ",") : "\(part.number)"
        }
        signatures[part.number] = text
        return text
    }

    /// Returns the schema that the parts of an `allOf` and the keywords beside it amount to.
    func single(_ node: JSONNode, _ list: JSONNode) -> JSONNode {
        if let known = singleParts[node.number] { return known }
        var parts = list.children
        // A reference that leads back here meanwhile finds the last part.
        singleParts[node.number] = parts.last(where: namesKind)
        let own = node.children.filter { $0.key != Word.allOf.rawValue && $0.key != Word.nullable.rawValue }
        let rest = JSONNode(.object, at: node, own.map { $0.copy(key: $0.key) })
        if namesKind(rest) { parts.insert(rest, at: 0) }
        let single = conjunction(parts)
        singleParts[node.number] = single
        return single
    }

    /// Returns the part of an `allOf` that is a reference and implies all other parts, or `nil` if there is none.
    /// Restrictions beside such a reference need no type of their own.
    func solePart(_ node: JSONNode, _ words: Words) -> JSONNode? {
        guard words.has(.allOf), let list = node[.allOf], conjoined[node.number] == nil, !words.has(.properties) else {
            return nil
        }
        let part = single(node, list)
        guard part[.ref] != nil, list.children.allSatisfy({ $0 == part || isImplied($0, by: part) }) else { return nil }
        return part
    }

    /// Follows references, and each `allOf` that amounts to a single schema, to the schema that they stand for.
    func meaning(of node: JSONNode) -> JSONNode {
        var node = node
        for _ in 0..<Spot.depthLimit where node.isObject {
            switch form(node, keywords.words(of: node, &problems)) {
            case .reference(let reference):
                guard let target = resolver.look(reference) else { return node }
                node = definitionOf[target.number]?.node ?? target
            case .single(let part): node = part
            default: return node
            }
        }
        return node
    }

    /// Combines several different schemas. Reports a warning if no value can satisfy all of them.
    private func merged(_ given: [JSONNode]) -> JSONNode {
        var parts = given
        // Of two equivalent parts, the reference stays because its target has a name.
        for part in given.filter({ $0[.ref] == nil }) + given.filter({ $0[.ref] != nil })
        where parts.contains(where: { $0 != part && isImplied(part, by: $0) }) {
            parts.removeAll { $0 == part }
        }
        let last = parts[parts.count - 1]
        guard parts.count > 1 else { return last }
        var kinds = kinds(of: parts[0])
        for (place, part) in parts.enumerated().dropFirst() {
            let others = self.kinds(of: part)
            guard kinds.overlaps(others) else {
                return contradiction(parts[place - 1], part, last, kinds.names, others.names)
            }
            kinds.formIntersection(others)
        }
        if parts.contains(where: { isRecordLike($0) }) { return kinds.has(.object) ? conjoined(parts) : last }
        if kinds.count == 1, kinds.has(.array) { return list(of: parts) }
        if parts.contains(where: { !values(of: $0).isEmpty }) { return enumeration(of: parts, kinds) }
        let unions = parts.filter { alternatives(of: $0) != nil }
        if unions.count == 1, let list = alternatives(of: unions[0]) {
            let fitting = list.children.filter { self.kinds(of: $0).overlaps(kinds) && !isNull($0) }
            if fitting.count == 1 { return conjunction(parts.filter { $0 != unions[0] } + fitting) }
        }
        return unions.isEmpty ? scalar(of: parts, kinds) : last
    }

    /// Reports that two schemas contradict each other, and returns the last one.
    private func contradiction(
        _ first: JSONNode, _ second: JSONNode, _ last: JSONNode, _ expected: String, _ found: String
    ) -> JSONNode {
        problems.warning(
            second,
            "no value can be \(expected), as \(shown(first.place)) says, and \(found) as well; "
                + "this one counts, as it comes later. Correct one of them"
        )
        return last
    }

    /// Returns the list of alternatives of a schema, or `nil` if it has none.
    private func alternatives(of part: JSONNode) -> JSONNode? {
        let node = meaning(of: part)
        return node[.oneOf] ?? node[.anyOf]
    }

    /// Creates an `allOf` of the given schemas, for objects that have the properties of all of them.
    private func conjoined(_ parts: [JSONNode]) -> JSONNode {
        let last = parts[parts.count - 1]
        var members = [JSONNode(.array, key: Word.allOf.rawValue, at: last, parts.map { $0.copy() })]
        if let text = parts.last(where: { $0[.description] != nil })?[.description] {
            members.append(text.copy(key: Word.description.rawValue))
        }
        return made(of: parts, members)
    }

    /// Creates an object and notes which schemas it was made of.
    private func made(of parts: [JSONNode], _ members: [JSONNode]) -> JSONNode {
        let made = JSONNode(.object, at: parts[parts.count - 1], members)
        conjoined[made.number] = parts
        return made
    }

    /// Combines schemas of lists by combining the schemas of their elements.
    private func list(of parts: [JSONNode]) -> JSONNode {
        let last = parts[parts.count - 1]
        let described = parts.filter { meaning(of: $0)[.items] != nil }
        guard described.count > 1 else { return described.last ?? last }
        let items = conjunction(described.compactMap { meaning(of: $0)[.items] })
        if let part = described.last(where: { meaning(of: $0)[.items] == items }) { return part }
        let element = items.copy(key: Word.items.rawValue)
        conjoined[element.number] = conjoined[items.number]
        return made(of: parts, [element])
    }

    // MARK: Scalars

    /// Returns the values that `enum` or `const` allows.
    private func values(of part: JSONNode) -> [JSONNode] {
        let node = meaning(of: part)
        if let values = node[.enum], values.isArray { return values.children.filter { $0.kind != .null } }
        return node[.const].map { [$0] } ?? []
    }

    /// Combines schemas of which at least one lists its values.
    private func enumeration(of parts: [JSONNode], _ kinds: TypeSet) -> JSONNode {
        let last = parts[parts.count - 1]
        var given = parts.filter { !values(of: $0).isEmpty }
        var kept = values(of: given[0])
        for (place, part) in given.enumerated().dropFirst() {
            let known = Set(values(of: part).map(\.described))
            kept = kept.filter { known.contains($0.described) }
            if kept.isEmpty {
                return contradiction(given[place - 1], part, last, "one of the values there", "one of these")
            }
        }
        // If a constant stands beside an enumeration, the enumeration determines the type. The property keeps the
        // constant.
        let enumerations = given.filter { meaning(of: $0)[.enum] != nil }
        if !enumerations.isEmpty, enumerations.count < given.count { given = enumerations }
        let constants = parts.count > given.count || enumerations.isEmpty
        if enumerations.count < 2, constants { return given[given.count - 1] }
        let fewest = given.map { values(of: $0).count }.min()
        let smallest = given.last { values(of: $0).count == fewest } ?? last
        let names = Set(kept.map(\.described))
        if values(of: smallest).allSatisfy({ names.contains($0.described) }) { return smallest }
        let named = given.last { meaning(of: $0)[.enumNames] != nil }
        return made(of: parts, members(of: named ?? smallest, keeping: names))
    }

    /// Returns the keywords of an enumeration that keeps only the values with the given names.
    private func members(of part: JSONNode, keeping names: Set<String>) -> [JSONNode] {
        let node = meaning(of: part)
        let labels = node[.enumNames].map { $0.children } ?? []
        var values: [JSONNode] = []
        var kept: [JSONNode] = []
        for (place, value) in (node[.enum]?.children ?? []).enumerated() where names.contains(value.described)
        {
            values.append(value.copy())
            if place < labels.count { kept.append(labels[place].copy()) }
        }
        var members = [JSONNode(.array, key: Word.enum.rawValue, at: part, values)]
        if let type = node[.type] { members.append(type.copy(key: Word.type.rawValue)) }
        if !kept.isEmpty { members.append(JSONNode(.array, key: Word.enumNames.rawValue, at: part, kept)) }
        return members
    }

    /// Returns the schema that allows the fewest kinds of value. Among several, one with a `format` is preferred, and
    /// then the last one.
    private func scalar(of parts: [JSONNode], _ kinds: TypeSet) -> JSONNode {
        let last = parts[parts.count - 1]
        let fitting = parts.filter { self.kinds(of: $0) == kinds }
        if let found = fitting.last(where: { meaning(of: $0)[.format] != nil }) ?? fitting.last { return found }
        var words: [JSONNode] = []
        for part in parts {
            guard let type = meaning(of: part)[.type] else { continue }
            for word in type.isArray ? type.children : [type] {
                guard let kind = word.string.flatMap(typeNames.kind), kinds.has(kind) else { continue }
                if !words.contains(where: { $0.string == word.string }) { words.append(word) }
            }
        }
        if words.isEmpty { return last }
        return made(of: parts, [JSONNode(.array, key: Word.type.rawValue, at: last, words.map { $0.copy() })])
    }

    /// Returns the kinds of value that a schema allows, without `null`. A schema that allows numbers also allows
    /// integers.
    func kinds(of part: JSONNode, depth: Int = 0) -> TypeSet {
        let node = meaning(of: part)
        var set = TypeSet()
        if depth < Spot.depthLimit, node.isObject {
            if let list = node[.enum], list.isArray {
                for value in list.children { set.insert(kind(of: value)) }
            } else if let value = node[.const] {
                set.insert(kind(of: value))
            } else if let type = node[.type] {
                set = types(type, isQuiet: true)
            } else if let list = node[.oneOf] ?? node[.anyOf], node[.properties] == nil {
                for alternative in list.children { set.formUnion(kinds(of: alternative, depth: depth + 1)) }
            } else if isRecordLike(node) || node[.additionalProperties] != nil || node[.patternProperties] != nil {
                set.insert(.object)
            } else if node[.items] != nil {
                set.insert(.array)
            }
        }
        set.remove(.null)
        if set.count == 0 { TypeNames.Kind.allCases.filter { $0 != .null }.forEach { set.insert($0) } }
        if set.has(.number) { set.insert(.integer) }
        return set
    }
}

// MARK: Implied schemas

extension Lowering {
    /// Indicates whether every value of `base` satisfies `part`, and the type of `base` contains everything that `part`
    /// describes.
    func isImplied(_ part: JSONNode, by base: JSONNode, depth: Int = 0) -> Bool {
        guard part.isObject, !speaksOfNull(part) || isNullable(part, 0) || !isNullable(base, 0) else { return false }
        let (part, base) = (meaning(of: part), meaning(of: base))
        if part == base { return true }
        guard depth < 8, base.isObject else { return false }
        let all = self.parts(of: base)
        if all.contains(part) { return true }
        if [Word.ref, .oneOf, .anyOf, .patternProperties, .from, .swift].contains(where: { part[$0] != nil }) {
            return false
        }
        if part[.additionalProperties]?.isObject == true { return false }
        if let format = part[.format], base[.format]?.string != format.string { return false }
        if part[.type] != nil, !kinds(of: base).isSubset(of: kinds(of: part)) { return false }
        let values = values(of: part).map(\.described)
        if !values.isEmpty {
            let known = self.values(of: base).map(\.described)
            if known.isEmpty || !known.allSatisfy(values.contains) || (part[.enum] == nil) != (base[.enum] == nil) {
                return false
            }
        }
        if let items = part[.items] {
            guard items.isObject, let others = base[.items], isImplied(items, by: others, depth: depth + 1) else {
                return false
            }
        }
        for other in part[.allOf]?.children ?? [] where !isImplied(other, by: base, depth: depth + 1) {
            return false
        }
        for member in part[.properties]?.children ?? [] {
            guard
                all.contains(where: {
                    $0[.properties]?[member.key].map { isImplied(member, by: $0, depth: depth + 1) } ?? false
                })
            else { return false }
            if let required = member[.required], required.bool != false, !requires(member.key, all) { return false }
        }
        guard let required = part[.required], required.isArray else { return true }
        return required.children.allSatisfy { requires($0.string ?? "", all) }
    }

    /// Indicates whether a schema determines if its value can be `null`.
    func speaksOfNull(_ part: JSONNode) -> Bool {
        [Word.type, .enum, .const, .ref, .oneOf, .anyOf].contains { part[$0] != nil }
    }

    /// Indicates whether one of the schemas requires a property.
    private func requires(_ name: String, _ parts: [JSONNode]) -> Bool {
        parts.contains { part in
            part[.required]?.children.contains { $0.string == name } == true
                || part[.properties]?[name]?[.required]?.bool == true
        }
    }

    /// Returns the schemas that contribute properties to an object: its own schema, and all schemas that it refers to
    /// or merges.
    func parts(of node: JSONNode) -> [JSONNode] {
        var found: [JSONNode] = []
        var seen: Set<Int> = []
        var waiting = [node]
        while let next = waiting.popLast() {
            guard seen.insert(next.number).inserted else { continue }
            found.append(next)
            if let reference = next[.ref], let target = resolver.look(reference) {
                waiting.append(definitionOf[target.number]?.node ?? target)
            }
            waiting += next[.allOf].map { $0.children } ?? []
        }
        return found
    }
}
