import APISurface
import MethodicalGenerator

/// The nodes of the schema files, with the places that they describe. `$ref` and `allOf` are followed as the compiler
/// does it.
struct SchemaNodes {
    let lowered: LoweredSchemas
    /// The object or list that contains each node, and the node's key there.
    private let homes: [JSONNode: (parent: JSONNode, token: String)]
    private let files: [JSONNode: String]
    private let methods: [String: JSONNode]
    /// The texts of the files, by the paths that the nodes' places have.
    private let texts: [String: [UInt8]]

    /// Finds the places of all nodes.
    ///
    /// - Parameter sources: The files that the schemas come from.
    init(_ lowered: LoweredSchemas, sources: [SourceFile]) {
        self.lowered = lowered
        let bytes = sources.map { ($0.shownPath, $0.bytes) }
        texts = Dictionary(bytes) { first, _ in first }
        var homes: [JSONNode: (parent: JSONNode, token: String)] = [:]
        var waiting = lowered.catalogue.files.map(\.root)
        while let node = waiting.popLast() {
            for (index, child) in node.children.enumerated() {
                let token =
                    node.isObject
                    ? child.key
                    : Self.token(of: child, at: index)
                homes[child] = (node, token)
                waiting.append(child)
            }
        }
        self.homes = homes
        let paths = lowered.catalogue.files.map { ($0.root, $0.path) }
        files = Dictionary(paths) { first, _ in first }
        let named = lowered.catalogue.methods.map { ($0.name, $0.node) }
        methods = Dictionary(named) { first, _ in first }
    }

    /// Returns the token of a list's element. Overlays find elements by their `name`, because an index changes if an
    /// element is added before it.
    private static func token(of element: JSONNode, at index: Int) -> String {
        guard let name = element["name"]?.string,
            !name.isEmpty,
            Int(name) == nil
        else {
            return String(index)
        }
        return name
    }

    /// Returns the pointer that an overlay's `at` uses for a node: `users/objects.json#/definitions/users_user`.
    func pointer(to node: JSONNode) -> String? {
        guard let (file, steps) = way(to: node) else { return nil }
        return "\(file)#" + steps.map { "/" + Self.escaped(written($0)) }.joined()
    }

    /// Returns the token of a step as the file has it. The compiler replaces former keywords and VK's by the current
    /// ones.
    private func written(_ step: Step) -> String {
        guard let former = Self.formerKeywords[step.token],
            hasKey(former, at: step.node.keyPlace)
        else {
            return step.token
        }
        return former
    }

    /// The former keywords of a method's responses, by the current ones. VK's files have them, too.
    private static let formerKeywords = ["variants": "responses", "statuses": "responses", "events": "responses"]

    /// Indicates whether a file has a key at a place.
    private func hasKey(_ key: String, at place: Place) -> Bool {
        guard var line = texts[place.file]?[...] else {
            return false
        }
        for _ in 1..<place.line {
            guard let end = line.firstIndex(of: UInt8(ascii: "\n")) else {
                return false
            }
            line = line[(end + 1)...]
        }
        return line.dropFirst(place.column - 1).starts(with: "\"\(key)\"".utf8)
    }

    private static func escaped(_ token: String) -> String {
        token
            .replacing("~", with: "~0")
            .replacing("/", with: "~1")
            .replacing("%", with: "%25")
    }

    /// Returns the name for people: `users_user.career[].city`. Returns `nil` if the node has no name, or is in no
    /// file.
    func name(of node: JSONNode) -> String? {
        guard let (_, steps) = way(to: node),
            steps.count > 1
        else { return nil }
        let tokens = steps.map(\.token)
        var name = tokens[1]
        var isName = false
        for token in tokens.dropFirst(2) {
            if isName {
                name += ".\(token)"
                isName = false
            } else if ["items", "additionalProperties"].contains(token) {
                name += "[]"
            } else {
                isName = ["properties", "variants", "statuses", "events", "definitions", "$defs"].contains(token)
            }
        }
        return name.shown
    }

    /// A step on the way to a node: one of the nodes around it, or itself, with its token.
    private struct Step {
        var node: JSONNode
        var token: String
    }

    /// Returns the file of a node and the steps that lead to it.
    private func way(to node: JSONNode) -> (file: String, steps: [Step])? {
        var steps: [Step] = []
        var node = node
        while let home = homes[node] {
            steps.append(Step(node: node, token: home.token))
            node = home.parent
        }
        return files[node].map { ($0, steps.reversed()) }
    }

    // MARK: Searching

    /// Returns the schema of a method's response, by its name in `variants`.
    func response(named name: String, of method: String) -> JSONNode? {
        let node = methods[method]
        return node?["response"] ?? node?["variants"]?[name]
    }

