/// The texts of the table by which the runtime finds the case of a value. `APIEngine.UnionTable` reads them.
package struct UnionTableTexts {
    /// The key of the tag, or `nil` if the kind of the value decides.
    package var discriminator: String?
    /// The indices of the cases for each tag or kind.
    package var tags: String
    /// The members of the objects that more than one case describes.
    package var shapes: [String]
}

extension Emission {
    /// Returns the texts of the table of a union.
    package func tableTexts(of union: Union, id: TypeID) -> UnionTableTexts {
        let tags = tags(of: union, id: id)
        let alike = tags.filter(\.needsShapes).flatMap(\.cases)
        let shapes = Set(alike).sorted().flatMap { index in
            var types = UnionTypes(self, except: id)
            let shapes = types.shapes(of: union.cases[index].type)
            return shapes.map { String(index) + $0 }
        }
        return UnionTableTexts(
            discriminator: union.discriminator.map(tableKey),
            tags: tags.map(\.text).joined(separator: ","),
            shapes: shapes)
    }

    /// Returns the tags of the discriminator or, without one, the kinds of JSON values, each with its cases.
    private func tags(of union: Union, id: TypeID) -> [Tag] {
        if union.discriminator != nil {
            return discriminatorTags(of: union)
        }
        let kinds = kinds(of: union, id: id)
        let tags = JSONKind.allCases.map { kind in
            let cases = kinds.indices.filter { kinds[$0].contains(kind) }
            return Tag(name: kind.rawValue, cases: cases, isObject: kind == .object)
        }
        return tags.filter { !$0.cases.isEmpty }
    }

    /// Returns the tags in the order in which the cases have them.
    private func discriminatorTags(of union: Union) -> [Tag] {
        var seen: Set<String> = []
        let names = union.cases.flatMap(\.tags).filter { seen.insert($0).inserted }
        return names.map { name in
            let cases = union.cases.indices.filter { union.cases[$0].tags.contains(name) }
            return Tag(name: name, cases: cases, isObject: true)
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

/// The cases that share a tag of the discriminator or, without one, a kind of JSON value.
private struct Tag {
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
