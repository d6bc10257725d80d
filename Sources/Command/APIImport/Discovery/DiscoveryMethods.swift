import APISurface
import MethodicalGenerator

/// The translation of Discovery's methods.
struct DiscoveryMethods {
    typealias Member = JSONValue.Member

    let document: DiscoveryDocument
    let schemas: DiscoverySchemas
    let security: DiscoverySecurity
    private var reader: NodeReader { document.reader }

    /// The greatest number of properties of a request that become parameters.
    private static let parameterLimit = 12

    /// Returns the method without its variants, or `nil` if the dialect cannot express it.
    func method(for entry: DiscoveryDocument.MethodEntry, name: String) -> DiscoveryMethod? {
        let node = entry.node
        let operation = entry.operation
        guard let template = reader.string(in: node, key: "path") else {
            reader.note(
                .leftOut,
                at: node.place,
                operation: operation,
                "the method has no path")
            return nil
        }
        let path = DiscoveryPath(template)
        if let fault = path.fault {
            reader.note(
                .leftOut,
                at: (node["path"] ?? node).place,
                operation: operation,
                fault)
            return nil
        }
        let verb = reader.string(in: node, key: "httpMethod")?.uppercased() ?? ""
        guard CallStyle.Verb(rawValue: verb) != nil else {
            let found =
                if verb.isEmpty {
                    "the method has no verb"
                } else {
                    "the verb \"\(verb.shown)\" is not supported"
                }
            reader.note(
                .leftOut,
                at: (node["httpMethod"] ?? node).place,
                operation: operation,
                found)
            return nil
        }
        var method = DiscoveryMethod(name: name, entry: entry, verb: verb, path: path)
        addParameters(to: &method)
        if let version = reader.text(in: node, key: "apiVersion") {
            method.constants.append(
                DiscoveryMethod.constant(
                    named: "X-Goog-Api-Version",
                    value: version,
                    in: "header"))
        }
        addResponse(to: &method)
        method.body = body(of: method)
        method.needs = security.needs(of: node)
        addReading(to: &method)
        addIdempotencyKey(to: &method)
        return method
    }

    // MARK: Parameters

    /// Adds the parameters in the order of `parameterOrder`, then those that are required, then the others.
    private func addParameters(to method: inout DiscoveryMethod) {
        let node = method.entry.node
        let operation = method.entry.operation
        let all = reader.objects(in: reader.object(in: node, key: "parameters"))
        let order = reader.strings(in: node, key: "parameterOrder")
        let first = order.compactMap { name in
            all.first { $0.key == name }
        }
        let rest = all.filter {
            !order.contains($0.key)
        }
        let isRequired = { (node: JSONNode) in node["required"]?.bool == true }
        for parameter in first + rest.filter(isRequired) + rest.filter({ !isRequired($0) }) {
            if method.parameterNames.contains(parameter.key) {
                continue
            }
            let isInPath = method.path.names.contains(parameter.key)
            let place = reader.string(in: parameter, key: "location") ?? "query"
            if !["path", "query"].contains(place)
                || (place == "path") != isInPath
            {
                let actual = isInPath ? "path" : "query"
                reader.note(
                    .wrong,
                    at: (parameter["location"] ?? parameter).place,
                    operation: operation,
                    "\"\(parameter.key.shown)\" is in the \(actual), not in \"\(place.shown)\"")
            }
            method.parameterNames.append(parameter.key)
            method.parameters.append(self.parameter(from: parameter, isInPath: isInPath, operation: operation))
        }
        for name in method.path.names where !method.parameterNames.contains(name) {
            reader.note(
                .wrong,
                at: (node["path"] ?? node).place,
                operation: operation,
                "the path has {\(name)}, which is no parameter")
            method.parameterNames.append(name)
            method.parameters.append(
                DiscoveryMethod.parameter(named: name, members: [Member(key: "type", value: "string")]))
        }
    }

    private func parameter(
        from node: JSONNode,
        isInPath: Bool,
        operation: Operation
    ) -> JSONValue {
        var members = schemas.members(of: node)
        let element = members["items"]?.members
        let type = (element ?? members)["type"]
        if type == nil
            || type == "object"
            || type == "array"
            || type == "null"
        {
            reader.note(
                .changed,
                at: node.place,
                operation: operation,
                "\"\(node.key.shown)\" has no scalar type, which no query can express; it is a text")
            let scalar = [Member(key: "type", value: "string")]
            let list = [
                Member(key: "type", value: "array"),
                Member(key: "items", value: .object(scalar)),
            ]
            let rest = members.filter {
                $0.key == "description" || $0.key == "deprecated"
            }
            if element == nil {
                members = scalar + rest
            } else {
                members = list + rest
            }
        }
        let isRequired = reader.flag(in: node, key: "required") ?? false
        return DiscoveryMethod.parameter(
            named: node.key,
            members: members,
            isRequired: isRequired && !isInPath)
    }

    // MARK: Responses

