import APISurface
import MethodicalGenerator

/// The settings of an API from a Discovery document.
struct DiscoverySettings {
    typealias Member = JSONValue.Member

    let document: DiscoveryDocument
    let options: ImportOptions
    let security: DiscoverySecurity
    let media: DiscoveryMedia
    let hasMethods: Bool
    private var root: JSONNode { document.root }
    private var reader: NodeReader { document.reader }

    /// The members of `api.json`.
    var members: [Member] {
        let name = options.name ?? OpenAPIImporter.typeName(root["title"]?.string ?? root["name"]?.string ?? "")
        var members = [Member(key: "name", value: .string(name))]
        if let url = options.baseURL ?? baseURL { members.append(Member(key: "baseURL", value: .string(url))) }
        if let text = Descriptions.trimmed(reader.string(root, "description")) {
            members.append(Member(key: "description", value: .string(text)))
        }
        if let url = media.uploadURL { members.append(Member(key: "servers", value: .object([DiscoveryMedia.server: .string(url)]))) }
        let schemes = security.schemes
        if !schemes.isEmpty { members.append(Member(key: "schemes", value: .object(schemes))) }
        if security.hasTokens { members.append(signIn) }
        // A response may have a member `error` that is none, such as the result of a long operation, so that only the
        // status tells failures.
        members.append(
            Member(key: "envelope", value: .object(["code": "error.code", "message": "error.message"])))
        var rule = [
            Member(key: "parameters", value: "query"), Member(key: "arrays", value: "repeated"),
            Member(key: "flags", value: "true/false"),
        ]
        if let needs = security.common { rule.append(Member(key: "needs", value: needs)) }
        if hasMethods { members.append(Member(key: "defaults", value: .object(["*": .object(rule)]))) }
        return members
    }

    private var baseURL: String? {
        let path = reader.string(root, "servicePath") ?? ""
        if let url = reader.text(root, "rootUrl") { return url + path.drop { $0 == "/" && url.hasSuffix("/") } }
        return reader.text(root, "baseUrl")
    }

    /// Google's addresses for OAuth 2. Documents do not contain them.
    private var signIn: Member {
        reader.note(
            .inferred, at: (root["auth"] ?? root).place, "\"signIn\" has Google's addresses, which are not in the document")
        return Member(
            key: "signIn",
            value: .object([
                "authorize": "https://accounts.google.com/o/oauth2/v2/auth",
                "token": "https://oauth2.googleapis.com/token",
                "device": "https://oauth2.googleapis.com/device/code",
            ]))
    }

    /// Notes the parts of the document that have no counterpart.
    func noteOmissions() {
        let kept = ["fields", "key"]
        let names = (reader.object(root, "parameters")?.children ?? []).map(\.key).filter { !kept.contains($0) }
        if !names.isEmpty, let place = root["parameters"]?.place {
            reader.note(
                .changed, at: place,
                "of the parameters that all methods have, \(names.joined(separator: ", ").shown) are left out; a rule's "
                    + "\"constants\" can add them")
        }
        if let endpoints = reader.list(root, "endpoints") {
            reader.note(
                .changed, at: endpoints.place,
                "the regional endpoints are left out; the configuration of a client can name another base URL")
        }
    }
}
