/// Excerpts from responses that are safe to show: short, and without characters that control a terminal.
enum Excerpt {
    /// The largest length of an excerpt in bytes.
    static var limit: Int { 80 }

    /// Returns the beginning of a text.
    static func text(of text: String) -> String {
        self.text(of: Array(text.utf8)[...])
    }

    /// Returns the beginning of a text, at most 80 bytes of complete characters.
    static func text(of bytes: ArraySlice<UInt8>) -> String {
        var end = bytes.endIndex
        if bytes.count > limit {
            end = bytes.startIndex + limit
            while end > bytes.startIndex, bytes[end].continuesCharacter {
                end -= 1
            }
        }
        let text = plain(String(decoding: bytes[..<end], as: UTF8.self))
        guard end < bytes.endIndex else {
            return text
        }
        return text + "…"
    }

    /// Replaces control characters, including line ends, with spaces.
    static func plain(_ text: String) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value
        }

        guard text.unicodeScalars.contains(where: isControl) else {
            return text
        }
        var plain = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            plain.append(isControl(scalar) ? " " : scalar)
        }
        return String(plain)
    }
}

/// Excerpts for errors.
extension JSONDocument {
    /// Returns the text around a failure in a form that can be shown. `…` marks an end that is cut off.
    func excerpt(around offset: Int, _ text: (Range<Int>) -> String) -> String {
        let range = excerptRange(around: offset)
        var excerpt = Excerpt.plain(text(range))
        if range.lowerBound > 0 {
            excerpt = "…" + excerpt
        }
        if range.upperBound < count {
            excerpt += "…"
        }
        return excerpt
    }

    /// Returns the range around an offset: at most 80 bytes of complete characters.
    func excerptRange(around offset: Int) -> Range<Int> {
        var start = max(0, offset - 30)
        var end = min(count, offset + 50)
        while start > 0, start < offset, base[start].continuesCharacter {
            start += 1
        }
        while end < count, end > offset, base[end].continuesCharacter {
            end -= 1
        }
        return start..<max(start, end)
    }
}
