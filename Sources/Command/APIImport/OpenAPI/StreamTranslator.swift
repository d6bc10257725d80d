import APISurface
import MethodicalGenerator

// Responses that arrive piece by piece.
extension ResponseTranslator {
    /// Returns the members of a method that returns a stream.
    ///
    /// - Parameter media: The media type, with the schema of an element under `itemSchema`, or under `schema`.
    func stream(of kind: MediaKind, media: JSONNode) -> Members {
        let format = kind == .events ? "events" : "lines"
        var members: Members = [.init(key: "stream", value: .string(format))]
        guard let schema = media["itemSchema"] ?? media["schema"] else {
            if kind == .events {
                members["response"] = .object(["type": .string("string")])
            } else {
                members["response"] = .object([])
            }
            return members
        }
        guard kind == .events else {
            members["response"] = .object(schemas.members(of: schema))
            return members
        }
        if let events = events(in: schema) {
            members["events"] = .object(events)
        } else if media["itemSchema"] != nil,
            let data = data(in: schema)
        {
            members["response"] = data
        } else {
            members["response"] = .object(schemas.members(of: schema))
        }
        return members
    }

    /// Returns the schemas of events by name, if a schema describes alternatives such as
    /// `{"event": "created", "data": ...}`.
    private func events(in schema: JSONNode) -> Members? {
        var found: Members = []
        var waiting = [schema]
        var seen: Set<JSONNode> = []
        while let node = waiting.popLast() {
            guard let node = context.documents.resolved(node),
                seen.insert(node).inserted
            else { return nil }
            let alternatives = node.elements("oneOf") + node.elements("anyOf")
            if !alternatives.isEmpty {
                waiting += alternatives.reversed()
                continue
            }
            guard let event = node["properties"]?["event"],
                let name = constant(of: event),
                let data = node["properties"]?["data"]
            else { return nil }
            found[name] = payload(of: data)
        }
        if found.isEmpty {
            return nil
        }
        return found
    }

    /// Returns the only value of a schema.
    private func constant(of node: JSONNode) -> String? {
        guard let node = context.documents.resolved(node) else {
            return nil
        }
        if let const = node["const"]?.string {
            return const
        }
        let values = node.texts("enum")
        guard values.count == 1 else { return nil }
        return values.first
    }

    /// Returns the schema of the data in a schema of whole events, with `data` and perhaps `event`, `id` and `retry`.
    private func data(in schema: JSONNode) -> JSONValue? {
        guard let schema = context.documents.resolved(schema),
            let properties = schema["properties"],
            let data = properties["data"],
            properties.children.allSatisfy({ ["data", "event", "id", "retry", "comment"].contains($0.key) })
        else { return nil }
        return payload(of: data)
    }

    /// Returns the schema of an event's data. A text with `contentSchema` is JSON of that schema.
    private func payload(of data: JSONNode) -> JSONValue {
        let node = context.documents.resolved(data)
        if let inner = node?["contentSchema"] {
            return .object(schemas.members(of: inner))
        }
        return .object(schemas.members(of: data))
    }
}
