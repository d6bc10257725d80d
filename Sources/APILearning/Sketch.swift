import MethodicalGenerator

/// What values look like that no schema describes.
struct Sketch: Sendable {
    private var kinds: Set<String> = []
    private var isNullable = false
    private var keys: [String] = []
    private var members: [String: Sketch] = [:]
    /// One at most.
    private var element: [Sketch] = []

    /// An object with more keys than that has data for keys.
    private static let memberLimit = 64
    private static let depthLimit = 8

    mutating func add(_ value: JSONNode, depth: Int = 0) {
        switch value.kind {
        case .null: isNullable = true
        case .object:
            kinds.insert("object")
            for child in value.children where depth < Self.depthLimit && keys.count <= Self.memberLimit {
                if members[child.key] == nil { keys.append(child.key) }
                members[child.key, default: Sketch()].add(child, depth: depth + 1)
            }
        case .array:
            kinds.insert("array")
            if element.isEmpty { element = [Sketch()] }
            for child in value.children where depth < Self.depthLimit { element[0].add(child, depth: depth + 1) }
        default: if let word = value.schemaWord { kinds.insert(word) }
        }
    }

    mutating func add(_ other: Sketch) {
        kinds.formUnion(other.kinds)
        isNullable = isNullable || other.isNullable
        for key in other.keys where keys.count <= Self.memberLimit {
            guard let member = other.members[key] else { continue }
            if members[key] == nil { keys.append(key) }
            members[key, default: Sketch()].add(member)
        }
        guard let element = other.element.first else { return }
        if self.element.isEmpty { self.element = [element] } else { self.element[0].add(element) }
    }

    /// Nil where nothing can be said: there was only null, or sometimes one structure and sometimes another.
    var schema: JSONValue? {
        var schema: [JSONValue.Member] = []
        switch kinds {
        case []: return nil
        case ["object"]:
            schema = [.init(key: "type", value: .string("object"))]
            let properties = keys.compactMap { key in members[key]?.schema.map { JSONValue.Member(key: key, value: $0) }
            }
            let isData = keys.count > Self.memberLimit || keys.allSatisfy { Int($0) != nil }
            if !isData, !properties.isEmpty { schema.append(.init(key: "properties", value: .object(properties))) }
        case ["array"]:
            schema = [.init(key: "type", value: .string("array"))]
            if let items = element.first?.schema { schema.append(.init(key: "items", value: items)) }
        case _ where kinds.isDisjoint(with: ["object", "array"]): schema = [.init(key: "type", value: .type(kinds))]
        default: return nil
        }
        if isNullable { schema.append(.init(key: "nullable", value: .bool(true))) }
        return .object(schema)
    }
}

extension JSONValue {
    /// `type` for kinds of scalar: `"string"`, `["integer", "string"]`. What is a number may be an integer.
    static func type(_ words: some Collection<String>) -> JSONValue {
        var known = ["integer", "number", "boolean", "string"].filter { words.contains($0) }
        if known.contains("number") { known.removeAll { $0 == "integer" } }
        return known.count == 1 ? .string(known[0]) : .strings(known)
    }
}
