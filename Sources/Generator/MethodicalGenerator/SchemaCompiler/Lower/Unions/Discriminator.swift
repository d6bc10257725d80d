/// The check of a `discriminator`, and the search for the alternatives that its values name.
struct Discriminator {
    let syntax: DiscriminatorSyntax
    let catalogue: Catalogue

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
            let suggestion = problems.suggestion(for: member.key, among: known, within: 4)
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

    /// Adds each value in `mapping` to the tags of the case that it selects.
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
                cases[index].tags.append(member.key)
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

/// The values of a property that select the alternatives of a union.
struct Tags {
    let schemas: Schemas
    let alternatives: [SchemaSyntax]

    /// Sets the discriminator of a union and the values that select each case.
    func add(to union: inout Union, discriminator: Discriminator?) {
        guard let discriminator else {
            return infer(for: &union)
        }
        guard let name = discriminator.property else { return }
        union.discriminator = name
        discriminator.addMapped(to: &union.cases)
        let mapped = union.cases.map(\.tags)
        let values = zip(mapped, alternatives).map { tags, alternative in
            if tags.isEmpty {
                return self.values(of: name, in: alternative)
            }
            return tags
        }
        var tags = claimed(values, isFirm: mapped.map { !$0.isEmpty })
        var taken = Set((mapped + tags).joined())
        for (index, alternative) in alternatives.enumerated() where tags[index].isEmpty {
            if let key = schemas.catalogue.definition(referredBy: alternative.reference)?.key,
                taken.insert(key).inserted
            {
                tags[index] = [key]
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
            union.cases[index].tags = tags[index]
        }
    }

    /// Chooses a discriminator if the schema has none. It is a property with listed values in each alternative, and
    /// with a single value in at least one. Of several such properties, the one with the fewest shared values is
    /// chosen.
    private func infer(for union: inout Union) {
        var least = Int.max
        let keys = alternatives.first.map(schemas.propertyKeys) ?? []
        for key in keys {
            let listed = alternatives.lazy.map { values(of: key, in: $0) }
            let all = Array(listed.prefix { !$0.isEmpty })
            guard all.count == alternatives.count,
                all.contains(where: { $0.count == 1 })
            else {
                continue
            }
            let tags = claimed(all, isFirm: alternatives.map { _ in false })
            let shared = tags.joined().count - Set(tags.joined()).count
            guard shared < least,
                !tags.contains(where: \.isEmpty)
            else {
                continue
            }
            least = shared
            union.discriminator = key
            for (index, tags) in tags.enumerated() {
                union.cases[index].tags = tags
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
            if !isShared, own[0].utf8.count <= 48 {
                return own[0]
            }
        }
        return nil
    }

    /// Returns the tags of each alternative, given the values that its discriminating property may have.
    ///
    /// If a value is the only one of an alternative, other alternatives that list it among several lose it, because
    /// they repeat the list of a common base. A value that all alternatives have distinguishes nothing.
    ///
    /// - Parameters:
    ///   - values: The values of the property in each alternative.
    ///   - isFirm: For each alternative, indicates whether it keeps its values even if there are several.
    private func claimed(_ values: [[String]], isFirm: [Bool]) -> [[String]] {
        let isFirm = values.indices.map {
            isFirm[$0] || values[$0].count == 1
        }
        let firm = Set(zip(values, isFirm).filter(\.1).flatMap(\.0))
        let claims = zip(values, isFirm).map { own, isFirm in
            if isFirm {
                return own
            }
            return own.filter { !firm.contains($0) }
        }
        var counts: [String: Int] = [:]
        for value in claims.joined() {
            counts[value, default: 0] += 1
        }
        return claims.map { own in
            own.filter { counts[$0] != values.count }
        }
    }

    /// Returns the tags that a property of an alternative can have, as far as the schema lists them. A tag has the form
    /// in which the reader finds it in a response: a string, or the text of a Boolean or an integer.
    private func values(of name: String, in schema: SchemaSyntax) -> [String] {
        func tag(of value: ValueSyntax) -> String? {
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
            let constant = property.constant.flatMap(tag)
            let listed = property.values?.values ?? []
            let values = constant.map { [$0] } ?? listed.compactMap(tag)
            if !values.isEmpty {
                return values
            }
        }
        return []
    }
}
