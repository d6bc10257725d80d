import APISurface
import MethodicalGenerator

/// The ways in which a value does not match its schema.
enum Mismatch: Hashable {
    /// A required property is absent.
    case missing
    /// The value is null where the schema does not allow it.
    case null
    /// The value is another kind of scalar.
    case kind
    /// The value is an empty list in place of an object, as PHP writes it.
    case emptyList
    /// The value is not in the enumeration, or is not the constant.
    case value
    /// The text contradicts its format.
    case format
    /// The object's discriminator selects no case of the union.
    case discriminator
    /// The value is an object or a list where the schema has something else, or the other way round.
    case shape
    /// The schema does not have the member. Readers ignore it, so it is not a mismatch for them.
    case unknown(String)
    /// The value breaks a limit that readers do not check, such as `minimum`.
    case limit
    /// An open enumeration does not list the value.
    case newValue

    var isUnknown: Bool {
        if case .unknown = self { true } else { false }
    }

    /// Indicates whether strict reading refuses the value.
    var isRefused: Bool {
        switch self {
        case .unknown, .limit, .newValue: false
        default: true
        }
    }
}

/// A kind of mismatch at a place of the schema.
struct MismatchKey: Hashable {
    var site: Int
    var mismatch: Mismatch
}

/// The equal mismatches at one place of the schema.
struct Tally: Sendable {
    var count = 0
    /// A description of the type in the schema, such as `an integer`.
    var expected: String
    /// The different values, with their numbers.
    var found: [Found] = []
    /// Indicates whether tolerant reading accepts all of them.
    var isTolerated = true
    /// The place of the first one in its response: `response.items[3].city`.
    var path: String
    /// The shape of the values, for members that the schema does not have.
    var sketch = Sketch()

    /// A value in the response, in words and in the form for an overlay.
    struct Found {
        var text: String
        var value: JSONValue?
        var count = 1
    }

    /// The greatest number of different values. A longer list would be neither read nor complete.
    static let limit = 64

    /// The number of values that a message lists.
    static let shownLimit = 12

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
        for item in other.found {
            add(item)
        }
        sketch.add(other.sketch)
    }
}

/// The mismatches, in the order in which they were found.
struct Tallies: Sendable {
    private(set) var keys: [MismatchKey] = []
    private var byKey: [MismatchKey: Tally] = [:]

    subscript(key: MismatchKey) -> Tally? { byKey[key] }

    /// Adds a mismatch without a count.
    mutating func begin(_ key: MismatchKey, with tally: Tally) {
        keys.append(key)
        byKey[key] = tally
    }

    /// Counts a mismatch that was added before.
    mutating func count(
        _ found: Tally.Found,
        isTolerated: Bool,
        as key: MismatchKey
    ) {
        byKey[key]?.count += 1
        byKey[key]?.add(found)
        if !isTolerated {
            byKey[key]?.isTolerated = false
        }
    }

    /// Adds the value of an unknown member.
    mutating func sketch(_ value: JSONNode, as key: MismatchKey) {
        byKey[key]?.sketch.add(value)
    }

    mutating func add(_ others: Tallies) {
        for key in others.keys {
            guard let other = others.byKey[key] else { continue }
            if byKey[key] == nil {
                keys.append(key)
            }
            if byKey[key]?.add(other) == nil {
                byKey[key] = other
            }
        }
    }
}

extension JSONNode {
    /// A description for people, such as `a string` or `an integer`.
    var kindInWords: String {
        switch kind {
        case .object: "an object"
        case .array where first == nil: "an empty list"
        case .array: "a list"
        case .string: "a string"
        case .number where isWhole: "an integer"
        case .number: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }

    /// The name of a scalar in a schema's `type`, or `nil` for other values.
    package var schemaWord: String? {
        switch kind {
        case .string: "string"
        case .number where isWhole: "integer"
        case .number: "number"
        case .bool: "boolean"
        default: nil
        }
    }

    /// The text of a string without quotes, of a number or of a flag. An integer has only its digits. `nil` for other
    /// values.
    var scalarText: String? {
        string ?? numberText.map { text in
            wholeNumber(from: text).map { String($0) } ?? text
        }
            ?? bool.map { String($0) }
    }

    /// Indicates whether the value is an integer of 64 bits, in any spelling.
    var isWhole: Bool { numberText.flatMap(wholeNumber) != nil }

    /// Indicates whether the value is an integer from 0 to 2^64 - 1.
    var isUnsigned: Bool {
        guard let text = numberText else { return false }
        if let whole = wholeNumber(from: text) {
            return whole >= 0
        }
        return UInt64(text) != nil
    }

    /// Indicates whether the value is an integer that an `Int` cannot hold.
    var isBeyondInt: Bool {
        guard let text = numberText,
            wholeNumber(from: text) == nil
        else { return false }
        return text.utf8.allSatisfy {
            $0 == UInt8(ascii: "-") || Unicode.Scalar($0).isDigit
        }
    }

    /// Indicates whether the value is a number that a `Double` can hold.
    var isFinite: Bool {
        numberText.flatMap { Double($0) }?.isFinite ?? false
    }
}

/// Returns the integer that a text such as `1`, `1.0` or `1e2` spells, or `nil` if it spells none.
func wholeNumber(from text: String) -> Int? {
    if let number = Int(text) {
        return number
    }
    let hasFractionOrExponent = text.utf8.contains {
        $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e")
    }
    guard hasFractionOrExponent else { return nil }
    return Double(text).flatMap { Int(exactly: $0) }
}
