/// The values of a property that select the alternatives of a union.
struct DiscriminatorValues {
    let schemas: Schemas
    let alternatives: [SchemaSyntax]

    /// The number of bytes up to which a value names an alternative. A longer one is a sentence or a key.
    private static let greatestNameLength = 48

    /// Sets the discriminator of a union and the values that select each case.
    func add(to union: inout Union, discriminator: Discriminator?) {
        guard let discriminator else {
            return infer(for: &union)
        }
        guard let name = discriminator.property else { return }
        union.discriminator = name
        discriminator.addMapped(to: &union.cases)
        let mapped = union.cases.map(\.discriminatorValues)
        let possible = zip(mapped, alternatives).map { mapped, alternative in
            if mapped.isEmpty {
                return Possible(values: values(of: name, in: alternative), areMapped: false)
            }
            return Possible(values: mapped, areMapped: true)
        }
        var selecting = Self.selecting(among: possible)
        var used = Set((mapped + selecting).joined())
        for (index, alternative) in alternatives.enumerated() where selecting[index].isEmpty {
            // The name of its definition selects an alternative for which the schema has no value.
            if let key = schemas.catalogue.definition(referredBy: alternative.reference)?.key,
                used.insert(key).inserted
            {
                selecting[index] = [key]
                continue
            }
            let hint =
                if schemas.isRecordLike(alternative) {
                    "add it to the discriminator's \"mapping\""
                } else {
                    "only an object can have one"
                }
            schemas.problems.warning(
                at: alternative,
                "no value of \"\(name)\" selects this alternative; \(hint)")
        }
        for index in alternatives.indices {
            union.cases[index].discriminatorValues = selecting[index]
        }
    }

    /// Chooses a discriminator if the schema has none. It is a property with listed values in each alternative, and
    /// with a single value in at least one. Of several such properties, the one with the fewest shared values is
    /// chosen.
    private func infer(for union: inout Union) {
        var fewestShared = Int.max
        let keys = alternatives.first.map(schemas.propertyKeys) ?? []
        for key in keys {
            let listed = alternatives.lazy.map { values(of: key, in: $0) }
            let all = Array(listed.prefix { !$0.isEmpty })
            guard all.count == alternatives.count,
                all.contains(where: { $0.count == 1 })
            else {
                continue
            }
            let possible = all.map { Possible(values: $0, areMapped: false) }
            let selecting = Self.selecting(among: possible)
            let sharedCount = selecting.joined().count - Set(selecting.joined()).count
            guard sharedCount < fewestShared,
                !selecting.contains(where: \.isEmpty)
            else {
                continue
            }
            fewestShared = sharedCount
            union.discriminator = key
            for (index, values) in selecting.enumerated() {
                union.cases[index].discriminatorValues = values
            }
        }
    }

    /// Returns the only value of a property of an alternative that no other alternative can have there, if it makes a
    /// name.
    ///
    /// - Parameter discriminator: The property that tells the alternatives apart, or `nil` if the schema names none.
    func ownConstant(of index: Int, discriminator: String?) -> String? {
        let keys = schemas.propertyKeys(of: alternatives[index])
        for key in discriminator.map({ [$0] }) ?? keys {
            let own = values(of: key, in: alternatives[index])
            guard own.count == 1,
                let first = own[0].unicodeScalars.first
            else {
                continue
            }
            // A number or a flag says too little.
            guard first.properties.isAlphabetic,
                Bool(own[0]) == nil
            else {
                continue
            }
            let isShared = alternatives.indices.contains { other in
                guard other != index else { return false }
                return values(of: key, in: alternatives[other]).contains(own[0])
            }
            if !isShared, own[0].utf8.count <= Self.greatestNameLength {
                return own[0]
            }
        }
        return nil
    }

    /// The values that the discriminator can have in an alternative.
    private struct Possible {
        var values: [String]
        /// Indicates whether the schema maps the values to this alternative.
        var areMapped: Bool

        /// Indicates whether the alternative keeps its values if others list them, too.
        var areCertain: Bool { areMapped || values.count == 1 }
    }

