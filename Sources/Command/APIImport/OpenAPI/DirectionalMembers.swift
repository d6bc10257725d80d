import APISurface
import MethodicalGenerator

/// The members of schemas that only requests or only responses contain, which a document marks with `readOnly` and
/// `writeOnly`.
///
/// The translation keeps these marks in properties until it is known where each definition is used. Then they are
/// applied at every depth, and removed.
struct DirectionalMembers {
    /// The messages that a schema describes.
    enum Direction {
        case request, response
        /// Requests and responses, which share a schema. The generator leaves the members out of requests that only
        /// responses have.
        case both

        /// The mark of the members that these messages do not contain.
        var absent: String {
            switch self {
            case .request: DirectionalMembers.readOnly
            case .response, .both: DirectionalMembers.writeOnly
            }
        }
    }

    private static let readOnly = "readOnly"
    private static let writeOnly = "writeOnly"

    let definitions: [String: JSONValue]
    /// The names of the definitions that only requests contain.
    let requestOnly: Set<String>
    /// The names of the definitions that requests and responses contain.
    private let shared: Set<String>

    /// Applies the marks of all schemas. Returns the definitions that requests and responses share although these
    /// differ in required members.
    ///
    /// - Parameter webhooks: The names of the definitions that webhooks contain.
    static func apply(to api: inout ImportedAPI, webhooks: Set<String>) -> [ImportedDefinition] {
        let marks = DirectionalMembers(of: api, webhooks: webhooks)
        let differing = api.definitions.filter {
            marks.shared.contains($0.name)
                && marks.differs($0.schema.members)
        }
        for index in api.definitions.indices {
            let definition = api.definitions[index]
            api.definitions[index].schema = marks.schema(definition.schema, for: marks.direction(of: definition.name))
        }
        for index in api.methods.indices {
            marks.apply(to: &api.methods[index].members)
        }
        for index in api.events.indices {
            api.events[index].value = marks.schema(api.events[index].value, for: .response)
        }
        return differing
    }

    private init(of api: ImportedAPI, webhooks: Set<String>) {
        definitions = Dictionary(api.definitions.map { ($0.name, $0.schema) }) { first, _ in first }
        let edges = definitions.mapValues { FileLayout.references(in: $0) }
        var sent: Set<String> = []
        var received = webhooks.union(FileLayout.references(in: .object(api.events)))
        for method in api.methods {
            for member in method.members {
                let references = FileLayout.references(in: member.value)
                if Self.isRequest(member.key) {
                    sent.formUnion(references)
                } else {
                    received.formUnion(references)
                }
            }
        }
        let requests = FileLayout.reachable(from: sent, along: edges)
        let responses = FileLayout.reachable(from: received, along: edges)
        requestOnly = requests.subtracting(responses)
        shared = requests.intersection(responses)
    }

    /// Returns the messages that contain a definition.
    private func direction(of name: String) -> Direction {
        if requestOnly.contains(name) {
            return .request
        }
        if shared.contains(name) {
            return .both
        }
        return .response
    }

    /// Indicates whether a schema, or one inside of it, requires a member that only requests or only responses have.
    private func differs(_ members: Members) -> Bool {
        if case .array(let required)? = members["required"] {
            let marked = (members["properties"]?.members ?? []).filter { property in
                property.value.members[Self.readOnly] != nil
                    || property.value.members[Self.writeOnly] != nil
            }
            if marked.contains(where: { required.contains(.string($0.key)) }) {
                return true
            }
        }
        if members["allOf"] != nil,
            !inheritedNames(of: members, for: .response).isEmpty
        {
            return true
        }
        return members.contains { member in
            switch member.value {
            case .object(let inner):
                differs(inner)
            case .array(let list):
                list.contains { differs($0.members) }
            default:
                false
            }
        }
    }

    private static func direction(ofMember key: String) -> Direction {
        if isRequest(key) {
            return .request
        }
        return .response
    }

    /// Indicates whether a keyword of a method describes the request.
    private static func isRequest(_ key: String) -> Bool {
        key == "parameters" || key == "body"
    }

