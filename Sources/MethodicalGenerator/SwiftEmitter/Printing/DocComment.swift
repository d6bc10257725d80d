extension Printer {
    /// Writes text of the schema as a comment of about 100 columns. No text can end the comment.
    ///
    /// - Parameters:
    ///   - text: The text of the schema.
    ///   - first: The beginning of the first line.
    ///   - rest: The beginning of the other lines.
    mutating func doc(_ text: String, first: String = "/// ", rest: String = "/// ") {
        var clean = CommentText.clean(text)
        if clean.isEmpty { return }
        let width = max(40, 100 - indent.utf8.count - rest.utf8.count)
        let outer = indent
        var prefix = first
        var lines: [String] = []
        clean.withUTF8 { bytes in
            guard let base = bytes.baseAddress else { return }
            CommentText.wrap(base, bytes.count, width, &lines)
        }
        for line in lines {
            raw(outer)
            raw(line.isEmpty ? (prefix.utf8.last == 0x20 ? "///" : prefix) : prefix)
            if CommentText.isField(line) { raw("\\") }
            raw(line)
            raw("\n")
            prefix = rest
        }
    }
}

/// Functions that prepare text of the schema for a comment or an attribute.
package enum CommentText {
    /// Returns the text without control characters, characters that change the direction of text, repeated
    /// spaces and repeated empty lines. Lines end with a line feed.
    static func clean(_ text: String) -> String {
        var text = text
        let isKept = text.withUTF8 { bytes in
            guard let base = bytes.baseAddress else { return true }
            return isClean(base, bytes.count)
        }
        return isKept ? text : cleaned(text)
    }

    /// Returns the clean text as one line.
    package static func line(_ text: String) -> String {
        let clean = clean(text)
        return clean.holds(0x0A) ? clean.split(separator: "\n").joined(separator: " ") : clean
    }

    /// Indicates whether the text needs no change. It may return `false` for text that needs none.
    private static func isClean(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        var last: UInt8 = 0x20
        var i = 0
        while i < count {
            let byte = bytes[i]
            if byte < 0x20 || byte == 0x7F || (byte == 0x20 && last == 0x20) { return false }
            // The first bytes of hidden characters: U+0080, U+061C, U+2028, U+FEFF, U+E0000.
            if byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == 0xEF || byte == 0xF3 { return false }
            last = byte
            i += 1
        }
        return count == 0 || last != 0x20
    }

    private static func cleaned(_ text: String) -> String {
        var result = ""
        var pendingLines = 0
        var pendingSpace = false
        var afterReturn = false
        for scalar in text.unicodeScalars {
            let isFeed = scalar == "\n"
            if isFeed && afterReturn {
                afterReturn = false
                continue
            }
            afterReturn = scalar == "\r"
            switch scalar.value {
            case 0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: pendingLines += 1
            case 0x09, 0x20, 0xA0: pendingSpace = true
            default:
                if isHidden(scalar) { continue }
                if !result.isEmpty {
                    if pendingLines > 0 {
                        result += pendingLines > 1 ? "\n\n" : "\n"
                    } else if pendingSpace {
                        result += " "
                    }
                }
                pendingLines = 0
                pendingSpace = false
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns the text with a full stop, unless it already ends with a punctuation mark.
    static func sentence(_ text: String) -> String {
        switch text.utf8.last {
        case nil, 0x21, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F: text  // ! , . : ; ?
        default: text + "."
        }
    }

    /// Returns the text as Markdown code. A text with backticks is put between two of them.
    package static func code(_ text: String) -> String { text.holds(0x60) ? "`` " + text + " ``" : "`" + text + "`" }

    /// Returns a deprecation message as a sentence.
    static func deprecation(_ message: String?) -> String {
        let message = line(message ?? "")
        return message.isEmpty ? "Deprecated." : "Deprecated: " + sentence(message)
    }

    /// Indicates whether DocC would interpret a line as a field of the documentation, such as `- Returns:`.
    static func isField(_ line: String) -> Bool {
        // The list markers - * +
        guard let first = line.utf8.first, first == 0x2D || first == 0x2A || first == 0x2B else { return false }
        let word = line.dropFirst().drop { $0 == " " }.prefix { $0 != ":" && $0 != " " }.lowercased()
        return line.holds(0x3A)
            && (word == "parameters" || word == "parameter" || word == "returns" || word == "throws")
    }

    /// Indicates whether a character is a control character, is invisible, or changes the direction of text.
    static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
            0xE0000...0xE0FFF:
            true
        default: false
        }
    }

    /// Breaks the text into lines of at most `width` columns. A word that is longer than a line stays whole.
    static func wrap(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ width: Int, _ lines: inout [String]) {
        var start = 0
        var lastSpace = -1
        var columns = 0
        var columnsAtSpace = 0
        var i = 0
        while i <= count {
            let byte = i < count ? bytes[i] : 0x0A
            if byte == 0x20 || byte == 0x0A {
                if columns > width, lastSpace > start {
                    lines.append(slice(bytes, start, lastSpace))
                    start = lastSpace + 1
                    columns -= columnsAtSpace + 1
                }
                lastSpace = i
                columnsAtSpace = columns
            }
            if byte == 0x0A {
                lines.append(slice(bytes, start, i))
                start = i + 1
                lastSpace = i
                columns = -1
            }
            if byte & 0xC0 != 0x80 { columns += 1 }
            i += 1
        }
    }

    private static func slice(_ bytes: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> String {
        end <= start
            ? "" : String(decoding: UnsafeBufferPointer(start: bytes + start, count: end - start), as: UTF8.self)
    }
}
