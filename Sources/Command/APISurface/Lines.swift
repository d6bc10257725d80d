import MethodicalGenerator

extension String {
    /// The lines of a text from a schema, without hidden characters. Empty lines in a row are one.
    var printableLines: [String] {
        var lines: [String] = []
        for line in split(omittingEmptySubsequences: false, whereSeparator: Self.isLineBreak) {
            let text = String(line).replacing("\t", with: "    ").trimmingSpacesAtEnd.printable
            let repeatsEmptyLine = text.isEmpty && lines.last?.isEmpty != false
            if !repeatsEmptyLine {
                lines.append(text)
            }
        }
        if lines.last?.isEmpty == true {
            lines.removeLast()
        }
        return lines
    }

    /// The text of a schema on one line, without hidden characters.
    package var printableLine: String {
        let lines = printableLines.map { $0.drop { $0 == " " } }
        return lines.filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Indicates whether a character is the end of a line. Other separators of lines are hidden characters.
    private static func isLineBreak(_ character: Character) -> Bool {
        character == "\n" || character == "\r\n" || character == "\r"
    }

    private var trimmingSpacesAtEnd: String {
        var text = self
        while text.last == " " {
            text.removeLast()
        }
        return text
    }
}

extension String {
    /// The text quoted so that a shell takes it as one word.
    package var shellWord: String {
        let needsNoQuotes = allSatisfy { character in
            character.isLetter || character.isNumber || "/._-:@%+=,^".contains(character)
        }
        if !isEmpty, needsNoQuotes {
            return self
        }
        return "'" + replacing("'", with: #"'\''"#) + "'"
    }
}
