import MethodicalGenerator

/// Documentation comments made from the descriptions in a document.
enum Descriptions {
    /// The number of characters after which no further paragraph is taken.
    private static let enough = 240
    /// The greatest number of characters of a description.
    private static let most = 480

    /// Returns the part of a text that a doc comment needs: the first paragraphs, without headings, tables, code and
    /// images, in Markdown. Returns `nil` if nothing is left.
    static func trimmed(_ text: String?) -> String? {
        guard let text else { return nil }
        // A description of megabytes is not worth the time.
        let plain = withoutTags(String(text.prefix(4_000)))
        var result: [String] = []
        var count = 0
        for paragraph in paragraphs(of: plain).map(withoutRelativeLinks) {
            if count > 0, count + paragraph.count > most {
                break
            }
            result.append(sentences(of: paragraph, limit: most))
            count += paragraph.count
            if count >= enough {
                break
            }
        }
        // A paragraph that announces a list says nothing without it.
        if result.count > 1,
            result.last?.hasSuffix(":") == true
        {
            result.removeLast()
        }
        if result.isEmpty {
            return nil
        }
        return result.joined(separator: "\n\n")
    }

    /// Returns the paragraphs of a Markdown text, each on one line.
    private static func paragraphs(of text: String) -> [String] {
        var found: [String] = []
        var lines: [String] = []
        var isInCode = false
        func end() {
            if !lines.isEmpty {
                found.append(lines.joined(separator: " "))
            }
            lines = []
        }
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            var words = line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            // Some vendors escape the marks of their lists.
            if ["\\* ", "\\- "].contains(where: words.hasPrefix) {
                words.removeFirst()
            }
            // A backslash at the end of a line is a hard line break (CommonMark, section 6.7).
            let hasHardBreak = words.hasSuffix("\\")
            if hasHardBreak {
                words.removeLast()
            }
            // The text below a heading belongs to another subject.
            if words.hasPrefix("#"),
                !isInCode,
                !(found.isEmpty && lines.isEmpty)
            {
                break
            }
            if words.hasPrefix("```") || words.hasPrefix("~~~") {
                end()
                isInCode.toggle()
                continue
            }
            let isSkipped = isInCode || ["#", "|", "!["].contains(where: words.hasPrefix) || line.hasPrefix("    ")
            let isListItem =
                ["- ", "* ", "+ ", "> "].contains(where: words.hasPrefix)
                || words.first?.isNumber == true
                    && words.drop(while: \.isNumber).hasPrefix(". ")
            if words.isEmpty || isSkipped || isListItem || words.allSatisfy({ "-=*_".contains($0) }) {
                end()
                if isListItem, !isSkipped {
                    found.append(words)
                }
                continue
            }
            lines.append(words)
            if hasHardBreak {
                end()
            }
        }
        end()
        return found
    }

    /// Returns a text with `[words](/path)` replaced by the words, because a doc comment has no address that the path
    /// is relative to.
    private static func withoutRelativeLinks(_ text: String) -> String {
        guard text.contains("](") else {
            return text
        }
        var result = ""
        var rest = text[...]
        while let middle = rest.firstRange(of: "]("),
            let close = rest[middle.upperBound...].firstIndex(of: ")")
        {
            let isAbsolute = rest[middle.upperBound...].hasPrefix("http")
            let before = rest[..<middle.lowerBound]
            if !isAbsolute,
                let open = before.lastIndex(of: "[")
            {
                result += before[..<open] + before[before.index(after: open)...]
            } else {
                result += rest[...close]
            }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// Returns the first sentences of a paragraph that fit into the limit. A longer sentence is cut at a word.
    private static func sentences(of paragraph: String, limit: Int) -> String {
        guard paragraph.count > limit else {
            return paragraph
        }
        let start = paragraph.prefix(limit)
        var end: String.Index?
        var previous: Character = " "
        for index in start.indices {
            if start[index] == " ",
                ".!?".contains(previous)
            {
                end = index
            }
            previous = start[index]
        }
        if let end {
            return String(start[..<end])
        }
        guard let space = start.lastIndex(of: " ") else {
            return String(start) + "…"
        }
        return String(start[..<space]) + " …"
    }
}

// MARK: HTML

extension Descriptions {
    /// Returns a text with HTML's elements as Markdown: links, code and paragraphs. Other tags are removed.
    private static func withoutTags(_ text: String) -> String {
        guard text.contains("<") || text.contains("&") else {
            return text
        }
        var result = ""
        var rest = text[...]
        var link: String?
        while let open = rest.firstIndex(of: "<") {
            result += rest[..<open]
            rest = rest[open...]
            guard let close = rest.firstIndex(of: ">"),
                let tag = Tag(rest[...close])
            else {
                result.append("<")
                rest = rest.dropFirst()
                continue
            }
            rest = rest[rest.index(after: close)...]
            switch tag.name {
            case "a":
                result += "["
                link = tag.address
            case "/a":
                result += link.map { "](\($0))" } ?? "]"
                link = nil
            case "code", "/code", "tt", "/tt":
                result += "`"
            case "b", "/b", "strong", "/strong":
                result += "**"
            case "p", "/p", "br", "br/", "/ul", "/ol", "div", "/div", "/table", "/tr", "/h1", "/h2", "/h3":
                result += "\n\n"
            case "li":
                result += "\n- "
            default:
                break
            }
        }
        let text = (result + rest).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
        return
            text
            .replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'")
            .replacing("&nbsp;", with: " ")
            .replacing("&amp;", with: "&")
    }

    /// A tag of HTML.
    private struct Tag {
        var name: String
        /// The `href` of a link.
        var address: String?

        /// Reads a tag between angle brackets. Returns `nil` for other texts in brackets.
        init?(_ text: Substring) {
            let inner = text.dropFirst().dropLast()
            name = inner.prefix { !$0.isWhitespace }.lowercased()
            guard let first = name.first(where: { $0 != "/" }),
                first.isLetter,
                first.isASCII,
                name.count <= 12,
                name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "/" })
            else { return nil }
            if let start = inner.range(of: "href=\"") ?? inner.range(of: "href='") {
                address = String(inner[start.upperBound...].prefix { $0 != "\"" && $0 != "'" })
            }
        }
    }
}

extension Substring {
    /// Returns the range of the first occurrence of a text.
    fileprivate func range(of text: String) -> Range<Index>? {
        ranges(of: text).first
    }
}
