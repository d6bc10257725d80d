/// Spells wire names in Swift, small (`photoURL`) and capital (`PhotoURL`); what it spelled once it remembers, since an API repeats its names.
package final class Speller {
    private let splitter: WordSplitter
    private var small: [String: String] = [:]
    private var capital: [String: String] = [:]

    init(acronyms: [String]) { splitter = WordSplitter(acronyms: acronyms) }

    /// `photo_url` is `photoURL`, `2fa` is `value2fa`, `50x50` is `size50x50`, an empty name is `empty`.
    func property(_ wire: String, lead: String = "value") -> String {
        let name = spelled(wire)
        if Self.startsWithLetter(name) { return name }
        return (Self.isSize(name) ? "size" : lead) + name
    }

    /// Whether a name is two numbers with an `x` between them.
    private static func isSize(_ name: String) -> Bool {
        let sides = name.utf8.split(separator: 0x78, omittingEmptySubsequences: false)
        return sides.count == 2 && sides.allSatisfy { !$0.isEmpty && $0.allSatisfy(Scanner.isDigit) }
    }

    /// The same where it may begin with a digit, as no name in Swift can.
    func spelled(_ wire: String) -> String {
        if let known = small[wire] { return known }
        let name = Self.small(words(wire))
        small[wire] = name
        return name
    }

    /// `user_full` is `UserFull`, `2fa` is `Type2FA`.
    package func type(_ wire: String) -> String {
        if let known = capital[wire] { return known }
        var words = self.words(wire)
        // `getOnline_onlineMobile` and `getImages_imageType` say one of their words twice; `status_status` means it.
        if wire.holds(0x5F), wire.utf8.contains(where: Scanner.isCapital) { words = Self.merged(words) }
        let name = Self.capital(words)
        capital[wire] = name
        return name
    }

    /// Never empty: a name of symbols is spelled by what Unicode calls them, or by their numbers.
    func words(_ wire: String) -> [SpelledWord] {
        var words = splitter.words(wire)
        if !words.isEmpty { return words }
        for scalar in wire.unicodeScalars.prefix(4) {
            if let name = scalar.properties.name {
                words += splitter.words(name.lowercased())
            } else {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let number = String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
                words.append(SpelledWord(small: "u" + number, capital: "U" + number))
            }
        }
        return words.isEmpty ? [SpelledWord(small: "empty", capital: "Empty")] : words
    }

    static func small(_ words: [SpelledWord]) -> String {
        var name = ""
        for word in words { append(name.isEmpty ? word.small : word.capital, to: &name) }
        return name
    }

    static func capital(_ words: [SpelledWord]) -> String {
        var name = ""
        for word in words { append(word.capital, to: &name) }
        // A name without case (`東京`) would be the same for a type and for a property beside it.
        guard let first = name.unicodeScalars.first,
            first.properties.isUppercase || first.properties.generalCategory == .titlecaseLetter
        else {
            return "Type" + name
        }
        return name
    }

    private static func merged(_ words: [SpelledWord]) -> [SpelledWord] {
        var result: [SpelledWord] = []
        for word in words {
            if let last = result.last,
                last == word ? !word.small.utf8.allSatisfy(Scanner.isDigit) : isPlural(last.small, of: word.small)
            {
                result.removeLast()
            }
            result.append(word)
        }
        return result
    }

    private static func isPlural(_ plural: String, of word: String) -> Bool {
        if plural == word + "s" { return true }
        return plural.utf8.last == 0x73 && word.utf8.last == 0x79 && plural == word.dropLast() + "ies"
    }

    /// Digits that two words bring together stay apart: `v5_131`.
    private static func append(_ word: String, to name: inout String) {
        if let last = name.utf8.last, let first = word.utf8.first, Scanner.isDigit(last), Scanner.isDigit(first) {
            name += "_"
        }
        name += word
    }

    static func startsWithLetter(_ name: String) -> Bool {
        if let first = name.utf8.first, Scanner.isSmall(first) { return true }
        guard let first = name.unicodeScalars.first else { return false }
        return first.isASCII ? !Scanner.isDigit(UInt8(ascii: first)) : first.properties.isXIDStart
    }

    /// Whether a name that a schema asks for can stand in Swift as it is.
    package static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, name != "_" else { return false }
        for scalar in name.unicodeScalars {
            if scalar.isASCII {
                let byte = UInt8(ascii: scalar)
                if !Scanner.isAlphanumeric(byte), byte != 0x5F { return false }
            } else if !Scanner.isNamePart(scalar) {
                return false
            }
        }
        return first.isASCII ? !Scanner.isDigit(UInt8(ascii: first)) : first.properties.isXIDStart
    }
}

/// A name that something would like to have.
struct Candidate {
    var name: String
    /// The schema asks for exactly this name.
    var isAsked = false
    var wire: String

    /// Settles who keeps the name among equals: what is asked for, the name itself, its snake case, anything else. Whoever spells a name in
    /// the way that most APIs do keeps it when others come along, wherever they stand.
    var rank: Int { isAsked ? 0 : Self.rank(wire, as: name) }

