/// The lowering of a method's parameters.
struct ParameterLowering {
    let catalogue: Catalogue
    let source: MethodNode
    /// The keywords that apply to the method, including those of rules.
    let words: MethodWords
    let style: CallStyle
    let path: PathTemplate

    var problems: Problems { catalogue.problems }

    /// The identity of a parameter: its name, and the part of the request that contains it. The case of a header
    /// field's name has no meaning.
    private struct Identity: Hashable {
        let name: String
        let place: CallStyle.Place

        init(_ name: String, in place: CallStyle.Place) {
            self.name = place == .header ? name.lowercased() : name
            self.place = place
        }

        /// Indicates whether a constant of a rule gives way to the parameter. All bodies are one place.
        func replaces(_ other: Identity) -> Bool {
            guard name == other.name else { return false }
            let areBodies = place.isBody && other.place.isBody
            return place == other.place || areBodies
        }
    }

    /// Returns the parameters of the method, followed by those that rules add.
    func parameters(types: inout TypeLowering) -> [Parameter] {
        var own: [JSONNode] = []
        var parameters: [Parameter] = []
        var constants: [Parameter] = []
        if let list = source.node[.parameters], list.isArray {
            own = list.children
        } else if let other = source.node[.parameters] {
            parameters = placeholders(for: other)
        }
        if let body = source.node[.body], let whole = whole(from: body, types: &types) {
            parameters.append(whole)
        }
        let members = members(of: parameters.first, types: &types)
        var firsts: [Identity: JSONNode] = [:]
        var names = AskedNames()
        var body: (place: CallStyle.Place, name: JSONNode)?
        let hasFile = own.contains(where: isFile)
        for (index, node) in (own + words.constants).enumerated() {
            guard let (name, text) = name(of: node) else {
                continue
            }
            let place = place(of: node, name: text)
            let identity = Identity(text, in: place)
            // The method's own parameters, and those of later rules, take precedence over those of a rule.
            let known = firsts.keys + members.map { Identity($0.name, in: $0.place) }
            if index >= own.count, known.contains(where: { $0.replaces(identity) }) {
                continue
            }
            if let first = firsts[identity] {
                reportDuplicate(name, of: first)
                continue
            }
            firsts[identity] = name
            var parameter = parameter(from: node, name: text, in: place, types: &types)
            if !source.sendsFile {
                setPart(of: &parameter, node: node, besideFile: hasFile)
            }
            // A constant of a rule without a value has the one that the app gives to its client.
            if index >= own.count, node[.const] == nil {
                parameter.constant = .client(isRequired: node[.required]?.bool ?? true)
            }
            takeName(of: parameter, node, among: firsts.keys, &names)
            if !source.sendsFile,
                !catalogue.settings.isUnread,
                parameter.place.isBody
            {
                let other = body ?? (parameter.place, name)
                body = other
                checkBody(node, name: name, in: parameter.place, beside: other)
            }
            if index < own.count {
                parameters.append(parameter)
            } else {
                constants.append(parameter)
            }
        }
        return parameters + members + constants
    }

    /// Reports parameters that are not a list, and returns a parameter for each key, so that other keywords can name
    /// it.
    private func placeholders(for node: JSONNode) -> [Parameter] {
        problems.error(at: node, expected: "a list of parameters, [{\"name\": ...}]")
        return node.children.map { member in
            Parameter(name: member.key, type: .integer, place: style.parameters)
        }
    }

    /// Reports a second parameter of the same name in the same part of the request.
    private func reportDuplicate(_ name: JSONNode, of first: JSONNode) {
        let place = shown(first.place)
        problems.error(
            at: name,
            "\"\(source.name)\" already has a parameter \(name.described), at \(place)")
    }

    /// Records the Swift name that a parameter asks for.
    private func takeName(
        of parameter: Parameter,
        _ node: JSONNode,
        among known: some Sequence<Identity>,
        _ names: inout AskedNames
    ) {
        if let swift = parameter.swift, let word = node[.swift] {
            let key = key(of: parameter, among: known)
            names.take(swift, for: key, at: word, problems: problems)
        }
    }

    /// Returns the name of a parameter, preceded by its place if another parameter has the same name.
    private func key(of parameter: Parameter, among known: some Sequence<Identity>) -> String {
        let isShared = known.contains {
            $0.name == parameter.name && $0.place != parameter.place
        }
        if isShared {
            return parameter.place.rawValue + "." + parameter.name
        }
        return parameter.name
    }

    /// Returns the name of a parameter, or reports an error if it has none.
    private func name(of node: JSONNode) -> (JSONNode, String)? {
        guard node.isObject else {
            problems.error(at: node, expected: "a parameter, an object with a \"name\"")
            return nil
        }
        guard let name = node[.name] else {
            problems.error(at: node, "this parameter has no \"name\"")
            return nil
        }
        if let text = name.string, !text.isEmpty {
            return (name, text)
        }
        problems.error(at: name, expected: "the name of a parameter")
        return nil
    }

