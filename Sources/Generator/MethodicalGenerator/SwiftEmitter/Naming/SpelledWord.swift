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
