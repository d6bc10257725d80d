/// Returns a string as a Swift literal. Text of the schema can neither end the literal nor contain an
/// interpolation.
package func literal(_ text: String) -> String {
    let isPlain = text.allBytes { byte in
        let isPrinted = byte >= 0x20 && byte < 0x7F
        return isPrinted && byte != 0x22 && byte != 0x5C
    }
    if isPlain {
        return quoted(text)
    }
    return quoted(
        escaped(text) { scalar in
            guard scalar.isHidden() else { return nil }
            return "\\u{\(hexadecimal(scalar))}"
        })
}

/// Returns a string as JSON, in the same spelling as the runtime's.
func jsonString(_ text: String) -> String {
    quoted(
        escaped(text) { scalar in
            guard scalar < " " else {
                return nil
            }
            if scalar.value < 16 {
                return "\\u000" + hexadecimal(scalar)
            }
            return "\\u00" + hexadecimal(scalar)
        })
}

private func quoted(_ text: String) -> String {
    "\"\(text)\""
}

private func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    String(scalar.value, radix: 16)
}

/// Returns the text with the escapes that Swift and JSON have in common, and others.
private func escaped(_ text: String, _ other: (Unicode.Scalar) -> String?) -> String {
    replacing(text) { scalar in
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: other(scalar)
        }
    }
}

/// Returns a key for the runtime's field tables, in which the characters `/` `,` `!` `=` `*` `|` `+` `?`
/// separate and mark the entries. They and `~` are escaped with `~` and a digit.
func tableKey(_ key: String) -> String {
    let hasNone = key.allBytes { byte in
        Unicode.Scalar(byte).isAlphanumeric || byte == 0x5F
    }
    if hasNone {
        return key
    }
    let marks: [Unicode.Scalar] = ["~", "/", ",", "!", "=", "*", "|", "+", "?", "^"]
    return replacing(key) { scalar in
        guard let digit = marks.firstIndex(of: scalar) else { return nil }
        return "~" + String(digit)
    }
}

/// Returns the text with some of its characters replaced.
private func replacing(_ text: String, _ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        result += replacement(scalar) ?? String(scalar)
    }
    return result
}

/// Returns a node as JSON text.
func jsonText(of node: JSONNode) -> String {
    switch node.kind {
    case .object:
        let members = node.children.map(jsonMember).joined(separator: ",")
        return "{\(members)}"
    case .array:
        let elements = node.children.map(jsonText).joined(separator: ",")
        return "[\(elements)]"
    case .string:
        return jsonString(node.string ?? "")
    default:
        return node.described
    }
}

private func jsonMember(_ node: JSONNode) -> String {
    "\(jsonString(node.key)):\(jsonText(of: node))"
}

extension String {
    /// Returns the text between two others, or an empty string if the text is empty.
    func unlessEmpty(after head: String, before tail: String = "") -> String {
        if isEmpty {
            return ""
        }
        return head + self + tail
    }
}
