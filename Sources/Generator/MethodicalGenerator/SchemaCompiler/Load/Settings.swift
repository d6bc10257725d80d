/// The contents of `api.json`.
struct Settings {
    /// The root of the file.
    var node: JSONNode
    /// Indicates whether `api.json` could not be read. If so, contradictions in the schemas are not reported, because
    /// the settings may resolve them.
    var isUnread = false
    var name = ""
    var baseURL = ""
    var documentation: String?
    var version: WireDefaults.Version?
    var authorization: WireDefaults.Authorization?
    var schemes: [(name: String, place: WireDefaults.Authorization)] = []
    /// The names of the schemes, with the positions of the schemes.
    var schemeNames: [Located<String>] = []
    var servers: [(name: String, url: String)] = []
    /// The variables in the addresses of servers, each a schema.
    var variables: [JSONNode] = []
    var signIn = WireDefaults.SignIn()
    /// The method that returns the signed-in user.
    var user: UserSyntax?
    var batch: WireDefaults.Batch?
    var envelope: WireDefaults.Envelope?
    /// Indicates whether every definition that looks like the envelope is read as one, even if no response refers to
    /// it.
    var unwrapsAllDefinitions = false
    /// The error codes that the runtime handles itself, by meaning.
    var meanings: [WireDefaults.ErrorMeaning: [String]] = [:]
    /// The rate limits by kind of token. The kind `nil` stands for all kinds that are not listed.
    var limits: [(kind: Method.TokenKind?, rates: [WireDefaults.Limit])] = []
    /// The greatest number of requests in flight with each kind of token.
    var parallel: Int?
    var limitHeaders: WireDefaults.LimitHeaders?
    /// The names in challenges, in the order of the runtime's initializer.
    var challenges: [(key: WireDefaults.ChallengeKey, name: String)] = []
    /// The way in which events are sent. The value in it is `nil` if the stated one is malformed.
    var webhooks: Located<WebhookSyntax?>?
    /// The rules of `defaults`, in the order of the file.
    var rules: [RuleSyntax] = []
    /// The rules for decoding responses.
    var decoding = DecodingRules()
    var access = Access.internal
    /// The records with a memberwise initializer, or `nil` if the access level decides.
    var initializers: Initializers?
    /// The words that Swift names write in capitals.
    var acronyms: [String] = ["ID", "URL"]
    /// The first words of definitions' names that become namespaces although no method belongs to such a namespace.
    var namespaces: [String] = []
    /// The members of `rename`. The key is the name in the schema, and the value is the Swift name.
    var renames: [JSONNode] = []
    /// The members of `types`. The key is the name of a definition or `*`, and the value is the Swift type.
    var replacements: [JSONNode] = []
    /// The inline types that stay where they were before the last imports, or when the API was accepted.
    var recordedTypes = RecordedTypes()
    /// The patterns of methods to generate. If the list is empty, all methods are generated.
    var include: [Pattern] = []
    /// The patterns of definitions to generate even if no method needs them.
    var definitions: [Pattern] = []
    /// The patterns of methods that are not generated.
    var exclude: [Pattern] = []

    /// Indicates whether `methodical import` wrote the schemas. They are a vendor's then, and a schema author corrects
    /// them only with overlays.
    var isImported: Bool {
        node[.source] != nil
    }

    /// Indicates whether only some methods are generated, with only the types that they need.
    var selects: Bool {
        !include.isEmpty || !exclude.isEmpty || !definitions.isEmpty
    }
}

/// Indicates whether a version number is lower than another.
func isVersion(_ a: String, before b: String) -> Bool {
    let first = a.split(separator: ".").map { Int($0) ?? 0 }
    let second = b.split(separator: ".").map { Int($0) ?? 0 }
    return first.lexicographicallyPrecedes(second)
}