    static func rank(_ wire: String, as name: String) -> Int {
        if wire == name { return 1 }
        var last: UInt8 = 0x5F
        for byte in wire.utf8 {
            if byte == 0x5F ? last == 0x5F : !Scanner.isSmall(byte) && !Scanner.isDigit(byte) { return 3 }
            last = byte
        }
        return last == 0x5F ? 3 : 2
    }
}

/// Gives each candidate a name of its own. Only candidates of the same name touch each other: the best rank comes first, then who stands first
/// in the schema; the others are numbered. Names in `taken` belong to something else: who wants one gets `suffix`.
func distinct(_ candidates: [Candidate], taken: Set<String> = [], suffix: String = "Value") -> [String] {
    var names: [String] = []
    names.reserveCapacity(candidates.count)
    var seen = taken
    var isClean = true
    seen.reserveCapacity(candidates.count)
    for candidate in candidates {
        names.append(candidate.name)
        if !seen.insert(candidate.name).inserted { isClean = false }
    }
    if isClean { return names }

    let ranks = candidates.map(\.rank)
    let order = candidates.indices.sorted { ranks[$0] == ranks[$1] ? $0 < $1 : ranks[$0] < ranks[$1] }
    var used = taken
    var losers: [Int] = []
    for i in order where !used.insert(names[i]).inserted { losers.append(i) }
    // Where the last one of a name left off: thousands of equal names are no reason to count thousands of times.
    var numbers: [String: Int] = [:]
    for i in losers {
        var name = names[i]
        while taken.contains(name) || Reserved.isType(name) { name += suffix }
        var free = name
        var number = numbers[name] ?? 2
        while !used.insert(free).inserted {
            free = name + (name.utf8.last.map(Scanner.isDigit) == true ? "_" : "") + String(number)
            number += 1
        }
        numbers[name] = number
        names[i] = free
    }
    return names
}

/// Names that Swift, its library or the generated code itself already gave to something else.
package enum Reserved {
    /// In backticks wherever it stands for a declaration or its use.
    package static func escaped(_ name: String) -> String { keywords.contains(name) ? "`" + name + "`" : name }

    package static func bare(_ name: String) -> String {
        name.utf8.first == 0x60 ? String(name.dropFirst().dropLast()) : name
    }

    /// What backticks do not help gets a word appended.
    static func property(_ name: String) -> String { properties.contains(name) ? name + "Value" : name }

    /// A name that the schema asks for may be a type's, where no other is.
    static func asked(_ name: String) -> String { types.contains(name) ? name + "Value" : name }

    /// `.none` and `.some` of an optional enumeration would silently mean the optional's own.
    static func member(_ name: String) -> String { members.contains(name) ? name + "Value" : name }

    static func function(_ name: String) -> String { functions.contains(name) ? name + "Call" : name }

    static func type(_ name: String) -> String {
        if name == "Type" { return "Kind" }
        var name = name
        while types.contains(name) { name += "Model" }
        return name
    }

    package static func namespace(_ name: String) -> String {
        types.contains(name) || name == "Type" || name == "ErrorCode" ? name + "Methods" : name
    }

    /// Where the value of a computed property lies; the runtime's protocols have members that begin with an underscore too.
    static func storage(_ name: String) -> String { storages.contains(name) ? "_" + name + "_" : "_" + name }

    static func isType(_ name: String) -> Bool { types.contains(name) }

    private static let keywords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
        "defer", "deinit", "do", "else",
        "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
        "init", "inout", "internal", "is",
        "let", "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
        "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
    private static let properties: Set<String> = [
        "init", "self", "Self", "Type", "Protocol", "hashValue", "_field", "_fields", "_items", "customMirror",
        "debugDescription",
    ]
    private static let members: Set<String> = [
        "init", "self", "Self", "Type", "Protocol", "none", "some", "known", "allCases", "_known", "_names",
    ]
    private static let functions: Set<String> = [
        "init", "self", "Self", "Type", "Protocol", "client", "api", "hash", "callAsFunction",
    ]
    private static let storages: Set<String> = ["field", "fields", "read", "write", "visit", "argument"]
    /// Used without a qualifier in generated code, or with a meaning of their own after a dot.
    private static let types: Set<String> = [
        "_Fields", "_Item", "SharedFields", "SharedModel",
        "APIClient", "APIDescription", "APIErrorCode", "APIModel", "APIPage", "APIUnion", "APIValue", "Any", "Array",
        "Base64String", "Blank", "Bool",
        "Boxed",
        "Call", "CalendarDay",
        "Client", "Codable", "Date", "DateTime", "Decodable", "Dictionary", "Double",
        "DurationMilliseconds", "DurationSeconds", "DurationString", "Encodable", "Envelope", "FieldCursor",
        "FieldTable", "Hashable",
        "Int", "IntegerOrBoolean", "IntegerOrString", "JSON", "JSONReader", "Method", "NoContent", "NumberOrString",
        "OAuthServer", "OpenEnum",
        "Optional",
        "Percent", "Protocol", "Quoted", "Request",
        "RuntimeVersion", "Self", "Sendable", "Set", "Share", "String", "StringOrBoolean", "UnionTable",
        "UnixMilliseconds", "UnixSeconds",
        "URLString", "Upload", "UploadRequest",
        "Void",
    ]
}
