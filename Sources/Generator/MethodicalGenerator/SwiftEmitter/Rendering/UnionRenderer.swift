/// The type of a union.
struct UnionRenderer {
    let emission: Emission
    let type: EmittedType
    let union: Union
    private var access: String { emission.access }

    /// The declaration of the function that reads the value of a case.
    static let reading =
        "static func _read(_ index: Swift.Int, _ reader: inout Methodical.APIEngine.JSONReader) -> Self"

    func render(to out: inout Printer) {
        let cases = emission.cases(of: union)
        out.block("\(emission.typeHead)enum \(type.name): Methodical.APIEngine.Union") { out in
            for member in cases {
                let payload = emission.text(of: member.declaration.type)
                out.line("\(member.keyword) \(member.name)(\(payload))")
            }
            out.line("/// A value that none of the schema's alternatives describes.")
            out.line("case unknown(Methodical.JSON)")
            TypeRenderer(emission, type: type).renderNested(to: &out)
        }
        let names = cases.map(\.name)
        out.atEnd { machinery(for: names, to: &$0) }
    }

    /// Prints the members that only the runtime uses.
    private func machinery(for names: [String], to out: inout Printer) {
        out.block("nonisolated extension " + type.path) { out in
            table(to: &out)
            out.block(access + UnionRenderer.reading) { out in
                out.line("switch index {")
                for (index, name) in names.enumerated() {
                    out.line("case \(index): .\(name)(reader.read())")
                }
                out.line("default: .unknown(reader.read())")
                out.line("}")
            }
            out.block(access + "var _payload: any Methodical.APIValue") { out in
                out.line("switch self {")
                for name in names + ["unknown"] {
                    out.line("case .", name, "(let value): value")
                }
                out.line("}")
            }
        }
    }

    /// Prints the table that tells the runtime which case a value belongs to.
    private func table(to out: inout Printer) {
        let texts = emission.tableTexts(of: union, id: type.id)
        let head = access + "static let _cases = Methodical.APIEngine.UnionTable("
        var entries = literal(texts.entries)
        if let discriminator = texts.discriminator {
            entries = "\(literal(discriminator)), \(entries)"
        }
        var shapes = texts.shapes.map(literal)
        if shapes.isEmpty {
            return out.line(head, entries, ")")
        }
        shapes[0] = "shapes: " + shapes[0]
        out.list(head, items: [entries] + shapes, tail: ")")
    }
}

extension Emission {
    /// Returns the cases of a union with their Swift names.
    func cases(of union: Union) -> [EmittedCase] {
        let names = speller.cases(of: union, resolver: resolver)
        return zip(names, union.cases).map { name, member in
            EmittedCase(declaration: member, name: Reserved.escaped(name), isIndirect: isIndirect(member.type))
        }
    }

    /// Indicates whether a union's case is indirect. A record would make each value of the union as large as itself,
    /// and another union could contain this one.
    private func isIndirect(_ use: TypeUse) -> Bool {
        guard case .named(let id) = peeled(use) else { return false }
        guard let type = type(named: id) else { return false }
        let isEnumeration = type.declaration.shape.enumeration != nil
        return !isEnumeration && !type.layout.isShared
    }
}

/// A case of a union.
struct EmittedCase {
    let declaration: Union.Case
    /// The Swift name, in backticks if necessary.
    let name: String
    let isIndirect: Bool

    /// The beginning of the declaration.
    var keyword: String {
        if isIndirect {
            return "indirect case"
        }
        return "case"
    }
}
