import MethodicalGenerator

/// The schema files as the compiler read them: which node describes what, and where it stands. Follows `$ref` and `allOf` as the compiler does.
struct SchemaNodes {
    let lowering: Lowering
    /// Of every node the object or list that it stands in, and its key there.
    private let homes: [JSONNode: (parent: JSONNode, token: String)]
    private let files: [JSONNode: String]
    private let methods: [String: JSONNode]

    init(_ lowering: Lowering) {
        self.lowering = lowering
        var homes: [JSONNode: (parent: JSONNode, token: String)] = [:]
        var waiting = lowering.files.map(\.root)
        while let node = waiting.popLast() {
            for (index, child) in node.children.enumerated() {
                homes[child] = (node, node.isObject ? child.key : Self.token(of: child, at: index))
                waiting.append(child)
            }
        }
        self.homes = homes
        files = Dictionary(lowering.files.map { ($0.root, $0.path) }) { first, _ in first }
        methods = Dictionary(lowering.methodNodes.map { ($0.name, $0.node) }) { first, _ in first }
    }

    /// Overlays find elements by their `name`: what is counted moves when something is added before it.
    private static func token(of element: JSONNode, at index: Int) -> String {
        guard let name = element["name"]?.string, !name.isEmpty, Int(name) == nil else { return String(index) }
        return name
    }

    /// What `at` of an overlay calls a node: `users/objects.json#/definitions/users_user`.
    func pointer(_ node: JSONNode) -> String? {
        guard let (file, tokens) = way(to: node) else { return nil }
        let escapes = [("~", "~0"), ("/", "~1"), ("%", "%25")]
        return "\(file)#"
            + tokens.map { token in "/" + escapes.reduce(token) { $0.replacing($1.0, with: $1.1) } }.joined()
    }

    /// What people call it: `users_user.career[].city`. Nil for what has no name, or stands in no file.
    func name(_ node: JSONNode) -> String? {
        guard let (_, tokens) = way(to: node), tokens.count > 1 else { return nil }
        var name = tokens[1]
        var isName = false
        for token in tokens.dropFirst(2) {
            if isName {
                name += ".\(token)"
                isName = false
            } else if ["items", "additionalProperties"].contains(token) {
                name += "[]"
            } else {
                isName = ["properties", "responses", "definitions", "$defs"].contains(token)
            }
        }
        return name.shown
    }

    private func way(to node: JSONNode) -> (file: String, tokens: [String])? {
        var (tokens, node) = ([String](), node)
        while let home = homes[node] {
            tokens.append(home.token)
            node = home.parent
        }
        return files[node].map { ($0, tokens.reversed()) }
    }

    // MARK: Finding

    /// What a method's schema says of a response, by the name that this has in `responses`.
    func response(_ name: String, of method: String) -> JSONNode? {
        let node = methods[method]
        return node?["response"] ?? node?["responses"]?[name]
    }

    /// Where a reference leads; into the envelope, if that is around it.
    func target(_ node: JSONNode) -> JSONNode? {
        guard let reference = node["$ref"], let target = lowering.resolver.look(reference) else { return nil }
        return lowering.definitionOf[target.number]?.node ?? target
    }

    /// The schema that says what there is, at the end of references and of lists with one part.
    func structural(_ node: JSONNode) -> JSONNode {
        var node = node
        for _ in 0..<64 {
            guard let next = inner(node) else { break }
            node = next
        }
        return node
    }

    private func inner(_ node: JSONNode) -> JSONNode? {
        guard node.isObject else { return nil }
        let hasProperties = node["properties"]?.first != nil
        if node["$ref"] != nil { return hasProperties || node["allOf"] != nil ? nil : target(node) }
        if let parts = node["allOf"], let first = parts.first {
            if hasProperties { return nil }
            if first.next == nil { return first }
            return parts.children.contains { lowering.isRecordLike($0) } ? nil : Array(parts.children).last
        }
        if hasProperties || node["enum"] != nil || node["items"] != nil { return nil }
        let given = alternatives(node)
        return given.count == 1 ? given[0] : nil
    }

    /// The schemas that a union chooses from, null left out.
    func alternatives(_ node: JSONNode) -> [JSONNode] {
        (node["oneOf"] ?? node["anyOf"])?.children.filter { $0["type"]?.string != "null" } ?? []
    }

    /// The alternative that a case was made of.
    func alternative(_ type: TypeUse, in union: JSONNode) -> JSONNode? {
        alternatives(union).first { node in
            guard case .named(let id) = type else {
                return node["type"]?.string == type.schemaWord && node["$ref"] == nil
            }
            if lowering.inlineIDs[structural(node).number].map(lowering.current) == id { return true }
            return target(node).map { lowering.definitionOf[$0.number]?.id == id } ?? false
        }
    }

    func items(of node: JSONNode) -> JSONNode? { structural(node)["items"] }

    /// The schema of members that no property names.
    func additional(of node: JSONNode) -> JSONNode? {
        let node = structural(node)
        if let patterns = node["patternProperties"], let first = patterns.first { return first }
        return node["additionalProperties"].flatMap { $0.isObject ? $0 : nil }
    }

    /// The schema of a property, by the last of the parts that describe it; and all lists of an object that say it is required.
    func property(_ key: String, of object: JSONNode) -> (node: JSONNode?, lists: [JSONNode]) {
        var search = PropertySearch(key: key, nodes: self)
        search.look(in: object)
        return (search.found, search.lists)
    }
}

/// Goes through the parts of an object in the compiler's order.
private struct PropertySearch {
    let key: String
    let nodes: SchemaNodes
    var found: JSONNode?
    /// Lists under `required` that name it.
    var lists: [JSONNode] = []
    private var visited: Set<JSONNode> = []

    init(key: String, nodes: SchemaNodes) {
        self.key = key
        self.nodes = nodes
    }

    mutating func look(in node: JSONNode, isOptional: Bool = false) {
        guard node.isObject, visited.count < 1000, visited.insert(node).inserted else { return }
        if let target = nodes.target(node) { look(in: target, isOptional: isOptional) }
        for part in node["allOf"]?.children.map({ $0 }) ?? [] { look(in: part, isOptional: isOptional) }
        if let member = node["properties"]?[key], !isOptional || found == nil { found = member }
        for word in ["oneOf", "anyOf"] {
            for part in node[word]?.children.map({ $0 }) ?? [] { look(in: part, isOptional: true) }
        }
        if !isOptional, let list = node["required"], list.children.contains(where: { $0.string == key }) {
            lists.append(list)
        }
    }
}

extension TypeUse {
    /// What `type` of a schema calls it, where that is all there is to say.
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
