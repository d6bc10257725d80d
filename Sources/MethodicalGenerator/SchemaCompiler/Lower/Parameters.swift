/// The facts about a method that its parameters and results depend on.
struct MethodContext {
    /// The dotted name of the method.
    let name: String
    /// The parts of the name between dots.
    let parts: [String]
    /// The top-level folder that the method comes from.
    let unit: String
    /// The keywords that apply to the method, including those of rules.
    let words: MethodWords
    /// Indicates whether the method sends a file. The file is then the body, and parameters of the form or the body are
    /// sent in the query.
    let sendsFile: Bool

    /// The place of types that are declared for the method.
    var owner: TypeDeclaration.Owner { parts.count > 1 ? .namespace(Array(parts.dropLast())) : .root }
    /// The last part of the name.
    var function: String { parts.last ?? name }
}

extension Lowering {
    /// The names of parameters that are secret by default.
    private static let secrets: Set<String> = [
        "password", "client_secret", "access_token", "refresh_token", "token", "secret",
    ]

    /// Returns the parameters of a method, followed by those that rules add.
    func parameters(_ list: JSONNode?, _ context: MethodContext, _ style: CallStyle, _ pathNames: [String])
        -> [Parameter]
    {
        var parameters: [Parameter] = []
        if let list, !list.isArray {
            problems.error(list, expected: "a list of parameters, [{\"name\": ...}]")
            for member in list.children {
                parameters.append(Parameter(name: member.key, type: .integer, place: style.parameters))
            }
        }
        var firsts: [String: JSONNode] = [:]
        var names = AskedNames()
        var body: (place: CallStyle.Place, name: JSONNode)?
        let own = list?.isArray == true ? Array(list?.children ?? []) : []
        for (index, node) in (own + context.words.constants).enumerated() {
            guard node.isObject else {
                problems.error(node, expected: "a parameter, an object with a \"name\"")
                continue
            }
            guard let name = node[.name] else {
                problems.error(node, "this parameter has no \"name\"")
                continue
            }
            guard let text = name.string, !text.isEmpty else {
                problems.error(name, expected: "the name of a parameter")
                continue
            }
            if let first = firsts[text] {
                // The method's own parameters, and those of later rules, take precedence over those of a rule.
                if index < own.count {
                    problems.error(
                        name, "\"\(context.name)\" has a parameter \"\(text)\" already, at \(shown(first.place))")
                }
                continue
            }
            firsts[text] = name
            let parameter = parameter(node, text, context, style, pathNames)
            if let swift = parameter.swift, let word = node[.swift] { names.take(swift, for: text, at: word, problems) }
            if !context.sendsFile, !settings.isUnread, parameter.place == .form || parameter.place == .body {
                body = body ?? (parameter.place, name)
                if let body { checkBody(node, name, parameter.place, beside: body, style.verb) }
            }
            parameters.append(parameter)
        }
        return parameters
    }

    /// Lowers a parameter.
    private func parameter(
        _ node: JSONNode, _ name: String, _ context: MethodContext, _ style: CallStyle, _ pathNames: [String]
    ) -> Parameter {
        let words = wordsOfParameter(node)
        var spot = Spot(
            owner: context.owner, parent: context.name, key: context.function + "_" + name, unit: context.unit)
        spot.shared = name
        var parameter = Parameter(name: name, type: .any, place: style.parameters)
        if node[.type]?.string == "string", words.has(.items) || words.has(.format), isJSON(node) || words.has(.items) {
            parameter.isJSON = isJSON(node)
            parameter.type = words.has(.items) ? .array(items(node, words, spot)) : inside(node, words, spot)
            if !parameter.isJSON { parameter.arrays = .comma }
        } else {
            parameter.type = use(node, words, spot).type
            if isJSON(node) { parameter.isJSON = true }
        }
        if parameter.type == .any, ![Word.type, .format, .ref, .allOf, .oneOf, .anyOf].contains(where: words.has) {
            let hint = "it takes any JSON; expected \"type\", \"$ref\" or \"enum\""
            problems.warning(node[.name] ?? node, "\"\(name)\" of \"\(context.name)\" has no \"type\", so \(hint)")
        }
        if let dates = context.words.dates { parameter.type = restyled(parameter.type, dates) }
        if words.has(.required), let required = node[.required] {
            parameter.isRequired = required.bool == true
        }
        parameter.documentation = documentation(node, words)
        parameter.deprecation = deprecation(node)
        parameter.swift = words.has(.swift) ? swiftName(node) : nil
        parameter.defaultText = node[.default].flatMap { text(of: $0) }
        if let arrays = node[.arrays] { parameter.arrays = oneOf(arrays, CallStyle.ArrayStyle.allCases, problems) }
        if let flags = node[.flags] { parameter.flags = oneOf(flags, CallStyle.FlagStyle.allCases, problems) }
        parameter.isSecret = node[.secret]?.bool ?? (Self.secrets.contains(name) || name.hasSuffix("_password"))
        if let secret = node[.secret], secret.bool == nil { problems.error(secret, expected: "true or false") }
        if let const = node[.const] { parameter.constant = constant(const) }
        place(&parameter, node, context, pathNames)
        return parameter
    }

