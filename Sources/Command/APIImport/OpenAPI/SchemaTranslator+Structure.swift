import APISurface
import MethodicalGenerator

// Objects, lists and combinations of schemas.
extension SchemaTranslator {
    func setProperties(
        of node: JSONNode,
        kinds: [String],
        depth: Int,
        in members: inout Members
    ) {
        let properties = context.properties(of: node)
        if let ownProperties = node["properties"], !ownProperties.isObject {
            context.note(
                .wrong,
                at: ownProperties,
                "expected an object of properties, found \(ownProperties.described); it is left out")
        }
        let isObject = kinds.isEmpty || kinds.contains("object")
        if isObject {
            let required = required(of: node, among: properties)
            if !required.isEmpty {
                members["required"] = .strings(required)
            }
        }
        if !properties.isEmpty, isObject {
            members["properties"] = .object(
                properties.map { .init(key: $0.key, value: .object(property(for: $0, depth: depth + 1))) })
        }
        let patterns = node.members("patternProperties")
        if !patterns.isEmpty {
            members["patternProperties"] = .object(
                patterns.map { .init(key: $0.key, value: schema($0, depth: depth + 1)) })
        }
        guard isObject,
            let additional = node["additionalProperties"]
        else { return }
        let isEmptySchema = additional.isObject && additional.children.isEmpty
        if additional.bool == false {
            members["additionalProperties"] = .bool(false)
        } else if additional.bool == true || isEmptySchema {
            if properties.isEmpty, patterns.isEmpty {
                members["additionalProperties"] = .object([])
            }
        } else {
            members["additionalProperties"] = schema(additional, depth: depth + 1)
        }
    }

    /// Returns the schema of a property, with the marks that requests or responses do not have it.
    private func property(for node: JSONNode, depth: Int) -> Members {
        var members = self.members(of: node, depth: depth)
        let target = context.documents.resolved(node) ?? node
        for mark in ["readOnly", "writeOnly"] where node[mark]?.bool == true || target[mark]?.bool == true {
            members[mark] = .bool(true)
        }
        return members
    }

    /// Returns the names in `required`.
    private func required(of node: JSONNode, among properties: [JSONNode]) -> [String] {
        guard let list = node["required"] else { return [] }
        guard list.isArray else {
            if list.bool == nil {
                context.note(
                    .wrong,
                    at: list,
                    "expected a list of names, found \(list.described)")
            }
            return []
        }
        var seen: Set<String> = []
        // The properties may be in another part.
        let isCombined =
            context.parts.contains(node)
            || ["allOf", "oneOf", "anyOf", "$ref"].contains { node[$0] != nil }
        return list.texts.filter { name in
            guard seen.insert(name).inserted else { return false }
            let isKnown = properties.contains { $0.key == name }
            if !isKnown,
                !properties.isEmpty,
                !isCombined
            {
                context.note(
                    .wrong,
                    at: list,
                    "\(JSONValue.quoted(name)) is required, but there is no such property")
                return false
            }
            return true
        }
    }

    func setItems(
        of node: JSONNode,
        kinds: [String],
        depth: Int,
        in members: inout Members
    ) {
        guard kinds.isEmpty || kinds.contains("array") else {
            return
        }
        var prefix = node["prefixItems"]
        if prefix == nil,
            node["items"]?.isArray == true
        {
            prefix = node["items"]
        }
        if let prefix {
            context.leaveUnchecked(prefix, text: "a list whose elements have types by position is a list of any values")
            members["items"] = .object([])
            return
        }
        let isListByItems = kinds.isEmpty && node["items"] != nil
        guard isListByItems || kinds.contains("array") else { return }
        members["items"] =
            node["items"].map { schema($0, depth: depth + 1) }
            ?? .object([])
        if kinds.isEmpty {
            members["type"] = .string("array")
        }
    }

    // MARK: Combinations

    func setCombinations(
        of node: JSONNode,
        depth: Int,
        in members: inout Members
    ) {
        if let all = node["allOf"],
            all.isArray,
            !all.children.isEmpty
        {
            members["allOf"] = .array(all.children.map { part in .object(self.part(part, depth: depth + 1)) })
        }
        for keyword in ["oneOf", "anyOf"] {
            guard let list = node[keyword],
                list.isArray,
                !list.children.isEmpty
            else { continue }
            if list.children.allSatisfy({ Self.onlyRestricts($0) }) {
                context.leaveUnchecked(
                    list,
                    text: "\"\(keyword)\" whose alternatives only restrict the value is left out")
                continue
            }
            if list.children.allSatisfy(isNull) {
                members["type"] = .string("null")
                members["nullable"] = nil
                continue
            }
            let others = list.children.filter {
                !isNull($0) && !isCoveredText($0, in: list)
            }
            if list.children.contains(where: isNull) {
                makeNullable(&members)
            }
            context.alternatives.formUnion(others)
            let isListing = others.allSatisfy(listsTexts)
            let alternatives = others.map { other in
                if isListing {
                    return schema(other, depth: depth + 1)
                }
                return alternative(other, depth: depth + 1)
            }
            if !others.isEmpty {
                members[keyword] = .array(alternatives)
            }
        }
        if let discriminator = node["discriminator"],
            members["oneOf"] ?? members["anyOf"] != nil
        {
            setDiscriminator(discriminator, in: &members)
        }
    }

