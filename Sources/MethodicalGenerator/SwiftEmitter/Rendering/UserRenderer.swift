/// A renderer of the request for the signed-in user.
struct UserRenderer {
    let emission: Emission
    private let call: String
    private let arguments: [String]

    /// Creates a renderer, or returns `nil` if the API cannot tell who is signed in.
    init?(_ emission: Emission) {
        guard let user = emission.api.user,
            let function = emission.functions.first(where: {
                emission.api.methods[$0.method].name == user.method && $0.variant == 0
            })
        else { return nil }
        let result = emission.api.methods[function.method].variants[0].result
        var type = emission.resolver.resolved(emission.peeled(result))
        var place = emission.peeled(result) == result ? "$0" : "$0?"
        if case .array(let element) = type {
            // The first of a list of optionals is an optional of an optional.
            place += emission.peeled(element) == element ? ".first?" : ".first??"
            type = element
        }
        guard let i = emission.resolver.record(type), case .record(let record) = emission.api.types[i].shape else {
            return nil
        }
        let fields = emission.fields(of: i, record)
        func value(_ key: String) -> String? {
            fields.first { $0.property.path.joined(separator: ".") == key }.map { place + "." + $0.name }
        }
        self.emission = emission
        call = "self." + emission.namespaces.all[function.namespace].call + Reserved.escaped(function.name) + "()"
        let names = user.names.compactMap(value)
        arguments =
            [value(user.id).map { "id: " + $0 }, names.first.map { "names: " + $0 }].compactMap(\.self)
            + names.dropFirst()
    }

    /// Prints the conformance of the API to the runtime's protocol.
    func render(_ out: inout Printer) {
        out.blank()
        out.block("nonisolated extension " + emission.root + ": Methodical.UserIdentifying") { out in
            out.block(emission.access + "var _user: Methodical.APIEngine.UserRequest") { out in
                out.block("Methodical.APIEngine.UserRequest(" + call + ")") { out in
                    out.line("Methodical.APIEngine.user(", arguments.joined(separator: ", "), ")")
                }
            }
        }
    }
}