    /// Lowers a parameter.
    private func parameter(
        from node: JSONNode,
        name: String,
        in place: CallStyle.Place,
        types: inout TypeLowering
    ) -> Parameter {
        let schema = schema(of: node)
        var parameter = Parameter(name: name, type: .any, place: place)
        parameter.isJSON = node[.format]?.string == "json"
        setType(of: &parameter, schema: schema, types: &types)
        parameter.isRequired = schema[.required]?.bool == true
        parameter.documentation = catalogue.documentation(of: schema.node)
        parameter.deprecation = catalogue.deprecation(of: node)
        parameter.swift = catalogue.swiftName(of: node)
        parameter.defaultText = node[.default].flatMap(catalogue.defaultText)
        if let arrays = node[.arrays] {
            parameter.arrays = oneOf(arrays, among: CallStyle.ArrayStyle.allCases, problems: problems)
        }
        if let flags = node[.flags] {
            parameter.flags = oneOf(flags, among: CallStyle.FlagStyle.allCases, problems: problems)
        }
        parameter.isSecret = problems.flag(from: node[.secret]) ?? Parameter.isSecret(name)
        parameter.keepsReserved = problems.flag(from: node[.reserved]) ?? false
        if let const = node[.const] {
            parameter.constant = Variant.Constant.Value(const)
            if parameter.constant == nil {
                problems.error(
                    at: const,
                    "expected a string, an integer, true or false, found \(const.described)")
            }
        }
        // A path without the value would be incomplete.
        if place == .path, !path.optionals.contains(name) {
            parameter.isRequired = true
        }
        return parameter
    }

    /// Returns the schema of a parameter. Removes a `required` that is neither a Boolean nor a list of an object's
    /// required properties, and reports it.
    private func schema(of node: JSONNode) -> Schema {
        var schema = catalogue.schema(of: node, as: .parameter)
        guard let required = schema[.required], required.bool == nil else {
            return schema
        }
        var hint = ""
        if required.isArray {
            if schema.hasAny(.properties, .allOf, .oneOf, .anyOf) {
                return schema
            }
            hint = "; a list says which properties of an object are required"
        }
        problems.error(at: required, expected: "true or false", hint: hint)
        schema.ignored = .required
        return schema
    }

    // MARK: Types

    private func setType(
        of parameter: inout Parameter,
        schema: Schema,
        types: inout TypeLowering
    ) {
        var spot = source.spot(of: parameter.name)
        spot.shared = parameter.name
        let isText = schema.node[.type]?.string == "string"
        if isText, schema.has(.items) {
            parameter.type = .array(types.items(of: schema, at: spot))
            if !parameter.isJSON {
                parameter.arrays = .comma
            }
        } else if isText, parameter.isJSON {
            parameter.type = json(of: schema, at: spot, types: &types)
        } else {
            let use = types.use(of: schema, at: spot)
            parameter.type = use.type
            // Only JSON can express `null`.
            let isInJSON = parameter.place == .body || parameter.isJSON
            parameter.isNullable = use.isNullable && use.type != .any && isInJSON
        }
        if parameter.type == .any,
            !schema.hasAny(.type, .format, .ref, .allOf, .oneOf, .anyOf)
        {
            let hint = "it accepts any JSON; expected \"type\", \"$ref\" or \"enum\""
            problems.weakness(
                at: schema.node[.name] ?? schema.node,
                "\"\(parameter.name)\" of \"\(source.name)\" has no \"type\", so \(hint)")
        }
        if let dates = words.dates {
            let wire: Wire = dates == .rfc3339 ? .string : .integer
            let moment = TypeUse.formatted(Format(dates), as: wire)
            parameter.type = parameter.type.mapInnermost { isMoment($0) ? moment : $0 }
        }
    }

    /// Returns the type of a parameter that is sent as JSON text and is not a list. It is any JSON unless the schema
    /// describes it.
    private func json(
        of schema: Schema,
        at spot: Spot,
        types: inout TypeLowering
    ) -> TypeUse {
        if schema.hasAny(.ref, .oneOf, .anyOf, .allOf) {
            return types.use(of: schema, at: spot).type
        }
        guard schema.hasProperties else {
            return .any
        }
        let id = TypeID(spot.id)
        let shape = types.recordShape(of: schema, id: id, at: spot)
        types.table.declare(
            TypeDeclaration(
                id: id,
                owner: spot.owner,
                wire: spot.wire,
                unit: spot.unit,
                shape: shape))
        return .named(id)
    }

    /// Indicates whether a type is a date. The definition itself is examined, because methods are lowered before their
    /// types.
    private func isMoment(_ use: TypeUse) -> Bool {
        switch use {
        case .formatted(let format, _): return format.isMoment
        case .named(let id):
            let schema = catalogue.definitions.byID[id].flatMap { catalogue.followed($0.node) }
            let format = schema?[.format]?.string
            return format.flatMap { catalogue.typeNames.meanings[$0] }?.isMoment == true
        default: return false
        }
    }
}

extension Parameter {
    /// Indicates whether a parameter of the name is secret unless the schema states otherwise.
    static func isSecret(_ name: String) -> Bool {
        ["password", "client_secret", "access_token", "refresh_token", "token", "secret"].contains(name)
            || name.hasSuffix("_password")
    }
}
