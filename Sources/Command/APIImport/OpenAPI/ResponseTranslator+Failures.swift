import APISurface
import MethodicalGenerator

// The schemas of errors.
extension ResponseTranslator {
    /// Returns the schemas of errors by status. If all have the same, it is that of any failure.
    func failures(of nodes: [JSONNode], fallback: JSONNode?) -> Members {
        var found: Members = []
        for member in nodes {
            guard let response = context.documents.resolved(member) else { continue }
            if let schema = error(in: response, component: component(of: member)) {
                found[member.key.uppercased()] = schema
            }
        }
        if let fallback, let schema = error(in: fallback) {
            found["default"] = schema
        }
        // Any JSON needs a key only where the errors of several statuses are described.
        let anything = JSONValue.object([])
        let ranges = found.filter {
            $0.key == "default"
                || $0.key.hasSuffix("XX")
        }
        if ranges.allSatisfy({ $0.value == anything }) {
            found.removeAll { $0.value == anything }
        }
        if let only = found.first?.value,
            found.count > 1,
            found.allSatisfy({ $0.value == only })
        {
            return [.init(key: "default", value: only)]
        }
        return found
    }

    /// Returns the schema of an error's body, or `nil` if it is not JSON or has no schema.
    ///
    /// - Parameter component: The name and the document of the response, if it is a component.
    private func error(in response: JSONNode, component: DocumentSet.Target? = nil) -> JSONValue? {
        for other in response.members("content") where MediaKind(other.key) != .json {
            context.leaveUnchecked(other, text: "errors in \(MediaKind.essence(of: other.key)) are read as text")
        }
        let media = response.members("content").first {
            MediaKind($0.key) == .json
                && $0["schema"] != nil
        }
        guard let schema = media?["schema"] ?? context.swaggerSchema(of: response) else {
            return nil
        }
        let members = schemas.members(of: schema)
        if let component,
            let name = component.tokens.last,
            context.sharesResponses,
            Self.isObject(members)
        {
            return .definition(
                named: context.definitions.name(
                    ofResponse: name,
                    node: schema,
                    in: component.document))
        }
        return .object(members)
    }

    /// Returns the response among the components that a member of `responses` refers to, or `nil` if there is none.
    private func component(of member: JSONNode) -> DocumentSet.Target? {
        guard let reference = member["$ref"],
            let target = context.documents.target(of: reference)
        else { return nil }
        if let next = target.node["$ref"],
            next.string != nil
        {
            return component(of: target.node)
        }
        guard target.tokens.dropLast() == ["components", "responses"] else {
            return nil
        }
        return target
    }

    /// Indicates whether an inline schema makes a type of its own.
    private static func isObject(_ members: Members) -> Bool {
        members["$ref"] == nil
            && ["properties", "allOf", "oneOf", "anyOf"].contains { members[$0] != nil }
    }
}
