/// The place of an inline schema, from which its type gets a name if it needs one. The strings are built only then.
struct Spot {
    /// The place of the type's declaration.
    var owner: TypeDeclaration.Owner
    /// The identity of the enclosing type or method.
    var parent: String
    /// The words of the type's name.
    var key: String
    /// The top-level folder that the schema comes from.
    var unit: String
    /// The number of enclosing inline schemas.
    var depth = 0
    /// The number of lists and dictionaries between the name and the schema.
    var steps = 0
    /// Indicates whether `parent` is the complete identity and the name belongs to an existing type.
    var isNamed = false
    /// The Swift name that the schema asks for. The type is named after the property that it is made for.
    var name: String?
    /// The name of the parameter or property that the type is made for. It is `nil` if the type is not shared with
    /// equal types elsewhere.
    var shared: String?

    /// The maximum number of schemas nested in one another.
    static let depthLimit = 64
    /// The maximum length of a chain of schemas that lead from one to the next by `allOf` and `$ref`.
    static let partLimit = 4096

    /// The spot of a list's element or a dictionary's value.
    var element: Spot {
        var spot = self
        spot.steps += 1
        spot.depth += 1
        return spot
    }

    /// Returns the spot of an alternative. Its type is declared inside the union.
    func alternative(_ word: String, in union: TypeID) -> Spot { Spot(word, in: union, unit: unit, depth: depth + 1) }

    /// The identity of the type.
    var id: String {
        var text = isNamed ? parent : parent + "/" + key
        var step = 0
        while step < steps {
            text += "/items"
            step += 1
        }
        return text
    }

    /// The name of the type in the model.
    var wire: String {
        if steps == 0 { return name ?? key }
        return isNamed ? key + "_item" : singular(name ?? key)
    }
}

extension Spot {
    /// Creates the spot of a definition.
    init(_ definition: Definition) {
        self.init(
            owner: definition.owner, parent: definition.id.text, key: definition.wire, unit: definition.file.unit,
            isNamed: true)
    }

    /// Creates the spot of a record's property.
    init(_ key: String, in record: TypeID, unit: String, depth: Int) {
        self.init(owner: .type(record), parent: record.text, key: key, unit: unit, depth: depth)
    }
}

/// Returns a name with its last word in the singular: `careers` is a list of `career`.
func singular(_ name: String) -> String {
    let bytes = Array(name.utf8)
    func ends(_ suffix: String) -> Bool {
        bytes.count > suffix.utf8.count && bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
    }
    func cut(_ count: Int, _ tail: String = "") -> String {
        String(decoding: bytes.dropLast(count), as: UTF8.self) + tail
    }
    if ends("ies"), bytes.count > 4, !ends("series"), !ends("movies") { return cut(3, "y") }
    if ends("sses") || ends("xes") || ends("ches") || ends("shes") || ends("uses") { return cut(2) }
    if ends("ss") || ends("us") || ends("is") || ends("series") || ends("news") { return name }
    return ends("s") ? cut(1) : name
}
