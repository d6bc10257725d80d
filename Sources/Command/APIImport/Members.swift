import APISurface
import MethodicalGenerator

/// The members of a JSON object to write, in order.
typealias Members = [JSONValue.Member]

extension [JSONValue.Member] {
    /// Creates members in the order of a literal.
    init(_ pairs: KeyValuePairs<String, JSONValue>) {
        self = pairs.map {
            JSONValue.Member(key: $0.key, value: $0.value)
        }
    }

    /// The value of a member. Setting it replaces the member or appends one, and `nil` removes it.
    subscript(key: String) -> JSONValue? {
        get {
            first { $0.key == key }?.value
        }
        set {
            guard let newValue else {
                return removeAll { $0.key == key }
            }
            if let index = firstIndex(where: { $0.key == key }) {
                self[index].value = newValue
            } else {
                append(JSONValue.Member(key: key, value: newValue))
            }
        }
    }
}

extension JSONValue {
    /// The members of an object, and none for other values.
    var members: Members {
        if case .object(let members) = self {
            members
        } else {
            []
        }
    }

    var text: String? {
        if case .string(let text) = self {
            text
        } else {
            nil
        }
    }

    /// Returns an object with a comment as its first member.
    func withComment(_ text: String) -> JSONValue {
        guard case .object(let members) = self else {
            return self
        }
        return .object([.init(key: "$comment", value: .string(text))] + members)
    }

    /// Returns a reference to a definition.
    static func definition(named name: String) -> JSONValue {
        .object(["$ref": .string("#/definitions/" + name)])
    }
}

extension JSONNode {
    /// Returns the members of an object under a key, or none.
    func members(_ key: String) -> [JSONNode] {
        guard let child = self[key],
            child.isObject
        else { return [] }
        return child.children
    }

    /// The members of an object, or nothing for other values.
    var objectMembers: [JSONNode] {
        guard isObject else { return [] }
        return children
    }

    /// The elements of an array, or nothing for other values.
    var listElements: [JSONNode] {
        guard isArray else { return [] }
        return children
    }

    /// The elements of an array, or any other value alone.
    var elementsOrItself: [JSONNode] {
        if isArray {
            return children
        }
        return [self]
    }

    /// Returns the elements of an array under a key, or none.
    func elements(_ key: String) -> [JSONNode] {
        guard let child = self[key],
            child.isArray
        else { return [] }
        return child.children
    }

    /// Returns the texts in an array under a key.
    func texts(_ key: String) -> [String] {
        elements(key).compactMap(\.string)
    }
}
