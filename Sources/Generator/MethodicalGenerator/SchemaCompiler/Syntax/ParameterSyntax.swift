/// A parameter of a method, or one that a rule adds to its methods.
struct ParameterSyntax {
    let name: Located<String>
    /// The schema of the values. A malformed `required` is reported, and does not count.
    let schema: SchemaSyntax
    /// The part of the request that contains the parameter, if the schema states it. The value in it is
    /// `nil` if the stated one is malformed.
    let place: Located<CallStyle.Place?>?
    /// The Swift name that the parameter asks for.
    let swift: Located<String>?
    let documentation: String?
    let deprecation: Deprecation?
    /// The default value, for the documentation.
    let defaultText: String?
    /// Indicates whether the parameter is required, if the schema states it.
    let isRequired: Bool?
    /// The spelling of an array. The value in it is `nil` if the stated one is malformed.
    let arrays: Located<CallStyle.ArrayStyle?>?
    /// The spelling of a Boolean. The value in it is `nil` if the stated one is malformed.
    let flags: Located<CallStyle.FlagStyle?>?
    /// Indicates whether reserved characters stay as they are.
    let reserved: Located<Bool>?
    /// The media type of a part of a form. The value in it is `nil` if the stated one is malformed.
    let content: Located<MediaType?>?
    let isSecret: Bool
    /// Indicates whether the value is sent as JSON text.
    let isJSON: Bool
    /// The only possible value. A malformed one counts as an empty text.
    let constant: Variant.Constant.Value?
}

extension ParameterSyntax {
    /// Reads a parameter. Reports problems, and returns `nil` if it has no valid name.
    init?(reading node: JSONNode, catalogue: Catalogue) {
        let problems = catalogue.problems
        guard let name = Self.name(of: node, problems: problems) else {
            return nil
        }
        self.name = name
        schema = Self.schema(of: node, catalogue: catalogue)
        place = node[.in].map { member in
            Located(oneOf(member, among: CallStyle.Place.allCases, problems: problems), at: member)
        }
        swift = node[.swift].flatMap { member in
            askedName(of: member, problems: problems).map { Located($0, at: member) }
        }
        documentation = catalogue.documentation(of: node)
        deprecation = catalogue.deprecation(of: node)
        defaultText = node[.default].flatMap(catalogue.defaultText)
        isRequired = schema.required?.flag
        arrays = node[.arrays].map { member in
            Located(choice(from: member, problems: problems), at: member)
        }
        flags = node[.flags].map { member in
            Located(choice(from: member, problems: problems), at: member)
        }
        reserved = node[.reserved].map { member in
            Located(flag(from: member, problems: problems) ?? false, at: member)
        }
        content = node[.content].map { member in
            Located(MediaType(member, problems: problems), at: member)
        }
        isSecret = problems.flag(from: node[.secret]) ?? Parameter.isSecret(name.value)
        isJSON = node[.format]?.string == "json"
        constant = node[.const].map { Self.constant(from: $0, problems: problems) }
    }

    /// Reads the name of a parameter, or reports an error if it has none.
    private static func name(of node: JSONNode, problems: Problems) -> Located<String>? {
        guard node.isObject else {
            problems.error(at: node, expected: "a parameter, an object with a \"name\"")
            return nil
        }
        guard let name = node[.name] else {
            problems.error(at: node, "this parameter has no \"name\"")
            return nil
        }
        if let text = name.nonEmptyString {
            return Located(text, at: name)
        }
        problems.error(at: name, expected: "the name of a parameter")
        return nil
    }

    /// Reads the schema of a parameter. Removes a `required` that is neither a Boolean nor a list of an object's
    /// required properties, and reports it.
    private static func schema(of node: JSONNode, catalogue: Catalogue) -> SchemaSyntax {
        let schema = catalogue.schema(of: node, as: .parameter)
        guard let required = schema.required,
            required.flag == nil
        else {
            return schema
        }
        var hint = ""
        if required.isList {
            if schema.properties != nil || schema.allOf != nil || schema.hasAlternatives {
                return schema
            }
            hint = "; a list says which properties of an object are required"
        }
        catalogue.problems.error(at: required, expected: "true or false", hint: hint)
        return schema.withoutRequired()
    }

    /// Reads the only possible value.
    private static func constant(from node: JSONNode, problems: Problems) -> Variant.Constant.Value {
        if let value = Variant.Constant.Value(node) {
            return value
        }
        problems.error(at: node, "expected a string, an integer, true or false, found \(node.described)")
        return .text("")
    }
}

/// The body of a method's requests, if one schema describes all of it.
struct BodySyntax {
    let schema: SchemaSyntax
    /// The media type, or `nil` for JSON.
    let content: Located<MediaType>?
    let isRequired: Bool
    let documentation: String?
    let deprecation: Deprecation?
    /// Indicates whether the body is a secret, if the schema states it.
    let secret: Located<Bool>?
    /// Indicates whether the members of the body are arguments, if the schema states it.
    let flatten: Located<Bool>?
}

extension BodySyntax {
    /// Reads a body. Reports problems, and returns `nil` if it is not an object.
    init?(reading node: JSONNode, catalogue: Catalogue) {
        let problems = catalogue.problems
        guard node.isObject else {
            problems.error(at: node, expected: "the schema of the body, an object")
            return nil
        }
        schema = catalogue.schema(of: node, as: .body)
        content = node[.content].flatMap { Located(reading: $0, problems: problems) }
        isRequired = schema.required?.flag ?? true
        documentation = catalogue.documentation(of: node)
        deprecation = catalogue.deprecation(of: node)
        secret = node[.secret].map { member in
            Located(flag(from: member, problems: problems) ?? false, at: member)
        }
        flatten = node[.flatten].map { member in
            Located(flag(from: member, problems: problems) ?? false, at: member)
        }
    }
}

extension Located<MediaType> {
    /// Reads a media type. Reports an error and returns `nil` if it is malformed.
    init?(reading node: JSONNode, problems: Problems) {
        guard let type = MediaType(node, problems: problems) else {
            return nil
        }
        self.init(type, at: node)
    }
}