    /// Indicates whether a schema lists the texts that it allows.
    private func listsTexts(_ node: JSONNode) -> Bool {
        let node = context.documents.resolved(node) ?? node
        if node["const"]?.string != nil {
            return true
        }
        let values = node.elements("enum").filter {
            $0.kind != .null
        }
        return !values.isEmpty
            && values.allSatisfy { $0.kind == .string }
    }

    /// Returns an alternative of a union. One that allows only the empty text becomes any text, because a type of its
    /// own for each of them would say no more.
    private func alternative(_ node: JSONNode, depth: Int) -> JSONValue {
        guard isEmptyText(node) else {
            return schema(node, depth: depth)
        }
        context.leaveUnchecked(node, text: "an alternative that allows only the empty text allows any text")
        return .object(["type": .string("string")])
    }

    /// Returns a part of an `allOf`. A base with a discriminator is meant as the record that it describes, and not as
    /// the union of the types that extend it.
    func part(_ node: JSONNode, depth: Int) -> Members {
        var members = members(of: node, depth: depth)
        if let base = members["$ref"]?.text.flatMap(FileLayout.definition),
            let record = context.bases[base]
        {
            members["$ref"] = .string("#/definitions/" + record)
        }
        return members
    }

    /// Indicates whether a schema only names required properties or other restrictions.
    private static func onlyRestricts(_ node: JSONNode) -> Bool {
        let words: Set = [
            "required", "not", "minProperties", "maxProperties", "title", "description", "minLength", "pattern",
        ]
        return node.isObject
            && !node.children.isEmpty
            && node.children.allSatisfy { words.contains($0.key) }
    }

    private func setDiscriminator(_ node: JSONNode, in members: inout Members) {
        // Swagger 2.0 names the property directly.
        guard let property = node["propertyName"]?.string ?? node.string,
            !property.isEmpty
        else {
            return context.note(.wrong, at: node, "a discriminator needs a \"propertyName\"; it is left out")
        }
        let alternatives = ["oneOf", "anyOf"].flatMap { keyword -> [JSONValue] in
            if case .array(let list)? = members[keyword] {
                list
            } else {
                []
            }
        }
        let references = alternatives.compactMap {
            $0.members["$ref"]?.text
        }
        let names = Set(references)
        var mapping: Members = []
        for member in node.members("mapping") {
            guard let name = mapped(member) else { continue }
            let reference = "#/definitions/" + name
            if names.contains(reference) {
                mapping.append(.init(key: member.key, value: .string(reference)))
            } else {
                context.note(
                    .wrong,
                    at: member,
                    "\(member.described) is not one of the alternatives; it is left out")
            }
        }
        // Without a mapping, the name of the schema in the document is the value (OpenAPI 3.1.1, section 4.8.25).
        let mapped = Set(mapping.compactMap(\.value.text))
        for reference in references where !mapped.contains(reference) {
            guard let name = FileLayout.definition(in: reference),
                let origin = context.definitions.origin(of: name)
            else {
                continue
            }
            mapping.append(.init(key: origin, value: .string(reference)))
        }
        var result: Members = [.init(key: "propertyName", value: .string(property))]
        if !mapping.isEmpty {
            result["mapping"] = .object(mapping)
        }
        members["discriminator"] = .object(result)
    }

    /// Returns the definition that a member of a discriminator's mapping means: a reference, or a component's name.
    func mapped(_ member: JSONNode) -> String? {
        if let text = member.string,
            !text.contains("#"),
            !text.contains("/")
        {
            if let target = context.component(named: text) {
                return context.name(of: target)
            }
            // A bare name is a component; only one with an ending is the name of a file.
            if !text.contains(".") {
                context.note(
                    .wrong,
                    at: member,
                    "no schema is called \(JSONValue.quoted(text)); this value of the discriminator is left out")
                return nil
            }
        }
        guard context.documents.target(of: member) != nil else {
            context.noteUnresolved(member, consequence: "this value of the discriminator is left out")
            return nil
        }
        return definition(of: member)
    }

    /// Indicates whether a schema is an alternative, whose title is a name.
    func isAlternative(_ node: JSONNode) -> Bool {
        context.alternatives.contains(node)
    }
}
