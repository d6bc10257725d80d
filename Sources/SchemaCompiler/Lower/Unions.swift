import APIModel
import JSONText

/// What the list of a `oneOf` or `anyOf` comes to.
struct Alternatives {
    var union = Union(cases: [])
    var isNullable = false
    /// The type, where the alternatives come to one that needs no union.
    var simple: TypeUse?
}

extension Lowering {
    func alternatives(_ list: JSONNode, _ node: JSONNode, _ words: Words, _ spot: Spot) -> Alternatives {
        var result = Alternatives()
        guard list.isArray else {
            problems.error(list, "expected a list of schemas, found \(list.described)")
            result.simple = .any
            return result
        }
        var nodes: [JSONNode] = []
        var index = 0
        for alternative in list.children {
            index += 1
            if alternative[.type]?.string == "null" {
                result.isNullable = true
                continue
            }
            let use = use(alternative, spot.alternative(word(for: alternative, index)))
            if use.isNullable { result.isNullable = true }
            if result.union.cases.contains(where: { $0.type == use.type }) { continue }
            result.union.cases.append(Union.Case(type: use.type))
            nodes.append(alternative)
        }
        dropCoveredStrings(&result.union, &nodes)
        let types = result.union.cases.map(\.type)
        if types.count <= 1 || types.contains(.any) {
            result.simple = types.count == 1 ? types[0] : .any
        } else if let scalars = scalars(types) {
            result.simple = scalars
        } else if words.has(.discriminator), let discriminator = node[.discriminator] {
            addTags(discriminator, nodes, spot, &result.union)
        } else {
            inferTags(nodes, &result.union)
        }
        return result
    }

    /// A word for the name of an inline alternative.
    private func word(for node: JSONNode, _ index: Int) -> String {
        if let title = node["title"]?.string, isIdentifier(title) { return title }
        return "option_\(index)"
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
            guard let target = followed(node), let values = target[.enum], values.children.contains(where: { $0.kind == .string }) else { continue }
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

    private func addTags(_ discriminator: JSONNode, _ nodes: [JSONNode], _ spot: Spot, _ union: inout Union) {
        guard discriminator.isObject, let name = discriminator[.propertyName]?.string, !name.isEmpty else {
            problems.error(discriminator, "expected {\"propertyName\": ..., \"mapping\": {...}}, found \(discriminator.described)")
            return
        }
        union.discriminator = name
        if let mapping = discriminator[.mapping] {
            if !mapping.isObject { problems.error(mapping, "expected {\"VALUE\": \"#/definitions/name\"}, found \(mapping.described)") }
            for member in mapping.isObject ? mapping.children : tree.nothing { addMapped(member, spot, &union) }
        }
        var taken: Set<String> = []
        for item in union.cases { taken.formUnion(item.tags) }
        for (index, node) in nodes.enumerated() where union.cases[index].tags.isEmpty {
            var tag = constants(of: node).first { $0.key == name }?.value
            if tag == nil, let reference = node[.ref], let target = resolver.look(reference) { tag = definitionOf[target.number]?.key }
            if let tag, taken.insert(tag).inserted {
                union.cases[index].tags = [tag]
            } else {
                problems.warning(node, "no value of \"\(name)\" leads to this alternative; add it to the discriminator's \"mapping\"")
            }
        }
    }

    private func addMapped(_ member: JSONNode, _ spot: Spot, _ union: inout Union) {
        guard let definition = mapped(member) else { return }
        enqueue(definition)
        let type = TypeUse.named(definition.id)
        if let index = union.cases.firstIndex(where: { $0.type == type }) {
            union.cases[index].tags.append(member.key)
        } else {
            union.cases.append(Union.Case(type: type, tags: [member.key]))
        }
    }

    /// A mapping gives a reference, or the bare name of a definition of the same file.
    private func mapped(_ member: JSONNode) -> Definition? {
        guard let text = member.string else {
            problems.error(member, "expected a reference like \"#/definitions/name\", found \(member.described)")
            return nil
        }
        if !text.utf8.contains(UInt8(ascii: "#")), !text.utf8.contains(UInt8(ascii: "/")), let file = resolver.file(of: member) {
            for word in [Word.definitions, .defs] {
                if let node = file.root[word]?[text], let definition = definitionOf[node.number] { return definition }
            }
        }
        guard let target = resolver.resolve(member) else { return nil }
        if let definition = definitionOf[target.number] { return definition }
        problems.error(member, "expected a reference to a definition, found \(member.described)")
        return nil
    }

    /// Without a discriminator: a property that has one value in each alternative, and a different one in each, serves as one.
    private func inferTags(_ nodes: [JSONNode], _ union: inout Union) {
        guard let first = nodes.first else { return }
        let all = nodes.map { constants(of: $0) }
        for candidate in constants(of: first) {
            var tags: [String] = []
            for constants in all {
                guard let value = constants.first(where: { $0.key == candidate.key })?.value, !tags.contains(value) else { break }
                tags.append(value)
            }
            guard tags.count == nodes.count else { continue }
            union.discriminator = candidate.key
            for (index, tag) in tags.enumerated() { union.cases[index].tags = [tag] }
            return
        }
    }

    /// Properties that can have one text only.
    private func constants(of node: JSONNode) -> [(key: String, value: String)] {
        guard let properties = followed(node)?[.properties] else { return [] }
        var result: [(key: String, value: String)] = []
        for property in properties.children where property.isObject {
            if let text = property[.const]?.string {
                result.append((property.key, text))
            } else if let value = property[.enum]?.first, value.next == nil, let text = value.string {
                result.append((property.key, text))
            }
        }
        return result
    }
}
