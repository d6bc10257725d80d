import MethodicalGenerator

/// The kinds of value that a schema describes, as far as they decide about the form of requests and responses.
struct Shape {
    /// A property of an object.
    struct Property {
        var name: String
        var node: JSONNode
        /// The schemas of the same property in other parts of an `allOf`.
        var others: [JSONNode] = []
        var isRequired = false
    }

    private(set) var isList = false
    private(set) var isObject = false
    /// Indicates whether one of the alternatives of a union is an object or a list.
    private(set) var hasComposedAlternative = false
    /// Indicates whether one of the alternatives of a union is a list.
    private(set) var hasListAlternative = false
    /// Indicates whether the value may be null.
    private(set) var isNullable = false
    /// The properties of an object and of the objects that it is merged from.
    private(set) var properties: [Property] = []
    /// The places of the properties by their names.
    private var places: [String: Int] = [:]
    /// The names that the object requires without describing them.
    private(set) var undescribed: [String] = []
    /// The properties of the alternatives of a union, each of which only some values have.
    private(set) var alternativeProperties: [Property] = []
    /// The names of these properties.
    private var alternativeNames: Set<String> = []
    /// Indicates whether the properties describe the object completely: it is neither a union nor a dictionary.
    private(set) var isPlain = true

    /// Determines the shape of a schema, following references and the parts of `allOf`.
    init(of node: JSONNode?, context: OpenAPIContext) {
        var required: Set<String> = []
        var seen: Set<JSONNode> = []
        add(
            node,
            context: context,
            required: &required,
            seen: &seen)
        for index in properties.indices where required.contains(properties[index].name) {
            properties[index].isRequired = true
        }
        undescribed = required.subtracting(properties.map(\.name)).sorted()
    }

    private mutating func add(
        _ node: JSONNode?,
        context: OpenAPIContext,
        required: inout Set<String>,
        seen: inout Set<JSONNode>
    ) {
        guard let start = node,
            let node = context.documents.resolved(start),
            node.isObject,
            seen.count < 200,
            seen.insert(node).inserted
        else {
            return isPlain = false
        }
        let types = Self.types(of: node)
        let isListByItems = types.isEmpty && node["items"] != nil
        if isListByItems || types.contains("array") {
            isList = true
        }
        if types.contains("object") || node["properties"]?.isObject == true {
            isObject = true
        }
        let isNullableByWord =
            node["nullable"]?.bool == true
            || node["x-nullable"]?.bool == true
        if isNullableByWord || types.contains("null") {
            isNullable = true
        }
        if types.contains(where: { !["object", "null"].contains($0) }) {
            isPlain = false
        }
        if let additional = node["additionalProperties"],
            additional.bool == nil,
            !additional.children.isEmpty
        {
            isPlain = false
        }
        let words = ["oneOf", "anyOf", "enum", "const", "patternProperties", "discriminator"]
        if words.contains(where: { node[$0] != nil }) {
            addUnion(node, context: context)
        }
        for property in context.properties(of: node) {
            if let place = places[property.key] {
                properties[place].others.append(property)
            } else {
                places[property.key] = properties.count
                properties.append(Property(name: property.key, node: property))
            }
        }
        required.formUnion(node.texts("required"))
        for part in node.elements("allOf") {
            add(
                part,
                context: context,
                required: &required,
                seen: &seen)
        }
    }

    /// Returns the shape of the elements of a list, or `nil` if the schema describes none. A list beside `null`, or in
    /// a part of an `allOf`, counts.
    static func items(of node: JSONNode?, context: OpenAPIContext) -> Shape? {
        guard let node = node.flatMap(context.documents.resolved) else {
            return nil
        }
        let parts = ["allOf", "oneOf", "anyOf"].flatMap { node.elements($0) }
        let lists = [node] + parts.compactMap(context.documents.resolved)
        return lists.lazy
            .compactMap { $0["items"] }.first
            .map {
                Shape(of: $0, context: context)
            }
    }

    /// Adds the properties of the alternatives, none of which is required.
    mutating func mergeAlternatives() {
        let known = Set(properties.map(\.name))
        properties += alternativeProperties.filter { !known.contains($0.name) }
    }

    /// Indicates whether a schema has properties somewhere, if only in parts and alternatives, as the generator expects
    /// of the schemas of forms and of XML.
    static func hasProperties(_ node: JSONNode?, context: OpenAPIContext) -> Bool {
        var waiting = [node].compactMap(\.self)
        var seen: Set<JSONNode> = []
        while let next = waiting.popLast() {
            guard let node = context.documents.resolved(next),
                seen.insert(node).inserted
            else { continue }
            if !context.properties(of: node).isEmpty {
                return true
            }
            waiting += ["allOf", "oneOf", "anyOf"].flatMap { node.elements($0) }
        }
        return false
    }

    /// Reads a union. One of a single schema and `null` is like that schema, and one of restrictions adds nothing.
    private mutating func addUnion(_ node: JSONNode, context: OpenAPIContext) {
        let lists = ["oneOf", "anyOf"].flatMap { node.elements($0) }
        let others = lists.filter {
            $0["type"]?.string != "null"
        }
        if others.count < lists.count {
            isNullable = true
        }
        isPlain = false
        for other in others {
            guard let target = context.documents.resolved(other) else { continue }
            for property in context.properties(of: target)
            where alternativeNames.insert(property.key).inserted {
                alternativeProperties.append(Property(name: property.key, node: property))
            }
        }
        let shapes = others.map {
            Shape(
                of: context.documents.resolved($0),
                context: context,
                depth: 1)
        }
        hasListAlternative = shapes.contains(where: \.isList)
        hasComposedAlternative = hasListAlternative || shapes.contains(where: \.isObject)
        if others.count == 1, let only = others.first {
            let inner = Shape(
                of: context.documents.resolved(only),
                context: context,
                depth: 1)
            isList = isList || inner.isList
            isObject = isObject || inner.isObject
        } else if !others.isEmpty,
            others.allSatisfy({ Shape(of: context.documents.resolved($0), context: context, depth: 1).isObject })
        {
            isObject = true
        }
    }

    /// Determines the kind of an alternative without looking into its own alternatives, so that unions that contain
    /// each other end.
    private init(of node: JSONNode?, context: OpenAPIContext, depth: Int) {
        let types = node.map(Self.types) ?? []
        let isListByItems = types.isEmpty && node?["items"] != nil
        isList = isListByItems || types.contains("array")
        isObject =
            types.contains("object")
            || node?["properties"]?.isObject == true
            || node?["allOf"] != nil
    }

    /// Returns the words of `type`, which is one of them or a list.
    private static func types(of node: JSONNode) -> [String] {
        guard let type = node["type"] else { return [] }
        if type.isArray {
            return type.texts
        }
        return [type.string ?? ""]
    }
}
