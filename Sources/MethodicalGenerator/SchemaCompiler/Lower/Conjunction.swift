extension Schemas {
    /// Returns the schema of the values that satisfy all of the given schemas. This is one of the schemas if it implies
    /// the others, or a new one.
    ///
    /// The same schemas always give the same node, so that lowering ends for types that contain themselves.
    func conjunction(_ given: [JSONNode]) -> JSONNode {
        var parts: [JSONNode] = []
        var seen: Set<String> = []
        // The last of several equal schemas stays, because a later schema takes precedence in a contradiction.
        for part in given.reversed() {
            add(part, to: &parts, &seen)
        }
        parts.reverse()
        guard parts.count > 1 else {
            return parts.first ?? given[given.count - 1]
        }
        let key = parts.map(\.number)
        if let known = cache.conjunctions[key] {
            return known
        }
        cache.conjunctions[key] = parts[parts.count - 1]
        let result = Conjunction(of: withoutImplied(parts), all: parts, schemas: self).result
        cache.conjunctions[key] = result
        return result
    }

    /// Returns the schema of the values that satisfy one of the given schemas: the schema itself if all are equal, or a
    /// union.
    func disjunction(_ given: [JSONNode]) -> JSONNode {
        // Alternatives can lead back to themselves. The second time, they must be the same schema.
        let key = given.map(\.number)
        if let known = cache.disjunctions[key] {
            return known
        }
        let result = newDisjunction(given)
        cache.disjunctions[key] = result
        return result
    }

    private func newDisjunction(_ given: [JSONNode]) -> JSONNode {
        var seen: Set<String> = []
        var distinct: [JSONNode] = []
        for part in given where seen.insert(signature(of: part)).inserted {
            let isKnown = distinct.contains { isImplied(part, by: $0, depth: 1) && isImplied($0, by: part, depth: 1) }
            if !isKnown {
                distinct.append(part)
            }
        }
        guard distinct.count > 1, let first = distinct.first, distinct.allSatisfy(\.isObject) else {
            return given[0]
        }
        let alternatives = distinct.map { copy($0, madeOf: cache.conjoined[$0.number]) }
        return JSONNode(
            .object, key: first.key, at: first,
            [JSONNode(.array, key: Word.oneOf.rawValue, at: first, alternatives)])
    }

    /// Returns the names, in lists under `required`, of the properties that each of several alternatives requires.
    func requiredByAll(_ alternatives: [JSONNode]) -> [JSONNode] {
        guard let first = alternatives.first, alternatives.allSatisfy(isRecordLike) else { return [] }
        let others = alternatives.dropFirst().map { other in
            Set(parts(of: other).flatMap { $0.list(.required).compactMap(\.string) })
        }
        return parts(of: first).flatMap { $0.list(.required) }.filter { name in
            others.allSatisfy { $0.contains(name.string ?? "") }
        }
    }

    /// Returns a copy of a schema that remembers the schemas that it was made of.
    func copy(_ node: JSONNode, key: String = "", madeOf parts: [JSONNode]?) -> JSONNode {
        let copy = node.copy(key: key)
        cache.conjoined[copy.number] = parts
        return copy
    }

    /// Returns the schema that the parts of an `allOf` and the keywords beside it amount to.
    func single(_ node: JSONNode, _ list: JSONNode) -> JSONNode {
        if let known = cache.singles[node.number] {
            return known
        }
        var parts = list.children
        // Until the result is known, a reference that leads back here resolves to the last part.
        cache.singles[node.number] = parts.last(where: namesKind)
        // The name and the place of a parameter are not a part of its schema.
        let own = node.children.filter { member in
            let isDone = member.key == Word.allOf.rawValue || member.key == Word.nullable.rawValue
            return !isDone && catalogue.keywords.isOfSchemas(member.key)
        }
        let rest = JSONNode(.object, at: node, own.map { $0.copy(key: $0.key) })
        if namesKind(rest) {
            parts.insert(rest, at: 0)
        }
        let single = conjunction(parts)
        cache.singles[node.number] = single
        return single
    }

    /// Adds a schema, or the schemas that a conjunction was made of. Skips those that are equal to earlier ones.
    private func add(_ part: JSONNode, to parts: inout [JSONNode], _ seen: inout Set<String>) {
        guard namesKind(part) else { return }
        if let inner = cache.conjoined[part.number] {
            return inner.reversed().forEach { add($0, to: &parts, &seen) }
        }
        if seen.insert(signature(of: part)).inserted {
            parts.append(part)
        }
    }

    /// Returns a text that is equal for schemas with the same keywords and values. A common base may be merged a
    /// thousand times, and the text makes comparison cheap.
    private func signature(of part: JSONNode) -> String {
        if let known = cache.signatures[part.number] {
            return known
        }
        var text = "\(part.number)"
        if part[.ref] != nil {
            text = "\(meaning(of: part).number)"
        } else if part.children.allSatisfy({ !$0.isObject && !$0.isArray }) {
            let words = part.children.filter {
                ![Word.description.rawValue, Word.required.rawValue].contains($0.key)
            }
            text = words.map { $0.key + $0.described }.sorted().joined(separator: ",")
        }
        cache.signatures[part.number] = text
        return text
    }

    /// Removes the parts that another part implies. Of two equivalent parts, the reference stays because its target has
    /// a name.
    private func withoutImplied(_ given: [JSONNode]) -> [JSONNode] {
        var parts = given
        for part in given.filter({ $0[.ref] == nil }) + given.filter({ $0[.ref] != nil })
        where parts.contains(where: { $0 != part && isImplied(part, by: $0) }) {
            parts.removeAll { $0 == part }
        }
        return parts
    }
}

