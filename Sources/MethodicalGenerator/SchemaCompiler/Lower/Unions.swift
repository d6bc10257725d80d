/// The type that a list of alternatives in `oneOf` or `anyOf` amounts to.
struct Alternatives {
    /// The union, which is only used if `simple` is `nil`.
    var union = Union(cases: [])
    /// Indicates whether one of the alternatives allows `null`.
    var isNullable = false
    /// The type of the value if the alternatives do not need a union.
    var simple: TypeUse?
}

extension Lowering {
    /// Returns the type that a list of alternatives amounts to. Inline types are declared inside `id`, the union that
    /// will probably be declared.
    func alternatives(_ list: JSONNode, _ node: JSONNode, _ words: Words, _ spot: Spot, _ id: TypeID) -> Alternatives {
        var result = Alternatives()
        let discriminator = words.has(.discriminator) ? node[.discriminator] : nil
        if let discriminator { check(discriminator) }
        guard list.isArray else {
            result.simple = .any
            return result
        }
        let given = list.children.filter { !isNull($0) }
        result.isNullable = list.children.contains { isNull($0) }
        let names = self.words(for: given)
        let count = declarations.count
        var nodes: [JSONNode] = []
        for (index, alternative) in given.enumerated() {
            var inner = spot.alternative(names[index], in: id)
            if given.count == 1 {
                inner = spot
                inner.depth += 1
            }
            let use = use(alternative, inner)
            if use.isNullable { result.isNullable = true }
            // An alternative that is the union itself adds nothing, and a reader would never finish with it.
            if given.count > 1 && use.type == .named(id) || result.union.cases.contains(where: { $0.type == use.type })
            {
                continue
            }
            result.union.cases.append(Union.Case(type: use.type))
            nodes.append(alternative)
        }
        dropCoveredStrings(&result.union, &nodes)
        let types = result.union.cases.map(\.type)
        if types.count <= 1 || types.contains(.any) {
            result.simple = types.count == 1 ? types[0] : .any
        } else if let scalars = scalars(types) {
            result.simple = scalars
        } else if let discriminator {
            addTags(discriminator, nodes, &result.union)
        } else {
            inferTags(nodes, &result.union)
        }
        if result.simple == nil { unions.append((result.union, nodes)) }
        if result.simple != nil, declarations.count > count { disown(id, spot) }
        return result
    }

    /// Indicates whether an alternative allows only `null`.
    func isNull(_ alternative: JSONNode) -> Bool {
        guard let type = alternative[.type] else { return alternative[.const]?.kind == .null }
        let kinds = types(type, isQuiet: true)
        return kinds.count == 1 && kinds.has(.null)
    }

    /// Returns the only alternative besides `null`, or `nil` if there are several. The alternative is then used instead
    /// of a union.
    func soleAlternative(_ list: JSONNode) -> JSONNode? {
        let given = list.children.filter { !isNull($0) }
        return given.count == 1 ? given[0] : nil
    }

    /// Returns the names of inline alternatives: the title, `object` or `items` if only one alternative is of that
    /// kind, or a numbered `option`.
    private func words(for nodes: [JSONNode]) -> [String] {
        let objects = nodes.filter { isRecordLike($0) }.count
        let lists = nodes.filter { $0[.items] != nil }.count
        var words: [String] = []
        for (index, node) in nodes.enumerated() {
            if let title = node["title"]?.string, isIdentifier(title) {
                words.append(title)
            } else if objects == 1, isRecordLike(node) {
                words.append("object")
            } else if lists == 1, node[.items] != nil {
                words.append("items")
            } else {
                words.append("option_\(index + 1)")
            }
        }
        return words
    }

    /// Moves the types inside a union next to it. Called if the alternatives turn out not to need a union.
    private func disown(_ id: TypeID, _ spot: Spot) {
        for (inner, declaration) in declarations where declaration.owner == .type(id) {
            declarations[inner]?.owner = spot.owner
            declarations[inner]?.wire = spot.wire + "_" + declaration.wire
        }
    }

