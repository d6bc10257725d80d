/// The places of a text in which a secret is replaced.
///
/// The letters of a short secret occur in every sentence. If a token is `t`, "Couldn't connect" has to stay readable.
enum SecretScope {
    case anywhere
    /// Places with neither a letter nor a digit beside the secret.
    case word
    /// Places of a whole value: in quotation marks, between tags, after `=`, after `:` and before the end of
    /// a value, after `Bearer` or another scheme of `Authorization`, or as the whole text.
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
        case UInt8(ascii: ">"):
            return next == UInt8(ascii: "<")
        default:
            break
        }
        let label = before.last { $0 != UInt8(ascii: " ") }
        let isAfterLabel = label == UInt8(ascii: ":")
        guard isAfterLabel || isAfterScheme(before) else {
            return false
        }
        guard let next else {
            return true
        }
        return ",;&})]<\"'\r\n".utf8.contains(next)
    }

    /// Indicates whether a text ends with the scheme of a token: with `Bearer `, which servers repeat without the name
    /// of the header field, or with any scheme after the name, as `Authorization: Token `.
    private static func isAfterScheme(_ before: ArraySlice<UInt8>) -> Bool {
        guard before.last == UInt8(ascii: " ") else {
            return false
        }
        let text = before.dropLast()
        if hasSuffix(text, bearer) {
            return true
        }
        let beforeScheme = dropping(from: text) { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
        let fieldName = dropping(from: beforeScheme) { " :=\"'\\".utf8.contains($0) }
        return hasSuffix(fieldName, authorization)
    }

    private static let bearer = Array("bearer".utf8)
    private static let authorization = Array("authorization".utf8)

    /// Indicates whether a text ends with a word, whatever the case of its letters.
    private static func hasSuffix(_ text: ArraySlice<UInt8>, _ word: [UInt8]) -> Bool {
        text.suffix(word.count).elementsEqual(word) { $0 | 0x20 == $1 }
    }

    /// Returns a text without the bytes at its end that satisfy a condition.
    private static func dropping(
        from text: ArraySlice<UInt8>,
        while isDropped: (UInt8) -> Bool
    ) -> ArraySlice<UInt8> {
        let end = text.lastIndex { !isDropped($0) }.map { $0 + 1 }
        return text[..<(end ?? text.startIndex)]
    }

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
