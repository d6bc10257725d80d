/// Writes lines of code. Scopes are closures: what opens a brace closes it.
struct Printer {
    private(set) var text = ""
    private(set) var indent = ""

    init(capacity: Int = 0) { text.reserveCapacity(capacity) }

    mutating func line(_ parts: String...) {
        text += indent
        var i = 0
        while i < parts.count {
            text += parts[i]
            i += 1
        }
        text += "\n"
    }

    mutating func blank() { text += "\n" }

    mutating func block(_ head: String..., body: (inout Printer) -> Void) {
        text += indent
        for part in head { text += part }
        text += " {\n"
        nest(body)
        line("}")
    }

    mutating func nest(_ body: (inout Printer) -> Void) {
        let outer = indent
        indent += "    "
        body(&self)
        indent = outer
    }

    /// Writes text as it is.
    mutating func raw(_ string: String) { text += string }
}

extension Printer {
    /// A function's head on one line, or a line for each parameter where it would be too long.
    mutating func signature(_ head: String, _ parameters: [String], _ tail: String, body: (inout Printer) -> Void) {
        var length = indent.utf8.count + head.utf8.count + tail.utf8.count
        for parameter in parameters { length += parameter.utf8.count + 2 }
        if length <= 120 {
            block(head, "(", parameters.joined(separator: ", "), ")", tail, body: body)
            return
        }
        line(head, "(")
        nest { out in
            var i = 0
            while i < parameters.count {
                out.line(parameters[i], i + 1 < parameters.count ? "," : "")
                i += 1
            }
        }
        block(")", tail, body: body)
    }
}