    /// Returns the type for several plain scalars, or `nil` if there are other types.
    private func scalars(_ types: [TypeUse]) -> TypeUse? {
        let order: [TypeUse] = [.integer, .number, .boolean, .string]
        guard types.allSatisfy({ order.contains($0) }) else { return nil }
        var found = order.filter { types.contains($0) }
        if found.contains(.number) { found.removeAll { $0 == .integer } }
        return found.count == 1 ? found[0] : .scalars(found)
    }

    /// Removes a plain string from the alternatives if another is an enumeration of strings. An enumeration accepts
    /// unknown values, so it covers all strings.
    private func dropCoveredStrings(_ union: inout Union, _ nodes: inout [JSONNode]) {
        guard let plain = union.cases.firstIndex(where: { $0.type == .string }) else { return }
        for node in nodes {
            guard let target = followed(node), let values = target[.enum],
                values.children.contains(where: { $0.kind == .string })
            else { continue }
            union.cases.remove(at: plain)
            nodes.remove(at: plain)
            return
        }
    }

    /// Returns the schema at the end of a chain of references, or `nil` if a reference has no target.
    func followed(_ node: JSONNode) -> JSONNode? {
        var node = node
        var steps = 0
        while let reference = node[.ref] {
            guard steps < Spot.depthLimit, let target = resolver.look(reference) else { return nil }
            node = definitionOf[target.number]?.node ?? target
            steps += 1
        }
        return node
    }

    /// Reports mistakes in a discriminator.
    private func check(_ discriminator: JSONNode) {
        guard discriminator.isObject else {
            return problems.error(discriminator, expected: "{\"propertyName\": \"type\"}")
        }
        let known = ["propertyName", "mapping"]
        var isMisspelt = false
        for member in discriminator.children
        where !known.contains(member.key) && !member.key.utf8.starts(with: "x-".utf8) {
            let suggestion = problems.suggestion(for: member.key, among: known, within: 4)
            if !suggestion.isEmpty { isMisspelt = true }
            problems.error(member.keyPlace, "unknown key \"\(member.key)\" in \"discriminator\"\(suggestion)")
        }
        if let name = discriminator[.propertyName] {
            if name.string?.isEmpty ?? true { problems.error(name, expected: "the name of a property") }
        } else if !isMisspelt {
            problems.error(
                discriminator, "\"propertyName\" is missing: the property whose value tells the alternatives apart")
        }
        if let mapping = discriminator[.mapping], !mapping.isObject {
            problems.error(mapping, expected: "{\"VALUE\": \"#/definitions/name\"}")
        }
    }

    /// Sets the discriminator of a union and the values that select each case.
    private func addTags(_ discriminator: JSONNode, _ nodes: [JSONNode], _ union: inout Union) {
        guard let name = discriminator[.propertyName]?.string, !name.isEmpty else { return }
        union.discriminator = name
        if let mapping = discriminator[.mapping], mapping.isObject {
            for member in mapping.children { addMapped(member, &union) }
        }
        let mapped = Set(union.cases.flatMap(\.tags))
        let own = nodes.indices.map { union.cases[$0].tags.isEmpty ? values(of: name, in: nodes[$0]) : [] }
        var tags = claimed(
            zip(union.cases, own).map { $0.tags.isEmpty ? $1 : $0.tags }, isFirm: union.cases.map { !$0.tags.isEmpty })
        var taken = mapped.union(tags.flatMap(\.self))
        for (index, node) in nodes.enumerated() where tags[index].isEmpty {
            if let reference = node[.ref], let target = resolver.look(reference),
                let key = definitionOf[target.number]?.key,
                taken.insert(key).inserted
            {
                tags[index] = [key]
                continue
            }
            let hint = isRecordLike(node) ? "add it to the discriminator's \"mapping\"" : "only an object has one"
            problems.warning(node, "no value of \"\(name)\" leads to this alternative; \(hint)")
        }
        for index in nodes.indices { union.cases[index].tags = tags[index] }
    }

