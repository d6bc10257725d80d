// Schemas that need no declared type: scalars, lists, dictionaries and any JSON.
extension Lowering {
    /// Returns the type of a schema without a name. Reports keywords that do not apply to that type.
    func plain(_ node: JSONNode, _ words: Words, _ spot: Spot) -> Use {
        if words.has(.enumNames), !words.has(.enum), let names = node[.enumNames] {
            problems.warning(names.keyPlace, "\"enumNames\" says nothing without \"enum\"")
        }
        var types = TypeSet()
        if words.has(.type), let type = node[.type] { types = self.types(type, isQuiet: false) }
        let isNullable = types.has(.null) || isNullable(node, words)
        types.remove(.null)
        if types.count == 0 {
            guard let kind = impliedKind(node, words), kind != .null else {
                if words.has(.format), !words.has(.type), let format = node[.format],
                    format.string != typeNames.json
                {
                    problems.warning(format.keyPlace, "\"format\" says nothing without \"type\": this is any JSON")
                }
                return Use(type: .any, isNullable: isNullable)
            }
            types.insert(kind)
        }
        if types.has(.array) != types.has(.object), words.has(types.has(.array) ? .properties : .items) {
            let (word, hint) =
                types.has(.array)
                ? (Word.properties, "an array; its elements are \"items\"")
                : (.items, "an object; its members are \"properties\"")
            if let node = node[word] { problems.warning(node.keyPlace, "\"\(word.rawValue)\" says nothing of \(hint)") }
        }
        if words.has(.enum), words.has(.type), types.has(.array), types.count == 1, let node = node[.enum] {
            problems.warning(
                node.keyPlace, "\"enum\" says nothing of an array; what its elements can be belongs in \"items\"")
        }
        if words.has(.required), !types.has(.object), let required = node[.required], required.isArray {
            problems.warning(
                required.keyPlace, "a list under \"required\" says nothing here: only objects have properties to name")
        }
        if types.count > 1 { return Use(type: union(of: types), isNullable: isNullable) }
        let type: TypeUse
        if types.has(.array) {
            type = .array(items(node, words, spot))
        } else if types.has(.object) {
            type = .dictionary(additional(node, words, spot) ?? .any)
        } else {
            type = scalar(types, node, words)
        }
        return Use(type: type, isNullable: isNullable)
    }

    /// Returns the kinds of value that `type` names. Reports mistakes in it unless `isQuiet` is set.
    func types(_ node: JSONNode, isQuiet: Bool) -> TypeSet {
        var set = TypeSet()
        if let symbol = node.string {
            if let kind = typeNames.kind(symbol) { set.insert(kind) } else if !isQuiet { reportType(node) }
            return set
        }
        if !node.isArray, !isQuiet { reportType(node) }
        for element in node.isArray ? node.children : [] {
            if let symbol = element.string, let kind = typeNames.kind(symbol) {
                set.insert(kind)
            } else if !isQuiet {
                reportType(element)
            }
        }
        return set
    }

    /// Reports an unknown type, with a hint at the keyword that was probably meant.
    private func reportType(_ node: JSONNode) {
        let names = TypeNames.Kind.allCases.map { String(describing: $0) }
        let text = node.kind == .null ? "nil" : node.string ?? ""
        let word = text.lowercased()
        var meant = TypeNames.othersPhrases[word] ?? TypeNames.othersWords[word].map { "\"\($0)\"" }
        if let pointer = resolver.definition(text, in: resolver.file(of: node)) {
            meant = "\"$ref\": \"\(pointer)\""
        } else if meant == nil, let format = typeNames.formatNames.contains(text) ? text : TypeNames.othersFormats[word]
        {
            meant = "\"format\": \"\(format)\""
        } else if word.hasSuffix("[]") || word.hasPrefix("list<") || word.hasPrefix("array<") {
            meant = "\"array\" with \"items\""
        }
        let suggestion = meant.map { "; did you mean \($0)?" } ?? problems.suggestion(for: text, among: names)
        problems.error(node, "\(node.described) is no type; expected \(list(names))\(suggestion)")
    }

