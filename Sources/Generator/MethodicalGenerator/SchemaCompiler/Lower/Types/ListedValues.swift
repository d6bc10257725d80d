extension Schemas {
    /// Returns the enumeration that a list of alternatives stands for, or `nil` if it is a union.
    ///
    /// Many documents describe each value of an enumeration by an alternative of its own: `{"oneOf": [{"const": "a",
    /// "title": "First", "description": "…"}, …]}`, as OpenAPI 3.1 recommends it. If any other text is an alternative,
    /// too, the enumeration allows it.
    func listedValues(_ list: JSONNode, in schema: Schema) -> JSONNode? {
        if let known = cache.listedValues[list.number] {
            return known
        }
        cache.listedValues[list.number] = .some(nil)
        guard let listing = ValueListing(list, in: schema, schemas: self) else {
            return nil
        }
        let node = listing.node
        cache.listedValues[list.number] = node
        if listing.allowsAnyText {
            cache.openEnumerations.insert(node.number)
        }
        return node
    }
}

/// A list of alternatives that name the values of an enumeration.
private struct ValueListing {
    /// Indicates whether one of the alternatives is any text.
    private(set) var allowsAnyText = false
    private let list: JSONNode
    private var values: [Value] = []

    private struct Value {
        var node: JSONNode
        var name: JSONNode?
        var description: JSONNode?
    }

    /// Reads a list of alternatives. Returns `nil` if one of them is something other than values of the same kind or
    /// any text.
    init?(_ list: JSONNode, in schema: Schema, schemas: Schemas) {
        self.list = list
        guard list.isArray else { return nil }
        var count = 0
        var isDescribed = schema.has(.type)
        for alternative in schemas.alternatives(in: list) {
            guard let node = schemas.catalogue.followed(alternative),
                node.isObject,
                !node.hasAny([.properties, .items, .allOf, .oneOf, .anyOf])
            else {
                return nil
            }
            let described = Self.values(of: node)
            if described.isEmpty {
                guard Self.isAnyText(node) else { return nil }
                allowsAnyText = true
                continue
            }
            count += 1
            if described.count == 1, described[0].name != nil {
                isDescribed = true
            }
            values += described
        }
        // A single enumeration, or a single constant without a description, has a form of its own.
        let isDescribedConstant = isDescribed && !allowsAnyText && values.count == 1
        guard count > 1 || isDescribedConstant else { return nil }
        let areTexts = values.allSatisfy { $0.node.kind == .string }
        let areIntegers = values.allSatisfy { $0.node.integer != nil }
        guard areTexts || areIntegers else { return nil }
        // Any text beside integers is a union.
        if allowsAnyText, !areTexts {
            return nil
        }
    }

    private static func values(of node: JSONNode) -> [Value] {
        if let constant = node[.const] {
            return [Value(node: constant, name: node["title"], description: node[.description])]
        }
        let listed = node.list(at: .enum).filter { $0.kind != .null }
        if listed.count == 1 {
            let name = node.list(at: .enumNames).first ?? node["title"]
            let description = node.list(at: .enumDescriptions).first ?? node[.description]
            return [Value(node: listed[0], name: name, description: description)]
        }
        let names = node.list(at: .enumNames)
        let descriptions = node.list(at: .enumDescriptions)
        return listed.enumerated().map { index, value in
            Value(
                node: value,
                name: names.element(at: index),
                description: descriptions.element(at: index))
        }
    }

    private static func isAnyText(_ node: JSONNode) -> Bool {
        guard node[.type]?.string == "string" else { return false }
        return !node.hasAny([.format, .contentEncoding])
    }

    /// The enumeration, in the form that the dialect has for enumerations.
    var node: JSONNode {
        var seen: Set<String> = []
        let distinct = values.filter { seen.insert($0.node.described).inserted }
        func texts(for word: Word, from text: (Value) -> JSONNode?) -> [JSONNode] {
            guard distinct.contains(where: { text($0)?.string != nil }) else {
                return []
            }
            let nodes = distinct.map { value in
                let node = text(value)
                return JSONNode(string: node?.string ?? "", at: node ?? value.node)
            }
            return [JSONNode(list: word, of: nodes, at: list)]
        }
        let copies = distinct.map { $0.node.copy() }
        let known = JSONNode(list: .enum, of: copies, at: list)
        return JSONNode(
            .object,
            at: list,
            children: [known] + texts(for: .enumNames, from: \.name)
                + texts(for: .enumDescriptions, from: \.description))
    }
}
