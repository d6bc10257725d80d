/// A writer of indented code. Scopes are closures, so that every brace is closed.
package struct Printer {
    package private(set) var text = ""
    /// The white space at the beginning of lines.
    private var indent = ""
    /// The declarations that come at the end of the file.
    private var last: [(inout Printer) -> Void] = []

    package init() {}

    /// Writes a line.
    package mutating func line(_ parts: String...) {
        text += indent
        for part in parts {
            text += part
        }
        text += "\n"
    }

    /// Writes an empty line.
    package mutating func blank() { text += "\n" }

    /// Writes a head with a body in braces.
    mutating func block(_ head: String, body: (inout Printer) -> Void) {
        line(head, " {")
        nest(body)
        line("}")
    }

    /// Writes a body with deeper indentation.
    mutating func nest(_ body: (inout Printer) -> Void) {
        let outer = indent
        indent += "    "
        body(&self)
        indent = outer
    }

    /// Writes a declaration at the end of the file, outside of all others.
    mutating func atEnd(_ body: @escaping (inout Printer) -> Void) {
        last.append(body)
    }

    /// Writes the declarations that come at the end of the file below a line that introduces them.
    mutating func end(_ introduction: String) {
        if last.isEmpty {
            return
        }
        blank()
        line(introduction)
        for body in last {
            blank()
            body(&self)
        }
        last = []
    }

    /// Writes something for each element, with an empty line or another separator between them.
    mutating func separated<Element>(
        _ elements: [Element], by separator: String? = nil, body: (Element, inout Printer) -> Void
    ) {
        for (index, element) in elements.enumerated() {
            if index > 0 {
                separate(by: separator)
            }
            body(element, &self)
        }
    }

    private mutating func separate(by separator: String?) {
        if let separator {
            line(separator)
        } else {
            blank()
        }
    }

    /// Writes a list with a line for each item.
    mutating func list(_ head: String, items: [String], tail: String) {
        line(head)
        nest { out in
            for item in Self.punctuated(items, tail: tail) {
                out.line(item)
            }
        }
    }

    /// Returns the items with a comma behind each of them but the last one, which gets the tail.
    private static func punctuated(_ items: [String], tail: String) -> [String] {
        guard let last = items.last else { return [] }
        return items.dropLast().map { $0 + "," } + [last + tail]
    }

    /// Writes a list on one line, or on as few lines as possible below its head if the line would be longer than 120
    /// columns.
    mutating func filled(_ head: String, items: [String], tail: String) {
        let whole = head + items.joined(separator: ", ") + tail
        if fits(whole.utf8.count) {
            return line(whole)
        }
        line(head)
        nest { out in
            var text = ""
            for item in Self.punctuated(items, tail: tail) {
                let width = text.utf8.count + 1 + item.utf8.count
                if !text.isEmpty, !out.fits(width) {
                    out.line(text)
                    text = ""
                }
                if !text.isEmpty {
                    text += " "
                }
                text += item
            }
            out.line(text)
        }
    }

    /// Writes a string literal between a head and a tail. A long text is split after its commas.
    mutating func text(_ head: String, text: String, tail: String) {
        let literal = literal(text)
        if fits(head.utf8.count + literal.utf8.count + tail.utf8.count) {
            return line(head, literal, tail)
        }
        var start = head
        if start.hasSuffix(" ") {
            start.removeLast()
        }
        line(start)
        nest { out in
            let quotes = "\"\"\""
            out.line(quotes)
            let content = literal.dropFirst().dropLast()
            let pieces = content.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            var line = ""
            for piece in Self.punctuated(pieces, tail: "") {
                let width = line.utf8.count + piece.utf8.count + "\\".utf8.count
                if !line.isEmpty, !out.fits(width) {
                    out.line(line, "\\")
                    line = ""
                }
                line += piece
            }
            out.line(line)
            out.line(quotes, tail)
        }
    }

    /// The greatest width of a line, unless a single word is longer.
    private static let columns = 120

    /// Indicates whether a text of the given width fits into a line.
    private func fits(_ width: Int) -> Bool {
        indent.utf8.count + width <= Self.columns
    }

    /// Writes a function. If its head is longer than 120 columns, each parameter gets its own line.
    mutating func signature(_ head: String, parameters: [String], tail: String, body: (inout Printer) -> Void) {
        let joined = parameters.joined(separator: ", ")
        let whole = "\(head)(\(joined))\(tail)"
        if fits(whole.utf8.count + " {".utf8.count) {
            return block(whole, body: body)
        }
        list(head + "(", items: parameters, tail: "")
        block(")" + tail, body: body)
    }

    /// Writes a computed property, on one line if that has at most 120 columns.
    mutating func accessors(_ head: String, getter: String, setter: String) {
        let whole = "\(head) { \(getter) \(setter) }"
        if fits(whole.utf8.count) {
            return line(whole)
        }
        block(head) { out in
            out.line(getter)
            out.line(setter)
        }
    }

    /// Writes text of the schema as a comment of about 100 columns. No text can end the comment.
    ///
    /// - Parameters:
    ///   - text: The text of the schema.
    ///   - first: The beginning of the first line.
    ///   - rest: The beginning of the other lines.
    mutating func doc(_ text: String, first: String = "/// ", rest: String = "/// ") {
        let clean = CommentText.clean(text)
        if clean.isEmpty {
            return
        }
        let width = max(40, 100 - indent.utf8.count - rest.utf8.count)
        // The label of a parameter makes its first line longer.
        let rightOfFirst = Self.columns - indent.utf8.count - first.utf8.count
        let firstWidth = min(width, max(40, rightOfFirst))
        var prefix = first
        for line in CommentText.wrapped(clean, to: width, firstLine: firstWidth) {
            if line.isEmpty, prefix.hasSuffix(" ") {
                self.line("///")
            } else if CommentText.isField(line) {
                self.line(prefix, "\\", line)
            } else {
                self.line(prefix, line)
            }
            prefix = rest
        }
    }

    /// Writes the attribute of a deprecated declaration.
    mutating func attribute(for deprecation: Deprecation) {
        let message = CommentText.line(deprecation.message ?? "")
        if message.isEmpty {
            line("@available(*, deprecated)")
        } else {
            line("@available(*, deprecated, message: ", literal(message), ")")
        }
    }
}
