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
