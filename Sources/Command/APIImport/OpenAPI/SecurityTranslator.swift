import APISurface
import MethodicalGenerator

/// The translation of security schemes and of the requirements that name them.
struct SecurityTranslator {
    let context: OpenAPIContext
    /// The members of `schemes` in `api.json`.
    private(set) var schemes: Members = []
    /// The descriptions of all schemes for people, also of those that have no counterpart.
    private(set) var ways: [SignInWay] = []
    /// The value of `signIn` in `api.json`.
    private(set) var signIn: Members = []
    /// The names of schemes that have no counterpart, with the reason.
    private var refused: [String: String] = [:]
    /// The names under which schemes are written, by name in the document.
    private var names: [String: String] = [:]

    /// Translates the schemes of a document.
    init(context: OpenAPIContext) {
        self.context = context
        let node =
            if context.isSwagger {
                context.root["securityDefinitions"]
            } else {
                context.root["components"]?["securitySchemes"]
            }
        let container = node.flatMap { context.documents.resolved($0) }
        for member in container?.objectMembers ?? [] {
            guard let scheme = context.resolved(member) else { continue }
            // These words have a meaning of their own in `needs`.
            let isTaken = ["none", "token", "open", "user", "group", "service", ""].contains(member.key)
            var name = member.key
            if isTaken {
                name += "Scheme"
                context.note(
                    .renamed,
                    at: member,
                    "\(JSONValue.quoted(member.key)) has a meaning of its own here, so this is \(name)")
            }
            switch place(of: scheme) {
            case .success(var place):
                if let text = Descriptions.trimmed(scheme["description"]?.string) {
                    place["description"] = .string(text)
                }
                schemes[name] = .object(place)
                names[member.key] = name
                ways.append(
                    SignInWay(
                        name: name,
                        place: place,
                        token: tokenKind(of: scheme)))
                addSignIn(from: scheme)
            case .failure(let refusal):
                refused[member.key] = refusal.reason
                ways.append(SignInWay(name: name, kind: refusal.reason, account: nil))
            }
        }
    }

    /// The reason for which a scheme has no counterpart.
    private struct Refusal: Error {
        var reason: String
    }

    private func place(of scheme: JSONNode) -> Result<Members, Refusal> {
        switch scheme["type"]?.string {
        case "apiKey":
            guard let name = scheme["name"]?.string,
                !name.isEmpty
            else {
                return .failure(Refusal(reason: "has no name"))
            }
            let isField = scheme["in"]?.string != "query"
            if isField, !name.isFieldName {
                return .failure(Refusal(reason: "has a name that no header field and no cookie can have"))
            }
            switch scheme["in"]?.string {
            case "header":
                return .success(Members(["field": .string(name)]))
            case "query":
                return .success(Members(["query": .string(name)]))
            case "cookie":
                return .success(Members(["cookie": .string(name)]))
            default:
                return .failure(Refusal(reason: "is neither in the header, the query nor a cookie"))
            }
        case "basic":
            return .success(Members(["header": .string("Basic")]))
        case "oauth2", "openIdConnect":
            return .success(Members(["header": .string("Bearer")]))
        case "http":
            switch scheme["scheme"]?.string?.lowercased() {
            case "basic":
                return .success(Members(["header": .string("Basic")]))
            case "bearer":
                return .success(Members(["header": .string("Bearer")]))
            case let name:
                return .failure(Refusal(reason: "is \(name ?? "of no kind"), which the client does not compute"))
            }
        case "mutualTLS":
            return .failure(Refusal(reason: "is a certificate of the client, which belongs to the URL session"))
        case let type:
            return .failure(Refusal(reason: "has the unknown type \(type ?? "")"))
        }
    }

