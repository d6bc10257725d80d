/// The declarations of the common file: the client, its namespaces and the error codes.
struct ClientRenderer {
    let emission: Emission
    private var access: String { emission.access }

    func render(to out: inout Printer) {
        let client = emission.namespaces.all[0]
        if let documentation = emission.api.documentation {
            out.doc(documentation)
        }
        out.block("\(emission.typeHead)struct \(client.type): Methodical.APIClient") { out in
            properties(of: client, to: &out)
            if !client.children.isEmpty {
                out.blank()
            }
            out.line(access, "let client: Methodical.Client")
            out.line(access, "init(client: Methodical.Client) { self.client = client }")
            if !emission.api.arguments.isEmpty {
                initializer(to: &out)
            }
            out.blank()
            out.line(TypeRenderer.mark)
            let arguments = DescriptionArguments(api: emission.api).all
            out.list(access + "static let api = Methodical.APIDescription(", items: arguments, tail: ")")
        }
        if emission.namespaces.children(of: client).contains(where: \.isDeclared) {
            out.blank()
            out.block("extension " + client.type) { children(of: client, to: &$0) }
        }
        if !emission.api.errors.isEmpty {
            out.blank()
            out.block("extension " + client.type) { errorCodes(to: &$0) }
        }
    }

    /// Prints the initializer with the values that the app gives to its client.
    private func initializer(to out: inout Printer) {
        let arguments = emission.api.arguments
        let labels = emission.clientLabels
        out.blank()
        out.line("/// Creates a client with a session of its own, or with the given transport.")
        out.line("///")
        out.line("/// - Parameters:")
        out.line("///   - account: The account that calls.")
        out.line("///   - baseURL: The address of a server with the same API, which replaces all servers of")
        out.line("///     `api.json`.")
        for (label, argument) in zip(labels, arguments) {
            let text = FunctionDocumentation.text(for: argument)
            if !text.isEmpty {
                out.doc(text, first: "///   - \(label): ", rest: "///     ")
            }
        }
        out.line("///   - transport: The transport that sends requests. If `nil`, the client makes a")
        out.line("///     `URLSessionTransport`.")
        out.line("///   - configuration: The settings that differ from `api.json`.")
        var parameters = ["account: Methodical.Account = .anonymous"]
        parameters.append("baseURL: Swift.String? = nil")
        for (label, argument) in zip(labels, arguments) {
            let use = emission.peeled(argument.type)
            var type = emission.text(of: use, asParameter: true)
            if !argument.isRequired {
                type += "? = nil"
            }
            parameters.append("\(Reserved.escaped(label)): \(type)")
        }
        parameters.append("transport: (any Methodical.Transport)? = nil")
        parameters.append("configuration: Methodical.Client.Configuration = .init()")
        out.signature(access + "init", parameters: parameters, tail: "") { out in
            out.line("var configuration = configuration")
            out.line("configuration.baseURL = baseURL ?? configuration.baseURL")
            for (label, argument) in zip(labels, arguments) {
                let name = literal(argument.name)
                let value = Reserved.escaped(label) + argument.secretArgument
                out.line("configuration.set(", name, ", ", value, ")")
            }
            out.line(
                "self.init(client: .init(Self.api, account: account, transport: transport, ",
                "configuration: configuration))")
        }
    }

    /// Prints a property for each namespace inside a namespace that has methods.
    private func properties(of namespace: Namespace, to out: inout Printer) {
        for child in emission.namespaces.children(of: namespace) where child.isCallable {
            let head = "var \(Reserved.escaped(child.property)): \(child.path)"
            out.line("/// The methods `\(child.call)*`.")
            out.line("\(access)\(head) { \(child.path)(client: client) }")
        }
    }

    private func children(of namespace: Namespace, to out: inout Printer) {
        let children = emission.namespaces.children(of: namespace)
        out.separated(children.filter(\.isDeclared)) { type(of: $0, to: &$1) }
    }

    /// Prints the type of a namespace, with those inside it.
    private func type(of namespace: Namespace, to out: inout Printer) {
        if !namespace.isCallable {
            // A namespace that only holds types has no methods to call, so no value of it is needed.
            let head = "\(emission.typeHead)enum \(namespace.type)"
            if namespace.children.isEmpty {
                return out.line(head, " {}")
            }
            return out.block(head) { children(of: namespace, to: &$0) }
        }
        out.line("/// The methods `", namespace.call, "*`.")
        out.block("\(emission.typeHead)struct \(namespace.type): Swift.Sendable") { out in
            properties(of: namespace, to: &out)
            out.line(access, "let client: Methodical.Client")
            if !namespace.children.isEmpty {
                out.blank()
                children(of: namespace, to: &out)
            }
        }
    }

    private func errorCodes(to out: inout Printer) {
        // A single word among the codes makes all of them strings.
        let haveWords = emission.api.errors.contains(where: \.isWord)
        let raw: Enumeration.Raw = haveWords ? .string : .integer
        let members = emission.errors.map { error in
            var value = error.declaration.code
            if raw == .string {
                value = literal(value)
            }
            return ConstantsRenderer.Member(
                name: error.name,
                value: value,
                documentation: error.declaration.documentation)
        }
        let entries = emission.errors.map { error in
            "\(tableKey(error.name))=\(tableKey(error.declaration.code))"
        }
        let table = literal(entries.joined(separator: ","))
        out.line("/// The error codes of the server.")
        let renderer = ConstantsRenderer(
            access: access,
            head: "ErrorCode: Methodical.APIEngine.ErrorCode",
            raw: raw.type,
            members: members,
            table: "_names: Swift.String { \(table) }")
        renderer.render(to: &out)
    }
}

extension Emission {
    /// The labels of the arguments that the API adds to the client's initializer.
    package var clientLabels: [String] {
        let usual: Set = ["account", "baseURL", "transport", "configuration", "client"]
        return speller.parameters(api.arguments).map { label in
            if usual.contains(label) {
                return label + "Value"
            }
            return label
        }
    }
}

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

/// A type around a raw value with a constant for each known value: an enumeration, or the error codes.
///
/// It is a structure, because a server may send other values than those that are known.
struct ConstantsRenderer {
    /// A known value.
    struct Member {
        var name: String
        /// The value as Swift code.
        var value: String
        var documentation: String?
    }

    let access: String
    /// The name and the protocol.
    let head: String
    /// The type of the raw value.
    let raw: String
    let members: [Member]
    /// The declaration of the static property that lists the values for the runtime.
    let table: String
    /// The declarations of further static properties for the runtime.
    var facts: [String] = []

    func render(to out: inout Printer, nested: (inout Printer) -> Void = { _ in }) {
        out.block("nonisolated \(access)struct \(head)") { out in
            for member in members {
                if let documentation = member.documentation {
                    out.doc(documentation)
                }
                let name = Reserved.escaped(member.name)
                out.line("\(access)static var \(name): Self { Self(rawValue: \(member.value)) }")
            }
            if !members.isEmpty {
                out.blank()
            }
            out.line(access, "let rawValue: ", raw)
            out.line(access, "init(rawValue: ", raw, ") { self.rawValue = rawValue }")
            out.line(access, "static var ", table)
            for fact in facts {
                out.line(access, "static var ", fact)
            }
            nested(&out)
        }
    }
}
