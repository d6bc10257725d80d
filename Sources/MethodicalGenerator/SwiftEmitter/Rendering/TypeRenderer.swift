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
        distinct.members = enumeration.members.filter { member in
            guard seen.insert(wire(member, enumeration.raw)).inserted else { return false }
            return enumeration.raw == .string || member.isText && enumeration.raw == .mixed || isWritable(member.value, enumeration.raw)
        }
        let names = speller.members(distinct)
        let raw = enumeration.raw == .integer ? "Int" : enumeration.raw == .string ? "String" : "JSON"
        out.block("nonisolated ", access, "struct ", types.names[i], ": OpenEnum") { out in
            for (place, member) in distinct.members.enumerated() {
                if let documentation = documentation(member, names[place]) { out.doc(documentation) }
                let isText = enumeration.raw == .string || enumeration.raw == .mixed && member.isText
                let value = isText ? literal(member.value) : member.value
                out.line(access, "static var ", Reserved.escaped(names[place]), ": Self { Self(rawValue: ", value, ") }")
            }
            if !distinct.members.isEmpty { out.blank() }
            out.line(access, "let rawValue: ", raw)
            out.line(access, "init(rawValue: ", raw, ") { self.rawValue = rawValue }")
            nested(in: i, &out)
            out.blank()
            out.line("// MARK: Machinery")
            let known = distinct.members.map { tableKey(wire($0, enumeration.raw)) }.joined(separator: ",")
            out.line(access, "static var _known: StaticString { ", literal(known), " }")
        }
    }

    /// Where a string can stand beside a number that looks like it, both are told apart by their JSON.
    private func wire(_ member: Enumeration.Member, _ raw: Enumeration.Raw) -> String {
        raw == .mixed && member.isText ? jsonString(member.value) : member.value
    }

    /// Whether a number or flag can stand as it is in Swift.
    private func isWritable(_ value: String, _ raw: Enumeration.Raw) -> Bool {
        if Int(value) != nil { return true }
        return raw == .mixed && (value == "true" || value == "false" || value.utf8.contains(UInt8(ascii: ".")) && Double(value) != nil)
    }

    /// A label says more than the name made from it only where the name could not hold it.
    private func documentation(_ member: Enumeration.Member, _ name: String) -> String? {
        if let documentation = member.documentation { return documentation }
        guard let label = member.label, !label.isEmpty, speller.property(label) != name else { return nil }
        return label
    }
}
