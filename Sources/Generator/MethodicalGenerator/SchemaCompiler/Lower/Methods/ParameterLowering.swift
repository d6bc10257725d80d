/// The lowering of a method's parameters.
struct ParameterLowering {
    let catalogue: Catalogue
    let method: MethodSyntax
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

    /// The parameters of a method that have been lowered, as far as others must differ from them.
    private struct Known {
        /// The name of the first parameter with each identity.
        var firsts: [Identity: Located<String>] = [:]
        var names = AskedNames()
        /// The first parameter in a body.
        var body: (place: CallStyle.Place, name: Located<String>)?
    }

    /// Returns the parameters of the method, followed by those that rules add.
    func parameters(types: inout TypeLowering) -> [Parameter] {
        var parameters = method.misplacedNames.map { name in
            Parameter(name: name, type: .integer, place: style.parameters)
        }
        if let body = method.body, let whole = whole(from: body, types: &types) {
            parameters.append(whole)
        }
        let members = members(of: parameters.first, types: &types)
        var known = Known()
        let hasFile = method.parameters.contains(where: isFile)
        for syntax in method.parameters {
            let place = place(of: syntax)
            if let first = known.firsts[Identity(syntax.name.value, in: place)] {
                reportDuplicate(syntax.name, of: first)
                continue
            }
            parameters.append(
                parameter(
                    from: syntax,
                    in: place,
                    besideFile: hasFile,
                    known: &known,
                    types: &types))
        }
        parameters += members
        let memberIdentities = members.map { Identity($0.name, in: $0.place) }
        for syntax in method.constants {
            let place = place(of: syntax)
            let identity = Identity(syntax.name.value, in: place)
            // The method's own parameters, and those of later rules, take precedence over those of a rule.
            let others = memberIdentities + known.firsts.keys
            if others.contains(where: { $0.replaces(identity) }) {
                continue
            }
            var constant = parameter(
                from: syntax,
                in: place,
                besideFile: hasFile,
                known: &known,
                types: &types)
            // A constant of a rule without a value has the one that the app gives to its client.
            if syntax.constant == nil {
                constant.constant = .client(isRequired: syntax.isRequired ?? true)
            }
            parameters.append(constant)
        }
        return parameters
    }

    /// Reports a second parameter of the same name in the same part of the request.
    private func reportDuplicate(_ name: Located<String>, of first: Located<String>) {
        let position = shown(first.position)
        problems.error(
            at: name,
            "\"\(method.name.value)\" already has a parameter \(name.found), at \(position)")
    }