    /// Returns the keywords of a parameter. Removes a `required` that is neither a Boolean nor a list of an object's
    /// required properties, and reports it.
    private func wordsOfParameter(_ node: JSONNode) -> Words {
        var words = keywords.words(of: node, as: .parameter, &problems)
        guard words.has(.required), let required = node[.required], required.bool == nil else { return words }
        if required.isArray, [Word.properties, .allOf, .oneOf, .anyOf].contains(where: words.has) { return words }
        let hint = required.isArray ? "; a list says which properties of an object are required" : ""
        problems.error(required, "expected true or false, found \(required.described)\(hint)")
        words.remove(.required)
        return words
    }

    /// Returns the value of a parameter's `const`, or reports an error if it is not a supported scalar.
    private func constant(_ node: JSONNode) -> Variant.Constant.Value? {
        if let flag = node.bool { return .flag(flag) }
        if let text = node.string { return .text(text) }
        if let number = node.integer { return .integer(number) }
        problems.error(node, "a parameter's \"const\" is a string, an integer, true or false, found \(node.described)")
        return nil
    }

    /// Sets the part of the request that contains a parameter.
    private func place(_ parameter: inout Parameter, _ node: JSONNode, _ context: MethodContext, _ pathNames: [String])
    {
        let isInPath = pathNames.contains(parameter.name)
        if isInPath { parameter.place = .path }
        if let word = node[.in], let place = oneOf(word, CallStyle.Place.allCases, problems) {
            parameter.place = place
            if isInPath != (place == .path), !settings.isUnread {
                let path = context.words.path ?? "{name}"
                problems.error(
                    word,
                    "\"\(parameter.name)\" goes \(isInPath ? "into" : "nowhere in") the path \"\(path)\"; "
                        + "correct \"in\" or the path")
            }
        }
        // A path without the value would be incomplete.
        if parameter.place == .path { parameter.isRequired = true }
    }

    /// Reports a parameter in a body that the request cannot have. A request has one body, and none with some verbs.
    private func checkBody(
        _ node: JSONNode, _ name: JSONNode, _ place: CallStyle.Place,
        beside other: (place: CallStyle.Place, name: JSONNode), _ verb: CallStyle.Verb
    ) {
        if verb.hasBody, other.place == place { return }
        let word = node[.in] ?? name
        if !verb.hasBody {
            problems.error(
                word,
                "\(verb.rawValue) carries no body for \(name.described) to travel in; "
                    + "expected \"in\": \"query\", or another verb")
        } else {
            let (here, there) = place == .body ? ("a JSON body", "a form") : ("a form", "a JSON body")
            problems.error(
                word,
                "\(name.described) would travel in \(here) and \(other.name.described) in \(there), "
                    + "and a request carries one of them; "
                    + "expected \"in\": \"\(other.place.rawValue)\" here, or \"\(place.rawValue)\" there")
        }
    }

    /// Indicates whether a parameter is sent as JSON text.
    private func isJSON(_ node: JSONNode) -> Bool { node[.format]?.string == typeNames.json }

    /// Returns the type of a parameter that is sent as JSON text and is not a list. It is any JSON unless the schema
    /// describes it.
    private func inside(_ node: JSONNode, _ words: Words, _ spot: Spot) -> TypeUse {
        if words.has(.ref) || words.has(.oneOf) || words.has(.anyOf) || words.has(.allOf) {
            return use(node, words, spot).type
        }
        guard words.has(.properties), node[.properties]?.first != nil else { return .any }
        let id = TypeID(spot.id)
        declarations[id] = TypeDeclaration(
            id: id, owner: spot.owner, wire: spot.wire, unit: spot.unit, shape: recordShape(node, words, id, spot))
        return .named(id)
    }

    /// Returns a type with the API's style of dates in place of its own.
    private func restyled(_ type: TypeUse, _ style: CallStyle.DateStyle) -> TypeUse {
        switch type {
        case .formatted(let format, _) where format.isMoment:
            .formatted(Format(style), as: style == .rfc3339 ? .string : .integer)
        case .array(let element): .array(restyled(element, style))
        case .named(let id): isMoment(id) ? .formatted(Format(style), as: style == .rfc3339 ? .string : .integer) : type
        default: type
        }
    }

    /// Indicates whether a type is a date. The definition itself is examined, because methods are lowered before their
    /// types.
    private func isMoment(_ id: TypeID) -> Bool {
        guard let definition = definitionByID[id], let format = followed(definition.node)?[.format]?.string else {
            return false
        }
        return typeNames.meanings[format]?.isMoment == true
    }

    /// Returns a default value as text for the documentation, or `nil` for `null` and objects.
    private func text(of value: JSONNode) -> String? {
        switch value.kind {
        case .string: return value.string
        case .number: return value.numberText
        case .bool: return value.bool == true ? "true" : "false"
        case .null, .object: return nil
        case .array:
            var parts: [String] = []
            for element in value.children {
                guard let text = element.string ?? element.numberText else { return nil }
                parts.append(text)
            }
            return parts.isEmpty ? nil : parts.joined(separator: ", ")
        }
    }
}
