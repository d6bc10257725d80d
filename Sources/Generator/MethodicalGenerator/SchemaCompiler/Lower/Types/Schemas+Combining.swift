extension Schemas {
    /// Returns the schema of the values that satisfy all of the given schemas. This is one of the schemas if it implies
    /// the others, or a new one.
    ///
    /// The same schemas always give the same schema, so that lowering ends for types that contain themselves.
    func conjunction(of given: [SchemaSyntax]) -> SchemaSyntax {
        var parts: [SchemaSyntax] = []
        var seen: Set<String> = []
        // The last of several equal schemas stays, because a later schema takes precedence in a contradiction.
        for part in given.reversed() {
            add(part, to: &parts, seen: &seen)
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
    func disjunction(of given: [SchemaSyntax]) -> SchemaSyntax {
        // Alternatives can lead back to themselves. The second time, they must be the same schema.
        let key = given.map(\.number)
        if let known = cache.disjunctions[key] {
            return known
        }
        let result = newDisjunction(of: given)
        cache.disjunctions[key] = result
        return result
    }

    private func newDisjunction(of given: [SchemaSyntax]) -> SchemaSyntax {
        var seen: Set<String> = []
        var distinct: [SchemaSyntax] = []
        for part in given where seen.insert(signature(of: part)).inserted {
            let isKnown = distinct.contains { other in
                isImplied(part, by: other, depth: 1) && isImplied(other, by: part, depth: 1)
            }
            if !isKnown {
                distinct.append(part)
            }
        }
        guard distinct.count > 1,
            let first = distinct.first,
            distinct.allSatisfy(\.isObject)
        else {
            return given[0]
        }
        let alternatives = distinct.map {
            copy($0, madeOf: cache.conjoined[$0.number])
        }
        return catalogue.reader.schema(of: [.oneOf(alternatives)], key: first.key, at: first)
    }

    /// Returns the names, in lists under `required`, of the properties that each of several alternatives requires.
    func requiredByAll(_ alternatives: [SchemaSyntax]) -> [ValueSyntax] {
        guard let first = alternatives.first,
            alternatives.allSatisfy(isRecordLike)
        else {
            return []
        }
        let others = alternatives.dropFirst().map { other in
            let required = parts(of: other).flatMap(\.requiredNames)
            return Set(required.compactMap(\.text))
        }
        return parts(of: first).flatMap(\.requiredNames).filter { name in
            others.allSatisfy { $0.contains(name.text ?? "") }
        }
    }

    /// Returns a copy of a schema that remembers the schemas that it was made of.
    func copy(
        _ schema: SchemaSyntax,
        key: String = "",
        madeOf parts: [SchemaSyntax]?
    ) -> SchemaSyntax {
        let copy = schema.copy(key: key)
        cache.conjoined[copy.number] = parts
        return copy
    }

    /// Returns the schema that the parts of an `allOf` and the keywords beside it amount to.
    func single(_ schema: SchemaSyntax, list: SchemaListSyntax) -> SchemaSyntax {
        if let known = cache.singles[schema.number] {
            return known
        }
        var parts = list.elements
        // Until the result is known, a reference that leads back here resolves to the last part.
        cache.singles[schema.number] = parts.last(where: \.namesKind)
        let rest = schema.besideAllOf(keeping: catalogue.keywords.isOfSchemas)
        if rest.namesKind {
            parts.insert(rest, at: 0)
        }
        let single = conjunction(of: parts)
        cache.singles[schema.number] = single
        return single
    }

    /// Adds a schema, or the schemas that a conjunction was made of. Skips those that are equal to earlier ones.
    private func add(
        _ part: SchemaSyntax,
        to parts: inout [SchemaSyntax],
        seen: inout Set<String>
    ) {
        guard part.namesKind else { return }
        if let inner = cache.conjoined[part.number] {
            return inner.reversed().forEach { add($0, to: &parts, seen: &seen) }
        }
        if seen.insert(signature(of: part)).inserted {
            parts.append(part)
        }
    }

    /// Returns a text that is equal for schemas with the same keywords and values. A common base may be merged a
    /// thousand times, and the text makes comparison cheap.
    private func signature(of part: SchemaSyntax) -> String {
        if let known = cache.signatures[part.number] {
            return known
        }
        var text = "\(part.number)"
        if part.reference != nil {
            text = "\(meaning(of: part).number)"
        } else if let scalars = part.scalarMembers {
            text = scalars
        }
        cache.signatures[part.number] = text
        return text
    }

    /// Removes the parts that another part implies. Of two equivalent parts, the reference stays because its target has
    /// a name.
    private func withoutImplied(_ given: [SchemaSyntax]) -> [SchemaSyntax] {
        var parts = given
        let references = given.filter { $0.reference != nil }
        let others = given.filter { $0.reference == nil }
        for part in others + references {
            let isImplied = parts.contains { $0 != part && self.isImplied(part, by: $0) }
            if isImplied {
                parts.removeAll { $0 == part }
            }
        }
        return parts
    }
}
