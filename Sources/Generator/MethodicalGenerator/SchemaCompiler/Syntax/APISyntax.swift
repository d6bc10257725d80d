/// The contents of the schema files as typed values. Lowering sees no other form of methods.
struct APISyntax {
    /// The selected methods, completed by the rules.
    let methods: [MethodSyntax]
    /// The errors that files declare.
    let errors: [ErrorSyntax]
    /// The values that an app gives to its client.
    let arguments: [ClientArgumentSyntax]
    /// The events that the service sends, by file.
    let events: [Located<[EventSyntax]>]
}

extension APISyntax {
    /// Reads the schema files.
    init(reading catalogue: Catalogue) {
        let reader = MethodReader(catalogue: catalogue)
        methods = reader.methods()
        errors = ErrorSyntax.declared(in: catalogue)
        arguments = ClientArgumentSyntax.list(in: catalogue, constants: reader.constants.flatMap(\.self))
        events = EventSyntax.lists(in: catalogue)
    }
}

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

/// The value of `user` of `signIn`: the method that returns the signed-in user, and the keys of the user.
struct UserSyntax {
    var method: LocatedName?
    /// The key of the user's id.
    var id: LocatedName?
    /// The keys of the parts of the user's name.
    var names: [LocatedName]
}

extension UserSyntax {
    /// Reads the value of `user`. Reports problems.
    init(reading node: JSONNode, problems: Problems) {
        let keys = ["call", "id", "name"]
        let example = "{\"call\": \"users.get\", \"id\": \"id\", \"name\": [\"first_name\", \"last_name\"]}"
        _ = members(of: node, known: keys, like: example, problems: problems)
        for key in keys.dropLast() where node.isObject && node[key] == nil {
            reportMissing(
                key,
                in: node,
                known: keys,
                hint: ", as in \(example)",
                problems: problems)
        }
        method = node[.call].map(LocatedName.init)
        id = node["id"].map(LocatedName.init)
        names = (node[.name]?.elements ?? []).map(LocatedName.init)
        if let list = node[.name], list.isArray, list.first == nil {
            problems.error(
                at: list,
                expected: "the key of a property with the name of the user, or a list of them")
        }
    }
}

/// The value of `webhooks` of `api.json`: the way in which the service sends events.
struct WebhookSyntax {
    /// The part of a request with the event's name.
    var name: Webhooks.Name
    var signature: Webhooks.Signature
    /// The keys that lead to the data of an event.
    var data: [String]
}

extension WebhookSyntax {
    /// Reads the value of `webhooks`. Reports problems, and returns `nil` if something is missing.
    init?(reading node: JSONNode, keywords: KeywordCheck, problems: Problems) {
        guard node.isObject else {
            problems.error(at: node, expected: DialectObject.webhooks.form)
            return nil
        }
        keywords.check(node, as: .webhooks, problems: problems)
        let known = Dialect.names(of: .webhooks)
        for key in known.dropLast() where node[key] == nil {
            reportMissing(key, in: node, known: known, problems: problems)
        }
        let signature: Webhooks.Signature? = node[.signature].flatMap {
            choice(from: $0, problems: problems)
        }
        let name = node[.event].flatMap { Webhooks.Name(reading: $0, problems: problems) }
        let data = node[.data].flatMap { text(from: $0, in: .webhooks, problems: problems) }
        guard let signature, let name else { return nil }
        self.name = name
        self.signature = signature
        self.data = data?.split(separator: ".").map(String.init) ?? []
    }
}

extension Webhooks.Name {
    fileprivate init?(reading node: JSONNode, problems: Problems) {
        let found = members(of: node, as: .eventName, in: .webhooks, problems: problems)
        guard let only = found.first,
            found.count == 1
        else {
            if node.isObject {
                let form = DialectObject.eventName.form
                problems.error(at: node, "expected either \"header\" or \"member\", as in \(form)")
            }
            return nil
        }
        if only.key == "header" {
            guard let name = Settings.fieldName(from: only, problems: problems) else {
                return nil
            }
            self = .header(name)
            return
        }
        let paths = only.elements.compactMap { node in
            text(from: node, problems: problems, expected: "a key of the body")
        }
        if paths.isEmpty {
            return nil
        }
        self = .member(paths)
    }
}
