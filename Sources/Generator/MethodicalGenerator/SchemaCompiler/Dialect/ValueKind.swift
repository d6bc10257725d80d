/// A kind of value that a keyword can have.
package indirect enum ValueKind: Sendable {
    /// Any JSON.
    case any
    /// True or false.
    case flag
    /// False, which cancels what another keyword or a rule would do.
    case onlyFalse
    /// An integer from a least to a greatest value.
    case integer(from: Int?, through: Int?)
    /// A number of whole seconds.
    case seconds
    /// A string.
    case text(TextForm)
    /// One of several strings.
    case choice([String])
    /// A list with a least number of elements.
    case list(of: ValueKind, atLeast: Int)
    /// An object whose keys the schema's author chooses.
    case dictionary(of: ValueKind, keys: DictionaryKeys)
    /// An object with keywords.
    case object(DialectObject)
    /// A schema.
    case schema
    /// A value of one of several kinds.
    case either([ValueKind])

    /// Any string.
    static var text: ValueKind { .text(.any) }

    /// Any string but an empty one.
    static var filledText: ValueKind {
        .text(.filled("a string with at least one character"))
    }

    /// A list of names.
    static var names: ValueKind {
        .list(of: .text(.name), atLeast: 0)
    }

    /// A list of strings.
    static var texts: ValueKind {
        .list(of: .text, atLeast: 0)
    }

    /// A schema, or true or false, which JSON Schema allows in place of most schemas.
    static var anySchema: ValueKind {
        .either([.flag, .schema])
    }

    /// Schemas by name.
    static var schemas: ValueKind {
        .dictionary(of: .schema, keys: .any)
    }

    /// A string or a list of at least one.
    static var textOrTexts: ValueKind {
        .either([.text, .list(of: .text, atLeast: 1)])
    }

    /// One of the values of an enumeration.
    static func choice<Value: RawRepresentable & CaseIterable>(of type: Value.Type) -> ValueKind
    where Value.RawValue == String {
        .choice(type.allCases.map(\.rawValue))
    }
}

/// The form of a string.
package enum TextForm: Sendable {
    case any
    /// Any text, which is a name of something else.
    case name
    /// Any text but an empty one, with its description for diagnostics.
    case filled(String)
    case swiftName, swiftType, methodName, fieldName
    case baseURL, endpoint
    case duration, rateLimit
    case mediaType, mediaRange
}

/// The keys of an object that the schema's author chooses.
package enum DictionaryKeys: Sendable {
    case any
    /// At least one key.
    case some
    /// Exactly one key.
    case one
    /// The statuses of failures, of which there is at least one.
    case failures
}
