/// The places of a text in which a secret is replaced.
///
/// The letters of a short secret occur in every sentence. If a token is `t`, "Couldn't connect" has to stay readable.
enum SecretScope {
    case anywhere
    /// Where neither a letter nor a digit stands beside the secret.
    case word
    /// Where the secret is a whole value: in quotation marks, after `=`, after `:` and before the end of a value, after
    /// `Bearer`, or as the whole text.
    case value

    /// The shortest secret that is replaced anywhere, in bytes.
    private static let lengthAnywhere = 4
    /// The shortest secret that is replaced as a word, in bytes, unless it consists of letters.
    private static let lengthOfWord = 2

    /// Determines the places for a secret.
    init(of secret: [UInt8]) {
        let hasOnlyLetters = secret.allSatisfy(Self.isLetter)
        switch secret.count {
        case Self.lengthAnywhere...:
            self = .anywhere
        case Self.lengthOfWord... where !hasOnlyLetters:
            self = .word
        default:
            self = .value
        }
    }

    /// Indicates whether a range of a text is such a place.
    func contains(_ range: Range<Int>, of text: [UInt8]) -> Bool {
        switch self {
        case .anywhere: true
        case .word: Self.isWord(range, of: text)
        case .value: Self.isWord(range, of: text) && Self.isValue(range, of: text)
        }
    }

    private static func isWord(_ range: Range<Int>, of text: [UInt8]) -> Bool {
        let neighbours = [text[..<range.lowerBound].last, text[range.upperBound...].first]
        return neighbours.allSatisfy { neighbour in
            guard let neighbour else { return true }
            return !isLetter(neighbour) && !isDigit(neighbour)
        }
    }

    private static func isValue(_ range: Range<Int>, of text: [UInt8]) -> Bool {
        let before = text[..<range.lowerBound]
        let next = text[range.upperBound...].first
        switch before.last {
        case nil:
            return next == nil
        case UInt8(ascii: "="):
            return true
        case let mark? where "\"'`".utf8.contains(mark):
            return next == mark
        default:
            break
        }
        let isAfterScheme = before.suffix(scheme.count).elementsEqual(scheme) { $0 | 0x20 == $1 | 0x20 }
        let label = before.last { $0 != UInt8(ascii: " ") }
        let isAfterLabel = label == UInt8(ascii: ":")
        guard isAfterScheme || isAfterLabel else {
            return false
        }
        guard let next else {
            return true
        }
        return ",;&})]<\"'\r\n".utf8.contains(next)
    }

    /// The scheme before the token in `Authorization`, which servers repeat.
    private static let scheme = Array("bearer ".utf8)

    private static func isLetter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x41...0x5A, 0x61...0x7A, 0x80...: true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte
    }
}
