import APISurface
import MethodicalGenerator

/// The translation of the parameters of an operation, and of the path that contains some of them.
struct ParameterTranslator {
    let context: OpenAPIContext
    /// The place of parameters of the method that have no `in`.
    let impliedPlace: String
    /// The path in the dialect's form, relative to the base URL.
    private(set) var path: String
    private(set) var parameters: [JSONValue] = []
    /// The name of a parameter by which the server recognises repeated calls.
    private(set) var idempotencyKey: String?
    /// The names of the parameters by place.
    private(set) var names: [String: Set<String>] = [:]
    /// The variables of the path as it spells them, with operators such as `{.name*}`, by their plain names.
    private let operators: [String: String]
    /// The names that a parameter in the path shares with one in the body or elsewhere.
    var twins: Set<String> = []

    var schemas: SchemaTranslator {
        SchemaTranslator(context: context)
    }

    /// Translates the path of an operation and the query in it, which some documents have.
    init(context: OpenAPIContext, path: String, impliedPlace: String) {
        self.context = context
        self.impliedPlace = impliedPlace
        let halves = path.prefix { $0 != "#" }.split(
            separator: "?",
            maxSplits: 1,
            omittingEmptySubsequences: false)
        let spelled = OperationNode.names(in: path).map { (OperationNode.plainName(of: $0), $0) }
        operators = Dictionary(spelled) { first, _ in first }
        // A dollar sign before a variable belongs to the text around it.
        self.path = OperationNode.plain(path).replacing("${", with: "%24{")
        for pair in halves.dropFirst().first?.split(separator: "&") ?? [] {
            let sides = pair.split(separator: "=", maxSplits: 1).map(String.init)
            guard let name = sides.first,
                !name.contains("{"),
                !(sides.last ?? "").contains("{")
            else {
                continue
            }
            let value = sides.dropFirst().first ?? ""
            append(
                Members([
                    "name": .string(name),
                    "in": .string("query"),
                    "const": .string(value),
                ]), at: "query")
        }
    }

    /// Translates the parameters of an operation and of its path. A parameter of the operation replaces that of the
    /// path with the same name and place.
    mutating func translate(_ operation: JSONNode, in item: JSONNode) {
        var nodes: [JSONNode] = []
        var known: Set<Identity> = []
        for list in [operation["parameters"], item["parameters"]].compactMap(\.self) {
            if !list.isArray {
                context.note(
                    .wrong,
                    at: list,
                    "expected a list of parameters, found \(list.described)")
            }
            for entry in list.listElements {
                guard let node = context.resolved(entry),
                    node["name"]?.string?.isEmpty == false
                else {
                    if context.documents.resolved(entry) != nil {
                        context.note(.wrong, at: entry, "a parameter without a name is left out")
                    }
                    continue
                }
                let identity = Identity(name: node["name"]?.string, place: node["in"]?.string)
                if known.insert(identity).inserted {
                    nodes.append(node)
                }
            }
        }
        // Parameters in the order of the document, those of the path first.
        let own = Set(operation.elements("parameters").compactMap { context.documents.resolved($0) })
        let ofPath = nodes.filter { !own.contains($0) }
        let ofOperation = nodes.filter(own.contains)
        for node in ofPath + ofOperation {
            translate(node)
        }
        addMissing(for: operation)
    }

    /// The name and the place of a parameter, by which one of an operation replaces one of its path.
    private struct Identity: Hashable {
        var name: String?
        var place: String?
    }

    private mutating func translateHeader(_ node: JSONNode, name: String) {
        if ["accept", "content-type", "authorization"].contains(name.lowercased()) {
            context.leaveUnchecked(node, text: "the client sets the header field \(name) itself")
            return
        }
        guard name.isFieldName else {
            context.note(
                .wrong,
                at: node,
                "\(quoted(name)) is no name of a header field; it is left out")
            return
        }
        var members = parameter(from: node, name: name, in: "header")
        if isList(node) {
            members["arrays"] = .string("comma")
        }
        if name.lowercased() == "idempotency-key" {
            idempotencyKey = name
            // Some documents describe the key as an object, which a header field cannot be.
            members["type"] = .string("string")
        } else if isComposed(node), !isList(node) {
            context.note(.changed, at: node, "an object in a header field is sent as JSON")
        } else if hasComposedItems(node) {
            context.note(.changed, at: node, "a list of objects or lists in a header field is sent as JSON")
        }
        append(members, at: "header")
    }

