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
        let shared = tags.filter(\.needsShapes).flatMap(\.places)
        let shapes = Set(shared).sorted().flatMap { place in
            var types = UnionTypes(self, except: id)
            let shapes = types.shapes(of: union.cases[place].type)
            return shapes.map { String(place) + $0 }
        }
        return UnionTableTexts(
            discriminator: union.discriminator.map(tableKey),
            tags: tags.map(\.text).joined(separator: ","),
            shapes: shapes)
    }

    /// Returns the tags of the discriminator or, without one, the kinds of JSON values, each with its cases.
    private func tags(of union: Union, id: TypeID) -> [Tag] {
        let isTagged = union.discriminator != nil
        // An integer is a flag only if no other case can be an integer.
        let hasIntegers = union.cases.contains { member in
            var types = UnionTypes(self, except: id, numbersAsFlags: false)
            return types.kinds(of: member.type).contains(.integer)
        }
        let tags = union.cases.map { member in
            if isTagged {
                return member.tags
            }
            // A union inside this one may refer back to it. This union is left out there because its other cases
            // read those values; otherwise the two unions would ask each other without end.
            var types = UnionTypes(self, except: id, numbersAsFlags: !hasIntegers)
            return types.kinds(of: member.type).map(\.rawValue)
        }
        var names: [String] = []
        if !isTagged {
            names = JSONKind.allCases.map(\.rawValue)
        }
        for tag in tags.joined() where !names.contains(tag) {
            names.append(tag)
        }
        return names.compactMap { name in
            let places = tags.indices.filter { tags[$0].contains(name) }
            if places.isEmpty {
                return nil
            }
            let isObject = isTagged || name == JSONKind.object.rawValue
            return Tag(name: name, places: places, needsShapes: isObject && places.count > 1)
        }
    }
}

/// The cases that share a tag of the discriminator or, without one, a kind of JSON value.
private struct Tag {
    var name: String
    var places: [Int]
    /// Indicates whether only the members of the object tell the cases apart.
    var needsShapes: Bool

    var text: String {
        let list = places.map { String($0) }.joined(separator: "|")
        return tableKey(name) + "=" + list
    }
}
