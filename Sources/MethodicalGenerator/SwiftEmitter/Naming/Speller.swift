/// A converter from wire names to Swift names that begin with a small letter (`photoURL`) or a capital one
/// (`PhotoURL`). It remembers its results, because an API repeats its names.
package final class Speller {
    private let splitter: WordSplitter
    private var small: [String: String] = [:]
    private var capital: [String: String] = [:]

    init(acronyms: [String]) { splitter = WordSplitter(acronyms: acronyms) }

    /// Returns a name for a property, parameter or function: `photo_url` is `photoURL`, `2fa` is `value2fa`, `50x50` is
    /// `size50x50`, and an empty name is `empty`.
    ///
    /// - Parameter lead: The word before a name that would begin with a digit.
    func property(_ wire: String, lead: String = "value") -> String {
        let name = spelled(wire)
        if Self.startsWithLetter(name) { return name }
        return (Self.isSize(name) ? "size" : lead) + name
    }

    /// Indicates whether a name is two numbers with an `x` between them.
    private static func isSize(_ name: String) -> Bool {
        let sides = name.utf8.split(separator: 0x78, omittingEmptySubsequences: false)
        return sides.count == 2 && sides.allSatisfy { !$0.isEmpty && $0.allSatisfy(Scanner.isDigit) }
    }

    /// Returns the name with a small first letter. It may begin with a digit, unlike a name in Swift.
    func spelled(_ wire: String) -> String {
        if let known = small[wire] { return known }
        let name = Self.small(words(wire))
        small[wire] = name
        return name
    }

    /// Returns a name for a type: `user_full` is `UserFull`, `2fa` is `Type2FA`.
    package func type(_ wire: String) -> String {
        if let known = capital[wire] { return known }
        var words = self.words(wire)
        // `getOnline_onlineMobile` and `getImages_imageType` repeat a word by accident, `status_status` on purpose.
        if wire.holds(0x5F), wire.utf8.contains(where: Scanner.isCapital) { words = Self.merged(words) }
        let name = Self.capital(words)
        capital[wire] = name
        return name
    }

    /// Returns the words of a name, at least one. A name of symbols is spelled with their Unicode names or numbers.
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

    /// Joins words into a name that begins with a small letter.
    static func small(_ words: [SpelledWord]) -> String {
        var name = ""
        for word in words { append(name.isEmpty ? word.small : word.capital, to: &name) }
        return name
    }

    /// Joins words into a name that begins with a capital letter.
    static func capital(_ words: [SpelledWord]) -> String {
        var name = ""
        for word in words { append(word.capital, to: &name) }
        // A script without case (`東京`) would give a type and a property beside it the same name.
        guard let first = name.unicodeScalars.first,
            first.properties.isUppercase || first.properties.generalCategory == .titlecaseLetter
        else {
            return "Type" + name
        }
        return name
    }

    /// Returns the words without those that repeat the word before them, or follow their own plural.
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

    /// Appends a word. An underscore separates digits that would touch: `v5_131`.
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

    /// Indicates whether a name that a schema asks for is possible in Swift without a change.
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

/// A name that a declaration asks for, before conflicts are resolved.
struct Candidate {
    var name: String
    /// Indicates whether the schema asks for exactly this name.
    var isAsked = false
    /// The name in the schema.
    var wire: String

    /// The priority among candidates of the same name; the lowest number keeps it.
    ///
    /// The order is: a name that the schema asks for, the same name on the wire, its snake case, anything else. A name
    /// in the API's usual spelling thus keeps its Swift name when others are added, no matter at which place.
    var rank: Int { isAsked ? 0 : Self.rank(wire, as: name) }

    /// Returns the priority of a wire name that is not asked for explicitly.
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

/// Returns a unique name for each candidate.
///
/// Only candidates of the same name affect each other. The one with the best rank, or the first of several, keeps the
/// name. The others are numbered.
///
/// - Parameters:
///   - taken: Names of other declarations. A candidate for one of them gets `suffix`.
///   - suffix: The word that is appended to a name in `taken`.
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
    // The next number to try for each name. Thousands of equal names would otherwise each count from 2.
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

/// Names that already mean something else in Swift, its library or the generated code.
package enum Reserved {
    /// Returns the name in backticks if it is a keyword.
    package static func escaped(_ name: String) -> String { keywords.contains(name) ? "`" + name + "`" : name }

    /// Returns the name without backticks.
    package static func bare(_ name: String) -> String {
        name.utf8.first == 0x60 ? String(name.dropFirst().dropLast()) : name
    }

    /// Returns a property's name. If backticks would not make it valid, a word is appended.
    static func property(_ name: String) -> String { properties.contains(name) ? name + "Value" : name }

    /// Returns a name that the schema asks for. Only such a name can begin with a capital letter and hide a type.
    static func asked(_ name: String) -> String { types.contains(name) ? name + "Value" : name }

    /// Returns a member's name. `.none` and `.some` are changed because for an optional enumeration they would mean the
    /// optional's own cases.
    static func member(_ name: String) -> String { members.contains(name) ? name + "Value" : name }

    /// Returns a function's name, changed if it is reserved.
    static func function(_ name: String) -> String { functions.contains(name) ? name + "Call" : name }

    /// Returns a type's name, changed if it is reserved.
    static func type(_ name: String) -> String {
        if name == "Type" { return "Kind" }
        var name = name
        while types.contains(name) { name += "Model" }
        return name
    }

    /// Returns the name of a namespace's type, changed if it is reserved.
    package static func namespace(_ name: String) -> String {
        types.contains(name) || name == "Type" || name == "ErrorCode" ? name + "Methods" : name
    }

    /// Returns the name of the stored property that holds a computed property's value. Names of the runtime's
    /// protocols, which begin with an underscore too, are avoided.
    static func storage(_ name: String) -> String { storages.contains(name) ? "_" + name + "_" : "_" + name }

    static func isType(_ name: String) -> Bool { types.contains(name) }

    private static let keywords: Set<String> = [
        "Any", "Self", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
        "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func",
        "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript",
        "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where", "while",
    ]
    private static let properties: Set<String> = [
        "init", "self", "Self", "Type", "Protocol", "hashValue", "_field", "_fields", "_items", "_total",
        "_more", "_next", "_identity", "_cursor", "customMirror", "debugDescription",
    ]
    private static let members: Set<String> = [
        "init", "self", "Self", "Type", "Protocol", "none", "some", "known", "allCases", "_known", "_names",
    ]
    private static let functions: Set<String> = [
        "init", "self", "Self", "Type", "Protocol", "client", "api", "hash", "callAsFunction",
    ]
    private static let storages: Set<String> = [
        "field", "fields", "read", "write", "visit", "argument", "items", "total", "more", "next", "identity", "cursor",
    ]
    /// Types that generated code uses without a qualifier, and words with a meaning of their own after a dot.
    private static let types: Set<String> = [
        "_Fields", "_Item", "APIClient", "APIDescription", "APIEngine", "APIErrorCode", "APIModel", "APIPage",
        "APIPageItem",
        "APIUnion", "APIValue", "Any", "ArgumentValue", "Array", "Base64String", "Bool", "Call", "CalendarDay",
        "Client", "Codable",
        "Date", "DateTime", "Decodable", "Dictionary", "Double", "DurationMilliseconds", "DurationSeconds",
        "DurationString", "Encodable", "Envelope", "Hashable", "Int", "IntegerOrBoolean", "IntegerOrString", "JSON",
        "Method", "NoContent", "NumberOrString", "OAuthServer", "OpenEnum", "Optional", "Percent", "Protocol",
        "Quoted", "Request", "Self", "Sendable", "Set", "Share", "String", "StringOrBoolean", "UnixMilliseconds",
        "UnixSeconds", "URLString", "Upload", "UploadRequest", "Void",
    ]
}
