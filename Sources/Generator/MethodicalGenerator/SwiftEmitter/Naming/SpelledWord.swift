/// A word of a name in its two spellings: at the beginning of a name with a small first letter, and everywhere else.
struct SpelledWord: Equatable {
    var small: String
    var capital: String
}

extension [SpelledWord] {
    /// The name that begins with a small letter, such as `photoURL`.
    var small: String {
        let first = prefix(1).map(\.small)
        let others = dropFirst().map(\.capital)
        return joined(first + others)
    }

    /// The name that begins with a capital letter, such as `PhotoURL`.
    var capital: String {
        let name = joined(map { $0.capital })
        // A script without case (`東京`) would give a type and a property beside it the same name.
        let first = name.unicodeScalars.first?.properties
        let isCapital = first?.isUppercase == true || first?.generalCategory == .titlecaseLetter
        if isCapital {
            return name
        }
        return "Type" + name
    }

    /// The words without those that repeat the word before them, or follow their own plural.
    var withoutRepetitions: [SpelledWord] {
        var result: [SpelledWord] = []
        for word in self {
            if let last = result.last, isRepetition(word, of: last) {
                result.removeLast()
            }
            result.append(word)
        }
        return result
    }

    /// Indicates whether a word says the same as the one before it. A number that occurs twice is no accident.
    private func isRepetition(_ word: SpelledWord, of last: SpelledWord) -> Bool {
        if last == word {
            return !word.small.unicodeScalars.allSatisfy(\.isDigit)
        }
        return isPlural(last.small, of: word.small)
    }

    private func isPlural(_ plural: String, of word: String) -> Bool {
        if plural == word + "s" {
            return true
        }
        return word.hasSuffix("y") && plural == word.dropLast() + "ies"
    }

    /// Joins words. An underscore separates digits that would touch: `v5_131`.
    private func joined(_ words: [String]) -> String {
        var name = ""
        for word in words {
            let endsInDigit = name.unicodeScalars.last?.isDigit == true
            if endsInDigit, word.unicodeScalars.first?.isDigit == true {
                name += "_"
            }
            name += word
        }
        return name
    }
}

/// A name that a declaration asks for, before conflicts are resolved.
struct Candidate {
    var name: String
    /// Indicates whether the schema asks for exactly this name.
    var isAsked = false
    /// Indicates whether callers know the name already.
    var isKept = false
    /// The name in the schema.
    var wire: String

    /// The priority among candidates of the same name; the lowest number keeps it.
    ///
    /// The order is: a name that the schema asks for, a name that callers know, the same name on the wire, its snake
    /// case, anything else. A name in the API's usual spelling thus keeps its Swift name when others are added,
    /// wherever they stand.
    var rank: Int {
        if isAsked {
            return 0
        }
        if isKept {
            return 1
        }
        if wire == name {
            return 2
        }
        if Self.isSnakeCase(wire) {
            return 3
        }
        return 4
    }

    private static func isSnakeCase(_ wire: String) -> Bool {
        let words = wire.split(separator: "_", omittingEmptySubsequences: false)
        if words.contains("") {
            return false
        }
        return words.joined().unicodeScalars.allSatisfy { $0.isSmall || $0.isDigit }
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
    var names = candidates.map(\.name)
    var used = taken
    if names.allSatisfy({ used.insert($0).inserted }) {
        return names
    }

    let ranks = candidates.map(\.rank)
    let order = candidates.indices.sorted { first, second in
        (ranks[first], first) < (ranks[second], second)
    }
    used = taken
    let losers = order.filter { !used.insert(names[$0]).inserted }
    // The next number to try for each name. Thousands of equal names would otherwise each count from 2.
    var numbers: [String: Int] = [:]
    for i in losers {
        var name = names[i]
        while taken.contains(name) || Reserved.types.contains(name) {
            name += suffix
        }
        var free = name
        var stem = name
        if name.unicodeScalars.last?.isDigit == true {
            stem += "_"
        }
        while !used.insert(free).inserted {
            let number = numbers[name, default: 2]
            free = stem + String(number)
            numbers[name] = number + 1
        }
        names[i] = free
    }
    return names
}

/// The ways to write the name of a type that Swift, Foundation or the runtime declares.
package enum NameStyle: Sendable {
    /// Without the module, for people and lock files.
    case short
    /// With the module, for generated code. An app or a schema may have a type of the same name.
    case qualified

    /// Returns the name of a type of Swift's standard library.
    package func swift(_ name: String) -> String {
        prefix(for: "Swift.") + name
    }

    /// Returns the name of a type of Foundation.
    package func foundation(_ name: String) -> String {
        prefix(for: "Foundation.") + name
    }

    /// Returns the name of a type of the runtime.
    package func runtime(_ name: String) -> String {
        prefix(for: "Methodical.") + name
    }

    private func prefix(for module: String) -> String {
        switch self {
        case .short: ""
        case .qualified: module
        }
    }
}
