import APISurface
import MethodicalGenerator

/// The translation of a document's schemas into the dialect's.
struct SchemaTranslator {
    let context: OpenAPIContext

    /// The greatest number of inline schemas around a schema. The generator takes 64.
    private static let depthLimit = 60

    /// Returns the translation of a schema.
    ///
    /// - Parameter depth: The number of inline schemas around it.
    func schema(_ node: JSONNode, depth: Int = 0) -> JSONValue {
        .object(members(of: node, depth: depth))
    }

    /// Returns the members of the translation of a schema.
    func members(of node: JSONNode, depth: Int = 0) -> Members {
        guard node.isObject else {
            if node.bool == false {
                context.leaveUnchecked(node, text: "the schema false, which allows no value, is read as any value")
            } else if node.bool == nil {
                context.note(
                    .wrong,
                    at: node,
                    "expected a schema, found \(node.described); it is read as any value")
            }
            return []
        }
        guard depth < Self.depthLimit else {
            context.note(
                .changed,
                at: node,
                "schemas nested more than \(Self.depthLimit) deep are read as any value; name this one")
            return []
        }
        if node["$ref"] != nil {
            return reference(node, depth: depth)
        }
        if let recursive = recursiveReference(of: node) {
            return recursive
        }
        if let id = expandableID(for: node) {
            return id
        }
        if let single = nullableAlternative(of: node, depth: depth) {
            return single
        }
        return keywords(of: node, depth: depth)
    }

    // MARK: References

    /// Returns the translation of a reference with the keywords that count beside it.
    private func reference(_ node: JSONNode, depth: Int) -> Members {
        guard let reference = node["$ref"],
            let name = definition(of: reference)
        else {
            return annotations(of: node)
        }
        var members: Members = [.init(key: "$ref", value: .string("#/definitions/" + name))]
        var others: Members = []
        if context.countsSiblings {
            others = siblings(of: node, depth: depth)
        }
        if !others.isEmpty {
            members = [.init(key: "allOf", value: .array([.object(members), .object(others)]))]
        }
        if isNullableByWord(node) || addsNull(node) {
            members["nullable"] = .bool(true)
        }
        if others.isEmpty {
            return members + annotations(of: node)
        }
        return members
    }

    /// Returns the keywords beside a reference, or nothing if they do not change the type that the reference means.
    private func siblings(of node: JSONNode, depth: Int) -> Members {
        var others = keywords(of: node, depth: depth)
        // Null is stated for both parts together.
        if isNullableByWord(node) {
            others["nullable"] = nil
        }
        if let target = context.documents.resolved(node),
            others["format"] == nil,
            !narrows(types(of: node), schema: target)
        {
            others["type"] = nil
        }
        let structure = [
            "type", "enum", "const", "items", "properties", "patternProperties", "required", "additionalProperties",
            "allOf", "oneOf", "anyOf",
        ]
        let hasStructure = structure.contains { others[$0] != nil }
        guard hasStructure else { return [] }
        return others
    }

    /// Indicates whether `type` beside a reference names null and the kinds that the reference means. Literally, both
    /// must hold, so that null is not allowed, but no author means that.
    private func addsNull(_ node: JSONNode) -> Bool {
        guard context.countsSiblings,
            let target = context.documents.resolved(node)
        else { return false }
        let stated = types(of: node)
        return stated.contains("null")
            && !types(of: target).contains("null")
            && !narrows(stated, schema: target)
    }

    /// Indicates whether the words of `type` leave out a kind of value that a schema allows.
    private func narrows(_ stated: [String], schema: JSONNode) -> Bool {
        var known = types(of: schema)
        if known.isEmpty {
            let shape = Shape(of: schema, context: context)
            if shape.isNullable {
                known.append("null")
            }
            if shape.isObject {
                known.append("object")
            }
            if shape.isList {
                known.append("array")
            }
        }
        var allowed = stated
        if stated.contains("number") {
            allowed += ["integer"]
        }
        return !known.contains { $0 != "null" }
            || !known.allSatisfy(allowed.contains)
    }

    /// Returns the name of the definition that a reference leads to, or `nil` after a note if there is none.
    func definition(of reference: JSONNode) -> String? {
        guard let target = context.documents.target(of: reference),
            target.node.isObject || target.node.bool != nil
        else {
            context.noteUnresolved(reference, consequence: "it is read as any value")
            return nil
        }
        return context.name(of: target)
    }

    /// Returns the reference for `$recursiveRef` and `$dynamicRef`, which mean the schema that contains them.
    private func recursiveReference(of node: JSONNode) -> Members? {
        guard let reference = node["$recursiveRef"] ?? node["$dynamicRef"] else {
            return nil
        }
        if reference.string == "#", let owner = context.component {
            return [.init(key: "$ref", value: .string("#/definitions/" + owner))] + annotations(of: node)
        }
        context.note(
            .changed,
            at: reference,
            "\"\(reference.key)\" is read as any value, because it depends on the place of its use")
        return annotations(of: node)
    }

