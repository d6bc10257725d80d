/// A schema that has a name: `definitions/users_user` of some file.
package final class Definition {
    package let id: TypeID
    let key: String
    /// What it describes; of `{"response": X}` the X.
    package let node: JSONNode
    let file: SchemaFile
    let keyNode: JSONNode
    var owner: TypeDeclaration.Owner = .root
    var wire = ""
    var isQueued = false
    var isNullable: Bool?
    /// What `rename` calls it if other files use its key, too.
    var path: String { "\(file.path)#\(key)" }

    init(id: TypeID, key: String, node: JSONNode, file: SchemaFile, keyNode: JSONNode) {
        self.id = id
        self.key = key
        self.node = node
        self.file = file
        self.keyNode = keyNode
    }
}

/// Stage four: from schemas to the model.
///
/// A definition is lowered when something needs it, or all are where nothing was selected; so `include` yields what its methods need and no more.
package final class Lowering {
    let settings: Settings
    package let files: [SchemaFile]
    package let resolver: ReferenceResolver
    let problems: Problems
    let keywords: KeywordCheck
    let tree: JSONTree
    let typeNames: TypeNames

    var definitions: [Definition] = []
    package var definitionOf: [Int: Definition] = [:]
    var definitionByID: [TypeID: Definition] = [:]
    var queue: [Definition] = []
    var declarations: [TypeID: TypeDeclaration] = [:]
    /// The types that inline schemas became, by node.
    package var inlineIDs: [Int: TypeID] = [:]
    /// Inline types that parameters and properties are made of, with the names of these; and what became of those that are equal.
    var shareable: [TypeID: String] = [:]
    var sharedIDs: [TypeID: TypeID] = [:]
    /// What references to places other than definitions lead to.
    var inlineUses: [Int: Use] = [:]
    /// Identities that are taken: all definitions', and inline types' from when they are begun.
    var reservedIDs: Set<String> = []
    var inlineInProgress: Set<Int> = []
    var recordLike: [Int: Bool] = [:]
    /// The unions, and the schemas of their alternatives.
    var unions: [(union: Union, nodes: [JSONNode])] = []
    /// The part that each `allOf` without properties comes to.
    var singleParts: [Int: JSONNode] = [:]
    /// The schemas that several come to, by the numbers of these; and what the new ones among them were made of.
    var conjunctions: [[Int]: JSONNode] = [:]
    var conjoined: [Int: [JSONNode]] = [:]
    var signatures: [Int: String] = [:]
    /// Definitions that are parts of themselves, and reported for it.
    var circular: Set<TypeID> = []
    /// Namespaces as methods and `api.json` spell them, by their lowercase form.
    var namespaces: [String: String] = [:]
    package var methodNodes: [MethodNode] = []
    var errors: [String: ErrorCode] = [:]
    /// Names of the errors that any method can have, though none lists them.
    var globalErrors: Set<String> = []
    var wire: WireDefaults
    var envelopeSymbol: Int?

    init(
        settings: Settings, files: [SchemaFile], resolver: ReferenceResolver, problems: Problems, keywords: KeywordCheck
    ) {
        self.settings = settings
        self.files = files
        self.resolver = resolver
        self.problems = problems
        self.keywords = keywords
        tree = settings.node.tree
        typeNames = TypeNames(tree: tree)
        wire = WireDefaults(
            baseURL: settings.baseURL, version: settings.version, signIn: settings.signIn, meanings: settings.meanings)
        (wire.limits, wire.challenges) = (settings.limits, settings.challenges)
    }

    func lower() -> API {
        collectMethods()
        decideEnvelope()
        collectErrors()
        collectDefinitions()
        var methods = lowerMethods()
        addUploads(to: &methods)
        keepErrors(of: methods)
        if !settings.selects {
            for definition in definitions { enqueue(definition) }
        }
        drain()
        declareOwners()
        reportInheritanceCircles()
        breakAliasCycles()
        reportLikeAlternatives()
        shareEqualTypes(&methods)
        markInputs(of: methods)
        addPages(to: &methods)
        applyRenames(to: &methods)
        return API(
            name: settings.name, documentation: settings.documentation, wire: wire, answers: answerPolicy,
            access: settings.access,
            initializers: settings.initializers, acronyms: settings.acronyms,
            types: sortedTypes(), methods: methods,
            errors: errors.values.sorted {
                (Int($0.code) ?? .max, $0.code, $0.name) < (Int($1.code) ?? .max, $1.code, $1.name)
            })
    }

    /// Unless api.json says so, VK's own files are not believed about `required`: VK's servers leave such a property out in one of five responses.
    private var answerPolicy: AnswerPolicy {
        var policy = settings.answers
        if keywords.isVK, settings.node[.answers]?[.required] == nil { policy.trustsRequired = false }
        return policy
    }

    func enqueue(_ definition: Definition) {
        guard !definition.isQueued else { return }
        definition.isQueued = true
        queue.append(definition)
    }

    func drain() {
        var index = 0
        while index < queue.count {
            declare(queue[index])
            index += 1
        }
        queue.removeAll()
    }

    private func sortedTypes() -> [TypeDeclaration] {
        declarations.keys.map(\.text).sorted().compactMap { declarations[TypeID($0)] }
    }

    /// An inline type may lie in a record that only lent its properties; then that record is needed after all.
    private func declareOwners() {
        guard settings.selects else { return }
        var isComplete = false
        while !isComplete {
            isComplete = true
            // In a fixed order, since the order of lowering may show in identities.
            for declaration in sortedTypes() {
                guard case .type(let owner) = declaration.owner, declarations[owner] == nil else { continue }
                if let definition = definitionByID[owner] {
                    enqueue(definition)
                    isComplete = false
                }
            }
            drain()
        }
    }
}

