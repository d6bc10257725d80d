import Foundation

/// The text of a URL as the server sent it. It may not be a valid URL.
public struct URLString: APIEngine.RawScalar, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The text as the server sent it.
    public var rawValue: String

    /// Creates a value from text, without a check of its form.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates a value from text, without a check of its form.
    public init(_ text: String) { rawValue = text }
    /// Creates the text of a URL.
    public init(_ url: URL) { rawValue = url.absoluteString }

    /// The URL, read as a browser reads it, or `nil` if the text gives none.
    ///
    /// White space around the text is ignored, characters that are not allowed after the host are escaped, and `//host`
    /// becomes `https://host`.
    public var url: URL? {
        let oneLine = rawValue.filter { !$0.isNewline && $0 != "\t" }
        var text = oneLine.trimmingCharacters(in: .whitespaces)[...]
        if text.hasPrefix("//") {
            text = "https:" + text
        }

        // Foundation writes the host. The rest is escaped here, because Foundation escapes existing escapes again if it
        // finds a fault.
        func isEnd(_ character: Character) -> Bool {
            "/?#".contains(character)
        }

        let scheme = text.prefix { !isEnd($0) }
        var host = text.startIndex
        if scheme.last == ":", text[scheme.endIndex...].hasPrefix("//") {
            host = text[scheme.endIndex...].dropFirst(2).firstIndex(where: isEnd) ?? text.endIndex
        }
        var rest: [UInt8] = []
        for (place, part) in text[host...].split(separator: "#", omittingEmptySubsequences: false).enumerated() {
            switch place {
            case 0: break
            case 1: rest += "#".utf8
            default: rest += "%23".utf8
            }
            PercentEncoding.append(literal: part.utf8, to: &rest)
        }
        return URL(string: text[..<host] + String(decoding: rest, as: UTF8.self))
    }
}
