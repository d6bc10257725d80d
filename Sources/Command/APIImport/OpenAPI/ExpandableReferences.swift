import APISurface
import MethodicalGenerator

/// The import of values that are the id of an object, or the object itself if a call expands it.
package enum ExpandableReferences: String, CaseIterable, Sendable {
    /// Such a value is a union of the id and the object, which brings the type of the object.
    case objects
    /// A value that the document marks with `x-expansionResources` is an id.
    case ids
    /// Every value that is a text or an object with a name is an id, whether or not the document marks it.
    case allIDs = "all-ids"
}

extension SchemaTranslator {
    /// Returns a reference to the definition of an expandable id, or `nil` for any other schema and if the import keeps
    /// the objects.
    func expandableID(for node: JSONNode) -> Members? {
        guard context.expandable != .objects,
            let list = node["anyOf"] ?? node["oneOf"],
            list.isArray
        else {
            return nil
        }
        let isMarked = node["x-expansionResources"] != nil
        guard isMarked || context.expandable == .allIDs,
            hasTextAndObjects(in: list)
        else { return nil }
        context.count(
            .changed,
            at: node,
            "the id of an object that a call can expand is read as the id; an expanded object is kept as JSON")
        var members: Members = [.init(key: "$ref", value: .string("#/definitions/" + context.expandableID(for: node)))]
        if isNullableByWord(node) || list.children.contains(where: isNull) {
            members["nullable"] = .bool(true)
        }
        return members + annotations(of: node)
    }

    /// Indicates whether alternatives are any text and references to objects, and nothing else but null.
    private func hasTextAndObjects(in list: JSONNode) -> Bool {
        let others = list.children.filter { !isNull($0) }
        let references = others.filter { $0["$ref"] != nil }
        let texts = others.filter(isAnyText)
        guard texts.count == 1,
            !references.isEmpty,
            texts.count + references.count == others.count
        else {
            return false
        }
        return references.allSatisfy { reference in
            let shape = Shape(of: reference, context: context)
            let canBeObject = shape.isObject || shape.hasComposedAlternative
            return canBeObject && !shape.isList
        }
    }

    private func isAnyText(_ node: JSONNode) -> Bool {
        node["type"]?.string == "string"
            && ["enum", "const", "format"].allSatisfy { node[$0] == nil }
    }
}

extension ImportedDefinition {
    /// Returns the definition of the ids that calls can expand. A value is never lost: an expanded object keeps its
    /// members as JSON.
    ///
    /// - Parameter place: The first place of such an id in the document.
    static func expandableID(named name: String, at place: Place) -> ImportedDefinition {
        let schema = Members([
            "description": .string("The id of an object, or the object itself if the call expands it."),
            "anyOf": .array([
                .object(["type": .string("string")]),
                .object(
                    Members([
                        "type": .string("object"),
                        "additionalProperties": .object([]),
                    ])),
            ]),
        ])
        return ImportedDefinition(
            name: name,
            schema: .object(schema),
            place: place)
    }
}