    /// Returns the kind of value that keywords other than `type` imply.
    private func impliedKind(_ node: JSONNode, _ words: Words) -> TypeNames.Kind? {
        if words.has(.items) { return .array }
        if words.has(.additionalProperties) || words.has(.patternProperties) || words.has(.properties) {
            return .object
        }
        if words.has(.const), let value = node[.const] { return kind(of: value) }
        if words.has(.enum), let values = node[.enum], let first = values.children.first(where: { $0.kind != .null }) {
            // A list of integers may contain a fraction, which makes all values numbers.
            return values.children.contains { kind(of: $0) == .number } ? .number : kind(of: first)
        }
        return nil
    }

    /// Returns the kind of a JSON value.
    func kind(of value: JSONNode) -> TypeNames.Kind {
        switch value.kind {
        case .object: .object
        case .array: .array
        case .string: .string
        case .number: value.integer == nil ? .number : .integer
        case .bool: .boolean
        case .null: .null
        }
    }

    /// Returns the type for several kinds of value: one of several scalars, or any JSON if objects or arrays are among
    /// them.
    private func union(of types: TypeSet) -> TypeUse {
        if types.has(.object) || types.has(.array) { return .any }
        var scalars: [TypeUse] = []
        if types.has(.integer), !types.has(.number) { scalars.append(.integer) }
        if types.has(.number) { scalars.append(.number) }
        if types.has(.boolean) { scalars.append(.boolean) }
        if types.has(.string) { scalars.append(.string) }
        return scalars.count == 1 ? scalars[0] : .scalars(scalars)
    }

    /// Returns the type of a scalar with its format. Reports formats that are unknown or do not apply.
    private func scalar(_ types: TypeSet, _ node: JSONNode, _ words: Words) -> TypeUse {
        let plain: TypeUse =
            types.has(.integer) ? .integer : types.has(.number) ? .number : types.has(.boolean) ? .boolean : .string
        if plain == .string, words.has(.contentEncoding), node[.contentEncoding]?.string == typeNames.base64 {
            return .formatted(.base64, as: .string)
        }
        guard words.has(.format), let format = node[.format] else { return plain }
        guard let symbol = format.string, typeNames.formats.contains(symbol) else {
            let text = format.string ?? ""
            let meant = TypeNames.othersFormats[text.lowercased()].map { "; did you mean \"\($0)\"?" }
            let suggestion = meant ?? problems.suggestion(for: text, among: typeNames.formatNames)
            problems.warning(format, "unknown format \(format.described) is ignored\(suggestion)")
            return plain
        }
        guard let meaning = typeNames.meanings[symbol], meaning != .int64 || plain == .string else { return plain }
        switch plain {
        case .string: return .formatted(meaning, as: .string)
        case .integer where !meaning.isText: return .formatted(meaning, as: .integer)
        case .number where !meaning.isText: return .formatted(meaning, as: .number)
        default:
            problems.warning(
                format,
                "the format \(format.described) is for \(meaning.isText ? "strings" : "numbers"); here it is ignored")
            return plain
        }
    }

    /// Returns the type of a list's elements.
    func items(_ node: JSONNode, _ words: Words, _ spot: Spot) -> TypeUse {
        guard words.has(.items), let items = node[.items] else { return .any }
        if items.isArray {
            problems.warning(items, "a list of different things is read as a list of any JSON")
            return .any
        }
        return use(items, spot.element).element
    }

    /// Returns the type of the members that `properties` does not list, or `nil` if the schema does not describe them.
    func additional(_ node: JSONNode, _ words: Words, _ spot: Spot) -> TypeUse? {
        if words.has(.patternProperties), let patterns = node[.patternProperties], patterns.isObject,
            let first = patterns.first
        {
            let type = use(first, spot.element).element
            for other in patterns.children where other != first {
                if use(other, spot.element).element != type {
                    problems.warning(other.keyPlace, "several patterns with different types are read as any JSON")
                    return .any
                }
            }
            return type
        }
        guard words.has(.additionalProperties), let additional = node[.additionalProperties] else { return nil }
        if additional.isObject { return use(additional, spot.element).element }
        if additional.bool == nil { problems.error(additional, expected: "true, false or a schema") }
        return nil
    }
}

