/// The type of a union.
struct UnionRenderer {
    let emission: Emission
    let i: Int
    let union: Union
    private var access: String { emission.access }
    private var id: TypeID { emission.api.types[i].id }

    func render(_ out: inout Printer) {
        let names = emission.speller.cases(union, emission.resolver).map(Reserved.escaped)
        out.block("nonisolated " + access + "enum " + emission.types.names[i] + ": APIUnion") { out in
            for (name, member) in zip(names, union.cases) {
                out.line(
                    emission.isLarge(member.type) ? "indirect " : "", "case ", name, "(", emission.text(member.type),
                    ")")
            }
            out.line("/// A value that none of the schema's alternatives describes.")
            out.line("case unknown(JSON)")
            TypeRenderer(emission: emission, i: i).renderNested(&out)
            out.blank()
            out.line(TypeRenderer.mark)
            table(&out)
            out.block(access + "static func _read(_ index: Int, _ reader: inout APIEngine.JSONReader) -> Self") { out in
                out.line("switch index {")
                for (place, name) in names.enumerated() {
                    out.line("case ", String(place), ": .", name, "(reader.read())")
                }
                out.line("default: .unknown(reader.read())")
                out.line("}")
            }
            out.block(access + "var _payload: any APIValue") { out in
                out.line("switch self {")
                for name in names + ["unknown"] { out.line("case .", name, "(let value): value") }
                out.line("}")
            }
        }
    }

    /// Prints the table that tells the runtime which case a value belongs to.
    private func table(_ out: inout Printer) {
        let tags = tags
        let head = access + "static let _cases = APIEngine.UnionTable("
        let discriminator = union.discriminator.map { literal(tableKey($0)) + ", " } ?? ""
        let arguments = discriminator + literal(tags.map(\.text).joined(separator: ","))
        let shared = Set(tags.filter(\.needsShapes).flatMap(\.places)).sorted()
        var shapes = shared.flatMap { place in
            var types = UnionTypes(emission, except: id)
            return types.shapes(union.cases[place].type).map { literal(String(place) + $0) }
        }
        if shapes.isEmpty { return out.line(head, arguments, ")") }
        shapes[0] = "shapes: " + shapes[0]
        out.list(head, [arguments] + shapes, ")")
    }

    /// The cases that share a tag of the discriminator or, without one, a kind of JSON value.
    private struct Tag {
        var name: String
        var places: [Int]
        /// Indicates whether only the members of the object tell the cases apart.
        var needsShapes: Bool
        var text: String { tableKey(name) + "=" + places.map { String($0) }.joined(separator: "|") }
    }

    private var tags: [Tag] {
        let isTagged = union.discriminator != nil
        // An integer is a flag only if no other case can be an integer.
        let hasIntegers = union.cases.contains { member in
            var types = UnionTypes(emission, except: id, numbersAsFlags: false)
            return types.kinds(member.type).contains(.integer)
        }
        let tags = union.cases.map { member in
            // A union inside this one may refer back to it. This union is left out there because its other cases
            // read those values; otherwise the two unions would ask each other without end.
            var types = UnionTypes(emission, except: id, numbersAsFlags: !hasIntegers)
            return isTagged ? member.tags : types.kinds(member.type).map(\.rawValue)
        }
        var names = isTagged ? [] : JSONKind.allCases.map(\.rawValue)
        for tag in tags.joined() where !names.contains(tag) { names.append(tag) }
        return names.compactMap { name in
            let places = tags.indices.filter { tags[$0].contains(name) }
            let needsShapes = places.count > 1 && (isTagged || name == JSONKind.object.rawValue)
            return places.isEmpty ? nil : Tag(name: name, places: places, needsShapes: needsShapes)
        }
    }
}

extension Emission {
    /// Indicates whether a union's case is indirect. A record would make each value of the union as large as itself,
    /// and another union could contain this one.
    func isLarge(_ use: TypeUse) -> Bool {
        guard case .named(let id) = peeled(use), let i = resolver.index[id] else { return false }
        if case .enumeration = api.types[i].shape { return false }
        return !layout.isShared[i]
    }
}