/// Several different schemas that all apply to one value, as in `allOf`. None of them implies another, apart from what
/// they say about `null`.
private struct Conjunction {
    let schemas: Schemas
    let parts: [JSONNode]
    let last: JSONNode
    /// The parts, with those that others imply. They all say something about `null`.
    let all: [JSONNode]

    init(of parts: [JSONNode], all: [JSONNode], schemas: Schemas) {
        self.schemas = schemas
        self.parts = parts
        self.all = all
        last = parts[parts.count - 1]
    }

    /// The schema of the values that satisfy all parts. Computing it reports a warning if there are no such values.
    var result: JSONNode {
        let rule = all.reduce(NullRule.unstated) { rule, part in rule.and(schemas.nullRule(of: part)) }
        let isNullable = rule == .allowed
        guard let kinds = commonKinds(isNullable: isNullable) else {
            return last
        }
        let result = kinds.isEmpty ? onlyNull : schema(of: kinds)
        return schemas.isNullable(result) == isNullable ? result : schemas.copy(result, madeOf: all)
    }

    /// Returns the kinds of value that all parts allow, without `null`, or `nil` after a warning if no value satisfies
    /// all parts.
    private func commonKinds(isNullable: Bool) -> Kinds? {
        var kinds = schemas.kinds(of: all[0])
        for (place, part) in all.enumerated().dropFirst() {
            let others = schemas.kinds(of: part)
            if kinds.isDisjoint(with: others), !isNullable {
                report(all[place - 1], part, kinds.described, others.described)
                return nil
            }
            kinds.formIntersection(others)
        }
        return kinds
    }

    /// The schema of `null` alone.
    private var onlyNull: JSONNode {
        if let part = all.last(where: schemas.isNull) {
            return part
        }
        return made([JSONNode(string: "null", key: Word.type.rawValue, at: last)])
    }

    /// Returns the schema of the values of the given kinds that satisfy all parts.
    private func schema(of kinds: Kinds) -> JSONNode {
        guard parts.count > 1 else {
            return last
        }
        if let narrowed = narrowed(to: kinds) {
            return schemas.conjunction(narrowed)
        }
        let records = parts.filter(schemas.isRecordLike)
        if kinds == .object, !records.isEmpty {
            return record
        }
        if !records.isEmpty, kinds.contains(.object) {
            // An object beside other kinds of value is a union, whose alternatives are not merged.
            return records.contains { alternatives(of: $0) == nil } ? record : last
        }
        if kinds == .array {
            return list
        }
        if parts.contains(where: { !schemas.values(of: $0).isEmpty }) {
            return enumeration(of: kinds)
        }
        let isUnion = parts.contains { alternatives(of: $0) != nil }
        return isUnion ? last : scalar(kinds)
    }

    /// Returns the parts, with unions that keep only the alternatives of the given kinds. Returns `nil` if each union
    /// keeps all of its alternatives.
    private func narrowed(to kinds: Kinds) -> [JSONNode]? {
        var isNarrower = false
        let narrowed = parts.map { part in
            guard let list = alternatives(of: part) else {
                return part
            }
            let given = schemas.alternatives(in: list)
            let fitting = given.filter { !schemas.kinds(of: $0).isDisjoint(with: kinds) }
            guard fitting.count < given.count || given.count == 1, !fitting.isEmpty else {
                return part
            }
            isNarrower = true
            if fitting.count == 1 {
                return fitting[0]
            }
            let kept = fitting.map { schemas.copy($0, madeOf: schemas.cache.conjoined[$0.number]) }
            return JSONNode(.object, at: part, [JSONNode(.array, key: list.key, at: list, kept)])
        }
        return isNarrower ? narrowed : nil
    }

    /// Reports that two schemas contradict each other, so that only the last one counts. In a vendor's own files this
    /// is a note, because their reader cannot correct them.
    private func report(_ first: JSONNode, _ second: JSONNode, _ expected: String, _ found: String) {
        let message =
            "no value can be both \(expected) (at \(shown(first.place))) and \(found); "
            + "the later schema is used. Correct one of them"
        let keywords = schemas.catalogue.keywords
        let isVendors = keywords.isLenient(at: first) && keywords.isLenient(at: second)
        let severity: Diagnostic.Severity = isVendors ? .note : .warning
        schemas.problems.add([Diagnostic(severity, at: second.place, message)])
    }

