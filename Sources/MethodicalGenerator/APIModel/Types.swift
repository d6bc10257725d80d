/// Names one declared type for as long as the model lives: the definition's key, or the place of an inline schema below it.
package struct TypeID: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    package let text: String
    package init(_ text: String) { self.text = text }
    package init(stringLiteral value: String) { text = value }
    package static func < (a: TypeID, b: TypeID) -> Bool { a.text < b.text }
}

/// A type with a name of its own.
package struct TypeDeclaration: Sendable {
    package var id: TypeID
    package var owner: Owner
    /// The words of its name as the schema writes them, without the namespace: `user_full`, `contacts`, `get_response`.
    package var wire: String
    /// The name that `api.json` or the schema asks for. With an owner of `.root` if it came from `rename`.
    package var swift: String?
    /// The top-level folder of the schema it comes from; empty for the root itself.
    package var unit = ""
    package var documentation: String?
    package var deprecation: Deprecation?
    package var shape: Shape

    /// Where it is declared: in the API itself, in a namespace (`["users"]`), or in another type.
    package enum Owner: Equatable, Sendable { case root, namespace([String]), type(TypeID) }

    package enum Shape: Sendable {
        case record(Record)
        case enumeration(Enumeration)
        case union(Union)
        /// A name for a type that has none of its own: an array, a scalar, a dictionary.
        case alias(TypeUse)
    }
}

/// A type where it is used.
package indirect enum TypeUse: Hashable, Sendable {
    case integer, number, boolean, string
    /// A scalar that means more than it is, and may be wrong about that.
    case formatted(Format, as: Wire)
    /// Any JSON value.
    case any
    case named(TypeID)
    case array(TypeUse)
    /// An object whose keys are data.
    case dictionary(TypeUse)
    /// One of several scalar types, two at least, in the order integer, number, boolean, string.
    case scalars([TypeUse])
    /// `null` may stand in its place (an array of nullable elements, a nullable result).
    case optional(TypeUse)
}

/// What a scalar means; the raw value is the word for it in `format`.
package enum Format: String, Sendable, CaseIterable {
    case uri
    case dateTime = "date-time"
    case unixSeconds = "unix-seconds"
    case unixMilliseconds = "unix-milliseconds"
    case day = "date"
    case duration
    case durationSeconds = "duration-seconds"
    case durationMilliseconds = "duration-milliseconds"
    case share, percent
    case base64 = "byte"
    /// An integer in a string; any other is one without this.
    case int64

    package init(_ style: CallStyle.DateStyle) {
        switch style {
        case .seconds: self = .unixSeconds
        case .milliseconds: self = .unixMilliseconds
        case .rfc3339: self = .dateTime
        }
    }

    package var isMoment: Bool { self == .dateTime || self == .unixSeconds || self == .unixMilliseconds }

    /// Whether strings alone can mean it; the others are numbers, or numbers in strings.
    package var isText: Bool {
        switch self {
        case .uri, .dateTime, .day, .duration, .base64: true
        default: false
        }
    }
}

/// The JSON type that a formatted scalar travels as.
package enum Wire: Sendable { case integer, number, string }

package struct Record: Sendable {
    package var properties: [Property]
    /// The type of members that no property names, where the schema describes them.
    package var additional: TypeUse?
    /// Whether the schema allows no other members. Readers skip them all the same, but count them against this record in a union.
    package var isClosed = false
    /// Whether a parameter can hold it, so that users make values of it.
    package var isInput = false
}

package struct Property: Sendable {
    /// What the schema calls it.
    package var name: String
    /// The keys that lead to it: its name, or several where the schema lifts a nested key.
    package var path: [String]
    package var swift: String?
    package var type: TypeUse
    package var isRequired: Bool
    /// Whether a required property of an answer is believed to be there; nil where the API decides.
    package var isTrusted: Bool?
    /// Whether `null` may stand in its place; with `isRequired` the key is there, the value may not be.
    package var isNullable: Bool
    /// The only value that it can have (`const`), where that is a scalar.
    package var constant: Variant.Constant.Value?
    /// The JSON text of the only value that it can have, whatever its kind.
    package var constantText: String?
    package var documentation: String?
    package var deprecation: Deprecation?

    package init(
        name: String? = nil, path: [String], swift: String? = nil, type: TypeUse, isRequired: Bool = false, isNullable: Bool = false,
        documentation: String? = nil, deprecation: Deprecation? = nil
    ) {
        self.name = name ?? path.last ?? ""
        self.path = path
        self.swift = swift
        self.type = type
        self.isRequired = isRequired
        self.isNullable = isNullable
        self.documentation = documentation
        self.deprecation = deprecation
    }
}

/// Values that are known today; a server may send others.
package struct Enumeration: Sendable {
    package enum Raw: Sendable {
        case string, integer
        /// Several kinds of scalar: a number and its text are two values.
        case mixed
    }
    package var raw: Raw
    package var members: [Member]

    package struct Member: Sendable {
        /// The value on the wire; of a number its digits, of a flag its word.
        package var value: String
        /// In a mixed enumeration: a string, and no number or flag.
        package var isText = true
        /// What the schema calls it (`enumNames`), where it calls it something.
        package var label: String?
        package var documentation: String?
    }
}

/// One of several types: told apart by a discriminator, by the kind of JSON value, or by the members of the object.
package struct Union: Sendable {
    /// The property whose value names the case.
    package var discriminator: String?
    package var cases: [Case]

    package struct Case: Sendable {
        package var type: TypeUse
        /// The discriminator's values that mean this case. Empty without a discriminator.
        package var tags: [String] = []
    }
}
