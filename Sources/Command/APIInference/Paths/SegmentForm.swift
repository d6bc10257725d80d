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
        } else if text.wholeMatch(of: #/[vV][0-9]+(?:\.[0-9]+)?(?:alpha|beta)?[0-9]*|[0-9]+\.[0-9]+/#) != nil {
            self = .version
        } else if text.utf8.allSatisfy(Self.isDigit) {
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
        // A custom verb of Google's follows a colon.
        guard text.wholeMatch(of: #/[A-Za-z0-9_.~$+-]+(?::[A-Za-z]+)?/#) != nil else {
            return true
        }
        let isHash = text.wholeMatch(of: #/[0-9a-fA-F-]{7,}/#) != nil && text.utf8.contains(where: isDigit)
        let isRange = text.contains("...")
        let isRelease = text.wholeMatch(of: #/[vV]?[0-9]+\.[0-9]+\.[0-9].*/#) != nil
        if isHash || isRange || isRelease {
            return true
        }
        let ending = text.split(separator: ".").last.map(String.init) ?? ""
        if ending.count < text.count, fileEndings.contains(ending.lowercased()) {
            return true
        }
        if text.wholeMatch(of: #/[0-9]{4}-[0-9]{2}-[0-9]{2}.*/#) != nil {
            return true
        }
        let longestRun = text.split(whereSeparator: { !$0.isNumber }).map(\.count).max() ?? 0
        if longestRun >= digitRun {
            return true
        }
        let parts = text.split(whereSeparator: { "-_.~$+:".contains($0) })
        return parts.contains(where: isRandom)
    }

    /// Indicates whether a text looks like random letters and digits.
    private static func isRandom(_ part: Substring) -> Bool {
        var changes = 0
        var kind: Int?
        for byte in part.utf8 {
            let next = Self.kind(of: byte)
            if let kind, kind != next {
                changes += 1
            }
            kind = next
        }
        let digits = part.utf8.count(where: isDigit)
        switch part.utf8.count {
        case ..<8: return false
        case 8..<20: return digits >= 2 && changes >= 3
        default: return digits >= 1 && changes >= 3
        }
    }

    /// Returns a number for small letters, one for capitals and one for digits.
    private static func kind(of byte: UInt8) -> Int {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): 0
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): 1
        default: 2
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
}
