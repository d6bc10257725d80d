/// The words of `type` and `format` by the number that the tree gives them.
struct TypeNames {
    enum Kind: Int, CaseIterable { case integer, number, boolean, string, object, array, null }

    /// What other languages call the types.
    static let othersWords = [
        "int": "integer", "long": "integer", "bool": "boolean", "flag": "boolean", "float": "number", "double": "number", "decimal": "number",
        "str": "string", "text": "string", "list": "array", "dict": "object", "map": "object", "nil": "null", "none": "null",
    ]

    private let kinds: [Int: Kind]
    let base64: Int
    let json: Int
    /// The formats that give a scalar a type of its own.
    let meanings: [Int: Format]
    let formats: Set<Int>
    let formatNames: [String]

    init(tree: JSONTree) {
        var kinds: [Int: Kind] = [:]
        for kind in Kind.allCases { kinds[tree.symbol(String(describing: kind))] = kind }
        self.kinds = kinds
        base64 = tree.symbol("base64")
        json = tree.symbol("json")
        var meanings = [tree.symbol("uri-reference"): Format.uri]
        for format in Format.allCases { meanings[tree.symbol(format.rawValue)] = format }
        self.meanings = meanings
        let text = """
            int32 uri-reference json uint32 uint64 float double iri iri-reference time email idn-email hostname idn-hostname ipv4 ipv6 uuid \
            json-pointer relative-json-pointer regex uri-template password binary value_object
            """
        formatNames = Format.allCases.map(\.rawValue) + text.split(separator: " ").map(String.init)
        formats = Set(formatNames.map { tree.symbol($0) })
    }

    func kind(_ symbol: Int) -> Kind? { kinds[symbol] }
}

/// The kinds of value that a schema's `type` allows.
struct TypeSet {
    private(set) var bits = 0
    private(set) var count = 0

    mutating func insert(_ kind: TypeNames.Kind) {
        guard !has(kind) else { return }
        bits |= 1 << kind.rawValue
        count += 1
    }

    mutating func remove(_ kind: TypeNames.Kind) {
        guard has(kind) else { return }
        bits &= ~(1 << kind.rawValue)
        count -= 1
    }

    func has(_ kind: TypeNames.Kind) -> Bool { bits & (1 << kind.rawValue) != 0 }
}
