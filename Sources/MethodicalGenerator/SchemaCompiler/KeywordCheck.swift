/// Tells for each key of an object whether it belongs there.
///
/// Everything that a schema may hold, a parameter and a response may hold as well.
final class KeywordCheck {
    private let problems: Problems
    private let tables: [DialectKeyword.Place: [UInt8]]

    private static let supported: UInt8 = 1
    private static let silent: UInt8 = 2
    private static let warned: UInt8 = 3
    private static let refused: UInt8 = 4

    init(tree: JSONTree, problems: Problems) {
        self.problems = problems
        var tables: [DialectKeyword.Place: [UInt8]] = [:]
        for keyword in dialectKeywords { _ = tree.symbol(keyword.name) }
        for place in DialectKeyword.Place.allCases { tables[place] = [UInt8](repeating: 0, count: tree.symbolCount) }
        for keyword in dialectKeywords {
            let support: UInt8
            switch keyword.support {
            case .supported: support = Self.supported
            case .ignoredSilently: support = Self.silent
            case .ignoredWithWarning: support = Self.warned
            case .refused: support = Self.refused
            }
            let symbol = tree.symbol(keyword.name)
            tables[keyword.place]?[symbol] = support
            if keyword.place == .schema {
                tables[.parameter]?[symbol] = support
                tables[.response]?[symbol] = support
            }
        }
        self.tables = tables
        schemas = tables[.schema] ?? []
        parameters = tables[.parameter] ?? []
        responses = tables[.response] ?? []
        func without(_ kinds: JSONNode.Kind...) -> UInt8 { kinds.reduce(0xFF) { $0 & ~(1 &<< $1.rawValue) } }
        suspicious = [UInt8](repeating: 0, count: Word.anyOf.rawValue + 1)
        suspicious[Word.type.rawValue] = 1 &<< JSONNode.Kind.array.rawValue
        suspicious[Word.properties.rawValue] = without(.object)
        suspicious[Word.required.rawValue] = without(.array, .bool)
        suspicious[Word.allOf.rawValue] = without(.array)
        suspicious[Word.oneOf.rawValue] = 0xFF
        suspicious[Word.anyOf.rawValue] = 0xFF
    }

    /// Of each word, the kinds of value that need a look: a bit for each kind.
    private var suspicious: [UInt8]
    private let schemas: [UInt8]
    private let parameters: [UInt8]
    private let responses: [UInt8]

    /// Reports the keys of a schema that are not the dialect's, and returns those that mean something.
    func words(of node: JSONNode, as place: DialectKeyword.Place = .schema) -> Words {
        let table = place == .schema ? schemas : place == .parameter ? parameters : responses
        var words = Words()
        var child = node.isObject ? node.first : nil
        while let member = child {
            let symbol = member.symbol
            let support = symbol < table.count ? table[symbol] : 0
            if support == Self.supported {
                words.insert(symbol)
                if symbol < suspicious.count, suspicious[symbol] & (1 &<< member.kind.rawValue) != 0 { checkValue(member, symbol) }
            } else if support != Self.silent {
                report(member, support, place)
            }
            child = member.next
        }
        return words
    }

    /// Reports a value of the wrong kind where the schema would otherwise be read as if the key were not there.
    private func checkValue(_ member: JSONNode, _ symbol: Int) {
        switch Word(rawValue: symbol) {
        case .type where member.isArray && member.first == nil: problems.error(member, "expected one type at least")
        case .properties where !member.isObject: problems.error(member, expected: "{\"name\": {...}}")
        case .required where !member.isArray && member.bool == nil && member.string != "trusted" && member.string != "untrusted":
            problems.error(member, expected: "true, false, \"trusted\", \"untrusted\" or a list of names")
        case .allOf where !member.isArray, .oneOf where !member.isArray, .anyOf where !member.isArray:
            problems.error(member, expected: "a list of schemas")
        case .oneOf where member.first == nil, .anyOf where member.first == nil: problems.error(member, "expected one alternative at least")
        default: break
        }
    }

    /// The same for objects that are not schemas. Where everything is ours, an unknown key is an error.
    func check(_ node: JSONNode, as place: DialectKeyword.Place) {
        let table = tables[place] ?? []
        for member in node.children {
            let support = member.symbol < table.count ? table[member.symbol] : 0
            if support == 0 || support > Self.silent { report(member, support, place) }
        }
    }

    private func report(_ member: JSONNode, _ support: UInt8, _ place: DialectKeyword.Place) {
        let key = member.key
        if support == Self.warned {
            problems.warning(member.keyPlace, "\"\(key)\" is ignored: generated types cannot follow it")
        } else if support == Self.refused {
            problems.error(member.keyPlace, "\"\(key)\" is not supported; use \"$ref\" with a JSON Pointer (\"#/definitions/name\")")
        } else if key.utf8.starts(with: "x-".utf8) {
            return
        } else {
            let isShared = place == .parameter || place == .response
            let known = dialectKeywords.filter { $0.place == place || isShared && $0.place == .schema }.map(\.name)
            let suggestion = problems.suggestion(for: key, among: known)
            let text = "unknown key \"\(key)\" in \(Self.title(place))\(suggestion)"
            switch place {
            case .api, .rule, .pages, .upload, .uploadFile, .overlay: problems.error(member.keyPlace, text)
            default: problems.warning(member.keyPlace, text + (suggestion.isEmpty ? "; a key that begins with \"x-\" is left alone" : ""))
            }
        }
    }

    private static func title(_ place: DialectKeyword.Place) -> String {
        switch place {
        case .file: "a schema file"
        case .schema: "a schema"
        case .parameter: "a parameter"
        case .method: "a method"
        case .response: "a response"
        case .error: "an error"
        case .api: "api.json"
        case .rule: "a rule of \"defaults\""
        case .pages: "\"pages\""
        case .upload: "\"upload\""
        case .uploadFile: "\"file\""
        case .overlay: "a correction"
        }
    }
}
