import MethodicalGenerator

/// How a value departs from its schema.
enum Departure: Hashable {
    /// A required property is not there.
    case missing
    case null
    /// Another kind of scalar.
    case kind
    /// An empty list for an object, as PHP writes it.
    case emptyList
    /// A value that an enumeration does not have.
    case value
    /// A text that contradicts its format.
    case format
    /// An object that no alternative of a union is for.
    case tag
    /// An object or a list where the schema has something else, or the other way round.
    case shape
    /// A member that the schema does not describe: for who reads, no departure.
    case unknown(String)

    var isUnknown: Bool { if case .unknown = self { true } else { false } }
}

/// What departs, where in the schema.
struct DepartureKey: Hashable {
    var site: Int
    var departure: Departure
}

/// Equal departures at one place of the schema, counted.
struct Tally: Sendable {
    var count = 0
    /// `an integer`
    var expected: String
    var found: [Found] = []
    /// Whether reading that is not strict takes all of them.
    var isTolerated = true
    /// Of the first one: `response.items[3].city`.
    var path: String
    /// Of members that the schema does not know: what they look like.
    var sketch = Sketch()

    /// What stood there: in words, and as the overlay needs it.
    struct Found {
        var text: String
        var value: JSONValue?
        var count = 1
    }

    /// Beyond that many different ones nobody reads them, and no list of them would be true.
    static let limit = 64

    mutating func add(_ other: Found) {
        if let index = found.firstIndex(where: { $0.text == other.text && $0.value == other.value }) {
            found[index].count += other.count
        } else if found.count < Self.limit {
            found.append(other)
        }
    }

    mutating func add(_ other: Tally) {
        count += other.count
        isTolerated = isTolerated && other.isTolerated
        for item in other.found { add(item) }
        sketch.add(other.sketch)
    }
}

/// Departures by place, in the order in which they were met.
struct Tallies: Sendable {
    private(set) var keys: [DepartureKey] = []
    private var byKey: [DepartureKey: Tally] = [:]

    subscript(key: DepartureKey) -> Tally? { byKey[key] }

    mutating func begin(_ key: DepartureKey, _ tally: Tally) {
        keys.append(key)
        byKey[key] = tally
    }

    mutating func count(_ found: Tally.Found, isTolerated: Bool, as key: DepartureKey) {
        byKey[key]?.count += 1
        byKey[key]?.add(found)
        if !isTolerated { byKey[key]?.isTolerated = false }
    }

    mutating func sketch(_ value: JSONNode, as key: DepartureKey) { byKey[key]?.sketch.add(value) }

    mutating func add(_ others: Tallies) {
        for key in others.keys {
            guard let other = others.byKey[key] else { continue }
            if byKey[key] == nil { keys.append(key) }
            if byKey[key]?.add(other) == nil { byKey[key] = other }
        }
    }
}

extension JSONNode {
    /// `a string`, `an integer`.
    var kindInWords: String {
        switch kind {
        case .object: "an object"
        case .array: first == nil ? "an empty list" : "a list"
        case .string: "a string"
        case .number: isWhole ? "an integer" : "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }

    /// What `type` of a schema calls a scalar.
    var schemaWord: String? {
        switch kind {
        case .string: "string"
        case .number: isWhole ? "integer" : "number"
        case .bool: "boolean"
        default: nil
        }
    }

    /// A string, a number or a flag without its quotes; an integer as its digits.
    var scalarText: String? {
        string ?? numberText.map { text in wholeNumber(text).map { String($0) } ?? text }
            ?? bool.map { $0 ? "true" : "false" }
    }

    /// Whether a number is an integer of 64 bits, however it is written.
    var isWhole: Bool { numberText.flatMap(wholeNumber) != nil }

    /// Whether a number is one that a `Double` can hold.
    var isFinite: Bool { numberText.flatMap { Double($0) }?.isFinite ?? false }
}

/// The integer that `1`, `1.0` or `1e2` is.
func wholeNumber(_ text: String) -> Int? {
    if let number = Int(text) { return number }
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }) else { return nil }
    return Double(text).flatMap { Int(exactly: $0) }
}
