/// The type of a union whose case a key outside the value selects.
struct KeyedUnionRenderer {
    let emission: Emission
    let type: EmittedType
    let union: Union
    private var access: String { emission.access }

    func render(to out: inout Printer) {
        let cases = emission.cases(of: union)
        out.block("\(emission.typeHead)enum \(type.name): Methodical.APIEngine.KeyedUnion") { out in
            for member in cases {
                if let documentation = member.declaration.documentation {
                    out.doc(documentation)
                }
                out.line(member.keyword, " ", member.name, payload(of: member.declaration))
            }
            out.line("/// A status or a name that the schema does not list, and its value.")
            out.line("case unknown(Swift.String, Methodical.JSON)")
            TypeRenderer(emission, type: type).renderNested(to: &out)
        }
        out.atEnd { machinery(for: cases, to: &$0) }
    }

    /// Returns the associated value of a case, or an empty string if it has none.
    private func payload(of member: Union.Case) -> String {
        if member.content == .nothing {
            return ""
        }
        return "(\(emission.text(of: member.type, content: member.content)))"
    }

    /// Prints the members that only the runtime uses.
    private func machinery(for cases: [EmittedCase], to out: inout Printer) {
        out.block("nonisolated extension " + type.path) { out in
            out.text(access + "static let _keys: Methodical.APIEngine.KeyTable = ", text: table, tail: "")
            out.block(access + UnionRenderer.reading) { out in
                out.line("switch index {")
                for (index, member) in cases.enumerated() {
                    let head = "case \(index): .\(member.name)"
                    if member.declaration.content == .nothing {
                        out.line(head)
                    } else {
                        out.line(head, "(reader.read())")
                    }
                }
                out.line("default: .unknown(\"\", reader.read())")
                out.line("}")
            }
            out.block(access + "var _payload: (key: Swift.String, value: any Methodical.APIValue)") { out in
                out.line("switch self {")
                for member in cases {
                    let key = literal(member.declaration.discriminatorValues.first ?? "")
                    if member.declaration.content == .nothing {
                        out.line("case .\(member.name): (\(key), Methodical.NoContent())")
                    } else {
                        out.line("case .\(member.name)(let value): (\(key), value)")
                    }
                }
                out.line("case .unknown(let key, let value): (key, value)")
                out.line("}")
            }
        }
    }

    /// The text of the runtime's table of keys.
    private var table: String {
        let entries = union.cases.enumerated().flatMap { index, member in
            let value = String(index) + member.content.sign
            return member.discriminatorValues.map { "\(tableKey($0))=\(value)" }
        }
        return entries.joined(separator: ",")
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
