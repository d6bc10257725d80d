/// Reads a Swift source word by word and sign by sign, without comments and without the contents of strings.
///
/// It is exact enough for declarations. A regular expression with a quote in it costs the rest of its line.
struct SwiftScanner {
    /// The token for the end of a line, at which a list of cases ends.
    static let endOfLine = "\n"

    private let bytes: [UInt8]
    private var index = 0

    init(_ source: String) {
        bytes = Array(source.utf8)
    }

    /// Returns the next token and steps over it.
    mutating func next() -> String? {
        skipIgnored()
        guard index < bytes.count else {
            return nil
        }
        let start = index
        index += 1
        if Self.isPartOfWord(bytes[start]) {
            while index < bytes.count, Self.isPartOfWord(bytes[index]) {
                index += 1
            }
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Returns the next token without stepping over it.
    func upcoming() -> String? {
        var copy = self
        return copy.next()
    }

    /// Steps over everything up to the brace that closes the one before, and over that brace.
    mutating func skipBody() {
        var depth = 1
        while depth > 0 {
            skipIgnored()
            guard index < bytes.count else {
                return
            }
            switch bytes[index] {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            default: break
            }
            index += 1
        }
    }

    /// Steps over spaces, comments and strings, and over the backticks around names.
    private mutating func skipIgnored() {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "`"):
                index += 1
            case UInt8(ascii: "\""):
                skipString()
            case UInt8(ascii: "/") where isNext(UInt8(ascii: "/")):
                skipLine()
            case UInt8(ascii: "/") where isNext(UInt8(ascii: "*")):
                skipComment()
            default:
                return
            }
        }
    }

    /// Indicates whether a byte follows the current one.
    private func isNext(_ byte: UInt8) -> Bool {
        index + 1 < bytes.count && bytes[index + 1] == byte
    }

    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...: true
        default: false
        }
    }

    private mutating func skipLine() {
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
            index += 1
        }
    }

    private mutating func skipComment() {
        index += 2
        while index < bytes.count, !(bytes[index] == UInt8(ascii: "*") && isNext(UInt8(ascii: "/"))) {
            index += 1
        }
        index += 2
    }

    private var isAtThreeQuotes: Bool {
        bytes[index...].prefix(3).elementsEqual([UInt8](repeating: UInt8(ascii: "\""), count: 3))
    }

    /// Steps over a string with the expressions in it. A string of one quote ends with its line at the latest.
    private mutating func skipString() {
        guard !isAtThreeQuotes else {
            index += 3
            while index < bytes.count, !(bytes[index] == UInt8(ascii: "\"") && isAtThreeQuotes) {
                index += 1
            }
            index += 3
            return
        }
        index += 1
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\n"):
                return
            case UInt8(ascii: "\""):
                index += 1
                return
            case UInt8(ascii: "\\") where isNext(UInt8(ascii: "(")):
                skipInterpolation()
            case UInt8(ascii: "\\"):
                index += 2
            default:
                index += 1
            }
        }
    }

    private mutating func skipInterpolation() {
        index += 2
        var depth = 1
        while index < bytes.count, depth > 0 {
            switch bytes[index] {
            case UInt8(ascii: "\n"):
                return
            case UInt8(ascii: "\""):
                skipString()
                continue
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            default: break
            }
            index += 1
        }
    }
}
