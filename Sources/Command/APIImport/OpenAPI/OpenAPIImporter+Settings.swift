import APISurface
import MethodicalGenerator

extension OpenAPIImporter {
    /// Writes the members of `api.json`.
    mutating func addSettings(bodyPlace: String) {
        let info = context.root["info"]
        var needs = self.needs
        var arrays = "repeated"
        if options.makesMajorityRules {
            needs = api.moveNeedsIntoRule(usual: needs)
            arrays = api.moveArraysIntoRule(usual: arrays, bodyPlace: bodyPlace)
        }
        var rule = Members(["arrays": .string(arrays), "flags": .string("true/false")])
        if bodyPlace == "body" {
            rule.insert(.init(key: "in", value: .string("body")), at: 0)
        }
        let isUsed = api.methods.contains { $0.members["needs"] == nil }
        if let needs, needs != .string("none"), isUsed {
            rule["needs"] = needs
        }
        rule["failures"] = api.moveFailuresIntoRule(forSingleStatuses: options.makesMajorityRules)
        var settings = Members([
            "name": .string(options.name ?? Self.typeName(from: info?["title"]?.string ?? "")),
            "baseURL": .string(servers.baseURL),
        ])
        if let text = Descriptions.trimmed(info?["description"]?.string ?? info?["summary"]?.string) {
            settings["description"] = .string(text)
        }
        if !servers.variables.isEmpty {
            settings["variables"] = .object(servers.variables)
        }
        if !servers.servers.isEmpty {
            settings["servers"] = .object(servers.servers)
        }
        var used: Set<String> = []
        if isUsed {
            used = Self.texts(in: needs)
        }
        for method in api.methods {
            used.formUnion(Self.texts(in: method.members["needs"]))
        }
        let schemes = security.schemes.filter { used.contains($0.key) }
        if !schemes.isEmpty {
            settings["schemes"] = .object(schemes)
        }
        context.report.signInWays = security.ways.filter { $0.account == nil || used.contains($0.name) }
        if servers.isAddressMissing {
            context.report.missingAddress = servers.baseURL
        }
        if !security.signIn.isEmpty {
            settings["signIn"] = .object(security.signIn)
        }
        if !api.methods.isEmpty {
            settings["defaults"] = .object(Members(["*": .object(rule)]))
        }
        api.settings = settings
    }

    /// The credentials that calls need by default. If the document describes some, but no operation needs any, calls
    /// send those that the account has.
    private var needs: JSONValue? {
        let isSilent =
            context.root["security"] == nil
            && !api.methods.contains { $0.members["needs"] != nil }
        guard isSilent,
            !security.schemes.isEmpty,
            !api.methods.isEmpty
        else {
            return security.needs(of: context.root["security"])
        }
        context.count(
            .inferred,
            at: context.root,
            "the document requires no security scheme; calls send the credentials that there are")
        return .array(security.schemes.map { .string($0.key) } + [.array([])])
    }

    /// Returns all texts and keys in a value, among which are the names of schemes.
    private static func texts(in value: JSONValue?) -> Set<String> {
        switch value {
        case .string(let text)?:
            [text]
        case .array(let elements)?:
            elements.reduce(into: []) {
                $0.formUnion(texts(in: $1))
            }
        case .object(let members)?:
            Set(members.map(\.key))
        default:
            []
        }
    }

    /// Returns a name for the client's type from the title of a document, `Petstore` for `Swagger Petstore - OpenAPI
    /// 3.0`.
    static func typeName(from title: String) -> String {
        let silent: Set = ["api", "apis", "openapi", "swagger", "specification", "spec", "rest", "the", "reference"]
        let words = title.prefix { !":(|".contains($0) }.split { !$0.isASCIIAlphanumeric }
        let names = words.map(String.init).filter { word in
            !silent.contains(word.lowercased())
                && !word.allSatisfy(\.isNumber)
                && !Words(word).isVersion
        }
        let name = names.prefix(4).map(\.capitalizedWord).joined()
        guard let first = name.first else {
            return "API"
        }
        if first.isNumber {
            return "API" + name
        }
        return name
    }
}
