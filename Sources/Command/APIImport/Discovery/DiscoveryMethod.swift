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
        /// The body is a record of a type with a name. Its properties can be parameters.
        case record(JSONValue, parameters: [JSONValue])
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
        suffix: String = "",
        path: String? = nil,
        server: String? = nil,
        description: String? = nil
    ) -> ImportedMethod {
        var members = [
            Member(key: "verb", value: .string(verb)),
            Member(key: "path", value: .string(path ?? self.path.text)),
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
        var wholeBody: JSONValue?
        switch body {
        case .none:
            break
        case .record(_, let properties) where reading["pages"] != nil:
            // The next page repeats the arguments, so there is no function that takes the record.
            list = parameters(with: properties)
        case .record(let schema, _):
            wholeBody = .object(schema.members + [Member(key: "flatten", value: true)])
        case .whole(let schema):
            wholeBody = schema
        }
        list += constants
        if !list.isEmpty {
            members.append(Member(key: "parameters", value: .array(list)))
        }
        if let wholeBody {
            members.append(Member(key: "body", value: wholeBody))
        }
        if let response {
            members.append(Member(key: "response", value: response))
        }
        let fullName = suffix.isEmpty ? name : name.with(suffix)
        return ImportedMethod(
            name: fullName,
            members: members,
            operation: entry.operation)
    }

    /// Returns the parameters with those of the body, which stand before the optional ones.
    private func parameters(with properties: [JSONValue]) -> [JSONValue] {
        let isNeeded = { (parameter: JSONValue) in parameter.members["required"] == true }
        let firstOptional = parameters.firstIndex { parameter in
            let isInPath = path.names.contains(parameter.members["name"]?.text ?? "")
            return !isNeeded(parameter) && !isInPath
        }
        let split = firstOptional ?? parameters.endIndex
        let required = properties.filter(isNeeded)
        let optional = properties.filter { !isNeeded($0) }
        return parameters[..<split] + required + optional + parameters[split...]
    }

    /// Returns a parameter that has the same value in each call.
    static func constant(
        named name: String,
        value: String,
        in place: String = "query"
    ) -> JSONValue {
        .object([
            "name": .string(name),
            "in": .string(place),
            "const": .string(value),
        ])
    }

    /// Returns a parameter with the members of its schema.
    static func parameter(named name: String, members: [Member], in place: String? = nil, isRequired: Bool = false)
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
