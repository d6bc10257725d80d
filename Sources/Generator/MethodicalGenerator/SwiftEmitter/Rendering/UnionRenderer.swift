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

/// The texts of the table by which the runtime finds the case of a value. `APIEngine.UnionTable` reads them.
package struct UnionTableTexts {
    /// The key of the discriminator, or `nil` if the kind of the value decides.
    package var discriminator: String?
    /// The indices of the cases for each value of the discriminator, or for each kind.
    package var entries: String
    /// The members of the objects that more than one case describes.
    package var shapes: [String]
}

extension Emission {
    /// Returns the texts of the table of a union.
    package func tableTexts(of union: Union, id: TypeID) -> UnionTableTexts {
        let entries = entries(of: union, id: id)
        let alike = entries.filter(\.needsShapes).flatMap(\.cases)
        let shapes = Set(alike).sorted().flatMap { index in
            var types = UnionTypes(self, except: id)
            let shapes = types.shapes(of: union.cases[index].type)
            return shapes.map { String(index) + $0 }
        }
        return UnionTableTexts(
            discriminator: union.discriminator.map(tableKey),
            entries: entries.map(\.text).joined(separator: ","),
            shapes: shapes)
    }

    /// Returns the cases of each value of the discriminator or, without one, of each kind of JSON value.
    private func entries(of union: Union, id: TypeID) -> [Entry] {
        if union.discriminator != nil {
            return discriminatorEntries(of: union)
        }
        let kinds = kinds(of: union, id: id)
        let entries = JSONKind.allCases.map { kind in
            let cases = kinds.indices.filter { kinds[$0].contains(kind) }
            return Entry(name: kind.rawValue, cases: cases, isObject: kind == .object)
        }
        return entries.filter { !$0.cases.isEmpty }
    }

    /// Returns the values of the discriminator with their cases, in the order in which the cases list them.
    private func discriminatorEntries(of union: Union) -> [Entry] {
        var seen: Set<String> = []
        let values = union.cases.flatMap(\.discriminatorValues).filter { seen.insert($0).inserted }
        return values.map { value in
            let cases = union.cases.indices.filter { union.cases[$0].discriminatorValues.contains(value) }
            return Entry(name: value, cases: cases, isObject: true)
        }
    }

    /// Returns the kinds of JSON values from which each case can be read.
    private func kinds(of union: Union, id: TypeID) -> [Set<JSONKind>] {
        // A union inside this one may refer back to it. This union is left out there because its other cases read those
        // values; otherwise the two unions would ask each other without end.
        func kinds(of member: Union.Case, numbersAsFlags: Bool) -> Set<JSONKind> {
            var types = UnionTypes(self, except: id, numbersAsFlags: numbersAsFlags)
            return types.kinds(of: member.type)
        }
        // An integer is a flag only if no other case can be an integer.
        let hasIntegers = union.cases.contains { member in
            kinds(of: member, numbersAsFlags: false).contains(.integer)
        }
        return union.cases.map { kinds(of: $0, numbersAsFlags: !hasIntegers) }
    }
}

/// The cases that share a value of the discriminator or, without one, a kind of JSON value.
private struct Entry {
    /// The value or kind.
    let name: String
    /// The indices of the cases.
    let cases: [Int]
    /// Indicates whether the values are objects.
    let isObject: Bool

    /// Indicates whether only the members of the object tell the cases apart.
    var needsShapes: Bool { isObject && cases.count > 1 }

    var text: String {
        let list = cases.map { String($0) }.joined(separator: "|")
        return "\(tableKey(name))=\(list)"
    }
}
