/// A value that an app gives to its client: a variable of servers, or a constant of rules that has no value.
struct ClientArgumentSyntax {
    let name: String
    let schema: SchemaSyntax
    /// The Swift name that the argument asks for.
    let swift: String?
    let documentation: String?
    /// The default value, for the documentation.
    let defaultText: String?
    let isRequired: Bool
    let isSecret: Bool
}

extension ClientArgumentSyntax {
    /// Reads the variables of servers, followed by the constants of rules that have no value. Several constants of one
    /// name are one argument.
    static func list(in catalogue: Catalogue, constants: [ParameterSyntax]) -> [ClientArgumentSyntax] {
        var arguments = catalogue.settings.variables.map { variable in
            ClientArgumentSyntax(variable: variable, catalogue: catalogue)
        }
        var names = Set(arguments.map(\.name))
        for constant in constants where constant.constant == nil {
            if names.insert(constant.name.value).inserted {
                arguments.append(ClientArgumentSyntax(constant))
            }
        }
        return arguments
    }

    /// Reads a variable.
    private init(variable node: JSONNode, catalogue: Catalogue) {
        name = node.key
        // The settings have checked the keys.
        schema = catalogue.reader.schema(at: node)
        swift = catalogue.swiftName(of: node)
        documentation = catalogue.documentation(of: node)
        defaultText = node[.default]?.scalarText
        isRequired = node[.default] == nil
        isSecret = false
    }

    private init(_ constant: ParameterSyntax) {
        name = constant.name.value
        schema = constant.schema
        swift = constant.swift?.value
        documentation = constant.documentation
        defaultText = constant.defaultText
        isRequired = constant.isRequired ?? true
        isSecret = constant.isSecret
    }
}
