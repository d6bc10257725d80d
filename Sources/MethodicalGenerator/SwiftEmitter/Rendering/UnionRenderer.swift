extension Emission {
    /// Prints the type of a union.
    func union(_ i: Int, _ union: Union, _ out: inout Printer) {
        let names = speller.cases(union, resolver)
        out.block("nonisolated ", access, "enum ", types.names[i], ": APIUnion") { out in
            for (place, member) in union.cases.enumerated() {
                out.line(
                    isLarge(member.type) ? "indirect case " : "case ", Reserved.escaped(names[place]), "(",
                    text(member.type), ")")
            }
            out.line("/// What no case of the schema describes.")
            out.line("case unknown(JSON)")
            nested(in: i, &out)
            out.blank()
            out.line("// MARK: Machinery")
            cases(i, union, &out)
            out.block(access, "static func _read(_ index: Int, _ reader: inout APIEngine.JSONReader) -> Self") { out in
                out.line("switch index {")
                for (place, name) in names.enumerated() {
                    out.line("case ", String(place), ": .", Reserved.escaped(name), "(reader.read())")
                }
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

    /// Indicates whether a case is indirect. A record would make each value of the union as large as itself, and
    /// another union could contain this one.
    private func isLarge(_ use: TypeUse) -> Bool {
        guard case .named(let id) = peeled(use), let i = resolver.index[id] else { return false }
        if case .enumeration = resolver.types[i].shape { return false }
        return !layout.isShared[i]
    }

    /// Prints the table that tells the runtime which case a value belongs to.
    private func cases(_ i: Int, _ union: Union, _ out: inout Printer) {
        let (discriminator, tags, shared) = table(i, union)
        let head = "static let _cases = APIEngine.UnionTable("
        let text = (discriminator.map { literal($0) + ", " } ?? "") + literal(tags)
        let shapes = shared.flatMap { place -> [String] in
            var seen: Set = [api.types[i].id]
            return self.shapes(union.cases[place].type, &seen).map { literal(String(place) + $0) }
        }
        if shapes.isEmpty { return out.line(access, head, text, ")") }
        out.line(access, head)
        out.nest { out in
            out.line(text, ",")
            for (place, shape) in shapes.enumerated() {
                out.line(place == 0 ? "shapes: " : "", shape, place + 1 < shapes.count ? "," : ")")
            }
        }
    }

    /// Returns the key of the discriminator, the cases by their tags or kinds, and the cases that share one with
    /// another case.
    private func table(_ i: Int, _ union: Union) -> (discriminator: String?, tags: String, shared: [Int]) {
        var parts: [(tag: String, places: [Int])] = []
        if union.discriminator != nil {
            for (place, member) in union.cases.enumerated() {
                for tag in member.tags {
                    if let known = parts.firstIndex(where: { $0.tag == tag }) {
                        parts[known].places.append(place)
                    } else {
                        parts.append((tag, [place]))
                    }
                }
            }
        } else {
            let kinds = union.cases.map { member in
                // A union inside this one may refer back to it. This union is left out there because its other cases
                // read those values; otherwise the two unions would ask each other without end.
                var seen: Set = [api.types[i].id]
                return self.kinds(member.type, &seen)
            }
            for kind in Kind.allCases {
                let places = kinds.indices.filter { kinds[$0].contains(kind) }
                if !places.isEmpty { parts.append((kind.rawValue, places)) }
            }
        }
        let shared = parts.filter {
            $0.places.count > 1 && (union.discriminator != nil || $0.tag == Kind.object.rawValue)
        }.flatMap(\.places)
        let tags = parts.map { part in tableKey(part.tag) + "=" + part.places.map { String($0) }.joined(separator: "|")
        }
        return (union.discriminator.map(tableKey), tags.joined(separator: ","), Set(shared).sorted())
    }

    /// The kinds of JSON values that the runtime tells apart.
    private enum Kind: String, CaseIterable {
        case string, integer, number, boolean, object, array

        /// The letter that stands for the kind in a shape.
        var letter: String { String(rawValue.prefix(1)) }
    }

    /// Returns the letters of the kinds that a value of the type can have, or an empty string if it can have any.
    private func letters(_ use: TypeUse) -> String {
        var seen: Set<TypeID> = []
        let kinds = kinds(use, &seen)
        if kinds.count == Kind.allCases.count { return "" }
        return Kind.allCases.filter { kinds.contains($0) && ($0 != .integer || !kinds.contains(.number)) }.map(\.letter)
            .joined()
    }

    /// Returns a shape for each record among the types of a case, without the case's index. The runtime uses the
    /// members of objects to tell cases apart.
    private func shapes(_ use: TypeUse, _ seen: inout Set<TypeID>) -> [String] {
        switch resolver.resolved(use) {
        case .any: return [",*="]
        case .dictionary(let value): return [",*=" + letters(value)]
        case .optional(let inner): return shapes(inner, &seen)
        case .named(let id):
            guard let i = resolver.index[id], seen.insert(id).inserted else { return [] }
            switch resolver.types[i].shape {
            case .record(let record): return [shape(i, record)]
            case .union(let union):
                var all: [String] = []
                for member in union.cases { all += shapes(member.type, &seen) }
                return all
            default: return []
            }
        default: return []
        }
    }

    /// Returns the shape of a record: its keys with their marks, kinds and listed values.
    private func shape(_ i: Int, _ record: Record) -> String {
        var text = record.isClosed ? "!" : ""
        var heads: Set<String> = []
        for field in fields(of: i, record) {
            let path = field.property.path
            if path.count > 1 {
                if heads.insert(path[0]).inserted { text += "," + tableKey(path[0]) + "=o" }
                continue
            }
            text += "," + marks(field) + tableKey(path[0]) + "=" + letters(field.property.type)
            for value in values(field.property) { text += "|" + tableKey(value) }
        }
        return text + (record.additional.map { ",*=" + letters($0) } ?? "")
    }

    /// Returns the values of a property's constant or enumeration. The result is empty for more than 64 values, because
    /// such a property is hardly meant to tell types apart.
    private func values(_ property: Property) -> [String] {
        switch property.constant {
        case .text(let text)?: return [text]
        case .integer(let number)?: return [String(number)]
        case .flag(let flag)?: return [String(flag)]
        case nil: break
        }
        guard case .named(let id) = resolver.resolved(property.type),
            case .enumeration(let enumeration)? = resolver.shape(id)
        else { return [] }
        return enumeration.raw == .mixed || enumeration.members.count > 64 ? [] : enumeration.members.map(\.value)
    }

    /// Returns the kinds of JSON values that a type can be read from.
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
