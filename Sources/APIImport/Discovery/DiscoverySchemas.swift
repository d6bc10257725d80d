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
    func members(_ node: JSONNode, depth: Int = 0) -> [Member] {
        guard node.isObject else {
            reader.wrong(node, expected: "a schema, an object")
            return []
        }
        guard depth < Self.depthLimit else {
            reader.note(
                .changed, at: node.place,
                "schemas are nested more than \(Self.depthLimit) deep; any JSON is taken instead")
            return []
        }
        if reader.flag(node, "repeated") == true {
            return [Member(key: "type", value: "array"), Member(key: "items", value: .object(shape(node, depth)))]
                + notes(node, of: "array")
        }
        let shape = shape(node, depth)
        return shape + notes(node, of: shape["type"])
    }

    /// Returns the value of a schema.
    func value(_ node: JSONNode, depth: Int = 0) -> JSONValue { .object(members(node, depth: depth)) }

    /// Returns the value of a schema with a name. A type for requests lists the properties that it requires.
    func definition(_ node: JSONNode, named name: String) -> JSONValue {
        var members = members(node)
        let required = document.requiredProperties(ofRequest: name)
        if let properties = members.firstIndex(where: { $0.key == "properties" }), !required.isEmpty {
            members.insert(Member(key: "required", value: .strings(required)), at: properties)
        }
        return .object(members)
    }

    // MARK: Kinds of value

    /// Returns the members that decide the type.
    private func shape(_ node: JSONNode, _ depth: Int) -> [Member] {
        if let reference = node["$ref"] {
            guard let schema = document.schema(reference) else { return [] }
            return [Member(key: "$ref", value: .string("#/definitions/" + schema.key))]
        }
        if node["variant"] != nil {
            return variant(node)
        }
        switch reader.string(node, "type") ?? impliedType(node) {
        case "object": return object(node, depth)
        case "array": return array(node, depth)
        case "string": return [Member(key: "type", value: "string")] + format(node) + enumeration(node)
        case "integer": return [Member(key: "type", value: "integer")]
        case "number": return [Member(key: "type", value: "number")]
        case "boolean": return [Member(key: "type", value: "boolean")]
        case "null": return [Member(key: "type", value: "null")]
        case "any": return []
        case let other:
            reader.note(
                .wrong, at: (node["type"] ?? node).place,
                "expected a type such as \"string\", found \"\(other.shown)\"; any JSON is taken instead")
            return []
        }
    }

    /// Returns the type of a schema that states none.
    private func impliedType(_ node: JSONNode) -> String {
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

    private func object(_ node: JSONNode, _ depth: Int) -> [Member] {
        var members = [Member(key: "type", value: "object")]
        if let properties = reader.object(node, "properties"), !properties.children.isEmpty {
            let values = properties.children.map { property in
                Member(key: property.key, value: value(property, depth: depth + 1))
            }
            members.append(Member(key: "properties", value: .object(values)))
        }
        if let additional = node["additionalProperties"] {
            members.append(Member(key: "additionalProperties", value: value(additional, depth: depth + 1)))
        }
        return members
    }

    private func array(_ node: JSONNode, _ depth: Int) -> [Member] {
        if node["items"] == nil {
            reader.note(.wrong, at: node.place, "this list has no \"items\"; its elements are any JSON")
        }
        let items = node["items"].map { value($0, depth: depth + 1) } ?? .object([])
        return [Member(key: "type", value: "array"), Member(key: "items", value: items)]
    }

    /// Returns a union for a schema whose type depends on the value of a property.
    private func variant(_ node: JSONNode) -> [Member] {
        let map = reader.object(node, "variant").flatMap { reader.list($0, "map") }
        let alternatives = reader.objects(in: map).compactMap { $0["$ref"].flatMap(document.schema) }.map { schema in
            JSONValue.definition(schema.key)
        }
        guard !alternatives.isEmpty else {
            return [Member(key: "type", value: "object")]
        }
        reader.note(
            .changed, at: node.place, "the alternatives are told apart by their members, not by the \"discriminant\"")
        return [Member(key: "anyOf", value: .array(alternatives))]
    }

    // MARK: Strings

    /// Returns the format of a string if the dialect gives it the same meaning. Without a format, the text stays as it
    /// is: `google-duration` (`3.5s`) is no ISO 8601, and `uint64` can exceed an `Int`.
    private func format(_ node: JSONNode) -> [Member] {
        let format: String? =
            switch reader.string(node, "format") {
            case "google-datetime", "date-time": "date-time"
            case "date": "date"
            case "byte": "byte"
            case "int64": "int64"
            default: nil
            }
        return format.map { [Member(key: "format", value: .string($0))] } ?? []
    }

    private func enumeration(_ node: JSONNode) -> [Member] {
        guard let list = reader.list(node, "enum") else { return [] }
        let descriptions = reader.list(node, "enumDescriptions")?.children ?? []
        let deprecated = reader.list(node, "enumDeprecated")?.children ?? []
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
    private func notes(_ node: JSONNode, of type: JSONValue?) -> [Member] {
        var members: [Member] = []
        if let value = defaultValue(node, type) {
            members.append(Member(key: "default", value: value))
        }
        for key in ["minimum", "maximum"] where type == "integer" || type == "number" {
            guard let limit = node[key] else { continue }
            let text = limit.numberText ?? limit.string ?? ""
            if Double(text)?.isFinite == true, let number = Self.number(text) {
                members.append(Member(key: key, value: number))
            } else {
                reader.wrong(limit, expected: "a number")
            }
        }
        if let pattern = reader.text(node, "pattern"), type == "string" {
            members.append(Member(key: "pattern", value: .string(pattern)))
        }
        if reader.flag(node, "readOnly") == true {
            members.append(Member(key: "readOnly", value: true))
        }
        if reader.flag(node, "deprecated") == true {
            members.append(Member(key: "deprecated", value: true))
        }
        if let text = description(node) {
            members.append(Member(key: "description", value: .string(text)))
        }
        return members
    }

    /// Returns the description, with the methods that require the property.
    private func description(_ node: JSONNode) -> String? {
        let text = Descriptions.trimmed(reader.string(node, "description")) ?? ""
        let methods = reader.object(node, "annotations").map { reader.strings($0, "required") } ?? []
        if !methods.isEmpty, let place = node["annotations"]?.place {
            let names = methods.joined(separator: ", ").shown
            reader.note(.unchecked, at: place, "the property is required by \(names), but optional in the type")
        }
        let names = methods.map { "`" + $0.filter { $0 != "`" } + "`" }.joined(separator: ", ")
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
    private func defaultValue(_ node: JSONNode, _ type: JSONValue?) -> JSONValue? {
        guard let value = node["default"] else { return nil }
        guard let text = value.string, let type else { return nil }
        switch type {
        case "string": return value.string.map { .string($0) }
        case "boolean":
            switch text {
            case "true": return true
            case "false": return false
            default: return nil
            }
        case "integer", "number": return Self.number(text)
        default: return nil
        }
    }

    /// Returns a number if its text is one in JSON, too.
    private static func number(_ text: String) -> JSONValue? {
        if let number = Int(text) {
            return .number(number)
        }
        guard let number = Double(text), number.isFinite else { return nil }
        return .number("\(number)")
    }
}
