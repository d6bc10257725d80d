/// A renderer of the request for the signed-in user.
struct UserRenderer {
    let emission: Emission
    private let call: String
    private let arguments: [String]

    /// Creates a renderer, or returns `nil` if the API cannot tell who is signed in.
    init?(_ emission: Emission) {
        guard let user = emission.api.user else { return nil }
        let function = emission.functions.first { $0.method.name == user.method }
        guard let function else { return nil }
        let result = function.variant.result
        var type = emission.resolver.resolved(emission.peeled(result))
        // The expression of the user in a closure that gets the result.
        var expression = "$0"
        if emission.peeled(result) != result {
            expression += "?"
        }
        if case .array(let element) = type {
            expression += ".first?"
            // The first of a list of optionals is an optional of an optional.
            if emission.peeled(element) != element {
                expression += "?"
            }
            type = element
        }
        guard let record = emission.record(behind: type) else { return nil }
        func value(at key: String) -> String? {
            let field = record.fields.first { $0.property.dottedPath == key }
            guard let field else { return nil }
            return "\(expression).\(field.name)"
        }
        self.emission = emission
        let namespace = emission.namespaces.all[function.namespace]
        call = "self.\(namespace.call)\(Reserved.escaped(function.name))()"
        var arguments: [String] = []
        if let id = value(at: user.id) {
            arguments.append("id: " + id)
        }
        let names = user.names.compactMap(value)
        if let first = names.first {
            arguments.append("names: " + first)
        }
        self.arguments = arguments + names.dropFirst()
    }

    /// Prints the conformance of the API to the runtime's protocol.
    func render(to out: inout Printer) {
        out.blank()
        out.block("nonisolated extension \(emission.root): Methodical.APIEngine.UserIdentifying") { out in
            out.block(emission.access + "var _user: Methodical.APIEngine.UserRequest") { out in
                out.block("Methodical.APIEngine.UserRequest(\(call))") { out in
                    out.line("Methodical.APIEngine.user(", arguments.joined(separator: ", "), ")")
                }
            }
        }
    }
}
