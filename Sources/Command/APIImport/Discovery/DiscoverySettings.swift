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
        let name = options.name ?? name
        var members = [Member(key: "name", value: .string(name))]
        members.append(Member(key: "baseURL", value: .string(options.baseURL ?? baseURL)))
        if let text = Descriptions.trimmed(reader.string(in: root, key: "description")) {
            members.append(Member(key: "description", value: .string(text)))
        }
        if let url = media.uploadURL {
            members.append(Member(key: "servers", value: .object([DiscoveryMedia.server: .string(url)])))
        }
        let schemes = security.schemes
        if !schemes.isEmpty {
            members.append(Member(key: "schemes", value: .object(schemes)))
        }
        if security.hasTokens {
            members.append(signIn)
        }
        // A response may have a member `error` that is none, such as the result of a long operation, so that only the
        // status tells failures.
        members.append(
            Member(
                key: "envelope",
                value: .object([
                    "code": "error.code",
                    "message": "error.message",
                ])))
        var rule = [
            Member(key: "in", value: "query"),
            Member(key: "arrays", value: "repeated"),
            Member(key: "flags", value: "true/false"),
        ]
        if let needs = security.common {
            rule.append(Member(key: "needs", value: needs))
        }
        if hasMethods {
            members.append(Member(key: "defaults", value: .object(["*": .object(rule)])))
        }
        return members
    }

    /// The name of the client's type: the canonical name, `YouTube`, or else the document's, with a capital.
    private var name: String {
        let text =
            reader.text(in: root, key: "canonicalName")
            ?? reader.text(in: root, key: "name")
            ?? ""
        let words = text.split { !$0.isASCIIAlphanumeric }
        let name = words.map { String($0).capitalizedWord }.joined().prefix(100)
        if name.first?.isLetter == true {
            return String(name)
        }
        return "API" + name
    }

    /// The address that stands for the one that the document does not name, or `nil` if one is known.
    var missingAddress: String? {
        guard options.baseURL == nil,
            documentURL == nil
        else { return nil }
        return Self.unknownAddress
    }

    private static let unknownAddress = "https://api.example.com/"

    /// The address in the document that paths are relative to, or `nil` if it names none.
    private var documentURL: String? {
        let path = reader.string(in: root, key: "servicePath") ?? ""
        if let url = document.rootURL {
            return url + path.drop { $0 == "/" }
        }
        if let url = reader.string(in: root, key: "baseUrl"),
            DiscoveryDocument.isAddress(url)
        {
            return url
        }
        return nil
    }

    /// The address that paths are relative to.
    private var baseURL: String {
        if let documentURL {
            return documentURL
        }
        let address = Self.unknownAddress
        reader.note(
            .wrong,
            at: root.place,
            "the document has no \"rootUrl\" with an absolute address; baseURL is \(address) until you state it")
        return address
    }

    /// Google's addresses for OAuth 2. Documents do not contain them.
    private var signIn: Member {
        reader.note(
            .inferred,
            at: (root["auth"] ?? root).place,
            "\"signIn\" has Google's addresses, which are not in the document")
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
        let parameters = reader.object(in: root, key: "parameters")?.children ?? []
        let names = parameters.map(\.key).filter {
            !kept.contains($0)
        }
        if !names.isEmpty,
            let place = root["parameters"]?.place
        {
            reader.note(
                .changed,
                at: place,
                "these parameters of all methods are left out: \(names.joined(separator: ", ").shown); a rule's "
                    + "\"constants\" can add them")
        }
        if let endpoints = reader.list(in: root, key: "endpoints") {
            reader.note(
                .changed,
                at: endpoints.place,
                "the regional endpoints are left out; the configuration of a client can name another base URL")
        }
    }
}
