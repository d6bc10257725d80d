import APISurface
import MethodicalGenerator

/// The shape of values that no schema describes.
struct Sketch: Sendable {
    private var kinds: Set<String> = []
    private var isNullable = false
    private var keys: [String] = []
    private var members: [String: Sketch] = [:]
    /// The shape of a list's elements. It is an array of at most one, because a struct cannot contain itself.
    private var element: [Sketch] = []

    /// The greatest number of an object's keys. With more, the keys are data.
    private static let memberLimit = 64
    private static let depthLimit = 8

    /// Adds a value to the shape.
    mutating func add(_ value: JSONNode, depth: Int = 0) {
        switch value.kind {
        case .null: isNullable = true
        case .object:
            kinds.insert("object")
            for child in value.children where depth < Self.depthLimit && keys.count <= Self.memberLimit {
                if members[child.key] == nil {
                    keys.append(child.key)
                }
                members[child.key, default: Sketch()].add(child, depth: depth + 1)
            }
        case .array:
            kinds.insert("array")
            if element.isEmpty {
                element = [Sketch()]
            }
            for child in value.children where depth < Self.depthLimit {
                element[0].add(child, depth: depth + 1)
            }
        default: if let word = value.schemaWord { kinds.insert(word) }
        }
    }

    /// Adds another shape to this one.
    mutating func add(_ other: Sketch) {
        kinds.formUnion(other.kinds)
        isNullable = isNullable || other.isNullable
        for key in other.keys where keys.count <= Self.memberLimit {
            guard let member = other.members[key] else { continue }
            if members[key] == nil {
                keys.append(key)
            }
            members[key, default: Sketch()].add(member)
        }
        guard let element = other.element.first else { return }
        if self.element.isEmpty {
            self.element = [element]
        } else {
            self.element[0].add(element)
        }
    }

    /// The schema of the values, or `nil` if they were only null, or had different structures.
    var schema: JSONValue? {
        var schema: [JSONValue.Member] = []
        switch kinds {
        case []: return nil
        case ["object"]:
            schema = [.init(key: "type", value: .string("object"))]
            let properties = keys.compactMap { key in
                members[key]?.schema.map {
                    JSONValue.Member(key: key, value: $0)
                }
            }
            let isData =
                keys.count > Self.memberLimit
                || keys.allSatisfy { Int($0) != nil }
            if !isData, !properties.isEmpty {
                schema.append(.init(key: "properties", value: .object(properties)))
            }
        case ["array"]:
            schema = [.init(key: "type", value: .string("array"))]
            if let items = element.first?.schema {
                schema.append(.init(key: "items", value: items))
            }
        case _ where kinds.isDisjoint(with: ["object", "array"]):
            schema = [.init(key: "type", value: .type(for: kinds))]
        default: return nil
        }
        if isNullable {
            schema.append(.init(key: "nullable", value: .bool(true)))
        }
        return .object(schema)
    }
}

extension JSONValue {
    /// Returns the `type` for kinds of scalar, such as `"string"` or `["integer", "string"]`. A number includes an
    /// integer.
    static func type(for words: some Collection<String>) -> JSONValue {
        var known = ["integer", "number", "boolean", "string"].filter {
            words.contains($0)
        }
        if known.contains("number") {
            known.removeAll { $0 == "integer" }
        }
        if known.count == 1 {
            return .string(known[0])
        }
        return .strings(known)
    }
}
