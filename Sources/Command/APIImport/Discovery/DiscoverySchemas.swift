import APISurface
import MethodicalGenerator

/// The translation of Discovery's schemas, which are close to draft 3 of JSON Schema.
struct DiscoverySchemas {
    typealias Member = JSONValue.Member

    let document: DiscoveryDocument
    private var reader: NodeReader { document.reader }

    /// The number of nested inline schemas from which on any JSON is taken. The generator's own limit is 64.
    private static let depthLimit = 60

    /// Returns the members of a schema. They are empty for any JSON.
    func members(of node: JSONNode, depth: Int = 0) -> [Member] {
        guard node.isObject else {
            reader.wrong(node, expected: "a schema, an object")
            return []
        }
        guard depth < Self.depthLimit else {
            reader.note(
                .changed,
                at: node.place,
                "schemas are nested more than \(Self.depthLimit) deep; any JSON is taken instead")
            return []
        }
        if reader.flag(in: node, key: "repeated") == true {
            return [
                Member(key: "type", value: "array"),
                Member(key: "items", value: .object(shape(of: node, depth: depth))),
            ]
                + notes(on: node, of: "array")
        }
        let shape = shape(of: node, depth: depth)
        return shape + notes(on: node, of: shape["type"])
    }

    /// Returns the value of a schema.
    func value(of node: JSONNode, depth: Int = 0) -> JSONValue {
        .object(members(of: node, depth: depth))
    }

    /// Returns the value of a schema with a name. A type for requests lists the properties that it requires.
    func definition(_ node: JSONNode, named name: String) -> JSONValue {
        var members = members(of: node)
        let required = document.requiredProperties(ofRequest: name)
        if let properties = members.firstIndex(where: { $0.key == "properties" }),
            !required.isEmpty
        {
            members.insert(Member(key: "required", value: .strings(required)), at: properties)
        }
        return .object(members)
    }

    // MARK: Kinds of value

    /// Returns the members that decide the type.
    private func shape(of node: JSONNode, depth: Int) -> [Member] {
        if let reference = node["$ref"] {
            guard let schema = document.schema(for: reference) else {
                return []
            }
            return [Member(key: "$ref", value: .string("#/definitions/" + schema.key))]
        }
        if node["variant"] != nil {
            return variant(from: node)
        }
        switch reader.string(in: node, key: "type") ?? impliedType(of: node) {
        case "object":
            return object(from: node, depth: depth)
        case "array":
            return array(from: node, depth: depth)
        case "string":
            return [Member(key: "type", value: "string")] + format(of: node) + enumeration(of: node)
        case "integer":
            return [Member(key: "type", value: "integer")]
        case "number":
            return [Member(key: "type", value: "number")]
        case "boolean":
            return [Member(key: "type", value: "boolean")]
        case "null":
            return [Member(key: "type", value: "null")]
        case "any":
            return []
        case let other:
            reader.note(
                .wrong,
                at: (node["type"] ?? node).place,
                "expected a type such as \"string\", found \"\(other.shown)\"; any JSON is taken instead")
            return []
        }
    }

    /// Returns the type of a schema that states none.
    private func impliedType(of node: JSONNode) -> String {
        if node["properties"] != nil || node["additionalProperties"] != nil {
            return "object"
        }
        if node["items"] != nil {
            return "array"
        }
        if node["enum"] != nil {
            return "string"
        }
        return "any"
    }

    private func object(from node: JSONNode, depth: Int) -> [Member] {
        var members = [Member(key: "type", value: "object")]
        if let properties = reader.object(in: node, key: "properties"),
            !properties.children.isEmpty
        {
            let values = properties.children.map { property in
                Member(key: property.key, value: value(of: property, depth: depth + 1))
            }
            members.append(Member(key: "properties", value: .object(values)))
        }
        if let additional = node["additionalProperties"] {
            members.append(Member(key: "additionalProperties", value: value(of: additional, depth: depth + 1)))
        }
        return members
    }

    private func array(from node: JSONNode, depth: Int) -> [Member] {
        if node["items"] == nil {
            reader.note(
                .wrong,
                at: node.place,
                "this list has no \"items\"; its elements are any JSON")
        }
        let items =
            node["items"].map { value(of: $0, depth: depth + 1) }
            ?? .object([])
        return [
            Member(key: "type", value: "array"),
            Member(key: "items", value: items),
        ]
    }

    /// Returns a union for a schema whose type depends on the value of a property.
    private func variant(from node: JSONNode) -> [Member] {
        let map = reader.object(in: node, key: "variant").flatMap {
            reader.list(in: $0, key: "map")
        }
        let alternatives =
            reader
            .objects(in: map)
            .compactMap { $0["$ref"].flatMap(document.schema) }
            .map { schema in
                JSONValue.definition(named: schema.key)
            }
        guard !alternatives.isEmpty else {
            return [Member(key: "type", value: "object")]
        }
        reader.note(
            .changed,
            at: node.place,
            "the alternatives are told apart by their members, not by the \"discriminant\"")
        return [Member(key: "anyOf", value: .array(alternatives))]
    }