extension Lowering {
    /// What `api.json` says of the envelope, the token and the version, or else what VK's own files imply.
    func decideEnvelope() {
        let isVK = looksLikeVK()
        keywords.isVK = isVK
        let vk = WireDefaults.Envelope(result: "response", error: "error", code: "error_code", message: "error_msg")
        wire.envelope = settings.envelope ?? (isVK ? vk : WireDefaults.Envelope())
        wire.authorization = settings.authorization ?? (isVK ? .parameter("access_token") : .none)
        if wire.version == nil, isVK, let version = files.compactMap({ $0.root[.version]?.string }).max(by: isVersion) {
            wire.version = WireDefaults.Version(parameter: "v", value: version)
        }
        wire.batch = settings.batch
        let isExecute = methodNodes.contains { $0.name == "execute" }
        if settings.node[.batch] == nil, isVK, isExecute {
            wire.batch = WireDefaults.Batch(method: "execute", limit: 25)
        }
        if let batch = settings.batch, let node = settings.node[.batch]?[.method],
            !methodNodes.contains(where: { $0.name == batch.method })
        {
            // It need not be described; but where nearly the same is, it is a slip.
            let suggestion = problems.suggestion(for: batch.method, among: methodNodes.map(\.name))
            if !suggestion.isEmpty {
                problems.missing(.warning, node.place, "there is no method \"\(batch.method)\"\(suggestion)")
            }
        }
        envelopeSymbol = wire.envelope.result.map { tree.symbol($0) }
    }

    /// Indicates whether responses are described as VK's are: as objects whose only property is `response`.
    ///
    /// Most of them decide for all, since a server has one envelope. Those that contradict are reported, unless `api.json` says what is right.
    private func looksLikeVK() -> Bool {
        let symbol = tree.symbol("response")
        var wrapped: [JSONNode] = []
        var bare: [JSONNode] = []
        var otherCount = 0
        for method in methodNodes where method.node[.upload] == nil {
            if method.node[.response] != nil { otherCount += 1 }
            guard let responses = method.node[.responses], method.node[.response] == nil else { continue }
            for response in responses.children {
                // A reference that leads nowhere says nothing.
                guard let node = followed(response) else { continue }
                if onlyProperty(of: node)?.symbol == symbol { wrapped.append(response) } else { bare.append(response) }
            }
        }
        let isVK = !wrapped.isEmpty && wrapped.count >= bare.count + otherCount
        if settings.envelope == nil, !settings.isUnread, !wrapped.isEmpty {
            for response in isVK ? bare : wrapped { reportContradiction(response, isVK: isVK) }
        }
        return isVK
    }

    private func reportContradiction(_ response: JSONNode, isVK: Bool) {
        let place = (response[.ref] ?? response).place
        let reading =
            isVK
            ? "is read as what lies under \"response\", since most responses here describe that wrapper and this one does not; describe it, too"
            : "is read as an object with the property \"response\", since most responses here have no such wrapper; describe what lies under it"
        problems.warning(place, "\"\(response.key)\" \(reading), or say in api.json what \"envelope\" there is")
    }
}
