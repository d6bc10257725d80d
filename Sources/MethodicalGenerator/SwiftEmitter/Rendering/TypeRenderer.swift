extension Emission {
    /// A type with its documentation and what is nested in it.
    func type(_ i: Int, _ out: inout Printer) {
        let type = api.types[i]
        if let documentation = type.documentation { out.doc(documentation) }
        if let deprecation = type.deprecation {
            // An attribute would warn wherever generated code mentions the type.
            if type.documentation != nil { out.line("///") }
            out.doc(CommentText.deprecation(deprecation.message))
        }
        switch type.shape {
        case .record(let record): self.record(i, record, &out)
        case .enumeration(let enumeration): self.enumeration(i, enumeration, &out)
        case .union(let union): self.union(i, union, &out)
        case .alias(let target): out.line(access, "typealias ", types.names[i], " = ", resolver.isEndless(i) ? "JSON" : text(target))
        }
    }

    func nested(in i: Int, _ out: inout Printer) {
        for inner in types.members[.type(i)] ?? [] {
            out.blank()
            type(inner, &out)
        }
    }

    func enumeration(_ i: Int, _ enumeration: Enumeration, _ out: inout Printer) {
        var seen: Set<String> = []
        var distinct = enumeration
        distinct.members = enumeration.members.filter { seen.insert($0.value).inserted && (enumeration.raw == .string || Int($0.value) != nil) }
        let names = speller.members(distinct)
        let raw = enumeration.raw == .integer ? "Int" : "String"
        out.block("nonisolated ", access, "struct ", types.names[i], ": OpenEnum") { out in
            for (place, member) in distinct.members.enumerated() {
                if let documentation = documentation(member, names[place]) { out.doc(documentation) }
                let value = enumeration.raw == .integer ? member.value : literal(member.value)
                out.line(access, "static var ", Reserved.escaped(names[place]), ": Self { Self(rawValue: ", value, ") }")
            }
            if !distinct.members.isEmpty { out.blank() }
            out.line(access, "let rawValue: ", raw)
            out.line(access, "init(rawValue: ", raw, ") { self.rawValue = rawValue }")
            nested(in: i, &out)
            out.blank()
            out.line("// MARK: Machinery")
            let known = distinct.members.map { tableKey($0.value) }.joined(separator: ",")
            out.line(access, "static var _known: String { ", literal(known), " }")
        }
    }

    /// A label says more than the name made from it only where the name could not hold it.
    private func documentation(_ member: Enumeration.Member, _ name: String) -> String? {
        if let documentation = member.documentation { return documentation }
        guard let label = member.label, !label.isEmpty, speller.property(label) != name else { return nil }
        return label
    }
}
