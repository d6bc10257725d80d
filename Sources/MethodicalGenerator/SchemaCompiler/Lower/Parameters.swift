/// What the parts of a method need to know of it.
struct MethodContext {
    let name: String
    /// The name's parts between dots.
    let parts: [String]
    let unit: String
    let words: MethodWords
    /// A file is the body, and whatever else would be there travels in the query.
    let sendsFile: Bool

    var owner: TypeDeclaration.Owner { parts.count > 1 ? .namespace(Array(parts.dropLast())) : .root }
    var function: String { parts.last ?? name }
}

extension Lowering {
    private static let secrets: Set<String> = [
        "password", "client_secret", "access_token", "refresh_token", "token", "secret",
    ]

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
        let own = list?.isArray == true ? Array(list?.children ?? tree.nothing) : []
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
                // A rule's goes behind what the method, or a later rule, says itself.
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

    /// Returns the words of a parameter, without a `required` that is neither its own flag nor a list for the properties it has.
    private func wordsOfParameter(_ node: JSONNode) -> Words {
        var words = keywords.words(of: node, as: .parameter)
        guard words.has(.required), let required = node[.required], required.bool == nil else { return words }
        if required.isArray, [Word.properties, .allOf, .oneOf, .anyOf].contains(where: words.has) { return words }
        let hint = required.isArray ? "; a list says which properties of an object are required" : ""
        problems.error(required, "expected true or false, found \(required.described)\(hint)")
        words.remove(.required)
        return words
    }

    private func constant(_ node: JSONNode) -> Variant.Constant.Value? {
        if let flag = node.bool { return .flag(flag) }
        if let text = node.string { return .text(text) }
        if let number = node.integer { return .integer(number) }
        problems.error(node, "a parameter's \"const\" is a string, an integer, true or false, found \(node.described)")
        return nil
    }

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
                    "\"\(parameter.name)\" goes \(isInPath ? "into" : "nowhere in") the path \"\(path)\"; correct \"in\" or the path"
                )
            }
        }
        // A path with a hole in it is no path.
        if parameter.place == .path { parameter.isRequired = true }
    }

    /// A request carries one body, and with some verbs none.
    private func checkBody(
        _ node: JSONNode, _ name: JSONNode, _ place: CallStyle.Place,
        beside other: (place: CallStyle.Place, name: JSONNode), _ verb: CallStyle.Verb
    ) {
        if verb.hasBody, other.place == place { return }
        let word = node[.in] ?? name
        if !verb.hasBody {
            problems.error(
                word,
                "\(verb.rawValue) carries no body for \(name.described) to travel in; expected \"in\": \"query\", or another verb"
            )
        } else {
            let (here, there) = place == .body ? ("a JSON body", "a form") : ("a form", "a JSON body")
            problems.error(
                word,
                "\(name.described) would travel in \(here) and \(other.name.described) in \(there), and a request carries one of them; "
                    + "expected \"in\": \"\(other.place.rawValue)\" here, or \"\(place.rawValue)\" there")
        }
    }

    private func isJSON(_ node: JSONNode) -> Bool { node[.format]?.stringSymbol == typeNames.json }

    /// The type of a JSON text that is not a list: what its other words say, or anything.
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

    private func restyled(_ type: TypeUse, _ style: CallStyle.DateStyle) -> TypeUse {
        switch type {
        case .formatted(let format, _) where format.isMoment:
            .formatted(Format(style), as: style == .rfc3339 ? .string : .integer)
        case .array(let element): .array(restyled(element, style))
        case .named(let id): isMoment(id) ? .formatted(Format(style), as: style == .rfc3339 ? .string : .integer) : type
        default: type
        }
    }

    /// By the definition itself: methods come before what their types turn out to be.
    private func isMoment(_ id: TypeID) -> Bool {
        guard let definition = definitionByID[id], let format = followed(definition.node)?[.format]?.stringSymbol else {
            return false
        }
        return typeNames.meanings[format]?.isMoment == true
    }

    /// A default as a person would write it.
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
