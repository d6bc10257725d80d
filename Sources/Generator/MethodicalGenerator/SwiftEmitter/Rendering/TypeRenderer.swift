/// A type with its documentation and the types nested in it.
struct TypeRenderer {
    private let emission: Emission
    private let type: EmittedType

    /// The line before the members of a type that only the runtime uses.
    static let mark = "// MARK: Used by the runtime"

    init(_ emission: Emission, type: EmittedType) {
        self.emission = emission
        self.type = type
    }

    func render(to out: inout Printer) {
        let declaration = type.declaration
        if let documentation = declaration.documentation {
            out.doc(documentation)
        }
        if let deprecation = declaration.deprecation {
            // The attribute would cause a warning wherever generated code mentions the type.
            if declaration.documentation != nil {
                out.line("///")
            }
            out.doc(CommentText.deprecation(for: deprecation.message))
        }
        switch declaration.shape {
        case .record(let record):
            RecordRenderer(emission, type: type, record: record).render(to: &out)
        case .enumeration(let enumeration): render(enumeration, to: &out)
        case .union(let union) where union.isKeyed:
            KeyedUnionRenderer(emission: emission, type: type, union: union).render(to: &out)
        case .union(let union):
            UnionRenderer(emission: emission, type: type, union: union).render(to: &out)
        case .alias(let target): render(alias: target, &out)
        }
    }

    private func render(alias target: TypeUse, _ out: inout Printer) {
        let head = "\(emission.access)typealias \(type.name) = "
        if type.isEndless {
            out.line(head, "Methodical.JSON")
        } else {
            out.line(head, emission.text(of: target))
        }
    }

    /// Prints the types that are nested in the type.
    func renderNested(to out: inout Printer) {
        for inner in type.nested {
            out.blank()
            TypeRenderer(emission, type: inner).render(to: &out)
        }
    }

    private func render(_ enumeration: Enumeration, to out: inout Printer) {
        let distinct = emission.distinct(enumeration)
        let raw = enumeration.raw
        let names = emission.speller.members(of: distinct)
        let members = zip(distinct.members, names).map { member, name in
            ConstantsRenderer.Member(
                name: name,
                value: member.code(in: raw),
                documentation: documentation(of: member, name: name))
        }
        let keys = distinct.members.map { tableKey($0.identity(in: raw)) }
        let known = literal(keys.joined(separator: ","))
        var facts: [String] = []
        if enumeration.isOpen {
            facts.append("_isOpen: Swift.Bool { true }")
        }
        let renderer = ConstantsRenderer(
            access: emission.access,
            head: type.name + ": Methodical.APIEngine.OpenEnum",
            raw: raw.type,
            members: members,
            table: "_known: Swift.StaticString { \(known) }",
            facts: facts)
        renderer.render(to: &out) { renderNested(to: &$0) }
    }

    /// Returns a member's documentation. The label is only used if the member's name could not be made from it.
    private func documentation(of member: Enumeration.Member, name: String) -> String? {
        if let documentation = member.documentation {
            return documentation
        }
        guard let label = member.label, !label.isEmpty else { return nil }
        if emission.speller.property(label) == name {
            return nil
        }
        return label
    }
}

extension Emission {
    /// Returns the enumeration without repeated values and values that Swift cannot write.
    package func distinct(_ enumeration: Enumeration) -> Enumeration {
        let raw = enumeration.raw
        var seen: Set<String> = []
        var distinct = enumeration
        distinct.members.removeAll { member in
            let isNew = seen.insert(member.identity(in: raw)).inserted
            let hasLiteral = member.isText(in: raw) || isWritable(member.value, as: raw)
            return !isNew || !hasLiteral
        }
        return distinct
    }

    /// Indicates whether a number or flag is also a literal in Swift.
    package func isWritable(_ value: String, as raw: Enumeration.Raw) -> Bool {
        if Int(value) != nil {
            return true
        }
        guard raw == .mixed else {
            return false
        }
        if Bool(value) != nil {
            return true
        }
        let hasPoint = value.utf8.contains(UInt8(ascii: "."))
        return hasPoint && Double(value) != nil
    }
}

extension Enumeration.Member {
    /// Indicates whether the value is a string in JSON.
    fileprivate func isText(in raw: Enumeration.Raw) -> Bool {
        switch raw {
        case .integer: false
        case .string: true
        case .mixed: isText
        }
    }

    /// Returns the value as Swift code.
    fileprivate func code(in raw: Enumeration.Raw) -> String {
        if isText(in: raw) {
            return literal(value)
        }
        return value
    }

    /// Returns the text that identifies the member. If an enumeration mixes strings and numbers, strings have their
    /// quotes so that they differ from numbers.
    fileprivate func identity(in raw: Enumeration.Raw) -> String {
        if raw == .mixed, isText {
            return jsonString(value)
        }
        return value
    }
}
