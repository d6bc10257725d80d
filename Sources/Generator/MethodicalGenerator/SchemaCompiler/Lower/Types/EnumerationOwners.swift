/// The enumerations by which an API names a set of values: those of definitions, and those of properties inside
/// definitions. An inline enumeration with the same values, names and labels is the same type.
///
/// A definition takes all equal inline enumerations. That of a property takes the ones of arguments and of inline
/// responses, because two records may have equal values by coincidence.
struct EnumerationOwners {
    /// The enumerations with the same values, in the order of their places.
    private struct Equals {
        var definitions: [TypeID] = []
        /// The enumerations of properties inside definitions.
        var properties: [TypeID] = []
    }

    private let inline: InlineTypes
    private let catalogue: Catalogue
    private var sets: [TypeContents.Number: Equals] = [:]
    private var numbers: [TypeID: TypeContents.Number] = [:]

    init(_ inline: InlineTypes, catalogue: Catalogue, contents: inout TypeContents) {
        self.inline = inline
        self.catalogue = catalogue
        for (id, declaration) in inline.declarations {
            // An enumeration with a single value is a constant.
            guard case .enumeration(let values) = declaration.shape,
                values.members.count > 1
            else {
                continue
            }
            let isDefinition = catalogue.definitions.byID[id] != nil
            guard isDefinition || inline.shareable[id] != nil else {
                continue
            }
            let number = contents.contents(of: id)
            numbers[id] = number
            if isDefinition {
                sets[number, default: Equals()].definitions.append(id)
            } else if isInsideDefinition(id) {
                sets[number, default: Equals()].properties.append(id)
            }
        }
        for number in sets.keys {
            sets[number]?.definitions.sort()
            sets[number]?.properties.sort()
        }
    }

    /// Indicates whether no definition has an enumeration of several values.
    var isEmpty: Bool { sets.isEmpty }

    /// Returns the enumeration that equal ones become, or `nil` if they keep a type of their own.
    ///
    /// - Parameters:
    ///   - places: Equal inline enumerations of one name, in order.
    ///   - name: The name of their parameters or properties.
    func owner(of places: [TypeID], named name: String) -> TypeID? {
        guard let number = numbers[places[0]],
            let equals = sets[number]
        else {
            return nil
        }
        let isOfProperty = places.contains(where: isInsideDefinition)
        // Equal records around them must have equal types inside, so only the values decide.
        let isInside = inline.declarations[places[0]]?.outerType != nil
        if isInside, TypeSharing.vague.contains(name), equals.definitions.count != 1 {
            return nil
        }
        if equals.definitions.isEmpty {
            // One of them is an enumeration of a property itself.
            if isOfProperty {
                return nil
            }
            return choice(among: equals.properties, for: places, named: name)
        }
        if equals.definitions.count > 1, places.allSatisfy(isInsideDefinition) {
            return nil
        }
        return choice(among: equals.definitions, for: places, named: name)
    }

    /// Returns the enumeration that the method's own results have, or else one of the same name, or else the first.
    private func choice(
        among candidates: [TypeID],
        for places: [TypeID],
        named name: String
    ) -> TypeID {
        if candidates.count == 1 {
            return candidates[0]
        }
        for place in places {
            let used = enumerations(inResultsOf: place).filter { candidates.contains($0.type) }
            let found = used.first { $0.name == name } ?? used.first
            if let found {
                return found.type
            }
        }
        return candidates.first { inline.shareable[$0] == name } ?? candidates[0]
    }

    /// The depth at which the records of a result are searched: those of a list in a page lie two levels down.
    private static let depth = 3

    /// Returns the enumerations that a method's results contain, with the names of their properties, the outermost
    /// first.
    private func enumerations(inResultsOf place: TypeID) -> [(name: String, type: TypeID)] {
        let method = String(place.text.prefix { $0 != "/" })
        var found: [(name: String, type: TypeID)] = []
        var records = inline.results[method] ?? []
        var seen = Set(records)
        for _ in 0..<Self.depth {
            var next: [TypeID] = []
            for record in records {
                switch inline.declarations[record]?.shape {
                case .record(let record):
                    for property in record.properties {
                        guard let type = property.type.declared else {
                            continue
                        }
                        found.append((property.name, type))
                        if seen.insert(type).inserted {
                            next.append(type)
                        }
                    }
                case .alias(let use):
                    if let type = use.declared, seen.insert(type).inserted {
                        next.append(type)
                    }
                default: break
                }
            }
            records = next
        }
        return found
    }

    /// Indicates whether a definition contains the place.
    private func isInsideDefinition(_ place: TypeID) -> Bool {
        var id = place
        for _ in 0..<SchemaContext.depthLimit {
            guard let owner = inline.declarations[id]?.outerType else {
                break
            }
            id = owner
        }
        return catalogue.definitions.byID[id] != nil
    }
}