    /// Returns the kind of token that a scheme in `Authorization` sends, with the flows by which people get it.
    private func tokenKind(of scheme: JSONNode) -> String {
        switch scheme["type"]?.string {
        case "openIdConnect":
            return "a token by OpenID Connect"
        case "oauth2":
            var stated = scheme.members("flows").map(\.key)
            if let flow = scheme["flow"]?.string {
                stated.append(flow)
            }
            let flows = stated.compactMap { Self.flows[$0] }
            if flows.isEmpty {
                return "a token by OAuth 2"
            }
            return "a token by OAuth 2: " + flows.joined(separator: ", ")
        default:
            return "a bearer token"
        }
    }

    /// The names of OAuth's flows in sentences, by their names in OpenAPI 3 and in Swagger 2.0.
    private static let flows = [
        "authorizationCode": "authorization code",
        "accessCode": "authorization code",
        "clientCredentials": "client credentials",
        "application": "client credentials",
        "deviceAuthorization": "device code",
        "password": "password",
        "implicit": "implicit",
    ]

    /// Adds the addresses for signing in by OAuth 2, of the first scheme that has any.
    private mutating func addSignIn(from scheme: JSONNode) {
        guard scheme["type"]?.string == "oauth2",
            signIn.isEmpty
        else { return }
        let flows = scheme["flows"]
        // Swagger 2.0 has the addresses of its only flow in the scheme.
        let swaggerFlow = context.isSwagger ? scheme : nil
        let flow =
            flows?["authorizationCode"]
            ?? flows?["deviceAuthorization"]
            ?? flows?["clientCredentials"]
            ?? flows?["password"]
            ?? flows?["implicit"]
            ?? swaggerFlow
        let addresses = [
            ("authorize", flow?["authorizationUrl"]),
            ("token", flow?["tokenUrl"]),
            ("device", flows?["deviceAuthorization"]?["deviceAuthorizationUrl"]),
        ]
        for (key, node) in addresses {
            guard let node, let text = node.string else { continue }
            if text.hasPrefix("https://"),
                isEndpoint(text),
                !text.contains("{")
            {
                signIn[key] = .string(text)
            } else {
                context.leaveUnchecked(
                    node, text: "the address \(JSONValue.quoted(text)) for signing in is no absolute https URL")
            }
        }
    }

    // MARK: Requirements

    /// Returns the value of `needs` for a list of requirements, or `nil` if there is no list.
    func needs(of list: JSONNode?) -> JSONValue? {
        guard let list, list.isArray else { return nil }
        var alternatives: [JSONValue] = []
        for requirement in list.children where requirement.isObject {
            if let alternative = alternative(for: requirement) {
                if !alternatives.contains(alternative) {
                    alternatives.append(alternative)
                }
            }
        }
        // The order has no meaning in OpenAPI. Here the first alternative that the account meets is used, and any
        // account meets the empty one.
        if let index = alternatives.firstIndex(of: .array([])) {
            alternatives.append(alternatives.remove(at: index))
        }
        if alternatives.isEmpty {
            guard list.children.isEmpty || schemes.isEmpty else { return nil }
            return .string("none")
        }
        if alternatives.count == 1,
            case .string = alternatives[0]
        {
            return alternatives[0]
        }
        return .array(alternatives)
    }

    /// Returns one alternative, or `nil` after a note if one of its schemes has no counterpart.
    private func alternative(for requirement: JSONNode) -> JSONValue? {
        var uses: Members = []
        for member in requirement.children {
            guard let name = names[member.key] else {
                let scheme = JSONValue.quoted(member.key)
                if let reason = refused[member.key] {
                    context.note(
                        .changed,
                        at: member,
                        "the scheme \(scheme) \(reason); calls do not send it")
                } else {
                    context.note(
                        .wrong,
                        at: member,
                        "no security scheme is called \(scheme); calls do not send it")
                }
                return nil
            }
            uses[name] = .strings(member.texts)
        }
        if uses.isEmpty {
            return .array([])
        }
        if uses.contains(where: { $0.value != .array([]) }) {
            return .object(uses)
        }
        if uses.count == 1 {
            return .string(uses[0].key)
        }
        return .strings(uses.map(\.key))
    }
}
