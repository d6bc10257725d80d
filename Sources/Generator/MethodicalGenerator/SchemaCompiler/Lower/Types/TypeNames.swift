/// A set of the kinds of value that a schema allows.
struct Kinds: OptionSet, Hashable {
    let rawValue: Int

    static let integer = Kinds(rawValue: 1)
    static let number = Kinds(rawValue: 2)
    static let boolean = Kinds(rawValue: 4)
    static let string = Kinds(rawValue: 8)
    static let object = Kinds(rawValue: 16)
    static let array = Kinds(rawValue: 32)
    static let null = Kinds(rawValue: 64)

    /// All kinds except `null`.
    static let values = Kinds(rawValue: 63)

    /// The words for the kinds in `type`.
    static let names: [(kind: Kinds, name: String)] = [
        (.integer, "integer"),
        (.number, "number"),
        (.boolean, "boolean"),
        (.string, "string"),
        (.object, "object"),
        (.array, "array"),
        (.null, "null"),
    ]

    /// The number of kinds.
    var count: Int { rawValue.nonzeroBitCount }

    /// A list of the kinds for diagnostics, such as `an integer or a string`. Without any kind, only `null` is left.
    var described: String {
        if isEmpty || self == .null {
            return "null"
        }
        var given = self
        // Each integer is a number.
        if contains(.number) {
            given.remove(.integer)
        }
        let names = Self.names
            .filter { given.contains($0.kind) }
            .map { kind, name in
                let article = kind.isSubset(of: [.array, .object, .integer]) ? "an" : "a"
                return article + " " + name
            }
        return names.joined(separator: " or ")
    }

    /// The kind of a JSON value.
    init(of value: JSONNode) {
        switch value.kind {
        case .object:
            self = .object
        case .array:
            self = .array
        case .string:
            self = .string
        case .number:
            self = value.integer == nil ? .number : .integer
        case .bool:
            self = .boolean
        case .null:
            self = .null
        }
    }

    init(rawValue: Int) { self.rawValue = rawValue }
}

/// The words that schemas may write for `type` and `format`.
struct TypeNames {
    private let kinds: [String: Kinds]
    /// The formats that have a Swift type of their own.
    let meanings: [String: Format]
    /// All known formats, including those without an effect on the type.
    let formats: Set<String>
    /// The names of all known formats, for suggestions.
    let formatNames: [String]

    init() {
        kinds = Dictionary(uniqueKeysWithValues: Kinds.names.map { ($0.name, $0.kind) })
        var meanings = ["uri-reference": Format.uri]
        for format in Format.allCases {
            meanings[format.rawValue] = format
        }
        self.meanings = meanings
        let text = """
            int32 uri-reference json uint32 float double iri iri-reference time email idn-email hostname \
            idn-hostname ipv4 ipv6 uuid json-pointer relative-json-pointer regex uri-template password binary \
            value_object
            """
        let others = text.split(separator: " ").map(String.init)
        formatNames = Format.allCases.map(\.rawValue) + others
        formats = Set(formatNames)
    }

    /// Returns the kind that a name in `type` stands for, or `nil` if there is none.
    func kind(named name: ValueSyntax) -> Kinds? {
        name.text.flatMap { kinds[$0] }
    }

    /// Returns the kinds that names in `type` stand for. Skips unknown names.
    func kinds(named names: [ValueSyntax]) -> Kinds {
        names.reduce(into: []) { kinds, name in
            kinds.formUnion(kind(named: name) ?? [])
        }
    }
}

// MARK: Words of other formats

extension Catalogue {
    /// The names of the types in other languages.
    private static let othersTypes = [
        "int": "integer",
        "long": "integer",
        "bool": "boolean",
        "flag": "boolean",
        "float": "number",
        "double": "number",
        "decimal": "number",
        "str": "string",
        "text": "string",
        "list": "array",
        "dict": "object",
        "map": "object",
        "nil": "null",
        "none": "null",
    ]
    /// The hints for words that stand for something other than a type.
    private static let othersPhrases = [
        "enum": "\"enum\": [VALUE, ...]",
        "file": "\"upload\", a word of the method",
    ]
    /// The names of the formats in other languages.
    private static let othersFormats = [
        "timestamp": "unix-seconds",
        "unixtime": "unix-seconds",
        "unix-time": "unix-seconds",
        "unix": "unix-seconds",
        "datetime": "date-time",
        "iso8601": "date-time",
        "rfc3339": "date-time",
        "url": "uri",
        "seconds": "duration-seconds",
        "base64": "byte",
    ]

    /// Reports the unknown names in the value of `type`.
    func checkTypes(_ type: TypeSyntax) {
        for name in type.names {
            checkType(name)
        }
    }

    /// Reports an unknown type, with a hint at the keyword that was probably meant.
    private func checkType(_ name: ValueSyntax) {
        if typeNames.kind(named: name) != nil {
            return
        }
        let names = Kinds.names.map(\.name)
        var text = name.text ?? ""
        if name.isNull {
            text = "nil"
        }
        let word = text.lowercased()
        let isFormat = typeNames.formatNames.contains(text)
        var meant = Self.othersPhrases[word] ?? Self.othersTypes[word].map { "\"\($0)\"" }
        if let pointer = pointer(toDefinitionNamedBy: name) {
            meant = "\"$ref\": \"\(pointer)\""
        } else if meant == nil, isFormat {
            meant = "\"format\": \"\(text)\""
        } else if meant == nil, let format = Self.othersFormats[word] {
            meant = "\"format\": \"\(format)\""
        } else if word.hasSuffix("[]") || word.hasPrefix("list<") || word.hasPrefix("array<") {
            meant = "\"array\" with \"items\""
        }
        let hint = meant.map { "; did you mean \($0)?" }
        let suggestion = hint ?? problems.suggestion(for: text, among: names)
        problems.error(
            at: name,
            "\(name.described) is not a type; expected \(list(of: names))\(suggestion)")
    }

    /// Warns about an unknown format.
    func reportUnknownFormat(_ format: ValueSyntax) {
        let text = format.text ?? ""
        let meant = Self.othersFormats[text.lowercased()].map { "; did you mean \"\($0)\"?" }
        let suggestion = meant ?? problems.suggestion(for: text, among: typeNames.formatNames)
        problems.warning(at: format, "unknown format \(format.described) is ignored\(suggestion)")
    }
}
