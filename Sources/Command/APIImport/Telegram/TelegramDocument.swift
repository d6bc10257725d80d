import APISurface
import MethodicalGenerator

/// The types and methods of a Telegram document, with the types that their fields can have.
struct TelegramDocument {
    let reader: NodeReader
    /// The objects that describe types, by name.
    private(set) var types: [String: JSONNode] = [:]
    /// The names of the types in the order of the document.
    private(set) var typeNames: [String] = []
    let methods: [JSONNode]
    /// The type of a file that is sent in a form.
    static let file = "InputFile"

    init(_ root: JSONNode, reader: NodeReader) {
        self.reader = reader
        for type in reader.objects(in: reader.object(in: root, key: "types")) where type.key != Self.file {
            typeNames.append(type.key)
            types[type.key] = type
        }
        methods = reader.objects(in: reader.object(in: root, key: "methods"))
    }

    /// Returns the description of a type, a method or a field: a text, or the lines of one.
    func description(of node: JSONNode) -> String? {
        let text: String?
        if node["description"]?.isArray == true {
            text = reader.strings(in: node, key: "description").joined(separator: "\n")
        } else {
            text = reader.string(in: node, key: "description")
        }
        guard var text else { return nil }
        // The type says it, too.
        if text.hasPrefix("Optional. ") {
            text = String(text.dropFirst(10))
        }
        return Descriptions.trimmed(text)
    }

    /// Returns the fields of a type or a method that have a name.
    func fields(of node: JSONNode) -> [JSONNode] {
        var names: Set<String> = []
        return reader.objects(in: reader.list(in: node, key: "fields")).filter { field in
            guard let name = reader.text(in: field, key: "name") else {
                reader.note(
                    .wrong,
                    at: field.place,
                    "this field has no name; it is left out")
                return false
            }
            let isNew = names.insert(name).inserted
            if !isNew {
                reader.note(
                    .wrong,
                    at: field.place,
                    "there is another field \"\(name.shown)\"; this one is left out")
            }
            return isNew
        }
    }

    // MARK: Types

    /// Returns the members of the schema for one of several types, such as `Integer` or `Array of Message`.
    func schema(for names: [String], at place: Place) -> [JSONValue.Member] {
        let element = names.compactMap(Self.element)
        if !names.isEmpty, element.count == names.count {
            let items = JSONValue.object(schema(for: element, at: place))
            return [
                .init(key: "type", value: "array"),
                .init(key: "items", value: items),
            ]
        }
        if names.count == 1 {
            return single(names[0], at: place)
        }
        let scalars = names.compactMap { Self.scalars[$0] }
        if names.isEmpty {
            return []
        }
        if scalars.count == names.count {
            return [.init(key: "type", value: .strings(scalars))]
        }
        return [.init(key: "anyOf", value: .array(names.map { .object(single($0, at: place)) }))]
    }

    private func single(_ name: String, at place: Place) -> [JSONValue.Member] {
        if let scalar = Self.scalars[name] {
            return [.init(key: "type", value: .string(scalar))]
        }
        if Self.element(of: name) != nil {
            return schema(for: [name], at: place)
        }
        if types[name] != nil {
            return JSONValue.definition(named: name).members
        }
        if name == Self.file {
            return [
                .init(key: "type", value: "string"),
                .init(key: "format", value: "binary"),
            ]
        }
        reader.note(
            .wrong,
            at: place,
            "there is no type \"\(name.shown)\"; any JSON is taken instead")
        return []
    }

    /// Returns the type of a list's elements, or `nil` if the type is not a list. Lists of lists have at most 16
    /// levels.
    static func element(of type: String) -> String? {
        let prefix = "Array of "
        guard type.hasPrefix(prefix),
            !type.hasPrefix(String(repeating: prefix, count: 16))
        else {
            return nil
        }
        return String(type.dropFirst(prefix.count))
    }

    private static let scalars = [
        "Integer": "integer",
        "Int": "integer",
        "String": "string",
        "Boolean": "boolean",
        "True": "boolean",
        "Float": "number",
        "Float number": "number",
    ]
}