    /// Lowers a parameter whose place is known. Reports what makes it differ too much or too little from the parameters
    /// before it.
    private func parameter(
        from syntax: ParameterSyntax,
        in place: CallStyle.Place,
        besideFile hasFile: Bool,
        known: inout Known,
        types: inout TypeLowering
    ) -> Parameter {
        known.firsts[Identity(syntax.name.value, in: place)] = syntax.name
        var parameter = parameter(from: syntax, in: place, types: &types)
        if !method.sendsFile {
            setPart(of: &parameter, from: syntax, besideFile: hasFile)
        }
        if let swift = syntax.swift {
            let key = key(of: parameter, among: known.firsts.keys)
            known.names.take(swift.value, for: key, at: swift.position, problems: problems)
        }
        let canConflict = !method.sendsFile && !catalogue.settings.isUnread
        if canConflict, parameter.place.isBody {
            let first = known.body ?? (parameter.place, syntax.name)
            known.body = first
            checkBody(syntax, in: parameter.place, beside: first)
        }
        return parameter
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

    /// Lowers a parameter.
    private func parameter(
        from syntax: ParameterSyntax,
        in place: CallStyle.Place,
        types: inout TypeLowering
    ) -> Parameter {
        let name = syntax.name.value
        var parameter = Parameter(name: name, type: .any, place: place)
        parameter.isJSON = syntax.isJSON
        setType(of: &parameter, from: syntax, types: &types)
        parameter.isRequired = syntax.isRequired ?? false
        parameter.documentation = syntax.documentation
        parameter.deprecation = syntax.deprecation
        parameter.swift = syntax.swift?.value
        parameter.defaultText = syntax.defaultText
        parameter.arrays = syntax.arrays?.value ?? parameter.arrays
        parameter.flags = syntax.flags?.value
        parameter.isSecret = syntax.isSecret
        parameter.keepsReserved = syntax.reserved?.value ?? false
        parameter.constant = syntax.constant
        // A path without the value would be incomplete.
        if place == .path, !path.optionals.contains(name) {
            parameter.isRequired = true
        }
        return parameter
    }

    // MARK: Types

    private func setType(
        of parameter: inout Parameter,
        from syntax: ParameterSyntax,
        types: inout TypeLowering
    ) {
        let schema = syntax.schema
        var context = method.source.context(of: parameter.name)
        context.shared = parameter.name
        let isText = schema.type?.onlyName == "string"
        if isText, schema.items != nil {
            parameter.type = .array(types.items(of: schema, in: context))
            if !parameter.isJSON {
                parameter.arrays = .comma
            }
        } else if isText, parameter.isJSON {
            parameter.type = json(of: schema, in: context, types: &types)
        } else {
            let use = types.use(ofChecked: schema, in: context)
            parameter.type = use.type
            // Only JSON can express `null`.
            let isInJSON = parameter.place == .body || parameter.isJSON
            parameter.isNullable = use.isNullable && use.type != .any && isInJSON
        }
        let isDescribed = schema.type != nil || schema.format != nil || schema.isCombined
        if parameter.type == .any, !isDescribed {
            let hint = "it accepts any JSON; expected \"type\", \"$ref\" or \"enum\""
            problems.weakness(
                at: syntax.name.position,
                "\"\(parameter.name)\" of \"\(method.name.value)\" has no \"type\", so \(hint)")
        }
        if let dates = method.call.dates {
            let wire: Wire = dates == .rfc3339 ? .string : .integer
            let moment = TypeUse.formatted(Format(dates), as: wire)
            parameter.type = parameter.type.mapInnermost { isMoment($0) ? moment : $0 }
        }
    }

    /// Returns the type of a parameter that is sent as JSON text and is not a list. It is any JSON unless the schema
    /// describes it.
    private func json(
        of schema: SchemaSyntax,
        in context: SchemaContext,
        types: inout TypeLowering
    ) -> TypeUse {
        if schema.isCombined {
            return types.use(ofChecked: schema, in: context).type
        }
        guard schema.hasProperties else {
            return .any
        }
        let id = TypeID(context.id)
        let shape = types.recordShape(of: schema, id: id, in: context)
        types.table.declare(
            TypeDeclaration(
                id: id,
                owner: context.owner,
                wire: context.wire,
                unit: context.unit,
                shape: shape))
        return .named(id)
    }

    /// Indicates whether a type is a date. The definition itself is examined, because methods are lowered before their
    /// types.
    private func isMoment(_ use: TypeUse) -> Bool {
        switch use {
        case .formatted(let format, _): return format.isMoment
        case .named(let id):
            let schema = catalogue.definitions.byID[id].flatMap { catalogue.followed($0.schema) }
            let format = schema?.format?.text
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

// The parts of a request that contain parameters.
extension ParameterLowering {
    /// Returns the part of the request that contains a parameter.
    func place(of parameter: ParameterSyntax) -> CallStyle.Place {
        let name = parameter.name.value
        let isInPath = path.names.contains(name)
        guard let stated = parameter.place,
            let place = stated.value
        else {
            return isInPath ? .path : style.parameters
        }
        let isContradiction = isInPath != (place == .path)
        let isTwin = isInPath && hasParameterInPath(named: name)
        if isContradiction, !isTwin, !catalogue.settings.isUnread {
            let occurs = isInPath ? "occurs" : "does not occur"
            problems.error(
                at: stated,
                "\"\(name)\" \(occurs) in the path \"\(path.path)\"; correct \"in\" or the path")
        }
        if place == .cookie, !name.utf8.allSatisfy(Self.isToken) {
            problems.error(
                at: parameter.name,
                expected: "the name of a cookie, of letters, digits and signs such as \"_\"")
        }
        return place
    }

    /// Indicates whether one of the parameters with a name is the one in the path.
    private func hasParameterInPath(named name: String) -> Bool {
        method.parameters.contains { parameter in
            guard parameter.name.value == name else { return false }
            guard let place = parameter.place else { return true }
            return place.value == .path
        }
    }

    /// Indicates whether the name of a cookie may contain a byte (`token` of RFC 9110).
    private static func isToken(_ byte: UInt8) -> Bool {
        Unicode.Scalar(byte).isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }

    /// Reports a parameter in a body that the request cannot have. A request has one body, and none with some verbs.
    func checkBody(
        _ parameter: ParameterSyntax,
        in place: CallStyle.Place,
        beside other: (place: CallStyle.Place, name: Located<String>)
    ) {
        let name = parameter.name
        let position = parameter.place?.position ?? name.position
        if method.body != nil {
            problems.error(
                at: position,
                "\(name.found) cannot be sent in the body, because \"body\" describes all of it; "
                    + "expected \"in\": \"query\", or a property in \"body\"")
        } else if !style.verb.hasBody {
            problems.error(
                at: position,
                "\(style.verb.rawValue) requests have no body for \(name.found); "
                    + "expected \"in\": \"query\" or another verb")
        } else if other.place != place {
            problems.error(
                at: position,
                "\(name.found) is sent in \(place.title) and \(other.name.found) in \(other.place.title), "
                    + "but a request has only one body; "
                    + "expected \"in\": \"\(other.place.rawValue)\" here, or \"\(place.rawValue)\" there")
        }
    }
}