    /// Returns the values that select each alternative.
    ///
    /// If a value is the only one of an alternative, other alternatives that list it among several lose it, because
    /// they repeat the list of a common base. A value that all alternatives have distinguishes nothing.
    private static func selecting(among possible: [Possible]) -> [[String]] {
        let certain = Set(possible.filter(\.areCertain).flatMap(\.values))
        let remaining = possible.map { own in
            if own.areCertain {
                return own.values
            }
            return own.values.filter { !certain.contains($0) }
        }
        var counts: [String: Int] = [:]
        for value in remaining.joined() {
            counts[value, default: 0] += 1
        }
        return remaining.map { own in
            own.filter { counts[$0] != possible.count }
        }
    }

    /// Returns the values that a property of an alternative can have, as far as the schema lists them. Each has the
    /// form in which the reader finds it in a response: a string, or the text of a Boolean or an integer.
    private func values(of name: String, in schema: SchemaSyntax) -> [String] {
        func readText(of value: ValueSyntax) -> String? {
            if let text = value.text {
                return text
            }
            guard value.flag != nil || value.integer != nil else {
                return nil
            }
            return value.described
        }
        for part in schemas.parts(of: schema) {
            guard let property = part.properties?[name].flatMap(schemas.catalogue.followed) else {
                continue
            }
            let constant = property.constant.flatMap(readText)
            let listed = property.values?.values ?? []
            let values = constant.map { [$0] } ?? listed.compactMap(readText)
            if !values.isEmpty {
                return values
            }
        }
        return []
    }
}

/// The check of a `discriminator`, and the search for the alternatives that its values name.
struct Discriminator {
    let syntax: DiscriminatorSyntax
    let catalogue: Catalogue

    /// The number of letters in which a key may differ from the keyword that is suggested for it. A discriminator has
    /// few keywords, and none resembles another, so more is allowed than for other objects: `property` is close to
    /// `propertyName`.
    private static let mistakeLimit = 4

    private var problems: Problems { catalogue.problems }
    /// The name of the property whose value tells the alternatives apart.
    var property: String? { syntax.propertyName?.nonEmptyText }

    /// Reports mistakes in the discriminator.
    func check() {
        guard syntax.isObject else {
            return problems.error(at: syntax, expected: "{\"propertyName\": \"type\"}")
        }
        let known = DiscriminatorSyntax.keywords
        var isMisspelt = false
        for member in syntax.unknownMembers {
            let suggestion = problems.suggestion(for: member.key, among: known, within: Self.mistakeLimit)
            if !suggestion.isEmpty {
                isMisspelt = true
            }
            problems.error(
                at: member.keyPosition,
                "unknown key \"\(member.key)\" in \"discriminator\"\(suggestion)")
        }
        if let name = syntax.propertyName {
            if property == nil {
                problems.error(at: name, expected: "the name of a property")
            }
        } else if !isMisspelt {
            problems.error(
                at: syntax,
                "\"propertyName\" is missing; expected the property whose value selects the alternative")
        }
        if let mapping = syntax.mapping, !mapping.isObject {
            problems.error(at: mapping, expected: "{\"VALUE\": \"#/definitions/name\"}")
        }
    }

    /// Adds each value in `mapping` to those of the case that it selects.
    func addMapped(to cases: inout [Union.Case]) {
        guard let mapping = syntax.mapping,
            mapping.isObject
        else {
            return
        }
        for member in mapping.members {
            guard let definition = target(of: member) else {
                continue
            }
            if let index = cases.firstIndex(where: { $0.type == .named(definition.id) }) {
                cases[index].discriminatorValues.append(member.key)
            } else {
                problems.error(at: member, "\(member.described) is not one of the alternatives")
            }
        }
    }

    /// Returns the target of a member of `mapping`, which is a reference or the name of a definition in the same file.
    private func target(of member: ReferenceSyntax) -> Definition? {
        guard let text = member.text else {
            problems.error(at: member, expected: "a reference like \"#/definitions/name\"")
            return nil
        }
        let isReference = text.utf8.contains { "#/".utf8.contains($0) }
        if !isReference, let definition = catalogue.definition(namedBy: member) {
            return definition
        }
        guard let target = catalogue.resolve(member) else {
            return nil
        }
        if target.definition == nil {
            problems.error(at: member, expected: "a reference to a definition")
        }
        return target.definition
    }
}