    // MARK: Strings

    /// Returns the format of a string if the dialect gives it the same meaning. Without a format, the text stays as it
    /// is: `google-duration` (`3.5s`) is no ISO 8601, and `uint64` can exceed an `Int`.
    private func format(of node: JSONNode) -> [Member] {
        let format: String? =
            switch reader.string(in: node, key: "format") {
            case "google-datetime", "date-time": "date-time"
            case "date": "date"
            case "byte": "byte"
            case "int64": "int64"
            default: nil
            }
        return format.map { [Member(key: "format", value: .string($0))] } ?? []
    }

    private func enumeration(of node: JSONNode) -> [Member] {
        guard let list = reader.list(in: node, key: "enum") else {
            return []
        }
        let descriptions = reader.list(in: node, key: "enumDescriptions")?.children ?? []
        let deprecated = reader.list(in: node, key: "enumDeprecated")?.children ?? []
        var values: [String] = []
        var texts: [String] = []
        for (index, element) in list.children.enumerated() {
            guard let value = element.string else {
                reader.wrong(element, expected: "a string")
                continue
            }
            if values.contains(value) {
                continue
            }
            values.append(value)
            var text = ""
            if index < descriptions.count {
                text = descriptions[index].string ?? ""
            }
            let isDeprecated = index < deprecated.count && deprecated[index].bool == true
            let isSaid = text.lowercased().hasPrefix("deprecated")
            if isDeprecated, !isSaid {
                text = "Deprecated. " + text
            }
            texts.append(Descriptions.trimmed(text) ?? "")
        }
        if values.isEmpty {
            return []
        }
        var members = [Member(key: "enum", value: .strings(values))]
        if texts.contains(where: { !$0.isEmpty }) {
            members.append(Member(key: "enumDescriptions", value: .strings(texts)))
        }
        return members
    }

    // MARK: Notes

    /// Returns the members that do not decide the type.
    private func notes(on node: JSONNode, of type: JSONValue?) -> [Member] {
        var members: [Member] = []
        if let value = defaultValue(of: node, type: type) {
            members.append(Member(key: "default", value: value))
        }
        for key in ["minimum", "maximum"] where type == "integer" || type == "number" {
            guard let limit = node[key] else { continue }
            let text =
                limit.numberText
                ?? limit.string
                ?? ""
            if Double(text)?.isFinite == true,
                let number = Self.number(from: text)
            {
                members.append(Member(key: key, value: number))
            } else {
                reader.wrong(limit, expected: "a number")
            }
        }
        if let pattern = reader.text(in: node, key: "pattern"),
            type == "string"
        {
            members.append(Member(key: "pattern", value: .string(pattern)))
        }
        if reader.flag(in: node, key: "readOnly") == true {
            members.append(Member(key: "readOnly", value: true))
        }
        if reader.flag(in: node, key: "deprecated") == true {
            members.append(Member(key: "deprecated", value: true))
        }
        if let text = description(of: node) {
            members.append(Member(key: "description", value: .string(text)))
        }
        return members
    }

    /// Returns the description, with the methods that require the property.
    private func description(of node: JSONNode) -> String? {
        let text = Descriptions.trimmed(reader.string(in: node, key: "description")) ?? ""
        let methods = reader.object(in: node, key: "annotations").map { reader.strings(in: $0, key: "required") } ?? []
        if !methods.isEmpty,
            let place = node["annotations"]?.place
        {
            let names = methods.joined(separator: ", ").shown
            reader.note(
                .unchecked,
                at: place,
                "the property is required by \(names), but optional in the type")
        }
        let quoted = methods.map { method in
            "`" + method.filter { $0 != "`" } + "`"
        }
        let names = quoted.joined(separator: ", ")
        var sentences = [text]
        if !methods.isEmpty {
            sentences.append("Required by \(names).")
        }
        sentences.removeAll(where: \.isEmpty)
        if sentences.isEmpty {
            return nil
        }
        return sentences.joined(separator: " ")
    }

    /// Returns the default, which Discovery writes as a string, as a value of the type.
    private func defaultValue(of node: JSONNode, type: JSONValue?) -> JSONValue? {
        guard let value = node["default"] else { return nil }
        guard let text = value.string,
            let type
        else { return nil }
        switch type {
        case "string":
            return value.string.map { .string($0) }
        case "boolean":
            switch text {
            case "true": return true
            case "false": return false
            default: return nil
            }
        case "integer", "number":
            return Self.number(from: text)
        default:
            return nil
        }
    }

    /// Returns a number if its text is one in JSON, too.
    private static func number(from text: String) -> JSONValue? {
        if let number = Int(text) {
            return .number(number)
        }
        guard let number = Double(text),
            number.isFinite
        else { return nil }
        return .number("\(number)")
    }
}
