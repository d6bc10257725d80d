import APISurface
import MethodicalGenerator

extension ParameterTranslator {
    /// Returns the members of a parameter: name, place, whether it is required, and its schema.
    func parameter(
        from node: JSONNode,
        name: String,
        in place: String
    ) -> Members {
        var members: Members = [.init(key: "name", value: .string(name))]
        if place != impliedPlace || isInPath(name) {
            members["in"] = .string(place)
        }
        var schema = self.schema(of: node)
        let structure = ["type", "$ref", "enum", "const", "oneOf", "anyOf", "allOf", "properties"]
        let hasType = structure.contains { schema[$0] != nil }
        if !hasType {
            schema["type"] = .string("string")
        }
        let description = context.description(of: node["description"]).map { JSONValue.string($0) }
        let own = schema["description"]
        schema["description"] = nil
        // The schema's list of an object's required properties would collide with the parameter's own flag.
        if schema["required"] != nil,
            schema["$ref"] == nil
        {
            schema = [.init(key: "allOf", value: .array([.object(schema)]))]
        }
        if node["required"]?.bool == true || place == "path" {
            schema["required"] = .bool(true)
        } else {
            schema = schemas.optionalArgument(schema, of: node)
        }
        if let text = description ?? own {
            members["description"] = text
        }
        if node["deprecated"]?.bool == true {
            schema["deprecated"] = .bool(true)
        }
        if node["content"] != nil {
            schema["format"] = .string("json")
        }
        if node["schema"]?["format"]?.string == "password" {
            schema["secret"] = .bool(true)
        }
        return members + schema
    }

    /// Returns the schema of a parameter: under `schema`, as `content`, or in Swagger 2.0 the parameter itself.
    private func schema(of node: JSONNode) -> Members {
        if let schema = node["schema"] {
            return schemas.members(of: schema)
        }
        if let media = node.members("content").first {
            return media["schema"].map { schemas.members(of: $0) } ?? []
        }
        if context.isSwagger || node["type"] != nil {
            let words: Set = [
                "name", "in", "required", "description", "collectionFormat", "allowEmptyValue", "deprecated",
            ]
            return schemas.keywords(of: node, depth: 0).filter {
                !words.contains($0.key)
            }
        }
        context.note(.wrong, at: node, "a parameter without a schema is read as a text")
        return [.init(key: "type", value: .string("string"))]
    }

    /// Returns the schema of a parameter after its references.
    private func resolvedSchema(of node: JSONNode) -> JSONNode? {
        guard let schema = node["schema"] else {
            guard node["content"] == nil else { return nil }
            return node
        }
        return context.documents.resolved(schema)
    }

    func isList(_ node: JSONNode) -> Bool {
        Shape(of: resolvedSchema(of: node), context: context).isList
    }

    /// Indicates whether a parameter is a union with lists among its alternatives.
    func hasListAlternative(_ node: JSONNode) -> Bool {
        Shape(of: resolvedSchema(of: node), context: context).hasListAlternative
    }

    /// Indicates whether a parameter is a list of objects or of lists.
    func hasComposedItems(_ node: JSONNode) -> Bool {
        guard isList(node),
            let items = Shape.items(of: resolvedSchema(of: node), context: context)
        else {
            return false
        }
        return items.isList || items.isObject
    }

    /// Indicates whether a parameter is a list or an object.
    func isComposed(_ node: JSONNode) -> Bool {
        let shape = Shape(of: resolvedSchema(of: node), context: context)
        return shape.isList || shape.isObject
    }
}
