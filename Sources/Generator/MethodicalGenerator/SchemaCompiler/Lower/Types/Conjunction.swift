/// Several different schemas that all apply to one value, as in `allOf`. None of them implies another, apart from what
/// they say about `null`.
struct Conjunction {
    let schemas: Schemas
    let parts: [SchemaSyntax]
    let last: SchemaSyntax
    /// The parts, with those that others imply. They all say something about `null`.
    let all: [SchemaSyntax]

    init(of parts: [SchemaSyntax], all: [SchemaSyntax], schemas: Schemas) {
        self.schemas = schemas
        self.parts = parts
        self.all = all
        last = parts[parts.count - 1]
    }

    /// The schema of the values that satisfy all parts. Computing it reports a warning if there are no such values.
    var result: SchemaSyntax {
        let rule = all.reduce(NullRule.unstated) { rule, part in
            rule.and(schemas.nullRule(of: part))
        }
        let isNullable = rule == .allowed
        guard let kinds = commonKinds(isNullable: isNullable) else {
            return last
        }
        let result = kinds.isEmpty ? onlyNull : schema(of: kinds)
        if schemas.isNullable(result) == isNullable {
            return result
        }
        return schemas.copy(result, madeOf: all)
    }

    /// Returns the kinds of value that all parts allow, without `null`, or `nil` after a warning if no value satisfies
    /// all parts.
    private func commonKinds(isNullable: Bool) -> Kinds? {
        var kinds = schemas.kinds(of: all[0])
        for (index, part) in all.enumerated().dropFirst() {
            let others = schemas.kinds(of: part)
            if kinds.isDisjoint(with: others), !isNullable {
                report(
                    all[index - 1],
                    and: part,
                    expected: kinds.described,
                    found: others.described)
                return nil
            }
            kinds.formIntersection(others)
        }
        return kinds
    }

    /// The schema of `null` alone.
    private var onlyNull: SchemaSyntax {
        if let part = all.last(where: schemas.isNull) {
            return part
        }
        let name = ValueSyntax(text: "null", at: last)
        return made(of: [.type(TypeSyntax([name], kinds: .null, at: last))])
    }

    /// Returns the schema of the values of the given kinds that satisfy all parts.
    private func schema(of kinds: Kinds) -> SchemaSyntax {
        guard parts.count > 1 else {
            return last
        }
        if let narrowed = narrowed(to: kinds) {
            return schemas.conjunction(of: narrowed)
        }
        let records = parts.filter(schemas.isRecordLike)
        if kinds == .object, !records.isEmpty {
            return record
        }
        if !records.isEmpty, kinds.contains(.object) {
            // An object beside other kinds of value is a union, whose alternatives are not merged.
            if records.allSatisfy({ alternatives(of: $0) != nil }) {
                return last
            }
            return record
        }
        if kinds == .array {
            return list
        }
        if parts.contains(where: { !schemas.values(of: $0).isEmpty }) {
            return enumeration(of: kinds)
        }
        if parts.contains(where: { alternatives(of: $0) != nil }) {
            return last
        }
        return scalar(of: kinds)
    }

    /// Returns the parts, with unions that keep only the alternatives of the given kinds. Returns `nil` if each union
    /// keeps all of its alternatives.
    private func narrowed(to kinds: Kinds) -> [SchemaSyntax]? {
        var isNarrower = false
        let narrowed = parts.map { part in
            guard let list = alternatives(of: part) else {
                return part
            }
            let given = schemas.alternatives(in: list)
            let fitting = given.filter {
                !schemas.kinds(of: $0).isDisjoint(with: kinds)
            }
            let isWhole = fitting.count == given.count && given.count > 1
            if isWhole || fitting.isEmpty {
                return part
            }
            isNarrower = true
            if fitting.count == 1 {
                return fitting[0]
            }
            let kept = fitting.map {
                schemas.copy($0, madeOf: schemas.cache.conjoined[$0.number])
            }
            let narrower: SchemaSyntax.Part = list.keyword == .oneOf ? .oneOf(kept) : .anyOf(kept)
            return schemas.catalogue.reader.schema(of: [narrower], at: part)
        }
        guard isNarrower else { return nil }
        return narrowed
    }

    /// Reports that two schemas contradict each other, so that only the last one counts. In a vendor's own files this
    /// is a note, because their reader cannot correct them.
    private func report(
        _ first: SchemaSyntax,
        and second: SchemaSyntax,
        expected: String,
        found: String
    ) {
        let message =
            "no value can be both \(expected) (at \(shown(first.position))) and \(found); "
            + "the later schema is used. Correct one of them"
        let keywords = schemas.catalogue.keywords
        let isVendors = keywords.isLenient(at: first.node) && keywords.isLenient(at: second.node)
        let severity: Diagnostic.Severity = isVendors ? .note : .warning
        schemas.problems.add([Diagnostic(severity, at: second.position, message)])
    }

