extension Lowering {
    /// Finds all definitions and gives each its identity, before any reference is resolved.
    func collectDefinitions() {
        var firsts: [String: Int] = [:]
        var found: [(key: String, member: JSONNode, file: SchemaFile)] = []
        for file in files {
            for word in [Word.definitions, .defs] {
                guard let group = file.root[word] else { continue }
                guard group.isObject else {
                    problems.error(group, expected: "an object of schemas by name")
                    continue
                }
                for member in group.children {
                    found.append((member.key, member, file))
                    firsts[member.key, default: 0] += 1
                }
            }
        }
        let answers = answeredDefinitions()
        var firstOf: [String: JSONNode] = [:]
        for (key, member, file) in found {
            // Two files may use one key for two types. The Swift names that they ask for then distinguish the types,
            // and the identities do not depend on the location of the files.
            var id = TypeID(key)
            if firsts[key] ?? 1 > 1 {
                let path = "\(file.path)#\(key)"
                let swift = swiftName(member) ?? settings.renames.first { $0.key == path }?.string
                if let swift { id = TypeID("\(key)#\(swift)") }
                if let first = firstOf[id.text] { reportTwice(key, member, first) } else { firstOf[id.text] = member }
            }
            while reservedIDs.contains(id.text) { id = TypeID(id.text + "'") }
            let node = settings.unwrapsAllDefinitions || answers.contains(member.number) ? unwrapped(member) : member
            let definition = Definition(id: id, key: key, node: node, file: file, keyNode: member)
            (definition.owner, definition.wire) = home(of: key)
            definitions.append(definition)
            definitionByID[id] = definition
            reservedIDs.insert(id.text)
            definitionOf[member.number] = definition
            definitionOf[definition.node.number] = definition
        }
    }

    /// Returns the definitions that responses refer to. Only these can describe an envelope, unless the settings state
    /// otherwise, because its key could also be a property of ordinary objects.
    private func answeredDefinitions() -> Set<Int> {
        if envelopeSymbol == nil || settings.unwrapsAllDefinitions { return [] }
        let responses = methodNodes.flatMap {
            [$0.node[.response]] + ($0.node[.responses].map { $0.children } ?? [])
        }
        return Set(responses.compactMap { $0?[.ref].flatMap(resolver.look)?.number })
    }

    /// Reports two definitions with the same key whose Swift names do not distinguish them.
    private func reportTwice(_ key: String, _ second: JSONNode, _ first: JSONNode) {
        let place = shown(first.keyPlace)
        problems.error(
            second.keyPlace,
            "the type \"\(key)\" is defined already, at \(place); give one of them another name, or a \"swift\"")
    }

    /// Returns the schema inside the envelope if the node is an object whose only property is the envelope's key.
    /// Otherwise returns the node itself.
    package func unwrapped(_ node: JSONNode) -> JSONNode {
        guard let envelopeSymbol, let inside = node.onlyProperty, inside.key == envelopeSymbol, inside.isObject
        else { return node }
        return inside
    }

    /// Returns the owner and the name of a definition. `users_user_full` belongs to the namespace `users` if a method
    /// or `api.json` uses that namespace.
    private func home(of key: String) -> (TypeDeclaration.Owner, String) {
        let bytes = Array(key.utf8)
        guard let underscore = bytes.firstIndex(of: UInt8(ascii: "_")), underscore > 0, underscore + 1 < bytes.count
        else { return (.root, key) }
        let word = String(decoding: bytes[..<underscore], as: UTF8.self)
        guard let namespace = namespaces[word.lowercased()] else { return (.root, key) }
        return (.namespace([namespace]), String(decoding: bytes[(underscore + 1)...], as: UTF8.self))
    }

    /// Declares the type of a definition.
    func declare(_ definition: Definition) {
        let node = definition.node
        guard node.isObject else {
            let use = use(node, Spot(definition))
            declarations[definition.id] = declaration(of: definition, Words(), .alias(use.type))
            return
        }
        let words = keywords.words(of: node, &problems)
        keywords.checkRequired(definition.keyNode, &problems)
        if definition.keyNode != node { _ = keywords.words(of: definition.keyNode, &problems) }
        let shape = shape(of: node, words, Spot(definition), definition.id)
        declarations[definition.id] = declaration(of: definition, words, shape)
    }

    /// Returns the declaration of a definition with the given shape.
    private func declaration(of definition: Definition, _ words: Words, _ shape: TypeDeclaration.Shape)
        -> TypeDeclaration
    {
        let node = definition.node
        let text = documentation(node, words) ?? (definition.keyNode == node ? nil : documentation(definition.keyNode))
        return TypeDeclaration(
            id: definition.id, owner: definition.owner, wire: definition.wire, swift: swiftName(definition.keyNode),
            unit: definition.file.unit,
            documentation: text, deprecation: deprecation(definition.keyNode), shape: shape)
    }

    /// Returns the description of a schema.
    func documentation(_ node: JSONNode, _ words: Words) -> String? {
        words.has(.description) ? documentation(node) : nil
    }

    /// Returns the description of a node, or `nil` if it has none.
    func documentation(_ node: JSONNode) -> String? {
        guard let description = node[.description] else { return nil }
        guard let text = description.string else {
            problems.warning(description, expected: "a string")
            return nil
        }
        return text.isEmpty ? nil : text
    }

    /// Returns the Swift name that a node asks for.
    func swiftName(_ node: JSONNode) -> String? {
        node[.swift].flatMap { askedName($0, problems) }
    }

    /// Returns the deprecation of a node, or `nil` if it is not deprecated in the API's version.
    func deprecation(_ node: JSONNode) -> Deprecation? {
        if let deprecated = node[.deprecated] {
            if let text = deprecated.string { return Deprecation(message: text.isEmpty ? nil : text) }
            if deprecated.bool == nil { problems.warning(deprecated, expected: "true, false or a string") }
            return deprecated.bool == true ? Deprecation() : nil
        }
        guard let from = node[.deprecated_from_version] else { return nil }
        guard let version = from.string ?? from.numberText else {
            problems.warning(from, expected: "a version like \"5.131\"")
            return nil
        }
        // The deprecation may apply to a future version.
        if let current = wire.version?.value, isVersion(current, before: version) { return nil }
        return Deprecation(message: "Since version \(version).")
    }
}

/// The Swift names that schemas ask for within one scope. A requested name is never changed silently, so two different
/// elements must not ask for the same name.
struct AskedNames {
    /// The elements that have asked for names, by Swift name.
    private var takers: [String: (wire: String, node: JSONNode)] = [:]

    /// Records that the element `wire` asks for `name`. Reports an error if another element has already asked for it.
    /// An element may ask for its own name again.
    mutating func take(_ name: String, for wire: String, at node: JSONNode, _ problems: Problems) {
        if let first = takers[name], first.wire != wire {
            problems.error(
                node,
                "\"\(wire)\" has the name \"\(name)\" already taken by \"\(first.wire)\", at \(shown(first.node.place))"
            )
        } else {
            takers[name] = (wire, node)
        }
    }
}
