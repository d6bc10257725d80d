/// A converter from wire names to Swift names that begin with a small letter (`photoURL`) or a capital one
/// (`PhotoURL`). It remembers its results, because an API repeats its names.
package final class Speller {
    private let splitter: WordSplitter
    private var small: [String: String] = [:]
    private var capital: [String: String] = [:]

    init(acronyms: [String]) {
        splitter = WordSplitter(acronyms: acronyms)
    }

    /// Returns a name for a property, parameter or function: `photo_url` is `photoURL`, `2fa` is `value2fa`, `50x50` is
    /// `size50x50`, and an empty name is `empty`.
    ///
    /// - Parameter lead: The word before a name that would begin with a digit.
    func property(_ wire: String, lead: String = "value") -> String {
        let name = spelled(wire)
        if Self.isStart(name) {
            return name
        }
        if Self.isSize(name) {
            return "size" + name
        }
        return lead + name
    }

    /// Indicates whether a name consists of two numbers with an `x` between them.
    private static func isSize(_ name: String) -> Bool {
        let sides = name.split(separator: "x", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return false }
        return sides.allSatisfy { side in
            !side.isEmpty && side.unicodeScalars.allSatisfy(\.isDigit)
        }
    }

    /// Returns the name with a small first letter. It may begin with a digit, unlike a name in Swift.
    func spelled(_ wire: String) -> String {
        if let known = small[wire] {
            return known
        }
        let name = words(of: wire).small
        small[wire] = name
        return name
    }

    /// Returns a name for a type: `user_full` is `UserFull`, `2fa` is `Type2FA`.
    package func type(_ wire: String) -> String {
        if let known = capital[wire] {
            return known
        }
        var words = self.words(of: wire)
        // `getOnline_onlineMobile` and `getImages_imageType` repeat a word by accident, `status_status` on purpose.
        let hasUnderscore = !wire.allBytes { $0 != 0x5F }
        let hasCapital = !wire.allBytes { !Unicode.Scalar($0).isCapital }
        if hasUnderscore, hasCapital {
            words = words.withoutRepetitions
        }
        let name = words.capital
        capital[wire] = name
        return name
    }

    /// Returns the words of a name, at least one. A name of symbols is spelled with their Unicode names or numbers.
    func words(of wire: String) -> [SpelledWord] {
        let words = splitter.words(of: wire)
        if !words.isEmpty {
            return words
        }
        if wire.isEmpty {
            return [SpelledWord(small: "empty", capital: "Empty")]
        }
        return wire.unicodeScalars.prefix(4).flatMap { scalar in
            if let name = scalar.properties.name {
                return splitter.words(of: name.lowercased())
            }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let missing = max(0, 4 - digits.utf8.count)
            let zeros = String(repeating: "0", count: missing)
            let number = zeros + digits
            return [SpelledWord(small: "u" + number, capital: "U" + number)]
        }
    }

    /// Indicates whether a name made of words may begin like this.
    static func isStart(_ name: String) -> Bool {
        name.unicodeScalars.first?.isNameStart == true
    }

    /// Indicates whether a name that a schema asks for is possible in Swift without a change.
    package static func isIdentifier(_ name: String) -> Bool {
        guard name != "_", isStart(name) else {
            return false
        }
        return name.unicodeScalars.allSatisfy { $0 == "_" || $0.isNamePart }
    }
}
