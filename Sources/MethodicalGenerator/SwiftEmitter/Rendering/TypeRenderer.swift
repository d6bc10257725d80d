/// A type with its documentation and the types nested in it.
struct TypeRenderer {
    let emission: Emission
    /// The index of the type in the model.
    let i: Int

    /// The line before the members of a type that only the runtime uses.
    static let mark = "// MARK: Used by the runtime"

    func render(_ out: inout Printer) {
        let type = emission.api.types[i]
        if let documentation = type.documentation {
            out.doc(documentation)
        }
        if let deprecation = type.deprecation {
            // The attribute would cause a warning wherever generated code mentions the type.
            if type.documentation != nil {
                out.line("///")
            }
            out.doc(CommentText.deprecation(deprecation.message))
        }
        switch type.shape {
        case .record(let record): RecordRenderer(emission, i, record).render(&out)
        case .enumeration(let enumeration): render(enumeration, &out)
        case .union(let union) where union.isKeyed:
            KeyedUnionRenderer(emission: emission, i: i, union: union).render(&out)
        case .union(let union): UnionRenderer(emission: emission, i: i, union: union).render(&out)
        case .alias(let target):
            let text = emission.resolver.isEndless(i) ? "Methodical.JSON" : emission.text(target)
            out.line(emission.access, "typealias ", emission.types.names[i], " = ", text)
        }
    }

    /// Prints the types that are nested in the type.
    func renderNested(_ out: inout Printer) {
        for inner in emission.types.members[.type(i)] ?? [] {
            out.blank()
            TypeRenderer(emission: emission, i: inner).render(&out)
        }
    }

    private func render(_ enumeration: Enumeration, _ out: inout Printer) {
        let (distinct, raw) = (emission.distinct(enumeration), enumeration.raw)
        let members = zip(distinct.members, emission.speller.members(distinct)).map { member, name in
            let isText = raw == .string || raw == .mixed && member.isText
            return ConstantsRenderer.Member(
                name: name, value: isText ? literal(member.value) : member.value,
                documentation: documentation(member, name))
        }
        let known = distinct.members.map { tableKey($0.identity(raw)) }.joined(separator: ",")
        let renderer = ConstantsRenderer(
            access: emission.access, head: emission.types.names[i] + ": Methodical.OpenEnum",
            raw: raw.type, members: members,
            table: "_known: Swift.StaticString { " + literal(known) + " }",
            facts: enumeration.isOpen ? ["_isOpen: Swift.Bool { true }"] : [])
        renderer.render(&out) { renderNested(&$0) }
    }

    /// Returns a member's documentation. The label is only used if the member's name could not be made from it.
    private func documentation(_ member: Enumeration.Member, _ name: String) -> String? {
        if let documentation = member.documentation {
            return documentation
        }
        guard let label = member.label, !label.isEmpty, emission.speller.property(label) != name else { return nil }
        return label
    }
}

extension Emission {
    /// Returns the enumeration without repeated values and values that Swift cannot write.
    package func distinct(_ enumeration: Enumeration) -> Enumeration {
        var seen: Set<String> = []
        var distinct = enumeration
        distinct.members.removeAll { member in
            let isText = enumeration.raw == .string || enumeration.raw == .mixed && member.isText
            return !seen.insert(member.identity(enumeration.raw)).inserted
                || !isText && !isWritable(member.value, enumeration.raw)
        }
        return distinct
    }

    /// Indicates whether a number or flag is also a literal in Swift.
    package func isWritable(_ value: String, _ raw: Enumeration.Raw) -> Bool {
        Int(value) != nil
            || raw == .mixed && (Bool(value) != nil || value.utf8.contains(UInt8(ascii: ".")) && Double(value) != nil)
    }
}

extension Enumeration.Member {
    /// Returns the text that identifies the member. If an enumeration mixes strings and numbers, strings have their
    /// quotes so that they differ from numbers.
    fileprivate func identity(_ raw: Enumeration.Raw) -> String { raw == .mixed && isText ? jsonString(value) : value }
}