/// The words for `type` and `format`, by their symbols in the tree.
struct TypeNames {
    /// The kinds of JSON value.
    enum Kind: Int, CaseIterable { case integer, number, boolean, string, object, array, null }

    /// The names of the types in other languages.
    static let othersWords = [
        "int": "integer", "long": "integer", "bool": "boolean", "flag": "boolean", "float": "number",
        "double": "number", "decimal": "number",
        "str": "string", "text": "string", "list": "array", "dict": "object", "map": "object", "nil": "null",
        "none": "null",
    ]
    /// The hints for words that stand for something other than a type.
    static let othersPhrases = ["enum": "\"enum\": [VALUE, ...]", "file": "\"upload\", a word of the method"]
    /// The names of the formats in other languages.
    static let othersFormats = [
        "timestamp": "unix-seconds", "unixtime": "unix-seconds", "unix-time": "unix-seconds", "unix": "unix-seconds",
        "datetime": "date-time",
        "iso8601": "date-time", "rfc3339": "date-time", "url": "uri", "seconds": "duration-seconds", "base64": "byte",
    ]

    private let kinds: [String: Kind]
    let base64: String
    let json: String
    /// The formats that have a Swift type of their own.
    let meanings: [String: Format]
    /// The symbols of all known formats, including those without an effect on the type.
    let formats: Set<String>
    /// The names of all known formats, for suggestions.
    let formatNames: [String]

    init() {
        var kinds: [String: Kind] = [:]
        for kind in Kind.allCases { kinds[String(describing: kind)] = kind }
        self.kinds = kinds
        base64 = "base64"
        json = "json"
        var meanings = ["uri-reference": Format.uri]
        for format in Format.allCases { meanings[format.rawValue] = format }
        self.meanings = meanings
        let text = """
            int32 uri-reference json uint32 uint64 float double iri iri-reference time email idn-email hostname \
            idn-hostname ipv4 ipv6 uuid json-pointer relative-json-pointer regex uri-template password binary \
            value_object
            """
        formatNames = Format.allCases.map(\.rawValue) + text.split(separator: " ").map(String.init)
        formats = Set(formatNames)
    }

    /// Returns the kind that a word in `type` names, or `nil` if there is none.
    func kind(_ symbol: String) -> Kind? { kinds[symbol] }
}

/// A set of the kinds of value that a schema allows.
struct TypeSet: Equatable {
    private(set) var bits = 0
    private(set) var count = 0

    mutating func insert(_ kind: TypeNames.Kind) {
        guard !has(kind) else { return }
        bits |= 1 &<< kind.rawValue
        count += 1
    }

    mutating func remove(_ kind: TypeNames.Kind) {
        guard has(kind) else { return }
        bits &= ~(1 &<< kind.rawValue)
        count -= 1
    }

    func has(_ kind: TypeNames.Kind) -> Bool { bits & (1 &<< kind.rawValue) != 0 }
    func overlaps(_ other: TypeSet) -> Bool { bits & other.bits != 0 }
    func isSubset(of other: TypeSet) -> Bool { bits & ~other.bits == 0 }

    mutating func formUnion(_ other: TypeSet) { self = TypeSet(bits: bits | other.bits) }
    mutating func formIntersection(_ other: TypeSet) { self = TypeSet(bits: bits & other.bits) }

    /// A list of the kinds for diagnostics, such as `an integer or a string`.
    var names: String {
        let given = TypeNames.Kind.allCases.filter { has($0) && !($0 == .integer && has(.number)) }
        return given.map { ($0 == .array || $0 == .object || $0 == .integer ? "an " : "a ") + String(describing: $0) }
            .joined(separator: " or ")
    }
}

extension TypeSet {
    private init(bits: Int) { (self.bits, count) = (bits, bits.nonzeroBitCount) }
}
