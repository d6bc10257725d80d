/// A writer of indented code. Scopes are closures, so that every brace is closed.
package struct Printer {
    package private(set) var text = ""
    /// The white space at the beginning of lines.
    private(set) var indent = ""

    package init(capacity: Int = 0) { text.reserveCapacity(capacity) }

    /// Writes a line.
    package mutating func line(_ parts: String...) {
        text += indent
        var i = 0
        while i < parts.count {
            text += parts[i]
            i += 1
        }
        text += "\n"
    }

    /// Writes an empty line.
    package mutating func blank() { text += "\n" }

    /// Writes a head with a body in braces.
    mutating func block(_ head: String..., body: (inout Printer) -> Void) {
        text += indent
        for part in head { text += part }
        text += " {\n"
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

    /// Writes text without indentation and line break.
    mutating func raw(_ string: String) { text += string }
}

extension Printer {
    /// Writes a function. If its head is longer than 120 columns, each parameter gets its own line.
    mutating func signature(_ head: String, _ parameters: [String], _ tail: String, body: (inout Printer) -> Void) {
        var length = indent.utf8.count + head.utf8.count + tail.utf8.count
        for parameter in parameters { length += parameter.utf8.count + 2 }
        if length <= 120 {
            block(head, "(", parameters.joined(separator: ", "), ")", tail, body: body)
            return
        }
        line(head, "(")
        nest { out in
            for (i, parameter) in parameters.enumerated() { out.line(parameter, i + 1 < parameters.count ? "," : "") }
        }
        block(")", tail, body: body)
    }
}

/// Returns a string as a Swift literal. Text of the schema can neither end the literal nor contain an
/// interpolation.
package func literal(_ text: String) -> String {
    var text = text
    let isPlain = text.withUTF8 { bytes in
        guard let base = bytes.baseAddress else { return true }
        var i = 0
        while i < bytes.count {
            let byte = base[i]
            if byte < 0x20 || byte >= 0x7F || byte == 0x22 || byte == 0x5C { return false }
            i += 1
        }
        return true
    }
    if isPlain { return "\"" + text + "\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        default:
            if CommentText.isHidden(scalar) {
                result += "\\u{" + String(scalar.value, radix: 16) + "}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
    return result + "\""
}

/// Returns a key for the runtime's field tables, in which the characters `,` `/` `!` `=` `*` `|` `+` `?`
/// separate and mark the entries. They are escaped with `~`.
func tableKey(_ key: String) -> String {
    var key = key
    let isPlain = key.withUTF8 { bytes in
        guard let base = bytes.baseAddress else { return true }
        var i = 0
        while i < bytes.count {
            let byte = base[i]
            // The characters ~ / , ! = * | + ?
            if byte == 0x7E || byte == 0x2F || byte == 0x2C || byte == 0x21 || byte == 0x3D || byte == 0x2A
                || byte == 0x7C || byte == 0x2B || byte == 0x3F
            {
                return false
            }
            i += 1
        }
        return true
    }
    if isPlain { return key }
    var result = ""
    for scalar in key.unicodeScalars {
        switch scalar {
        case "~": result += "~0"
        case "/": result += "~1"
        case ",": result += "~2"
        case "!": result += "~3"
        case "=": result += "~4"
        case "*": result += "~5"
        case "|": result += "~6"
        case "+": result += "~7"
        case "?": result += "~8"
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result
}

/// Returns a string as JSON, in the same spelling as the runtime's.
func jsonString(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "\r": result += "\\r"
        case "\t": result += "\\t"
        case "\u{0}"..<" ": result += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        default: result.unicodeScalars.append(scalar)
        }
    }
    return result + "\""
}

/// A node as JSON text.
func jsonText(_ node: JSONNode) -> String {
    switch node.kind {
    case .object: "{" + node.children.map { jsonString($0.key) + ":" + jsonText($0) }.joined(separator: ",") + "}"
    case .array: "[" + node.children.map(jsonText).joined(separator: ",") + "]"
    case .string: jsonString(node.string ?? "")
    default: node.described
    }
}