    private mutating func translate(_ node: JSONNode) {
        let name = node["name"]?.string ?? ""
        checkForm(of: node)
        switch node["in"]?.string {
        case "path": translatePath(node, name: OperationNode.plainName(of: name))
        case "query": translateQuery(node, name: name)
        case "querystring": translateWholeQuery(node, name: name)
        case "header": translateHeader(node, name: name)
        case "cookie": translateCookie(node, name: name)
        case "body" where context.isSwagger, "formData" where context.isSwagger: break
        default:
            let place = node["in"].map { "\"in\": \($0.described)" } ?? "no \"in\""
            context.note(
                .wrong,
                at: node["in"] ?? node,
                "the parameter \(quoted(name)) has \(place); expected path, query, header or cookie; it is left out")
        }
    }

    /// Notes a style that the parameter's place does not have, and further media types.
    private func checkForm(of node: JSONNode) {
        let styles = [
            "path": ["simple", "label", "matrix"],
            "header": ["simple"],
            "cookie": ["form", "cookie"],
            "query": ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
        ]
        let place = node["in"]?.string ?? ""
        if let style = node["style"], let known = styles[place], !known.contains(style.string ?? "") {
            let list = known.joined(separator: ", or ")
            context.note(
                .wrong,
                at: style,
                "a parameter in the \(place) has the style \(list), and not \(style.described); it is sent in the "
                    + "first one")
        }
        // The whole query is a form, whose members are parameters.
        if place == "querystring" {
            return
        }
        let media = node.members("content")
        if let other = media.first(where: { MediaKind($0.key) != .json }) ?? media.dropFirst().first {
            context.note(.changed, at: other, "a parameter with \"content\" is sent as JSON")
        }
    }

    /// Appends a parameter unless there is one with the same name at the same place.
    mutating func append(_ members: Members, at place: String) {
        guard let name = members["name"]?.text else { return }
        let key = place == "header" ? name.lowercased() : name
        guard names[place, default: []].insert(key).inserted else {
            return
        }
        parameters.append(.object(members))
    }

    /// Adds the parameters of the path that the document does not describe.
    private mutating func addMissing(for operation: JSONNode) {
        var rest = path[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let expression = rest[rest.index(after: open)..<close]
            let name = String(expression.drop { "+.;/?&".contains($0) }.prefix { $0 != "*" })
            if !name.isEmpty, names["path"]?.contains(name) != true {
                context.note(
                    .wrong,
                    at: operation,
                    "the path has {\(name)}, which no parameter describes; it is a text")
                append(
                    Members([
                        "name": .string(name),
                        "type": .string("string"),
                    ]), at: "path")
            }
            rest = rest[rest.index(after: close)...]
        }
    }

    /// Indicates whether the path has a parameter of the given name. Others of this name need a place of their own.
    func isInPath(_ name: String) -> Bool {
        operators[name] != nil || path.contains("{\(name)}")
    }

    private func quoted(_ text: String) -> String {
        JSONValue.quoted(text)
    }
}

// MARK: Places

extension ParameterTranslator {
    private mutating func translatePath(_ node: JSONNode, name: String) {
        let plain = "{\(name)}"
        guard path.contains(plain) else {
            return context.note(
                .wrong,
                at: node,
                "the path has no \(plain); the parameter is left out")
        }
        let spelled = String((operators[name] ?? name).prefix { $0 != ":" })
        let isExploded = node["explode"]?.bool ?? spelled.hasSuffix("*")
        var spelledName = name
        if isExploded, isComposed(node) {
            spelledName += "*"
        }
        let styles: [Character: String] = [
            ".": "label",
            ";": "matrix",
        ]
        switch node["style"]?.string ?? spelled.first.flatMap({ styles[$0] }) {
        case "label": path = path.replacing(plain, with: "{.\(spelledName)}")
        case "matrix": path = path.replacing(plain, with: "{;\(spelledName)}")
        default:
            let hasPlus = spelled.hasPrefix("+") || spelled.hasSuffix("+")
            let isReserved = node["allowReserved"]?.bool ?? hasPlus
            let plus = isReserved ? "+" : ""
            path = path.replacing(plain, with: "{\(plus)\(spelledName)}")
        }
        var members = parameter(from: node, name: name, in: "path")
        if !twins.contains(name) {
            members["in"] = nil
        }
        // A parameter in the path is required, and found there by its name.
        members["required"] = nil
        append(members, at: "path")
    }