    /// Adds the schema of the response, and the parameter `fields`, which selects a part of it.
    private func addResponse(to method: inout DiscoveryMethod) {
        guard let response = reader.object(in: method.entry.node, key: "response"),
            !isEmpty(response)
        else { return }
        method.response = schemas.value(of: response)
        if let fields = document.root["parameters"]?["fields"],
            fields.isObject,
            !method.parameterNames.contains("fields")
        {
            method.parameterNames.append("fields")
            method.parameters.append(
                parameter(
                    from: fields,
                    isInPath: false,
                    operation: method.entry.operation))
        }
    }

    /// Indicates whether a response is an object without properties.
    private func isEmpty(_ node: JSONNode) -> Bool {
        guard let reference = node["$ref"]?.string,
            let schema = document.schemas[reference]
        else { return false }
        return schema["type"]?.string == "object"
            && schema["properties"]?.children.isEmpty ?? true
            && schema["additionalProperties"] == nil
            && schema["variant"] == nil
    }

    // MARK: Bodies

    /// Returns the form of the body.
    private func body(of method: DiscoveryMethod) -> DiscoveryMethod.Body {
        let operation = method.entry.operation
        guard let request = reader.object(in: method.entry.node, key: "request") else {
            return .none
        }
        guard CallStyle.Verb(rawValue: method.verb)?.hasBody == true else {
            reader.note(
                .changed,
                at: request.place,
                operation: operation,
                "the body is left out, because a \(method.verb) request has none")
            return .none
        }
        let required = document.requiredProperties(ofRequest: request["$ref"]?.string)
        if !required.isEmpty {
            let names = required.map { "\"\($0.shown)\"" }.joined(separator: ", ")
            reader.note(
                .inferred,
                at: request.place,
                operation: operation,
                "the descriptions say that \(names) must be given")
        }
        let whole = schemas.value(of: request)
        guard let properties = members(of: request, besides: method.parameterNames) else {
            return .whole(whole)
        }
        if properties.isEmpty {
            return document.isOnlyRequest(request["$ref"]?.string)
                ? .none
                : .whole(whole)
        }
        let parameters = properties.map { property in
            var members = schemas.members(of: property)
            if ["$ref", "type", "anyOf"].allSatisfy({ members[$0] == nil }) {
                members.insert(Member(key: "type", value: .anyTypes), at: 0)
            }
            let isRequired = required.contains(property.key)
            return DiscoveryMethod.parameter(
                named: property.key,
                members: members,
                in: "body",
                isRequired: isRequired)
        }
        return .record(whole, parameters: parameters)
    }

    /// Returns the properties of a request that become arguments, or `nil` if the request is one argument: It is no
    /// record, has too many properties, or has one with the name of a parameter.
    private func members(of request: JSONNode, besides names: [String]) -> [JSONNode]? {
        guard let name = request["$ref"]?.string,
            let schema = document.schemas[name],
            schema["type"]?.string == "object",
            schema["additionalProperties"] == nil,
            schema["variant"] == nil
        else { return nil }
        let properties = schema["properties"]?.children ?? []
        let isFlat = properties.allSatisfy {
            $0.isObject && !names.contains($0.key)
        }
        guard isFlat,
            properties.count <= Self.parameterLimit
        else { return nil }
        return properties
    }

    // MARK: Reading

    /// Adds the paging, and the statement that a request only reads, or that it does not although its name begins like
    /// that of a reading method.
    private func addReading(to method: inout DiscoveryMethod) {
        let first = method.entry.names.last.map { String($0.prefix { $0.isLowercase }) } ?? ""
        let isRead = CallStyle.Verb(rawValue: method.verb)?.isSafe ?? false
        guard let pages = DiscoveryPages(of: method, document: document).value else {
            if !isRead,
                ["is", "are", "check", "resolve"].contains(first)
            {
                method.reading.append(Member(key: "reads", value: false))
            }
            if method.response == nil,
                isRead || ["get", "search", "list"].contains(first)
            {
                method.response = .object(["type": "null"])
            }
            return
        }
        if !isRead,
            !["get", "search", "list"].contains(first)
        {
            method.reading.append(Member(key: "reads", value: true))
        }
        method.reading.append(Member(key: "pages", value: pages))
        reader.note(
            .inferred,
            at: method.entry.node.place,
            operation: method.entry.operation,
            "pages continue with \"pageToken\", the \"nextPageToken\" of the response")
    }

    /// Marks the parameter `requestId`, which lets the server recognize a repeated request (AIP-155).
    private func addIdempotencyKey(to method: inout DiscoveryMethod) {
        guard CallStyle.Verb(rawValue: method.verb)?.isSafe == false,
            let parameter = method.entry.node["parameters"]?["requestId"],
            parameter["required"]?.bool != true,
            parameter["type"]?.string == "string",
            parameter["description"]?.string?.contains("UUID") == true,
            parameter["repeated"] == nil,
            parameter["format"] == nil,
            !method.path.names.contains("requestId"),
            !method.reading.contains(Member(key: "reads", value: true))
        else { return }
        method.idempotencyKey = "requestId"
        reader.note(
            .inferred,
            at: parameter.place,
            operation: method.entry.operation,
            "\"requestId\" makes repeated requests safe, so calls without one send a new one, and are retried")
    }
}
