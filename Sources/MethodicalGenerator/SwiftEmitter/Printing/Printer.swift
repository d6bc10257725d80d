/// A writer of indented code. Scopes are closures, so that every brace is closed.
package struct Printer {
    package private(set) var text = ""
    /// The white space at the beginning of lines.
    private(set) var indent = ""

    package init() {}

    /// Writes a line.
    package mutating func line(_ parts: String...) {
        text += indent
        for part in parts { text += part }
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

    /// Writes something for each element, with an empty line or another separator between them.
    mutating func separated<Element>(
        _ elements: [Element], by separator: String? = nil, body: (Element, inout Printer) -> Void
    ) {
        for (place, element) in elements.enumerated() {
            if place > 0 { separator.map { line($0) } ?? blank() }
            body(element, &self)
        }
    }

    /// Writes a list with a line for each item.
    mutating func list(_ head: String, _ items: [String], _ tail: String) {
        line(head)
        nest { out in
            for (place, item) in items.enumerated() { out.line(item, place + 1 < items.count ? "," : tail) }
        }
    }

    /// Writes a function. If its head is longer than 120 columns, each parameter gets its own line.
    mutating func signature(_ head: String, _ parameters: [String], _ tail: String, body: (inout Printer) -> Void) {
        let length = indent.utf8.count + head.utf8.count + tail.utf8.count
        if parameters.reduce(length, { $0 + $1.utf8.count + 2 }) <= 120 {
            return block(head + "(" + parameters.joined(separator: ", ") + ")" + tail, body: body)
        }
        list(head + "(", parameters, "")
        block(")" + tail, body: body)
    }

    /// Writes text of the schema as a comment of about 100 columns. No text can end the comment.
    ///
    /// - Parameters:
    ///   - text: The text of the schema.
    ///   - first: The beginning of the first line.
    ///   - rest: The beginning of the other lines.
    mutating func doc(_ text: String, first: String = "/// ", rest: String = "/// ") {
        let clean = CommentText.clean(text)
        if clean.isEmpty { return }
        let width = max(40, 100 - indent.utf8.count - rest.utf8.count)
        var prefix = first
        for line in CommentText.wrapped(clean, width) {
            if line.isEmpty, prefix.hasSuffix(" ") {
                self.line("///")
            } else {
                self.line(prefix, CommentText.isField(line) ? "\\" : "", line)
            }
            prefix = rest
        }
    }

    /// Writes the attribute of a deprecated declaration.
    mutating func attribute(_ deprecation: Deprecation) {
        let message = CommentText.line(deprecation.message ?? "")
        line("@available(*, deprecated", message.isEmpty ? "" : ", message: " + literal(message), ")")
    }
}
