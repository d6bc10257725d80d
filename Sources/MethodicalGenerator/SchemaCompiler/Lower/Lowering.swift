/// A schema with a name, such as `definitions/users_user` of some file.
package final class Definition {
    /// The identity of the type that the definition declares.
    package let id: TypeID
    /// The key under `definitions` or `$defs`.
    let key: String
    /// The schema that the definition describes. For `{"response": X}` this is `X`.
    package let node: JSONNode
    /// The file that contains the definition.
    let file: SchemaFile
    /// The node under the definition's key, with the envelope if there is one.
    let keyNode: JSONNode
    /// The place of the declared type.
    var owner: TypeDeclaration.Owner = .root
    /// The name in the schema, without the namespace.
    var wire = ""
    /// Indicates whether the definition has been queued for lowering.
    var isQueued = false
    /// Indicates whether the value can be `null`. The property is `nil` until this is known.
    var isNullable: Bool?
    /// The name for `rename` that is unique even if other files use the same key.
    var path: String { "\(file.path)#\(key)" }

    init(id: TypeID, key: String, node: JSONNode, file: SchemaFile, keyNode: JSONNode) {
        self.id = id
        self.key = key
        self.node = node
        self.file = file
        self.keyNode = keyNode
    }
}

/// The fourth stage, which lowers methods and schemas to the model.
///
/// If methods are selected with `include` or `exclude`, the stage lowers only the definitions that the selected methods
/// need. Otherwise it lowers all of them.
package final class Lowering {
    let settings: Settings
    /// The schema files, with the overlays applied.
    package let files: [SchemaFile]
    /// The resolver of references between the files.
    package let resolver: ReferenceResolver
    let problems: Problems
    let keywords: KeywordCheck
    /// The tree of all files, to which lowering adds nodes for combined schemas.
    let tree: JSONTree
    let typeNames: TypeNames

    /// All definitions of the files.
    var definitions: [Definition] = []
    /// The definitions by the number of their node.
    package var definitionOf: [Int: Definition] = [:]
    /// The definitions by identity.
    var definitionByID: [TypeID: Definition] = [:]
    /// The definitions that have been queued for lowering.
    var queue: [Definition] = []
    /// The types declared so far.
    var declarations: [TypeID: TypeDeclaration] = [:]
    /// The types made from inline schemas, by node.
    package var inlineIDs: [Int: TypeID] = [:]
    /// The inline types made for parameters and properties, with the names of these parameters and properties. Equal
    /// types of one name become a shared type.
    var shareable: [TypeID: String] = [:]
    /// The shared types, by the inline types that they replace.
    var sharedIDs: [TypeID: TypeID] = [:]
    /// The uses that references to places other than definitions resolve to, by node.
    var inlineUses: [Int: Use] = [:]
    /// The identities in use: those of all definitions, and those of inline types from the start of their lowering.
    var reservedIDs: Set<String> = []
    /// The nodes of inline schemas that are being lowered.
    var inlineInProgress: Set<Int> = []
    /// The results of `isRecordLike`, by node.
    var recordLike: [Int: Bool] = [:]
    /// The unions, and the schemas of their alternatives.
    var unions: [(union: Union, nodes: [JSONNode])] = []
    /// The schemas that an `allOf` without properties resolves to, by the node with the `allOf`.
    var singleParts: [Int: JSONNode] = [:]
    /// The conjunctions made so far, by the numbers of the schemas that they combine.
    var conjunctions: [[Int]: JSONNode] = [:]
    /// The combined schemas, by the number of the new schema that was made of them.
    var conjoined: [Int: [JSONNode]] = [:]
    /// The texts that are equal for equal schemas, by node.
    var signatures: [Int: String] = [:]
    /// The definitions that contain themselves as a part. Each has been reported.
    var circular: Set<TypeID> = []
    /// The namespaces in the spelling of methods and `api.json`, by their lowercase form.
    var namespaces: [String: String] = [:]
    /// All methods, including those that are not selected.
    package var methodNodes: [MethodNode] = []
    /// The errors by name.
    var errors: [String: ErrorCode] = [:]
    /// The names of errors that any method can return without listing them.
    var globalErrors: Set<String> = []
    /// The properties that all calls share.
    var wire: WireDefaults
    /// The symbol of the result's key in the envelope, or `nil` if there is no such key.
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
        wire.limits = settings.limits
    }

    /// Lowers all methods and the definitions that they need.
    ///
    /// The order of the steps matters. Methods need to know the envelope, equal types can be shared only after all
    /// types are declared, and paging examines the results.
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

    /// The policy for responses. Unless `api.json` sets it, `required` is not trusted in VK's files, because VK's
    /// servers leave out a required property in one of five responses.
    private var answerPolicy: AnswerPolicy {
        var policy = settings.answers
        if keywords.isVK, settings.node[.answers]?[.required] == nil { policy.trustsRequired = false }
        return policy
    }

    /// Queues a definition for lowering, unless it has been queued before.
    func enqueue(_ definition: Definition) {
        guard !definition.isQueued else { return }
        definition.isQueued = true
        queue.append(definition)
    }

    /// Lowers all queued definitions, and those that are queued while it runs.
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

    /// Declares the records that own inline types. If only some methods are selected, an owner may have contributed its
    /// properties to another record without being declared itself.
    private func declareOwners() {
        guard settings.selects else { return }
        var isComplete = false
        while !isComplete {
            isComplete = true
            // The order is fixed, because the order of lowering can affect identities.
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
    /// Sets the envelope, the authorization, the version and the batch method. `api.json` takes precedence over the
    /// values implied by VK's files.
    func decideEnvelope() {
        let isVK = looksLikeVK()
        keywords.isVK = isVK
        let vk = WireDefaults.Envelope(result: "response", error: "error", code: "error_code", message: "error_msg")
        wire.envelope = settings.envelope ?? (isVK ? vk : WireDefaults.Envelope())
        wire.authorization = settings.authorization ?? (isVK ? .parameter("access_token") : .none)
        if wire.version == nil, isVK, let version = files.compactMap({ $0.root[.version]?.string }).max(by: isVersion) {
            wire.version = WireDefaults.Version(parameter: "v", value: version)
        }
        var settings = settings
        if isVK { settings.addVKChallenges() }
        wire.challenges = settings.challenges
        problems.add(settings.unnamedChallenges)
        wire.batch = settings.batch
        let isExecute = methodNodes.contains { $0.name == "execute" }
        if settings.node[.batch] == nil, isVK, isExecute {
            wire.batch = WireDefaults.Batch(method: "execute", limit: 25)
        }
        if let batch = settings.batch, let node = settings.node[.batch]?[.method],
            !methodNodes.contains(where: { $0.name == batch.method })
        {
            // The method need not be described. A described method with a similar name suggests a typing error.
            let suggestion = problems.suggestion(for: batch.method, among: methodNodes.map(\.name))
            if !suggestion.isEmpty {
                problems.missing(.warning, node.place, "there is no method \"\(batch.method)\"\(suggestion)")
            }
        }
        envelopeSymbol = wire.envelope.result.map { tree.symbol($0) }
    }

    /// Indicates whether responses are described as in VK's files: as objects whose only property is `response`.
    ///
    /// The majority decides, because a server has only one envelope. Responses that differ are reported, unless
    /// `api.json` sets the envelope.
    private func looksLikeVK() -> Bool {
        let symbol = tree.symbol("response")
        var wrapped: [JSONNode] = []
        var bare: [JSONNode] = []
        var otherCount = 0
        for method in methodNodes where method.node[.upload] == nil {
            if method.node[.response] != nil { otherCount += 1 }
            guard let responses = method.node[.responses], method.node[.response] == nil else { continue }
            for response in responses.children {
                // A reference without a target does not count.
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

    /// Warns about a response that is described unlike most others.
    private func reportContradiction(_ response: JSONNode, isVK: Bool) {
        let place = (response[.ref] ?? response).place
        let reading =
            isVK
            ? "is read as what lies under \"response\", since most responses here describe that wrapper "
                + "and this one does not; describe it, too"
            : "is read as an object with the property \"response\", since most responses here have no such wrapper; "
                + "describe what lies under it"
        problems.warning(place, "\"\(response.key)\" \(reading), or say in api.json what \"envelope\" there is")
    }
}
