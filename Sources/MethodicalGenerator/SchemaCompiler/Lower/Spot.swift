/// Where an inline schema stands, for the name that it gets if it needs one. The strings are put together only then.
struct Spot {
    var owner: TypeDeclaration.Owner
    /// The identity of what it stands in.
    var parent: String
    /// The words of its name.
    var key: String
    var unit: String
    /// How many inline schemas are around it.
    var depth = 0
    /// How many lists and dictionaries lie between the name and the schema.
    var steps = 0
    /// Whether `parent` is the whole identity, and the name belongs to a type already.
    var isNamed = false
    /// What the schema wants it called in Swift; the type follows the property that it is made for.
    var name: String?

    static let depthLimit = 64

    init(_ definition: Definition) {
        owner = definition.owner
        parent = definition.id.text
        key = definition.wire
        unit = definition.file.unit
        isNamed = true
    }

    /// A property of a record.
    init(_ key: String, in record: TypeID, unit: String, depth: Int) {
        owner = .type(record)
        parent = record.text
        self.key = key
        self.unit = unit
        self.depth = depth
    }

    init(owner: TypeDeclaration.Owner, parent: String, key: String, unit: String, depth: Int = 0) {
        self.owner = owner
        self.parent = parent
        self.key = key
        self.unit = unit
        self.depth = depth
    }

    /// The element of a list, or the value of a dictionary.
    var element: Spot {
        var spot = self
        spot.steps += 1
        spot.depth += 1
        return spot
    }

    /// One of the types of a union, which lies in the union.
    func alternative(_ word: String, in union: TypeID) -> Spot { Spot(word, in: union, unit: unit, depth: depth + 1) }

    var id: String {
        var text = isNamed ? parent : parent + "/" + key
        var step = 0
        while step < steps {
            text += "/items"
            step += 1
        }
        return text
    }

    var wire: String {
        if steps == 0 { return name ?? key }
        return isNamed ? key + "_item" : singular(name ?? key)
    }
}

/// The last word of a name for one thing instead of several: `careers` is a list of `career`.
func singular(_ name: String) -> String {
    let bytes = Array(name.utf8)
    func ends(_ suffix: String) -> Bool { bytes.count > suffix.utf8.count && bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }
    func cut(_ count: Int, _ tail: String = "") -> String { String(decoding: bytes.dropLast(count), as: UTF8.self) + tail }
    if ends("ies"), bytes.count > 4, !ends("series"), !ends("movies") { return cut(3, "y") }
    if ends("sses") || ends("xes") || ends("ches") || ends("shes") || ends("uses") { return cut(2) }
    if ends("ss") || ends("us") || ends("is") || ends("series") || ends("news") { return name }
    return ends("s") ? cut(1) : name
}
