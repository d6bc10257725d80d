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