    /// Returns the target of a reference. If the target is in an envelope, it is the value inside.
    func target(of node: JSONNode) -> JSONNode? {
        node["$ref"].flatMap(lowered.catalogue.target)
    }

    /// The number of references in a row that are followed, so that references to each other end.
    private static let referenceLimit = 64

    /// Returns the node that describes the structure, after references and lists with one part are followed.
    func structural(_ node: JSONNode) -> JSONNode {
        var node = node
        for _ in 0..<Self.referenceLimit {
            guard let next = inner(of: node) else { break }
            node = next
        }
        return node
    }

    /// Returns the node that a reference or a list with one part leads to, or `nil` for other nodes.
    private func inner(of node: JSONNode) -> JSONNode? {
        guard node.isObject else { return nil }
        let hasProperties = node["properties"]?.first != nil
        if node["$ref"] != nil {
            guard !hasProperties,
                node["allOf"] == nil
            else { return nil }
            return target(of: node)
        }
        if let parts = node["allOf"], let first = parts.first {
            if hasProperties {
                return nil
            }
            if parts.children.count == 1 {
                return first
            }
            if parts.children.contains(where: { lowered.schemas.isRecordLike($0) }) {
                return nil
            }
            return Array(parts.children).last
        }
        if hasProperties || node["enum"] != nil || node["items"] != nil {
            return nil
        }
        let given = alternatives(of: node)
        guard given.count == 1 else { return nil }
        return given[0]
    }

    /// Returns the alternatives of a union, without null.
    func alternatives(of node: JSONNode) -> [JSONNode] {
        (node["oneOf"] ?? node["anyOf"]).map(lowered.schemas.alternatives) ?? []
    }

    /// Returns the alternative that a union's case was made from.
    func alternative(for type: TypeUse, in union: JSONNode) -> JSONNode? {
        alternatives(of: union).first { node in
            guard case .named(let id) = type else {
                return node["type"]?.string == type.schemaWord
                    && node["$ref"] == nil
            }
            if lowered.inlineType(of: structural(node)) == id {
                return true
            }
            return target(of: node).map {
                lowered.catalogue.definition(declaring: $0)?.id == id
            }
                ?? false
        }
    }

    /// Returns the schema of a list's elements.
    func items(of node: JSONNode) -> JSONNode? {
        structural(node)["items"]
    }

    /// Returns the schema of members that have no property.
    func additional(of node: JSONNode) -> JSONNode? {
        let node = structural(node)
        if let patterns = node["patternProperties"], let first = patterns.first {
            return first
        }
        guard let schema = node["additionalProperties"],
            schema.isObject
        else { return nil }
        return schema
    }

    /// Returns the schema of a property, and all lists of the object that say it is required. If several parts describe
    /// the property, the last one counts.
    func property(
        named key: String,
        of object: JSONNode
    ) -> (node: JSONNode?, lists: [JSONNode]) {
        var search = PropertySearch(key: key, nodes: self)
        search.look(in: object)
        return (search.found, search.lists)
    }
}

/// A search through the parts of an object, in the compiler's order.
private struct PropertySearch {
    let key: String
    let nodes: SchemaNodes
    var found: JSONNode?
    /// The lists under `required` that name the property.
    var lists: [JSONNode] = []
    private var visited: Set<JSONNode> = []

    init(key: String, nodes: SchemaNodes) {
        self.key = key
        self.nodes = nodes
    }

    mutating func look(in node: JSONNode, isOptional: Bool = false) {
        guard node.isObject,
            visited.count < 1000,
            visited.insert(node).inserted
        else { return }
        if let target = nodes.target(of: node) {
            look(in: target, isOptional: isOptional)
        }
        for part in node["allOf"]?.children.map({ $0 }) ?? [] {
            look(in: part, isOptional: isOptional)
        }
        if let member = node["properties"]?[key], !isOptional || found == nil {
            found = member
        }
        for word in ["oneOf", "anyOf"] {
            for part in node[word]?.children.map({ $0 }) ?? [] {
                look(in: part, isOptional: true)
            }
        }
        if !isOptional,
            let list = node["required"],
            list.children.contains(where: { $0.string == key })
        {
            lists.append(list)
        }
    }
}

extension TypeUse {
    /// The name of the type in a schema's `type`, or `nil` if the name alone does not describe it.
    var schemaWord: String? {
        switch self {
        case .integer, .formatted(_, as: .integer): "integer"
        case .number, .formatted(_, as: .number): "number"
        case .boolean: "boolean"
        case .string, .formatted(_, as: .string): "string"
        case .array: "array"
        case .dictionary: "object"
        default: nil
        }
    }
}
