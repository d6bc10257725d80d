import APISurface
import MethodicalGenerator

/// A method of a Discovery document while it is translated, in parts that variants of the method share.
struct DiscoveryMethod {
    typealias Member = JSONValue.Member

    let name: String
    let entry: DiscoveryDocument.MethodEntry
    let verb: String
    let path: DiscoveryPath
    /// The parameters that are arguments, without those of a body.
    var parameters: [JSONValue] = []
    /// The names of the parameters.
    var parameterNames: [String] = []
    /// The parameters with the same value in each call.
    var constants: [JSONValue] = []
    var body: Body = .none
    /// The members `pages` and `reads`, if any.
    var reading: [Member] = []
    /// The schema of the response, or `nil` if the method has no result.
    var response: JSONValue?
    /// The value of `needs`, or `nil` for that of all methods.
    var needs: JSONValue?
    /// The parameter that makes repeated requests safe.
    var idempotencyKey: String?

    /// The forms of a request's body.
    enum Body {
        case none
        /// Each property of the body is a parameter.
        case parameters([JSONValue])
        /// The body is one argument.
        case whole(JSONValue)
    }

    /// Returns the method in the terms of the dialect.
    ///
    /// - Parameters:
    ///   - suffix: A word at the end of the name, for a variant.
    ///   - path: Another path than the document's plain one.
    ///   - description: A description instead of the method's own.
    func imported(
        suffix: String = "", path: String? = nil, server: String? = nil, description: String? = nil
    ) -> ImportedMethod {
        var members = [
            Member(key: "verb", value: .string(verb)), Member(key: "path", value: .string(path ?? self.path.text)),
        ]
        if let server {
            members.append(Member(key: "server", value: .string(server)))
        }
        if entry.node["deprecated"]?.bool == true {
            members.append(Member(key: "deprecated", value: true))
        }
        if let idempotencyKey {
            members.append(Member(key: "idempotent", value: .string(idempotencyKey)))
        }
        members += reading
        if let text = description ?? Descriptions.trimmed(entry.node["description"]?.string) {
            members.append(Member(key: "description", value: .string(text)))
        }
        if let needs {
            members.append(Member(key: "needs", value: needs))
        }
        var list = parameters
        if case .parameters(let properties) = body {
            let isNeeded = { (parameter: JSONValue) in parameter.members["required"] == true }
            let split =
                parameters.firstIndex { !isNeeded($0) && !self.path.names.contains($0.members["name"]?.text ?? "") }
                ?? parameters.endIndex
            list =
                parameters[..<split] + properties.filter(isNeeded) + properties.filter { !isNeeded($0) }
                + parameters[split...]
        }
        list += constants
        if !list.isEmpty {
            members.append(Member(key: "parameters", value: .array(list)))
        }
        if case .whole(let schema) = body {
            members.append(Member(key: "body", value: schema))
        }
        if let response {
            members.append(Member(key: "response", value: response))
        }
        return ImportedMethod(
            name: suffix.isEmpty ? name : name.with(suffix), members: members, operation: entry.operation)
    }

    /// Returns a parameter that has the same value in each call.
    static func constant(_ name: String, _ value: String, in place: String = "query") -> JSONValue {
        .object(["name": .string(name), "in": .string(place), "const": .string(value)])
    }

    /// Returns a parameter with the members of its schema.
    static func parameter(_ name: String, _ members: [Member], in place: String? = nil, isRequired: Bool = false)
        -> JSONValue
    {
        var all = [Member(key: "name", value: .string(name))]
        if let place {
            all.append(Member(key: "in", value: .string(place)))
        }
        if isRequired {
            all.append(Member(key: "required", value: true))
        }
        return .object(all + members)
    }
}