    /// Returns the tags of each alternative, given the values that its discriminating property may have.
    ///
    /// If a value is the only one of some alternative, alternatives that list it among others lose it, because they
    /// repeat the list of a common base. A value of all alternatives distinguishes nothing.
    ///
    /// - Parameters:
    ///   - values: The values of the property in each alternative.
    ///   - isFirm: For each alternative, indicates whether it keeps its values even if there are several.
    private func claimed(_ values: [[String]], isFirm: [Bool]) -> [[String]] {
        let firm = Set(values.indices.filter { isFirm[$0] || values[$0].count == 1 }.flatMap { values[$0] })
        var counts: [String: Int] = [:]
        let claims = values.indices.map { index in
            let own =
                isFirm[index] || values[index].count == 1 ? values[index] : values[index].filter { !firm.contains($0) }
            for value in own { counts[value, default: 0] += 1 }
            return own
        }
        return claims.map { own in own.filter { counts[$0] != values.count } }
    }

    /// Adds a value in a discriminator's `mapping` to the case that it selects.
    private func addMapped(_ member: JSONNode, _ union: inout Union) {
        guard let definition = mapped(member) else { return }
        if let index = union.cases.firstIndex(where: { $0.type == .named(definition.id) }) {
            union.cases[index].tags.append(member.key)
        } else {
            problems.error(member, "\(member.described) is none of the alternatives")
        }
    }

    /// Returns the target of a member of `mapping`, which is a reference or the name of a definition in the same file.
    private func mapped(_ member: JSONNode) -> Definition? {
        guard let text = member.string else {
            problems.error(member, expected: "a reference like \"#/definitions/name\"")
            return nil
        }
        if !text.utf8.contains(UInt8(ascii: "#")), !text.utf8.contains(UInt8(ascii: "/")),
            let file = resolver.file(of: member)
        {
            for word in [Word.definitions, .defs] {
                if let node = file.root[word]?[text], let definition = definitionOf[node.number] { return definition }
            }
        }
        guard let target = resolver.resolve(member, &problems) else { return nil }
        if let definition = definitionOf[target.number] { return definition }
        problems.error(member, expected: "a reference to a definition")
        return nil
    }

    /// Chooses a discriminator if the schema has none. It is a property with listed values in each alternative, and
    /// with a single value in at least one. Of several such properties, the one whose values the alternatives share
    /// least is chosen.
    private func inferTags(_ nodes: [JSONNode], _ union: inout Union) {
        guard let first = nodes.first else { return }
        var least = Int.max
        for key in keys(of: first) {
            var all: [[String]] = []
            for node in nodes {
                let values = values(of: key, in: node)
                if values.isEmpty { break }
                all.append(values)
            }
            guard all.count == nodes.count, all.contains(where: { $0.count == 1 }) else { continue }
            let tags = claimed(all, isFirm: all.map { _ in false })
            let shared = tags.reduce(0) { $0 + $1.count } - Set(tags.flatMap(\.self)).count
            guard shared < least, !tags.contains(where: \.isEmpty) else { continue }
            least = shared
            union.discriminator = key
            for (index, tags) in tags.enumerated() { union.cases[index].tags = tags }
        }
    }

    /// Returns the keys of an alternative's properties. Its own properties come before those of its parts.
    private func keys(of node: JSONNode, steps: Int = 0) -> [String] {
        guard steps < 8, let schema = followed(node) else { return [] }
        let own = schema[.properties].map { $0.children.map(\.key) } ?? []
        return own + (schema[.allOf].map { $0.children.flatMap { keys(of: $0, steps: steps + 1) } } ?? [])
    }

    /// Returns the tag for a value, in the form in which the reader finds it in a response: a string, or the text of a
    /// Boolean or an integer. Returns `nil` for other values.
    func tag(_ value: JSONNode) -> String? {
        value.string ?? (value.bool != nil || value.integer != nil ? value.described : nil)
    }

    /// Returns the tags that a property of an alternative can have, as far as the schema lists them.
    private func values(of name: String, in node: JSONNode, steps: Int = 0) -> [String] {
        guard steps < 8, let schema = followed(node) else { return [] }
        if let property = schema[.properties]?[name].flatMap({ followed($0) }) {
            if let tag = property[.const].flatMap(tag) { return [tag] }
            if let values = property[.enum]?.children.compactMap(tag), !values.isEmpty { return values }
        }
        // A later part of an `allOf` takes precedence.
        for part in (schema[.allOf].map { $0.children } ?? []).reversed() {
            let values = values(of: name, in: part, steps: steps + 1)
            if !values.isEmpty { return values }
        }
        return []
    }
}
