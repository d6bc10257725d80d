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

extension ValueKind {
    /// The description of the kind after "expected", as in `expected true or false, found 3`.
    var expectation: String {
        enumeration(of: phrases)
    }

    /// The parts of the description: one for each value or kind that is possible.
    private var phrases: [String] {
        switch self {
        case .any: ["a value"]
        case .flag: ["true", "false"]
        case .onlyFalse: ["false"]
        case .integer(from: let least?, through: let greatest?): ["a whole number from \(least) to \(greatest)"]
        case .integer: ["a whole number"]
        case .seconds: ["a number of whole seconds from 1 to 86400"]
        case .text(let form): [form.expectation]
        case .choice(let values): values.map { "\"\($0)\"" }
        case .list(of: let element, atLeast: _): ["a list of \(element.plural)"]
        case .dictionary: ["{\"name\": {...}}"]
        case .object(let object): object.forms
        case .schema: ["a schema"]
        case .either(let kinds): kinds.flatMap(\.phrases)
        }
    }

    /// The word for several values of the kind.
    private var plural: String {
        switch self {
        case .text(.name): "names"
        case .text: "strings"
        case .schema: "schemas"
        default: "values"
        }
    }

    /// Indicates whether a value is of the kind. Does not look into lists and objects.
    func accepts(_ node: JSONNode) -> Bool {
        switch self {
        case .any: true
        case .flag: node.bool != nil
        case .onlyFalse: node.bool == false
        case .integer, .seconds: node.integer != nil
        case .text: node.string != nil
        case .choice(let values): node.string.map(values.contains) ?? false
        case .list: node.isArray
        case .dictionary, .object, .schema: node.isObject
        case .either(let kinds): kinds.contains { $0.accepts(node) }
        }
    }
}

extension TextForm {
    /// The description of the form after "expected".
    var expectation: String {
        switch self {
        case .any: "a string"
        case .name: "a name"
        case .filled(let description): description
        case .swiftName: "a Swift name of letters and digits"
        case .swiftType: "a Swift type, as in \"MyMoney\" or, with its module, \"Shapes.Point\""
        case .methodName: "a method name of words with dots between them, as in \"users.get\""
        case .fieldName: "the name of a header field, as in \"X-Api-Key\""
        case .baseURL: "a base URL without \"?\", \"#\" and braces, to which paths can be appended"
        case .endpoint: "an absolute https URL, or http on this machine (127.0.0.1), without a fragment"
        case .duration: "\"never\" or a time like \"30s\", \"5min\", \"1h\", \"1d\", \"1w\", \"1month\", \"1y\""
        case .rateLimit:
            "a limit like \"3/s\", \"100/min\" or \"30/10s\", with at most 10000 calls and at most a day"
        case .mediaType, .mediaRange: "a media type like \"text/plain\" or \"image/*\""
        }
    }
}
