/// One of the values of an enumeration, or an error that lists them.
func oneOf<Value: RawRepresentable>(_ node: JSONNode, _ all: [Value], _ problems: Problems) -> Value? where Value.RawValue == String {
    var suggestion = ""
    if let text = node.string {
        for value in all where value.rawValue == text { return value }
        // Of short words everything is near.
        suggestion = problems.suggestion(for: text, among: all.map(\.rawValue), within: text.utf8.count / 3)
    }
    problems.error(node, "expected \(list(all.map(\.rawValue))), found \(node.described)\(suggestion)")
    return nil
}

/// `"a", "b" or "c"`.
func list(_ names: [String]) -> String {
    let quoted = names.map { "\"\($0)\"" }
    guard quoted.count > 1, let last = quoted.last else { return quoted.first ?? "nothing" }
    return quoted.dropLast().joined(separator: ", ") + " or " + last
}

func shown(_ place: Place) -> String { "\(place.file):\(place.line):\(place.column)" }

func isIdentifier(_ text: String) -> Bool {
    var isFirst = true
    for byte in text.utf8 {
        let isLetter = byte | 0x20 >= 97 && byte | 0x20 <= 122 || byte == UInt8(ascii: "_")
        let isDigit = byte >= 48 && byte <= 57
        if !isLetter, isFirst || !isDigit { return false }
        isFirst = false
    }
    return !isFirst && text.utf8.count <= 200
}

/// Whether every part between dots begins with a letter and goes on with letters, digits and underscores.
func isMethodName(_ text: String) -> Bool {
    var isFirst = true
    for byte in text.utf8 {
        let isLetter = byte | 0x20 >= 97 && byte | 0x20 <= 122
        if byte == UInt8(ascii: ".") {
            if isFirst { return false }
            isFirst = true
        } else if isFirst {
            if !isLetter { return false }
            isFirst = false
        } else if !isLetter, byte != UInt8(ascii: "_"), byte < 48 || byte > 57 {
            return false
        }
    }
    return !isFirst && text.utf8.count <= 300
}

func isAbsoluteURL(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var rest = bytes[...]
    if bytes.starts(with: "https://".utf8) {
        rest = bytes.dropFirst(8)
    } else if bytes.starts(with: "http://".utf8) {
        rest = bytes.dropFirst(7)
    } else {
        return false
    }
    guard let first = rest.first, first != UInt8(ascii: "/") else { return false }
    return rest.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\"") }
}
