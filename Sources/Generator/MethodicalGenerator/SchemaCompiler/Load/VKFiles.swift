/// A reader of the files that VK publishes, which turns their peculiarities into the dialect.
///
/// Later stages know only the dialect. VK's files have no `api.json` of their own, wrap each response in an object with
/// the property `response`, and contain mistakes that a schema author who uses them cannot correct.
struct VKFiles {
    let files: [SchemaFile]
    let resolver: ReferenceResolver

    /// Rewrites VK's spellings in the files. If the responses have VK's envelope, also adds VK's conventions to the
    /// settings, unless `api.json` states others, and returns `true`.
    func normalize(
        _ settings: inout Settings,
        keywords: inout KeywordCheck,
        problems: Problems
    ) -> Bool {
        for file in files {
            renameTokenKinds(in: file)
            removeSubcodes(from: file)
        }
        guard !settings.isImported,
            hasEnvelope(settings, problems: problems)
        else {
            return false
        }
        keywords.isLenient = true
        settings.addVKChallenges()
        if settings.envelope == nil {
            settings.envelope = WireDefaults.Envelope(
                result: "response",
                error: "error",
                code: "error_code",
                message: "error_msg")
        }
        settings.unwrapsAllDefinitions = settings.envelope?.result == "response"
        settings.authorization = settings.authorization ?? .parameter("access_token")
        let versions = files.compactMap { $0.root[.version]?.string }
        if settings.version == nil,
            let version = versions.max(by: isVersion(_:before:))
        {
            settings.version = WireDefaults.Version(parameter: "v", value: version)
        }
        let canExecute = methods.contains { $0[.name]?.string == "execute" }
        if settings.node[.batch] == nil, canExecute {
            settings.batch = WireDefaults.Batch(method: "execute", limit: 25)
        }
        // VK's servers leave out a required property in one of five responses.
        if settings.node[.decoding]?[.required] == nil {
            settings.decoding.trustsRequired = false
        }
        // VK's servers send 0 and 1 for most flags.
        if settings.node[.decoding]?[.flags] == nil {
            settings.decoding.flags = .digits
        }
        // Every definition's key begins with its namespace.
        let definitions = files.flatMap { file in
            file.root.list(at: .definitions) + file.root.list(at: .defs)
        }
        let keys = definitions.map(\.key).filter { $0.contains("_") }
        let namespaces = Set(keys.compactMap { $0.split(separator: "_").first })
        settings.namespaces += namespaces.map(String.init).sorted()
        return true
    }

    private var methods: [JSONNode] {
        files.flatMap { $0.root.list(at: .methods) }
    }

    /// Renames `access_token_type`, VK's word for `needs`.
    private func renameTokenKinds(in file: SchemaFile) {
        for method in file.root[.methods]?.children ?? [] {
            guard let kinds = method["access_token_type"] else {
                continue
            }
            if method[.needs] == nil {
                method.replace(kinds, with: kinds.copy(key: Key.needs.rawValue))
            } else {
                method.remove(kinds)
            }
        }
    }

    /// Removes the groups of error subcodes, which VK lists under `definitions` next to errors. They are not types.
    private func removeSubcodes(from file: SchemaFile) {
        guard file.root[.errors] != nil,
            let group = file.root[.definitions],
            group.isObject
        else {
            return
        }
        group.children.removeAll { member in
            guard member.isObject,
                member.first != nil
            else {
                return false
            }
            return member.children.allSatisfy { $0.isObject && Key(rawValue: $0.key) == nil }
        }
    }

    /// Indicates whether the responses are described with VK's envelope: as objects whose only property is `response`.
    ///
    /// The majority decides, because a server has only one envelope. Responses that differ are reported, unless
    /// `api.json` states the envelope.
    private func hasEnvelope(_ settings: Settings, problems: Problems) -> Bool {
        var wrapped: [JSONNode] = []
        var bare: [JSONNode] = []
        var otherCount = 0
        for method in methods where method[.upload] == nil {
            if method[.response] != nil {
                otherCount += 1
            } else {
                for response in method[.variants]?.children ?? [] {
                    // A reference without a target does not count.
                    guard let node = resolver.followed(response) else {
                        continue
                    }
                    if node.onlyProperty?.key == "response" {
                        wrapped.append(response)
                    } else {
                        bare.append(response)
                    }
                }
            }
        }
        let isWrapped = !wrapped.isEmpty && wrapped.count >= bare.count + otherCount
        if settings.envelope == nil, !settings.isUnread, !wrapped.isEmpty {
            let exceptions = isWrapped ? bare : wrapped
            for response in exceptions {
                report(response, isWrapped: isWrapped, problems: problems)
            }
        }
        return isWrapped
    }

    /// Warns about a response that is described unlike most others.
    private func report(_ response: JSONNode, isWrapped: Bool, problems: Problems) {
        let reading =
            if isWrapped {
                "is read as the value of \"response\", because most responses describe this envelope and this one does "
                    + "not; describe the envelope"
            } else {
                "is read as an object with the property \"response\", because most responses have no such envelope; "
                    + "describe only the value of \"response\""
            }
        problems.warning(
            at: response[.ref] ?? response,
            "\"\(response.key)\" \(reading), or set \"envelope\" in api.json")
    }
}