    /// Returns the schema of an optional argument. A value that the document lets a caller leave out is not a constant,
    /// which each call sends.
    ///
    /// - Parameter node: The schema in the document, for a note.
    func optionalArgument(_ schema: Members, of node: JSONNode) -> Members {
        guard let constant = schema["const"] else {
            return schema
        }
        var schema = schema
        schema["const"] = nil
        if case .bool = constant {
            context.leaveUnchecked(node, text: "an optional flag with one value takes both")
            schema["type"] = schema["type"] ?? .string("boolean")
        } else {
            schema["enum"] = .array([constant])
        }
        return schema
    }

    /// Returns the description and the deprecation of a schema.
    func annotations(of node: JSONNode) -> Members {
        var members: Members = []
        if let text = context.description(of: node["description"]) {
            members["description"] = .string(text)
        }
        if node["deprecated"]?.bool == true {
            members["deprecated"] = .bool(true)
        }
        return members
    }
}

// MARK: Nullable alternatives

extension SchemaTranslator {
    /// Returns the only alternative that is not `null`, and whether there is one for `null`, for schemas such as
    /// `oneOf: [X, null]` and `allOf: [X]` that say nothing else about the value.
    private func nullableAlternative(of node: JSONNode, depth: Int) -> Members? {
        let words = ["oneOf", "anyOf", "allOf"]
        let found = words.compactMap { node[$0] }.filter {
            $0.isArray && !$0.children.isEmpty
        }
        guard found.count == 1,
            let list = found.first
        else { return nil }
        let silent: Set = [
            "description", "deprecated", "nullable", "title", "example", "examples", "default", "readOnly", "writeOnly",
            "externalDocs", "xml", "$comment", "discriminator", list.key,
        ]
        var isNullable = isNullableByWord(node)
        guard node.children.allSatisfy({ silent.contains($0.key) || $0.key.hasPrefix("x-") }) else {
            return nil
        }
        let others = list.children.filter {
            !isNull($0) && !isCoveredText($0, in: list)
        }
        guard others.count == 1,
            let only = others.first
        else { return nil }
        if list.key != "allOf",
            list.children.contains(where: isNull)
        {
            isNullable = true
        }
        // A component that only extends a base is the base's record, and not the union that it is part of.
        let extends =
            list.key == "allOf"
            && depth == 0
            && context.component != nil
        var members =
            if extends {
                part(only, depth: depth + 1)
            } else {
                members(of: only, depth: depth + 1)
            }
        if isNullable, !members.isEmpty {
            makeNullable(&members)
        }
        for annotation in annotations(of: node) {
            members[annotation.key] = annotation.value
        }
        return members
    }

    /// Indicates whether an alternative allows only the empty text, and another one allows any text.
    func isCoveredText(_ node: JSONNode, in list: JSONNode) -> Bool {
        isEmptyText(node)
            && list.children.contains { other in
                other["type"]?.string == "string"
                    && ["enum", "const", "format"].allSatisfy { other[$0] == nil }
            }
    }

    /// Indicates whether a schema allows only the empty text, which removes a value in some APIs.
    func isEmptyText(_ node: JSONNode) -> Bool {
        let isText =
            node["type"] == nil
            || node["type"]?.string == "string"
        return isText
            && node.elements("enum").count == 1
            && node.texts("enum") == [""]
    }

    /// Indicates whether a schema allows only `null`.
    func isNull(_ node: JSONNode) -> Bool {
        var node = node
        if node["$ref"] != nil,
            let resolved = context.documents.resolved(node)
        {
            node = resolved
        }
        if let values = node["enum"],
            values.isArray,
            !values.children.isEmpty
        {
            return values.children.allSatisfy { $0.kind == .null }
        }
        if let type = node["type"] {
            if type.isArray {
                return !type.children.isEmpty
                    && type.children.allSatisfy { $0.string == "null" }
            }
            return type.string == "null"
        }
        return node["const"]?.kind == .null
    }

    /// Indicates whether a schema has OpenAPI 3.0's keyword for null, or the extension of Swagger 2.0.
    func isNullableByWord(_ node: JSONNode) -> Bool {
        node["nullable"]?.bool == true
            || node["x-nullable"]?.bool == true
    }

    /// Adds `null` to the values of a schema, in the shortest way.
    func makeNullable(_ members: inout Members) {
        if case .string(let type)? = members["type"] {
            members["type"] = .strings([type, "null"])
        } else if case .array(let types)? = members["type"] {
            if !types.contains(.string("null")) {
                members["type"] = .array(types + [.string("null")])
            }
        } else {
            members["nullable"] = .bool(true)
        }
    }
}

extension JSONNode {
    /// The texts in an array.
    var texts: [String] {
        listElements.compactMap(\.string)
    }
}
