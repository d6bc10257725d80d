/// The lowering of the values that an app gives to its client.
struct ClientArguments {
    let catalogue: Catalogue

    /// Returns the arguments of the client's initializer. Those without a default come first.
    func parameters(
        from arguments: [ClientArgumentSyntax],
        types: inout TypeLowering
    ) -> [Parameter] {
        var parameters: [Parameter] = []
        for argument in arguments {
            parameters.append(parameter(from: argument, types: &types))
        }
        return parameters.filter(\.isRequired) + parameters.filter { !$0.isRequired }
    }

    private func parameter(
        from argument: ClientArgumentSyntax,
        types: inout TypeLowering
    ) -> Parameter {
        let name = argument.name
        let schema = argument.schema
        let context = SchemaContext(owner: .root, parent: "client", key: name, unit: "")
        var type = TypeUse.string
        if schema.type != nil || schema.values != nil || schema.reference != nil {
            type = types.use(ofChecked: schema, in: context).type
        }
        var parameter = Parameter(name: name, type: type)
        parameter.swift = argument.swift
        parameter.documentation = argument.documentation
        parameter.defaultText = argument.defaultText
        parameter.isRequired = argument.isRequired
        parameter.isSecret = argument.isSecret
        if !isScalar(type) {
            catalogue.problems.error(
                at: schema.type?.position ?? schema.position,
                "\"\(name)\" is an argument of the client; "
                    + "expected a string, a number, a Boolean or an enumeration")
        }
        return parameter
    }

    private func isScalar(_ type: TypeUse) -> Bool {
        switch type {
        case .integer, .number, .boolean, .string:
            return true
        case .named(let id):
            guard let definition = catalogue.definitions.byID[id] else {
                return true
            }
            return catalogue.followed(definition.schema)?.values != nil
        default:
            return false
        }
    }
}

/// The Swift names that schemas ask for within one scope. A requested name is never changed silently, so two different
/// elements must not ask for the same name.
struct AskedNames {
    /// The elements that have asked for names, by Swift name.
    private var takers: [String: (wire: String, position: Place)] = [:]

    /// Records that the element `wire` asks for `name`. Reports an error if another element has already asked for it.
    /// An element may ask for its own name again.
    mutating func take(
        _ name: String,
        for wire: String,
        at position: Place,
        problems: Problems
    ) {
        if let first = takers[name], first.wire != wire {
            problems.error(
                at: position,
                "\"\(wire)\" asks for the name \"\(name)\", which \"\(first.wire)\" already has, "
                    + "at \(shown(first.position))"
            )
        } else {
            takers[name] = (wire, position)
        }
    }
}