    /// Returns the list of alternatives of a schema, or `nil` if it has none.
    private func alternatives(of part: SchemaSyntax) -> SchemaListSyntax? {
        let schema = schemas.meaning(of: part)
        guard schema.isObject,
            case .union(let list) = schemas.form(of: schema)
        else {
            return nil
        }
        return list
    }

    /// Creates a schema, and records the schemas that it was made of.
    private func made(of parts: [SchemaSyntax.Part]) -> SchemaSyntax {
        let made = schemas.catalogue.reader.schema(of: parts, at: last)
        schemas.cache.conjoined[made.number] = all
        return made
    }

    /// The `allOf` of the parts, for objects that have the properties of all of them.
    private var record: SchemaSyntax {
        let copies = parts.map { $0.copy() }
        let descriptions = parts.compactMap(\.description)
        return made(of: [.allOf(copies), .description(descriptions.last)])
    }

    /// The list whose elements satisfy the schemas of all parts' elements.
    private var list: SchemaSyntax {
        let described = parts.filter {
            schemas.meaning(of: $0).items != nil
        }
        guard described.count > 1 else {
            return described.last ?? last
        }
        let given = described.compactMap { schemas.meaning(of: $0).items }
        let items = schemas.conjunction(of: given)
        let whole = described.last { schemas.meaning(of: $0).items == items }
        if let whole {
            return whole
        }
        return made(of: [.items(schemas.copy(items, madeOf: schemas.cache.conjoined[items.number]))])
    }

    // MARK: Scalars

    /// Returns the enumeration of the values of the given kinds that all parts allow. At least one part lists its
    /// values.
    private func enumeration(of kinds: Kinds) -> SchemaSyntax {
        var given = parts.filter { !schemas.values(of: $0).isEmpty }
        let values = schemas.values(of: given[0])
        let fitting = values.filter { kinds.contains($0.kind) }
        var names = Set(fitting.map(\.described))
        for (index, part) in given.enumerated().dropFirst() {
            names.formIntersection(schemas.values(of: part).map(\.described))
            if names.isEmpty {
                report(
                    given[index - 1],
                    and: part,
                    expected: "one of the values there",
                    found: "one of these")
                return last
            }
        }
        // If there is a constant beside an enumeration, the enumeration determines the type. The property keeps the
        // constant.
        let enumerations = given.filter {
            schemas.meaning(of: $0).values != nil
        }
        if !enumerations.isEmpty, enumerations.count < given.count {
            given = enumerations
        }
        let constants = parts.count > given.count || enumerations.isEmpty
        let only = given[given.count - 1]
        let onlyValues = schemas.values(of: only)
        let isWhole = onlyValues.allSatisfy { kinds.contains($0.kind) }
        if enumerations.count < 2, constants, isWhole || enumerations.isEmpty {
            return only
        }
        let fewest = given.map { schemas.values(of: $0).count }.min()
        let smallest = given.last { schemas.values(of: $0).count == fewest } ?? last
        if schemas.values(of: smallest).allSatisfy({ names.contains($0.described) }) {
            return smallest
        }
        let named = given.last { schemas.meaning(of: $0).valueNames != nil }
        return made(of: keywords(of: named ?? smallest, keeping: names))
    }

    /// Returns the keywords of an enumeration that keeps only the values with the given names.
    private func keywords(of part: SchemaSyntax, keeping names: Set<String>) -> [SchemaSyntax.Part] {
        let schema = schemas.meaning(of: part)
        let listed = schema.values?.values ?? []
        let kept = listed.indices.filter { names.contains(listed[$0].described) }
        func texts(in list: ValuesSyntax?) -> ValuesSyntax? {
            let texts = kept.compactMap { list?.values.element(at: $0) }
            return texts.isEmpty ? nil : ValuesSyntax(texts, at: part)
        }
        let values = SchemaSyntax.Part.values(
            ValuesSyntax(kept.map { listed[$0] }, at: part),
            names: texts(in: schema.valueNames),
            descriptions: texts(in: schema.valueDescriptions))
        guard let type = schema.type else {
            return [values]
        }
        return [values, .type(type)]
    }

    /// Returns the schema that allows the fewest kinds of value. Among several, one with a `format` is preferred, and
    /// then the last one.
    private func scalar(of kinds: Kinds) -> SchemaSyntax {
        let fitting = parts.filter { schemas.kinds(of: $0) == kinds }
        let formatted = fitting.last { schemas.meaning(of: $0).format != nil }
        if let found = formatted ?? fitting.last {
            return found
        }
        let typeNames = schemas.catalogue.typeNames
        var names: [ValueSyntax] = []
        var allowed: Kinds = []
        for name in parts.flatMap({ schemas.meaning(of: $0).type?.names ?? [] }) {
            guard let kind = typeNames.kind(named: name),
                kinds.contains(kind)
            else {
                continue
            }
            if !allowed.contains(kind) {
                allowed.insert(kind)
                names.append(name)
            }
        }
        if names.isEmpty {
            return last
        }
        return made(of: [.type(TypeSyntax(names, kinds: allowed, at: last))])
    }
}
