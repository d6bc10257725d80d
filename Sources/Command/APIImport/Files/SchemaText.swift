import APISurface

/// The text of a schema file, laid out as a person would write it: values that fit into a line stay on one, and the
/// short members at the beginning of a longer object share lines.
struct SchemaText {
    private static let width = 120
    private static let indent = "  "

    /// The members of the file's root.
    private let members: [JSONValue.Member]

    init(_ members: [JSONValue.Member]) {
        self.members = members
    }

    /// The text, with a line break at its end. Each method and each definition begins on a line of its own.
    var text: String {
        let lines = members.map { member in
            let key = Self.indent + JSONValue.quoted(member.key) + ": "
            switch member.value {
            case .array(let elements) where elements.contains(where: \.isObject):
                return key + Self.list(of: elements, depth: 1)
            case .object(let inner) where inner.contains(where: { $0.value.isObject }):
                let entries = inner.map {
                    String(repeating: Self.indent, count: 2) + JSONValue.quoted($0.key) + ": "
                        + Self.text(
                            of: $0.value,
                            depth: 2,
                            used: $0.key.utf8.count + 8)
                }
                return key + "{\n" + entries.joined(separator: ",\n") + "\n  }"
            default:
                return key
                    + Self.text(
                        of: member.value,
                        depth: 1,
                        used: key.utf8.count)
            }
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
    }

    /// Returns the text of a value.
    ///
    /// - Parameters:
    ///   - depth: The number of values around it.
    ///   - used: The number of columns before it and after it on its first line.
    private static func text(
        of value: JSONValue,
        depth: Int,
        used: Int
    ) -> String {
        if let line = value.line(within: width - used) {
            return line
        }
        switch value {
        case .array(let elements) where elements.contains(where: { !$0.isScalar }):
            return list(of: elements, depth: depth)
        case .array:
            return value.text(indent: String(repeating: indent, count: depth))
        case .object(let members):
            return object(of: members, depth: depth)
        default:
            return value.line
        }
    }

    private static func list(of elements: [JSONValue], depth: Int) -> String {
        let deeper = String(repeating: indent, count: depth + 1)
        let lines = elements.map {
            deeper
                + text(
                    of: $0,
                    depth: depth + 1,
                    used: deeper.utf8.count + 1)
        }
        return "[\n" + lines.joined(separator: ",\n") + "\n" + String(repeating: indent, count: depth) + "]"
    }

    private static func object(of members: [JSONValue.Member], depth: Int) -> String {
        let deeper = String(repeating: indent, count: depth + 1)
        var lines: [String] = []
        var isOpen = false
        for member in members {
            let key = JSONValue.quoted(member.key) + ": "
            let isShort = member.key != "description" && member.value.isFlat
            let text =
                key
                + Self.text(
                    of: member.value,
                    depth: depth + 1,
                    used: deeper.utf8.count + key.utf8.count + 1)
            if isShort,
                isOpen,
                let last = lines.last,
                last.utf8.count + text.utf8.count + 3 <= width
            {
                lines[lines.count - 1] = last + ", " + text
            } else {
                lines.append(deeper + text)
            }
            isOpen = isShort && !text.contains("\n")
        }
        return "{\n" + lines.joined(separator: ",\n") + "\n" + String(repeating: indent, count: depth) + "}"
    }
}

extension JSONValue {
    fileprivate var isObject: Bool {
        if case .object = self {
            true
        } else {
            false
        }
    }

    /// Indicates whether the value is a scalar or a list of scalars.
    fileprivate var isFlat: Bool {
        switch self {
        case .object:
            false
        case .array(let elements):
            elements.allSatisfy(\.isScalar)
        default:
            true
        }
    }
}
