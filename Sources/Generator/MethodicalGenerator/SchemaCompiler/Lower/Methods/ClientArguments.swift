/// The lowering of the values that an app gives to its client: the variables of servers, and the constants of rules
/// that have no value.
struct ClientArguments {
    let catalogue: Catalogue

    /// Returns the arguments of the client's initializer. Those without a default come first.
    func parameters(types: inout TypeLowering) -> [Parameter] {
        var arguments: [Parameter] = []
        for node in catalogue.settings.variables {
            var argument = parameter(from: node, name: node.key, types: &types)
            argument.isRequired = node[.default] == nil
            arguments.append(argument)
        }
        let constants = catalogue.settings.rules.flatMap(\.words.constants)
        for node in constants where node[.const] == nil {
            guard let name = node[.name]?.string,
                !name.isEmpty,
                !arguments.contains(where: { $0.name == name })
            else {
                continue
            }
            var argument = parameter(from: node, name: name, types: &types)
            argument.isRequired = node[.required]?.bool ?? true
            argument.isSecret = catalogue.problems.flag(from: node[.secret]) ?? Parameter.isSecret(name)
            arguments.append(argument)
        }
        return arguments.filter(\.isRequired) + arguments.filter { !$0.isRequired }
    }

    private func parameter(
        from node: JSONNode,
        name: String,
        types: inout TypeLowering
    ) -> Parameter {
        // The node is checked elsewhere.
        let schema = Schema(node: node)
        let spot = Spot(owner: .root, parent: "client", key: name, unit: "")
        var type = TypeUse.string
        if schema.hasAny(.type, .enum, .ref) {
            type = types.use(of: schema, at: spot).type
        }
        var parameter = Parameter(name: name, type: type)
        parameter.swift = catalogue.swiftName(of: node)
        parameter.documentation = catalogue.documentation(of: node)
        parameter.defaultText = node[.default]?.scalarText
        if !isScalar(type) {
            catalogue.problems.error(
                at: node[.type] ?? node,
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
            return catalogue.followed(definition.node)?[.enum] != nil
        default:
            return false
        }
    }
}
