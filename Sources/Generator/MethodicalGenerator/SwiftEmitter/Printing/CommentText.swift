/// Functions that prepare text of the schema for a comment or an attribute.
package enum CommentText {
    /// Returns the text without hidden characters, repeated spaces and repeated empty lines. Lines end with a line
    /// feed.
    static func clean(_ text: String) -> String {
        // Most texts are plain. Only these characters could need a change in a text of ASCII.
        var last: UInt8 = 0x20
        let isClean = text.allBytes { byte in
            defer { last = byte }
            let isPrinted = byte >= 0x20 && byte < 0x7F
            let repeatsSpace = byte == 0x20 && last == 0x20
            return isPrinted && !repeatsSpace
        }
        if isClean, last != 0x20 {
            return text
        }
        return cleaned(text)
    }

    private static func cleaned(_ text: String) -> String {
        let breaks = "\n\r\u{0B}\u{0C}\u{85}\u{2028}\u{2029}".unicodeScalars
        let scalars = text.replacing("\r\n", with: "\n").unicodeScalars
        let lines = scalars.split(omittingEmptySubsequences: false) { breaks.contains($0) }
        let paragraphs = lines.map(cleanedLine).split(separator: "")
        let texts = paragraphs.map { $0.joined(separator: "\n") }
        return texts.joined(separator: "\n\n")
    }

    private static func cleanedLine(_ line: Substring.UnicodeScalarView) -> String {
        let words = line.split { $0 == " " || $0 == "\t" || $0 == "\u{A0}" }
        let visible = words.map { word in
            String(word).replacingHidden { _ in "" }
        }
        return visible.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns the clean text as one line.
    package static func line(_ text: String) -> String {
        let clean = clean(text)
        if isLine(clean) {
            return clean
        }
        return clean.split(separator: "\n").joined(separator: " ")
    }

    /// Returns the text with a full stop, unless it already ends with a punctuation mark.
    static func sentence(_ text: String) -> String {
        guard let last = text.last, !"!,.:;?".contains(last) else {
            return text
        }
        return text + "."
    }

    /// Returns the text as Markdown code. A text with backticks is put between two of them.
    package static func code(_ text: String) -> String {
        let hasBackticks = !text.allBytes { $0 != 0x60 }
        if hasBackticks {
            return "`` \(text) ``"
        }
        return "`\(text)`"
    }

    /// Returns a deprecation message as a sentence.
    static func deprecation(for message: String?) -> String {
        let message = line(message ?? "")
        if message.isEmpty {
            return "Deprecated."
        }
        return "Deprecated: " + sentence(message)
    }

    /// Indicates whether DocC would interpret a line as a field of the documentation, such as `- Returns:`.
    static func isField(_ line: String) -> Bool {
        guard let first = line.utf8.first, "-*+".utf8.contains(first) else {
            return false
        }
        guard line.contains(":") else { return false }
        let item = line.dropFirst().drop { $0 == " " }
        let word = item.prefix { $0 != ":" && $0 != " " }
        return ["parameters", "parameter", "returns", "throws"].contains(word.lowercased())
    }

    /// Returns the lines of a clean text, each of at most `width` columns. A word that is longer stays whole.
    ///
    /// - Parameter firstWidth: The width of the first line, or `nil` if it has that of the others.
    static func wrapped(_ text: String, to width: Int, firstLine firstWidth: Int? = nil) -> [String] {
        let firstWidth = firstWidth ?? width
        if text.utf8.count <= firstWidth, isLine(text) {
            return [text]
        }
        var lines: [String] = []
        for paragraph in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if lines.isEmpty {
                lines = wrapped(paragraph, to: width, firstWidth: firstWidth)
            } else {
                lines += wrapped(paragraph, to: width, firstWidth: width)
            }
        }
        return lines
    }

    /// Returns the lines of a text without line breaks.
    private static func wrapped(_ paragraph: Substring.UTF8View, to width: Int, firstWidth: Int) -> [String] {
        if paragraph.count <= firstWidth {
            return [String(Substring(paragraph))]
        }
        var lines: [String] = []
        var limit = firstWidth
        var start = paragraph.startIndex
        var end = start
        // The columns of the line so far. The first word has no space before it.
        var columns = -1
        for word in paragraph.split(separator: 0x20) {
            // A character has one byte that does not continue another one.
            let length = word.count { $0 & 0xC0 != 0x80 }
            columns += 1 + length
            if columns > limit, end > start {
                lines.append(String(Substring(paragraph[start..<end])))
                start = word.startIndex
                columns = length
                limit = width
            }
            end = word.endIndex
        }
        lines.append(String(Substring(paragraph[start..<end])))
        return lines
    }

    /// Indicates whether a text has no line breaks.
    private static func isLine(_ text: String) -> Bool {
        text.allBytes { $0 != 0x0A }
    }
}
