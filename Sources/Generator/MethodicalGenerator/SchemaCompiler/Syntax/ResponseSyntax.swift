/// The responses of a method.
enum ResponsesSyntax {
    /// The method states no response.
    case none
    /// The value of `response`.
    case single(ResponseSyntax)
    /// The members of `variants`, at least one, which arguments request.
    case variants([ResponseSyntax])
    /// The members of `statuses`, at least one.
    case statuses([ResponseSyntax])
    /// The members of `events`, at least one.
    case events([ResponseSyntax])
    /// One of these objects has no members. It has been reported.
    case malformed
}

/// A response of a method.
struct ResponseSyntax {
    /// The key of the response: the name of a variant, a status or the name of an event.
    let key: Located<String>
    let schema: SchemaSyntax
    /// The media types. The list is empty for JSON.
    let content: Located<[MediaType]>?
    let headers: [HeaderSyntax]
    /// The arguments that request the response. They are `nil` in place of a malformed object.
    let when: Located<[ConditionSyntax]?>?
    /// The Swift name that the response asks for.
    let swift: String?
    let deprecation: Deprecation?

    var media: [MediaType] {
        content?.value ?? []
    }

    /// Indicates whether the schema describes a response without content.
    var isNull: Bool {
        schema.type?.onlyName == "null"
    }
}

/// A header field of a response.
struct HeaderSyntax {
    let name: String
    let schema: SchemaSyntax
    /// The Swift name that the field asks for.
    let swift: String?
    let documentation: String?
}

/// A member of `when`: a parameter with the value that requests a response.
struct ConditionSyntax {
    /// The kinds of values.
    enum Value {
        /// The caller states the value.
        case given
        case constant(Variant.Constant.Value)
        /// The value is malformed.
        case malformed
    }

    let parameter: Located<String>
    let value: Value
    /// The text of a string or a number, or an empty one.
    let text: String
}

extension ResponsesSyntax {
    /// Reads `response`, `variants`, `statuses` or `events` of a method. Reports all of them but the first.
    init(of method: JSONNode, catalogue: Catalogue) {
        let problems = catalogue.problems
        let members = [Key.response, .variants, .statuses, .events].compactMap { method[$0] }
        guard let first = members.first else {
            self = .none
            return
        }
        for other in members.dropFirst() {
            problems.error(
                at: other.keyPlace,
                "a method has \"\(first.key)\" or \"\(other.key)\", not both")
        }
        if first.key == Key.response.rawValue {
            self = .single(ResponseSyntax(reading: first, catalogue: catalogue))
            return
        }
        guard first.isObject,
            first.first != nil
        else {
            problems.error(at: first, "expected at least one response, \(Self.example(of: first.key))")
            self = .malformed
            return
        }
        let responses = first.children.map { ResponseSyntax(reading: $0, catalogue: catalogue) }
        switch Key(rawValue: first.key) {
        case .statuses:
            self = .statuses(responses)
        case .events:
            self = .events(responses)
        default:
            self = .variants(responses)
        }
    }

    /// Returns an object with one response, for diagnostics.
    private static func example(of keyword: String) -> String {
        switch Key(rawValue: keyword) {
        case .statuses: "{\"200\": {...}}"
        case .events: "{\"update\": {...}}"
        default: "{\"response\": {...}}"
        }
    }
}

extension ResponseSyntax {
    /// Reads a response. Its lowering reports one that is not an object.
    init(reading node: JSONNode, catalogue: Catalogue) {
        let problems = catalogue.problems
        key = Located(node.key, at: node)
        schema = catalogue.schema(of: node, as: .response)
        content = node[.content].map { member in
            Located(MediaType.list(from: member, problems: problems), at: member)
        }
        headers = HeaderSyntax.list(from: node[.headers], catalogue: catalogue)
        when = node[.when].map { member in
            Located(ConditionSyntax.list(from: member), at: member)
        }
        swift = catalogue.swiftName(of: node)
        deprecation = catalogue.deprecation(of: node)
    }
}

extension HeaderSyntax {
    /// Reads the header fields of a response.
    fileprivate static func list(from node: JSONNode?, catalogue: Catalogue) -> [HeaderSyntax] {
        guard let node else { return [] }
        guard node.isObject else {
            catalogue.problems.error(at: node, expected: "{\"X-Total-Count\": {\"type\": \"integer\"}}")
            return []
        }
        return node.children.map { field in
            HeaderSyntax(
                name: field.key,
                schema: catalogue.reader.schema(at: field),
                swift: catalogue.swiftName(of: field),
                documentation: catalogue.documentation(of: field))
        }
    }
}

extension ConditionSyntax {
    /// Reads the members of `when`, or returns `nil` if it is not an object.
    fileprivate static func list(from node: JSONNode) -> [ConditionSyntax]? {
        guard node.isObject else { return nil }
        return node.children.map { member in
            ConditionSyntax(
                parameter: Located(member.key, at: member),
                value: Value(reading: member),
                text: member.string ?? member.numberText ?? "")
        }
    }
}

extension ConditionSyntax.Value {
    fileprivate init(reading node: JSONNode) {
        if node.string == "given" {
            self = .given
        } else if let value = Variant.Constant.Value(node) {
            self = .constant(value)
        } else {
            self = .malformed
        }
    }
}
