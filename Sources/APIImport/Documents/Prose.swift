/// The texts of documents in the length of documentation comments.
enum Prose {
    /// The greatest number of characters of a description. A longer one ends with its last complete sentence, as long as
    /// there is one.
    static let limit = 700

    /// Returns a description without space around it and without the sentences beyond the limit.
    static func trimmed(_ text: String, limit: Int = limit) -> String {
        let text = String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        guard text.count > limit else { return text }
        let start = text.prefix(limit)
        var end: String.Index?
        var previous: Character = " "
        for index in start.indices {
            if start[index].isWhitespace, ".!?".contains(previous) || start[index].isNewline { end = index }
            previous = start[index]
        }
        // A single word of this length is no prose, but it has no better end either.
        guard let cut = end ?? start.lastIndex(where: \.isWhitespace) else { return start + "…" }
        return trimmed(String(start[..<cut])) + (end == nil ? " …" : "")
    }

    /// Returns the first sentence of a text.
    static func firstSentence(_ text: String) -> String {
        let text = trimmed(text, limit: 300)
        var previous: Character = " "
        for index in text.indices {
            if text[index].isWhitespace, ".!?".contains(previous) || text[index].isNewline {
                return trimmed(String(text[..<index]))
            }
            previous = text[index]
        }
        return text
    }
}
