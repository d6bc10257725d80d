/// The contents of `api.json`.
struct Settings {
    var node: JSONNode
    /// Indicates whether `api.json` could not be read. If so, contradictions in the schemas are not reported, because
    /// the settings may resolve them.
    var isUnread = false
    var name = ""
    var baseURL = ""
    var documentation: String?
    var version: WireDefaults.Version?
    var authorization: WireDefaults.Authorization?
    var signIn = WireDefaults.SignIn()
    var batch: WireDefaults.Batch?
    var envelope: WireDefaults.Envelope?
    var meanings: [WireDefaults.ErrorMeaning: [String]] = [:]
    var limits: [(kind: Method.TokenKind?, limit: WireDefaults.Limit)] = []
    var challenges: [(word: WireDefaults.ChallengeWord, name: String)] = []
    var rules: [Rule] = []
    var answers = AnswerPolicy()
    var access = Access.internal
    var initializers = Initializers.inputs
    var acronyms: [String] = ["ID", "URL"]
    /// The first words of definitions' names that become namespaces although no method belongs to such a namespace.
    var namespaces: [String] = []
    var renames: [JSONNode] = []
    var include: [Pattern] = []
    var exclude: [Pattern] = []

    /// Indicates whether only some methods are generated, with only the types that they need.
    var selects: Bool { !include.isEmpty || !exclude.isEmpty }
}