    private mutating func translateQuery(_ node: JSONNode, name: String) {
        var members = parameter(from: node, name: name, in: "query")
        let style = node["style"]?.string ?? "form"
        let keepsReserved = node["allowReserved"]?.bool == true
        if keepsReserved {
            members["reserved"] = .bool(true)
        }
        let isList = isList(node) || hasListAlternative(node)
        guard node["content"] == nil, isList || isComposed(node) || style == "deepObject" else {
            return append(members, at: "query")
        }
        if style != "deepObject", hasComposedItems(node) {
            context.note(.changed, at: node, "a list of objects or lists in the query is sent as JSON")
        }
        let isExploded = node["explode"]?.bool ?? (style == "form")
        var collection: String?
        if context.isSwagger {
            collection = node["collectionFormat"]?.string ?? "csv"
        }
        switch (style, collection) {
        case (_, "csv"?): members["arrays"] = .string("comma")
        case (_, "ssv"?): members["arrays"] = .string("spaces")
        case (_, "tsv"?): members["arrays"] = .string("tabs")
        case (_, "pipes"?): members["arrays"] = .string("pipes")
        case (_, "multi"?): break
        case ("deepObject", _): members["arrays"] = .string("brackets")
        case ("spaceDelimited", _) where !isList, ("pipeDelimited", _) where !isList:
            context.note(.changed, at: node, "an object in the style \(style) is sent as JSON")
        // Each element of an exploded list is a parameter, as in the usual style.
        case _ where isList && isExploded: break
        case ("spaceDelimited", _): members["arrays"] = .string("spaces")
        case ("pipeDelimited", _): members["arrays"] = .string("pipes")
        case _ where isList: members["arrays"] = .string("comma")
        default:
            // The members of an object become parameters of their own, or are joined by commas.
            let template = isExploded ? name + "*" : name
            if path.hasSuffix("}"), let open = path.lastIndex(of: "{"), path[open...].hasPrefix("{?") {
                path.removeLast()
                path += ",\(template)}"
            } else {
                path += "{?\(template)}"
            }
            members["in"] = nil
            members.insert(.init(key: "in", value: .string("path")), at: 1)
            members["reserved"] = nil
            if keepsReserved {
                context.note(
                    .changed, at: node["allowReserved"] ?? node,
                    "reserved characters in the members of an object are percent-encoded")
            }
            return append(members, at: "path")
        }
        append(members, at: "query")
    }

    private mutating func translateCookie(_ node: JSONNode, name: String) {
        var members = parameter(from: node, name: name, in: "cookie")
        if isList(node) {
            members["arrays"] = .string("comma")
            if node["explode"]?.bool != false {
                context.note(.changed, at: node, "a list in a cookie is one cookie, with commas between the elements")
            }
        } else if isComposed(node), node["content"] == nil {
            context.note(.changed, at: node, "an object in a cookie is sent as JSON")
        }
        append(members, at: "cookie")
    }

    /// Translates the parameter of OpenAPI 3.2 that is the whole query: an object whose members are parameters.
    private mutating func translateWholeQuery(_ node: JSONNode, name: String) {
        let media = node.members("content").first
        let shape = Shape(of: media?["schema"], context: context)
        guard let media,
            MediaKind(media.key) == .form,
            shape.isObject,
            shape.isPlain
        else {
            return context.note(.changed, at: node, "a query that is not a form of an object's members is left out")
        }
        for property in shape.properties where !property.name.isEmpty {
            var members = Members(["name": .string(property.name)])
            if impliedPlace != "query" {
                members["in"] = .string("query")
            }
            var schema = schemas.members(of: property.node)
            // See `parameter(from:name:in:)`.
            if schema["required"] != nil {
                schema = [.init(key: "allOf", value: .array([.object(schema)]))]
            }
            if property.isRequired {
                members += schema
                members["required"] = .bool(true)
            } else {
                members += schemas.optionalArgument(schema, of: property.node)
            }
            append(members, at: "query")
        }
    }
}