    private func apply(to method: inout Members) {
        for index in method.indices {
            let direction = Self.direction(ofMember: method[index].key)
            switch (method[index].key, method[index].value) {
            case ("parameters", .array(let list)):
                method[index].value = .array(list.map { schema($0, for: direction) })
            case ("response", let value), ("body", let value):
                method[index].value = schema(value, for: direction)
            case ("statuses", .object(let members)),
                ("events", .object(let members)),
                ("failures", .object(let members)):
                method[index].value = .object(
                    members.map { .init(key: $0.key, value: schema($0.value, for: direction)) })
            default:
                break
            }
        }
    }

    // MARK: Schemas

    /// Returns a schema without the marks and without the members that the direction does not have.
    private func schema(_ value: JSONValue, for direction: Direction) -> JSONValue {
        guard case .object(let members) = value else {
            return value
        }
        var absent: Set<String> = []
        var seen: Set<String> = []
        collectMarked(
            direction.absent,
            in: members,
            into: &absent,
            seen: &seen)
        if absent.isEmpty {
            return part(members, for: direction, without: absent)
        }
        var source = members
        if direction == .request {
            source = copyingBases(in: members, of: absent)
        }
        let result = part(source, for: direction, without: absent)
        let inherited = inheritedNames(of: source, for: direction)
        if inherited.isEmpty {
            return result
        }
        return .object(making(inherited, optionalIn: result.members, of: source))
    }

    /// Returns a schema, or a part of one that merges several.
    private func part(
        _ members: Members,
        for direction: Direction,
        without absent: Set<String>
    ) -> JSONValue {
        var result: Members = []
        for member in members {
            switch (member.key, member.value) {
            case (Self.readOnly, _) where direction == .both:
                result.append(member)
            case (Self.readOnly, _), (Self.writeOnly, _):
                continue
            case ("required", .array(let names)):
                let left = names.filter { name in
                    !absent.contains(name.text ?? "")
                }
                if !left.isEmpty {
                    result.append(.init(key: member.key, value: .array(left)))
                }
            case ("properties", .object(let properties)):
                // Only a request leaves a member out. A response may have members that nobody expects.
                var left = properties
                if direction == .request {
                    left.removeAll { absent.contains($0.key) }
                }
                if left.isEmpty,
                    !properties.isEmpty,
                    members["type"] == nil
                {
                    // Without properties, only the type says that it is an object.
                    result.append(.init(key: "type", value: .string("object")))
                    continue
                }
                result.append(
                    .init(
                        key: member.key,
                        value: .object(left.map { .init(key: $0.key, value: schema($0.value, for: direction)) })))
            case ("patternProperties", .object(let patterns)):
                let schemas = patterns.map {
                    JSONValue.Member(key: $0.key, value: schema($0.value, for: direction))
                }
                result.append(.init(key: member.key, value: .object(schemas)))
            case ("items", _), ("additionalProperties", _):
                result.append(.init(key: member.key, value: schema(member.value, for: direction)))
            case ("allOf", .array(let parts)):
                let merged = parts.map {
                    part($0.members, for: direction, without: absent)
                }
                result.append(.init(key: member.key, value: .array(merged)))
            case ("oneOf", .array(let alternatives)), ("anyOf", .array(let alternatives)):
                let schemas = alternatives.map { schema($0, for: direction) }
                result.append(.init(key: member.key, value: .array(schemas)))
            default:
                result.append(member)
            }
        }
        return .object(result)
    }

    /// Adds the names of the marked properties of a schema, and of the schemas that it merges.
    func collectMarked(
        _ mark: String,
        in members: Members,
        into names: inout Set<String>,
        seen: inout Set<String>
    ) {
        let properties = members["properties"]?.members ?? []
        for property in properties where property.value.members[mark] == .bool(true) {
            names.insert(property.key)
        }
        if case .array(let parts)? = members["allOf"] {
            for part in parts {
                collectMarked(
                    mark,
                    in: part.members,
                    into: &names,
                    seen: &seen)
            }
        }
        if let name = members["$ref"]?.text.flatMap(FileLayout.definition),
            seen.insert(name).inserted,
            let target = definitions[name]
        {
            collectMarked(
                mark,
                in: target.members,
                into: &names,
                seen: &seen)
        }
    }
}