    /// Returns the list of alternatives of a schema, or `nil` if it has none.
    private func alternatives(of part: JSONNode) -> JSONNode? {
        let node = schemas.meaning(of: part)
        guard node.isObject, case .union(let list) = schemas.form(schemas.catalogue.schema(node)) else { return nil }
        return list
    }

    /// Creates an object, and records the schemas that it was made of.
    private func made(_ members: [JSONNode]) -> JSONNode {
        let made = JSONNode(.object, at: last, members)
        schemas.cache.conjoined[made.number] = all
        return made
    }

    /// The `allOf` of the parts, for objects that have the properties of all of them.
    private var record: JSONNode {
        var members = [JSONNode(.array, key: Word.allOf.rawValue, at: last, parts.map { $0.copy() })]
        if let text = parts.last(where: { $0[.description] != nil })?[.description] {
            members.append(text.copy(key: Word.description.rawValue))
        }
        return made(members)
    }

    /// The list whose elements satisfy the schemas of all parts' elements.
    private var list: JSONNode {
        let described = parts.filter { schemas.meaning(of: $0)[.items] != nil }
        guard described.count > 1 else {
            return described.last ?? last
        }
        let items = schemas.conjunction(described.compactMap { schemas.meaning(of: $0)[.items] })
        if let part = described.last(where: { schemas.meaning(of: $0)[.items] == items }) {
            return part
        }
        return made([
            schemas.copy(items, key: Word.items.rawValue, madeOf: schemas.cache.conjoined[items.number])
        ])
    }

    // MARK: Scalars

    /// Returns the enumeration of the values of the given kinds that all parts allow. At least one part lists its
    /// values.
    private func enumeration(of kinds: Kinds) -> JSONNode {
        var given = parts.filter { !schemas.values(of: $0).isEmpty }
        let fitting = schemas.values(of: given[0]).filter { kinds.contains(Kinds(of: $0)) }
        var names = Set(fitting.map(\.described))
        for (place, part) in given.enumerated().dropFirst() {
            names.formIntersection(schemas.values(of: part).map(\.described))
            if names.isEmpty {
                report(given[place - 1], part, "one of the values there", "one of these")
                return last
            }
        }
        // If there is a constant beside an enumeration, the enumeration determines the type. The property keeps the
        // constant.
        let enumerations = given.filter { schemas.meaning(of: $0)[.enum] != nil }
        if !enumerations.isEmpty, enumerations.count < given.count {
            given = enumerations
        }
        let constants = parts.count > given.count || enumerations.isEmpty
        let only = given[given.count - 1]
        let isWhole = schemas.values(of: only).allSatisfy { kinds.contains(Kinds(of: $0)) }
        if enumerations.count < 2, constants, isWhole || enumerations.isEmpty {
            return only
        }
        let fewest = given.map { schemas.values(of: $0).count }.min()
        let smallest = given.last { schemas.values(of: $0).count == fewest } ?? last
        if schemas.values(of: smallest).allSatisfy({ names.contains($0.described) }) {
            return smallest
        }
        return made(members(of: given.last { schemas.meaning(of: $0)[.enumNames] != nil } ?? smallest, keeping: names))
    }

    /// Returns the keywords of an enumeration that keeps only the values with the given names.
    private func members(of part: JSONNode, keeping names: Set<String>) -> [JSONNode] {
        let node = schemas.meaning(of: part)
        let kept = node.list(.enum).enumerated().filter { names.contains($0.element.described) }
        var members = [JSONNode(.array, key: Word.enum.rawValue, at: part, kept.map { $0.element.copy() })]
        if let type = node[.type] {
            members.append(type.copy(key: Word.type.rawValue))
        }
        for word in [Word.enumNames, .enumDescriptions] {
            let texts = node.list(word)
            let keptTexts = kept.filter { $0.offset < texts.count }.map { texts[$0.offset].copy() }
            if !keptTexts.isEmpty {
                members.append(JSONNode(.array, key: word.rawValue, at: part, keptTexts))
            }
        }
        return members
    }

    /// Returns the schema that allows the fewest kinds of value. Among several, one with a `format` is preferred, and
    /// then the last one.
    private func scalar(_ kinds: Kinds) -> JSONNode {
        let fitting = parts.filter { schemas.kinds(of: $0) == kinds }
        if let found = fitting.last(where: { schemas.meaning(of: $0)[.format] != nil }) ?? fitting.last {
            return found
        }
        let names = schemas.catalogue.typeNames
        var words: [JSONNode] = []
        for type in parts.compactMap({ schemas.meaning(of: $0)[.type] }) {
            for word in type.isArray ? type.children : [type] {
                guard let kind = names.kind(word), kinds.contains(kind) else { continue }
                if !words.contains(where: { $0.string == word.string }) {
                    words.append(word)
                }
            }
        }
        if words.isEmpty {
            return last
        }
        return made([JSONNode(.array, key: Word.type.rawValue, at: last, words.map { $0.copy() })])
    }
}
