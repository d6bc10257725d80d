/// What the list of a `oneOf` or `anyOf` comes to.
struct Alternatives {
    var union = Union(cases: [])
    var isNullable = false
    /// The type, where the alternatives come to one that needs no union.
    var simple: TypeUse?
}

extension Lowering {
    /// What a list of alternatives comes to; inline ones belong to `id`, the union that they probably make.
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
            // An alternative of itself says nothing, and would be read without end.
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

    func isNull(_ alternative: JSONNode) -> Bool {
        guard let type = alternative[.type] else { return alternative[.const]?.kind == .null }
        let kinds = types(type, isQuiet: true)
        return kinds.count == 1 && kinds.has(.null)
    }

    /// The one alternative beside null; where there is no other, there is no union, and it stands in its place.
    func soleAlternative(_ list: JSONNode) -> JSONNode? {
        let given = list.children.filter { !isNull($0) }
        return given.count == 1 ? given[0] : nil
    }

    /// Words for the names of inline alternatives: their titles, what they are where only one is that, or their numbers.
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

    /// Where there will be no union, what should have lain in it lies beside it.
    private func disown(_ id: TypeID, _ spot: Spot) {
        for (inner, declaration) in declarations where declaration.owner == .type(id) {
            declarations[inner]?.owner = spot.owner
            declarations[inner]?.wire = spot.wire + "_" + declaration.wire
        }
    }

    private func scalars(_ types: [TypeUse]) -> TypeUse? {
        let order: [TypeUse] = [.integer, .number, .boolean, .string]
        guard types.allSatisfy({ order.contains($0) }) else { return nil }
        var found = order.filter { types.contains($0) }
        if found.contains(.number) { found.removeAll { $0 == .integer } }
        return found.count == 1 ? found[0] : .scalars(found)
    }

    /// An enumeration takes values that it does not know: beside one of texts, any text says nothing new.
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

    /// The schema behind a chain of references that say nothing themselves.
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

    /// The tags of each alternative, by the values that its property may have.
    ///
    /// A value that is the only one of some alternatives is a tag of these alone: another that lists it among several repeats a common base. A value
    /// of all alternatives tells nothing.
    /// - Parameter isFirm: For each alternative whether its values are its own, however many there are.
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

    private func addMapped(_ member: JSONNode, _ union: inout Union) {
        guard let definition = mapped(member) else { return }
        if let index = union.cases.firstIndex(where: { $0.type == .named(definition.id) }) {
            union.cases[index].tags.append(member.key)
        } else {
            problems.error(member, "\(member.described) is none of the alternatives")
        }
    }

    /// A mapping gives a reference, or the bare name of a definition of the same file.
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
        guard let target = resolver.resolve(member) else { return nil }
        if let definition = definitionOf[target.number] { return definition }
        problems.error(member, expected: "a reference to a definition")
        return nil
    }

    /// Without a discriminator: a property that has listed values in each alternative, and only one in some, serves as one. Of several it is the
    /// one whose values are shared the least.
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

    /// The keys of an alternative's properties, its own first.
    private func keys(of node: JSONNode, steps: Int = 0) -> [String] {
        guard steps < 8, let schema = followed(node) else { return [] }
        let own = schema[.properties].map { $0.children.map(\.key) } ?? []
        return own + (schema[.allOf].map { $0.children.flatMap { keys(of: $0, steps: steps + 1) } } ?? [])
    }

    /// A value that a union can be told by, as the reader finds it in the answer: a text, or the letters of a flag or an integer.
    func tag(_ value: JSONNode) -> String? {
        value.string ?? (value.bool != nil || value.integer != nil ? value.described : nil)
    }

    /// The tags that a property of an alternative can have, as far as it says them.
    private func values(of name: String, in node: JSONNode, steps: Int = 0) -> [String] {
        guard steps < 8, let schema = followed(node) else { return [] }
        if let property = schema[.properties]?[name].flatMap({ followed($0) }) {
            if let tag = property[.const].flatMap(tag) { return [tag] }
            if let values = property[.enum]?.children.compactMap(tag), !values.isEmpty { return values }
        }
        // A later part of an `allOf` wins.
        for part in (schema[.allOf].map { Array($0.children) } ?? []).reversed() {
            let values = values(of: name, in: part, steps: steps + 1)
            if !values.isEmpty { return values }
        }
        return []
    }
}
