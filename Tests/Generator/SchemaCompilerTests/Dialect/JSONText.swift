/// A JSON value that is printed as a person would write it: on one line if it fits.
enum JSONText {
    /// A value that is already JSON.
    case raw(String)
    case text(String)
    case list([JSONText])
    case object(JSONObject)

    static func texts(_ texts: [String]) -> JSONText {
        .list(texts.map { .text($0) })
    }

    /// Returns the value with an indentation, after a number of columns that are already used.
    func printed(indentation: String = "", after used: Int = 0) -> String {
        let line = onOneLine
        if used + line.count <= 110 {
            return line
        }
        let inner = indentation + "  "
        switch self {
        case .raw, .text:
            return line
        case .list(let elements):
            let lines = elements.map { inner + $0.printed(indentation: inner, after: inner.count) }
            return "[\n" + lines.joined(separator: ",\n") + "\n" + indentation + "]"
        case .object(let object):
            let lines = object.keys.map { key in
                let start = inner + Self.quoted(key) + ": "
                let value = object[key]?.printed(indentation: inner, after: start.count) ?? ""
                return start + value
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n" + indentation + "}"
        }
    }

    private var onOneLine: String {
        switch self {
        case .raw(let text):
            return text
        case .text(let text):
            return Self.quoted(text)
        case .list(let elements):
            return "[" + elements.map(\.onOneLine).joined(separator: ", ") + "]"
        case .object(let object):
            let members = object.keys.map { key in
                Self.quoted(key) + ": " + (object[key]?.onOneLine ?? "")
            }
            return members.isEmpty ? "{}" : "{ " + members.joined(separator: ", ") + " }"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"" + escaped + "\""
    }
}

extension JSONText: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .raw("\(value)") }
    init(integerLiteral value: Int) { self = .raw("\(value)") }
}

/// The members of a JSON object, in the order in which they are added.
struct JSONObject: ExpressibleByDictionaryLiteral {
    private(set) var keys: [String] = []
    private var values: [String: JSONText] = [:]

    init(dictionaryLiteral elements: (String, JSONText)...) {
        for (key, value) in elements {
            self[key] = value
        }
    }

    subscript(key: String) -> JSONText? {
        get { values[key] }
        set {
            if values[key] == nil {
                keys.append(key)
            }
            values[key] = newValue
        }
    }

    /// Adds the members of another object.
    mutating func add(_ other: JSONObject) {
        for key in other.keys {
            self[key] = other[key]
        }
    }
}
