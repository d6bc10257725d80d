extension Emission {
    func union(_ i: Int, _ union: Union, _ out: inout Printer) {
        let names = speller.cases(union, resolver)
        out.block("nonisolated ", access, "enum ", types.names[i], ": APIUnion") { out in
            for (place, member) in union.cases.enumerated() {
                out.line(isLarge(member.type) ? "indirect case " : "case ", Reserved.escaped(names[place]), "(", text(member.type), ")")
            }
            for kept in keptCases[i] ?? [] {
                out.line(kept.attribute)
                out.line(kept.head)
            }
            out.line("/// What no case of the schema describes.")
            out.line("case unknown(JSON)")
            nested(in: i, &out)
            out.blank()
            out.line("// MARK: Machinery")
            out.line(access, "static let _cases = UnionTable(", table(union), ")")
            out.block(access, "static func _read(_ index: Int, _ reader: inout JSONReader) -> Self") { out in
                out.line("switch index {")
                for (place, name) in names.enumerated() { out.line("case ", String(place), ": .", Reserved.escaped(name), "(reader.read())") }
                out.line("default: .unknown(reader.read())")
                out.line("}")
            }
            out.block(access, "var _payload: any APIValue") { out in
                out.line("switch self {")
                for name in names { out.line("case .", Reserved.escaped(name), "(let value): value") }
                out.line("case .unknown(let value): value")
                out.line("}")
            }
        }
    }

    /// A record would make every value of the union as large as itself; another union could contain this one.
    private func isLarge(_ use: TypeUse) -> Bool {
        guard case .named(let id) = peeled(use), let i = resolver.index[id] else { return false }
        if case .enumeration = resolver.types[i].shape { return false }
        return !layout.isShared[i]
    }

    private func table(_ union: Union) -> String {
        if let discriminator = union.discriminator {
            var tags: [String] = []
            for (place, member) in union.cases.enumerated() { tags += member.tags.map { tableKey($0) + "=" + String(place) } }
            return literal(tableKey(discriminator)) + ", " + literal(tags.joined(separator: ","))
        }
        var parts: [String] = []
        let kinds = union.cases.map { member in
            var seen: Set<TypeID> = []
            return self.kinds(member.type, &seen)
        }
        for kind in Kind.allCases {
            let places = kinds.indices.filter { kinds[$0].contains(kind) }.map { String($0) }
            if !places.isEmpty { parts.append(kind.rawValue + "=" + places.joined(separator: "|")) }
        }
        return literal(parts.joined(separator: ","))
    }

    private enum Kind: String, CaseIterable { case string, integer, number, boolean, object, array }

    /// The kinds of JSON values that a type can be read from.
    private func kinds(_ use: TypeUse, _ seen: inout Set<TypeID>) -> Set<Kind> {
        switch resolver.resolved(use) {
        case .integer, .formatted(_, as: .integer): return [.integer]
        case .number, .formatted(_, as: .number): return [.integer, .number]
        case .boolean: return [.boolean]
        case .string, .formatted: return [.string]
        case .any: return Set(Kind.allCases)
        case .array: return [.array]
        case .dictionary: return [.object]
        case .scalars(let uses): return uses.reduce(into: []) { $0.formUnion(kinds($1, &seen)) }
        case .optional(let inner): return kinds(inner, &seen)
        case .named(let id):
            switch resolver.shape(id) {
            case .enumeration(let enumeration):
                switch enumeration.raw {
                case .integer: return [.integer]
                case .string: return [.string]
                case .mixed: return [.string, .integer, .number, .boolean]
                }
            case .union(let union):
                guard seen.insert(id).inserted else { return [] }
                return union.cases.reduce(into: []) { $0.formUnion(kinds($1.type, &seen)) }
            default: return [.object]
            }
        }
    }
}
