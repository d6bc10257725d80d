import APIImport

/// The form of a text in a path, a key of an object, or a name, which tells a word of the API from data.
enum SegmentForm {
    /// A word that an author of an API chooses: `users`, `oauth2`, `well-known`.
    case word
    /// A version: `v1`, `2.0`.
    case version
    /// Only digits.
    case number
    /// A date, a hash, a UUID, an address, or another text that nobody writes into a program.
    case data

    /// The longest word. Longer texts are data.
    private static let lengthOfWord = 64
    /// The least number of digits in a row that make a text data.
    private static let digitRun = 5

    init(of text: String) {
        if text.isEmpty || text.utf8.count > Self.lengthOfWord {
            self = .data
        } else if Self.isVersion(text) {
            self = .version
        } else if text.utf8.allSatisfy(\.isASCIIDigit) {
            self = .number
        } else if Self.isData(text) {
            self = .data
        } else {
            self = .word
        }
    }

    /// Indicates whether a text with this form is data wherever it stands.
    var isData: Bool {
        switch self {
        case .number, .data: true
        case .word, .version: false
        }
    }

    /// The endings of the names of files that users have. Endings such as `json` and `php` belong to APIs.
    private static let fileEndings: Set = [
        "yml", "yaml", "txt", "md", "csv", "pdf", "zip", "gz", "png", "jpg", "jpeg", "gif", "mp3", "mp4", "doc", "docx",
    ]

    private static func isData(_ text: String) -> Bool {
        let isRange = text.contains("...")
        if !isWritten(text) || isHash(text) || isRange || isReleaseOrDate(text) {
            return true
        }
        let ending = text.split(separator: ".").last.map(String.init) ?? ""
        if ending.count < text.count, fileEndings.contains(ending.lowercased()) {
            return true
        }
        let longestRun = text.split(whereSeparator: { !$0.isNumber }).map(\.count).max() ?? 0
        if longestRun >= digitRun {
            return true
        }
        let parts = text.split(whereSeparator: { "-_.~$+:".contains($0) })
        return parts.contains(where: isRandom)
    }

    /// Indicates whether a text can begin with the number of a version or a date. Otherwise, a regular expression would
    /// be compiled for each of the many strings of a recording.
    private static func beginsWithNumber(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return false }
        let digits = [UInt8(ascii: "v"), UInt8(ascii: "V")].contains(first) ? text.utf8.dropFirst() : text.utf8[...]
        return digits.first?.isASCIIDigit ?? false
    }

    private static func isVersion(_ text: String) -> Bool {
        beginsWithNumber(text)
            && text.wholeMatch(of: #/[vV][0-9]+(?:\.[0-9]+)?(?:alpha|beta)?[0-9]*|[0-9]+\.[0-9]+/#) != nil
    }

    private static func isReleaseOrDate(_ text: String) -> Bool {
        beginsWithNumber(text)
            && text.wholeMatch(of: #/[vV]?[0-9]+\.[0-9]+\.[0-9].*|[0-9]{4}-[0-9]{2}-[0-9]{2}.*/#) != nil
    }

    /// Indicates whether a text has only characters of words that people write into programs. A custom verb of Google's
    /// follows a colon.
    private static func isWritten(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts[0]
        let hasName =
            !name.isEmpty
            && name.allSatisfy { byte in
                byte.isASCIIAlphanumeric || signs.contains(byte)
            }
        guard parts.count > 1 else {
            return hasName
        }
        return hasName && !parts[1].isEmpty && parts[1].allSatisfy(\.isASCIILetter)
    }

    private static let signs = Set("_.~$+-".utf8)

    /// Indicates whether a text is a hash or a UUID: at least seven hexadecimal digits, one of them not a letter.
    private static func isHash(_ text: String) -> Bool {
        guard text.utf8.count >= 7, text.utf8.contains(where: \.isASCIIDigit) else { return false }
        return text.utf8.allSatisfy { byte in
            byte.isASCIIDigit || hexadecimalLetters.contains(byte) || byte == UInt8(ascii: "-")
        }
    }

    private static let hexadecimalLetters = Set("abcdefABCDEF".utf8)

    /// Indicates whether a text looks like random letters and digits.
    private static func isRandom(_ part: Substring) -> Bool {
        var changes = 0
        for (byte, next) in zip(part.utf8, part.utf8.dropFirst()) where Kind(byte) != Kind(next) {
            changes += 1
        }
        let digits = part.utf8.count(where: \.isASCIIDigit)
        switch part.utf8.count {
        case ..<8: return false
        case 8..<20: return digits >= 2 && changes >= 3
        default: return digits >= 1 && changes >= 3
        }
    }

    /// The kinds of characters between which random texts change.
    private enum Kind {
        case smallLetter, capital, other

        init(_ byte: UInt8) {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): self = .smallLetter
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): self = .capital
            default: self = .other
            }
        }
    }
}
