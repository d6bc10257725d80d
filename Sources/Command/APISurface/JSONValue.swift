import MethodicalGenerator

/// A JSON value to write, for schema files, overlays and reports.
package indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as its text.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package var key: String
        package var value: JSONValue

        package init(key: String, value: JSONValue) {
            self.key = key
            self.value = value
        }
    }

    /// Copies a value of a parsed file.
    package init(_ node: JSONNode) {
        switch node.kind {
        case .null: self = .null
        case .bool: self = .bool(node.bool ?? false)
        case .number: self = .number(node.numberText ?? "0")
        case .string: self = .string(node.string ?? "")
        case .array: self = .array(node.children.map { JSONValue($0) })
        case .object:
            self = .object(node.children.map { Member(key: $0.key, value: JSONValue($0)) })
        }
    }

    /// Returns an object with its members in this order.
    package static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
        .object(members.map { Member(key: $0.key, value: $0.value) })
    }

    package static func number(_ number: Int) -> JSONValue {
        .number(String(number))
    }

    package static func strings(_ texts: some Sequence<String>) -> JSONValue {
        .array(texts.map { .string($0) })
    }

    private static let lineWidth = 120

    /// Returns the JSON text, on one line if it fits into 120 columns, or else on several.
    package func text(indent: String = "") -> String {
        let line = line
        if line.utf8.count + indent.utf8.count <= Self.lineWidth {
            return line
        }
        let deeper = indent + "  "
        switch self {
        case .array(let elements) where elements.allSatisfy(\.isScalar):
            var lines = [deeper]
            for (index, element) in elements.enumerated() {
                var text = element.line
                if index + 1 < elements.count {
                    text += ","
                }
                let isFull = lines[lines.count - 1].utf8.count + text.utf8.count > Self.lineWidth
                if isFull {
                    lines.append(deeper + text)
                } else if index == 0 {
                    lines[lines.count - 1] += text
                } else {
                    lines[lines.count - 1] += " " + text
                }
            }
            return "[\n" + lines.joined(separator: "\n") + "\n\(indent)]"
        case .array(let elements):
            let lines = elements.map { deeper + $0.text(indent: deeper) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members):
            let lines = members.map { deeper + Self.member($0, indent: deeper) }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        default: return line
        }
    }

    /// Indicates whether the value is neither a list nor an object.
    package var isScalar: Bool {
        switch self {
        case .array, .object: false
        default: true
        }
    }

    /// The JSON text on one line.
    package var line: String {
        switch self {
        case .null: "null"
        case .bool(let flag): String(flag)
        case .number(let text): text
        case .string(let text): Self.quoted(text)
        case .array(let elements):
            "[" + elements.map(\.line).joined(separator: ", ") + "]"
        case .object(let members) where members.isEmpty: "{}"
        case .object(let members):
            "{ " + members.map { "\(Self.quoted($0.key)): \($0.value.line)" }.joined(separator: ", ") + " }"
        }
    }

    /// Returns the JSON text on one line, or `nil` if it has more bytes than the limit.
    package func line(within limit: Int) -> String? {
        // Most values that are too long have many members. Their text is not composed in vain.
        switch self {
        case .object(let members) where members.count * 6 > limit: return nil
        case .array(let elements) where elements.count * 3 > limit: return nil
        default: break
        }
        guard leastCount(below: limit) <= limit else { return nil }
        let line = line
        guard line.utf8.count <= limit else { return nil }
        return line
    }

    /// Returns a number of bytes that the text has at least. Stops counting beyond the limit.
    private func leastCount(below limit: Int) -> Int {
        var count = 2
        switch self {
        case .null, .bool, .number: return 1
        case .string(let text): return text.utf8.count + 2
        case .array(let elements):
            for element in elements where count <= limit {
                count += element.leastCount(below: limit - count) + 2
            }
        case .object(let members):
            for member in members where count <= limit {
                count += member.key.utf8.count + 4 + member.value.leastCount(below: limit - count)
            }
        }
        return count
    }

    /// Returns the text of a member of an object.
    package static func member(_ member: Member, indent: String) -> String {
        "\(quoted(member.key)): " + member.value.text(indent: indent)
    }

    /// Returns a JSON string with hidden characters escaped.
    package static func quoted(_ text: String) -> String {
        var quoted = "\""
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            // A character beyond 16 bits is a pair of escapes.
            case _ where scalar.isHidden(after: previous):
                quoted += scalar.utf16.map(escape).joined()
            default: quoted.unicodeScalars.append(scalar)
            }
            previous = scalar
        }
        return quoted + "\""
    }

    private static func escape(_ unit: UInt16) -> String {
        let hex = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
    }
}

extension String {
    /// The text of a server or a file name in a form for people: without hidden characters, and with at most 200
    /// characters.
    package var shown: String {
        var start = String.UnicodeScalarView()
        start.append(contentsOf: unicodeScalars.prefix(200))
        let text = String(start).replacingHidden { _ in "\u{FFFD}" }
        if unicodeScalars.count > 200 {
            return text + "…"
        }
        return text
    }
}
