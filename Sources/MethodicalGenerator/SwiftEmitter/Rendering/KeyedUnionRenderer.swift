/// The type of a union whose case a key outside the value selects.
struct KeyedUnionRenderer {
    let emission: Emission
    let i: Int
    let union: Union
    private var access: String { emission.access }

    func render(_ out: inout Printer) {
        let names = emission.speller.cases(union, emission.resolver).map(Reserved.escaped)
        let cases = zip(names, union.cases).map { (name: $0, member: $1) }
        out.block("nonisolated " + access + "enum " + emission.types.names[i] + ": Methodical.APIEngine.KeyedUnion") {
            out in
            for (name, member) in cases {
                if let documentation = member.documentation {
                    out.doc(documentation)
                }
                let payload = member.content == .nothing ? "" : "(" + emission.text(member.type, member.content) + ")"
                out.line(emission.isLarge(member.type) ? "indirect " : "", "case ", name, payload)
            }
            out.line("/// A status or a name that the schema does not list, and its value.")
            out.line("case unknown(Swift.String, Methodical.JSON)")
            TypeRenderer(emission: emission, i: i).renderNested(&out)
        }
        out.atEnd { machinery(cases, &$0) }
    }

    /// Prints the members that only the runtime uses.
    private func machinery(_ cases: [(name: String, member: Union.Case)], _ out: inout Printer) {
        out.block("nonisolated extension " + emission.types.paths[i]) { out in
            out.text(access + "static let _keys: Methodical.APIEngine.KeyTable = ", table, "")
            out.block(access + UnionRenderer.reading) { out in
                out.line("switch index {")
                for (place, (name, member)) in cases.enumerated() {
                    let payload = member.content == .nothing ? "" : "(reader.read())"
                    out.line("case ", String(place), ": .", name, payload)
                }
                out.line("default: .unknown(\"\", reader.read())")
                out.line("}")
            }
            out.block(access + "var _payload: (key: Swift.String, value: any Methodical.APIValue)") { out in
                out.line("switch self {")
                for (name, member) in cases {
                    let isEmpty = member.content == .nothing
                    let value = isEmpty ? "Methodical.NoContent()" : "value"
                    let pattern = isEmpty ? "" : "(let value)"
                    out.line("case .", name, pattern, ": (", literal(member.tags.first ?? ""), ", ", value, ")")
                }
                out.line("case .unknown(let key, let value): (key, value)")
                out.line("}")
            }
        }
    }

    /// The text of the runtime's table of keys.
    private var table: String {
        union.cases.enumerated().flatMap { place, member in
            member.tags.map { tableKey($0) + "=" + String(place) + member.content.sign }
        }.joined(separator: ",")
    }
}

extension BodyContent {
    /// The sign in the runtime's table of keys.
    fileprivate var sign: String {
        switch self {
        case .json: ""
        case .nothing: "-"
        case .text: "t"
        case .bytes: "b"
        }
    }
}
